"""A step never crosses, keeps momentum, follows what is driven, and leaves alone what is far."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, grid_mesh
from impinge.narrow import edge_face_intersections
from impinge.scenes.cloth_steps import MADE, wild_step
from impinge.simulation import ClothStatus, cloth_step

GRAVITY = np.array([0.0, 0.0, -9.81])
UP = np.array([0.0, 0.0, 1.0])


def together(*parts):
    """One mesh of parts (mesh, shift, mass of a vertex), its masses, and bodies of its vertices."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh, _, _ in parts)])
    vertices = np.concatenate([mesh.vertices + np.asarray(shift) for mesh, shift, _ in parts])
    faces = [mesh.faces + start for (mesh, _, _), start in zip(parts, starts, strict=False)]
    bodies = np.repeat(np.arange(len(parts)), np.diff(starts))
    masses = np.array([mass for _, _, mass in parts])[bodies]
    return Mesh(vertices, np.concatenate(faces)), masses, bodies


def sheet_on_floor(gap=0.02, count=4, cells=1):
    sheet, floor = grid_mesh(0.1, count), grid_mesh(1.0, cells)
    return together((sheet, [0, 0, gap], 0.01), (floor, [0, 0, 0], np.inf))


def check(mesh, proposed, masses, step):
    """What holds of every step."""
    free = im.collision_free_step(mesh, step.vertices)
    assert free.step == 1.0
    assert free.status == im.continuous.ImpactStatus.FREE
    assert len(edge_face_intersections(mesh.with_vertices(step.vertices))) == 0
    assert np.isfinite(step.vertices).all()
    driven = np.isinf(masses)
    if step.status == ClothStatus.CUT:
        assert driven.any()
        assert 0.0 <= step.taken < 1.0
    else:
        assert step.taken == 1.0
        assert (step.vertices[driven] == proposed[driven]).all()
    if not driven.any():
        change = (masses[:, None] * (step.vertices - proposed)).sum(axis=0)
        speed = (masses * np.linalg.norm(proposed - mesh.vertices, axis=1)).sum()
        assert np.abs(change).max() <= 1e-10 * speed


@pytest.mark.parametrize("surface", MADE)
def test_wild_steps_never_cross(surface):
    found = []
    for seed in range(12):
        wild = wild_step(seed, surface, count=6)
        step = cloth_step(wild.mesh, wild.vertices_t1, masses=wild.masses, **wild.options)
        check(wild.mesh, wild.vertices_t1, wild.masses, step)
        found.append((sum(step.impacts), len(step.zones)))
    # About half of them hit something, and some need zones.
    assert sum(hits > 0 for hits, _ in found) > 3


def test_a_step_without_contact_is_taken_as_proposed():
    mesh, masses, _ = sheet_on_floor(0.5)
    proposed = mesh.vertices + np.where(np.isinf(masses), 0.0, 0.1)[:, None] * [1, 2, -3]
    step = cloth_step(mesh, proposed, masses=masses, dt=0.1, thickness=0.01, friction=0.5)
    assert (step.vertices == proposed).all()
    assert (step.velocities == (proposed - mesh.vertices) / 0.1).all()
    assert step.repulsions == 0
    assert step.impacts == (0,)
    assert step.zones == ()
    assert set(step.seconds) == {"start", "repulsions", "impacts", "zones", "proof"}


def test_what_is_far_from_contact_ends_exactly_where_it_was_proposed():
    sheet = grid_mesh(1.0, 5)
    rng = np.random.default_rng(0)
    mesh, masses, body = together(
        (sheet, [0, 0, 0.1], 1.0), (sheet, [0, 0, 0], 1.0), (sheet, [0, 0, 9], 1.0)
    )
    proposed = mesh.vertices + rng.normal(0.0, 0.01, (len(masses), 3))
    proposed[body == 0] -= 0.5 * UP
    step = cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=0.02)
    check(mesh, proposed, masses, step)
    moved = (step.vertices != proposed).any(axis=1)
    assert moved[body < 2].sum() > 30
    assert not moved[body == 2].any()


def test_a_sheet_that_falls_through_the_floor_lands_at_the_thickness():
    mesh, masses, body = sheet_on_floor(0.02, cells=3)
    proposed = mesh.vertices - np.where(body == 0, 0.5, 0.0)[:, None] * UP
    step = cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=0.005)
    check(mesh, proposed, masses, step)
    assert np.abs(step.vertices[body == 0, 2] - 0.005).max() < 1e-4


def simulate(mesh, masses, velocities, steps, dt, **options):
    """Steps under gravity; yields each and the mesh after it."""
    free = np.isfinite(masses)[:, None]
    for _ in range(steps):
        proposed = mesh.vertices + dt * (velocities + free * dt * GRAVITY)
        step = cloth_step(mesh, proposed, masses=masses, dt=dt, **options)
        mesh, velocities = mesh.with_vertices(step.vertices), step.velocities
        yield step, mesh


@pytest.mark.parametrize("cells", [1, 13])
@pytest.mark.parametrize("thickness", [0.0, 1e-3])
def test_a_sliding_patch_stops_where_coulomb_says(thickness, cells):
    # On 13 cells, edges of the floor ahead of the patch once stopped it after half the distance.
    mesh, masses, body = sheet_on_floor(5e-4, cells=cells)
    speed, friction = 0.8, 0.4
    velocities = np.where(body == 0, speed, 0.0)[:, None] * [1.0, 0.3, 0.0] / np.hypot(1.0, 0.3)
    start = mesh.vertices[body == 0].mean(axis=0)
    options = {"thickness": thickness, "friction": friction}
    for step, now in simulate(mesh, masses, velocities, 80, 0.004, **options):
        assert step.status == ClothStatus.FREE
        last, end = step, now
    assert np.abs(last.velocities).max() < 1e-9
    travelled = np.linalg.norm((end.vertices[body == 0].mean(axis=0) - start)[:2])
    assert abs(travelled / (speed**2 / (2.0 * friction * 9.81)) - 1.0) < 0.05


@pytest.mark.parametrize("thickness", [0.0, 1e-3])
def test_gaps_do_not_vanish_under_load(thickness):
    sheet, floor = grid_mesh(0.1, 4), grid_mesh(0.3, 5)
    parts = [(sheet, [0, 0, 1e-5 * (k + 1)], 0.01) for k in range(4)]
    mesh, masses, _ = together((floor, [0, 0, 0], np.inf), *parts)
    *_, (_, end) = simulate(
        mesh, masses, np.zeros_like(mesh.vertices), 40, 0.01, thickness=thickness
    )
    near = im.narrow.proximities(end, 1e-6)
    assert len(near.vertex_face) == len(near.edge_edge) == 0


def test_driven_bodies_that_crush_a_sheet_cut_the_step_and_never_touch():
    sheet, plate = grid_mesh(0.2, 3), grid_mesh(0.4, 2)
    mesh, masses, body = together(
        (plate, [0, 0, 0], np.inf), (sheet, [0, 0, 1e-3], 0.1), (plate, [0, 0, 2e-3], np.inf)
    )
    taken = []
    for _ in range(20):
        proposed = mesh.vertices - np.where(body == 2, 1e-3, 0.0)[:, None] * UP
        step = cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=1e-3)
        check(mesh, proposed, masses, step)
        mesh = mesh.with_vertices(step.vertices)
        taken.append(step.taken)
    assert taken[-1] < 1e-3
    near = im.narrow.proximities(mesh, 2e-6)
    assert len(near.vertex_face) == len(near.edge_edge) == 0
    # All of it comes back.
    proposed = mesh.vertices + np.where(body == 2, 1e-3, 0.0)[:, None] * UP
    assert cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=1e-3).taken == 1.0


def test_repulsions_keep_angular_momentum():
    sheet = grid_mesh(1.0, 3)
    mesh, masses, body = together((sheet, [0.1, 0.2, 0.01], 1.0), (sheet, [0, 0, 0], 2.0))
    rng = np.random.default_rng(2)
    proposed = mesh.vertices + rng.normal(0.0, 1e-3, mesh.vertices.shape)
    proposed[body == 0] -= 2e-3 * UP
    step = cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=0.02, stiffness=10.0)
    assert step.repulsions > 10
    assert step.impacts == (0,)
    check(mesh, proposed, masses, step)
    spin = [
        (masses[:, None] * np.cross(mesh.vertices, end - mesh.vertices)).sum(axis=0)
        for end in (proposed, step.vertices)
    ]
    assert np.abs(spin[0] - spin[1]).max() < 1e-12


def test_the_number_of_threads_changes_no_bit():
    wild = wild_step(16, "stack")
    results = []
    for threads in (1, 2):
        with use_threads(threads):
            results.append(
                cloth_step(wild.mesh, wild.vertices_t1, masses=wild.masses, **wild.options)
            )
    assert (results[0].vertices == results[1].vertices).all()
    assert results[0].impacts == results[1].impacts


def test_duplicate_and_flat_faces_are_legal():
    faces = [[0, 1, 2], [0, 1, 2], [2, 1, 0], [0, 1, 1], [3, 3, 3]]
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.3, 0.3, 0.5], [9, 9, 9], [9, 9, 9.0]])
    end = vertices.copy()
    end[3, 2] = -0.5
    step = cloth_step((vertices, faces), end, masses=np.ones(6), dt=0.1, thickness=0.01)
    check(Mesh(vertices, faces), end, np.ones(6), step)
    a, b, c, p = step.vertices[:4]
    assert np.dot(np.cross(b - a, c - a), p - a) > 0.0


GOOD = {"masses": np.ones(6), "dt": 0.1, "thickness": 0.1}
TWO = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.4, 0.2, 1], [0.2, 0.4, 2.0]])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"masses": [1, 1, 0, 1, 1, 1]}, "masses: row 2"),
        ({"masses": [1, 1]}, "masses: 2 rows, expected 6"),
        ({"dt": 0.0}, "dt: 0"),
        ({"thickness": -1.0}, "thickness: -1"),
        ({"friction": np.nan}, "friction"),
        ({"passes": -1}, "passes"),
        ({"vertices_t1": TWO[:3]}, "vertices_t1: 3 rows, expected 6"),
        ({"vertices_t1": np.where(TWO == 0.4, np.nan, TWO)}, "vertices_t1: row 4"),
    ],
)
def test_bad_arguments_are_named(changed, message):
    given = {"vertices_t1": TWO, **GOOD, **changed}
    with pytest.raises(ImpingeError, match=message):
        cloth_step((TWO, [[0, 1, 2], [3, 4, 5]]), given.pop("vertices_t1"), **given)


def test_a_start_that_crosses_or_touches_is_an_error_with_the_pairs():
    crossing = TWO - np.where(np.arange(6) == 3, 2.0, 0.0)[:, None] * UP
    with pytest.raises(ImpingeError, match=r"crosses itself.*edge \[3, 4\] and face 0"):
        cloth_step((crossing, [[0, 1, 2], [3, 4, 5]]), TWO, **GOOD)
    touching = TWO - np.where(np.arange(6) == 3, 1.0, 0.0)[:, None] * UP
    with pytest.raises(ImpingeError, match="itself at the start"):
        cloth_step((touching, [[0, 1, 2], [3, 4, 5]]), touching, **GOOD)
