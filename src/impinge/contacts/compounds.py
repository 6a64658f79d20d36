"""Contacts of compounds: those of all their parts, put together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.convex import contacts_of_rows, corner_room
from impinge.contacts.joining import Share, joined, share_of
from impinge.contacts.kernels import contact_row as column
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.poses import AT_REST
from impinge.core.table import PairTable
from impinge.geometry import Compound, Convex, HalfSpace, Shape
from impinge.narrow.posed import Pose, Poses, as_two_poses

Ids = NDArray[np.int64]

PAIRS_AT_ONCE = 1 << 20
"""Pairs of parts, over all rows of a batch, that are looked at together: 32 MB of numbers."""


class Leaf(NamedTuple):
    """A part that is no compound itself."""

    shape: Shape
    pose: NDArray[np.float64]
    part: int


def leaves_of(shape: Shape) -> list[Leaf]:
    """The parts of a shape, through compounds within compounds, numbered in that order.

    A shape that is no compound is one part, of number -1.
    """
    if not isinstance(shape, Compound):
        return [Leaf(shape, AT_REST, -1)]
    found: list[Leaf] = []
    _gather(shape, AT_REST, found)
    return found


def _gather(shape: Shape, pose: NDArray[np.float64], found: list[Leaf]) -> None:
    if not isinstance(shape, Compound):
        found.append(Leaf(shape, pose, len(found)))
        return
    for part, placed in shape.parts:
        _gather(part, pose @ placed, found)


def contacts_of_compound(
    table: PairTable,
    a: Compound,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
    asked: Request,
) -> Contacts:
    """Of a compound and any shape; ``table`` answers for parts that are not convex."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    sides = [
        (leaf, np.broadcast_to(poses.reshape(-1, 4, 4), (n, 4, 4)) @ leaf.pose)
        for poses, shape in ((poses_a, a), (poses_b, b))
        for leaf in leaves_of(shape)
    ]
    of_a, of_b = sides[: len(leaves_of(a))], sides[len(leaves_of(a)) :]
    shares = _convex_parts(_packed(of_a), _packed(of_b), n, asked)
    rows = np.arange(n)
    for leaf_a, moved_a in of_a:
        for leaf_b, moved_b in of_b:
            if not _is_pair_of_rows(leaf_a.shape, leaf_b.shape):
                found = table(leaf_a.shape, moved_a, leaf_b.shape, moved_b, asked)
                shares.append(share_of(found, rows, leaf_a.part, leaf_b.part))
    return joined(shares, count)


def _is_pair_of_rows(a: Shape, b: Shape) -> bool:
    """Whether the kernel of convex shapes answers this pair."""
    both = isinstance(a, (Convex, HalfSpace)) and isinstance(b, (Convex, HalfSpace))
    return both and not (isinstance(a, HalfSpace) and isinstance(b, HalfSpace))


class Packed(NamedTuple):
    """The convex parts of one side, and its half spaces, in one array of rows."""

    rows: NDArray[np.float64]
    starts: Ids
    poses: Poses
    parts: Ids
    endless: NDArray[np.bool_]
    room: int


def _packed(side: list[tuple[Leaf, Poses]]) -> Packed | None:
    chosen = [(leaf, poses) for leaf, poses in side if isinstance(leaf.shape, (Convex, HalfSpace))]
    if not chosen:
        return None
    rows = [leaf.shape._packed for leaf, _ in chosen]  # type: ignore[attr-defined]
    lengths = [len(row) for row in rows]
    return Packed(
        np.concatenate(rows),
        np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64),
        np.ascontiguousarray(np.concatenate([poses for _, poses in chosen])),
        np.array([leaf.part for leaf, _ in chosen], np.int64),
        np.array([isinstance(leaf.shape, HalfSpace) for leaf, _ in chosen]),
        corner_room([leaf.shape for leaf, _ in chosen]),
    )


def _convex_parts(a: Packed | None, b: Packed | None, n: int, asked: Request) -> list[Share]:
    """Contacts between all convex parts of both sides, in all rows of the batch."""
    if a is None or b is None:
        return []
    i, j = np.divmod(np.arange(len(a.starts) * len(b.starts)), len(b.starts))
    bounded = ~(a.endless[i] & b.endless[j])
    i, j = i[bounded], j[bounded]
    shares: list[Share] = []
    step = max(1, PAIRS_AT_ONCE // max(len(i), 1))
    for first in range(0, n, step):
        batch = np.repeat(np.arange(first, min(first + step, n)), len(i))
        which_a, which_b = (np.tile(k, len(batch) // max(len(i), 1)) for k in (i, j))
        # Poses of one part stand next to each other, row by row.
        pairs = np.stack(
            [a.starts[which_a], which_a * n + batch, b.starts[which_b], which_b * n + batch], axis=1
        )
        rows, counts = contacts_of_rows(
            a.rows, a.poses, b.rows, b.poses, pairs, a.room, b.room, asked
        )
        rows[:, column.PART_A] = np.repeat(a.parts[which_a], counts)
        rows[:, column.PART_B] = np.repeat(b.parts[which_b], counts)
        shares.append(Share(rows, np.repeat(batch, counts)))
    return shares
