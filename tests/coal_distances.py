"""Distances of bodies of a world by coal, another library."""

import numpy as np

from impinge.bench.peers import build_coal
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


class CoalWorld:
    """The bodies of a world, as coal has them; poses are given at each query."""

    def __init__(self, names, shapes, fixed):
        """``fixed`` has the names of bodies that do not move: pairs of them are not tested."""
        self.parts = [list(coal_parts(shape)) for shape in shapes]
        self.pairs = [
            (i, j)
            for i in range(len(names))
            for j in range(i)
            if not (names[i] in fixed and names[j] in fixed)
        ]
        self.balls = [ball_of(shape) for shape in shapes]

    def least(self, poses, near=np.inf):
        """Least distance of two bodies, and which; none that are farther apart than ``near``."""
        middles = np.array(
            [
                pose[:3, :3] @ ball[0] + pose[:3, 3]
                for pose, ball in zip(poses, self.balls, strict=True)
            ]
        )
        radii = np.array([ball[1] for ball in self.balls])
        found = np.inf, None
        for i, j in self.pairs:
            apart = np.linalg.norm(middles[i] - middles[j]) - radii[i] - radii[j]
            if apart < near:
                found = min(found, (self.distance(i, j, poses), (i, j)))
        return found

    def distance(self, i, j, poses):
        least = np.inf
        for one, at in self.parts[i]:
            for other, there in self.parts[j]:
                sides = one, placed(poses[i] @ at), other, placed(poses[j] @ there)
                # At 1e-12 its solver gives up on some curved pairs, and says 0 of what is 0.3 m
                # apart; at its own tolerance it cannot tell small gaps from none.
                found = (coal_distance(sides, tolerance) for tolerance in (1e-12, 1e-6))
                least = min(least, next((d for d in found if d > 0.0), 0.0))
        return least


def coal_distance(sides, tolerance):
    import coal

    request = coal.DistanceRequest()
    request.enable_signed_distance = False
    request.gjk_tolerance = tolerance
    return coal.distance(*sides, request, coal.DistanceResult())


def placed(pose):
    import coal

    return coal.Transform3s(np.ascontiguousarray(pose[:3, :3]), pose[:3, 3].copy())


def ball_of(shape):
    """A ball around a shape, in its frame."""
    low, high = np.asarray(shape.bounds)
    if not np.isfinite([low, high]).all():
        return np.zeros(3), np.inf
    return 0.5 * (low + high), 0.5 * np.linalg.norm(high - low)


def coal_parts(shape):
    """coal's shapes with poses in the frame of ours."""
    import coal

    rest = np.eye(4)
    if isinstance(shape, Compound):
        for part, at in shape.parts:
            for inner, there in coal_parts(part):
                yield inner, np.asarray(at) @ there
    elif isinstance(shape, Box):
        yield coal.Box(*shape.sizes.tolist()), rest
    elif isinstance(shape, Sphere):
        yield coal.Sphere(shape.radius), rest
    elif isinstance(shape, Capsule):
        yield coal.Capsule(shape.radius, shape.length), rest
    elif isinstance(shape, Cylinder):
        yield coal.Cylinder(shape.radius, shape.length), rest
    elif isinstance(shape, Cone):
        yield coal.Cone(shape.radius, shape.length), rest
    elif isinstance(shape, Ellipsoid):
        yield coal.Ellipsoid(*shape.radii.tolist()), rest
    elif isinstance(shape, HalfSpace):
        yield coal.Halfspace(np.array(shape.normal), float(shape.offset)), rest
    elif isinstance(shape, Hull):
        points = coal.StdVec_Vec3s()
        for point in shape.vertices:
            points.append(point.copy())
        yield coal.Convex.convexHull(points, True, "Qt"), rest
    elif isinstance(shape, (Mesh, HeightField)):
        mesh = shape.mesh if isinstance(shape, HeightField) else shape
        yield build_coal(mesh.vertices.copy(), mesh.faces.copy()), rest
    else:
        raise TypeError(type(shape))
