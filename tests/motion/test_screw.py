"""Screws: about one axis of the world at all times, for every angle, wherever the axis is."""

import numpy as np
import pytest
from moving import pose, pose_pairs, turn, unit

from impinge.core.errors import ImpingeError
from impinge.motion import Motion, ScrewMotion

TIMES = np.linspace(0.0, 1.0, 9)


def test_it_is_the_screw_of_the_textbook():
    """x(t) = O + Rot(u, w t) (x - O) + t s u: to the digits that O, which may be far, has."""
    for first, last in pose_pairs(0):
        screw = ScrewMotion(first, last)
        if screw.angle < 1e-5:
            continue
        u, o = screw.axis, screw.point
        for t in TIMES:
            step = turn(u, screw.angle * t)
            expected = o + step @ (first[:3, 3] - o) + t * screw.slide * u
            found = screw.pose(t)
            far = 1.0 + np.abs(o).max() + np.abs(last[:3, 3]).max()
            np.testing.assert_allclose(found[:3, 3], expected, rtol=0, atol=1e-13 * far)
            np.testing.assert_allclose(found[:3, :3], step @ first[:3, :3], atol=1e-13)


def test_points_of_the_axis_only_slide():
    for first, last in pose_pairs(1):
        screw = ScrewMotion(first, last)
        if screw.angle < 1e-3:
            continue
        body = np.linalg.solve(first, np.append(screw.point, 1.0))
        places = (screw.pose(TIMES) @ body)[:, :3]
        expected = screw.point + np.outer(TIMES, screw.slide * screw.axis)
        size = 1.0 + np.abs(screw.point).max() + np.abs(last).max()
        np.testing.assert_allclose(places, expected, rtol=0, atol=1e-12 * size)


@pytest.mark.parametrize("angle", [0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6])
def test_small_turns_tend_to_the_translation(angle):
    """The axis is up to 1e15 times as far as the shift is long; nothing is lost."""
    shift = np.array([3.0, -1.0, 2.0])
    screw = ScrewMotion(None, pose((1, 1, 0), angle, shift))
    places = screw.pose(TIMES)[:, :3, 3]

    np.testing.assert_allclose(places[-1], shift, rtol=0, atol=1e-15)
    # Off from the straight line by the arc's height, an eighth of the angle times its length.
    off = np.abs(places - np.outer(TIMES, shift)).max()
    assert off <= angle * 3.75 / 8 * 1.01 + 1e-15
    if angle > 1e-8:
        assert off >= angle / 8


def test_pure_translations():
    screw = ScrewMotion(pose((1, 0, 0), 1.0), pose((1, 0, 0), 1.0, (0, 3, 4)))

    assert screw.angle == 0.0
    assert screw.slide == pytest.approx(5.0)
    np.testing.assert_allclose(screw.axis, [0, 0.6, 0.8])
    np.testing.assert_allclose(screw.point, 0.0)
    still = ScrewMotion(None, None)
    assert still.slide == 0.0
    np.testing.assert_array_equal(still.pose(0.5), np.eye(4))


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, 3), (-1, 0.1, 0)])
def test_half_turns(axis):
    u = unit(axis)
    shift = np.array([1.0, 2.0, 3.0])
    screw = ScrewMotion(None, pose(axis, np.pi, shift))

    assert screw.angle == pytest.approx(np.pi, abs=1e-15)
    assert abs(screw.axis @ u) == pytest.approx(1.0, abs=1e-15)
    across = shift - u * (u @ shift)
    np.testing.assert_allclose(screw.point, 0.5 * across, atol=1e-14)
    np.testing.assert_allclose(screw.pose(1.0)[:3, 3], shift, atol=1e-14)


def test_a_screw_and_a_motion_agree_about_its_axis():
    """A motion whose centre is on the axis is the screw."""
    for first, last in pose_pairs(2):
        screw = ScrewMotion(first, last)
        if screw.angle < 0.1:
            continue
        centre = np.linalg.solve(first, np.append(screw.point, 1.0))[:3]
        size = 1.0 + np.abs(screw.point).max() + np.abs(last).max()
        found = Motion(first, last, centre=centre).pose(TIMES)
        np.testing.assert_allclose(found, screw.pose(TIMES), rtol=0, atol=1e-12 * size)


@pytest.mark.parametrize("turning", [(1, 1), (0, 0), (3, 3), (0, 3), (2, 0.5)])
def test_eased_screws_go_one_way_and_meet_their_ends(turning):
    last = pose((0, 0, 1), 2.0, (1, 0, 5))
    screw = ScrewMotion(None, last, turning=turning, sliding=(0, 0))
    times = np.linspace(0.0, 1.0, 500)
    poses = screw.pose(times)

    np.testing.assert_allclose(poses[-1], last, atol=1e-14)
    angles = np.arctan2(poses[:, 1, 0], poses[:, 0, 0])
    assert np.diff(angles).min() > -1e-15
    assert np.diff(poses[:, 2, 3]).min() > -1e-15
    for end, speed in zip((0.0, 1.0), turning, strict=True):
        np.testing.assert_allclose(screw.velocity(end).angular, [0, 0, 2.0 * speed], atol=1e-14)
        assert screw.velocity(end).linear[2] == pytest.approx(0.0, abs=1e-14)


def test_equal_paces_keep_the_path():
    last = pose((1, 2, 3), 2.5, (1, 0, 5))
    plain = ScrewMotion(None, last)
    eased = ScrewMotion(None, last, turning=(0, 0), sliding=(0, 0))
    progress = 3 * TIMES**2 - 2 * TIMES**3

    np.testing.assert_allclose(eased.pose(TIMES), plain.pose(progress), atol=1e-14)
    assert eased.turning == (0.0, 0.0)
    assert plain.sliding == (1.0, 1.0)


def test_what_it_says_of_itself():
    screw = ScrewMotion(None, pose((0, 0, 1), 1.0, (3, 0, 0)), turning=(0, 1))
    said = screw.to_dict()

    assert said["kind"] == "ScrewMotion"
    again = ScrewMotion(**{k: v for k, v in said.items() if k != "kind"})
    np.testing.assert_allclose(again.pose(0.4), screw.pose(0.4), atol=1e-14)


def test_errors_name_the_argument():
    with pytest.raises(ImpingeError, match="turning: 4 times the mean speed"):
        ScrewMotion(None, None, turning=(1, 4))
    with pytest.raises(ImpingeError, match="sliding: -1 is less than 0"):
        ScrewMotion(None, None, sliding=(-1, 1))
    with pytest.raises(ImpingeError, match="sliding: expected two speeds"):
        ScrewMotion(None, None, sliding=1.0)
    with pytest.raises(ImpingeError, match="turning: nan is not finite"):
        ScrewMotion(None, None, turning=(np.nan, 1))
