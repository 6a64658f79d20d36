"""Penalty forces on tetrahedral bodies: springs, dampers, friction, and nothing left over."""

import numpy as np
import pytest

from impinge.contacts import tet_depth
from impinge.core.errors import ImpingeError
from impinge.response import tet_penalty
from impinge.scenes.bricks import brick, brick_crowd

CROWD = brick_crowd(6, 3000, crowded=0.9)
BLOCK, FOOT = brick((6, 6, 2)), brick((1, 1, 3), 0.7)


def together(meshes, forces):
    return np.concatenate([mesh.vertices for mesh in meshes]), np.concatenate(forces)


def velocities(meshes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=mesh.vertices.shape) for mesh in meshes]


@pytest.mark.parametrize("method", ["consistent", "closest"])
def test_forces_and_torques_sum_to_zero(method):
    depths = tet_depth(CROWD, method=method)
    forces = tet_penalty(
        CROWD, depths, velocities(CROWD), stiffness=1e4, damping=30.0, friction=0.5
    )
    x, f = together(CROWD, forces)
    assert len(depths) > 100
    assert [len(rows) for rows in forces] == [len(mesh.vertices) for mesh in CROWD]
    assert np.abs(f.sum(axis=0)).max() < 1e-12 * np.abs(f).sum()
    torque = np.cross(x, f)
    assert np.abs(torque.sum(axis=0)).max() < 1e-12 * np.abs(torque).sum()


def on_block(speed=(0.0, 0.0, 0.0)):
    meshes = [BLOCK, FOOT.with_vertices(FOOT.vertices + np.array([2.1, 2.2, 1.9]))]
    moving = [
        np.zeros(BLOCK.vertices.shape),
        np.tile(np.array(speed, float), (len(FOOT.vertices), 1)),
    ]
    return meshes, tet_depth(meshes), moving


def test_a_spring_pushes_out_by_its_depth():
    meshes, depths, still = on_block()
    assert (depths.object == 1).all()
    on_a, on_b = tet_penalty(meshes, depths, still, stiffness=1e3)
    assert len(depths) == 4
    assert np.allclose(on_b[depths.vertex], [0, 0, 100.0], rtol=1e-12)
    assert np.allclose(on_a.sum(axis=0), [0, 0, -400.0], rtol=1e-12)


def test_damping_acts_along_the_direction_and_never_pulls():
    for speed, expected in ((-2.0, 120.0), (5.0, 50.0), (20.0, 0.0)):
        meshes, depths, moving = on_block((0, 0, speed))
        _, on_b = tet_penalty(meshes, depths, moving, stiffness=1e3, damping=10.0)
        assert np.allclose(on_b[depths.vertex], [0, 0, expected], atol=1e-9)


@pytest.mark.parametrize(("speed", "share"), [(1.0, 1.0), (1e-3, 1.0), (1e-4, 0.1), (0.0, 0.0)])
def test_friction_grows_up_to_the_slip_speed(speed, share):
    meshes, depths, moving = on_block((speed, 0, 0))
    _, on_b = tet_penalty(meshes, depths, moving, stiffness=1e3, friction=0.4)
    assert np.allclose(on_b[depths.vertex], [-40.0 * share, 0, 100.0], rtol=1e-9)


def test_bodies_that_move_together_are_not_damped():
    meshes, depths, _ = on_block()
    same = [np.full(mesh.vertices.shape, 3.0) for mesh in meshes]
    still = [np.zeros(mesh.vertices.shape) for mesh in meshes]
    one = tet_penalty(meshes, depths, same, stiffness=1e3, damping=50.0, friction=1.0)
    two = tet_penalty(meshes, depths, still, stiffness=1e3)
    assert all(np.allclose(a, b, atol=1e-9) for a, b in zip(one, two, strict=True))


def test_stiffness_for_each_row():
    meshes, depths, still = on_block()
    _, on_b = tet_penalty(meshes, depths, still, stiffness=[1e3, 2e3, 3e3, 4e3])
    assert np.allclose(on_b[depths.vertex, 2], [100, 200, 300, 400])


def test_nothing_inside_means_no_force():
    apart = [BLOCK, BLOCK.with_vertices(BLOCK.vertices + 20.0)]
    forces = tet_penalty(apart, tet_depth(apart), velocities(apart), stiffness=1.0)
    assert all((f == 0.0).all() for f in forces)


def test_bad_input():
    meshes, depths, still = on_block()
    with pytest.raises(ImpingeError, match="depths: object 1"):
        tet_penalty(BLOCK, depths, still[:1], stiffness=1.0)
    with pytest.raises(ImpingeError, match="depths: expected a TetDepths"):
        tet_penalty(meshes, [0.1], still, stiffness=1.0)
    with pytest.raises(ImpingeError, match="velocities: 1 arrays, expected 2"):
        tet_penalty(meshes, depths, still[:1], stiffness=1.0)
    with pytest.raises(ImpingeError, match="stiffness"):
        tet_penalty(meshes, depths, still, stiffness=-1.0)
    with pytest.raises(ImpingeError, match="slip_speed"):
        tet_penalty(meshes, depths, still, stiffness=1.0, slip_speed=0.0)
    with pytest.raises(ImpingeError, match="row 0 is not of these meshes"):
        tet_penalty([FOOT, FOOT], depths, [still[1]] * 2, stiffness=1.0)
    with pytest.raises(ImpingeError, match="too large"):
        tet_penalty(meshes, depths, [v - 1e149 * i for i, v in enumerate(still)], stiffness=1.0,
                    damping=1e300)  # fmt: skip
