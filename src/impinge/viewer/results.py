"""Which kind of layer shows which kind of answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from impinge.contacts import Contacts
from impinge.contacts.containment import Containment
from impinge.continuous import Impact
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy import ClosestPoint, RayHits, ReducedBody, RegionTree, SphereTree
from impinge.narrow import (
    Bounded,
    Distance,
    Penetration,
    PolyhedraContact,
    Proximities,
    SelfIntersections,
    SphereContacts,
    TrianglePairs,
)
from impinge.scene import SceneCast, SceneImpact, SceneImpacts
from impinge.viewer.arguments import as_between
from impinge.viewer.display_mesh import size_of
from impinge.viewer.layers_contacts import ContactsItem, ContainmentItem
from impinge.viewer.layers_impacts import ImpactItem
from impinge.viewer.layers_meshes import MeshPairItem, PolyhedraContactItem, TrianglePairsItem
from impinge.viewer.layers_results import (
    BoundedItem,
    ClosestPointItem,
    DistanceItem,
    Names,
    PairItem,
    PenetrationItem,
    RayHitsItem,
)
from impinge.viewer.layers_spheres import ReducedBodyItem, SphereContactsItem, SphereTreeItem
from impinge.viewer.layers_surfaces import (
    ProximitiesItem,
    RegionTreeItem,
    SelfIntersectionsItem,
    Surface,
    SurfaceItem,
    surface_among,
)
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.parts import Item

ITEMS: tuple[tuple[type, type[Item], str], ...] = (
    (Distance, DistanceItem, "Distance"), (Penetration, PenetrationItem, "Penetration"),
    (Bounded, BoundedItem, "Bounds of the distance"), (Containment, ContainmentItem, "Inside"),
    (Contacts, ContactsItem, "Contacts"), (ClosestPoint, ClosestPointItem, "Closest points"),
    (RayHits, RayHitsItem, "Hits"), (SphereContacts, SphereContactsItem, "Sphere contacts"),
    (SphereTree, SphereTreeItem, "Sphere tree"), (ReducedBody, ReducedBodyItem, "Body"),
    (Impact, ImpactItem, "First contact"), (TrianglePairs, TrianglePairsItem, "Triangle pairs"),
    (PolyhedraContact, PolyhedraContactItem, "Facets that meet"),
    (RegionTree, RegionTreeItem, "Regions"), (Proximities, ProximitiesItem, "Proximities"),
    (SelfIntersections, SelfIntersectionsItem, "Self-intersections"),
)  # fmt: skip
"""Kinds of answers, what shows them, and what it is called."""


def item_of_result(
    found: Any, name: str | None, things: Sequence[LooseThing], between: Names = None
) -> Any | None:
    """The item that shows a result, or None for what is no result.

    ``name`` is that of its layer and table. Of the things of the view the last two are taken to be
    A and B, unless others are named by ``between``.
    """
    names: Names = (things[-2].name, things[-1].name) if len(things) >= 2 else None
    if between is not None:
        names = between
        things = [thing for name in between for thing in things if thing.name == name]
    elif isinstance(found, SceneCast):
        # It knows what it is about; where all is free, nobody.
        shape = things[-1].name if things else "it"
        names = None if found.name is None else (shape, found.name)
    for kind, item, title in ITEMS:
        if isinstance(found, kind):
            return item(found, name or title, *_more(found, item, names, things))
    return None


def _more(
    found: Any, item: type[Item], names: Names, things: Sequence[LooseThing]
) -> tuple[Any, ...]:
    """What an item has beside the result and its name."""
    if isinstance(found, Contacts):
        sizes = [size_of(thing.shape) for thing in things if names and thing.name in names]
        return names, min((size for size in sizes if np.isfinite(size)), default=0.0)
    if isinstance(found, Impact) and found._rows.ndim != 1:
        raise ImpingeError(
            f"thing: an Impact of {len(found)} rows; a page shows one step: add one of its "
            "rows, found[i], with the motions of that row"
        )
    if issubclass(item, MeshPairItem):
        return names, *_last_meshes(found, things)
    if issubclass(item, SurfaceItem):
        return (_surface_of(found, things),)
    return (names,) if issubclass(item, PairItem) else ()


def _surface_of(found: Any, things: Sequence[LooseThing]) -> Surface:
    """The mesh that a result is about, which is the last of the view."""
    if isinstance(found, RegionTree):
        return surface_among(things, "Regions", int(found.counts[0]), exact=True)
    if isinstance(found, Proximities):
        kinds = found.vertex_face.vertices, found.edge_edge.vertices, found.edges
        faces = found.vertex_face.pair[:, 1].max(initial=-1)
        counts = int(faces) + 1, max(int(some.max(initial=-1)) for some in kinds) + 1
        return surface_among(things, "Proximities", *counts)
    surface = surface_among(things, "SelfIntersections", int(found.pairs.max(initial=-1)) + 1)
    tree, (level, region) = RegionTree(surface.mesh), np.asarray(found.looked_at).T
    if (level >= tree.levels).any() or (region >= tree.counts[level]).any():
        raise ImpingeError(f"thing: SelfIntersections of another mesh than {surface.thing!r}")
    return surface


def _last_meshes(
    found: TrianglePairs | PolyhedraContact, things: Sequence[LooseThing]
) -> tuple[tuple[Mesh, ...], tuple[Array, ...]]:
    """Meshes and poses of the last two things, which must be those of a result."""
    what = f"thing: {type(found).__name__}"
    if isinstance(found, TrianglePairs) and found.offsets is not None:
        raise ImpingeError(f"{what} of a batch; show those of one pair of poses")
    last = things[-2:]
    meshes = tuple(thing.shape for thing in last if isinstance(thing.shape, Mesh))
    if len(meshes) < 2:
        raise ImpingeError(f"{what} need their meshes; add both to the view before")
    counts = [len(mesh.faces) for mesh in meshes]
    said = f"{what} of other meshes: the last two in the view have {counts[0]} and {counts[1]}"
    if isinstance(found, TrianglePairs):
        if len(found) and not (np.max(found.pairs, axis=0) < counts).all():
            raise ImpingeError(f"{said} triangles")
    else:
        expected = [len(found.dropped_by(side)) for side in "ab"]
        if counts != expected:
            raise ImpingeError(f"{said} triangles, expected {expected[0]} and {expected[1]}")
    return meshes, tuple(thing.pose for thing in last)


def self_intersections_item(
    found: Any, name: str | None, things: Sequence[LooseThing]
) -> SelfIntersectionsItem:
    """The item of SelfIntersections, or of what was kept of them; the mesh has their regions."""
    return SelfIntersectionsItem(found, name or "Self-intersections", _surface_of(found, things))


def items_of_scene(
    found: SceneImpact | SceneImpacts, name: str | None, known: Collection[str]
) -> list[ImpactItem]:
    """One item for each pair that answers about a step of a scene tell of.

    What started touching is beside the first contact, and said even where nothing else touches:
    that is not free. Names of pairs have to be among those ``known``, of the view.
    """
    if isinstance(found, SceneImpacts):
        pairs = [as_between(pair, known) for pair in found.pairs]
        return [
            ImpactItem(found[row], name or "First contact", pair) for row, pair in enumerate(pairs)
        ]
    first = [ImpactItem(found, name or "First contact", found.names)]
    if not len(found.started):
        return first
    started = items_of_scene(found.started, name, {*known, *np.ravel(found.started.pairs)})
    return started if found.names is None else [*first, *started]
