"""Pictures of the documents show what the library finds."""

import numpy as np
from pictures import (
    PARTS,
    TILTS,
    TIMES,
    TIP,
    _leaves,
    contact_report,
    count_report,
    flat_scene,
    motion_report,
    motions,
    partition_report,
    plot_contacts,
    plot_motions,
    plot_partition_counts,
    plot_partitions,
    rocking,
    star,
)

from impinge.hierarchy import contains
from impinge.partition import BspTree


def test_scenes_have_contacts_of_which_four_are_kept():
    for scene, everything, four in contact_report()["scenes"]:
        assert len(four) == min(4, len(everything)), scene.title
        assert set(four.key.tolist()) <= set(everything.key.tolist())


def test_a_box_that_rocks_keeps_its_corners():
    found = rocking()

    assert len(np.unique(found.key)) == 4
    assert (found.counts() >= 2).all()
    level = found.of_row(len(TILTS) // 2)
    np.testing.assert_allclose(level.separation, 0.0, atol=1e-12)


def test_all_ways_have_the_same_ends():
    first, *others = motions().values()
    for other in others:
        np.testing.assert_allclose(other.pose(1.0), first.pose(1.0), atol=1e-14)


def test_no_way_is_further_apart_than_its_bound():
    report = motion_report()

    for apart, bound in zip(report["apart"], report["bounds"], strict=True):
        assert 0.9 * bound < apart.max() <= bound


def test_the_corner_stays_in_its_boxes():
    motion = next(iter(motions().values()))
    places = motion.pose(TIMES) @ np.append(TIP, 1.0)
    for count, found in motion_report()["boxes"].items():
        assert count in PARTS
        part = np.minimum((TIMES * count).astype(int), count - 1)
        assert (found[part, :, 0] <= places[:, :2]).all()
        assert (places[:, :2] <= found[part, :, 1]).all()


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


def test_the_pictures_are_written(tmp_path):
    for plot in (plot_contacts, plot_motions, plot_partitions):
        # A text is a path, too.
        assert plot(str(tmp_path / f"{plot.__name__}.png")).stat().st_size > 10_000
