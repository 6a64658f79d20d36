"""Bodies on their path: ends are met, parts lie on the way, contacts are found."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.simulation import World
from impinge.simulation.events_motion import Checker, Travel, rotation_vectors, spins_of
from impinge.simulation.flight import Flight, fly


def some_bodies():
    made = World(method="events", gravity=(0, 0, 0))
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    at = im.pose((0, 0, 2), euler=(0.2, 0.4, 0.1))
    made.add("box", im.Box((1, 0.6, 0.4)), at, velocity=(1, 2, 3), spin=(3, 2, 1))
    return made._bodies


def test_the_end_of_a_flight_is_met():
    bodies = some_bodies()
    end = fly(bodies, np.zeros(3), 0.01, "rk4")
    travel = Travel.to(bodies, end)
    floor = bodies.rotations[0].copy()
    travel.part(0.5).carry(bodies)
    Travel.to(bodies, end).carry(bodies)
    assert bodies.centres == pytest.approx(end.centres, abs=1e-14)
    assert bodies.rotations == pytest.approx(end.rotations, abs=1e-12)
    assert np.array_equal(bodies.rotations[0], floor)


def test_rotation_vectors():
    rng = np.random.default_rng(0)
    angles = rng.normal(size=(50, 3)) * np.geomspace(1e-14, 1.0, 50)[:, None]
    found = rotation_vectors(Rotation.from_rotvec(angles).as_matrix())
    assert found == pytest.approx(angles, rel=1e-6, abs=1e-15)
    half = Rotation.from_rotvec([[np.pi, 0, 0]]).as_matrix()
    assert np.abs(rotation_vectors(half)) == pytest.approx(np.array([[np.pi, 0, 0]]), abs=1e-7)
    assert rotation_vectors(np.zeros((0, 3, 3))).shape == (0, 3)


def test_spins_have_the_momenta():
    bodies = some_bodies()
    momenta = (bodies.world_inertia() @ bodies.velocities[:, 3:, None])[:, :, 0]
    assert spins_of(bodies, momenta) == pytest.approx(bodies.velocities[:, 3:])


def test_contacts_on_the_path_are_found():
    """A box that turns about its centre while it falls; also after bodies were moved."""
    bodies = some_bodies()
    checker = Checker(bodies)
    down = np.array([[0, 0, 0], [0, 0, -2.0]])
    travel = Travel(down, np.array([[0, 0, 0], [7.0, 0, 0]]))
    first = checker.first_impact(bodies, travel, 1e-6)
    assert first.names == ("box", "floor")
    travel.part(float(first.time)).carry(bodies)
    gap = im.distance(*bodies.shapes[::-1], *bodies.poses[::-1]).distance
    assert 0.0 < gap < 2e-6
    again = checker.first_impact(bodies, Travel(-down, np.zeros((2, 3))), 1e-6)
    assert again.names is None
    assert isinstance(fly(bodies, np.zeros(3), 0.1, "rk4"), Flight)
