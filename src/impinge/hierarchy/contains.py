"""Which points are inside a shape?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags
from impinge.core.counters import add_cost, counting
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.table import KindTable
from impinge.core.threads import run_rows
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, as_mesh, as_shape
from impinge.hierarchy.asking import as_one_pose, as_query_points, posed_parts
from impinge.hierarchy.kernels.inside import below_rows, contains_rows, winding_rows
from impinge.hierarchy.kernels.solids import contains_solid_rows
from impinge.hierarchy.tree import tree_of


def contains(shape: Any, points: ArrayLike, pose: ArrayLike | None = None) -> bool | Flags:
    """Whether points are inside a shape; its surface counts as inside.

    Parameters
    ----------
    shape : Shape, or anything that is a mesh
        A mesh must be closed: each edge belongs to an even number of faces. It may consist of
        several bodies, and these may overlap. Inside a height field is what is on it or below,
        over its rectangle; inside a compound, what is inside one of its parts.
    points : (3,) or (n, 3) array_like
        World frame [m].
    pose : (4, 4) array_like, optional
        Of the shape, body to world; identity if not given.

    Returns
    -------
    bool, or (n,) bool for a batch

    Raises
    ------
    ImpingeError
        If a mesh is open, or a point or the pose is not usable.

    See Also
    --------
    winding_number : how often a surface, closed or not, winds around points.

    Notes
    -----
    Solids: a point within 2e-15 of the largest coordinate from the surface is on it, since points
    on curved surfaces are rounded to one side or the other.

    Meshes and height fields are exact for the given coordinates (with a pose: for the points in the
    shape's frame, rounded once). Of a mesh, crossings of a half-line are counted by exact
    predicates, and one through an edge or a vertex is resolved symbolically (Edelsbrunner and
    Muecke 1990 [Edelsbrunner1990]_). Where faces are oriented, a point is inside if the surface
    winds around it, so that it may be inside of two overlapping bodies; which side of the faces is
    out does not matter. Where they are not, it is inside after an odd number of crossings. Safe to
    call from many threads; batches use all cores.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> contains(icosphere(1.0), [[0, 0, 0.9], [0, 0, 1.1]])
    array([ True, False])
    """
    kind = as_shape(shape, "shape")
    p, single = as_query_points(points, "points")
    answers = CONTAINS(kind, p, as_one_pose(pose), "shape")
    return bool(answers[0]) if single else answers


CONTAINS = KindTable("contains")
"""Answers for points (n, 3) and one pose, (n,) bool; last comes the shape's name, for errors."""


@CONTAINS.answers(Mesh)
def inside_mesh(mesh: Mesh, points: Array, pose: Array, name: str) -> Flags:
    topology = mesh._topology
    closed, oriented = derived(
        topology, "closed_oriented", lambda: (mesh.is_closed, mesh.is_oriented)
    )
    if not closed:
        raise ImpingeError(f"{name}: mesh is open: {_border(mesh)}")
    answers, costs = np.empty(len(points), np.bool_), np.empty((len(points), 2), np.int64)
    arrays = tree_of(mesh)._arrays
    run_rows(contains_rows, len(points), arrays, pose, points, oriented, answers, costs)
    if counting():
        add_cost(0, *costs.sum(axis=0))
    return answers


@CONTAINS.answers(HeightField)
def inside_field(field: HeightField, points: Array, pose: Array, _: str) -> Flags:
    answers = np.empty(len(points), np.bool_)
    dx, dy = field.spacing.tolist()
    run_rows(below_rows, len(points), field._heights, dx, dy, pose, points, answers)
    add_cost(0, 0, len(points))
    return answers


@CONTAINS.answers(Convex)
@CONTAINS.answers(HalfSpace)
def inside_solid(solid: Convex | HalfSpace, points: Array, pose: Array, _: str) -> Flags:
    answers = np.empty(len(points), np.bool_)
    run_rows(contains_solid_rows, len(points), solid._packed, pose, points, answers)
    add_cost(0, 0, len(points))
    return answers


@CONTAINS.answers(Compound)
def inside_compound(compound: Compound, points: Array, pose: Array, name: str) -> Flags:
    answers = np.zeros(len(points), np.bool_)
    for row, (shape, placed, _) in enumerate(posed_parts(compound, pose)):
        answers |= CONTAINS(shape, points, placed, f"{name}: part {row}")
    return answers


def winding_number(shape: Any, points: ArrayLike, pose: ArrayLike | None = None) -> float | Array:
    """How often a surface winds around points: the solid angle it fills, over 4 pi.

    Inside a closed mesh whose faces look outward it is 1, outside 0, within overlapping bodies
    their number. Open meshes give fractions, a measure of how much inside a point is (Jacobson,
    Kavan, Sorkine-Hornung 2013 [Jacobson2013]_).

    Parameters
    ----------
    shape, points, pose
        As for :func:`contains`, but of meshes and height fields only, which may be open.

    Returns
    -------
    float, or (n,) float64 for a batch
        Exact to about 1e-15 a face away from the surface; on it, anything between both sides.

    Notes
    -----
    A sum over all faces, O(n) a point: the reference that :func:`contains` is tested against.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> round(winding_number(box_mesh(), [0.1, 0.2, 0.3]), 12)
    1.0
    """
    mesh = shape.mesh if isinstance(shape, HeightField) else as_mesh(shape, "shape")
    p, single = as_query_points(points, "points")
    t = as_one_pose(pose)
    largest = max(float(np.abs(x).max(initial=0.0)) for x in (mesh.bounds, p, t[:3, 3]))
    # A power of two, so that nothing but the range of numbers changes.
    unit = 2.0 ** np.frexp(largest)[1] if largest > 0.0 else 1.0
    out = np.empty(len(p))
    run_rows(winding_rows, len(p), mesh._vertices, mesh._faces, t, p, float(unit), out)
    if counting():
        add_cost(0, 0, len(p) * len(mesh._faces))
    return float(out[0]) if single else out


def _border(mesh: Mesh) -> str:
    """What is wrong with a mesh that is not closed, in words."""
    use = mesh._topology._edge_use
    faces = use.forward + use.backward
    single, odd = int((faces == 1).sum()), int(((faces % 2 == 1) & (faces > 1)).sum())
    if not len(faces):
        return "no face has three different vertices"
    said = []
    if single:
        said.append(
            f"{single} edges belong to one face only" if single > 1 else "1 edge has one face only"
        )
    if odd:
        said.append(f"{odd} edges belong to an odd number of faces")
    text = ", ".join(said)
    if len(mesh._vertices) > 3 * len(mesh._faces) // 2:
        text += " (vertices may be repeated: mesh.welded() joins equal ones)"
    return text
