"""Answers about one thing of a scene, or one ray through it: with the name of what was found."""

from __future__ import annotations

from typing import Any

from impinge.hierarchy import RayHits
from impinge.narrow import Distance


class Nearest(Distance):
    """The thing nearest to another, and their shortest connection.

    Attributes
    ----------
    name : str
        Of what was found: B. What was asked about is A.
    distance, point_a, point_b, normal, feature_a, feature_b, part_a, part_b
        As of :class:`impinge.narrow.Distance`.
    """

    __slots__ = ("name",)

    name: str

    def __repr__(self) -> str:
        return f"Nearest({self.name!r}, distance={self.distance:.6g})"


class NearestThings(Distance):
    """The things nearest to another, one row each, the nearest first.

    Attributes
    ----------
    name : tuple of str
        Of what was found: B. What was asked about is A.
    distance, point_a, point_b, normal, feature_a, feature_b, part_a, part_b
        As of :class:`impinge.narrow.Distance`, always with a batch axis.
    """

    __slots__ = ("name",)

    name: tuple[str, ...]

    def __getitem__(self, rows: Any) -> Any:
        """One row as a :class:`Nearest`, or some as another of these."""
        found = super().__getitem__(rows)
        return Nearest(found._rows, found.name) if found._rows.ndim == 1 else found

    def __repr__(self) -> str:
        return f"NearestThings({', '.join(map(repr, self.name))})"


class NearestPair(Distance):
    """The two things of a scene that are nearest to each other, and their shortest connection.

    Attributes
    ----------
    names : (str, str)
        Of A and of B, in alphabetical order.
    distance, point_a, point_b, normal, feature_a, feature_b, part_a, part_b
        As of :class:`impinge.narrow.Distance`.
    """

    __slots__ = ("names",)

    names: tuple[str, str]

    def __repr__(self) -> str:
        return f"NearestPair({self.names!r}, distance={self.distance:.6g})"


class NearPairs(Distance):
    """Pairs of things of a scene that are near each other, one row a pair, the nearest first.

    Attributes
    ----------
    names : tuple of pairs of str
        Of A and of B, each in alphabetical order; pairs at the same distance by their names.
    distance, point_a, point_b, normal, feature_a, feature_b, part_a, part_b
        As of :class:`impinge.narrow.Distance`, always with a batch axis.
    """

    __slots__ = ("names",)

    names: tuple[tuple[str, str], ...]

    def __getitem__(self, rows: Any) -> Any:
        """One row as a :class:`NearestPair`, or some as another of these."""
        found = super().__getitem__(rows)
        return NearestPair(found._rows, found.names) if found._rows.ndim == 1 else found

    def __repr__(self) -> str:
        return f"NearPairs({len(self)} pairs)"


class SceneRayHits(RayHits):
    """First hits of rays in a scene; one row a ray, or no batch axis at all.

    Attributes
    ----------
    name : str or None, or tuple of them
        Of the thing that is hit; None where none is.
    distance, point, normal, feature
        As of :class:`impinge.hierarchy.RayHits`.
    """

    __slots__ = ("name",)

    name: str | tuple[str | None, ...] | None
