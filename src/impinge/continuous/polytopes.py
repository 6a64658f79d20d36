"""First contact of a moving mesh with a box or a hull, also where they slide past each other.

Steps by distances and bounds on speed are quick where shapes come together, and as small as the gap
where one slides along the other: a peg in a hole, a twentieth of a millimetre from its wall, takes
thousands. From outside a solid is met at its surface, and that of a polytope is a mesh: pairs that
need many steps go on by the walk over two trees, whose boxes slide as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.advance import Options, copy_witness
from impinge.continuous.freedom import STAY_FREE, stay_free_by_distance
from impinge.continuous.impact import Impact
from impinge.continuous.kernels import convex_freedom, impact_row
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.surfaces import impact_mesh_convex, impact_mesh_mesh, stay_free_mesh_mesh
from impinge.continuous.time_of_impact import TIME_OF_IMPACT, refuse_intervals
from impinge.core.derived import derived
from impinge.geometry import Box, Hull, Mesh, box_mesh
from impinge.narrow.distance import DISTANCE

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

PATIENCE = 100
"""Steps by distances before the walk is taken: about as long as it takes. What comes together needs
some thirty."""
FEWEST = 4
"""Faces of a solid: flat hulls, segments and points have fewer, and no surface to speak of."""


@TIME_OF_IMPACT.answers(Mesh, Box)
@TIME_OF_IMPACT.answers(Mesh, Hull)
def impact_mesh_polytope(
    a: Mesh, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Impact:
    refuse_intervals(a, b, options)
    surface = polytope_mesh(b)
    if options.method == "advance" or surface is None or options.max_steps <= PATIENCE:
        return impact_mesh_convex(a, motion_a, b, motion_b, count, options)
    few = options._replace(max_steps=PATIENCE)
    out = impact_mesh_convex(a, motion_a, b, motion_b, count, few)._rows.copy()
    rows = np.flatnonzero(out[:, impact_row.STATUS] == impact_row.OUT_OF_BUDGET)
    if len(rows):
        some = PairMotion(motion_a, motion_b, count).some(rows)
        hollow = options._replace(solid=False)
        part = impact_mesh_mesh(a, some.a, surface, some.b, len(rows), hollow)._rows.copy()
        part[:, impact_row.STEPS] += out[rows, impact_row.STEPS]
        _measure(a, b, some, options, part)
        out[rows] = part
    return Impact(out)


@STAY_FREE.answers(Mesh, Box)
@STAY_FREE.answers(Mesh, Hull)
def stay_free_mesh_polytope(
    a: Mesh, motion_a: Any, b: Any, motion_b: Any, count: int | None, options: Options
) -> Floats:
    surface = polytope_mesh(b)
    if surface is None or options.max_steps <= PATIENCE:
        return stay_free_by_distance(a, motion_a, b, motion_b, count, options)
    few = options._replace(max_steps=PATIENCE)
    out = stay_free_by_distance(a, motion_a, b, motion_b, count, few)
    rows = np.flatnonzero(
        (out[:, convex_freedom.STATUS] == convex_freedom.UNDECIDED)
        & (out[:, convex_freedom.STEPS] >= PATIENCE)
    )
    if len(rows):
        some = PairMotion(motion_a, motion_b, count).some(rows)
        hollow = options._replace(solid=False)
        part = stay_free_mesh_mesh(a, some.a, surface, some.b, len(rows), hollow)
        part[:, convex_freedom.STEPS] += out[rows, convex_freedom.STEPS]
        out[rows] = part
    return out


def polytope_mesh(shape: Box | Hull) -> Mesh | None:
    """The surface of a polytope; none if it has no inside. Kept with it.

    Examples
    --------
    >>> polytope_mesh(Box((1, 2, 3)))
    Mesh(8 vertices, 12 faces, closed, oriented)
    """
    return derived(shape, "surface of a polytope", lambda: _made(shape))


def _made(shape: Box | Hull) -> Mesh | None:
    if isinstance(shape, Box):
        return box_mesh(shape.sizes)
    if len(shape.faces) < FEWEST:
        return None
    fans = [
        np.stack([np.full(len(loop) - 2, loop[0]), loop[1:-1], loop[2:]], axis=1)
        for loop in shape.faces
    ]
    return Mesh(shape.vertices, np.concatenate(fans))


def _measure(a: Mesh, b: Any, motion: PairMotion, options: Options, out: Floats) -> None:
    """Points, normal and features on the solid, which has other ones than its triangles."""
    times = np.minimum(out[:, impact_row.TIME], options.max_time)
    left = np.ones(len(out), np.bool_)
    for span in motion.spans(options.max_time):
        rows = np.flatnonzero(left & (times <= span.stop))
        left[rows] = False
        if len(rows):
            poses = motion.poses(span, rows, np.ascontiguousarray(times[rows]))
            copy_witness(DISTANCE(a, poses[0], b, poses[1], False)._rows, rows, out)
