"""Every plot is drawn, of any report, and shows every strategy, volume, order and angle."""

from copy import deepcopy

from impinge.bench import bench_volumes
from impinge.bench.render import draw
from impinge.bench.volume_plots import (
    ORDER_LOOKS,
    draw_climbing,
    draw_decay,
    draw_orders,
    draw_probable,
    draw_updates,
)
from impinge.bench.volume_walks import STRATEGIES


def test_all_plots_are_written(volumes_report, tmp_path):
    files = draw(bench_volumes, volumes_report, tmp_path / "plots")

    assert len(files) == 9
    for file in files:
        assert file.name.startswith("volumes_")
        assert file.read_bytes().startswith(b"\x89PNG")
        assert 5_000 < file.stat().st_size < 600_000


def test_a_report_of_one_mesh_and_without_tightness(volumes_report, tmp_path):
    scene = dict(volumes_report["scenes"]["flat"])
    scene["volumes"] = {
        name: {**row, "tightness": {"root": None, "mean": None}}
        for name, row in scene["volumes"].items()
    }
    one = {
        **volumes_report,
        "scenes": {"part": scene},
        "orders": {"part": volumes_report["orders"]["flat"]},
        "cut short": {**volumes_report["cut short"], "reliability": []},
    }

    assert all(file.is_file() for file in draw(bench_volumes, one, tmp_path))


def labels(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_updates_show_each_strategy(volumes_report):
    assert labels(draw_updates(volumes_report)) == list(STRATEGIES)


def test_decay_shows_each_volume(volumes_report):
    volumes = volumes_report["updates"]["flat, wave"]["volumes"]
    assert labels(draw_decay(volumes_report)) == list(volumes)


def test_cut_walks_show_each_order(volumes_report):
    assert labels(draw_probable(volumes_report)) == list(volumes_report["cut short"]["orders"])


def test_climbing_shows_each_ratio(volumes_report):
    shown = {text.get_text() for text in draw_climbing(volumes_report).axes[1].texts}

    assert shown == {f"{row['ratio']:.0f}x" for row in volumes_report["climbing"]["rows"]}


def test_a_panel_each(volumes_report):
    figure = draw_orders(volumes_report)

    titles = {ax.get_title(loc="center") or ax.get_title(loc="left") for ax in figure.axes}
    assert titles == {
        "first hit, aabb", "first hit, obb", "distance, aabb", "distance, obb",
    }  # fmt: skip
    assert set(volumes_report["orders"]["flat"]["aabb"]["first hit"]) == set(ORDER_LOOKS)


def test_a_rebuild_that_never_pays_has_no_logarithm(volumes_report):
    # Times of a quick run decide whether it ever pays: matplotlib warned where it never did.
    report = deepcopy(volumes_report)
    for moving in report["updates"].values():
        for rows in moving["volumes"].values():
            pays = rows["pays"]["all pairs"]
            pays["queries"] = [None] * len(pays["queries"])

    figure = draw_decay(report)

    assert {ax.get_yscale() for ax in figure.axes} == {"log", "linear"}
