"""Boxes and hulls met by meshes: as by distances, and quick where gaps are small."""

import numpy as np
import pytest
from every_shape import ALL, FLAT, pose_of
from flying import check_against_samples, flights, path

from impinge.continuous import FreedomStatus, ImpactStatus, stay_free, time_of_impact
from impinge.continuous.polytopes import polytope_mesh
from impinge.geometry import Box, Hull, Mesh, icosphere
from impinge.motion import Motion

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


@pytest.mark.parametrize("b", ["box", "hull", "turned box"])
@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_distances_find_the_same(b, margin):
    motion_a, motion_b = flights(np.random.default_rng(0), 20)
    found = time_of_impact(BALL, ALL[b], motion_a, motion_b, margin=margin)
    slow = time_of_impact(BALL, ALL[b], motion_a, motion_b, margin=margin, method="advance")
    freedom = stay_free(BALL, ALL[b], motion_a, motion_b, margin=margin)

    np.testing.assert_array_equal(found.status, slow.status)
    np.testing.assert_array_equal(freedom.free, found.status == ImpactStatus.FREE)
    for k in range(20):
        check_against_samples(BALL, ALL[b], motion_a[k], motion_b[k], found[k], margin=margin)
        if found.status[k] == ImpactStatus.HIT:
            assert abs(found.time[k] - slow.time[k]) < 1e-5
            assert found.feature_b[k] < ALL[b].feature_count


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


def test_pieces_and_flat_hulls():
    rng = np.random.default_rng(9)
    for b in (Box((0.2, 0.3, 0.1)), *FLAT.values()):
        for _ in range(3):
            motion = path(rng)
            found = time_of_impact(BALL, b, None, motion)
            check_against_samples(BALL, b, Motion(None, None), motion, found)
    assert all(polytope_mesh(flat) is None for flat in FLAT.values())


def test_surfaces_are_closed_and_hold_what_they_should():
    for name in ("hull", "turned box"):
        mesh = polytope_mesh(ALL[name])
        assert mesh.is_closed
        assert mesh.volume == pytest.approx(ALL[name].volume)
        assert polytope_mesh(ALL[name]) is mesh
