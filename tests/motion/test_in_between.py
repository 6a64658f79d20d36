"""Articulations in between: poses against configurations, boxes and speeds against samples."""

from functools import cache

import numpy as np
import pytest
from articulated import random_articulation, random_pose, turn_about

from impinge import use_threads
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, HalfSpace, Joint, Link
from impinge.motion import InBetween, link_boxes
from impinge.motion.in_between import link_points
from impinge.motion.kernels.pose_at import pose_rows
from impinge.motion.kinematics import Kinematics

RNG = np.random.default_rng
SEEDS = range(6)
ROWS = 100
every_tree = pytest.mark.parametrize("seed", SEEDS)


@cache
def step_of(seed, turn=1.0):
    """Random configurations of a random tree, all kinds of joints, and some that stay."""
    rng = RNG(seed)
    tree = random_articulation(seed, links=10, meshes=False)
    kinematics = Kinematics(tree, random_pose(rng, 3.0))
    q0 = kinematics.random(ROWS, rng)
    speeds = turn * rng.normal(size=(ROWS, tree.speeds)) * (rng.random((ROWS, tree.speeds)) < 0.8)
    # A third are small steps, some turn many times.
    speeds *= np.array([0.1, 1.0, 3.0])[np.arange(ROWS) % 3, None]
    return InBetween(kinematics, q0, kinematics.integrate(q0, speeds, 1.0))


def moved(poses, points):
    """Points (k, 3) of a link at poses (..., 4, 4)."""
    return np.einsum("...ij,kj->...ki", poses[..., :3, :3], points) + poses[..., None, :3, 3]


@every_tree
def test_chains_of_rows_are_where_configurations_are(seed):
    motion = step_of(seed)
    parents, links = motion.kinematics.articulation.parents, motion._links
    for t in (0.0, 0.3, 1.0):
        relative = np.empty((ROWS * links, 4, 4))
        every = np.arange(ROWS * links)
        pose_rows(motion.rows, every, np.full(len(every), t), relative, 0, len(every))
        chained = relative.reshape(ROWS, links, 4, 4)
        for k in range(1, links):
            chained[:, k] = chained[:, parents[k]] @ chained[:, k]
        expected = motion.kinematics.link_poses(motion.configuration(t))
        assert np.abs(chained - expected).max() < 1e-12
        assert np.abs(motion.link_poses(t) - expected).max() == 0.0
    assert np.array_equal(motion.configuration(1.0), motion.q1)


def test_angles_go_beyond_a_turn_and_quaternions_turn_evenly():
    joints = [Joint("a", "continuous", "0", "1", axis=(0, 0, 1)), Joint("b", "ball", "1", "2"),
              Joint("c", "revolute", "2", "3", axis=(0, 0, 1), mimic=("a", -2.0, 0.5))]  # fmt: skip
    tree = Articulation([Link(str(k)) for k in range(4)], joints)
    ball = [0.0, np.sin(0.6), 0.0, np.cos(0.6)]
    motion = InBetween(Kinematics(tree), [0.0, 0, 0, 0, 1], [20.0, *ball])
    for t in (0.1, 0.77):
        poses = motion.link_poses(t)
        first, second = turn_about((0, 0, 1), 20 * t), turn_about((0, 1, 0), 1.2 * t)
        third = turn_about((0, 0, 1), -40 * t + 0.5)
        assert np.allclose(poses[1, :3, :3], first, atol=1e-13)
        assert np.allclose(poses[2, :3, :3], first @ second, atol=1e-13)
        assert np.allclose(poses[3, :3, :3], first @ second @ third, atol=1e-13)


@every_tree
@pytest.mark.parametrize("method", ["taylor", "intervals"])
def test_samples_stay_in_boxes(seed, method):
    motion = step_of(seed)
    points = link_points(motion.kinematics.articulation)
    for start, stop, count in ((0.0, 1.0, 60), (0.3, 0.4, 20), (0.7, 0.7, 1)):
        found = motion.boxes(points, start=start, stop=stop, method=method)
        low, high = np.full((2, *found.shape[:2], 3), [[[[np.inf]]], [[[-np.inf]]]])
        for t in np.linspace(start, stop, count):
            poses = motion.link_poses(t)
            for k, corners in enumerate(points):
                seen = moved(poses[:, k], corners)
                low[:, k] = np.minimum(low[:, k], seen.min(axis=1))
                high[:, k] = np.maximum(high[:, k], seen.max(axis=1))
        assert (found[:, :, 0] <= low).all()
        assert (high <= found[:, :, 1]).all()
        if method == "taylor":
            ratio = (found[:, :, 1] - found[:, :, 0]) / (high - low)
            assert np.median(ratio) < 1.02


def test_more_parts_are_tighter_and_many_turns_are_a_ring():
    motion = step_of(0)
    one, four = motion.boxes(parts=1), motion.boxes(parts=4)
    assert np.ptp(four, axis=2).sum() < np.ptp(one, axis=2).sum()
    crank = Joint("a", "continuous", "0", "1", axis=(0, 0, 1))
    tree = Articulation([Link("0"), Link("1")], [crank])
    spin = link_boxes(tree, [0.0], [6000 * np.pi], [np.zeros((0, 3)), [[3.0, 4.0, 1.0]]])
    # A circle of radius 5; entries of the rotation are bounded one by one, so that it is 3 + 4.
    assert np.allclose(spin[1], [[-7, -7, 1], [7, 7, 1]], atol=1e-9)
    assert (spin[0] == [[np.inf] * 3, [-np.inf] * 3]).all()


def test_sliding_and_resting_boxes_are_exact():
    slide = Joint("a", "prismatic", "0", "1", axis=(1, 0, 0))
    tree = Articulation([Link("0", [Box((1, 1, 1))]), Link("1", [Box((2, 4, 6))])], [slide])
    found = link_boxes(tree, [[-1.0]], [[2.0]])[0]
    assert np.allclose(found[0], [[-0.5] * 3, [0.5] * 3], atol=1e-12)
    assert np.allclose(found[1], [[-2, -2, -3], [3, 2, 3]], atol=1e-12)


def test_bits_do_not_depend_on_threads():
    found = []
    for count in (1, 2):
        with use_threads(count):
            found.append(step_of(1).boxes())
    assert np.array_equal(*found)


@every_tree
def test_no_two_points_approach_faster_than_said(seed):
    """Steps of sampled points between sampled times, in the frame of the common ancestor."""
    motion, rng = step_of(seed), RNG(10 + seed)
    parents, links = motion.kinematics.articulation.parents, motion._links
    rows, attacked, best = np.arange(ROWS), 0, 0.0
    for t in (0.0, 0.4):
        for _ in range(12):
            pairs = np.stack([rng.integers(0, links, ROWS), rng.integers(-1, links, ROWS)], axis=1)
            directions, radii = rng.normal(size=(ROWS, 3)), rng.uniform(0, 0.5, (ROWS, 2))
            bound = motion.closing_speed(pairs, directions, radii, t)
            tops = np.array([lowest_common(parents, a, b) for a, b in pairs])
            times = np.linspace(t, 1.0, 24)
            poses = np.stack([motion.link_poses(s) for s in times])
            frames = np.where((tops >= 0)[:, None, None], poses[:, rows, tops], np.eye(4))
            unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
            unit = np.einsum("nji,nj->ni", frames[0, :, :3, :3], unit)
            closing = np.zeros((len(times) - 1, ROWS))
            for side, sign in ((0, 1.0), (1, -1.0)):
                link = pairs[:, side]
                own = np.where((link >= 0)[:, None, None], poses[:, rows, link], np.eye(4))
                local = np.linalg.inv(frames) @ own
                around = rng.normal(size=(20, 3))
                around /= np.linalg.norm(around, axis=1, keepdims=True)
                ball = around[None] * radii[:, None, side, None]
                seen = np.einsum("tnij,nkj->tnki", local[..., :3, :3], ball)
                seen += local[..., None, :3, 3]
                along = sign * np.einsum("tnki,ni->tnk", seen, unit)
                # The world is at rest, whatever points are taken.
                closing += np.where(link >= 0, np.diff(along, axis=0).max(axis=2), 0.0)
            rate = closing.max(axis=0) / (times[1] - times[0])
            assert (rate <= bound + 1e-9).all()
            attacked += ROWS
            best = max(best, (rate / np.maximum(bound, 1e-9)).max())
    assert attacked == 2400
    assert best > 0.95


def lowest_common(parents, a, b):
    above = set()
    while a >= 0:
        above.add(int(a))
        a = parents[a]
    while b >= 0 and int(b) not in above:
        b = parents[b]
    return b


def test_directed_bound_is_reached_and_may_be_negative():
    """A slider that moves away; a crank's tip; two links that move together."""
    joints = [Joint("a", "prismatic", "0", "1", axis=(1, 0, 0)),
              Joint("b", "fixed", "1", "2", turned_pose()),
              Joint("c", "revolute", "2", "3", axis=(0, 0, 1)),
              Joint("d", "fixed", "1", "4")]  # fmt: skip
    tree = Articulation([Link(str(k)) for k in range(5)], joints)
    motion = InBetween(Kinematics(tree), [0.0, 0.0], [2.0, 1.5])

    def bound(a, b, direction, radius=0.5):
        return motion.closing_speed((a, b), direction, (radius, radius))

    assert bound(1, -1, (1, 0, 0)) == pytest.approx(2.0, abs=1e-12)
    assert bound(1, -1, (-1, 0, 0)) == pytest.approx(-2.0, abs=1e-12)
    assert bound(1, 0, (0, 3, 0)) == pytest.approx(0.0, abs=1e-12)
    assert bound(2, 4, (1, 0, 0)) == 0.0
    # The axis of the crank, its joint's z, is x of the world: nothing moves along that.
    assert bound(3, 4, (0, 1, 0)) == pytest.approx(0.75, abs=1e-12)
    assert bound(4, 3, (1, 0, 0)) == pytest.approx(0.0, abs=1e-12)
    assert bound(3, -1, (0, 1, 0)) == pytest.approx(0.75, abs=1e-12)


def turned_pose():
    pose = np.eye(4)
    pose[:3, :3] = turn_about((0, 1, 0), np.pi / 2)
    return pose


def test_lever_arms_include_every_offset():
    """Two cases that bounds with wrong lever arms miss: an offset child, and a link's own arm."""
    offset = np.eye(4)
    offset[:3, 3] = 10, 0, 0
    joints = [
        Joint("a", "revolute", "0", "1", axis=(0, 0, 1)),
        Joint("b", "fixed", "1", "2", offset),
    ]
    tree = Articulation([Link(str(k)) for k in range(3)], joints)
    motion = InBetween(Kinematics(tree), [0.0], [0.3])
    assert motion.closing_speed((2, -1), (0, 1, 0), (0.0, 0.0)) == pytest.approx(3.0, abs=1e-11)
    offset[0, 3] = 1
    tree = Articulation([Link("0"), Link("1")], [Joint("a", "revolute", "0", "1", offset)])
    motion = InBetween(Kinematics(tree), [0.0], [0.3])
    assert motion.closing_speed((1, -1), (0, 1, 0), (1.0, 0.0)) == pytest.approx(0.3, abs=1e-12)


def test_errors_name_argument_and_row():
    motion = step_of(0)
    tree = Articulation([Link("0"), Link("1")], [Joint("spin", "continuous", "0", "1")])
    ground = Articulation([Link("0", [HalfSpace((0, 0, 1), 0.0)])], [])
    for wrong, message in (
        (lambda: link_boxes(tree, [[0.0], [0.0]], [[1.0], [1e5]]), "row 1: joint 'spin' turns"),
        (lambda: link_boxes(tree, [[0.0]] * 3, [[1.0]] * 2), "q1: 2 rows, q0 has 3"),
        (lambda: link_boxes(tree, [np.nan], [1.0]), "q0: joint 'spin' is nan"),
        (lambda: link_boxes(tree, [0.0], [1.0], [np.zeros((1, 3))]), "1 arrays, there are 2"),
        (lambda: link_boxes(ground, [], []), "link '0': a HalfSpace does not end"),
        (lambda: motion.boxes(method="affine"), "method: 'affine'"),
        (lambda: motion.boxes(start=0.5, stop=0.4), "start, stop"),
        (lambda: motion.boxes(parts=0), "parts: .*got 0"),
        (lambda: motion.link_poses(1.1), "t: expected times"),
        (lambda: motion.link_poses([0.1, 0.2]), "t: shape"),
        (lambda: motion.closing_speed((0, 99), (1, 0, 0), (1, 1)), "links: expected numbers from"),
        (lambda: motion.closing_speed((0, 1), (1, 0, 0), (1, -1)), "radii"),
    ):
        with pytest.raises(ImpingeError, match=message):
            wrong()
