"""Spinning blades: their times are those that many looks find.

Turning polygons: the angles at which they touch, against looking at many.
"""

import numpy as np
import pytest
from moving_pairs import check_known, check_same_seed, touching

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Mesh
from impinge.scenes import spinning_blades
from impinge.scenes.blades import (
    KINDS,
    NEAR,
    first_turn,
    overlap_polygons,
    rectangle,
    touching_turns,
    turned,
)


@pytest.mark.parametrize("meshes", [False, True])
@pytest.mark.parametrize("turns", [0.6, 50.0])
def test_blades_touch_at_their_times(meshes, turns):
    found = spinning_blades(60, turns, seed=3, meshes=meshes)

    assert isinstance(found.shape_a, Mesh if meshes else Box)
    check_known(found)


def test_kinds_are_what_they_say():
    found = spinning_blades(100, seed=5)
    kinds = np.array(found.kinds)

    assert set(KINDS) == set(found.kinds)
    assert (found.first[kinds == "late"] >= 0.6).all()
    assert np.isposinf(found.first[(kinds == "near miss") | (kinds == "below")]).all()
    free = found.gap[~found.touches]
    assert ((free >= NEAR[0]) & (free <= NEAR[1])).all()


def test_contacts_are_short():
    """A sample at the end of the step, or at its middle, sees next to nothing of them."""
    found = spinning_blades(200, seed=2)
    hits = found.touches
    seen = sum(touching(found, np.full(200, t))[hits].mean() for t in (0.5, 1.0))

    assert seen < 0.2


def test_a_tip_comes_as_near_as_said():
    found = spinning_blades(20, 3.0, seed=1)
    near = [i for i, kind in enumerate(found.kinds) if kind == "near miss"]
    times = np.linspace(0.0, 1.0, 20_001)
    for i in near:
        poses = found.motion_a[i].pose(times), found.motion_b[i].pose(times)
        tips = poses[0] @ np.array([[x, y, 0, 1] for x in (-0.5, 0.5) for y in (-5e-4, 5e-4)]).T
        posts = np.linalg.inv(poses[1]) @ tips
        outside = np.maximum(np.abs(posts[:, :2]) - 5e-4, 0.0)
        least = np.hypot(outside[:, 0], outside[:, 1]).min()
        assert found.gap[i] <= least < found.gap[i] + 1e-5


def test_some_posts_move():
    found = spinning_blades(60, seed=4)
    assert 10 < (found.motion_b.angle > 0.0).sum() < 30
    assert 30 < (np.abs(found.motion_a.linear).max(axis=1) > 0.0).sum() < 50


def test_seeds_repeat():
    check_same_seed(lambda seed: spinning_blades(10, seed=seed))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ImpingeError, match="n: 0"):
        spinning_blades(0)
    with pytest.raises(ImpingeError, match=r"turns: 0\.5, expected 0\.6 or more"):
        spinning_blades(3, 0.5)


def convex_polygon(rng, place):
    angles = np.sort(rng.uniform(0.0, 2.0 * np.pi, 6))
    return np.stack([np.cos(angles), 0.5 * np.sin(angles)], axis=1) + place


def test_intervals_are_those_of_samples():
    rng = np.random.default_rng(4)
    angles = np.linspace(0.0, 2.0 * np.pi, 2000, endpoint=False)
    some = 0
    for _ in range(60):
        a, b = (
            convex_polygon(rng, rng.normal(size=2)),
            convex_polygon(rng, 2.0 * rng.normal(size=2)),
        )
        intervals = touching_turns(a, b)
        seen = overlap_polygons(turned(a, angles), b)
        some += seen.any() and not seen.all()
        told = np.zeros(len(angles), bool)
        for low, high in intervals:
            told |= (angles - low) % (2.0 * np.pi) <= high - low
        near = np.zeros(len(angles), bool)
        for end in intervals.ravel():
            near |= np.abs((angles - end + np.pi) % (2.0 * np.pi) - np.pi) < 1e-9
        np.testing.assert_array_equal(told[~near], seen[~near])
    assert some > 20


def test_a_bar_with_two_corners_touches_twice_at_its_end():
    """Behind the middle of its end, and before its corners: touched, free, touched."""
    bar = rectangle(2.0, 0.4)
    point = rectangle(1e-6, 1e-6, place=np.array([1.01, 0.0]))
    assert len(touching_turns(bar, point)) == 4


def test_never_and_always():
    far, around = rectangle(1, 1, place=np.array([9.0, 0.0])), rectangle(5, 5)
    assert touching_turns(rectangle(2, 1), far).shape == (0, 2)
    assert touching_turns(rectangle(2, 1), around).tolist() == [[0.0, 2.0 * np.pi]]


@pytest.mark.parametrize(
    ("start", "turn", "expected"),
    [(0.0, 7.0, 1.0), (0.0, 0.9, np.inf), (1.5, 7.0, 0.0), (2.5, 7.0, 2 * np.pi - 1.5),
     (2.5, -7.0, 0.5), (0.0, -9.0, 2 * np.pi - 2.0), (0.5, -0.5, np.inf)],
)  # fmt: skip
def test_the_first_turn(start, turn, expected):
    assert first_turn(np.array([[1.0, 2.0]]), start, turn) == pytest.approx(expected)
