"""Shapes, poses and boxes of the golden set, the same bits on every machine.

Numbers are integers scaled by powers of two; rotations are made from them by one square root.
"""

from itertools import combinations_with_replacement

import numpy as np

import impinge as im

SURFACES = {"mesh", "shell", "knot", "open mesh", "height field"}


def dyadic(rng, shape, size=1.0):
    """Multiples of 1/1024 from -size to size."""
    return rng.integers(-int(1024 * size), int(1024 * size) + 1, shape) / 1024.0


def poses(seed, n, spread=1.0):
    rng = np.random.default_rng(seed)
    w, x, y, z = rng.integers(-9, 10, (4, n)) + np.array([[0.5], [0.0], [0.0], [0.0]])
    norm = np.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / norm, x / norm, y / norm, z / norm
    found = np.tile(np.eye(4), (n, 1, 1))
    found[:, 0, :3] = np.stack(
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 1
    )
    found[:, 1, :3] = np.stack(
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 1
    )
    found[:, 2, :3] = np.stack(
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1
    )
    found[:, :3, 3] = dyadic(rng, (n, 3), spread)
    return found


def rounded(mesh):
    """A mesh of dyadic vertices, with no link to the mesh it is made of."""
    return im.Mesh(np.round(mesh.vertices * 1024.0) / 1024.0, mesh.faces)


def shapes():
    """Of every kind, made anew: nothing derived is kept from one group to the next."""
    rng = np.random.default_rng(1)
    at = poses(2, 6, 0.75)
    box, mesh = im.Box((0.5, 0.75, 1.125)), rounded(im.icosphere(0.625, 1))
    return {
        "sphere": im.Sphere(0.375),
        "ellipsoid": im.Ellipsoid((0.25, 0.5, 0.75)),
        "capsule": im.Capsule(0.25, 0.75),
        "cylinder": im.Cylinder(0.375, 0.875),
        "cone": im.Cone(0.5, 0.875),
        "box": box,
        "hull": im.Hull(dyadic(rng, (20, 3), 0.75)),
        "half space": im.HalfSpace((1.0, -2.0, 2.0), -0.25),
        "mesh": mesh,
        "shell": rounded(im.icosphere(1.5, 1)),
        "knot": rounded(im.torus_knot(24, 6, radius=0.25)),
        "open mesh": im.Mesh(dyadic(rng, (12, 3), 0.75), np.arange(12).reshape(4, 3)),
        "height field": im.HeightField(dyadic(rng, (5, 6), 0.375), (0.5, 0.375)),
        "links": im.Compound(
            [(box, at[0]), (im.Box((0.5, 0.25, 0.375)), at[1]), (im.Box((1, 0.25, 0.25)), None)]
        ),
        "compound": im.Compound(
            [(mesh, at[3]), (im.Capsule(0.125, 1.0), at[4]), (im.Compound([(box, at[5])]), None)]
        ),
    }


def family(a, b):
    """Which methods a pair of shapes shares with others."""
    both = {a, b}
    for name, kinds in [
        ("compounds", {"links", "compound"}),
        ("height fields", {"height field"}),
        ("half spaces", {"half space"}),
    ]:
        if both & kinds:
            return name
    if both <= SURFACES:
        return "meshes"
    return "mesh and convex" if both & SURFACES else "convex"


def shape_pairs(only=None):
    """(family, label, a, b), half of them the other way round."""
    made = shapes()
    for k, both in enumerate(combinations_with_replacement(made, 2)):
        a, b = both if k % 2 else both[::-1]
        if only is None or {a, b} <= only:
            yield k, family(a, b), f"{a}, {b}", made[a], made[b]


def boxes(seed, n, spread=8.0):
    rng = np.random.default_rng(seed)
    lower = dyadic(rng, (n, 3), spread)
    return lower, lower + abs(dyadic(rng, (n, 3), 1.0))


def strewn(solid):
    """Every shape twice over a floor, some with margins and groups, and one height field."""
    made, at = shapes(), poses(30, 30, 2.25)
    held = im.Scene(solid=solid)
    held.add("floor", made.pop("half space"))
    held.add("ground", made.pop("height field"), at[29])
    if solid:
        # An open mesh has no inside.
        made.pop("open mesh")
    for i, (name, shape) in enumerate(2 * list(made.items())):
        margin, belongs = (0.0625 if i % 4 == 0 else 0.0), ("odd" if i % 5 == 0 else None)
        held.add(f"{name} {i}", shape, at[i], margin, belongs)
    held.ignore_groups("odd")
    held.ignore("floor", "ground")
    return held
