"""Answers about distances, depths, points and rays, as layers and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.contacts import Contacts
from impinge.continuous import Impact
from impinge.core.arrays import Array
from impinge.narrow import Bounded, Distance, Penetration
from impinge.scene import Nearest, NearestPair, NearestThings, NearPairs, SceneRayHits
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import Column, column
from impinge.viewer.words import Lengths, Words, length

Names = tuple[str, str] | None

CONTAINED, DEEP, TOUCHING, CROSSING, NEAR, LITTLE = 5, 4, 3, 2, 1, 0
"""Ranks of answers about two things: what the headline rather says."""

NORMAL_PIXELS = 28.0
"""Length of normals on the screen, however near one looks."""


@dataclass(frozen=True, slots=True, eq=False)
class PairItem:
    """An answer about two things, or about many pairs."""

    found: Any
    name: str
    names: Names

    def extent(self) -> Array:
        return both_sides(self.found)


class DistanceItem(PairItem):
    """The shortest connection."""

    @property
    def is_zero(self) -> bool:
        """Whether it is of one pair that touches: then other answers say more."""
        return bool(np.size(self.found.distance) == 1 and not np.any(self.found.distance))

    def put(self, page: PageParts) -> None:
        found = self.found
        a, b = _rows(found.point_a), _rows(found.point_b)
        gap = np.atleast_1d(found.distance)
        pairs = _names_of(found, self.names, len(gap))
        names = next(iter(pairs), self.names)
        parts = zip(
            gap, a, b, _rows(found.normal), np.atleast_1d(found.feature_a),
            np.atleast_1d(found.feature_b), strict=True,
        )  # fmt: skip
        key = page.table(
            "distance",
            self.name,
            [
                *_name_columns(names, len(gap)),
                column("distance", "distance", unit="m"),
                column("point_a", "point on A", "vector", "m"),
                column("point_b", "point on B", "vector", "m"),
                column("normal", "normal", "vector"),
                column("feature_a", "feature of A", "integer"),
                column("feature_b", "feature of B", "integer"),
            ],
            [[*_name_cells(pairs[i], i, len(gap)), *row] for i, row in enumerate(parts)],
            about="How far apart, and where: the normal is a unit vector from A to B.",
            sort=("distance", False) if len(gap) > 1 else None,
        )
        layer = page.layer(
            "lines", self.name, "contact", segments=page.points(np.stack([a, b], axis=1)),
            dashed=False, width=3.0, ends=True, table=key, about="From A to B, where they are "
            "closest",
        )  # fmt: skip
        page.explain("shortest connection", "contact", "lines")
        if len(gap) == 1 and gap[0] > 0.0:
            page.label(length(gap[0]), 0.5 * (a[0] + b[0]), layer)
        page.say(*_distance_answer(gap, names), about=topic_of(names, len(gap)), rank=NEAR)


class PenetrationItem(PairItem):
    """How deep they are in each other."""

    def put(self, page: PageParts) -> None:
        found = self.found
        depth = np.atleast_1d(found.depth)
        a, b = _rows(found.point_a), _rows(found.point_b)
        direction, kinds = _rows(found.direction), np.atleast_1d(found.kind)
        parts = zip(
            depth, kinds, direction, a, b, np.atleast_1d(found.lower), strict=True
        )  # fmt: skip
        key = page.table(
            "penetration",
            self.name,
            [
                *_name_columns(self.names, len(depth)),
                column("depth", "depth", unit="m", zero=page.rounding),
                column("kind", "kind of depth", "text"),
                column("direction", "direction", "vector"),
                column("point_a", "point of A", "vector", "m"),
                column("point_b", "point of B", "vector", "m"),
                column("lower", "at least", unit="m"),
            ],
            [[*_name_cells(self.names, i, len(depth)), *row] for i, row in enumerate(parts)],
            about="Moving B by depth along direction separates them.",
            sort=("depth", True) if len(depth) > 1 else None,
        )
        # Of pairs that are apart there is nothing to draw, of endless depths no arrow of that
        # length.
        drawn = np.flatnonzero((depth > 0.0) & np.isfinite(depth) & np.isfinite(a).all(axis=1))
        layer = page.layer(
            "arrows", self.name, "touch", positions=page.points(b[drawn]),
            vectors=page.vectors(depth[drawn, None] * direction[drawn]), pixels=None, width=4.0,
            table=key, rows=drawn, about="The way that B has to go to be free of A",
        )  # fmt: skip
        page.explain("the shortest way out", "touch", "arrows")
        if len(depth) == 1 and len(drawn):
            page.label(length(depth[0]), b[0] + 0.5 * depth[0] * direction[0], layer)
        page.say(
            *_depth_answer(depth, kinds, self.names),
            about=topic_of(self.names, len(depth)),
            rank=DEEP if depth.max(initial=0.0) > 0.0 else LITTLE,
        )


class BoundedItem(PairItem):
    """An answer within a time budget: between two bounds."""

    def put(self, page: PageParts) -> None:
        found = self.found
        a, b = np.asarray(found.point_a), np.asarray(found.point_b)
        key = page.table(
                "bounded",
                self.name,
                [
                    *_name_columns(self.names, 1),
                    column("overlap", "overlap", "flag"),
                    column("certain", "certain", "flag"),
                    column("lower", "distance at least", unit="m"),
                    column("upper", "distance at most", unit="m"),
                    column("point_a", "point on A", "vector", "m"),
                    column("point_b", "point on B", "vector", "m"),
                    column("elapsed", "time taken", unit="s"),
                ],
                [[
                    *_name_cells(self.names, 0, 1), bool(found.overlap), bool(found.certain),
                    found.lower, found.upper, a, b, found.elapsed,
                ]],
            )  # fmt: skip
        if np.isfinite([a, b]).all():
            page.layer(
                "lines", self.name, "near", segments=page.points([[a, b]]), dashed=True, width=2.5,
                ends=True, table=key, about="The nearest points found in time",
            )  # fmt: skip
            page.explain("nearest points found", "near", "dashed")
        sure = "" if found.certain else " so far"
        bounds = Lengths((float(found.lower), float(found.upper)), " and ")
        page.say("between ", bounds, f" apart{sure}")


@dataclass(frozen=True, slots=True, eq=False)
class PointItem:
    """An answer with one point a row."""

    found: Any
    name: str

    def extent(self) -> Array:
        return _finite(_rows(self.found.point))


class ClosestPointItem(PointItem):
    """The points of a shape that are closest to some points."""

    def put(self, page: PageParts) -> None:
        points, distance = _rows(self.found.point), np.atleast_1d(self.found.distance)
        feature = np.atleast_1d(self.found.feature)
        key = page.table(
            "closest",
            self.name,
            [
                column("row", "point", "integer"),
                column("distance", "distance", unit="m"),
                column("place", "closest point", "vector", "m"),
                column("feature", "feature", "integer"),
            ],
            zip(range(len(points)), distance, points, feature, strict=True),
        )
        page.layer(
            "points", self.name, "contact", positions=page.points(points), size=7.0, table=key,
            about="Points of the surface that are closest to what was asked about",
        )  # fmt: skip
        page.explain("closest point", "contact", "points")
        ends = distance.min(initial=np.inf), distance.max(initial=0.0)
        page.say(
            *([] if len(distance) == 1 else [f"{len(distance):,} points, "]),
            length(distance[0]) if len(distance) == 1 else _from(*ends), " from the surface",
        )  # fmt: skip


class RayHitsItem(PointItem):
    """What rays hit first."""

    def put(self, page: PageParts) -> None:
        found = self.found
        distance, points = np.atleast_1d(found.distance), _rows(found.point)
        hits = np.isfinite(distance)
        columns = [
            column("row", "ray", "integer"),
            column("hit", "hit", "text"),
            column("distance", "distance", unit="m"),
            column("place", "where", "vector", "m"),
            column("normal", "normal", "vector"),
            column("feature", "feature", "integer"),
        ]
        words: list[Any] = ["hit" if hit else "none" for hit in hits]
        if isinstance(found, SceneRayHits):
            columns[1] = column("hit", "thing", "name")
            words = list(found.name) if isinstance(found.name, tuple) else [found.name]
        normals = [
            normal if hit else None for normal, hit in zip(_rows(found.normal), hits, strict=True)
        ]
        parts = zip(
            range(len(points)), words, distance, points, normals, np.atleast_1d(found.feature),
            strict=True,
        )  # fmt: skip
        key = page.table("rays", self.name, columns, parts, sort=("distance", False))
        rows = np.flatnonzero(hits)
        page.layer(
            "points", self.name, "contact", positions=page.points(points[rows]), size=6.0,
            table=key, rows=rows, about="Where rays hit first",
        )  # fmt: skip
        page.layer(
            "arrows", f"{self.name}, normals", "contact", positions=page.points(points[rows]),
            vectors=page.arrays.floats(_rows(found.normal)[rows]), pixels=NORMAL_PIXELS, table=key,
            rows=rows, visible=len(rows) <= 500,
        )  # fmt: skip
        page.explain("where a ray hits first", "contact", "points")
        page.say(f"{len(rows):,} of {len(distance):,} rays hit")


def both_sides(found: Bounded | Contacts | Distance | Impact | Penetration) -> Array:
    """(k, 3): the points on A and on B of an answer, of one pair or of many, that are known."""
    return _finite(np.concatenate([_rows(found.point_a), _rows(found.point_b)]))


def _names_of(found: Distance, names: Names, count: int) -> list[Names]:
    """Of A and of B, for each row."""
    if isinstance(found, NearPairs):
        return list(found.names)
    if isinstance(found, NearestPair):
        return [found.names]
    if isinstance(found, (Nearest, NearestThings)):
        # What was asked about is not part of the answer.
        others = found.name if isinstance(found, NearestThings) else (found.name,)
        first = names[0] if names is not None and names[0] not in others else "it"
        return [(first, other) for other in others]
    return [names] * count


def spoken(names: Names) -> str:
    """What an answer about two things begins with; nothing where they have no names."""
    return f"{names[0]} and {names[1]}: " if names else ""


def topic_of(names: Names, count: int = 1) -> object:
    """What an answer of one pair is about; of a batch, nothing that another answer is about."""
    return ("pair", names) if count == 1 else None


def _distance_answer(gap: Array, names: Names) -> Words:
    touching = int((gap == 0.0).sum())
    if len(gap) == 0:
        return "no pairs"
    if len(gap) == 1:
        what = spoken(names)
        return [f"{what}touching"] if touching else [what, length(gap[0]), " apart"]
    apart = gap[gap > 0.0]
    ends = (apart.min(), apart.max()) if len(apart) else (0.0,)
    return [f"{len(gap):,} pairs, {touching:,} touching, the others ", _from(*ends), " apart"]


def _depth_answer(depth: Array, kinds: Array, names: Names) -> Words:
    deep = depth[depth > 0.0]
    if len(depth) == 1:
        what = spoken(names)
        if not len(deep):
            return [f"{what}not in each other"]
        if not np.isfinite(depth[0]):
            return [f"{what}no way out"]
        return [what, length(depth[0]), " deep (local)" if kinds[0] == "local" else " deep"]
    most = length(depth.max(initial=0.0))
    return [f"{len(deep):,} of {len(depth):,} pairs overlap, the deepest by ", most]


def _from(*ends: float) -> Lengths:
    return Lengths(tuple(float(end) for end in ends), " to ")


def _name_columns(names: Names, count: int) -> list[Column]:
    """Names of both things where they are known, and the row of a batch."""
    found = [column("row", "row", "integer")] if count > 1 else []
    if names is not None:
        found += [column("a", "A", "name"), column("b", "B", "name")]
    return found


def _name_cells(names: Names, row: int, count: int) -> list[Any]:
    return [*([row] if count > 1 else []), *(names or ())]


def _rows(vectors: Array) -> Array:
    """(n, 3), of one or of many."""
    return np.asarray(vectors, dtype=np.float64).reshape(-1, 3)


def _finite(points: Array) -> Array:
    return points[np.isfinite(points).all(axis=1)]
