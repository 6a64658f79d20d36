"""What contacts say beyond their times: where, how near, how deep, and by when they are certain."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.behind import look_behind
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import copy_witness
from impinge.continuous.starts import tell_starts
from impinge.narrow.distance import DISTANCE

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def tell_contacts(
    a: Any, b: Any, motion: PairMotion, options: Options, seen: Flags, out: Floats
) -> None:
    """Complete rows whose times are known; of those ``seen``, points and features are as well.

    Pairs that are free have none.
    """
    look_behind(a, b, motion, options, out)
    if options.measured:
        measure(a, b, motion, options, ~seen & (out[:, impact_row.STATUS] != impact_row.FREE), out)
    tell_starts(a, b, motion, options, out)


def measure(a: Any, b: Any, motion: PairMotion, options: Options, left: Flags, out: Floats) -> None:
    """What some rows say of gap, points, normal and features, from the distance of the shapes at
    their time.

    What is filled is measured as such, since there is ground beside a height field; but for pairs
    that start touching, of which the surfaces count.
    """
    times = out[:, impact_row.TIME]
    solid = options.solid & (out[:, impact_row.STATUS] != impact_row.STARTED_TOUCHING)
    for filled in (False, True):
        some = np.flatnonzero(left & (solid == filled))
        if len(some):
            poses = motion.poses_at(some, times[some])
            copy_witness(DISTANCE(a, poses[0], b, poses[1], filled)._rows, some, out)
