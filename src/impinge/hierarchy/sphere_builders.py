"""How sphere trees are built: one function a method, from a part of the surface to its children."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np

from impinge.bounds.kernels.sphere import bound_rows_sphere
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.hierarchy.medial_centres import MedialAxis
from impinge.hierarchy.sphere_overhang import Solid, directions
from impinge.hierarchy.sphere_reducers import CHILDREN, ROUGHLY, costs_of, measured, polish, reduced
from impinge.hierarchy.surface_pieces import Pieces, cut, faces_of, halved

FINE = 0.05
"""Longest side of a piece, as a share of the radius of the node that is taken apart."""
MOST = 3000
"""Pieces of a node beyond which none are cut."""
SAMPLE = 700
"""Pieces that centres are chosen by; all pieces are dealt out in the end."""
ON_SURFACE = 64
"""Points of the surface that centres are chosen from."""
CORRECTIONS, CORRECTION_STEPS, HALVINGS = 2, 8, 4
"""Before that, pieces that need the largest spheres are cut, and centres moved."""
ROUNDED = 2.0**-40
"""Radii grow by this share of the largest coordinate: corners and distances are rounded."""
SMALLER = 0.85
"""Radius of a child, as a share of its parent's, above which it costs extra."""
FITS = 0.15
"""A child may stick out by this share of its parent's radius, even if the parent does not."""
STEPS = 24
BALANCES = 12
"""Trials in which areas of children are balanced."""
OCTANTS = np.array(list(product((-0.5, 0.5), repeat=3)))


class Part(NamedTuple):
    """A sphere, and the pieces of the surface that it covers."""

    centre: Array
    radius: float
    pieces: Pieces


Split = Callable[[Part], list[Part]]


def pad_of(solid: Solid) -> float:
    return ROUNDED * max(float(np.abs(solid.mesh.bounds).max()), solid.extent)


def smallest(solid: Solid, pieces: Pieces) -> Part:
    """The smallest sphere around pieces."""
    points = np.ascontiguousarray(pieces.points)
    centre, radius = bound_rows_sphere(points, 0, len(points), 1)
    return Part(np.array(centre), radius + pad_of(solid), pieces)


def medial(solid: Solid, reduce: str, seed: int) -> tuple[Part, Split]:
    """Spheres about points of the medial axis; the root is the smallest sphere around all."""
    rng = np.random.default_rng(seed)
    root = smallest(solid, faces_of(solid.mesh))
    axis = MedialAxis(solid, root.pieces, rng)

    def split(part: Part) -> list[Part]:
        pieces = cut(part.pieces, FINE * part.radius, MOST)
        depth = solid.depths(part.centre[None])
        error = part.radius - float(depth[0])
        centres, depths = axis.around(pieces, error, 0.5 * part.radius)
        rows = thinned(pieces, SAMPLE)
        # Where the solid is thinner than samples are apart there are no Voronoi vertices.
        on = pieces.some(thinned(pieces, ON_SURFACE)).corners.reshape(-1, 3, 3).mean(axis=1)
        pool = (
            np.vstack([part.centre, centres, on]),
            np.concatenate([depth, depths, np.zeros(len(on))]),
        )
        largest = SMALLER * part.radius
        found = reduced(solid, pieces, pieces.some(rows), pool, reduce, largest)
        for _ in range(CORRECTIONS):
            pieces = cut_at(pieces, found, solid.depths(found), largest)
            again = polish(solid, pieces, found, largest, CORRECTION_STEPS)
            found = min(found, again, key=lambda at: measured(solid, pieces, at, largest))
        return _dealt_out(part, solid, pieces, found)

    return root, split


def cut_at(pieces: Pieces, centres: Array, depths: Array, largest: float) -> Pieces:
    """Halve pieces that cost more than the middle of any piece: where two spheres meet, neither
    should have to cover a whole one.
    """
    for _ in range(HALVINGS):
        middles = pieces.corners.reshape(-1, 3, 3).mean(axis=1)
        points = Pieces(np.tile(middles, 3), pieces.faces)
        needed = costs_of(points, centres, depths, largest).min(axis=0).max()
        costs = costs_of(pieces, centres, depths, largest).min(axis=0)
        rows = np.flatnonzero(costs > needed)
        if len(rows) == 0 or len(pieces.faces) > 2 * MOST:
            break
        pieces = halved(pieces, rows)
    return pieces


def thinned(pieces: Pieces, count: int) -> Ids:
    """About ``count`` pieces, or all if there are no more: one of each cell of a grid."""
    rows = np.arange(len(pieces.faces))
    if len(rows) <= count:
        return rows
    middles = pieces.corners.reshape(-1, 3, 3).mean(axis=1)
    low = middles.min(axis=0)
    size = float(np.ptp(middles, axis=0).max())
    # Numbers of cells are below 2^20, so that three of them make one.
    fine, coarse = 1e-6 * size, size
    kept = rows[:1]
    for _ in range(16):
        side = float(np.sqrt(fine * coarse))
        cells = np.floor((middles - low) / max(side, 1e-300)).astype(np.int64)
        found = np.unique(cells @ (1, 2**20, 2**40), return_index=True)[1]
        if len(found) > count:
            fine = side
            continue
        kept, coarse = found, side
        if len(kept) >= 0.8 * count:
            break
    return np.sort(kept)


def _dealt_out(parent: Part, solid: Solid, pieces: Pieces, centres: Array) -> list[Part]:
    """Each piece to a centre that covers it without sticking out more than the worst one must, so
    that areas are about equal: small parts make good children. Pieces go to the nearest of these
    centres, or to the cheapest, where balancing would make the worst sphere stick out more. Radii
    cover what they got.

    A child that would stick out more than its parent takes over the parent's centre, unless the
    parent fits almost exactly.
    """
    costs = costs_of(pieces, centres, solid.depths(centres), SMALLER * parent.radius)
    reach = costs_of(pieces, centres, np.zeros(len(centres)), np.inf)
    limit = costs.min(axis=0).max()
    fitting = np.where(costs <= limit, reach, np.inf)
    deals = []
    for owner in (balanced(pieces.areas(), fitting), fitting.argmin(axis=0), costs.argmin(axis=0)):
        owners = np.unique(owner)
        radii = np.array([reach[j, owner == j].max() for j in owners]) + pad_of(solid)
        deals.append((owner, owners, radii, solid.overhang(centres[owners], radii, *ROUGHLY)))
    least = min(float(deal[3].max()) for deal in deals)
    owner, owners, radii, out = next(deal for deal in deals if deal[3].max() <= 1.001 * least)
    at = centres[owners]
    most = float(solid.overhang(parent.centre[None], np.array([parent.radius]), *ROUGHLY)[0])
    most = max(most, FITS * parent.radius)
    if (out > most).any():
        again = costs_of(pieces, parent.centre[None], np.zeros(1), np.inf)[0]
        for k in np.flatnonzero(out > most):
            at[k], radii[k] = parent.centre, again[owner == owners[k]].max() + pad_of(solid)
    return [
        Part(centre, float(radius), pieces.some(np.flatnonzero(owner == j)))
        for j, centre, radius in zip(owners, at, radii, strict=True)
    ]


def balanced(areas: Array, reach: Array) -> Ids:
    """An owner for each piece, so that areas are about equal: nearest centres, weighted."""
    weights, best = np.ones(len(reach)), np.inf
    for _ in range(BALANCES):
        trial = (weights[:, None] * reach).argmin(axis=0)
        shares = np.bincount(trial, areas, len(reach))
        if shares.max() < best:
            best, owner = shares.max(), trial
        weights *= np.maximum(shares / shares.mean(), 0.1) ** 0.25
    return owner


def enclosing(solid: Solid, _reduce: str, _seed: int) -> tuple[Part, Split]:
    """Spheres around whole triangles, which are halved three times along their longest extent."""

    def split(part: Part) -> list[Part]:
        groups = [np.arange(len(part.pieces.faces))]
        middles = part.pieces.corners.reshape(-1, 3, 3).mean(axis=1)
        for _ in range(3):
            groups = [half for rows in groups for half in _halves(middles, rows) if len(half)]
        return [smallest(solid, part.pieces.some(rows)) for rows in groups]

    return smallest(solid, faces_of(solid.mesh)), split


def _halves(middles: Array, rows: Ids) -> tuple[Ids, Ids]:
    some = middles[rows]
    axis = int(np.ptp(some, axis=0).argmax())
    order = rows[np.argsort(some[:, axis], kind="stable")]
    return order[: len(order) // 2], order[len(order) // 2 :]


def octree(solid: Solid, _reduce: str, _seed: int) -> tuple[Part, Split]:
    """Spheres around the cells of an octree that the surface meets."""
    low, high = solid.mesh.bounds
    side = solid.extent * (1.0 + 2.0**-30)
    pad = pad_of(solid)

    def cell(centre: Array, half: float, pieces: Pieces) -> Part:
        return Part(centre, np.sqrt(3.0) * half + pad, pieces)

    def split(part: Part) -> list[Part]:
        half = (part.radius - pad) / np.sqrt(3.0)
        parts = []
        for octant in OCTANTS:
            centre = part.centre + half * octant
            rows = np.flatnonzero(meets_box(part.pieces.corners, centre, 0.5 * half + pad))
            if len(rows):
                parts.append(cell(centre, 0.5 * half, part.pieces.some(rows)))
        return parts

    return cell(0.5 * (low + high), 0.5 * side, faces_of(solid.mesh)), split


def meets_box(corners: Array, centre: Array, half: float) -> Flags:
    """Which triangles meet a cube: no axis of the separating-axis test keeps them apart."""
    p = corners.reshape(-1, 3, 3) - centre
    sides = p[:, [1, 2, 0]] - p
    normals = np.cross(sides[:, 0], sides[:, 1])[:, None]
    across = np.cross(np.eye(3)[None, :, None], sides[:, None]).reshape(-1, 9, 3)
    axes = np.concatenate([np.broadcast_to(np.eye(3), (len(p), 3, 3)), normals, across], axis=1)
    along = np.einsum("nak,nck->nac", axes, p)
    reach = half * np.abs(axes).sum(axis=2)
    return ((along.min(axis=2) <= reach) & (along.max(axis=2) >= -reach)).all(axis=1)  # type: ignore[no-any-return]


METHODS = {"medial": medial, "octree": octree, "enclosing": enclosing}


def contain_children(solid: Solid, centres: Array, radii: Array) -> None:
    """Make parents contain their children, from the leaves up; in place.

    A parent moves to where it contains them and sticks out least.
    """
    units, pad = np.vstack([np.zeros(3), directions(14)]), pad_of(solid)
    for row in range((len(radii) - 2) // CHILDREN, -1, -1):
        below = slice(CHILDREN * row + 1, CHILDREN * row + 1 + CHILDREN)
        used = radii[below] >= 0.0
        if radii[row] < 0.0 or not used.any():
            continue
        at, reach = centres[below][used], radii[below][used]
        centre, step = centres[row].copy(), 0.25 * radii[row]
        for _ in range(STEPS):
            trials = centre + step * units
            radius = (np.linalg.norm(trials[:, None] - at, axis=2) + reach).max(axis=1)
            best = int((radius - solid.depths(trials)).argmin())
            step *= 1.0 if best else 0.5
            centre = trials[best]
        centres[row] = centre
        radii[row] = (np.linalg.norm(centre - at, axis=1) + reach).max() + pad
