"""Numbers and prices of F; the compiled loops that are timed give right answers."""

import numpy as np
import pytest

from impinge.bench.kernels.primitives import distance_sq_pairs, overlap_pairs
from impinge.bench.volume_costs import _nearby, best_of, counts, primitive_prices, volume_prices
from impinge.bench.volume_scenes import QUESTIONS, volume_scene
from impinge.geometry import Mesh
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.node import UNIT
from impinge.narrow import distance, intersecting_pairs
from impinge.scenes import shape


@pytest.fixture(scope="module")
def scene():
    return volume_scene("concave", shape("concave", 150), (2, 2, 2))


def test_the_fastest_run_counts():
    calls = []

    assert best_of(3, lambda: calls.append(0)) > 0.0
    assert len(calls) == 4


def test_counts_are_means_over_poses(scene):
    tree = VolumeTree(scene.mesh, volume="aabb")
    found = counts(scene, "all pairs", tree)

    assert found["volume_tests"] > found["updates"] > 1.0
    assert found["primitive_tests"] >= np.mean([len(p) for p in scene.answers["all pairs"]])


def test_prices_are_positive(scene):
    for volume in ("sphere", "obb", "dop62"):
        prices = volume_prices(scene, VolumeTree(scene.mesh, volume=volume), 500, 3)
        assert all(price > 0.0 for price in prices.values())
    assert set(primitive_prices(scene, 1)) == set(QUESTIONS)


def test_the_timed_triangle_tests_are_right(scene):
    tree = VolumeTree(scene.mesh)
    n = len(tree._triangles)
    every = np.stack(np.divmod(np.arange(n * n), n), axis=1)
    deep, apart = scene.poses["all pairs"][0], scene.poses["distance"][-1]
    side = (tree._triangles, tree._place)

    met = overlap_pairs(*side, np.eye(4), *side, deep, every)
    assert met == len(intersecting_pairs(scene.mesh, scene.mesh, pose_b=deep).pairs)
    expected = distance(scene.mesh, scene.mesh, pose_b=apart).distance
    least_sq = distance_sq_pairs(*side, np.eye(4), *side, apart, every, 1e3 * expected)
    # In the common unit, a power of two above all coordinates.
    ratio = np.log2(expected / np.sqrt(least_sq))
    assert ratio == pytest.approx(round(ratio), abs=1e-12)
    assert 2.0**ratio >= tree._place[UNIT]


def test_a_single_triangle_has_a_neighbour():
    tree = VolumeTree(Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))

    assert _nearby(tree, np.eye(4)).tolist() == [[0, 0]]
