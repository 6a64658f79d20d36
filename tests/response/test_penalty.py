"""Penalty forces: springs without a kink, dampers that never pull, friction; facets, tetrahedra."""

import numpy as np
import pytest

from impinge.contacts import tet_depth
from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere
from impinge.narrow import ContactTracker
from impinge.response import facet_forces, penalty_forces, tet_penalty
from impinge.scenes import polyhedra_scene
from impinge.scenes.bricks import brick, brick_crowd

UP = [0.0, 0.0, 1.0]
BALL = icosphere(1.0, 2)
CROWD = brick_crowd(6, 3000, crowded=0.9)
BLOCK, FOOT = brick((6, 6, 2)), brick((1, 1, 3), 0.7)


def along(depths, opening=0.0, **options):
    """Forces along the normal for many depths."""
    m = len(depths)
    speeds = np.tile([0.0, 0.0, opening], (m, 1))
    return penalty_forces(depths, [UP] * m, speeds, **options)[:, 2]


def test_springs_are_smooth_up_to_a_depth():
    depths = np.array([-1.0, 0.0, 0.1, 0.2, 0.5])

    assert along(depths, stiffness=10.0) == pytest.approx([0.0, 0.0, 1.0, 2.0, 5.0])
    smooth = along(depths, stiffness=10.0, smooth_depth=0.2)
    assert smooth == pytest.approx([0.0, 0.0, 0.25, 1.0, 4.0])
    fine = np.linspace(0.0, 0.4, 4001)
    slopes = np.diff(along(fine, stiffness=10.0, smooth_depth=0.2)) / np.diff(fine)
    assert np.abs(np.diff(slopes)).max() < 0.01


def test_forces_never_pull():
    depths = np.array([-0.1, 0.1, 0.1])

    assert along(depths, 0.5, stiffness=10.0, damping=4.0).tolist() == [0.0, 0.0, 0.0]
    assert along(depths, -0.5, stiffness=10.0, damping=4.0) == pytest.approx([0.0, 3.0, 3.0])


def test_friction_is_against_sliding():
    speeds = [[3.0, 4.0, 0.0], [0.0, 0.0, -1.0]]
    found = penalty_forces([0.1, 0.1], [UP, UP], speeds, stiffness=10.0, friction=0.5)

    assert found == pytest.approx(np.array([[-0.3, -0.4, 1.0], [0.0, 0.0, 1.0]]))
    assert penalty_forces([], [], [], stiffness=1.0).shape == (0, 3)


@pytest.mark.parametrize("speed", [1e-200, 1e-5, 1e200])
def test_friction_does_not_depend_on_how_fast_it_slides(speed):
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        found = penalty_forces([0.1], [UP], [[speed, 0, 0]], stiffness=10.0, friction=0.5)

    assert found == pytest.approx(np.array([[-0.5, 0.0, 1.0]]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"depths": [np.nan]}, "depths: row 0"),
        ({"normals": [[0, 0, 2]]}, "normals: row 0 .* unit"),
        ({"speeds": np.zeros((2, 3))}, "speeds: 2 rows, expected 1"),
        ({"stiffness": -1.0}, "stiffness: -1 is less"),
        ({"friction": -0.1}, "friction: -0.1 is less"),
        ({"damping": [1.0, 2.0]}, "damping: expected"),
        ({"smooth_depth": -1.0}, "smooth_depth: -1 is less"),
    ],
)
def test_bad_input_is_named(change, message):
    given = {"depths": [0.1], "normals": [UP], "speeds": [[0, 0, 0]], "stiffness": 1.0, **change}
    with pytest.raises(ImpingeError, match=message):
        penalty_forces(given.pop("depths"), given.pop("normals"), given.pop("speeds"), **given)


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
