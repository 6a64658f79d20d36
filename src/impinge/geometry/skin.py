"""A dense surface that follows a coarse mesh of tetrahedra."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind
from impinge.core.threads import run_rows
from impinge.geometry.coordinates import as_coordinates, as_moved
from impinge.geometry.immutable import Immutable
from impinge.geometry.kernels.skin import COLLINEAR, frame_rows, nearest_tet_rows, skin_rows
from impinge.geometry.tet_mesh import FLAT, TetMesh

KINDS = ("links", "linear")
TRIED = 10
"""Nearest coarse vertices among which a triple is looked for first."""
ON_VERTEX = 1e-12
"""A dense vertex nearer to a coarse one than this share of the extent follows it alone."""

KEPT = ("_count", "_kind", "_points", "_triples", "_weights", "_local", "_frame", "_of_frames",
        "_frames")  # fmt: skip
"""What a pickle has."""


class Skin(Immutable):
    """Dense vertices that are driven by the vertices of a tetrahedral mesh. Immutable.

    Parameters
    ----------
    vertices : (n, 3) array_like
        Dense vertices [m], where the coarse mesh is at rest.
    coarse : TetMesh
        At rest.
    kind : str, optional
        ``"links"``: rigid links to three surface vertices of the coarse mesh. ``"linear"``:
        barycentric weights of the nearest tetrahedron, also beyond its faces.

    Attributes
    ----------
    triples : (n, 3) or (n, 4) int64
        Coarse vertices that drive each dense one: (n, 3) for ``"links"``, the corners of a
        tetrahedron (n, 4) for ``"linear"``. Read-only.
    weights : (n, 3) or (n, 4) float64
        Their weights, in the shape of ``triples``; each row adds up to 1. Read-only.

    Raises
    ------
    ImpingeError
        If the coarse mesh has fewer than three surface vertices, all of them are on a line, or, for
        a linear skin, no tetrahedron has a volume.

    Notes
    -----
    Links after Mendoza and O'Sullivan 2005 [Mendoza2005]_, Eqs 1 to 10: a dense vertex is at the
    end of a link of constant length, that starts at the weighted sum of its three nearest surface
    vertices and turns with their frame. Weights are inverse distances. Triples on a line are
    skipped for the next nearest. A triple that comes to lie on a line keeps the last frame it had
    in the calls of :meth:`moved`.

    Examples
    --------
    >>> from impinge.geometry import TetMesh
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> skin = Skin([[0.5, 0.5, 0.5]], corner)
    >>> skin.moved(corner.vertices + [0, 0, 2]).round(12)
    array([[0.5, 0.5, 2.5]])
    """

    __slots__ = (*KEPT, "_last", "triples", "weights")

    _count: int
    _frame: Ids
    _frames: Array
    _kind: str
    _last: list[Array]
    _local: Array
    _of_frames: Ids
    _points: Array
    _triples: Ids
    _weights: Array
    triples: Ids
    weights: Array

    def __init__(self, vertices: ArrayLike, coarse: TetMesh, *, kind: str = "links") -> None:
        points = as_coordinates(vertices, "vertices", copy=True)
        as_kind(coarse, "coarse", TetMesh)
        as_choice(kind, "kind", KINDS)
        at = coarse._vertices
        surface = coarse.surface._topology.used_vertices
        if len(surface) < 3:
            raise ImpingeError(f"coarse: {len(surface)} surface vertices, expected at least three")
        if kind == "linear":
            triples, weights = _nearest_tets(points, coarse)
            of_frames, frame = np.empty((0, 3), np.int64), np.full(len(points), -1)
        else:
            triples = _nearest_triples(points, at, surface)
            gaps = np.linalg.norm(at[triples] - points[:, None], axis=2)
            near = np.maximum(gaps, ON_VERTEX * float(np.ptp(at, axis=0).max()))
            weights = 1.0 / (near / near.min(axis=1, keepdims=True))
            on = gaps.min(axis=1) < near.min(axis=1)
            weights[on] = gaps[on] == gaps[on].min(axis=1, keepdims=True)
            weights /= weights.sum(axis=1, keepdims=True)
            of_frames, frame = np.unique(triples, axis=0, return_inverse=True)
            frame = frame.reshape(-1)
        frames = np.zeros((len(of_frames), 9))
        run_rows(frame_rows, len(of_frames), of_frames, at, frames.copy(), frames)
        local = np.zeros((len(points), 3))
        if kind == "links":
            links = points - np.einsum("nk,nkj->nj", weights, at[triples])
            local = np.einsum("nij,nj->ni", frames.reshape(-1, 3, 3)[frame], links)
        self._set(
            _count=len(at), _kind=kind, _points=np.array(at), _triples=triples, _weights=weights,
            _local=np.ascontiguousarray(local), _frame=np.ascontiguousarray(frame, np.int64),
            _of_frames=of_frames, _frames=frames, _last=[frames],
            triples=frozen(triples), weights=frozen(weights),
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, tuple(getattr(self, name) for name in KEPT)

    def __repr__(self) -> str:
        return f"Skin({len(self._local)} vertices, {self._count} coarse, {self._kind})"

    def moved(self, coarse_vertices: ArrayLike) -> Array:
        """Where the dense vertices are.

        Parameters
        ----------
        coarse_vertices : (m, 3) array_like
            All vertices of the coarse mesh, moved [m].

        Returns
        -------
        (n, 3) float64

        Raises
        ------
        ImpingeError
            If there are more or fewer vertices than before, or one is not finite.
        """
        points = as_moved(coarse_vertices, self._count, "coarse_vertices")
        frames = self._frames_at(points, self._last[0])
        self._last[0] = frames
        return self._placed(points, frames)

    def _frames_at(self, points: Array, last: Array) -> Array:
        """(t, 9): frames of the triples, where they are on a line those of ``last``."""
        frames = np.empty_like(last)
        run_rows(frame_rows, len(frames), self._of_frames, points, last, frames, grain=4096)
        return frames

    def _placed(self, points: Array, frames: Array) -> Array:
        out = np.empty((len(self._local), 3))
        run_rows(
            skin_rows, len(out), self._triples, self._weights, self._local, self._frame,
            frames, points, out,
        )  # fmt: skip
        return out


def _restored(*values: Any) -> Skin:
    skin, parts = object.__new__(Skin), dict(zip(KEPT, values, strict=True))
    skin._set(
        **parts, _last=[parts["_frames"]],
        triples=frozen(parts["_triples"]), weights=frozen(parts["_weights"]),
    )  # fmt: skip
    return skin


def _nearest_triples(points: Array, at: Array, surface: Ids) -> Ids:
    """For each point, the three nearest surface vertices that are not on a line, numbers sorted."""
    from scipy.spatial import cKDTree

    tree, found = cKDTree(at[surface]), np.full((len(points), 3), -1)
    left, tried = np.arange(len(points)), min(TRIED, len(surface))
    while len(left):
        near = surface[tree.query(points[left], k=tried)[1].reshape(len(left), -1)]
        # Those that come first are the nearest.
        for chosen in sorted(combinations(range(tried), 3), key=lambda three: (sum(three), three)):
            triple = near[:, chosen]
            good = _spans(at, triple) & (found[left, 0] < 0)
            found[left[good]] = triple[good]
            if (found[left, 0] >= 0).all():
                break
        left = left[found[left, 0] < 0]
        if len(left) and tried == len(surface):
            raise ImpingeError("coarse: all surface vertices are on a line")
        tried = min(2 * tried, len(surface))
    return np.sort(found, axis=1)


def _spans(at: Array, triples: Ids) -> Any:
    p = at[np.sort(triples, axis=1)]
    u, v = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    area = np.linalg.norm(np.cross(u, v), axis=1)
    return area > COLLINEAR * np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1)


def _nearest_tets(points: Array, coarse: TetMesh) -> tuple[Ids, Array]:
    corners = coarse._vertices[coarse._tets]
    middles = corners.mean(axis=1)
    reaches = np.linalg.norm(corners - middles[:, None], axis=2).max(axis=1)
    reaches[np.abs(coarse.volumes) <= FLAT * reaches**3] = -1.0
    if not (reaches >= 0.0).any():
        raise ImpingeError("coarse: no tetrahedron has a volume, a linear skin needs one")
    nearest, weights = np.empty(len(points), np.int64), np.empty((len(points), 4))
    run_rows(
        nearest_tet_rows, len(points), points, coarse._vertices, coarse._tets, middles, reaches,
        nearest, weights,
    )  # fmt: skip
    return coarse._tets[nearest], weights
