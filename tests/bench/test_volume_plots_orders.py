"""The plot of orders has a panel for each volume and question."""

from impinge.bench.volume_plots_orders import LOOKS, draw_orders


def test_a_panel_each(volumes_report):
    figure = draw_orders(volumes_report)

    titles = {ax.get_title(loc="center") or ax.get_title(loc="left") for ax in figure.axes}
    assert titles == {
        "first hit, aabb", "first hit, obb", "distance, aabb", "distance, obb",
    }  # fmt: skip
    assert set(volumes_report["orders"]["flat"]["aabb"]["first hit"]) == set(LOOKS)
