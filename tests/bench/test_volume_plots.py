"""Every plot is drawn, of any report."""

from impinge.bench.volume_plots import draw_volumes


def test_all_plots_are_written(volumes_report, tmp_path):
    files = draw_volumes(volumes_report, tmp_path / "plots")

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

    assert all(file.is_file() for file in draw_volumes(one, tmp_path))
