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
from impinge.viewer.layers_patches import surface_among
from impinge.viewer.layers_polyhedra import PolyhedraContactItem
from impinge.viewer.layers_proximities import ProximitiesItem
from impinge.viewer.layers_regions import RegionTreeItem
from impinge.viewer.layers_results import (
    BoundedItem,
    ClosestPointItem,
    DistanceItem,
    Names,
    PenetrationItem,
    RayHitsItem,
)
from impinge.viewer.layers_self_intersections import SelfIntersectionsItem
from impinge.viewer.layers_spheres import (
    ReducedBodyItem,
    SphereContactsItem,
    SphereTreeItem,
)
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.layers_triangles import TrianglePairsItem

OF_PAIRS: tuple[tuple[type, Any, str], ...] = (
    (Distance, DistanceItem, "Distance"), (Penetration, PenetrationItem, "Penetration"),
    (Bounded, BoundedItem, "Bounds of the distance"), (Containment, ContainmentItem, "Inside"),
)  # fmt: skip
OF_POINTS: tuple[tuple[type, Any, str], ...] = (
    (ClosestPoint, ClosestPointItem, "Closest points"), (RayHits, RayHitsItem, "Hits"),
    (SphereContacts, SphereContactsItem, "Sphere contacts"),
    (SphereTree, SphereTreeItem, "Sphere tree"), (ReducedBody, ReducedBodyItem, "Body"),
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
    for kind, item, title in OF_PAIRS:
        if isinstance(found, kind):
            return item(found, name or title, names)
    if isinstance(found, Contacts):
        sizes = [size_of(thing.shape) for thing in things if names and thing.name in names]
        size = min((size for size in sizes if np.isfinite(size)), default=0.0)
        return ContactsItem(found, name or "Contacts", names, size)
    for kind, item, title in OF_POINTS:
        if isinstance(found, kind):
            return item(found, name or title)
    if isinstance(found, Impact):
        own = names if between is not None else _impact_names(found, names, things)
        return ImpactItem.of(found, name or "First contact", own)
    if isinstance(found, TrianglePairs):
        return _triangle_pairs(found, name or "Triangle pairs", names, things)
    if isinstance(found, PolyhedraContact):
        return _polyhedra(found, name or "Facets that meet", names, things)
    return _of_surface(found, name, things)


def _of_surface(found: Any, name: str | None, things: Sequence[LooseThing]) -> Any | None:
    """The item that shows a result about one mesh, which is the last of the view."""
    if isinstance(found, RegionTree):
        surface = surface_among(things, "Regions", int(found.counts[0]), exact=True)
        return RegionTreeItem(found, name or "Regions", surface)
    if isinstance(found, SelfIntersections):
        return self_intersections_item(found, name, things)
    if isinstance(found, Proximities):
        kinds = found.vertex_face.vertices, found.edge_edge.vertices, found.edges
        faces = found.vertex_face.pair[:, 1].max(initial=-1)
        counts = int(faces) + 1, max(int(some.max(initial=-1)) for some in kinds) + 1
        surface = surface_among(things, "Proximities", *counts)
        return ProximitiesItem(found, name or "Proximities", surface)
    return None


def self_intersections_item(
    found: Any, name: str | None, things: Sequence[LooseThing]
) -> SelfIntersectionsItem:
    """The item of SelfIntersections, or of what was kept of them; the mesh has their regions."""
    faces = int(found.pairs.max(initial=-1)) + 1
    surface = surface_among(things, "SelfIntersections", faces)
    tree, (level, region) = RegionTree(surface.mesh), np.asarray(found.looked_at).T
    if (level >= tree.levels).any() or (region >= tree.counts[level]).any():
        raise ImpingeError(f"thing: SelfIntersections of another mesh than {surface.thing!r}")
    return SelfIntersectionsItem(found, name or "Self-intersections", surface)


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
            ImpactItem.of(found[row], name or "First contact", pair)
            for row, pair in enumerate(pairs)
        ]
    first = [ImpactItem.of(found, name or "First contact", found.names)]
    if not len(found.started):
        return first
    started = items_of_scene(found.started, name, {*known, *np.ravel(found.started.pairs)})
    return started if found.names is None else [*first, *started]


def _impact_names(found: Impact, names: Names, things: Sequence[LooseThing]) -> Names:
    """Those of a scene know whom they are about; where all is free, nobody."""
    if isinstance(found, SceneCast):
        shape = things[-1].name if things else "it"
        return None if found.name is None else (shape, found.name)
    return names


def _triangle_pairs(
    found: TrianglePairs, name: str, names: Names, things: Sequence[LooseThing]
) -> TrianglePairsItem:
    if found.offsets is not None:
        raise ImpingeError("thing: TrianglePairs of a batch; show those of one pair of poses")
    poses, meshes = _last_meshes(things, "TrianglePairs")
    counts = [len(mesh.faces) for mesh in meshes]
    if len(found) and not (np.max(found.pairs, axis=0) < counts).all():
        raise ImpingeError(
            f"thing: TrianglePairs of other meshes: the last two in the view have {counts[0]} and "
            f"{counts[1]} triangles"
        )
    return TrianglePairsItem(found, name, names, meshes, poses)


def _polyhedra(
    found: PolyhedraContact, name: str, names: Names, things: Sequence[LooseThing]
) -> PolyhedraContactItem:
    poses, meshes = _last_meshes(things, "PolyhedraContact")
    counts = [len(mesh.faces) for mesh in meshes]
    expected = [len(found.dropped_by(side)) for side in "ab"]
    if counts != expected:
        raise ImpingeError(
            f"thing: PolyhedraContact of other meshes: the last two in the view have {counts[0]} "
            f"and {counts[1]} triangles, expected {expected[0]} and {expected[1]}"
        )
    return PolyhedraContactItem(found, name, names, meshes, poses)


def _last_meshes(
    things: Sequence[LooseThing], what: str
) -> tuple[tuple[Array, Array], tuple[Mesh, Mesh]]:
    """Poses and meshes of the last two things, which must be meshes."""
    last = things[-2:]
    meshes = [thing.shape for thing in last if isinstance(thing.shape, Mesh)]
    if len(meshes) < 2:
        raise ImpingeError(f"thing: {what} need their meshes; add both to the view before")
    return (last[0].pose, last[1].pose), (meshes[0], meshes[1])
