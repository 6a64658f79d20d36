import numpy as np
import pytest
from soft_cases import bar, moved

from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody
from impinge.simulation.soft_balance import (
    groups_of,
    inertia_of,
    keep_momentum,
    lose_energy,
    momentum_about,
)
from impinge.simulation.soft_state import SoftState, SoftSystem

CUBE = brick((1, 1, 1))


@pytest.fixture(scope="module")
def system():
    bodies = {f"cube {k}": SoftBody(moved(CUBE, 2.0 * k)) for k in range(4)}
    return SoftSystem({**bodies, "bar": bar()}, np.array([0.0, 0, -10]))


def states(system, seed):
    rng = np.random.default_rng(seed)
    x = np.concatenate([body.mesh.vertices for body in system.bodies])
    return SoftState(x, rng.normal(size=x.shape))


def test_groups_are_bodies_in_contact(system):
    found = groups_of(system, np.array([[2, 0], [3, -1]]))
    assert [group.bodies.tolist() for group in found] == [[0, 2], [1], [3], [4]]
    assert [len(group.vertices) for group in found] == [16, 8, 8, 99]
    assert [group.is_free for group in found] == [True, True, False, False]


def test_momenta_of_a_group_are_what_they_must_be(system):
    before, after = states(system, 1), states(system, 2)
    members = np.arange(16)
    kept = after.velocities[16:].copy()
    keep_momentum(system, before, after, 0.1, members)
    masses = system.masses[members]
    centres = [(masses @ one.vertices[members]) / masses.sum() for one in (before, after)]
    one, two = (
        momentum_about(masses, SoftState(s.vertices[members], s.velocities[members]), c)
        for s, c in zip((before, after), centres, strict=True)
    )
    assert two[0] == pytest.approx(one[0] + 0.1 * masses.sum() * system.gravity)
    assert two[1] == pytest.approx(one[1])
    assert np.array_equal(after.velocities[16:], kept)


def test_inertia_is_that_of_points():
    rng = np.random.default_rng(3)
    masses, arms = rng.uniform(1, 2, 5), rng.normal(size=(5, 3))
    spin = rng.normal(size=3)
    momentum = (masses[:, None] * np.cross(arms, np.cross(spin, arms))).sum(axis=0)
    assert inertia_of(masses, arms) @ spin == pytest.approx(momentum)


@pytest.mark.parametrize("is_free", [True, False])
def test_a_group_loses_what_it_is_told_to(system, is_free):
    state = states(system, 4)
    members = np.arange(16)
    masses = system.masses[members]
    before = momentum_about(masses, SoftState(state[0][:16], state[1][:16]), np.zeros(3))
    had = system.kinetic(state.velocities)[:2].sum()
    assert lose_energy(system, state, members, 10.0, is_free=is_free) == 0.0
    assert system.kinetic(state.velocities)[:2].sum() == pytest.approx(had - 10.0)
    after = momentum_about(masses, SoftState(state[0][:16], state[1][:16]), np.zeros(3))
    assert (np.allclose(before, after)) == is_free
    assert lose_energy(system, state, members, 1e9, is_free=is_free) > 9e8
