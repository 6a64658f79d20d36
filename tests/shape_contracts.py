"""What answers about two shapes must keep, whatever their kinds: the six laws, as functions.

The reference is independent of the kernels: shapes are unions of convex pieces, each known by its
furthest points alone (``Shape.support``), and the distance of two pieces is that of the hulls of
some of their points, by non-negative least squares; points are added until nothing gets nearer.
"""

import numpy as np
from scipy.optimize import nnls
from scipy.spatial import cKDTree

from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Sphere,
)
from impinge.narrow import distance, overlap, penetration

ERROR = 2e-9
"""Share of the largest coordinate within which distances and depths of curved shapes agree."""
DIRECTIONS = np.random.default_rng(5).normal(size=(40, 3))


def moved(points, pose):
    return points @ pose[:3, :3].T + pose[:3, 3]


def scaled_pose(pose, factor):
    scaled = pose.copy()
    scaled[..., :3, 3] *= factor
    return scaled


def scaled(shape, factor):
    """The same shape in another unit of length; exactly, for a power of two."""
    if isinstance(shape, Compound):
        return Compound([(scaled(s, factor), scaled_pose(p, factor)) for s, p in shape.parts])
    return {
        Sphere: lambda: Sphere(shape.radius * factor),
        Ellipsoid: lambda: Ellipsoid(shape.radii * factor),
        Capsule: lambda: Capsule(shape.radius * factor, shape.length * factor),
        Cylinder: lambda: Cylinder(shape.radius * factor, shape.length * factor),
        Cone: lambda: Cone(shape.radius * factor, shape.length * factor),
        Box: lambda: Box(shape.sizes * factor),
        Hull: lambda: Hull(shape.vertices * factor),
        HalfSpace: lambda: HalfSpace(shape.normal, shape.offset * factor),
        Mesh: lambda: Mesh(shape.vertices * factor, shape.faces),
        HeightField: lambda: HeightField(shape.heights * factor, shape.spacing * factor),
    }[type(shape)]()


def pieces(shape, pose):
    """Convex pieces in the world: functions from directions (n, 3) to furthest points; half spaces
    are (normal, offset)."""
    if isinstance(shape, Compound):
        return [piece for s, p in shape.parts for piece in pieces(s, pose @ p)]
    if isinstance(shape, HalfSpace):
        normal = pose[:3, :3] @ shape.normal
        return [(normal, shape.offset + normal @ pose[:3, 3])]
    if isinstance(shape, HeightField):
        shape = shape.mesh
    if isinstance(shape, Mesh):
        corners = moved(shape.vertices[shape.faces], pose)
        return [lambda d, t=t: t[np.argmax(d @ t.T, axis=1)] for t in corners]
    return [lambda d: moved(shape.support(d @ pose[:3, :3]), pose)]


def hull_distance(p, q):
    """The distance of the hulls of two sets of points, and the connection, by least squares.

    The weights of each set sum to one by rows that weigh much more than the others.
    """
    origin = p[0]
    size = max(np.abs(p - origin).max(), np.abs(q - origin).max(), 1e-300)
    u, v = (p - origin) / size, (q - origin) / size
    heavy = 1e4
    matrix = np.block(
        [
            [-u.T, v.T],
            [np.full((1, len(u)), heavy), np.zeros((1, len(v)))],
            [np.zeros((1, len(u))), np.full((1, len(v)), heavy)],
        ]
    )
    weights, _ = nnls(matrix, np.array([0.0, 0.0, 0.0, heavy, heavy]))
    s, t = weights[: len(u)], weights[len(u) :]
    between = (t / t.sum()) @ v - (s / s.sum()) @ u
    return np.linalg.norm(between) * size, between


def reference_distance(a, pose_a, b, pose_b, enough):
    """The least distance of two pieces; to within ``enough``, where it is larger than that."""
    best = np.inf
    for f in pieces(a, pose_a):
        for g in pieces(b, pose_b):
            best = min(best, piece_distance(f, g, enough))
    return best


def piece_distance(f, g, enough):
    if isinstance(f, tuple) and isinstance(g, tuple):
        (n, d), (m, e) = f, g
        return max(-d - e, 0.0) if np.abs(n + m).max() < 1e-14 else 0.0
    if isinstance(g, tuple):
        f, g = g, f
    if isinstance(f, tuple):
        normal, offset = f
        return max(float(normal @ g(-normal[None])[0]) - offset, 0.0)
    p, q = f(DIRECTIONS), g(DIRECTIONS)
    for _ in range(60):
        found, way = hull_distance(p, q)
        if found <= enough:
            return 0.0
        way = way / np.linalg.norm(way)
        far_p, far_q = f(way[None]), g(-way[None])
        # What the direction proves is below, what the points show above.
        if found - way @ (far_q - far_p)[0] <= enough:
            break
        p, q = np.concatenate([p, far_p]), np.concatenate([q, far_q])
    return found


def size_of(a, poses_a, b, poses_b):
    """The largest finite coordinate of both, in the world or their frames."""
    numbers = [np.abs(s.bounds[np.isfinite(s.bounds)]).max(initial=0.0) for s in (a, b)]
    return max(*numbers, np.abs(poses_a[..., :3, 3]).max(), np.abs(poses_b[..., :3, 3]).max())


def check_witness(found, size):
    """Finite rows, points one distance apart along a unit normal."""
    assert np.isfinite(found._rows).all()
    apart = found.point_b - found.point_a
    np.testing.assert_allclose(np.linalg.norm(found.normal, axis=-1), 1.0, atol=1e-12)
    error = 1e-12 * size
    np.testing.assert_allclose(apart, found.distance[:, None] * found.normal, atol=error)


def check_symmetry(a, poses_a, b, poses_b, **options):
    there, back = (
        distance(a, b, poses_a, poses_b, **options),
        distance(b, a, poses_b, poses_a, **options),
    )
    size = size_of(a, poses_a, b, poses_b)
    np.testing.assert_allclose(there.distance, back.distance, atol=ERROR * size, rtol=0.0)
    np.testing.assert_array_equal(
        overlap(a, b, poses_a, poses_b, **options), overlap(b, a, poses_b, poses_a, **options)
    )
    np.testing.assert_array_equal(there.distance == 0.0, overlap(a, b, poses_a, poses_b, **options))
    check_witness(there, size)
    swapped = back.swapped()
    # Ties may choose another witness, but it is as good.
    check_witness(swapped, size)


def check_motion(a, poses_a, b, poses_b, motion, **options):
    still = distance(a, b, poses_a, poses_b, **options)
    gone = distance(a, b, motion @ poses_a, motion @ poses_b, **options)
    size = size_of(a, poses_a, b, poses_b) + np.abs(motion[:3, 3]).max()
    np.testing.assert_allclose(gone.distance, still.distance, atol=ERROR * size, rtol=0.0)
    unclear = np.abs(still.distance) < ERROR * size
    np.testing.assert_array_equal(
        overlap(a, b, motion @ poses_a, motion @ poses_b, **options) | unclear,
        overlap(a, b, poses_a, poses_b, **options) | unclear,
    )


def check_scale(a, poses_a, b, poses_b, factor):
    """By a power of two: exactly."""
    big_a, big_b = scaled(a, factor), scaled(b, factor)
    big_poses = scaled_pose(poses_a, factor), scaled_pose(poses_b, factor)
    small, large = distance(a, b, poses_a, poses_b), distance(big_a, big_b, *big_poses)
    np.testing.assert_array_equal(large.distance, factor * small.distance)
    np.testing.assert_array_equal(large.point_a, factor * small.point_a)
    np.testing.assert_array_equal(large.normal, small.normal)
    np.testing.assert_array_equal(
        overlap(big_a, big_b, *big_poses, margin=0.25 * factor),
        overlap(a, b, poses_a, poses_b, margin=0.25),
    )


def check_reference(a, poses_a, b, poses_b):
    """Returns how many of the rows overlap."""
    found = distance(a, b, poses_a, poses_b).distance
    size = size_of(a, poses_a, b, poses_b)
    hits = 0
    for row, (pose_a, pose_b) in enumerate(zip(poses_a, poses_b, strict=True)):
        true = reference_distance(a, pose_a, b, pose_b, 1e-8 * size)
        assert abs(found[row] - true) <= 2e-8 * size, (row, found[row], true)
        near = overlap(a, b, pose_a, pose_b, margin=true + 1e-7 * size)
        assert near
        if true > 1e-7 * size:
            assert not overlap(a, b, pose_a, pose_b, margin=true - 1e-7 * size)
        hits += found[row] == 0.0
    return hits


def samples(shape, pose, rng):
    """Points of a shape, in the world: of its corners, edges, faces."""
    found = []
    for piece in pieces(shape, pose):
        if isinstance(piece, tuple):
            normal, offset = piece
            across = rng.normal(size=(50, 3))
            across -= np.outer(across @ normal, normal)
            found.append(offset * normal + 3.0 * across)
        else:
            points = piece(rng.normal(size=(30, 3)))
            found += [points, 0.5 * (points + rng.permutation(points))]
    return np.concatenate(found)


def check_bound(a, poses_a, b, poses_b, rng):
    """No two sampled points are closer than the distance."""
    found = distance(a, b, poses_a, poses_b).distance
    for row, (pose_a, pose_b) in enumerate(zip(poses_a, poses_b, strict=True)):
        p, q = samples(a, pose_a, rng), samples(b, pose_b, rng)
        nearest = cKDTree(p).query(q)[0].min()
        assert found[row] <= nearest * (1.0 + 1e-9) + 1e-12


def check_identity(a, poses_a, b, poses_b, **options):
    """The same bits for any number of threads, for singles and batches, and for lists of shapes."""
    answers = []
    for threads in (1, 2, 3):
        with use_threads(threads):
            near = distance(a, b, poses_a, poses_b, **options)._rows.tobytes()
            answers.append((near, overlap(a, b, poses_a, poses_b, **options).tobytes()))
    assert len(set(answers)) == 1
    rows = distance(a, b, poses_a, poses_b, **options)._rows
    touching = overlap(a, b, poses_a, poses_b, **options)
    for row, (pose_a, pose_b) in enumerate(zip(poses_a, poses_b, strict=True)):
        one = distance(a, b, pose_a, pose_b, **options)
        assert one._rows[:12].tobytes() == rows[row, :12].tobytes()
        assert overlap(a, b, pose_a, pose_b, **options) is bool(touching[row])


def check_depth(a, poses_a, b, poses_b, kind, direction=None):
    """Laws of a depth: zero just where nothing overlaps, and going that way separates.

    Depths of hulls may be positive where shapes do not overlap; local ones promise nothing more
    than that no translation below ``lower`` separates.
    """
    found = penetration(a, b, poses_a, poses_b, kind=kind, direction=direction)
    size = size_of(a, poses_a, b, poses_b)
    touching = overlap(a, b, poses_a, poses_b)
    assert not np.isnan(found._rows).any()
    assert (found.depth >= 0.0).all()
    assert (found.lower <= found.depth + ERROR * size).all()
    np.testing.assert_allclose(np.linalg.norm(found.direction, axis=1), 1.0, atol=1e-12)
    if kind != "convex":
        assert not (found.depth[~touching] > 0.0).any()
    back = penetration(
        b, a, poses_b, poses_a, kind=kind, direction=None if direction is None else -direction
    )
    np.testing.assert_allclose(back.depth, found.depth, atol=4.0 * ERROR * size, rtol=1e-9)
    deep = np.isfinite(found.depth) & (found.depth > 0.0)
    gap = found.point_b + found.depth[:, None] * found.direction - found.point_a
    np.testing.assert_allclose(gap[deep], 0.0, atol=1e-9 * size)
    if kind == "directional":
        assert not overlap(a, b, poses_a, gone(poses_b, found, 1.0 + 1e-7, 1e-7 * size))[deep].any()
        # And no shorter way does.
        assert overlap(a, b, poses_a, gone(poses_b, found, 1.0 - 1e-6, -1e-6 * size))[deep].all()
    return found


def gone(poses, found, factor, more):
    """Poses after most, or a little more, of the way that a depth says."""
    way = np.where(np.isfinite(found.depth), np.maximum(found.depth * factor + more, 0.0), 0.0)
    moved_poses = poses.copy()
    moved_poses[:, :3, 3] += way[:, None] * found.direction
    return moved_poses
