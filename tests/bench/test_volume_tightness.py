"""Volumes against convex hulls: known ratios, and none below one."""

from math import pi

import pytest

from impinge.bench.volume_tightness import tightness, volume_of
from impinge.geometry import box_mesh, grid_mesh, icosphere
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.volume_tree import VOLUMES


def test_volumes_of_a_box():
    box = box_mesh((1.0, 2.0, 3.0))
    ball = 4.0 / 3.0 * pi * 3.5**1.5
    for volume, expected in (("aabb", 6.0), ("obb", 6.0), ("dop26", 6.0), ("sphere", ball)):
        tree = VolumeTree(box, volume=volume)
        assert volume_of(tree, 0) * tree._place[UNIT] ** 3 == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("volume", VOLUMES)
def test_nothing_is_tighter_than_the_hull(volume):
    found = tightness(VolumeTree(icosphere(1.0, 2), volume=volume))

    assert 1.0 - 1e-9 <= found["root"] < 2.0
    assert found["mean"] > 1.0


def test_more_directions_are_tighter():
    ball = icosphere(1.0, 2)
    roots = [tightness(VolumeTree(ball, volume=v))["root"] for v in ("aabb", "dop14", "dop62")]

    assert roots == sorted(roots, reverse=True)


def test_what_is_flat_has_no_tightness():
    flat = tightness(VolumeTree(grid_mesh(1.0, 5), volume="sphere"))
    few = tightness(VolumeTree(box_mesh((1.0, 1.0, 1.0)), volume="aabb"))

    assert flat == {"root": None, "mean": None}
    assert few == {"root": pytest.approx(1.0), "mean": None}
