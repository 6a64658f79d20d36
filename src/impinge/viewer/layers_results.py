"""Answers about distances, depths, points and rays, as layers and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.contacts import Contacts
from impinge.continuous import Impact
from impinge.core.arrays import Array
from impinge.narrow import Bounded, Distance, Penetration
from impinge.scene import Nearest, NearestPair, NearestThings, NearPairs, SceneRayHits
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import (
    Column,
    column,
    columns_of,
    flags,
    integers,
    metres,
    named,
    places,
    texts,
    vectors,
)
from impinge.viewer.words import Lengths, Words, length

Names = tuple[str, str] | None

CONTAINED, DEEP, TOUCHING, CROSSING, NEAR, LITTLE = 5, 4, 3, 2, 1, 0
"""Ranks of answers about two things: what the headline rather says."""

NORMAL_PIXELS = 28.0
"""Length of normals on the screen, however near one looks."""


@dataclass(frozen=True, slots=True, eq=False)
class PairItem(Item):
    """An answer about two things, or about many pairs."""

    names: Names

    def extent(self) -> Array:
        return both_sides(self.found)

    def table(
        self, page: PageParts, key: str, columns: Sequence[Column], pairs: Sequence[Names] = (),
        **more: Any,
    ) -> str:  # fmt: skip
        """A table of the fields that columns are named after, a row for each pair.

        Names of both things are before them, of each row those of ``pairs`` if they differ.
        """
        rows = list(_values_of(self.found, columns))
        pairs = pairs or [self.names] * len(rows)
        known = next(iter(pairs), self.names) is not None
        heads = [*columns_of("row", shown=len(rows) > 1), *columns_of("a", "b", shown=known)]
        cells = [
            [i, *(pair or (None, None)), *row]
            for i, (pair, row) in enumerate(zip(pairs, rows, strict=True))
        ]
        return page.table(key, self.name, [*heads, *columns], cells, **more)


class DistanceItem(PairItem):
    """The shortest connection."""

    @property
    def is_zero(self) -> bool:
        """Whether it is of one pair that touches: then other answers say more."""
        return bool(np.size(self.found.distance) == 1 and not np.any(self.found.distance))

    def put(self, page: PageParts) -> None:
        found, gap = self.found, np.atleast_1d(self.found.distance)
        a, b = _rows(found.point_a), _rows(found.point_b)
        pairs = _names_of(found, self.names, len(gap))
        names = next(iter(pairs), self.names)
        key = self.table(
            page,
            "distance",
            columns_of("distance", "point_a", "point_b", "normal", "feature_a", "feature_b"),
            pairs,
            about="How far apart, and where: the normal is a unit vector from A to B.",
            sort=("distance", False) if len(gap) > 1 else None,
        )
        layer = page.add_lines(
            self.name, "contact", np.stack([a, b], axis=1), 3.0, "shortest connection",
            ends=True, table=key, about="From A to B, where they are closest",
        )  # fmt: skip
        if len(gap) == 1 and gap[0] > 0.0:
            page.label(length(gap[0]), 0.5 * (a[0] + b[0]), layer)
        page.say(*_distance_answer(gap, names), about=topic_of(names, len(gap)), rank=NEAR)


class PenetrationItem(PairItem):
    """How deep they are in each other."""

    def put(self, page: PageParts) -> None:
        found, depth = self.found, np.atleast_1d(self.found.depth)
        a, b, direction = (_rows(v) for v in (found.point_a, found.point_b, found.direction))
        key = self.table(
            page,
            "penetration",
            [metres("depth", zero=page.rounding), texts("kind", "kind of depth"),
             vectors("direction"), places("point_a", "point of A"), places("point_b", "point of B"),
             metres("lower", "at least")],
            about="Moving B by depth along direction separates them.",
            sort=("depth", True) if len(depth) > 1 else None,
        )  # fmt: skip
        # Of pairs that are apart there is nothing to draw, of endless depths no arrow of that
        # length.
        drawn = np.flatnonzero((depth > 0.0) & np.isfinite(depth) & np.isfinite(a).all(axis=1))
        layer = page.add_arrows(
            self.name, "touch", b[drawn], depth[drawn, None] * direction[drawn],
            "the shortest way out", width=4.0, table=key, rows=drawn,
            about="The way that B has to go to be free of A",
        )  # fmt: skip
        if len(depth) == 1 and len(drawn):
            page.label(length(depth[0]), b[0] + 0.5 * depth[0] * direction[0], layer)
        page.say(
            *_depth_answer(depth, np.atleast_1d(found.kind), self.names),
            about=topic_of(self.names, len(depth)),
            rank=DEEP if depth.max(initial=0.0) > 0.0 else LITTLE,
        )


class BoundedItem(PairItem):
    """An answer within a time budget: between two bounds."""

    def put(self, page: PageParts) -> None:
        found, ends = self.found, np.array([[self.found.point_a, self.found.point_b]])
        columns = [
            flags("overlap"), flags("certain"), metres("lower", "distance at least"),
            metres("upper", "distance at most"), *columns_of("point_a", "point_b"),
            column("elapsed", "time taken", unit="s"),
        ]  # fmt: skip
        key = self.table(page, "bounded", columns)
        if np.isfinite(ends).all():
            page.add_lines(
                self.name, "near", ends, 2.5, "nearest points found", dashed=True, ends=True,
                table=key, about="The nearest points found in time",
            )  # fmt: skip
        sure = "" if found.certain else " so far"
        page.say("between ", _lengths((found.lower, found.upper), " and "), f" apart{sure}")


class PointItem(Item):
    """An answer with one point a row."""

    def extent(self) -> Array:
        return _finite(_rows(self.found.point))


class ClosestPointItem(PointItem):
    """The points of a shape that are closest to some points."""

    def put(self, page: PageParts) -> None:
        points, distance = _rows(self.found.point), np.atleast_1d(self.found.distance)
        key = page.table(
            "closest", self.name,
            [integers("row", "point"), metres("distance"), places("place", "closest point"),
             integers("feature")],
            zip(range(len(points)), distance, points, np.atleast_1d(self.found.feature),
                strict=True),
        )  # fmt: skip
        page.add_points(
            self.name, "contact", points, 7.0, "closest point", table=key,
            about="Points of the surface that are closest to what was asked about",
        )  # fmt: skip
        ends = (distance.min(initial=np.inf), distance.max(initial=0.0))
        if len(distance) == 1:
            page.say(length(distance[0]), " from the surface")
        else:
            page.say(f"{len(distance):,} points, ", _lengths(ends), " from the surface")


class RayHitsItem(PointItem):
    """What rays hit first."""

    def put(self, page: PageParts) -> None:
        found = self.found
        distance, points = np.atleast_1d(found.distance), _rows(found.point)
        hits, normals = np.isfinite(distance), _rows(found.normal)
        hit = texts("hit")
        words: list[Any] = ["hit" if hit else "none" for hit in hits]
        if isinstance(found, SceneRayHits):
            hit = named("hit", "thing")
            words = list(found.name) if isinstance(found.name, tuple) else [found.name]
        parts = zip(
            range(len(points)), words, distance, points,
            [normal if hit else None for normal, hit in zip(normals, hits, strict=True)],
            np.atleast_1d(found.feature), strict=True,
        )  # fmt: skip
        columns = columns_of("distance", "place", "normal", "feature")
        columns = [integers("row", "ray"), hit, *columns]
        key = page.table("rays", self.name, columns, parts, sort=("distance", False))
        rows = np.flatnonzero(hits)
        page.add_points(
            self.name, "contact", points[rows], 6.0, "where a ray hits first", table=key,
            rows=rows, about="Where rays hit first",
        )  # fmt: skip
        page.add_arrows(
            f"{self.name}, normals", "contact", points[rows], normals[rows], pixels=NORMAL_PIXELS,
            table=key, rows=rows, visible=len(rows) <= 500,
        )  # fmt: skip
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
    return [f"{len(gap):,} pairs, {touching:,} touching, the others ", _lengths(ends), " apart"]


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


def _lengths(ends: Iterable[Any], between: str = " to ") -> Lengths:
    return Lengths(tuple(map(float, ends)), between)


def _values_of(found: Any, columns: Iterable[Column]) -> Iterator[tuple[Any, ...]]:
    """Values of the fields that columns are named after, row by row, of one or of many."""
    return zip(
        *(
            (_rows if one["kind"] == "vector" else np.atleast_1d)(getattr(found, one["key"]))
            for one in columns
        ),
        strict=True,
    )


def _rows(vectors: Array) -> Array:
    """(n, 3), of one or of many."""
    return np.asarray(vectors, dtype=np.float64).reshape(-1, 3)


def _finite(points: Array) -> Array:
    return points[np.isfinite(points).all(axis=1)]
