"""Contact of two polyhedra that deform, followed from frame to frame."""

from __future__ import annotations

from math import cos, radians
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.bounds.kernels.sphere import bound_rows_sphere
from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, as_mesh
from impinge.hierarchy.contains import contains
from impinge.narrow.hull_separation import (
    HullSeparation,
    HullStatus,
    as_budget,
    as_stretch,
    separated,
)
from impinge.narrow.kernels import facet_pairs, facet_selection
from impinge.narrow.kernels.facet_selection import AWAY, BELOW, PAD
from impinge.narrow.kernels.hull_direction import box_of_points, scaling_of_points
from impinge.narrow.polyhedra_contact import Disk, PolyhedraContact
from impinge.pairs.element_tree import ElementTree
from impinge.pairs.grouping import gathered, sorted_pairs

TURNED = cos(radians(30.0))
Scaling = tuple[tuple[float, ...], float]
"""Origin, and unit: a power of two."""


class _Body:
    """A mesh in its present shape, by the vertices that its faces name."""

    __slots__ = ("_all_used", "_numbered", "codes", "faces", "mesh", "turned", "vertices")

    codes: NDArray[np.int64]
    turned: Array

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        used = mesh._topology.used_vertices
        self._all_used = len(used) == len(mesh._vertices)
        self._numbered = np.zeros(len(mesh._vertices), np.int64)
        self._numbered[used] = np.arange(len(used))
        self.faces = mesh._faces if self._all_used else self._numbered[mesh._faces]
        self._take()

    def move(self, vertices: ArrayLike, name: str) -> None:
        try:
            self.mesh = self.mesh.with_vertices(vertices)
        except ImpingeError as error:
            raise ImpingeError(f"{name}{str(error).removeprefix('vertices')}") from error
        self._take()

    def _take(self) -> None:
        points = self.mesh._vertices
        self.vertices = points if self._all_used else points[self.mesh._topology.used_vertices]

    def turn(self, scaling: Scaling, frame: tuple[float, ...], side: float) -> None:
        self.turned = np.empty_like(self.vertices)
        facet_selection.turn_points(self.vertices, *scaling, frame, side, self.turned)

    def zone(self, low: float) -> tuple[tuple[float, float], float]:
        """The smallest disk around the part above ``low``."""
        points = np.empty((len(self.vertices) + 3 * len(self.faces), 3))
        count = facet_selection.collect_zone(self.turned, self.faces, low, points)
        if count == 0:
            return (0.0, 0.0), 0.0
        (x, y, _), radius = bound_rows_sphere(points, 0, count, 1)
        return (x, y), radius

    def facets(self, chosen: Ids, unit: float) -> tuple[ElementTree, Array]:
        """A tree over the chosen facets, and their corners."""
        triangles = np.empty((len(chosen), 9))
        lower, upper = np.empty((2, len(chosen), 3))
        facet_pairs.gather_facets(
            self.vertices, self.faces, chosen, unit, triangles, lower, upper
        )
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
    PolyhedraContact(overlapping, 36 pairs of 19 x 19)
    >>> contact.restricted, round(contact.separation.distance, 3)
    (True, -0.1)
    """

    __slots__ = ("_a", "_b", "_budget", "_direction", "_stretch", "_trust")

    _direction: Array | None

    def __init__(
        self, mesh_a: Any, mesh_b: Any, *, trust: bool = False, stretch: float = 1.05,
        max_iterations: int = 30,
    ) -> None:  # fmt: skip
        self._a, self._b = _Body(as_mesh(mesh_a, "mesh_a")), _Body(as_mesh(mesh_b, "mesh_b"))
        self._trust = as_flag(trust, "trust")
        self._stretch, self._budget = as_stretch(stretch), as_budget(max_iterations)
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
            If there are more or fewer rows, or a coordinate is not finite; the tracker keeps its
            last direction.
        """
        a, b = self._a, self._b
        if vertices_a is not None:
            a.move(vertices_a, "vertices_a")
        if vertices_b is not None:
            b.move(vertices_b, "vertices_b")
        last = self._direction
        hulls = separated(a.vertices, b.vertices, last, -1.0, self._stretch, self._budget)
        n = self._direction = np.array(hulls.direction)
        turned = last is not None and float(n @ last) < TURNED
        return self._apart(hulls, turned) if hulls.status == HullStatus.APART else self._contact(
            hulls, turned
        )

    def _apart(self, hulls: HullSeparation, turned: bool) -> PolyhedraContact:
        disks, kept = [], np.zeros((2, 3), np.int64)
        for body, sign in ((self._a, 1.0), (self._b, -1.0)):
            body.codes = np.full(len(body.faces), BELOW)
            along = sign * (body.vertices @ hulls.direction)
            disks.append(Disk(frozen(body.vertices[int(np.argmax(along))].copy()), 0.0))
        none = np.empty(0, np.int64)
        return self._result(hulls, disks, [none, none], kept, none.reshape(0, 2), turned, None)

    def _contact(self, hulls: HullSeparation, turned: bool) -> PolyhedraContact:
        a, b = self._a, self._b
        scaling = scaling_of_points(a.vertices, b.vertices)
        origin, unit = np.array(scaling[0]), scaling[1]
        frame = frame_along(np.array(hulls.direction))
        flat = tuple(frame.ravel().tolist())
        a.turn(scaling, flat, 1.0)
        b.turn(scaling, flat, -1.0)
        # Heights of B are negated: each body's slab begins where the other one ends.
        low_a, low_b = -float(b.turned[:, 2].max()) - PAD, -float(a.turned[:, 2].max()) - PAD
        zones = a.zone(low_a), b.zone(low_b)
        kept = np.empty((2, 3), np.int64)
        for body, side, low, zone, row in (
            (a, 1.0, low_a, zones[1], kept[0]), (b, -1.0, low_b, zones[0], kept[1])
        ):  # fmt: skip
            body.codes = np.empty(len(body.faces), np.int64)
            facet_selection.select_facets(
                body.turned, body.faces, side, low, *zone, body.codes, row
            )
        disks = [
            Disk(
                frozen(origin + unit * (zone[0][0] * frame[0] + zone[0][1] * frame[1]
                                        + height * frame[2])), zone[1] * unit
            )
            for zone, height in zip(zones, (low_a + PAD, -low_b - PAD), strict=True)
        ]  # fmt: skip
        chosen = [np.flatnonzero(body.codes == 0) for body in (a, b)]
        searched = chosen
        if not self._trust:
            searched = [np.flatnonzero(body.codes & ~AWAY == 0) for body in (a, b)]
        pairs = _meeting(a, b, searched)
        inside = None if len(pairs) else self._inside()
        return self._result(hulls, disks, chosen, kept, pairs, turned, inside, unit)

    def _inside(self) -> str | None:
        for name, inner, outer in (("a", self._a, self._b), ("b", self._b, self._a)):
            (low, high), (least, most) = box_of_points(inner.vertices), box_of_points(outer.vertices)
            within = all(np.greater_equal(low, least)) and all(np.less_equal(high, most))
            # The other body has an inside only if it is closed, and so must this one.
            if within and inner.mesh.is_closed and outer.mesh.is_closed:
                if np.all(contains(outer.mesh, inner.vertices)):
                    return name
        return None

    def _result(
        self, hulls: HullSeparation, disks: list[Disk], chosen: list[Ids], kept: Ids, pairs: Ids,
        turned: bool, inside: str | None, unit: float = 1.0,
    ) -> PolyhedraContact:  # fmt: skip
        a, b = self._a, self._b
        rows = np.empty((len(pairs), facet_pairs.WIDTH))
        if len(pairs):
            run_rows(
                facet_pairs.describe_pairs, len(pairs), a.turned, a.faces, b.turned, b.faces,
                pairs, rows,
            )  # fmt: skip
        weights = rows[:, facet_pairs.WEIGHTS_A :]
        on_a = np.einsum("mk,mkd->md", weights[:, :3], a.vertices[a.faces[pairs[:, 0]]])
        on_b = np.einsum("mk,mkd->md", weights[:, 3:], b.vertices[b.faces[pairs[:, 1]]])
        looking = (a.codes[pairs[:, 0]] | b.codes[pairs[:, 1]]) == 0
        restricted = bool(looking.all())
        return PolyhedraContact(
            hulls, *disks, *map(frozen, chosen), frozen(kept), frozen(pairs),
            frozen(rows[:, facet_pairs.NATURE].astype(np.int64)), frozen(0.5 * (on_a + on_b)),
            frozen(rows[:, facet_pairs.DEPTH] * unit), restricted, not restricted, inside, turned,
            (a.codes.astype(np.int8), b.codes.astype(np.int8)), weights,
        )  # fmt: skip


def frame_along(n: Array) -> Array:
    """(3, 3) float64: two unit vectors square to a unit vector, and that vector."""
    across = np.zeros(3)
    across[int(np.argmin(np.abs(n)))] = 1.0
    u = np.cross(across, n)
    u /= np.linalg.norm(u)
    return np.stack([u, np.cross(n, u), n])


def _meeting(a: _Body, b: _Body, searched: list[Ids]) -> Ids:
    """Pairs of the searched facets that meet, sorted."""
    if not len(searched[0]) or not len(searched[1]):
        return np.empty((0, 2), np.int64)
    largest = max(float(np.abs(a.vertices).max()), float(np.abs(b.vertices).max()))
    unit = float(2.0 ** np.ceil(np.log2(largest))) if largest > 0.0 else 1.0
    (tree_a, triangles_a), (tree_b, triangles_b) = (
        body.facets(chosen, unit) for body, chosen in zip((a, b), searched, strict=True)
    )
    found = gathered(
        facet_pairs.find_meeting, tree_a.groups, tree_a.levels, tree_b.levels, triangles_a,
        triangles_b,
    )  # fmt: skip
    rows = sorted_pairs(found, len(tree_a), len(tree_b))
    return np.stack([searched[0][rows[:, 0]], searched[1][rows[:, 1]]], axis=1)
