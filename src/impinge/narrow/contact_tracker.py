"""Contact of two polyhedra that deform, followed from frame to frame."""

from __future__ import annotations

from math import cos, frexp, hypot, ldexp, radians
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.bounds.kernels.aabb import bound_points
from impinge.bounds.kernels.sphere import bound_rows_sphere
from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, as_mesh
from impinge.hierarchy.contains import contains
from impinge.narrow.hull_separation import HullSeparation, HullStatus, Scaling, as_limits, separated
from impinge.narrow.kernels import facets
from impinge.narrow.kernels.facets import BELOW, PAD
from impinge.narrow.kernels.hull_direction import scaling_of_points
from impinge.narrow.pairs import intersecting_pairs
from impinge.narrow.polyhedra_contact import Disk, PolyhedraContact
from impinge.pairs.element_tree import ElementTree
from impinge.pairs.grouping import gathered, sorted_pairs

Zone = tuple[tuple[float, float], float]
"""Centre and radius of a disk, in the frame of the contact."""
TURNED = cos(radians(30.0))
MANY = 0.25
"""Share of all facets above which refitted trees of both meshes are faster than new ones over the
facets that are searched."""
NO_PAIRS = np.empty((0, 2), np.int64)
LEAST_EXPONENT = -1000
"""Of the power of two that exact tests divide by: its reciprocal must not overflow."""


class _Body:
    """A mesh in its present shape, by the vertices that its faces name."""

    def __init__(self, mesh: Mesh) -> None:
        used = mesh._topology.used_vertices
        self._all_used = len(used) == len(mesh._vertices)
        self.faces = mesh._faces if self._all_used else np.searchsorted(used, mesh._faces)
        self.take(mesh)

    def moved(self, vertices: ArrayLike | None, name: str) -> Mesh:
        """The mesh with other vertices; itself if there are none."""
        try:
            return self.mesh if vertices is None else self.mesh.with_vertices(vertices)
        except ImpingeError as error:
            raise ImpingeError(f"{name}{str(error).removeprefix('vertices')}") from error

    def take(self, mesh: Mesh) -> None:
        """Go on with the mesh in another shape."""
        self.mesh, points = mesh, mesh._vertices
        self.vertices = points if self._all_used else points[mesh._topology.used_vertices]

    def box(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Lowest and highest corner."""
        return bound_points(self.vertices)  # type: ignore[no-any-return]

    def turn(self, scaling: Scaling, frame: Array, side: float) -> None:
        """Take the vertices into the frame of the contact."""
        self.turned: Array = np.empty_like(self.vertices)
        axes = tuple(frame.ravel().tolist())
        facets.turn_points(self.vertices, *scaling, axes, side, self.turned)

    def highest(self) -> float:
        return float(self.turned[:, 2].max())

    def zone(self, low: float) -> Zone:
        """The smallest disk around the part above ``low``."""
        points = np.empty((len(self.vertices) + 2 * len(self.faces), 3))
        count = facets.collect_zone(self.turned, self.faces, low, points)
        if count == 0:
            return (0.0, 0.0), 0.0
        (x, y, _), radius = bound_rows_sphere(points, 0, count, 1)
        return (x, y), radius

    def furthest(self, n: Array) -> Disk:
        """The vertex furthest along ``n``, as a disk without extent."""
        return Disk(frozen(self.vertices[int(np.argmax(self.vertices @ n))].copy()), 0.0)

    def leave_out(self) -> None:
        """Let all facets be below the slab."""
        self.codes: NDArray[np.int8] = np.full(len(self.faces), BELOW, np.int8)
        self.counts: Ids = np.zeros(5, np.int64)
        self.kept: Ids = np.empty(0, np.int64)
        self.searched: Ids = self.kept

    def select(self, side: float, low: float, zone: Zone) -> None:
        """Apply the three criteria, given the disk of the other body."""
        self.codes, self.counts = np.empty(len(self.faces), np.int8), np.empty(5, np.int64)
        chosen = np.empty((2, len(self.faces)), np.int64)
        facets.select_facets(
            self.turned, self.faces, side, low, *zone, self.codes, self.counts, chosen
        )
        self.kept, self.searched = (chosen[k, : self.counts[3 + k]].copy() for k in range(2))

    def facets(self, chosen: Ids, unit: float) -> tuple[ElementTree, Array]:
        """A tree over the chosen facets, and their corners."""
        triangles = np.empty((len(chosen), 9))
        lower, upper = np.empty((2, len(chosen), 3))
        facets.gather_facets(self.vertices, self.faces, chosen, unit, triangles, lower, upper)
        return ElementTree.of_checked(lower, upper), triangles


class ContactTracker:
    """Contact of two meshes that move and deform, frame by frame, without trees to keep.

    Each frame starts from the last direction: bodies are pushed apart through the side by which
    they came, even where another way out is shorter. Facets that cannot take part are left out by
    the three criteria of [Joukhadar1999]_, in linear time.

    Parameters
    ----------
    mesh_a, mesh_b : Mesh, or anything that is a mesh
        Closed or open, convex or not. Counter-clockwise faces look out.
    trust : bool, optional
        Leave out the proof: facets that look away from the other body are taken to touch nothing,
        as published. Pairs may then be missed where opposite sides of a body are in contact.
    stretch : float, optional
        See :func:`hull_separation`.
    max_iterations : int, optional
        Directions that are tried in a frame; pairs are exact in any case.

    Raises
    ------
    ImpingeError
        If an argument is not usable; the message names it.

    See Also
    --------
    intersecting_pairs : the same pairs of any two meshes, by their trees.
    impinge.response.facet_forces : forces that push the bodies apart.

    Notes
    -----
    Criterion 1 is the only one that can drop a facet in contact. So facets that it alone dropped
    are searched as well: pairs are exact by construction, and ``fallback`` says whether one of
    these meets. Any direction gives the same pairs; a better one leaves fewer facets to search.

    Not safe to update from two threads at once.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> ball = icosphere(1.0, 3)
    >>> tracker = ContactTracker(ball, ball)
    >>> contact = tracker.update(vertices_b=ball.vertices + [1.9, 0, 0])
    >>> contact
    PolyhedraContact(overlapping, 90 pairs of 64 x 64)
    >>> contact.restricted, round(contact.separation.distance, 3)
    (True, -0.1)
    """

    __slots__ = ("_a", "_b", "_direction", "_limits", "_trust")

    _direction: Array | None

    def __init__(
        self, mesh_a: Any, mesh_b: Any, *, trust: bool = False, stretch: float = 1.05,
        max_iterations: int = 30,
    ) -> None:  # fmt: skip
        self._a, self._b = _Body(as_mesh(mesh_a, "mesh_a")), _Body(as_mesh(mesh_b, "mesh_b"))
        self._trust = as_flag(trust, "trust")
        self._limits = as_limits(stretch, max_iterations)
        self.reset()

    def reset(self) -> None:
        """Forget the direction: the next frame starts from middle to middle."""
        self._direction = None

    def update(
        self, vertices_a: ArrayLike | None = None, vertices_b: ArrayLike | None = None
    ) -> PolyhedraContact:
        """The contact in the next frame.

        Parameters
        ----------
        vertices_a, vertices_b : (n, 3) array_like, optional
            Coordinates in this frame [m], as many rows as the mesh has vertices; as before if not
            given. Copied.

        Returns
        -------
        PolyhedraContact

        Raises
        ------
        ImpingeError
            If there are more or fewer rows, or a coordinate is not finite; the tracker is as it
            was.
        """
        a, b = self._a, self._b
        # Both are checked before one is taken.
        moved = a.moved(vertices_a, "vertices_a"), b.moved(vertices_b, "vertices_b")
        a.take(moved[0])
        b.take(moved[1])
        last, scaling = self._direction, scaling_of_points(a.vertices, b.vertices)
        hulls = separated(a.vertices, b.vertices, scaling, last, -1.0, *self._limits)
        n = self._direction = np.array(hulls.direction)
        turned = last is not None and float(n @ last) < TURNED
        if hulls.status == HullStatus.APART:
            return self._apart(hulls, turned)
        return self._contact(hulls, scaling, turned)

    def _apart(self, hulls: HullSeparation, turned: bool) -> PolyhedraContact:
        a, b = self._a, self._b
        a.leave_out()
        b.leave_out()
        n = np.array(hulls.direction)
        disks = a.furthest(n), b.furthest(-n)
        return self._result(hulls, disks, NO_PAIRS, turned)

    def _contact(self, hulls: HullSeparation, scaling: Scaling, turned: bool) -> PolyhedraContact:
        a, b = self._a, self._b
        disks = self._select(hulls, scaling)
        searched = len(a.searched) + len(b.searched)
        if self._trust:
            pairs = _meeting(a, b, a.kept, b.kept)
        elif searched > MANY * (len(a.faces) + len(b.faces)):
            pairs = intersecting_pairs(a.mesh, b.mesh)._rows
        else:
            pairs = _meeting(a, b, a.searched, b.searched)
        inside = None if len(pairs) else self._inside()
        return self._result(hulls, disks, pairs, turned, inside, scaling[1])

    def _select(self, hulls: HullSeparation, scaling: Scaling) -> tuple[Disk, Disk]:
        """Apply the criteria to both bodies; the disks of their impact zones."""
        a, b = self._a, self._b
        frame = frame_along(np.array(hulls.direction))
        a.turn(scaling, frame, 1.0)
        b.turn(scaling, frame, -1.0)
        # Heights of B are negated: each body's slab begins where the other one ends.
        low_a, low_b = -b.highest() - PAD, -a.highest() - PAD
        zone_a, zone_b = a.zone(low_a), b.zone(low_b)
        a.select(1.0, low_a, zone_b)
        b.select(-1.0, low_b, zone_a)
        heights = low_a + PAD, -low_b - PAD
        return _disk(scaling, frame, zone_a, heights[0]), _disk(scaling, frame, zone_b, heights[1])

    def _inside(self) -> str | None:
        for name, inner, outer in (("a", self._a, self._b), ("b", self._b, self._a)):
            (low, high), (least, most) = inner.box(), outer.box()
            within = all(np.greater_equal(low, least)) and all(np.less_equal(high, most))
            # The other body has an inside only if it is closed, and so must this one.
            if within and inner.mesh.is_closed and outer.mesh.is_closed:
                if np.all(contains(outer.mesh, inner.vertices)):
                    return name
        return None

    def _result(
        self, hulls: HullSeparation, disks: tuple[Disk, Disk], pairs: Ids, turned: bool,
        inside: str | None = None, unit: float = 1.0,
    ) -> PolyhedraContact:  # fmt: skip
        a, b = self._a, self._b
        rows = np.empty((len(pairs), facets.WIDTH))
        if len(pairs):
            bodies = (a.vertices, a.turned, a.faces), (b.vertices, b.turned, b.faces)
            run_rows(facets.describe_pairs, len(pairs), *bodies, pairs, rows)
        restricted = not (a.codes[pairs[:, 0]].any() or b.codes[pairs[:, 1]].any())
        point = rows[:, facets.POINT : facets.POINT + 3]
        return PolyhedraContact(
            hulls, disks[0], disks[1], frozen(a.kept), frozen(b.kept),
            frozen(np.stack([a.counts[:3], b.counts[:3]])), frozen(pairs),
            frozen(rows[:, facets.NATURE].astype(np.int64)), frozen(point),
            frozen(rows[:, facets.DEPTH] * unit), restricted, not restricted, inside, turned,
            (a.codes, b.codes), rows[:, facets.WEIGHTS_A :],
        )  # fmt: skip


def frame_along(n: Array) -> Array:
    """(3, 3) float64: two unit vectors square to a unit vector, and that vector."""
    x, y, z = n.tolist()
    least = min(abs(x), abs(y), abs(z))
    u = (0.0, -z, y) if abs(x) == least else (z, 0.0, -x) if abs(y) == least else (-y, x, 0.0)
    length = hypot(*u)
    p, q, r = (part / length for part in u)
    return np.array([[p, q, r], [y * r - z * q, z * p - x * r, x * q - y * p], [x, y, z]])


def _disk(scaling: Scaling, frame: Array, zone: Zone, height: float) -> Disk:
    (origin, unit), (middle, radius) = scaling, zone
    return Disk(frozen(np.array(origin) + unit * ([*middle, height] @ frame)), radius * unit)


def _meeting(a: _Body, b: _Body, searched_a: Ids, searched_b: Ids) -> Ids:
    """Pairs of the searched facets that meet, sorted."""
    if not len(searched_a) or not len(searched_b):
        return NO_PAIRS
    largest = max(abs(x) for body in (a, b) for corner in body.box() for x in corner)
    unit = ldexp(1.0, max(frexp(largest)[1], LEAST_EXPONENT))
    tree_a, triangles_a = a.facets(searched_a, unit)
    tree_b, triangles_b = b.facets(searched_b, unit)
    triangles = triangles_a, triangles_b
    found = gathered(facets.find_meeting, tree_a.groups, tree_a.levels, tree_b.levels, *triangles)
    rows = sorted_pairs(found, len(tree_a), len(tree_b))
    return np.stack([searched_a[rows[:, 0]], searched_b[rows[:, 1]]], axis=1)
