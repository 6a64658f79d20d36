"""What all rigid motions keep: ends, rigidity, velocities, laws of motion and scale, batches."""

import json
import pickle
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from moving import motions, pose, pose_pairs, random_pose, size_of
from strategies import poses as any_poses

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Box
from impinge.motion import Motion, PiecewiseMotion, RigidMotion, ScrewMotion, VertexMotion
from impinge.motion.rigid import not_a_motion

KINDS = [
    Motion,
    lambda a, b: Motion(a, b, centre=(0.5, -2.0, 1.0)),
    ScrewMotion,
    lambda a, b: ScrewMotion(a, b, turning=(0, 2), sliding=(3, 0.5)),
    lambda a, b: PiecewiseMotion([a, b], kind="screw"),
]


@pytest.mark.parametrize("make", KINDS)
def test_both_ends_are_met(make):
    for first, last in pose_pairs(1):
        motion = make(first, last)
        size = 1.0 + max(np.abs(first[:3, 3]).max(), np.abs(last[:3, 3]).max())
        np.testing.assert_allclose(motion.pose(0.0), first, rtol=0, atol=1e-15 * size)
        np.testing.assert_allclose(motion.pose(1.0), last, rtol=0, atol=1e-12 * size)
        np.testing.assert_array_equal(motion.pose_t0, motion.pose(0.0))
        np.testing.assert_array_equal(motion.pose_t1, motion.pose(1.0))


@given(any_poses(), any_poses())
def test_both_ends_are_met_of_any_poses(first, last):
    for make in KINDS:
        motion = make(first, last)
        np.testing.assert_allclose(motion.pose(0.0), first, rtol=0, atol=1e-12)
        np.testing.assert_allclose(motion.pose(1.0), last, rtol=0, atol=1e-12)


def test_bodies_stay_rigid():
    times = np.linspace(0.0, 1.0, 41)
    for motion in motions(2):
        turns = motion.pose(times)[:, :3, :3]
        products = np.einsum("tji,tjk->tik", turns, turns)
        assert np.abs(products - np.eye(3)).max() < 1e-13
        assert np.linalg.det(turns).min() > 0.9
        np.testing.assert_array_equal(motion.pose(times)[:, 3], np.tile([0, 0, 0, 1], (41, 1)))


def test_velocities_are_derivatives():
    for motion in motions(3):
        # In the middle of pieces, where there are any.
        for t in (0.05, 0.25, 0.405, 0.7):
            fast = np.linalg.norm(motion.velocity(t).angular) + 1.0
            h = 1e-4 / fast
            before, after = motion.pose(t - h), motion.pose(t + h)
            found = motion.velocity(t)
            rate = (after - before) / (2 * h)
            tolerance = 1e-6 * size_of(motion) * fast
            np.testing.assert_allclose(rate[:3, 3], found.linear, rtol=0, atol=tolerance)
            spin = rate[:3, :3] @ motion.pose(t)[:3, :3].T
            angular = 0.5 * np.array(
                [spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]
            )
            np.testing.assert_allclose(angular, found.angular, rtol=0, atol=1e-6 * fast)


@pytest.mark.parametrize("make", KINDS)
def test_moving_the_world_moves_the_motion(make):
    rng = np.random.default_rng(4)
    times = np.linspace(0.0, 1.0, 7)
    for first, last in pose_pairs(4):
        if np.abs(np.linalg.det(first[:3, :3] + last[:3, :3])) < 1e-6:
            # Half turns, or nearly: either way round is right.
            continue
        if make is KINDS[3] and ScrewMotion(first, last).angle < 1e-2:
            # Turning and sliding at different paces along an axis that poses hardly tell.
            continue
        world = random_pose(rng)
        moved = make(world @ first, world @ last).pose(times)
        size = 10.0 * (1.0 + np.abs(last[:3, 3]).max() + np.abs(first[:3, 3]).max())
        expected = world @ make(first, last).pose(times)
        np.testing.assert_allclose(moved, expected, rtol=0, atol=1e-12 * size)


def test_a_screw_does_not_depend_on_the_frame_of_the_body():
    rng = np.random.default_rng(5)
    times = np.linspace(0.0, 1.0, 7)
    for first, last in pose_pairs(5):
        if np.abs(np.linalg.det(first[:3, :3] + last[:3, :3])) < 1e-6:
            continue
        body = random_pose(rng)
        screw = ScrewMotion(first, last).pose(times) @ body
        size = 10.0 * (1.0 + np.abs(last[:3, 3]).max() + np.abs(first[:3, 3]).max())
        other = ScrewMotion(first @ body, last @ body).pose(times)
        np.testing.assert_allclose(other, screw, rtol=0, atol=1e-12 * size)


@pytest.mark.parametrize("make", [Motion, ScrewMotion])
def test_the_way_back_is_the_same(make):
    times = np.linspace(0.0, 1.0, 9)
    for first, last in pose_pairs(6):
        if np.abs(np.linalg.det(first[:3, :3] + last[:3, :3])) < 1e-6:
            continue
        there, back = make(first, last).pose(times), make(last, first).pose(1.0 - times)
        size = 1.0 + max(np.abs(first[:3, 3]).max(), np.abs(last[:3, 3]).max())
        np.testing.assert_allclose(there, back, rtol=0, atol=1e-12 * size)


@given(any_poses(), any_poses(), st.sampled_from([-30, -3, 5, 40]), st.floats(2.0**-60, 1.0))
def test_scaling_by_powers_of_two_is_exact(first, last, power, t):
    scale = 2.0**power
    for matrix in (first, last):
        # Products with times and sines, scaled down, are exact while they are normal numbers.
        matrix[:3, 3] = np.where(np.abs(matrix[:3, 3]) < 1e-200, 0.0, matrix[:3, 3])
    scaled = [m.copy() for m in (first, last)]
    for matrix in scaled:
        matrix[:3, 3] *= scale
    for make in (Motion, ScrewMotion):
        one, other = make(first, last), make(*scaled)
        expected = one.pose(t)
        expected[:3, 3] *= scale
        np.testing.assert_array_equal(other.pose(t), expected)


@pytest.mark.parametrize("make", KINDS[:4])
def test_batches_answer_like_single_ones(make):
    pairs = list(pose_pairs(7))
    first, last = (np.stack(poses) for poses in zip(*pairs, strict=True))
    batch, n = make(first, last), len(pairs)
    times = np.linspace(0.0, 1.0, n)

    assert len(batch) == n
    for k in (0, 7, n - 1):
        single = make(first[k], last[k])
        np.testing.assert_array_equal(batch.pose(0.3)[k], single.pose(0.3))
        np.testing.assert_array_equal(batch.pose(times)[k], single.pose(times[k]))
        np.testing.assert_array_equal(batch[k].pose(0.3), single.pose(0.3))
        np.testing.assert_array_equal(batch.velocity(0.3).linear[k], single.velocity(0.3).linear)
        np.testing.assert_array_equal(
            batch.enclosure(0.2, 0.3)[0][k], single.enclosure(0.2, 0.3)[0]
        )
        assert batch.speed_bound(1.0)[k] == single.speed_bound(1.0)
        assert batch.travel_bound(1.0)[k] == single.travel_bound(1.0)
        assert batch.speed_range((1, 0, 0), 1.0)[0][k] == single.speed_range((1, 0, 0), 1.0)[0]
    assert len(batch[2:5]) == 3
    with pytest.raises(ImpingeError, match="t: 4 times for"):
        batch.pose([0, 0.1, 0.2, 0.3])


def test_one_pose_goes_with_every_row_and_none_is_empty():
    batch = Motion(None, np.tile(np.eye(4), (3, 1, 1)))
    assert len(batch) == 3
    empty = ScrewMotion(np.empty((0, 4, 4)), None)
    assert empty.pose(0.5).shape == (0, 4, 4)
    assert empty.enclosure()[0].shape == (0, 4, 4)
    assert empty.speed_bound(1.0).shape == (0,)
    assert empty.deviation(empty, 1.0).shape == (0,)


def test_the_same_bits_on_any_number_of_threads():
    rng = np.random.default_rng(8)
    last = np.stack([random_pose(rng) for _ in range(3000)])
    found = []
    for threads in (1, 2, 5):
        with use_threads(threads):
            motion = ScrewMotion(None, last)
            found.append((motion.pose(0.4), motion.enclosure(0.1, 0.9)[1]))
    for other in found[1:]:
        for one, two in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(one, two)


def test_motions_pickle_and_copy():
    for motion in motions(9):
        for other in (pickle.loads(pickle.dumps(motion)), deepcopy(motion)):
            assert type(other) is type(motion)
            np.testing.assert_array_equal(other.pose(0.3), motion.pose(0.3))
            assert repr(other) == repr(motion)
            assert json.dumps(other.to_dict()) == json.dumps(motion.to_dict())


def test_motions_do_not_change():
    first = pose(shift=(1, 0, 0))
    motion = Motion(first, None)
    first[0, 3] = 7.0

    assert motion.pose(0.0)[0, 3] == 1.0
    with pytest.raises(AttributeError, match="immutable"):
        motion._rows = None
    for shown in (motion.pose_t0, motion.axis, motion.linear, motion.angular, motion.centre):
        with pytest.raises(ValueError, match="read-only"):
            shown[...] = 0.0


@pytest.mark.parametrize("make", [Motion, ScrewMotion])
def test_errors_name_the_argument(make):
    with pytest.raises(ImpingeError, match="pose_t0: is not finite"):
        make(np.full((4, 4), np.nan), None)
    with pytest.raises(ImpingeError, match="pose_t1: scales"):
        make(None, np.diag([2, 2, 2, 1]))
    with pytest.raises(ImpingeError, match="pose_t0 and pose_t1: batches of 2 and 3"):
        make(np.tile(np.eye(4), (2, 1, 1)), np.tile(np.eye(4), (3, 1, 1)))
    motion = make(None, None)
    for t in (-0.1, 1.5, np.nan, np.inf):
        with pytest.raises(ImpingeError, match=r"t: .* is outside of the step"):
            motion.pose(t)
    with pytest.raises(ImpingeError, match="t: expected real numbers"):
        motion.pose("now")
    with pytest.raises(ImpingeError, match="t: expected one time"):
        motion.velocity([[0.0]])
    with pytest.raises(ImpingeError, match="start and stop"):
        motion.enclosure(0.5, 0.2)
    with pytest.raises(ImpingeError, match="stop"):
        motion.speed_bound(1.0, stop=2.0)
    with pytest.raises(ImpingeError, match="radius: -1 is less"):
        motion.travel_bound(-1)
    with pytest.raises(ImpingeError, match="direction: expected shape"):
        motion.speed_range((1, 0), 1.0)
    with pytest.raises(ImpingeError, match="point: row 0 is not finite"):
        motion.speed_bound(1.0, point=(np.nan, 0, 0))
    with pytest.raises(ImpingeError, match="other: expected a rigid motion"):
        motion.deviation(VertexMotion([[0, 0, 0]], [[0, 0, 0]]), 1.0)
    two, three = (make(None, np.tile(np.eye(4), (n, 1, 1))) for n in (2, 3))
    with pytest.raises(ImpingeError, match="other: 3 motions, expected 2"):
        two.deviation(three, 1.0)
    with pytest.raises(TypeError):
        len(motion)
    with pytest.raises(TypeError):
        motion[0]


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e149])
def test_nothing_overflows_or_is_no_number(scale):
    last = pose((1, 2, 3), 2.0, scale * np.array([1.0, -2.0, 3.0]))
    for make in (Motion, ScrewMotion, lambda a, b: Motion(a, b, centre=(scale, 0, scale))):
        motion = make(None, last)
        np.testing.assert_allclose(motion.pose(1.0), last, rtol=1e-12, atol=1e-12)
        lower, upper = motion.enclosure(0.2, 0.7)
        assert np.isfinite([lower, upper]).all()
        assert (lower <= motion.pose(0.5)).all()
        assert (motion.pose(0.5) <= upper).all()
        for bound in (motion.speed_bound(scale), motion.travel_bound(scale)):
            # Squares of less than 1e-150 vanish, and are made up for.
            assert 3.0 * scale < bound < 100.0 * scale + 1e-150
        assert motion.deviation(ScrewMotion(None, last), scale) < 100.0 * scale + 1e-150
        assert not np.isnan(motion.speed_range((0, 0, 1), scale)).any()


def test_shapes_stand_for_how_far_they_reach():
    last = pose((0, 0, 1), 2.0, (1, 0, 0))
    one, other = Motion(None, last), ScrewMotion(None, last)
    crate = Box((2, 2, 2))

    assert one.speed_bound(crate) == pytest.approx(one.speed_bound(np.sqrt(3)), rel=1e-12)
    assert one.deviation(other, crate) == pytest.approx(one.deviation(other, np.sqrt(3)))


def test_every_kind_is_a_rigid_motion():
    assert all(isinstance(motion, RigidMotion) for motion in motions(10))
    assert "2 motions" in repr(Motion(None, np.tile(np.eye(4), (2, 1, 1))))
    assert "no turn" in repr(Motion(None, None))


def test_a_list_of_motions_is_no_motion_and_the_error_says_what_is():
    error = str(not_a_motion([Motion(None, None)], "motion_a", ""))
    assert error.startswith("motion_a: a list of motions; a batch is one motion between poses")
