"""What each kind of shape is made from, as plain data: for scenes, files, and whatever comes.

One table serves all of them, so that each gives back the same shape, bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.geometry.axial import Capsule, Cone, Cylinder
from impinge.geometry.box import Box
from impinge.geometry.compound import Compound
from impinge.geometry.half_space import HalfSpace
from impinge.geometry.height_field import HeightField
from impinge.geometry.hull import Hull
from impinge.geometry.mesh import Mesh
from impinge.geometry.round import Ellipsoid, Sphere
from impinge.geometry.shape import Shape

FEWEST_POINTS = 4
"""That a hull is made from; flat ones may have fewer vertices, which are repeated."""


class Kind(NamedTuple):
    """A kind of shape, and what it is made from."""

    made: Callable[..., Shape]
    """Its class, called with the values by name."""
    word: str
    """What files call it."""
    names: tuple[str, ...]
    """Of its values: arguments of the class, and attributes but for the points of a hull."""
    unitless: tuple[str, ...] = ()
    """Those that are no lengths: they stay when the unit of length changes."""
    optional: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Of its class."""
        return self.made.__name__

    def values(self, shape: Shape) -> dict[str, Any]:
        """The values of a shape of this kind, by name, as plain numbers and rows of them.

        The parts of a compound are not taken apart: pairs of a shape and a pose.
        """
        if isinstance(shape, Compound):
            return {"parts": list(shape.parts)}
        if isinstance(shape, Hull):
            count = max(FEWEST_POINTS, len(shape.vertices))
            return {"points": np.resize(shape.vertices, (count, 3)).tolist()}
        return {name: np.asarray(getattr(shape, name)).tolist() for name in self.names}

    def make(self, values: Mapping[str, Any]) -> Shape:
        """The shape of these values, bit by bit that which they were taken from.

        Made again from its corners, a hull is the same but where some are one within rounding.
        Values that are missing, too many or without sense are refused.
        """
        missing = set(self.names) - set(self.optional) - set(values)
        if missing or not set(values) <= set(self.names):
            found = ", ".join(map(str, values)) or "nothing"
            raise ImpingeError(
                f"kind: a {self.name} is not made from {found}, but from {', '.join(self.names)}"
            )
        return self.made(**values)


KINDS = (
    Kind(Sphere, "sphere", ("radius",)),
    Kind(Ellipsoid, "ellipsoid", ("radii",)),
    Kind(Capsule, "capsule", ("radius", "length")),
    Kind(Cylinder, "cylinder", ("radius", "length")),
    Kind(Cone, "cone", ("radius", "length")),
    Kind(Box, "box", ("sizes",)),
    Kind(Hull, "hull", ("points",)),
    Kind(HalfSpace, "half_space", ("normal", "offset"), ("normal",), ("offset",)),
    Kind(HeightField, "height_field", ("heights", "spacing")),
    Kind(Mesh, "mesh", ("vertices", "faces"), ("faces",)),
    Kind(Compound, "compound", ("parts",)),
)
BY_CLASS: Mapping[Any, Kind] = {kind.made: kind for kind in KINDS}
BY_NAME = {kind.name: kind for kind in KINDS}
BY_WORD = {kind.word: kind for kind in KINDS}


def kind_of(shape: Any) -> Kind:
    """The kind of a shape; of a class derived from one of ours, that of ours.

    Examples
    --------
    >>> kind = kind_of(Capsule(1, 2))
    >>> kind.word, kind.values(Capsule(1, 2)), kind.make({"radius": 1, "length": 2})
    ('capsule', {'radius': 1.0, 'length': 2.0}, Capsule(radius=1, length=2))
    """
    for ancestor in type(shape).__mro__:
        if ancestor in BY_CLASS:
            return BY_CLASS[ancestor]
    raise ImpingeError(f"shape: a {type(shape).__name__} cannot be written as plain data")
