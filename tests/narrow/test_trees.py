"""Every volume, builder, arity and order gives the answers of the default."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from awkward import awkward_meshes, moved
from contracts import ERROR, SMALLEST, largest_coordinate
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, icosphere, torus_knot
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.binary_tree import BUILDERS
from impinge.hierarchy.volume_tree import ARITIES, REFITS, VOLUMES
from impinge.narrow import (
    distance,
    distance_trees,
    intersecting_pairs,
    overlap,
    overlap_trees,
    pairs_trees,
)

MESHES = awkward_meshes()
ORDERS = ("depth", "breadth", "best")


def check(a, b, pose_a, pose_b, tree_a, tree_b, orders=ORDERS):
    """The three questions, in every order, against the queries that people use."""
    touching = overlap(a, b, pose_a, pose_b)
    far = distance(a, b, pose_a, pose_b).distance
    error = ERROR * largest_coordinate(a, b, pose_a, pose_b) + SMALLEST
    expected = intersecting_pairs(a, b, pose_a, pose_b).pairs
    for order in orders:
        found = overlap_trees(tree_a, tree_b, pose_a, pose_b, order=order)
        assert found.certain
        assert found.overlap == touching
        assert found.probability == touching
        near = distance_trees(tree_a, tree_b, pose_a, pose_b, order=order)
        assert abs(near.distance - far) <= 2.0 * error
        assert (near.distance == 0.0) == touching
        assert 0 <= near.feature_a < len(a.faces)
        assert 0 <= near.feature_b < len(b.faces)
        np.testing.assert_array_equal(
            pairs_trees(tree_a, tree_b, pose_a, pose_b, order=order), expected
        )
    return touching


@pytest.mark.parametrize("volume", VOLUMES)
def test_volumes_agree_with_the_default(volume):
    rng = np.random.default_rng(11)
    a, b = torus_knot(60, 8, 2, 3, 0.2), bumpy_sphere(12, 14)
    tree_a, tree_b = VolumeTree(a, volume=volume), VolumeTree(b, volume=volume)
    touching = [
        check(a, b, random_pose(rng, 0.3), random_pose(rng, 0.6), tree_a, tree_b) for _ in range(12)
    ]
    assert 0.2 < np.mean(touching) < 0.9


@pytest.mark.parametrize("arity", ARITIES)
@pytest.mark.parametrize("builder", BUILDERS)
def test_builders_and_arities_agree_with_the_default(builder, arity):
    rng = np.random.default_rng(12)
    a, b = torus_knot(60, 8, 2, 3, 0.2), bumpy_sphere(12, 14)
    for leaf_size in (1, 4):
        options = {"volume": "dop14", "builder": builder, "arity": arity, "leaf_size": leaf_size}
        tree_a, tree_b = VolumeTree(a, **options), VolumeTree(b, **options)
        for _ in range(4):
            check(a, b, None, random_pose(rng, 0.8), tree_a, tree_b)


@pytest.mark.parametrize("volume", VOLUMES)
@pytest.mark.parametrize("name", MESHES)
def test_awkward_meshes(name, volume):
    """Degenerate shapes, offsets and scales, against a copy and against a plain sphere."""
    rng = np.random.default_rng(13)
    a = MESHES[name]
    size = float(np.abs(a.vertices).max()) or 1.0
    tree = VolumeTree(a, volume=volume, leaf_size=2)
    ball = icosphere(0.4 * size, 1)
    tree_b = VolumeTree(ball, volume=volume, leaf_size=2)
    pose = random_pose(rng, 0.3)
    pose[:3, 3] *= size
    check(a, a, None, pose, tree, tree, orders=("best",))
    check(a, ball, pose, shift(*a.vertices[a.faces[0, 0]]), tree, tree_b, orders=("depth",))


@pytest.mark.parametrize("volume", ["sphere", "obb", "aabb", "dop62"])
@pytest.mark.parametrize("ratio", [1e-9, 1e-3, 1e3, 1e9])
def test_sizes_that_differ(volume, ratio):
    a = bumpy_sphere(10, 12)
    b = moved(icosphere(1.0, 2), ratio)
    tree_a, tree_b = VolumeTree(a, volume=volume), VolumeTree(b, volume=volume)
    on_a = a.vertices[a.faces[5, 0]]
    for x in (0.0, 1e-4, 0.5):
        pose = shift(*(on_a * (1.0 + x)))
        check(a, b, None, pose, tree_a, tree_b, orders=("best",))


def test_far_apart():
    ball = icosphere(1.0, 2)
    for volume in VOLUMES:
        tree = VolumeTree(ball, volume=volume)
        for apart in (1e3, 1e9):
            found = distance_trees(tree, tree, None, shift(apart, 0.3 * apart))
            expected = distance(ball, ball, None, shift(apart, 0.3 * apart)).distance
            assert found.distance == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("how", REFITS)
@pytest.mark.parametrize("volume", VOLUMES)
def test_refitted_trees_agree_with_the_default(volume, how):
    rng = np.random.default_rng(14)
    mesh, ball = bumpy_sphere(12, 12), icosphere(0.5, 2)
    waves = mesh.with_vertices(mesh.vertices + 0.3 * np.sin(4.0 * mesh.vertices[:, [1, 2, 0]]))
    tree = VolumeTree(mesh, volume=volume).refitted(waves, how)
    other = VolumeTree(ball, volume=volume)
    for pose in random_poses(rng, 4, 0.7):
        check(waves, ball, None, pose, tree, other)
        check(ball, waves, None, pose, other, tree)


def test_threads_may_share_a_tree_that_waits_to_be_fitted():
    mesh = bumpy_sphere(20, 20)
    waves = mesh.with_vertices(mesh.vertices + 0.2 * np.sin(4.0 * mesh.vertices))
    built = VolumeTree(mesh, volume="obb")
    poses = random_poses(np.random.default_rng(5), 40, 0.8)
    expected = [distance_trees(VolumeTree(waves), built, None, pose).distance for pose in poses]
    tree = built.refitted(waves, "top-down")

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda pose: distance_trees(tree, built, None, pose), poses))

    assert [answer.distance for answer in found] == expected


def test_scaling_by_a_power_of_two_scales_the_answer_exactly():
    a, b = bumpy_sphere(10, 10), icosphere(0.5, 2)
    pose = random_pose(np.random.default_rng(1), 2.0)
    for volume in ("sphere", "obb", "dop26"):
        one = distance_trees(VolumeTree(a, volume=volume), VolumeTree(b, volume=volume), None, pose)
        s = 2.0**30
        large = pose.copy()
        large[:3, 3] *= s
        two = distance_trees(
            VolumeTree(Mesh(a.vertices * s, a.faces), volume=volume),
            VolumeTree(Mesh(b.vertices * s, b.faces), volume=volume),
            None,
            large,
        )
        assert two.distance == s * one.distance
        assert two.volume_tests == one.volume_tests


def test_costs_are_counted():
    tree = VolumeTree(icosphere(1.0, 2), volume="sphere")
    with count() as cost:
        found = overlap_trees(tree, tree, None, shift(1.5))

    assert cost.to_dict() == {
        "updates": found.updates,
        "volume_tests": found.volume_tests,
        "primitive_tests": found.primitive_tests,
    }
    assert min(cost.to_dict().values()) > 0
    assert found.to_dict()["overlap"] is True
    assert bool(found)


def test_tighter_volumes_are_tested_less_often():
    a, b = torus_knot(200, 16, 2, 3, 0.2), bumpy_sphere(30, 30)
    poses = random_poses(np.random.default_rng(2), 20, 2.0)

    def tests(volume):
        s, t = VolumeTree(a, volume=volume), VolumeTree(b, volume=volume)
        return sum(distance_trees(s, t, None, pose).volume_tests for pose in poses)

    assert tests("dop62") < tests("dop26") < tests("dop14") < tests("aabb")


class TestCutShort:
    """What is said without having finished."""

    a, b = torus_knot(120, 12, 2, 3, 0.2), bumpy_sphere(24, 24)
    poses = random_poses(np.random.default_rng(7), 60, 0.9)

    @classmethod
    def setup_class(cls):
        # Not while tests are collected, which every worker does: each would compile the kernels.
        cls.truth = overlap(cls.a, cls.b, None, cls.poses)
        cls.trees = VolumeTree(cls.a, volume="aabb"), VolumeTree(cls.b, volume="aabb")

    def answers(self, order, most_tests):
        return [
            overlap_trees(*self.trees, None, pose, order=order, most_tests=most_tests)
            for pose in self.poses
        ]

    @pytest.mark.parametrize("order", [*ORDERS, "probable"])
    def test_certain_answers_are_right(self, order):
        assert 0.2 < self.truth.mean() < 0.8
        for most_tests in (1, 10, 100, 1000):
            for found, truth in zip(self.answers(order, most_tests), self.truth, strict=True):
                if found.certain:
                    assert found.overlap == truth
                    assert found.probability == truth
                else:
                    assert 0.0 <= found.probability <= 1.0
                # One node more than asked for, at most.
                assert found.volume_tests < most_tests + 2

    @pytest.mark.parametrize("order", [*ORDERS, "probable"])
    def test_more_tests_make_fewer_mistakes(self, order):
        wrong = [
            np.mean([found.overlap != truth for found, truth in zip(some, self.truth, strict=True)])
            for some in (self.answers(order, most) for most in (5, 60, 100_000))
        ]
        assert wrong[0] > wrong[1] > wrong[2] == 0.0

    def test_the_probable_is_wrong_less_often_than_the_orders_that_do_not_know(self):
        def wrong(order):
            return sum(
                found.overlap != truth
                for most in (30, 100, 300)
                for found, truth in zip(self.answers(order, most), self.truth, strict=True)
            )

        assert wrong("probable") < min(wrong("depth"), wrong("breadth"))

    def test_depth_first_loses_branches_and_breadth_first_none(self):
        depth, breadth = self.answers("depth", 20), self.answers("breadth", 20)
        assert not any(found.overlap for found in depth if not found.certain)
        assert all(found.overlap for found in breadth if not found.certain)

    def test_confidence_answers_without_triangles(self):
        pose = np.eye(4)
        found = overlap_trees(*self.trees, None, pose, order="probable", confidence=0.5)
        assert (found.overlap, found.certain, found.primitive_tests) == (True, False, 0)
        assert found.probability >= 0.5

    def test_a_budget_ends_a_walk(self):
        answers = [
            overlap_trees(*self.trees, None, pose, order=order, budget=1e-9)
            for pose in self.poses[:10]
            for order in (*ORDERS, "probable")
        ]
        assert not all(found.certain for found in answers)
        assert all(overlap_trees(*self.trees, None, p, budget=60.0).certain for p in self.poses[:5])


def test_what_does_not_fit_into_the_queue_is_visited_depth_first(monkeypatch):
    a, b = torus_knot(60, 8, 2, 3, 0.2), bumpy_sphere(12, 14)
    options = {"volume": "sphere", "arity": 8}
    tree_a, tree_b = VolumeTree(a, **options), VolumeTree(b, **options)
    rng = np.random.default_rng(12)
    poses = [random_pose(rng, 0.8) for _ in range(6)]
    for queued in (1, 7, 40):
        monkeypatch.setattr("impinge.narrow.trees.QUEUED", queued)
        for pose in poses:
            check(a, b, None, pose, tree_a, tree_b)


def test_a_walk_in_many_slices_gives_the_same_answer(monkeypatch):
    monkeypatch.setattr("impinge.narrow.trees.LONGEST", 0)
    a, b = torus_knot(40, 8, 2, 3, 0.2), bumpy_sphere(8, 8)
    for volume in ("sphere", "aabb", "obb"):
        tree_a, tree_b = VolumeTree(a, volume=volume), VolumeTree(b, volume=volume)
        check(a, b, None, shift(0.3, 0.2), tree_a, tree_b)
        check(a, b, None, shift(1.9, 0.2), tree_a, tree_b)


def test_a_budget_covers_waiting_for_a_tree_that_another_walk_fits():
    mesh = icosphere(1.0, 2)
    tree = VolumeTree(mesh).refitted(mesh, "top-down")
    with tree._lock:
        found = overlap_trees(tree, tree, None, shift(1.0), order="breadth", budget=1e-3)
    assert (found.certain, found.overlap, found.volume_tests) == (False, True, 0)
    assert overlap_trees(tree, tree, None, shift(1.0), budget=math.inf).certain


@pytest.mark.parametrize("volume", VOLUMES)
def test_asking_the_other_way_round_costs_about_as_much(volume):
    """A plate ten million times as large, near a ball: pads are shares of what they are pads of."""
    ball = VolumeTree(icosphere(1.0, 3), volume=volume)
    plate = VolumeTree(box_mesh((2e7, 2e7, 1.0)), volume=volume)
    pose = shift(-0.9e7, 0.1e7, -6.5)

    one = overlap_trees(ball, plate, None, pose)
    two = overlap_trees(plate, ball, pose, None)

    assert not one.overlap
    assert one.volume_tests <= 20 * two.volume_tests + 20


def test_bad_input():
    ball = icosphere(1.0, 1)
    tree = VolumeTree(ball)
    boxes = VolumeTree(ball, volume="aabb")
    for call, message in (
        (lambda: overlap_trees(tree, boxes), r"b: a tree of aabb, and a is one of obb"),
        (lambda: overlap_trees(ball, tree), r"a: expected a VolumeTree, got Mesh"),
        (lambda: distance_trees(tree, ball), r"b: expected a VolumeTree"),
        (lambda: overlap_trees(tree, tree, order="last"), r"order: .*, expected one of depth"),
        (
            lambda: distance_trees(tree, tree, order="probable"),
            r"order: .*, expected one of depth",
        ),
        (
            lambda: pairs_trees(tree, tree, order="probable"),
            r"order: .*, expected one of depth",
        ),
        (lambda: overlap_trees(tree, tree, order="probable"), r"trees of aabb, these are of obb"),
        (lambda: overlap_trees(tree, tree, budget=0.0), r"budget: 0, expected a time"),
        (lambda: overlap_trees(tree, tree, budget=-1.0), r"budget: "),
        (lambda: overlap_trees(tree, tree, budget=math.nan), r"budget: "),
        (lambda: overlap_trees(tree, tree, most_tests=0), r"most_tests: expected a whole"),
        (lambda: overlap_trees(tree, tree, most_tests="3"), r"most_tests: expected a whole"),
        (lambda: overlap_trees(tree, tree, most_tests=1.5), r"most_tests: expected a whole"),
        (
            lambda: overlap_trees(boxes, boxes, order="probable", confidence="a"),
            r"confidence: ",
        ),
        (lambda: overlap_trees(tree, tree, confidence=0.5), r"confidence: .*order=\"probable\""),
        (
            lambda: overlap_trees(boxes, boxes, order="probable", confidence=2.0),
            r"confidence: expected above 0 and up to 1",
        ),
        (
            lambda: overlap_trees(boxes, boxes, order="probable", least_cells=65),
            r"least_cells: expected a whole number from 1 to 64",
        ),
        (lambda: overlap_trees(tree, tree, np.full((4, 4), np.nan)), r"pose_a: "),
        (lambda: overlap_trees(tree, tree, np.eye(4)[None]), r"expected one pose each"),
    ):
        with pytest.raises(ImpingeError, match=message):
            call()


def test_sizes_whose_squares_overflow_are_refused():
    huge = VolumeTree(moved(icosphere(1.0, 1), 1e100))
    tiny = VolumeTree(moved(icosphere(1.0, 1), 1e-100))
    with pytest.raises(ImpingeError, match="differ by more than 1e150"):
        overlap_trees(huge, tiny)
