"""Pictures of partitions show what they say."""

import numpy as np

from impinge.bench.partition_plots import (
    _leaves,
    count_report,
    flat_scene,
    partition_report,
    plot_partition_counts,
    plot_partitions,
    star,
)
from impinge.hierarchy import contains
from impinge.partition import BspTree


def test_the_same_boxes_are_in_all_of_them():
    report = partition_report()
    pairs = [held.pairs().tolist() for held in report["partitions"]]

    assert len(flat_scene()[0]) == 141
    assert pairs[0]
    assert all(found == pairs[0] for found in pairs)
    exact, box = (report["cells"][kind].statistics.references for kind in ("exact", "box"))
    assert exact < 0.5 * box


def test_the_star_is_cut_into_leaves_that_agree_with_it():
    mesh = star()
    points = np.random.default_rng(0).uniform(-1.0, 1.0, (2000, 3))
    leaf, inside = _leaves(BspTree(mesh), points)

    assert mesh.volume > 0.0
    np.testing.assert_array_equal(inside, contains(mesh, points))
    assert len(np.unique(leaf)) > 10


def test_exact_cells_are_fewer_and_planes_of_faces_a_list(tmp_path):
    report = count_report(levels=(1, 2), sizes=np.array([0.3, 0.1]))

    for box, exact in zip(*report["references"].values(), strict=True):
        assert exact < box
    assert [s.depth for s in report["trees"]["faces"]] == [80, 320]
    file = plot_partition_counts(tmp_path / "counts.png", report)
    assert file.stat().st_size > 10_000


def test_the_picture_is_written(tmp_path):
    assert plot_partitions(tmp_path / "a.png").stat().st_size > 10_000
