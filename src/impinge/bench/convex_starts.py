"""Directions in which curved bodies may be separated most, to about the accuracy of a float.

From directions scattered over the sphere, and from known ones, uphill by random steps; then along
the ridges on which such steps end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_pieces import CurvedPair

Array = NDArray[np.float64]

STARTS, SCATTER = 16, 600
"""Peaks that are climbed, and directions scattered over the sphere to find them, each in two ways:
evenly, and evenly as seen after a stretch that makes needles and sheets round."""

STEPS, FIRST_STEP, LAST_STEP = 400, 0.3, 1e-11
"""Of a climb: at most so many; lengths at its beginning and its end, in radians."""

RIDGE, PEAK = 1e-2, 1e-7
"""Peaks lower than the best by more than this share of the size are not it: after random steps,
which may end on a ridge, and after ridges were followed to their ends."""

APART, ALIKE = 1e-3, 1e-6
"""Directions closer than this [rad] are one, before and after following ridges."""


def peak_directions(pair: CurvedPair, hint: Array | None) -> Array:
    """Distinct directions of the highest peaks of s, to about the accuracy of a float."""
    rng = np.random.default_rng(0)
    extent, axes = np.linalg.eigh(pair.spread())
    stretch = axes / np.sqrt(np.maximum(extent, 1e-14 * extent.max() + 1e-300))
    stretch /= np.abs(stretch).max()
    scatter = rng.normal(size=(SCATTER, 3))
    known = [np.asarray(tip, np.float64) for tip in pair.tips()] + list(np.eye(3)) + list(axes.T)
    # Bodies of revolution have ridges around their axes; the peak is where the other body is.
    way = np.asarray(pair.apart, np.float64)
    known += [v for v in (way, *(way - (way @ tip) * tip for tip in known)) if np.any(v)]
    if hint is not None and np.any(hint):
        known.append(np.asarray(hint, np.float64))
    some = np.concatenate([scatter, scatter @ stretch.T, known, np.negative(known)])
    some /= np.linalg.norm(some, axis=1)[:, None]
    some = some[np.argsort(-pair.separation(some), kind="stable")]
    # Half of them the highest, half of them apart from each other.
    apart = _distinct(some, pair.separation(some), np.inf, 0.1)
    n, s = _climbed(pair, np.concatenate([some[:STARTS], apart]), stretch, rng)
    n = np.array([_slid(pair, start) for start in _distinct(n, s, RIDGE, APART)])
    return _distinct(n, pair.separation(n), PEAK, ALIKE)


def _distinct(n: Array, s: Array, lower: float, angle: float) -> Array:
    """The highest directions, at most ``STARTS``.

    None by more than ``lower`` below the best, each by more than an angle away from the others.
    """
    left = np.argsort(-s, kind="stable")
    left = left[s[left] >= s.max() - lower]
    found: list[int] = []
    while len(left) and len(found) < STARTS:
        found.append(left[0])
        left = left[np.abs(n[left] - n[left[0]]).max(axis=1) > angle]
    return n[found]


def _climbed(
    pair: CurvedPair, n: Array, stretch: Array, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Directions moved uphill in random steps, which shrink where no step leads up.

    Steps are taken where the bodies' difference looks round. They have random directions, since s
    has ridges on which steps along fixed axes would get stuck.
    """
    s = pair.separation(n)
    step = np.full(len(n), FIRST_STEP)
    for _ in range(STEPS):
        flat = n @ np.linalg.inv(stretch).T
        flat /= np.linalg.norm(flat, axis=1)[:, None]
        moves = rng.normal(size=(len(n), 4, 3))
        moves = np.concatenate([moves, -moves], axis=1)
        trial = (flat[:, None] + step[:, None, None] * moves) @ stretch.T
        trial /= np.linalg.norm(trial, axis=2)[:, :, None]
        value = pair.separation(trial.reshape(-1, 3)).reshape(len(n), -1)
        best = value.argmax(axis=1)
        rows = np.arange(len(n))
        up = value[rows, best] > s
        n = np.where(up[:, None], trial[rows, best], n)
        s = np.where(up, value[rows, best], s)
        step *= np.where(up, 1.3, 0.6)
        if step.max() < LAST_STEP:
            break
    return n, s


def _slid(pair: CurvedPair, n: Array) -> Array:
    """The end of a ridge of s: the least ``u + v`` with ``h_A(n) <= u`` and ``h_B(-n) <= v``."""
    from scipy.optimize import minimize

    a, b = pair.sides
    count_a, count_b = len(a.rough_pieces(n)[0]), len(b.rough_pieces(n)[0])

    def room(x: Array) -> Array:
        pieces = a.rough_pieces(x[:3])[0], b.rough_pieces(x[:3])[0]
        return np.concatenate([x[3] - pieces[0], x[4] - pieces[1]])

    def slopes(x: Array) -> Array:
        out = np.zeros((count_a + count_b, 5))
        out[:count_a, :3], out[:count_a, 3] = -a.rough_pieces(x[:3])[1], 1.0
        out[count_a:, :3], out[count_a:, 4] = -b.rough_pieces(x[:3])[1], 1.0
        return out

    length = {
        "type": "eq",
        "fun": lambda x: x[:3] @ x[:3] - 1.0,
        "jac": lambda x: np.concatenate([2.0 * x[:3], [0.0, 0.0]]),
    }
    best, towards = n, np.array([0.0, 0.0, 0.0, 1.0, 1.0])
    found = minimize(
        lambda x: x[3] + x[4], [*n, a.rough(n[None])[0], b.rough(n[None])[0]],
        jac=lambda _: towards, method="SLSQP", options={"ftol": 1e-16, "maxiter": 60},
        constraints=[length, {"type": "ineq", "fun": room, "jac": slopes}],
    )  # fmt: skip
    end = found.x[:3]
    if np.isfinite(end).all() and 0.5 < np.linalg.norm(end) < 2.0:
        end = end / np.linalg.norm(end)
        if pair.separation(end[None])[0] > pair.separation(n[None])[0]:
            best = end
    return best
