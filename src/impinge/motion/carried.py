"""How the parts of a moving body move: each with a pose of its own in the body's frame."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.motion.kernels import motion_row as row

ROUNDED = 2.0**-49
"""Share of all coordinates, summed, by which a part's row may be off from where its body carries
it: six sums of products."""


def carried_rows(rows: Array, poses: Array) -> Array:
    """(n, p, LENGTH) float64: rows of the motions of p parts of each of n bodies.

    With R and T of :mod:`impinge.motion.kernels.motion_row` a part at (Q, q) is at R Q and T + R q,
    which is of the same form: turned matrices, and an origin that swings with the part. ``rows``
    (n, LENGTH) are those of the bodies, ``poses`` (p, 4, 4) take parts to bodies.
    """
    out = np.empty((len(rows), len(poses), row.LENGTH))
    out[:] = rows[:, None]
    turns, shifts = poses[:, :3, :3], poses[:, :3, 3]
    moved = {}
    for at in (row.ROTATION, row.TURN_A, row.TURN_B):
        matrices = rows[:, None, at : at + 9].reshape(-1, 1, 3, 3)
        out[:, :, at : at + 9] = (matrices @ turns).reshape(len(rows), len(poses), 9)
        moved[at] = (matrices @ shifts[:, :, None])[..., 0]
    turn = rows[:, None, row.TURN, None]
    out[:, :, row.SHIFT : row.SHIFT + 3] += moved[row.ROTATION]
    out[:, :, row.SWING : row.SWING + 3] += turn * moved[row.TURN_B]
    out[:, :, row.CURVE : row.CURVE + 3] -= turn * moved[row.TURN_A]
    return out
