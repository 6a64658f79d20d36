"""One part inside another, surfaces apart: a clash that queries of surfaces do not see.

What lies wholly inside a closed mesh has one contact: the way out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts.kernels.contact_row import LAYOUT
from impinge.contacts.result import Contacts, joined, share_of
from impinge.core.arrays import Array
from impinge.geometry import Convex, Mesh, Shape, as_shape
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.geometry.nature import Nature
from impinge.hierarchy import contains
from impinge.hierarchy.asking import as_one_pose
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, NORMAL, POINT_A, POINT_B
from impinge.narrow.mesh_links import component_points
from impinge.narrow.parts import leaves_of
from impinge.narrow.posed import Poses
from impinge.narrow.solid import find_ways_out, ways_out


class Containment(NamedTuple):
    """One shape inside another.

    Attributes
    ----------
    inner : {"a", "b"}
        Which of the two lies inside the other.
    contacts : Contacts
        One contact, from A to B: how far the inner one is from the nearest way out.
    """

    inner: str
    contacts: Contacts

    @property
    def words(self) -> str:
        """``"a in b"`` or ``"b in a"``."""
        return "a in b" if self.inner == "a" else "b in a"


def find_containment(
    a: Any, b: Any, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None
) -> Containment | None:
    """Which of two shapes lies inside the other, whose surfaces do not touch.

    Parameters
    ----------
    a, b : shape
        The outer one is a closed mesh, or a compound with such a part. The inner one is a mesh,
        open or closed, a convex shape, or a compound with such a part. One connected component of
        a mesh is enough. Other shapes, as half spaces and height fields, are never inside.
    pose_a, pose_b : (4, 4) array_like, optional
        Body to world.

    Returns
    -------
    Containment or None
        None if neither is inside the other. The caller knows that the surfaces do not touch:
        a shape that crosses the surface may be reported too.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, icosphere
    >>> found = find_containment(box_mesh((2, 2, 2)), icosphere(0.5))
    >>> found.words, found.contacts.separation.round(3).tolist()
    ('b in a', [-1.5])
    """
    first, second = (as_shape(a, "a"), as_one_pose(pose_a)), (as_shape(b, "b"), as_one_pose(pose_b))
    found = _inside(first, second)
    if found is not None:
        return Containment("b", found)
    found = _inside(second, first)
    return None if found is None else Containment("a", found.swapped())


def has_inside(shape: Shape) -> bool:
    """Whether something can be inside: of closed meshes, and compounds that have one."""
    return any(mesh.is_closed for mesh in meshes_of(shape))


def meshes_of(shape: Shape) -> Iterator[Mesh]:
    """The mesh itself, or the meshes in a compound."""
    return (body for body, _ in leaves_of(shape, np.eye(4)) if isinstance(body, Mesh))


def _inside(outer: tuple[Shape, Array], inner: tuple[Shape, Array]) -> Contacts | None:
    """The contact of the first body of one that a closed mesh of the other contains."""
    solids = [(m, p) for m, p in leaves_of(*outer) if isinstance(m, Mesh) and m.is_closed]
    for body, pose in leaves_of(*inner) if solids else ():
        if isinstance(body, Mesh):
            points = component_points(body)[0]
        elif isinstance(body, Convex):
            points = np.array(body._packed[CENTRE : CENTRE + 3])[None]
        else:
            continue
        there = points @ pose[:3, :3].T + pose[:3, 3]
        for mesh, place in solids:
            inside = np.flatnonzero(contains(mesh, there, place))
            if len(inside):
                ways = ways_out(mesh, place[None], body, pose[None], points[inside[:1]])
                return contacts_out(ways).of_row(0)
    return None


def with_inner(
    found: Contacts, a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses
) -> Contacts:
    """The contacts found, and those of rows where one of two solids lies inside the other.

    Only a row without any can be such.
    """
    n = len(found.counts())
    rows, ways = find_ways_out(a, poses_a, b, poses_b, np.flatnonzero(found.counts() == 0))
    shares = [share_of(found, np.arange(n)), share_of(contacts_out(ways), rows)]
    return joined(shares, None if found.offsets is None else n)


def contacts_out(ways: Array) -> Contacts:
    """A contact for each way out (:mod:`impinge.narrow.solid`)."""
    rows = LAYOUT.rows(
        len(ways), point_a=ways[:, POINT_A : POINT_A + 3], point_b=ways[:, POINT_B : POINT_B + 3],
        normal=ways[:, NORMAL : NORMAL + 3], separation=-ways[:, GAP],
        feature_a=ways[:, FEATURE_A], feature_b=ways[:, FEATURE_B], nature=Nature.FACE_FACE,
        part_a=-1.0, part_b=-1.0,
    )  # fmt: skip
    return Contacts(rows, np.arange(len(rows) + 1))
