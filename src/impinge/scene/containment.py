"""Things of a scene that lie inside closed meshes of others, whether or not the scene is solid."""

from __future__ import annotations

from typing import NamedTuple

from impinge.contacts import Contacts
from impinge.contacts.containment import find_containment, has_inside
from impinge.narrow import overlap
from impinge.scene.ignored import meeting_boxes
from impinge.scene.scene import Scene


class Contained(NamedTuple):
    """Two things, A before B by name, one inside the other."""

    a: str
    b: str
    inner: str
    contacts: Contacts


def find_contained(scene: Scene) -> list[Contained]:
    """All pairs, sorted, in which one lies inside a closed mesh of the other without touching it.

    Ignored pairs are left out. Open meshes have no inside, and may be inside of others.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, icosphere
    >>> scene = Scene.from_dict({"case": box_mesh((2, 2, 2)), "pearl": icosphere(0.5)})
    >>> [(found.a, found.b, found.inner) for found in find_contained(scene)]
    [('case', 'pearl', 'pearl')]
    """
    names, shapes, poses = scene.names, scene.shapes, scene.poses
    closed = {id(shape): has_inside(shape) for shape in shapes}
    tested, _ = meeting_boxes(scene)
    found = []
    for i, j in tested:
        if not (closed[id(shapes[i])] or closed[id(shapes[j])]):
            continue
        pair = shapes[i], shapes[j], poses[i], poses[j]
        inside = find_containment(*pair)
        if inside is not None and not overlap(*pair):
            inner = names[i] if inside.inner == "a" else names[j]
            found.append(Contained(names[i], names[j], inner, inside.contacts))
    return found
