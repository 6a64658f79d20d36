"""Penalty forces of facets: along the direction, balanced, on the facets' own corners."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere
from impinge.narrow import ContactTracker
from impinge.response import facet_forces, penalty_forces
from impinge.scenes import polyhedra_scene

BALL = icosphere(1.0, 2)


@pytest.fixture(scope="module")
def deep():
    scene = polyhedra_scene("stars", 400)
    a, b = scene.vertices(0.3)
    contact = ContactTracker(scene.mesh_a, scene.mesh_b).update(a, b)
    assert len(contact) > 20
    return contact, scene.mesh_a.with_vertices(a), scene.mesh_b.with_vertices(b)


def test_balance_and_direction(deep):
    contact, a, b = deep
    on_a, on_b = facet_forces(contact, a, b, stiffness=1e3)
    n = contact.separation.direction
    total = 1e3 * contact.depths.sum()
    assert on_b.sum(axis=0) == pytest.approx(total * n)
    assert on_a.sum(axis=0) == pytest.approx(-total * n)
    moments = np.cross(a.vertices, on_a).sum(axis=0) + np.cross(b.vertices, on_b).sum(axis=0)
    assert moments == pytest.approx(np.zeros(3), abs=1e-9 * total)
    # Every force pushes along the direction, and only corners of the pairs have one.
    assert (on_b @ n >= 0.0).all()
    assert (on_a @ n <= 0.0).all()
    touched = np.unique(b.faces[contact.pairs[:, 1]])
    assert set(np.flatnonzero(np.abs(on_b).max(axis=1))) <= set(touched)


def test_one_pair_by_hand():
    """A vertex of B below the middle of a facet of A: a third of the force for each corner."""
    up = np.array([[0.0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, -5]])
    faces = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
    down = np.array([[1.0, 1, -0.1], [2, 1, 4], [0.5, 2, 4], [0.5, 0.5, 4]])
    tracker = ContactTracker((up, faces), (down, faces))
    contact = tracker.update()
    assert contact.separation.direction == pytest.approx([0, 0, 1])
    chosen = contact.pairs[:, 0] == 0
    assert contact.depths[chosen] == pytest.approx(np.full(chosen.sum(), 0.1))
    on_a, on_b = facet_forces(contact, (up, faces), (down, faces), stiffness=10.0)
    count = chosen.sum()
    assert count == 3
    assert on_a[:3] == pytest.approx(np.full((3, 3), [0.0, 0.0, -count / 3.0]))
    assert on_b[0] == pytest.approx([0.0, 0.0, count])


def test_velocities(deep):
    contact, a, b = deep
    n = contact.separation.direction
    rest = facet_forces(contact, a, b, stiffness=1e3, damping=5.0, friction=0.3)
    assert rest[1] == pytest.approx(facet_forces(contact, a, b, stiffness=1e3)[1])
    # All of B moves at one velocity: each pair has the force of penalty_forces.
    velocity = -0.2 * n + 0.1 * np.cross(n, [0.3, 0.5, 0.8])
    moving = np.tile(velocity, (len(b.vertices), 1))
    _, on_b = facet_forces(
        contact, a, b, stiffness=1e3, damping=5.0, friction=0.3, velocities_b=moving
    )
    count = len(contact)
    forces = penalty_forces(
        contact.depths, np.tile(n, (count, 1)), moving[:1].repeat(count, axis=0),
        stiffness=1e3, damping=5.0, friction=0.3,
    )  # fmt: skip
    assert on_b.sum(axis=0) == pytest.approx(forces.sum(axis=0))
    # The same relative velocity, by moving A the other way.
    on_a, other = facet_forces(
        contact, a, b, stiffness=1e3, damping=5.0, friction=0.3,
        velocities_a=np.tile(-velocity, (len(a.vertices), 1)),
    )  # fmt: skip
    assert other == pytest.approx(on_b)
    assert on_a.sum(axis=0) == pytest.approx(-on_b.sum(axis=0))


def test_nothing_touches():
    far = BALL.vertices + np.array([3.0, 0, 0])
    contact = ContactTracker(BALL, BALL).update(vertices_b=far)
    on_a, on_b = facet_forces(contact, BALL, BALL, stiffness=1.0, friction=1.0)
    assert on_a.shape == on_b.shape == BALL.vertices.shape
    assert not on_a.any()
    assert not on_b.any()


BAD = {
    "contact": (None, 1), "mesh_a": (box_mesh(), None), "mesh_b": (box_mesh(),),
    "stiffness": (-1.0, np.nan, None), "damping": (-1.0, np.inf), "friction": (-0.1, "x"),
    "velocities_a": (np.zeros((3, 3)), [[np.nan] * 3] * 162), "velocities_b": (1.0,),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name):
    contact = ContactTracker(BALL, BALL).update(vertices_b=BALL.vertices + np.array([1.9, 0, 0]))
    good = {"contact": contact, "mesh_a": BALL, "mesh_b": BALL, "stiffness": 1.0}
    for value in BAD[name]:
        with pytest.raises(ImpingeError, match=name):
            facet_forces(**{**good, name: value})
