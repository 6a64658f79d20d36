"""Answers within a budget: bounds that hold, certain ones that are right, more time never worse."""

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from awkward import awkward_meshes, moved
from contracts import ERROR, check_bounds, check_within, largest_coordinate
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.narrow import Bounded, distance, distance_within, overlap_within, within
from impinge.narrow.kernels.standing import SHARE

CUBE = box_mesh((1.0, 1.0, 1.0))
BALL = icosphere(1.0, 2)
KNOT, BUMPY = torus_knot(160, 12), bumpy_sphere(40, 40)
SMALL_KNOT, SMALL_BUMPY = torus_knot(60, 8), bumpy_sphere(18, 18)
"""For walks that are left after each step."""
SHEET = grid_mesh(1.0, 60)
MESHES = awkward_meshes()
QUERIES = [overlap_within, distance_within]
FOREVER = float("inf")
INSTANT = 1e-9
"""Over before it begins: one step is taken, whatever the machine."""


def check_never_worse(answers):
    for earlier, later in pairwise(answers):
        assert later.lower >= earlier.lower
        assert later.upper <= earlier.upper
        assert later.overlap <= earlier.overlap
        assert later.certain >= earlier.certain


def step_by_step(query, a, b, pose):
    """All answers on the way to a certain one, when each call takes one step."""
    answers = [query(a, b, None, pose, budget=INSTANT)]
    while not answers[-1].certain:
        answers.append(answers[-1].resume(INSTANT))
    return answers


def test_loading_kernels_takes_no_part_of_the_budget(run_python):
    found = run_python(
        "import impinge as im\n"
        "cube = im.box_mesh((1, 1, 1))\n"
        "near = im.distance_within(cube, cube, budget=1.0)\n"
        "print(near.certain, near.elapsed < 1.0)\n"
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["True", "True"]


@pytest.mark.parametrize("query", QUERIES)
def test_a_call_that_is_out_of_time_takes_one_step(query):
    """What lies between two looks at the clock, counted: one node, or the triangles of two leaves
    and a share of a proof, and at the beginning one pair of triangles.
    """
    most_triangles = 1 + 8 * 8 + SHARE
    for pose in random_poses(np.random.default_rng(4), 6, 1.0):
        with count() as cost:
            answer = query(SMALL_KNOT, SMALL_BUMPY, None, pose, budget=INSTANT)
        while not answer.certain:
            assert cost.volume_tests <= 8
            assert cost.primitive_tests <= most_triangles
            with count() as cost:
                answer = answer.resume(INSTANT)


@pytest.mark.parametrize("name", sorted(MESHES))
def test_enough_time_gives_the_whole_answer(name):
    rng = np.random.default_rng(1)
    a = MESHES[name]
    middle, size = a.bounds.mean(axis=0), np.ptp(a.bounds, axis=0).max()
    for other in ("bumpy", "needles", name):
        b = MESHES[other]
        for spread in (0.3, 1.5, 20.0, 1e4):
            pose = random_pose(rng, 0.0)
            pose[:3, 3] = middle + spread * (size + 1.0) * rng.normal(size=3)
            check_within(a, b, None, pose)


def test_most_distances_have_the_same_bits():
    rng = np.random.default_rng(2)
    poses = random_poses(rng, 60, 2.0)
    expected = distance(KNOT, BUMPY, None, poses).distance
    found = [distance_within(KNOT, BUMPY, None, p, budget=FOREVER).upper for p in poses]
    # The closest points may lie on an edge: which of its triangles is found first is open.
    assert np.mean(np.array(found) == expected) > 0.8
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)
    assert 10 < np.count_nonzero(expected) < 60


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("budget", [INSTANT, 1e-5, 3e-5, 1e-4])
def test_little_time_is_never_contradicted(query, budget):
    rng = np.random.default_rng(3)
    query(KNOT, BUMPY, budget=FOREVER)
    uncertain = 0
    for spread in (0.5, 1.2, 3.0, 2000.0):
        for _ in range(12):
            pose_a, pose_b = random_pose(rng, spread), random_pose(rng, spread)
            found = query(KNOT, BUMPY, pose_a, pose_b, budget=budget)
            check_bounds(KNOT, BUMPY, pose_a, pose_b, found)
            uncertain += not found.certain
    if budget == INSTANT:
        assert uncertain > 10


@pytest.mark.parametrize("name", sorted(MESHES))
@pytest.mark.parametrize("query", QUERIES)
def test_no_time_at_all_bounds_awkward_meshes(query, name):
    rng = np.random.default_rng(4)
    a, b = MESHES[name], MESHES["soup"]
    size = np.ptp(a.bounds, axis=0).max()
    for spread in (0.0, 1.0, 1e3, 1e9):
        pose = random_pose(rng, spread * (size + 1.0))
        check_bounds(a, b, None, pose, query(a, b, None, pose, budget=INSTANT))


@pytest.mark.parametrize("query", QUERIES)
def test_resuming_never_makes_it_worse_and_ends_with_the_whole_answer(query):
    rng = np.random.default_rng(5)
    lengths = []
    for spread in (0.7, 1.2, 2.0, 5000.0):
        for _ in range(6):
            pose = random_pose(rng, spread)
            answers = step_by_step(query, SMALL_KNOT, SMALL_BUMPY, pose)
            check_never_worse(answers)
            for found in answers[:: max(1, len(answers) // 8)]:
                check_bounds(SMALL_KNOT, SMALL_BUMPY, None, pose, found)
            whole = query(SMALL_KNOT, SMALL_BUMPY, None, pose, budget=FOREVER)
            assert answers[-1].overlap == whole.overlap
            if query is distance_within:
                error = ERROR * largest_coordinate(SMALL_KNOT, SMALL_BUMPY, None, pose)
                assert abs(answers[-1].upper - whole.upper) <= error
            lengths.append(len(answers))
    # They were really taken up again, and again.
    assert max(lengths) > 100


@pytest.mark.parametrize("room", [1, 8, 40, 300])
@pytest.mark.parametrize("query", QUERIES)
def test_a_level_without_room_is_walked_depth_first(query, room, monkeypatch):
    monkeypatch.setattr(within, "ROOM", room)
    rng = np.random.default_rng(6)
    for spread in (0.7, 1.5, 3.0, 3000.0):
        for _ in range(3):
            pose = random_pose(rng, spread)
            check_within(SMALL_KNOT, SMALL_BUMPY, None, pose)
            answers = step_by_step(query, SMALL_KNOT, SMALL_BUMPY, pose)
            check_never_worse(answers)
            for found in answers[:: max(1, len(answers) // 20)]:
                check_bounds(SMALL_KNOT, SMALL_BUMPY, None, pose, found)


@pytest.mark.parametrize("gap", [0.0, 1e-9, 0.01, 3.0, 2000.0])
@pytest.mark.parametrize("tilt", [0.0, 1e-12, 1e-7])
def test_parallel_sheets_are_settled_by_a_proof(gap, tilt):
    """All of 5e7 pairs of triangles are equally far apart, or nearly so."""
    pose = shift(0.013, 0.027, gap)
    pose[:3, :3] = [[1.0, 0.0, tilt], [0.0, 1.0, 0.0], [-tilt, 0.0, 1.0]]
    with count() as cost:
        near = check_within(SHEET, SHEET, None, pose)
    assert cost.volume_tests < 3_000_000
    found = distance_within(SHEET, SHEET, None, pose, budget=1e-5)
    while not found.certain:
        found, earlier = found.resume(1e-3), found
        check_never_worse([earlier, found])
    assert abs(found.upper - near.upper) <= 2.0 * ERROR * max(gap, 1.0)


def test_swapping_the_meshes_swaps_the_bounds():
    rng = np.random.default_rng(7)
    for pose_a, pose_b in zip(random_poses(rng, 20, 1.5), random_poses(rng, 20, 1.5), strict=True):
        there = distance_within(BALL, CUBE, pose_a, pose_b, budget=FOREVER)
        back = distance_within(CUBE, BALL, pose_b, pose_a, budget=FOREVER)
        assert abs(there.upper - back.upper) <= 1e-14
        assert there.overlap == back.overlap


def test_moving_both_changes_no_distance():
    rng = np.random.default_rng(10)
    for _ in range(20):
        pose_a, pose_b, both = (random_pose(rng, 2.0) for _ in range(3))
        still = distance_within(BALL, CUBE, pose_a, pose_b, budget=FOREVER)
        turned = distance_within(BALL, CUBE, both @ pose_a, both @ pose_b, budget=FOREVER)
        assert abs(turned.upper - still.upper) <= 1e-13


@pytest.mark.parametrize("power", [-300, -20, 20, 300])
@pytest.mark.parametrize("query", QUERIES)
def test_scaling_by_a_power_of_two_scales_the_answer_exactly(query, power):
    rng = np.random.default_rng(8)
    s = 2.0**power
    small, large = (moved(mesh, s) for mesh in (BALL, CUBE))
    for pose in random_poses(rng, 12, 2.0):
        scaled = pose.copy()
        scaled[:3, 3] *= s
        one = query(BALL, CUBE, None, pose, budget=FOREVER)
        other = query(small, large, None, scaled, budget=FOREVER)
        assert (other.lower, other.upper) == (one.lower * s, one.upper * s)
        assert other.overlap == one.overlap


@pytest.mark.parametrize("query", QUERIES)
def test_certain_answers_repeat_their_bits(query):
    pose = random_pose(np.random.default_rng(9), 1.5)
    answers = [query(KNOT, BUMPY, None, pose, budget=FOREVER) for _ in range(3)]
    kept = [(x.overlap, x.lower, x.upper, x.point_a.tobytes()) for x in answers]
    assert len(set(kept)) == 1
    with ThreadPoolExecutor(4) as pool:
        many = pool.map(lambda _: query(KNOT, BUMPY, None, pose, budget=FOREVER), range(16))
        assert {(x.overlap, x.lower, x.upper, x.point_a.tobytes()) for x in many} == set(kept)


def test_apart_has_a_lower_bound_that_says_something():
    found = overlap_within(CUBE, CUBE, None, shift(1.5), budget=FOREVER)
    assert not found.overlap
    assert 0.1 < found.lower <= 0.5 <= found.upper


class TestResume:
    def test_of_a_certain_answer_is_itself(self):
        for query in QUERIES:
            found = query(CUBE, CUBE, None, shift(3.0), budget=FOREVER)
            assert found.resume(1.0) is found
            assert pickle.loads(pickle.dumps(found)).resume(1.0).certain

    def test_twice_is_refused(self):
        first = distance_within(KNOT, BUMPY, None, shift(2.0), budget=INSTANT)
        second = first.resume(INSTANT)
        with pytest.raises(ImpingeError, match="resumed before"):
            first.resume(1.0)
        assert second.resume(FOREVER).certain

    def test_of_a_copy_is_refused_and_leaves_the_original_alone(self):
        first = distance_within(KNOT, BUMPY, None, shift(2.0), budget=INSTANT)
        for other in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
            assert other.to_dict() == first.to_dict()
            with pytest.raises(ImpingeError, match="copy"):
                other.resume(1.0)
        assert first.resume(FOREVER).certain

    def test_refused_budgets_leave_the_walk_alone(self):
        first = distance_within(KNOT, BUMPY, None, shift(2.0), budget=INSTANT)
        for wrong in (0.0, -1.0, "soon"):
            with pytest.raises(ImpingeError, match="budget"):
                first.resume(wrong)
        assert first.resume(FOREVER).certain

    def test_does_not_change_what_was_answered(self):
        first = distance_within(KNOT, BUMPY, None, shift(2.0), budget=INSTANT)
        before = first.to_dict()
        first.resume(FOREVER)
        assert first.to_dict() == before

    def test_uses_the_poses_of_the_question(self):
        pose = shift(2.0)
        first = distance_within(KNOT, BUMPY, None, pose, budget=INSTANT)
        expected = distance(KNOT, BUMPY, None, pose).distance
        pose[0, 3] = 100.0
        assert abs(first.resume(FOREVER).upper - expected) <= 1e-14


class TestResult:
    def test_has_plain_numbers(self):
        found = overlap_within(CUBE, CUBE, None, shift(3.0), budget=1.0)
        assert type(found) is Bounded
        assert type(found.overlap) is bool
        assert type(found.certain) is bool
        assert all(type(x) is float for x in (found.lower, found.upper, found.elapsed))
        assert found.elapsed > 0.0
        assert found.point_a.shape == found.point_b.shape == (3,)
        assert json.loads(json.dumps(found.to_dict())).keys() == {
            "overlap", "certain", "lower", "upper", "point_a", "point_b", "elapsed",
        }  # fmt: skip
        assert "certain=True" in repr(found)

    def test_cannot_be_changed(self):
        found = distance_within(CUBE, CUBE, None, shift(3.0), budget=1.0)
        with pytest.raises(AttributeError, match="cannot be changed"):
            found.lower = 5.0
        with pytest.raises(ValueError, match="read-only"):
            found.point_a[0] = 5.0


@pytest.mark.parametrize("query", QUERIES)
class TestInput:
    @pytest.mark.parametrize("budget", [0, 0.0, -1, -1e-9, np.nan, -np.inf, "1", None, True, [1.0]])
    def test_a_budget_is_a_positive_number(self, query, budget):
        with pytest.raises(ImpingeError, match=r"^budget"):
            query(CUBE, CUBE, budget=budget)

    @pytest.mark.parametrize("budget", [1, 1.0, np.float64(1.0), np.float32(1.0), np.inf])
    def test_numbers_of_any_kind_and_infinity_are_budgets(self, query, budget):
        assert query(CUBE, CUBE, budget=budget).certain

    def test_it_is_asked_for(self, query):
        with pytest.raises(TypeError, match="budget"):
            query(CUBE, CUBE)

    def test_batches_are_refused(self, query):
        poses = np.stack([np.eye(4)] * 3)
        with pytest.raises(ImpingeError, match=r"^pose_a: a batch of 3 poses"):
            query(CUBE, CUBE, poses, budget=1.0)
        with pytest.raises(ImpingeError, match=r"^pose_b: a batch of 3 poses"):
            query(CUBE, CUBE, None, poses, budget=1.0)

    def test_bad_shapes_and_poses_are_named(self, query):
        with pytest.raises(ImpingeError, match=r"^b"):
            query(CUBE, 3, budget=1.0)
        with pytest.raises(ImpingeError, match=r"^pose_b"):
            query(CUBE, CUBE, None, np.diag([2.0, 2.0, 2.0, 1.0]), budget=1.0)

    def test_pairs_of_arrays_are_meshes(self, query):
        assert query((CUBE.vertices, CUBE.faces), CUBE, budget=1.0).overlap


@pytest.mark.parametrize("query", QUERIES)
def test_what_is_counted_adds_up(query):
    pose = shift(2.0, 0.3, 0.1)
    with count() as whole:
        answers = step_by_step(query, SMALL_KNOT, SMALL_BUMPY, pose)
    total = np.array([0, 0])
    with count() as cost:
        found = query(SMALL_KNOT, SMALL_BUMPY, None, pose, budget=INSTANT)
    total += cost.volume_tests, cost.primitive_tests
    while not found.certain:
        with count() as cost:
            found = found.resume(INSTANT)
        total += cost.volume_tests, cost.primitive_tests
    assert [whole.volume_tests, whole.primitive_tests] == total.tolist()
    assert len(answers) > 1
    assert total[0] >= 8
    assert total[1] >= 1


@pytest.mark.plain
@pytest.mark.parametrize("x", [0.2, 1.5, 1e4])
def test_small_meshes_are_answered_without_compilation(x):
    box, ball, pose = box_mesh((1.0, 1.0, 1.0)), icosphere(0.6, 0), shift(x)
    near = check_within(box, ball, None, pose)
    answers = step_by_step(distance_within, box, ball, pose)
    check_never_worse(answers)
    assert answers[-1].upper == near.upper
