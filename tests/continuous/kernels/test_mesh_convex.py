"""Convex shapes met by meshes: as by distances, and quick where gaps are small."""

import numpy as np
import pytest
from every_shape import ALL, FLAT, pose_of
from flying import check_against_samples, flights, impacts_by_distance, path

from impinge.continuous import FreedomStatus, ImpactStatus, stay_free, time_of_impact
from impinge.geometry import (
    Box,
    Capsule,
    Cylinder,
    HalfSpace,
    Hull,
    Mesh,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.motion import Motion
from impinge.narrow import overlap

BALL = icosphere(0.8, 2)


def tube(inner, outer, height, sides=24):
    """A ring with a round hole along z."""
    angle = 2.0 * np.pi * np.arange(sides) / sides
    round_ = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = [(outer, -height), (outer, height), (inner, height), (inner, -height)]
    points = np.concatenate([np.column_stack([r * round_, np.full(sides, z)]) for r, z in rings])
    k, n = np.arange(sides), sides
    faces = []
    for ring in range(4):
        a, b = ring * n, (ring + 1) % 4 * n
        here, there = (a + k, a + (k + 1) % n), (b + k, b + (k + 1) % n)
        faces += [
            np.stack([here[0], here[1], there[1]], 1),
            np.stack([here[0], there[1], there[0]], 1),
        ]
    return Mesh(points, np.concatenate(faces))


@pytest.mark.parametrize("b", ["box", "hull", "turned box", "cone", "capsule", "half-space"])
@pytest.mark.parametrize(("margin", "spin"), [(0.0, 2.0), (0.1, 2.0), (0.0, 60.0)])
def test_distances_find_the_same(b, margin, spin):
    motion_a, motion_b = flights(np.random.default_rng(0), 12, spin=spin, aim=2.0)
    found = time_of_impact(BALL, ALL[b], motion_a, motion_b, margin=margin)
    status, times = impacts_by_distance(ALL[b], BALL, motion_b, motion_a, margin=margin)
    freedom = stay_free(BALL, ALL[b], motion_a, motion_b, margin=margin)

    np.testing.assert_array_equal(found.status, status)
    free = found.status == ImpactStatus.FREE
    assert not (freedom.status == FreedomStatus.HITS)[free].any()
    assert not freedom.free[~free].any()
    for k in range(12):
        check_against_samples(BALL, ALL[b], motion_a[k], motion_b[k], found[k], margin=margin)
        if found.status[k] == ImpactStatus.HIT:
            assert abs(found.time[k] - times[k]) < 1e-5
            assert found.feature_b[k] < ALL[b].feature_count


@pytest.mark.parametrize("b", ["box", "sphere", "cone", "hull"])
def test_hits_that_go_on_have_an_end(b):
    """Bumps, so that one triangle after the other is met: each a little before the last one."""
    rng = np.random.default_rng(2)
    bumpy = Mesh(BALL.vertices * rng.uniform(0.95, 1.05, size=(len(BALL.vertices), 1)), BALL.faces)
    motion_a, motion_b = flights(rng, 60)
    found = time_of_impact(bumpy, ALL[b], motion_a, motion_b)
    hits = np.flatnonzero(found.status == ImpactStatus.HIT)
    later = np.minimum(found.time[hits] + 1e-5, 1.0)
    goes_on = overlap(bumpy, ALL[b], motion_a[hits].pose(later), motion_b[hits].pose(later))
    upper = found.upper[hits[goes_on]]
    assert goes_on.sum() > 30
    assert np.isfinite(upper).mean() > 0.97
    seen = hits[np.isfinite(found.upper[hits])]
    times = found.upper[seen]
    assert overlap(bumpy, ALL[b], motion_a[seen].pose(times), motion_b[seen].pose(times)).all()


@pytest.mark.parametrize(
    "b", [Box((0.2, 0.2, 0.2)), Hull(0.2 * np.random.default_rng(1).normal(size=(9, 3)))]
)
def test_a_solid_around_a_mesh_starts_touching(b):
    speck = Mesh(0.01 * BALL.vertices, BALL.faces)
    away = Motion(None, pose_of((5, 0, 0)))
    found = time_of_impact(speck, b, away)

    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert found.depth > 0.0
    assert stay_free(speck, b, away).status == FreedomStatus.HITS
    # The surface of a mesh, on the other hand, is entered from within.
    small = Box((0.1, 0.1, 0.1))
    assert time_of_impact(BALL, small, None, away).status == ImpactStatus.HIT
    assert (
        time_of_impact(BALL, small, None, away, solid=True).status == ImpactStatus.STARTED_TOUCHING
    )


def test_a_peg_in_a_tight_hole():
    """Four corners of a square peg, a twentieth of a millimetre from the wall of a hole."""
    hole = tube(0.02, 0.04, 0.03)
    wall = 0.02 * np.cos(np.pi / 24)
    for gap, status in ((5e-5, ImpactStatus.FREE), (-5e-5, ImpactStatus.HIT)):
        side = np.sqrt(2.0) * (wall - gap)
        peg = Box((side, side, 0.05))
        turned = pose_of((0, 0, 0.08), (0, 0, np.pi / 4 + np.pi / 24))
        into = Motion.from_velocity(turned, (0, 0, -0.08), (0, 0, 0))
        found = time_of_impact(hole, peg, None, into)
        assert found.status == status
        assert stay_free(hole, peg, None, into).free == (status == ImpactStatus.FREE)
        assert found.steps < 2000


FLOOR = box_mesh((20, 20, 1))


@pytest.mark.parametrize("gap", [1e-2, 1e-3, 1e-4, 1e-5])
@pytest.mark.parametrize("b", [Box((1, 1, 1)), Sphere(0.5), Capsule(0.25, 0.5), Cylinder(0.5, 1)])
def test_sliding_past_takes_no_more_steps_the_nearer_it_is(b, gap):
    along = Motion(pose_of((-5, 0.1, 1.0 + gap)), pose_of((5, 0.3, 1.0 + gap)))
    found = time_of_impact(FLOOR, b, None, along)
    assert found.status == ImpactStatus.FREE
    assert found.steps <= 3
    assert stay_free(FLOOR, b, None, along)
    down = Motion(pose_of((-5, 0.1, 1.0 + gap)), pose_of((5, 0.3, 1.0 - gap)))
    hit = time_of_impact(FLOOR, b, None, down)
    assert hit.status == ImpactStatus.HIT
    assert 0.5 - 1e-6 / gap <= hit.time <= 0.5


def test_a_round_peg_that_turns_in_a_round_hole():
    hole = tube(0.02, 0.04, 0.03, sides=96)
    wall = 0.02 * np.cos(np.pi / 96)
    for gap, status in ((5e-5, ImpactStatus.FREE), (-5e-5, ImpactStatus.HIT)):
        into = Motion.from_velocity(pose_of((0, 0, 0.08)), (0, 0, -0.08), (0, 0, 3.0))
        found = time_of_impact(hole, Cylinder(wall - gap, 0.05), None, into)
        assert found.status == status
        assert found.steps < 2000


def grid(side, cells):
    """A flat square of many triangles."""
    at = side * (np.arange(cells + 1) / cells - 0.5)
    points = np.stack(np.meshgrid(at, at, [0.0], indexing="ij"), axis=-1).reshape(-1, 3)
    k = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    lower, upper = (
        np.stack([k, k + cells + 1, k + 1], 1),
        np.stack([k + 1, k + cells + 1, k + cells + 2], 1),
    )
    return Mesh(points, np.concatenate([lower, upper]))


@pytest.mark.parametrize("b", [HalfSpace((0, 0, 1), 0.5), Box((9, 9, 1)), Cylinder(0.5, 1)])
@pytest.mark.parametrize("tilt", [0.0, 1e-6, 1e-3])
def test_a_flat_face_of_many_triangles_comes_down_flat(b, tilt):
    """All of it arrives at one time."""
    plate = grid(5.0, 60)
    falls = Motion(pose_of((0, 0, 1.5), (tilt, 0, 0)), pose_of((0, 0, -0.5), (tilt, 0, 0)))
    found = time_of_impact(plate, b, falls)
    assert found.status == ImpactStatus.HIT
    assert 0.5 - 2.0 * tilt - 1e-5 <= found.time <= 0.5
    above = Motion(pose_of((0, 0, 0.50001)), pose_of((1.0, 0.5, 0.50001)))
    assert time_of_impact(plate, b, above).status == ImpactStatus.FREE


@pytest.mark.parametrize("spin", [0.0, 0.5])
@pytest.mark.parametrize("b", [Sphere(1.0), Hull(icosphere(1.0, 2).vertices)])
def test_a_ball_in_a_socket_is_near_all_of_it_at_once(b, spin):
    """More triangles at one time than a window looks at."""
    socket = Mesh(1.02 * icosphere(1.0, 4).vertices, icosphere(1.0, 4).faces)
    for way, status in ((0.002, ImpactStatus.FREE), (0.05, ImpactStatus.HIT)):
        found = time_of_impact(
            socket, b, None, Motion.from_velocity(None, (way, 0, 0), (0, 0, spin))
        )
        assert found.status == status
        assert stay_free(socket, b, None, Motion(None, pose_of((way, 0, 0)))).free == (way < 0.01)


@pytest.mark.parametrize("spin", [0.0, 2.0])
def test_a_ball_rolls_on_a_plane(spin):
    """Near all the time, and touching at the end of a slope: the plane may turn as well."""
    plane = HalfSpace((0, 0, 1), 0.0)
    apart = 1.00001 + 0.5 * (spin > 0.0)
    rolls = Motion.from_velocity(pose_of((0, 0, apart)), (3.0, 0, 0), (0, 3.0, 0))
    tilts = Motion.from_velocity(None, (0, 0, 0), (0, -0.1 * spin, 0))
    ball = icosphere(1.0, 3)
    found = time_of_impact(ball, plane, rolls, tilts)
    assert (found.status == ImpactStatus.FREE) == (spin == 0.0)
    check_against_samples(ball, plane, rolls, tilts, found)
    hull = time_of_impact(Hull(ball.vertices), plane, rolls, tilts)
    assert hull.status == found.status
    if found.status == ImpactStatus.HIT:
        assert abs(hull.time - found.time) < 1e-6


@pytest.mark.parametrize("b", [Sphere(0.2), Capsule(0.2, 0.1)])
def test_what_is_carried_round_is_looked_at_in_windows(b):
    """Inside of a bumpy ring, many times: a ball as well as what is none."""
    ring = tube(1.5, 2.0, 0.5, sides=64)
    around = Motion.from_velocity(pose_of((1, 0, 0)), (0, 0, 0), (0, 0, 60.0), centre=(-1, 0, 0))
    found = time_of_impact(ring, b, None, around)
    assert found.status == ImpactStatus.FREE
    assert found.steps < 500


@pytest.mark.parametrize("spin", [1e3, 1e6, 1e9])
def test_what_spins_far_away_is_free_at_once(spin):
    """About itself, and about a point beside it."""
    turning = Motion.from_velocity(None, (0, 0, 0), (0, 0, spin))
    beside = Mesh(FLOOR.vertices * 0.05 + [2, 0, 0], FLOOR.faces)
    for mesh in (Mesh(FLOOR.vertices * 0.05, FLOOR.faces), beside):
        found = time_of_impact(mesh, Sphere(1), turning, pose_of((5, 0, 0)))
        assert found.status == ImpactStatus.FREE
        assert found.steps <= 2


@pytest.mark.parametrize("size", [1e-140, 1e-9, 1e9, 1e140])
def test_sizes(size):
    mesh, box = Mesh(size * BALL.vertices, BALL.faces), Box((size, size, size))
    falls = Motion(pose_of((0.1 * size, 0, 3 * size)), pose_of((0.1 * size, 0, -3 * size)))
    found = time_of_impact(mesh, box, None, falls, tolerance=1e-6 * size)
    assert found.status == ImpactStatus.HIT
    one = time_of_impact(
        BALL, Box((1, 1, 1)), None, Motion(pose_of((0.1, 0, 3)), pose_of((0.1, 0, -3)))
    )
    assert found.time == pytest.approx(one.time, abs=1e-6)
    aside = Motion(pose_of((1.5 * size, 0, 3 * size)), pose_of((1.5 * size, 0, -3 * size)))
    assert time_of_impact(mesh, box, None, aside).status == ImpactStatus.FREE


def test_pieces_and_flat_hulls():
    rng = np.random.default_rng(9)
    for b in (Box((0.2, 0.3, 0.1)), *FLAT.values()):
        for _ in range(3):
            motion = path(rng)
            found = time_of_impact(BALL, b, None, motion)
            check_against_samples(BALL, b, Motion(None, None), motion, found)
