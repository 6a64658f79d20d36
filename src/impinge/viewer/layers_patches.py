"""Faces of a mesh in colours: patches that lie on a thing of the page, and move with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.parts import PageParts


class Surface(NamedTuple):
    """A mesh of the view, by the name of its thing."""

    thing: str
    mesh: Mesh
    pose: Any

    def points(self) -> Any:
        """Vertices in the world."""
        return moved(self.mesh.vertices, self.pose)

    def corners(self, faces: Ids) -> Any:
        """(n, 3, 3): corners of some faces in the world."""
        return self.points()[self.mesh.faces[faces]]


def surface_among(
    things: Sequence[LooseThing], what: str, faces: int, vertices: int = 0, exact: bool = False
) -> Surface:
    """The last mesh of a view, which has at least so many faces, or exactly, and vertices."""
    for thing in reversed(things):
        if isinstance(thing.shape, Mesh):
            counts = len(thing.shape.faces), len(thing.shape.vertices)
            fits = counts[0] == faces if exact else counts[0] >= faces
            if fits and counts[1] >= vertices:
                return Surface(thing.name, thing.shape, thing.pose)
            raise ImpingeError(
                f"thing: {what} of another mesh: {thing.name!r} has {counts[0]} triangles and "
                f"{counts[1]} vertices"
            )
    raise ImpingeError(f"thing: {what} are shown on their mesh; add it to the view before")


def put_patches(
    page: PageParts,
    surface: Surface,
    name: str,
    labels: ArrayLike,
    counts: Sequence[int],
    parents: ArrayLike | None = None,
    **more: Any,
) -> str:
    """A layer of patches; its id.

    ``labels`` has the item of each face at level 0, -1 for none; ``parents`` the item of the next
    level that each item is part of. Items are numbered through all levels, ``counts`` each.
    """
    layer, of = page.things[surface.thing]
    mesh, centre = surface.mesh, page.drawn_centres[layer][of]
    return page.layer(
        "patches", name, more.pop("colour", "touch"), things=layer, of=page.arrays.integers([of]),
        positions=page.arrays.floats(page.at.lengths(mesh.vertices - centre)),
        indices=page.arrays.indices(mesh.faces), labels=page.arrays.integers(labels),
        parents=None if parents is None else page.arrays.integers(parents),
        levels=np.concatenate([[0], np.cumsum(counts)]), **more,
    )  # fmt: skip
