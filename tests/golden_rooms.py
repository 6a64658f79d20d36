"""Groups of the golden set about one shape, motions, volumes, trees and boxes."""

import numpy as np
from golden_inputs import boxes, dyadic, poses, shapes
from golden_results import MASS, asked, group

import impinge as im
from impinge import bounds, geometry, hierarchy, motion, narrow, pairs
from impinge import partition as part


@group
def points_and_rays():
    rng = np.random.default_rng(16)
    for name, shape in shapes().items():
        pose, points = poses(17, 1)[0], dyadic(rng, (60, 3), 1.25)
        directions = dyadic(rng, (60, 3)) + np.array([0.0, 0.0, 2.0**-11])
        for query, args in [
            (im.closest_point, ()), (im.contains, ()), (hierarchy.winding_number, ()),
            (im.cast_ray, (directions,)),
        ]:  # fmt: skip
            for at in (None, pose):
                single = [points[0], *(rows[0] for rows in args)]
                yield query.__name__, f"{name} single", asked(query, shape, *single, at)
                yield query.__name__, f"{name} batch", asked(query, shape, points, *args, at)


@group
def shape_properties():
    rng = np.random.default_rng(18)
    directions = dyadic(rng, (30, 3)) + np.array([0.0, 0.0, 2.0**-11])
    for name, shape in shapes().items():
        for field in MASS.split():
            yield "mass", f"{name} {field}", asked(getattr, shape, field)
        yield "support", name, asked(shape.support, directions)
        parts = [at for _, at in narrow.parts_of(shape)]
        yield "parts_of", name, parts
    made = shapes()
    knot, cloud = made["knot"], dyadic(rng, (80, 3))
    yield "hulls", "hull", im.Hull(cloud)
    yield "hulls", "flat", im.Hull(cloud * [1, 1, 0])
    yield "hulls", "hull_of", narrow.hull_of(knot)
    yield "meshes", "made", [im.box_mesh((1, 2, 3)), im.icosphere(1.0, 2), geometry.grid_mesh()]
    yield (
        "meshes",
        "changed",
        [knot.flipped(), knot.welded(0.125), knot.transformed(poses(19, 1)[0])],
    )
    tets = im.TetMesh(cloud, np.arange(80).reshape(20, 4))
    yield "tets", "tets", [tets, tets.with_vertices(cloud[::-1])]
    a, b = dyadic(rng, (2, 300, 3, 3))
    yield "closest_segments", "batch", geometry.closest_segments(a[:, :2], b[:, :2])
    yield "closest_triangles", "batch", geometry.closest_triangles(a, b)
    found = geometry.closest_points_on_triangles(a[:, 0], b)
    yield "closest_points_on_triangles", "batch", found
    yield "overlap_triangles", "batch", geometry.overlap_triangles(a, b)


@group
def motions():
    one, other = poses(20, 12, 2.0), poses(21, 12, 2.0)
    made = {
        "Motion": im.Motion(one, other),
        "Motion centre": im.Motion(one[0], other[0], (0.5, 0.25, 0.0)),
        "velocity": im.Motion.from_velocity(one, other[:, :3, 3], 4.0 * other[:, :3, 3]),
        "ScrewMotion": im.ScrewMotion(one, other),
        "eased": im.ScrewMotion(one[0], other[0], turning=(0.5, 1.5), sliding=(1.5, 0.5)),
        "PiecewiseMotion": im.PiecewiseMotion(one),
        "screws": im.PiecewiseMotion(other, kind="screw"),
    }
    for name, move in made.items():
        for t in (0.0, 0.375, 1.0):
            yield name, f"at {t}", [move.pose(t), move.velocity(t)]
        for span in ({}, {"start": 0.25, "stop": 0.3125}):
            reach = move.speed_bound(0.75, **span), move.travel_bound(0.75, **span)
            bound = reach, move.speed_range((0, 0, 1), 0.75, **span), move.enclosure(**span)
            yield name, f"bounds {span}", bound
        yield name, "ends", [move.pose_t0, move.pose_t1]
        yield name, "dict", move.to_dict()
    for name in ("Motion", "ScrewMotion"):
        found = made[name].deviation(made["ScrewMotion" if name == "Motion" else "Motion"], 0.5)
        yield "deviation", name, found
    flow = motion.VertexMotion(one[:, :3, 3], other[:, :3, 3])
    found = flow.vertices(0.375), flow.velocity(), flow.speed_bound(), flow.deviation(flow)
    yield "VertexMotion", "all", found


@group
def volumes():
    rng = np.random.default_rng(22)
    clouds, pose = dyadic(rng, (2, 40, 3)), poses(23, 1)[0]
    knot, pose_b = shapes()["knot"], poses(24, 1, 4.0)[0]
    move = im.ScrewMotion(pose_b, pose)
    kinds = {kind.__name__: kind.of for kind in (bounds.Aabb, bounds.Obb, bounds.BoundingSphere)}
    for k in (6, 14, 18, 26):
        kinds[f"Kdop {k}"] = lambda source, k=k: bounds.Kdop.of(source, k)
    kinds["BoundingEllipsoid"] = bounds.BoundingEllipsoid.of
    for name, fit in kinds.items():
        a, b, c = fit(clouds[0]), fit(clouds[1]), fit(knot)
        moved = b.moved(pose_b)
        yield f"bounds {name}", "fits", [a, b, c, a.merged(moved), c.inflated(0.125), moved]
        far = getattr(a, "gap", None) or a.distance
        asks = a.contains(b), a.contains(clouds[1]), a.overlaps(moved), far(moved)
        yield f"bounds {name}", "asked", asks
        entry = "apart_until ellipsoid" if name == "BoundingEllipsoid" else "apart_until"
        yield entry, name, bounds.apart_until(a, b, move, pose)
    for source in (clouds[0], knot):
        for span in ({}, {"start": 0.25, "stop": 0.5}):
            swept = (
                bounds.swept_aabb(source, move, **span),
                bounds.swept_sphere(source, move, **span),
            )
            yield "swept", f"{span}", [*swept, bounds.swept_kdop(source, move, 18, **span)]
    hull, many = bounds.TurningHull(knot, 14), poses(25, 20)
    found = hull.volume, hull.recomputed(pose), hull.climbed(pose), hull.expanded(pose)
    yield "TurningHull", "one", found
    yield (
        "dop_directions",
        "all",
        [(bounds.dop_directions(k), bounds.dop_facets(k)) for k in (6, 18)],
    )
    yield "TurningHull", "many", [hull.climb_over(many), hull.recompute_over(many)]


@group
def trees():
    made, at = shapes(), poses(26, 4, 0.75)
    knot, ball = made["knot"], made["mesh"]
    bent = knot.with_vertices(knot.vertices * np.array([1.0, 1.25, 0.75]))
    for builder in ("sah", "median", "mean", "morton", "nearest"):
        for volume in ("obb", "aabb"):
            tree = hierarchy.Tree(knot, builder=builder, volume=volume, leaf_size=4)
            yield "Tree", f"{builder} {volume}", [tree, tree.refitted(bent)]
        for volume in ("ellipsoid", "sphere", "obb", "dop18", "aabb"):
            new = " ellipsoid" * (volume == "ellipsoid")
            a = hierarchy.VolumeTree(knot, volume=volume, builder=builder)
            b = hierarchy.VolumeTree(ball, volume=volume, builder=builder, arity=4)
            refits = [a.refitted(bent, how) for how in ("bottom-up", "top-down", "hybrid")]
            yield f"VolumeTree{new}", f"{builder} {volume}", [a, b, *refits]
            for order in ("depth", "breadth", "best"):
                case = f"{builder} {volume} {order}"
                args = [(tree, b, at[i], at[i + 1]) for i, tree in enumerate([a, *refits[:2]])]
                for query in (narrow.overlap_trees, narrow.distance_trees, narrow.pairs_trees):
                    entry = f"{query.__name__}{new}"
                    yield entry, case, [query(*row, order=order) for row in args]
        found = narrow.overlap_trees(a, b, at[0], at[1], order="probable")
        yield "overlap_trees", f"{builder} probable", found
    yield "refit", "distance", im.distance(bent, ball, at, at[::-1])
    yield "refit", "pairs", im.intersecting_pairs(bent, ball, at, at[::-1])
    yield "refit", "rays", im.cast_ray(bent, at[:, :3, 3] * 4.0, -at[:, :3, 3])


@group
def broad_phases():
    lower, upper = boxes(27, 700)
    for method in (None, *pairs.METHODS):
        yield f"find_pairs {method}", "many", pairs.find_pairs(lower, upper, method)
        yield f"find_pairs {method}", "few", pairs.find_pairs(lower[:90], upper[:90] + 1.0, method)
    found = pairs.find_pairs_between(lower[:300], upper[:300], *boxes(28, 400))
    yield "find_pairs_between", "many", found
    kept = {"IncrementalSweep": pairs.IncrementalSweep, "DynamicTree": pairs.DynamicTree}
    kept["Rebuilt"] = lambda low, high: pairs.Rebuilt(pairs.tree_pairs, low, high)
    splits = {
        kind.__name__: kind
        for kind in (part.UniformGrid, part.SpatialHash, part.Octree, part.KdTree)
    }
    for name, kind in {**kept, **splits}.items():
        held, ids = kind(lower[:400], upper[:400]), np.arange(0, 400, 3)
        yield name, "begin", held.pairs()
        held.move(ids, lower[ids] + 0.125, upper[ids] + 0.25)
        yield name, "moved", held.pairs()
        held.remove(ids[::2])
        yield name, "removed", held.pairs()
        yield name, "added", [held.add(lower[400:], upper[400:]), held.pairs()]
        if hasattr(held, "find"):
            yield name, "find", held.find(lower[1] - 2.0, upper[1] + 2.0)
        if hasattr(held, "cells"):
            yield name, "cells", [held.cells(), held.ids, held.lower, held.upper]
        if hasattr(held, "cast_ray"):
            yield name, "ray", held.cast_ray((-9.0, -9.0, -9.0), (1.0, 1.125, 0.875))
    knot = shapes()["knot"]
    for name, kind in splits.items():
        held = kind.from_triangles(knot.vertices, knot.faces)
        yield f"{name} triangles", "begin", [held.pairs(), held.cells()]
        held.move_vertices(knot.vertices * np.array([1.0, 1.25, 0.75]))
        yield f"{name} triangles", "moved", [held.pairs(), held.cells()]
    points = dyadic(np.random.default_rng(29), (300, 3), 1.25)
    for planes in ("faces", "mixed", "discrete"):
        tree = part.BspTree(shapes()["mesh"], planes)
        order = tree.back_to_front((3.0, 2.0, 1.0))
        yield "BspTree", planes, [tree, tree.contains(points), tree.locate(points), order]
