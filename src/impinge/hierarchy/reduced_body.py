"""Bodies that deform: a dense surface and its spheres, driven by a coarse mesh."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_kind
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, TetMesh, as_mesh
from impinge.geometry.coordinates import as_moved
from impinge.geometry.immutable import Immutable
from impinge.geometry.skin import KINDS, Skin
from impinge.hierarchy.kernels.sphere_update import (
    CONSERVATIVE,
    PUBLISHED,
    Now,
    Rig,
    turn_rows,
    update_rows,
)
from impinge.hierarchy.sphere_rig import driven_rig, fresh
from impinge.hierarchy.sphere_tree import MOST_LEVELS, SphereTree, mesh_key, sphere_tree

UPDATES = {"conservative": CONSERVATIVE, "published": PUBLISHED}
MOST_NEAREST = 64
ROOT = np.zeros(1, np.int64)


class ReducedBody(Immutable):
    """A dense surface and its sphere tree, driven by the vertices of a coarse mesh. Immutable.

    Parameters
    ----------
    mesh : Mesh
        The dense surface at rest; closed.
    coarse : TetMesh
        The coarse mesh at rest.
    levels : int, optional
        Of the sphere tree that is built, as in :func:`sphere_tree`.
    tree : SphereTree, optional
        A tree of this mesh, if there is one already; ``levels`` is not used then.
    skin : str, optional
        ``"links"`` or ``"linear"``, see :class:`~impinge.geometry.Skin`.
    spheres : str, optional
        ``"conservative"``: a sphere covers its part of the surface after any deformation.
        ``"published"``: the heuristic of the paper, that loses parts of it now and then.
    nearest : int, optional
        Coarse vertices, from 1 to 64, that a sphere passes its forces to; the heuristic moves the
        sphere by them.

    Attributes
    ----------
    tree : SphereTree
        At rest.
    coarse : TetMesh
        Where it is now.

    Raises
    ------
    ImpingeError
        If the tree belongs to another mesh, the mesh is open, or the coarse mesh cannot drive it.

    Notes
    -----
    After Mendoza and O'Sullivan 2005 [Mendoza2005]_. The conservative sphere goes with the best
    rigid motion (R, t) of the coarse vertices q that steer its part. Its radius grows by the
    largest sum a_k |q_k' - R q_k - t| + |link| * ||E' - R E|| of the corners of all faces it
    touches, where a are the weights and E is the frame of a corner's link; linear skins have no
    last term. So it is exact for rigid motions. Above 64 links, those of one triple are bounded
    together.

    Examples
    --------
    >>> from impinge.geometry import TetMesh, box_mesh
    >>> corner = TetMesh([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], [[0, 1, 2, 3]])
    >>> body = ReducedBody(box_mesh((1, 1, 1)), corner, levels=1)
    >>> away = body.moved(corner.vertices + [5, 0, 0])
    >>> away.mesh.bounds.round(6).tolist(), away.spheres[0].shape
    ([[4.5, -0.5, -0.5], [5.5, 0.5, 0.5]], (9, 3))
    """

    __slots__ = ("_frames", "_now", "_rest", "_rig", "_skin", "coarse", "tree")

    _frames: Array
    _now: Now
    _rest: Mesh
    _rig: Rig
    _skin: Skin
    coarse: TetMesh
    tree: SphereTree

    def __init__(
        self,
        mesh: Any,
        coarse: TetMesh,
        *,
        levels: int = 3,
        tree: SphereTree | None = None,
        skin: str = "links",
        spheres: str = "conservative",
        nearest: int = 8,
    ) -> None:
        rest = as_mesh(mesh, "mesh")
        as_kind(coarse, "coarse", TetMesh)
        as_choice(skin, "skin", KINDS)
        mode = UPDATES[as_choice(spheres, "spheres", UPDATES)]
        near = as_whole(nearest, "nearest", 1, MOST_NEAREST)
        depth = as_whole(levels, "levels", 1, MOST_LEVELS)
        if tree is not None and as_kind(tree, "tree", SphereTree)._mesh_key != mesh_key(rest):
            raise ImpingeError("tree: built for another mesh")
        if tree is not None and tree._faces.max(initial=-1) >= len(rest._faces):
            raise ImpingeError("tree: names faces that the mesh does not have")
        drives = Skin(rest._vertices, coarse, kind=skin)
        found = sphere_tree(rest, levels=depth) if tree is None else tree
        surface = coarse.surface._topology.used_vertices
        rig = driven_rig(found, rest, drives, surface, near)
        self._fill(rest, found, drives, rig, mode, drives._frames, coarse)

    def _fill(
        self, rest: Mesh, tree: SphereTree, skin: Skin, rig: Rig, mode: int, frames: Array,
        coarse: TetMesh,
    ) -> None:  # fmt: skip
        turns = np.empty_like(frames)
        run_rows(turn_rows, len(turns), skin._frames, frames, turns, grain=4096)
        now = fresh(len(rig.radii), mode, coarse._vertices, turns)
        self._set(
            _rest=rest, tree=tree, _skin=skin, _rig=rig, _now=now, _frames=frames, coarse=coarse
        )
        # Every walk begins with it, and it takes longest.
        self._update(ROOT)

    @classmethod
    def _of(cls, *parts: Any) -> ReducedBody:
        body = object.__new__(cls)
        body._fill(*parts)
        return body

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self._rest, self.tree, self._skin, self._rig, self._now.mode, self._frames
        return self._reduced(ReducedBody._of, *parts, self.coarse)

    def __repr__(self) -> str:
        return f"ReducedBody({len(self._rest._vertices)} vertices, {self._skin._count} coarse)"

    def moved(self, coarse_vertices: ArrayLike) -> ReducedBody:
        """The same body after a deformation. Only frames and the root are updated at once.

        Vertices and errors are those of :meth:`impinge.geometry.Skin.moved`.
        """
        points = as_moved(coarse_vertices, self._skin._count, "coarse_vertices")
        frames = self._skin._frames_at(points, self._frames)
        coarse = TetMesh._of_rows(
            points, self.coarse._tets, self.coarse.turned, self.coarse._first or self.coarse
        )
        return ReducedBody._of(
            self._rest, self.tree, self._skin, self._rig, self._now.mode, frames, coarse
        )

    @property
    def mesh(self) -> Mesh:
        """The dense surface where it is now."""
        placed = self._skin._placed
        return derived(
            self, "mesh", lambda: self._rest.with_vertices(placed(self._now.points, self._frames))
        )

    @property
    def spheres(self) -> tuple[Array, Array]:
        """Centres and radii of all rows of the tree, where they are now. Read-only."""
        self._update(np.arange(len(self._rig.radii)))
        return frozen(self._now.centres), frozen(self._now.radii)

    def _update(self, rows: Any) -> None:
        update_rows(self._rig, self._now, rows, np.empty(self._skin._count), np.empty((8, 4)))
