"""The picture of motions shows what the library finds."""

import numpy as np

from impinge.bench.motion_plots import PARTS, TIMES, TIP, motion_report, motions, plot_motions


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


def test_the_picture_is_written(tmp_path):
    # A text is a path, too.
    assert plot_motions(str(tmp_path / "motions.png")).stat().st_size > 10_000
