"""Answers in the form that trimesh's CollisionManager gives them: contacts and distances by name.

Both are made from what python-fcl would have answered, an object with fcl's attributes, so that
code which makes them itself works on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from impinge.contacts import Contacts
from impinge.core.arrays import Array
from impinge.geometry import Mesh, Shape

NO_FACE = -1
"""Index of the face of a convex mesh: its hull has faces of its own."""


class Touch(NamedTuple):
    """A contact point, with the attributes of ``fcl.Contact``."""

    b1: int
    b2: int
    normal: Array
    pos: Array
    penetration_depth: float


class Gap(NamedTuple):
    """A shortest connection, with the attributes of ``fcl.DistanceResult``."""

    b1: int
    b2: int
    nearest_points: tuple[Array, Array]
    min_distance: float


class _OfPair:
    """The names of two objects, and a face of each."""

    def __init__(self, names: Sequence[Any], found: Any) -> None:
        self.names = set(names)
        self._faces = {names[0]: found.b1, names[1]: found.b2}

    def index(self, name: Hashable) -> int:
        """The face of this object that is in contact, or nearest; -1 for convex meshes."""
        return self._faces[name]  # type: ignore[no-any-return]


class ContactData(_OfPair):
    """One contact point of two objects.

    Parameters
    ----------
    names : pair of hashable
        Of both objects, in the order in which ``contact`` speaks of them; a set as an attribute.
    contact : Touch, or fcl.Contact

    Examples
    --------
    >>> normal, point = np.array([0.0, 0.0, 1.0]), np.zeros(3)
    >>> data = ContactData(("lid", "pot"), Touch(7, NO_FACE, normal, point, 0.25))
    >>> data.depth, data.index("lid"), data.index("pot")
    (0.25, 7, -1)
    """

    def __init__(self, names: Sequence[Any], contact: Any) -> None:
        super().__init__(names, contact)
        self._contact = contact

    @property
    def normal(self) -> Array:
        """(3,) float64: unit vector from the first of the two objects to the second."""
        return self._contact.normal  # type: ignore[no-any-return]

    @property
    def point(self) -> Array:
        """(3,) float64, world frame."""
        return self._contact.pos  # type: ignore[no-any-return]

    @property
    def depth(self) -> float:
        """How deep they overlap there, 0 or above."""
        return self._contact.penetration_depth  # type: ignore[no-any-return]


class DistanceData(_OfPair):
    """The shortest connection of two objects.

    Parameters
    ----------
    names : pair of hashable
        Of both objects, in the order in which ``result`` speaks of them; a set as an attribute.
    result : Gap, or fcl.DistanceResult

    Examples
    --------
    >>> data = DistanceData(("lid", "pot"), Gap(7, 3, (np.ones(3), np.zeros(3)), 3**0.5))
    >>> data.index("pot"), data.point("lid").tolist(), round(data.distance, 3)
    (3, [1.0, 1.0, 1.0], 1.732)
    """

    def __init__(self, names: Sequence[Any], result: Any) -> None:
        super().__init__(names, result)
        self._points = dict(zip(names, result.nearest_points, strict=True))
        self._distance = result.min_distance

    @property
    def distance(self) -> float:
        """Below zero by the depth, where two convex meshes overlap; 0 where others do."""
        return self._distance  # type: ignore[no-any-return]

    def point(self, name: Hashable) -> Array:
        """The point of this object that is nearest to the other, world frame."""
        return self._points[name]  # type: ignore[no-any-return]


def contact_data(
    found: Contacts, names: Sequence[Any], shapes: tuple[Shape, Shape]
) -> Iterator[ContactData]:
    """The contacts of one pair."""
    features = zip((found.feature_a, found.feature_b), shapes, strict=True)
    faces = (
        ids.tolist() if isinstance(shape, Mesh) else [NO_FACE] * len(found)
        for ids, shape in features
    )
    depths = np.maximum(0.0, -found.separation).tolist()
    for touch in zip(*faces, found.normal, found.point, depths, strict=True):
        yield ContactData(names, Touch(*touch))


def distance_data(
    row: Any, far: float, names: Sequence[Any], shapes: tuple[Shape, Shape]
) -> DistanceData:
    """The connection of one pair; ``row`` is a Distance or a Penetration."""
    face_a, face_b = (
        int(feature) if isinstance(shape, Mesh) else NO_FACE
        for feature, shape in zip((row.feature_a, row.feature_b), shapes, strict=True)
    )
    return DistanceData(names, Gap(face_a, face_b, (row.point_a, row.point_b), far))
