"""Proofs of separation: sampled gaps along the way are never closed, forward or backward."""

import numpy as np
from every_shape import CONVEX
from flying import flights

from impinge.continuous.kernels.convex_proof import (
    MovingPair,
    bounds_of,
    gap_along,
    prove_apart,
)
from impinge.narrow import distance


def test_what_is_proved_is_apart():
    rng = np.random.default_rng(0)
    proved = 0
    for name in ("box", "sphere", "cone", "hull", "ellipsoid"):
        a, b = CONVEX[name], CONVEX["box"]
        for kind in ("constant", "eased"):
            motion_a, motion_b = flights(rng, 6, spin=2.5 if kind == "constant" else 1.0, kind=kind)
            for k in range(6):
                pair = MovingPair(a._packed, 0, motion_a._rows, k, b._packed, 0, motion_b._rows, k)
                t, margin = rng.uniform(0, 1), rng.choice([0.0, 0.2])
                start = distance(a, b, motion_a[k].pose(t), motion_b[k].pose(t))
                bounds = bounds_of(pair, 0.0, 1.0)
                n = tuple(start.normal)
                gap = gap_along(pair, n, t) - margin - bounds.pad
                if gap <= 0.0:
                    continue
                assert gap <= start.distance - margin + 1e-9
                for end in (0.0, 1.0):
                    reached, _ = prove_apart(pair, bounds, n, gap, margin, t, end)
                    assert min(t, end) <= reached <= max(t, end)
                    proved += abs(reached - t) > 1e-3
                    times = np.linspace(t, reached, 60)
                    some = distance(a, b, motion_a[k].pose(times), motion_b[k].pose(times))
                    assert some.distance.min() >= margin - 1e-9
    assert proved > 40
