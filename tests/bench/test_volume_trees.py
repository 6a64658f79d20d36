"""Each choice is measured, F is the sum of its terms; timed loops are right; known tightness."""

from math import pi

import numpy as np
import pytest

from impinge.bench.kernels.primitives import distance_sq_pairs, overlap_pairs
from impinge.bench.volume_scenes import QUESTIONS, volume_scene
from impinge.bench.volume_trees import (
    BASE,
    CHOICES,
    LEAF_SIZES,
    _nearby,
    best_of,
    choices,
    counts,
    primitive_prices,
    tightness,
    volume_of,
    volume_prices,
)
from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.volume_tree import VOLUMES
from impinge.narrow import distance, intersecting_pairs
from impinge.scenes import shape


@pytest.fixture(scope="module")
def report():
    return choices(volume_scene("long", shape("long", 120), (1, 2, 1)), 300, 1)


def test_one_thing_at_a_time_is_varied():
    for section, named in CHOICES.items():
        for choice in named.values():
            different = sum(getattr(choice, name) != getattr(BASE, name) for name in BASE.__slots__)
            assert different <= 1, section
    assert list(CHOICES["volumes"]) == list(VOLUMES)
    assert [int(name) for name in CHOICES["leaf sizes"]] == list(LEAF_SIZES)


def test_every_choice_has_its_figures(report):
    for section, named in CHOICES.items():
        assert list(report[section]) == list(named)
        for row in report[section].values():
            assert row["build_us"] > 0.0
            assert set(row["questions"]) == set(QUESTIONS)


def test_f_is_the_sum_of_numbers_times_prices(report):
    row, price = report["volumes"]["dop18"], report["prices"]["dop18"]
    for question, found in row["questions"].items():
        f = (
            found["updates"] * price["update_ns"]
            + found["volume_tests"] * price["volume_ns"]
            + found["primitive_tests"] * report["primitive_ns"][question]
        )
        assert found["model_us"] == pytest.approx(1e-3 * f)
        assert found["measured_us"] > 0.0


def test_the_base_is_the_same_row_in_each_section(report):
    base = [report["volumes"]["obb"], report["builders"]["sah"], report["arities"]["2"]]

    assert all(row is report["leaf sizes"]["1"] for row in base)


def test_larger_leaves_make_smaller_trees(report):
    nodes = [row["nodes"] for row in report["leaf sizes"].values()]

    assert nodes == sorted(nodes, reverse=True)


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
