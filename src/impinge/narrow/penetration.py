"""How deep are two posed shapes in each other?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import empty, ndarray
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_numbers, as_points
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.linking import OtherLayoutError
from impinge.core.options import as_choice
from impinge.core.poses import AT_REST
from impinge.core.rows import NEW, SET_ROWS, scalar, vector
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace
from impinge.geometry.shape import unit_rows
from impinge.narrow.convex import gaps
from impinge.narrow.kernels.convex_rows import AS_DEPTH, answer_convex, gap_rows
from impinge.narrow.kernels.directional import directional_rows
from impinge.narrow.kernels.pair_row import KIND, PAIR_ROW
from impinge.narrow.pair_rows import PairRows, widened
from impinge.narrow.posed import Pose, as_batches, as_one_layout, as_shapes
from impinge.narrow.posed_shapes import PosedPairs, has_many, posed_lists
from impinge.narrow.solid import as_solid

KINDS = ("convex", "local", "directional")
"""What a depth can mean; rows keep the position in this list."""


class Penetration(PairRows):
    """How deep two shapes are in each other; one row a pair of poses, or no batch axis at all.

    Attributes
    ----------
    depth : float, or (n,) float64
        [m], never negative; 0 where they do not overlap. What it measures is said by ``kind``.
        Infinite for ``"directional"`` where no translation along the direction separates them.
    direction : (3,) or (n, 3) float64
        Unit vector from A to B: moving B by ``depth * direction`` separates them; for ``"local"``,
        the parts that it is the depth of.
    point_a, point_b : (3,) or (n, 3) float64
        Deepest points of A in B, and of B in A [m], world frame, ``depth`` apart along
        ``direction``; the closest points where they do not overlap.
    lower : float, or (n,) float64
        Lower bound of the depth [m]; the depth itself is proved from above. Equal to it for
        polytopes, spheres and capsules but for rounding; of curved shapes with an allowance of
        1e-11 of the largest coordinate for the rounding of faces that prove it.
    kind : str, or (n,) str
        ``"convex"``: the shortest translation that separates. ``"local"``, ``"directional"``: see
        :func:`penetration`.
    feature_a, feature_b : int, or (n,) int64
        The features that the points lie on.
    part_a, part_b : int, or (n,) int64
        Of compounds, the parts that these are of; -1 for other shapes.
    """

    __slots__ = ()

    _names = (
        "depth", "direction", "point_a", "point_b", "lower", "kind", "feature_a", "feature_b",
    )  # fmt: skip

    depth, direction, lower = scalar("gap"), vector("normal"), scalar()

    @property
    def kind(self) -> str | NDArray[np.str_]:
        if self._rows.ndim == 1:
            return KINDS[int(self._rows[KIND])]
        return np.array(KINDS)[self._rows[:, KIND].astype(np.int64)]


PENETRATION = PairTable(
    "penetration",
    swap=Penetration.swapped,
    advice="they go on without end, and no translation separates them; use overlap or distance",
)


def penetration(
    a: Any,
    b: Any,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    kind: str | None = None,
    direction: ArrayLike | None = None,
    solid: bool = False,
) -> Penetration:
    """How deep two posed shapes are in each other, and which way is out.

    Parameters
    ----------
    a, b : shape, or sequence of shapes
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`overlap`.
    kind : {"convex", "local", "directional"}, optional
        Which depth. ``"convex"``, the only one for convex shapes and half spaces: the shortest
        translation that separates them; of a mesh or a compound, it is that of its convex hull.
        ``"local"``, what meshes and compounds are asked for if nothing is said: how far the parts
        that intersect reach into each other: regions of two meshes, the deepest triangle of a mesh
        and a convex shape, the deepest pair of parts of compounds. ``"directional"``: along a given
        direction only.
    direction : (3,) or (n, 3) array_like, optional
        World frame, of any length but zero; for ``kind="directional"`` only. The answer is the
        shortest translation of B along it that separates.
    solid : bool, optional
        Meshes have an inside, and must be closed: what lies inside of one, or below the surface of
        a height field, is deep though no surfaces cross. The local depth is then that of the way
        out by the nearest face, as of :func:`collide`, and ``lower`` the distance to the surface.
        So ``depth`` is positive only where :func:`overlap` with ``solid`` is True, and zero there
        only where shapes just touch. Hulls of ``kind="convex"`` are solid in any case.

    Returns
    -------
    Penetration
        With ``depth``, ``direction``, ``point_a``, ``point_b``, ``lower`` and ``kind``.

    Raises
    ------
    UnsupportedPairError
        If the depth is not defined for these shapes, as for two half spaces.
    ImpingeError
        If a shape, a pose, the kind or the direction is not usable, or ``solid`` is asked of an
        open mesh.

    Notes
    -----
    For convex shapes the expanding polytope algorithm [Bergen2001]_, with signed offsets, so that
    depth and distance meet at contact; for two boxes their fifteen separating directions.
    Polytopes, spheres and capsules are exact to rounding. For cylinders, cones and ellipsoids
    ``lower`` and ``depth`` enclose the truth, mostly within 1e-11 of the largest coordinate; less
    narrowly where a whole ring of ways out is as short, as with one axis in the other. Of ways out
    that are equally short one is given, the same each time.

    Examples
    --------
    >>> import impinge as im
    >>> pose = im.pose((0.9, 0.2, 0))
    >>> deep = im.penetration(im.Box((1, 1, 1)), im.Box((1, 1, 1)), pose_b=pose)
    >>> round(deep.depth, 12), deep.direction, deep.kind
    (0.1, array([1., 0., 0.]), 'convex')
    """
    # The path of single queries, as in `distance`.
    try:
        row_a, row_b = a._row_address, b._row_address
    except AttributeError:
        # Several shapes, or meshes of other libraries.
        row_a = row_b = None
    if row_a is not None and row_b is not None and kind is direction is None and solid is False:
        one_a = AT_REST if pose_a is None else pose_a
        one_b = AT_REST if pose_b is None else pose_b
        if type(one_a) is type(one_b) is ndarray and one_a.ndim == one_b.ndim == 2:
            row = empty(PAIR_ROW)
            try:
                known = answer_convex(row_a, one_a, row_b, one_b, AS_DEPTH, row)
            except OtherLayoutError:
                one_a, one_b = as_one_layout(one_a, one_b)
                known = answer_convex(row_a, one_a, row_b, one_b, AS_DEPTH, row)
            if known:
                if counting():
                    add_cost(primitive_tests=1)
                found = NEW(Penetration)
                SET_ROWS(found, row)
                return found
    if kind is not None:
        kind = as_choice(kind, "kind", KINDS)
    filled = as_solid(solid, a, b)
    if (direction is not None) != (kind == "directional"):
        said = "missing" if direction is None else f"given, but kind is {kind!r}"
        raise ImpingeError(f'direction: {said}; it belongs to kind="directional"')
    units = None if direction is None else as_units(direction)
    if has_many(a, b):
        pairs = posed_lists(a, b, pose_a, pose_b)
        if units is not None and len(units) not in (1, len(pairs)):
            raise ImpingeError(
                f"direction: {len(units)} rows for a batch of {len(pairs)}, expected as many, or "
                "one"
            )
        return Penetration(depths_of(pairs, kind, units, filled))
    a, b = as_shapes(a, b)
    return ask(a, pose_a, b, pose_b, kind, units, filled)


def ask(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, units: Array | None,
    solid: bool = False,
) -> Penetration:  # fmt: skip
    """The same for two shapes, with directions (n, 3) at length one."""
    if units is not None and PENETRATION.mirrors(type(a), type(b)):
        # B goes along the direction: asked the other way round, A goes against it.
        units = -units
    return PENETRATION(a, pose_a, b, pose_b, kind, units, solid)  # type: ignore[no-any-return]


def depths_of(
    pairs: PosedPairs, kind: str | None, units: Array | None, solid: bool = False
) -> Array:
    """(m, PAIR_ROW) float64: depths of all pairs; wider where compounds are among them."""
    rows = np.empty((len(pairs), PAIR_ROW))
    left = np.arange(len(pairs))
    if kind in (None, "convex"):
        convex, left = pairs.convex(), pairs.others(meshes=True)
        if len(convex):
            pairs.run_convex(gap_rows, convex, AS_DEPTH, False, rows)
    for a, pose_a, b, pose_b, part in pairs.buckets(left):
        along = units if units is None or len(units) == 1 else units[part]
        found = ask(a, pose_a, b, pose_b, kind, along, solid)._rows
        rows = widened(rows) if found.shape[-1] > rows.shape[-1] else rows
        rows[part, : found.shape[-1]] = found
    return rows


def as_units(direction: ArrayLike) -> Array:
    """Directions (n, 3) at length one; a single one is a row of one."""
    single = len(shape_of(direction, "direction")) == 1
    rows = as_points(as_numbers(direction, "direction")[None] if single else direction, "direction")
    if not len(rows):
        raise ImpingeError("direction: no rows")
    lengths = np.abs(rows).max(axis=1)
    if not lengths.all():
        raise ImpingeError(f"direction: row {int(np.argmin(lengths))} has no length")
    return np.ascontiguousarray(unit_rows(rows))


@PENETRATION.answers(Convex, Convex)
@PENETRATION.answers(HalfSpace, Convex)
def penetration_convex_convex(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, direction: Array | None,
    _solid: bool = False,
) -> Penetration:  # fmt: skip
    if kind == "local":
        raise ImpingeError('kind: "local" is for meshes and compounds; use "convex"')
    if direction is not None:
        return _along(a, pose_a, b, pose_b, direction)
    return Penetration(gaps(a, pose_a, b, pose_b, AS_DEPTH))


def _along(a: Any, pose_a: Pose, b: Any, pose_b: Pose, units: Array) -> Penetration:
    poses_a, poses_b, count, single = as_batches(pose_a, pose_b)
    n = row_count(count, units)
    rows = np.empty((n, PAIR_ROW))
    run_rows(directional_rows, n, a._packed, poses_a, b._packed, poses_b, units, rows)
    add_cost(primitive_tests=n)
    rows[:, KIND] = KINDS.index("directional")
    return Penetration(rows[0] if single and len(units) == 1 else rows)


def row_count(poses: int, units: Array) -> int:
    """Rows of a query with so many poses and these directions."""
    if len(units) != 1 and poses not in (1, len(units)):
        raise ImpingeError(
            f"direction: {len(units)} rows for a batch of {poses} poses, expected as many, or one"
        )
    return max(poses, len(units)) if poses else 0
