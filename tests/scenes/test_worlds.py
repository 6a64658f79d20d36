"""Named worlds: each is built, steps, and does what its name says."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import world, world_names
from impinge.scenes.worlds import SOFT, WORLDS, bullets, precession

LARGE = {"box-pile", "mixed-pile", "bullets", "falling-train", "four-trains"}


def test_names():
    named = (
        "cradle", "billiard", "bouncing-ball", "incline", "spinning-top", "dzhanibekov",
        "card-house", "box-pile", "mixed-pile", "wrong-side", "peg-in-hole", "bullets",
    )  # fmt: skip
    assert set(named) <= set(world_names())
    for builder in WORLDS.values():
        assert builder.__doc__
    with pytest.raises(ImpingeError, match="name: 'nothing', expected one of cradle"):
        world("nothing")
    with pytest.raises(ImpingeError, match="seed"):
        world("cradle", seed=-1)


def test_unknown_options_are_refused():
    with pytest.raises(ImpingeError, match="options: 'foo', expected one of gravity, step, method"):
        world("billiard", foo=1)
    with pytest.raises(ImpingeError, match="did you mean 'friction'"):
        world("four-trains", frictoin=0.1)
    for name in ("soft-pile", "clamp"):
        for given in ({"bodies": {}}, {"method": "events"}):
            with pytest.raises(ImpingeError, match="expected one of velocities, step, integrator"):
                world(name, **given)
    assert world("cradle", step=0.5).step().time == 0.5


@pytest.mark.parametrize("name", sorted(set(world_names()) - LARGE - set(SOFT)))
def test_each_starts_free_and_steps(name):
    made = world(name)
    made.step(3)
    assert made.time > 0.0


@pytest.mark.parametrize("name", ["box-pile", "mixed-pile"])
def test_piles_start_free(name):
    made = world(name, 3)
    assert len(made) == 1005
    assert made.step().contacts >= 0


def test_seeds_differ():
    one, other, again = (world("billiard", seed).poses for seed in (0, 1, 0))
    assert not np.array_equal(one, other)
    np.testing.assert_array_equal(one, again)


def test_an_incline_slides_and_sticks():
    """Friction 0.2 and 0.8 at 25 degrees."""
    made = world("incline")
    made.step(240)
    slides, sticks = made.velocities[1:, :3]
    slope = np.deg2rad(25)
    expected = 9.81 * (np.sin(slope) - 0.2 * np.cos(slope))
    assert np.linalg.norm(slides) == pytest.approx(expected, rel=0.02)
    assert np.linalg.norm(sticks) < 1e-3


def test_a_top_precesses():
    """Two thirds of a turn about the vertical, within 2 %, and it does not fall."""
    made = world("spinning-top")
    rate = precession(made._bodies.shapes[1], 9.81)
    axes = []
    for _ in range(10):
        made.step(96)
        axes.append(made.poses[1, :3, 2])
    angles = np.unwrap([np.arctan2(axis[1], axis[0]) for axis in axes])
    assert angles[-1] - angles[0] == pytest.approx(0.9 * rate, rel=0.02)
    np.testing.assert_allclose([axis[2] for axis in axes], np.cos(np.pi / 12), atol=0.01)


def test_a_nut_flips():
    made = world("dzhanibekov")
    along = []
    for _ in range(100):
        made.step(6)
        along.append(float(made.poses[0, 2, 2]))
    assert min(along) < -0.9
    assert max(along[along.index(min(along)) :]) > 0.9


def test_a_house_of_cards_stands():
    made = world("card-house")
    before = made.poses[:, 2, 3]
    made.step(480)
    np.testing.assert_allclose(made.poses[:, 2, 3], before, atol=2e-3)


def test_stepping_lets_bullets_through():
    """Plates of 1 mm, ways of 1.7 m in a step: what no continuous check sees."""
    made = bullets(np.random.default_rng(0), {"method": "stepping"}, 9)
    made.step(5)
    assert np.count_nonzero(made.poses[1::2, 2, 3] < 0) >= 5
