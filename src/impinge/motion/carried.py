"""How the parts of a moving body move: each with a pose of its own in the body's frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.motion.kernels.motion_row import (
    CURVE,
    LENGTH,
    ROTATION,
    SHIFT,
    SWING,
    TURN,
    TURN_A,
    TURN_B,
)

Floats = NDArray[np.float64]

ROUNDED = 2.0**-49
"""Share of all coordinates, summed, by which a part's row may be off from where its body carries
it: six sums of products."""


def carried_rows(rows: Floats, poses: Floats) -> Floats:
    """(n, p, LENGTH) float64: rows of the motions of p parts of each of n bodies.

    With R and T of :mod:`impinge.motion.kernels.motion_row` a part at (Q, q) is at R Q and T + R q,
    which is of the same form: turned matrices, and an origin that swings with the part.

    Parameters
    ----------
    rows : (n, LENGTH) float64
        Of the bodies.
    poses : (p, 4, 4) float64
        Of the parts, part to body.

    Examples
    --------
    >>> import numpy as np
    >>> from impinge.motion import Motion
    >>> arm = np.eye(4)
    >>> arm[0, 3] = 2.0
    >>> spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, np.pi))
    >>> part = Motion._of_rows(carried_rows(spin._rows, arm[None])[0], True, {})
    >>> part.pose(0.5)[:3, 3].round(12).tolist()
    [0.0, 2.0, 0.0]
    """
    out = np.empty((len(rows), len(poses), LENGTH))
    out[:] = rows[:, None]
    turns, shifts = poses[:, :3, :3], poses[:, :3, 3]
    moved = {}
    for at in (ROTATION, TURN_A, TURN_B):
        matrices = rows[:, None, at : at + 9].reshape(-1, 1, 3, 3)
        out[:, :, at : at + 9] = (matrices @ turns).reshape(len(rows), len(poses), 9)
        moved[at] = (matrices @ shifts[:, :, None])[..., 0]
    turn = rows[:, None, TURN, None]
    out[:, :, SHIFT : SHIFT + 3] += moved[ROTATION]
    out[:, :, SWING : SWING + 3] += turn * moved[TURN_B]
    out[:, :, CURVE : CURVE + 3] -= turn * moved[TURN_A]
    return out
