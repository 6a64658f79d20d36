"""Two rings that are free at both ends of a step, and linked at one of them: they have crossed."""

from __future__ import annotations

from math import tau

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.scenes.moving import Made, Moving, MovingPairs, moving_pairs
from impinge.scenes.poses import posed
from impinge.scenes.solids import circle, lathe

RING, TUBE = 0.5, 0.1
"""Radius of a ring's middle line, and of its tube [m]."""
KINDS = ("linked", "through", "spinning", "beside")
NEAR = (1e-5, 1e-2)
"""Gaps of rings that pass each other [m]."""
LYING = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Turns a ring about z into one about -y."""


def ring(around: int = 48) -> Mesh:
    """A torus about z, with a vertex at each end of each axis."""
    if around < 8 or around % 8:
        raise ImpingeError(f"around: {around}, expected a multiple of 8")
    return lathe(circle(TUBE, around // 2) + np.array([RING, 0.0]), around)


def linking_rings(n: int, seed: int = 0, *, around: int = 48) -> MovingPairs:
    """Two rings in planes across each other; one moves through the other.

    Kinds, one after the other: ``"linked"`` ends interlocked, touching nothing; ``"through"`` ends
    free on the other side; ``"spinning"`` is linked while both turn about their own axes, at times
    that only round rings would tell; ``"beside"`` passes at a gap of 0.01 to 10 mm. In two thirds
    of rows both move on.

    Parameters
    ----------
    n : int
    seed : int, optional
    around : int, optional
        Vertices around a ring, a multiple of 8: it has the square of it in triangles.

    Examples
    --------
    >>> found = linking_rings(4)
    >>> found.touches.tolist()
    [True, True, True, False]
    """
    mesh = ring(around)
    return moving_pairs((mesh, mesh), n, seed, KINDS, _made)


def _made(kind: str, rng: np.random.Generator) -> Made:
    outer = RING + TUBE
    start = 2.0 * outer + rng.uniform(0.05, 2.0)
    # Linked: each tube passes the other's middle, with room of half a ring less a tube.
    end = RING + rng.uniform(-1.0, 1.0) * 0.4 * (RING - 2.0 * TUBE)
    gap, aside, first = 0.0, 0.0, (start - 2.0 * outer) / (start - end)
    if kind == "through":
        end = -start
        first = (start - 2.0 * outer) / (start - end)
    elif kind == "spinning":
        first = np.nan
    elif kind == "beside":
        gap, first = 10.0 ** rng.uniform(*np.log10(NEAR)), np.inf
        aside, end = outer + TUBE + gap, -start
    spins = rng.uniform(-3.0 * tau, 3.0 * tau, 2) * (kind == "spinning")
    held = Moving.of(np.eye(4), angular=(0.0, 0.0, spins[0]))
    pose = posed(LYING, (start, aside, 0.0))
    moved = Moving.of(pose, (end - start, 0.0, 0.0), (0.0, spins[1], 0.0))
    return (held, moved), (kind, first, gap)
