"""Answers about one thing of a scene, or one ray through it: with the name of what was found."""

from __future__ import annotations

from typing import Any

import numpy as np

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

    def swapped(self) -> Nearest:
        """The same with what was found as A, and what was asked about as B."""
        return Nearest(Distance(self._rows).swapped()._rows, self.name)

    def __repr__(self) -> str:
        return f"Nearest({self.name!r}, distance={self.distance:.6g})"


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

    def swapped(self) -> NearestPair:
        """The same with A and B, and their names, exchanged."""
        return NearestPair(Distance(self._rows).swapped()._rows, self.names[::-1])

    def __repr__(self) -> str:
        return f"NearestPair({self.names!r}, distance={self.distance:.6g})"


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

    def __getitem__(self, rows: Any) -> SceneRayHits:
        if self._rows.ndim == 1:
            raise TypeError("a single SceneRayHits has no rows")
        chosen = np.array(self.name, object)[rows]
        return SceneRayHits(self._rows[rows], chosen if np.ndim(chosen) == 0 else tuple(chosen))
