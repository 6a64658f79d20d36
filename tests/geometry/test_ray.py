"""No ray slips through a closed mesh, and solid angles add up to the whole sphere or to nothing."""

from math import inf, pi

import numpy as np
import pytest

from impinge.core.jit import kernel
from impinge.core.vec import load
from impinge.geometry import bumpy_sphere, icosphere
from impinge.geometry.kernels.ray import cast_ray_triangle, solid_angle_triangle

A, B, C = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


@kernel
def hits_of(origin, direction, vertices, faces):
    """Number of triangles hit, and the first parameter."""
    count, first = 0, inf
    for i in range(faces.shape[0]):
        t = cast_ray_triangle(
            origin,
            direction,
            load(vertices, faces[i, 0]),
            load(vertices, faces[i, 1]),
            load(vertices, faces[i, 2]),
        )
        if t < inf:
            count += 1
            first = min(first, t)
    return count, first


@kernel
def winding_of(p, vertices, faces):
    total = 0.0
    for i in range(faces.shape[0]):
        total += solid_angle_triangle(
            p,
            load(vertices, faces[i, 0]),
            load(vertices, faces[i, 1]),
            load(vertices, faces[i, 2]),
        )
    return total


@pytest.mark.plain
@pytest.mark.parametrize(
    ("origin", "direction", "expected"),
    [
        ((0.25, 0.25, 2.0), (0.0, 0.0, -1.0), 2.0),
        ((0.25, 0.25, 2.0), (0.0, 0.0, -4.0), 0.5),
        ((0.25, 0.25, -2.0), (0.0, 0.0, 1.0), 2.0),
        ((0.25, 0.25, 2.0), (0.0, 0.0, 1.0), inf),
        ((0.75, 0.75, 2.0), (0.0, 0.0, -1.0), inf),
        ((-1.0, 0.25, 1.0), (1.25, 0.0, -1.0), 1.0),
        ((0.25, -1.0, 1.0), (0.0, 1.25, -1.0), 1.0),
        # Through an edge, through a corner, along the plane, nowhere.
        ((0.5, 0.0, 1.0), (0.0, 0.0, -1.0), 1.0),
        ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), 1.0),
        ((-1.0, 0.25, 0.0), (1.0, 0.0, 0.0), inf),
        ((0.25, 0.25, 2.0), (0.0, 0.0, 0.0), inf),
    ],
)
def test_named_rays(origin, direction, expected):
    assert cast_ray_triangle(origin, direction, A, B, C) == expected
    assert cast_ray_triangle(origin, direction, B, A, C) == expected


@pytest.mark.plain
def test_a_triangle_without_area_is_not_hit():
    assert cast_ray_triangle((0.5, 0.0, 1.0), (0.0, 0.0, -1.0), A, B, B) == inf


@pytest.mark.plain
def test_the_parameter_is_where_the_plane_is():
    rng = np.random.default_rng(31)
    hits = 0
    for _ in range(300):
        origin, target, a, b, c = rng.uniform(-1, 1, size=(5, 3))
        direction = 0.3 * target + (a + b + c) / 3.0 - origin
        n = np.cross(b - a, c - a)
        t = cast_ray_triangle(*(tuple(x.tolist()) for x in (origin, direction, a, b, c)))
        expected = np.dot(a - origin, n) / np.dot(direction, n)
        u, v, _ = np.linalg.solve(
            np.stack([b - a, c - a, -n], axis=1), origin + expected * direction - a
        )
        inside = expected >= 0 and u >= 0 and v >= 0 and u + v <= 1
        assert (t < inf) == inside
        if inside:
            hits += 1
            assert t == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert 90 < hits < 280


def test_rays_from_inside_always_hit():
    """Aimed at vertices and at points of edges, from many places: none leaves a closed mesh."""
    mesh = icosphere(1.0, 2)
    rng = np.random.default_rng(32)
    edges = mesh.vertices[mesh.edges]
    slipped = 0
    for k in range(4000):
        origin = rng.uniform(-0.5, 0.5, size=3)
        if k % 2:
            target = mesh.vertices[rng.integers(len(mesh.vertices))]
        else:
            edge = edges[rng.integers(len(edges))]
            target = edge[0] + rng.uniform() * (edge[1] - edge[0])
        direction = target - origin
        count, first = hits_of(
            tuple(origin.tolist()), tuple(direction.tolist()), mesh._vertices, mesh._faces
        )
        slipped += count == 0
        assert first == pytest.approx(1.0, rel=1e-9)
    assert slipped == 0


def test_rays_through_a_grid_of_axis_parallel_edges_hit():
    """Rays along an axis meet the seams of a box exactly."""
    vertices = np.array([[x, y, 0.0] for x in range(5) for y in range(5)], dtype=float) * 0.1
    faces = np.array(
        [
            face
            for i in range(4)
            for j in range(4)
            for face in (
                [5 * i + j, 5 * i + j + 5, 5 * i + j + 6],
                [5 * i + j, 5 * i + j + 6, 5 * i + j + 1],
            )
        ]
    )
    for x, y in vertices[:, :2]:
        count, _ = hits_of((x, y, 1.0), (0.0, 0.0, -1.0), vertices, faces)
        assert count >= 1


def test_solid_angles_tell_inside_from_outside():
    mesh = bumpy_sphere(40, 30)
    rng = np.random.default_rng(33)
    inside = 0
    for point in rng.uniform(-1, 1, size=(200, 3)):
        winding = winding_of(tuple(point.tolist()), mesh._vertices, mesh._faces) / (4.0 * pi)
        assert abs(winding - round(winding)) < 1e-9
        assert round(winding) in (0, 1)
        inside += round(winding)
        radius = np.linalg.norm(point)
        assert radius < 1.0 or round(winding) == 0
        assert radius > 0.4 or round(winding) == 1
    assert 20 < inside < 120


@pytest.mark.plain
def test_an_octant_is_an_eighth_of_the_sphere():
    octant = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

    assert solid_angle_triangle((0.0, 0.0, 0.0), *octant) == pytest.approx(pi / 2.0, rel=1e-15)
    assert solid_angle_triangle((0.0, 0.0, 0.0), *octant[::-1]) == pytest.approx(-pi / 2.0)
    assert solid_angle_triangle(A, A, B, C) == 0.0
