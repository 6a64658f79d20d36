"""Contacts of bodies that are near each other: feature pairs, with closest points as of now."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.contacts.result import keys_of
from impinge.continuous.impact import ImpactStatus
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Box, Compound, HalfSpace, HeightField, Hull, Mesh, closest_triangles
from impinge.geometry.nature import Nature
from impinge.geometry.shape import Shape
from impinge.scene import Scene
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies
from impinge.simulation.contact_set import IMPACT_KEY, ContactSet, contact_set, scene_contacts

NO_FACES = np.zeros((0, 4), np.int64)
ALIKE = 0.999
"""Cosine of the angle between normals of the same contact, at least."""


def near_contacts(bodies: Bodies, scene: Scene, faces: Ids, limit: float) -> ContactSet:
    """Contacts of a scene whose slots are rows of bodies, and of pairs of faces within a limit.

    Two meshes apart have a single closest point in a scene, too few to rest on: ``faces`` (k, 4)
    has two bodies and their triangles that were found before.
    """
    found = contact_set(scene, tips=True)
    if not len(faces):
        return found
    on_a, on_b, gaps = _closest(bodies, faces)
    kept = (gaps <= limit) & (gaps > 0.0)
    on_a, on_b, gaps, faces = on_a[kept], on_b[kept], gaps[kept], faces[kept]
    return found.and_also(ContactSet(
        faces[:, :2].copy(), 0.5 * (on_a + on_b), (on_b - on_a) / gaps[:, None], gaps,
        np.full(len(gaps), int(Nature.FACE_FACE)), keys_of(*faces.T),
    ))  # fmt: skip


def faces_of(bodies: Bodies, scene: Scene, faces: Ids, limit: float) -> Ids:
    """(k, 4) int64: pairs of faces that are within a limit now; with those that the scene finds."""
    near, contacts = scene_contacts(scene)
    pairs = near[contacts.rows()]
    meshes = np.array([isinstance(shape, Mesh) for shape in bodies.shapes], np.bool_)
    both = meshes[pairs].all(axis=1) if len(pairs) else np.zeros(0, np.bool_)
    seen = np.column_stack([pairs, contacts.feature_a, contacts.feature_b])[both]
    every = np.unique(np.concatenate([faces, seen]), axis=0)
    if not len(every):
        return NO_FACES
    return every[_closest(bodies, every)[2] <= limit]


def impact_faces(bodies: Bodies, impact: SceneImpact) -> Ids:
    """(0, 4) or (1, 4) int64: the faces of an impact of two meshes."""
    a, b = impact_pair(bodies, impact)
    if not all(isinstance(bodies.shapes[row], Mesh) for row in (a, b)):
        return NO_FACES
    faces = [
        _face_with(bodies.shapes[row], int(feature), dimension)
        for row, feature, dimension in zip(
            (a, b), (impact.feature_a, impact.feature_b),
            Nature(int(impact.nature or 0)).dimensions, strict=True,
        )
    ]  # fmt: skip
    return np.array([[a, b, *faces]], np.int64)


def impact_contact(bodies: Bodies, impact: SceneImpact) -> ContactSet | None:
    """The contact of an impact; None if the search was given up without one."""
    normal = np.array(impact.normal)
    if impact.status == ImpactStatus.FREE or not np.isfinite(impact.point_a).all():
        return None
    if abs(float(normal @ normal) - 1.0) > 1e-6:
        return None
    middle = 0.5 * (np.asarray(impact.point_a) + np.asarray(impact.point_b))
    nature = Nature.FACE_FACE if impact.nature is None else impact.nature
    return ContactSet(
        np.array([impact_pair(bodies, impact)], np.int64), middle[None], normal[None],
        np.array([float(impact.gap)]), np.array([int(nature)]), np.array([IMPACT_KEY]),
    )  # fmt: skip


def with_impact(
    bodies: Bodies, contacts: ContactSet, impact: SceneImpact, apart: float
) -> ContactSet:
    """Contacts, and the one of an impact if it is not among them, up to a distance."""
    new = impact_contact(bodies, impact)
    if new is None:
        return contacts
    same = (contacts.pairs == new.pairs).all(axis=1)
    same &= np.linalg.norm(contacts.points - new.points, axis=1) <= apart
    same &= contacts.normals @ new.normals[0] > ALIKE
    same &= contacts.separations <= apart
    return contacts if same.any() else contacts.and_also(new)


def impact_pair(bodies: Bodies, impact: SceneImpact) -> tuple[int, int]:
    """Rows of the bodies of an impact."""
    assert impact.names is not None
    a, b = impact.names
    return bodies.names.index(a), bodies.names.index(b)


def is_flat(shape: Shape) -> bool:
    """Has the shape flat faces only, so that its features turn with it?"""
    if isinstance(shape, Compound):
        return all(is_flat(part) for part, _ in shape.parts)
    return isinstance(shape, (Box, Hull, HalfSpace, Mesh, HeightField))


def _face_with(mesh: Any, feature: int, dimension: int) -> int:
    """A face that has a vertex or an edge of a mesh, or the face itself."""
    if dimension == 2:
        return feature
    corners = [feature] if dimension == 0 else mesh.edges[feature]
    has = np.ones(len(mesh.faces), np.bool_)
    for corner in corners:
        has &= (mesh.faces == corner).any(axis=1)
    return int(np.argmax(has))


def _closest(bodies: Bodies, faces: Ids) -> tuple[Array, Array, Array]:
    """Closest points of pairs of faces, world frame, and distances."""
    poses = bodies.poses
    sides = []
    for side in (0, 1):
        corners = np.empty((len(faces), 3, 3))
        for row in np.unique(faces[:, side]):
            some = faces[:, side] == row
            mesh: Any = bodies.shapes[row]
            local = mesh.vertices[mesh.faces[faces[some, 2 + side]]]
            corners[some] = local @ poses[row, :3, :3].T + poses[row, :3, 3]
        sides.append(corners)
    found = closest_triangles(*sides)
    return np.asarray(found.point_a), np.asarray(found.point_b), np.asarray(found.distance)
