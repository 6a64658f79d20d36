import numpy as np
import pytest
from soft_cases import pressing

from impinge.contacts import tet_depth
from impinge.response import tet_penalty
from impinge.simulation.soft_contacts import SLIP


@pytest.fixture(scope="module")
def pressed():
    """Two blocks in each other, the velocities of their vertices, and their springs."""
    world = pressing(gap=-0.3, speed=0.0, friction=0.4, stiffness=1e4, damping=30.0)
    rng = np.random.default_rng(1)
    return world, world._found(), rng.normal(size=world._now.vertices.shape)


def test_forces_are_those_of_tet_penalty(pressed):
    world, contacts, speeds = pressed
    meshes = world._detector.meshes(world._now.vertices)
    parts = np.split(speeds, world._system.starts[1:-1])
    expected = tet_penalty(
        meshes, tet_depth(meshes), parts, stiffness=1e4, damping=30.0, friction=0.4, slip_speed=SLIP
    )
    found = contacts.forces(np.zeros_like(speeds), speeds)
    assert len(contacts) == 18
    assert np.abs(found - np.concatenate(expected)).max() < 1e-9 * np.abs(found).max()
    assert np.abs(found.sum(axis=0)).max() < 1e-12 * np.abs(found).sum()
    torques = np.cross(world._now.vertices, found)
    assert np.abs(torques.sum(axis=0)).max() < 1e-12 * np.abs(torques).sum()


def test_the_potential_of_a_step_has_these_forces_as_its_gradient(pressed):
    _, contacts, speeds = pressed
    step = 1 / 120
    potential = contacts.over(step, speeds)
    moves = 0.3 * step * speeds
    forces = potential.forces(moves)
    rng = np.random.default_rng(2)
    for _ in range(5):
        way = rng.normal(size=moves.shape)
        change = potential.value(moves + 1e-7 * way) - potential.value(moves - 1e-7 * way)
        assert -change / 2e-7 == pytest.approx((forces * way).sum(), rel=1e-5)


def test_the_blocks_of_the_potential_are_positive(pressed):
    _, contacts, speeds = pressed
    potential = contacts.over(1 / 120, speeds)
    blocks, counted = potential.blocks(1e-3 * speeds, np.zeros(len(contacts), bool))
    assert np.array_equal(counted, potential.pressed(1e-3 * speeds))
    assert np.linalg.eigvalsh(blocks).min() > -1e-9 * blocks.max()
    vertices, weights = contacts.rows
    diagonal = potential.diagonal(blocks)
    v = vertices[0, 0]
    rows, columns = np.nonzero(vertices == v)
    expected = (weights[rows, columns, None, None] ** 2 * blocks[rows]).sum(axis=0)
    assert np.allclose(diagonal[v], expected)


def test_springs_never_pull(pressed):
    _, contacts, speeds = pressed
    away = contacts.stencils.T @ contacts.normals
    apart = 10.0 * away / np.abs(away).max()
    assert not contacts.forces(apart, 0 * speeds).any()
