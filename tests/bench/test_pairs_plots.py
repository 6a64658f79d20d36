"""Plots of broad phases are drawn, of whatever was measured."""

import matplotlib.image

from impinge.bench.pairs import bench_pairs
from impinge.bench.pairs_plots import draw_pairs


def test_plots_are_drawn(tmp_path):
    report = bench_pairs(["line", "uniform", "moving"], quick=True)

    files = draw_pairs(report, tmp_path)

    assert [file.name for file in files] == ["pairs_methods.png", "pairs_moving.png"]
    for file in files:
        picture = matplotlib.image.imread(file)
        assert picture.shape[1] > 600
        assert picture.std() > 0.05
    del report["moving"]
    assert len(draw_pairs(report, tmp_path)) == 1
