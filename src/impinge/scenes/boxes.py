"""Boxes by the thousand, spread in several ways: what broad phases are compared on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids

Boxes = tuple[Array, Array]

CLUSTERS = 20
SEED = 20050101


def _uniform(n: int, rng: np.random.Generator) -> Boxes:
    """In a cube, of similar sizes."""
    lower = rng.uniform(size=(n, 3))
    return lower, lower + 0.8 * max(n, 1) ** (-1 / 3) * rng.uniform(0.5, 1.5, (n, 3))


def _clustered(n: int, rng: np.random.Generator) -> Boxes:
    """In round heaps, dense in the middle."""
    heaps = rng.uniform(size=(CLUSTERS, 3))
    lower = heaps[rng.integers(CLUSTERS, size=n)] + 0.05 * rng.normal(size=(n, 3))
    return lower, lower + 0.42 * max(n, 1) ** (-1 / 3) * rng.uniform(0.5, 1.5, (n, 3))


def _giant(n: int, rng: np.random.Generator) -> Boxes:
    """In a cube, of similar sizes, but for the first, which holds them all."""
    lower, upper = _uniform(n, rng)
    lower[:1], upper[:1] = -1.0, 3.0
    return lower, upper


def _mixed(n: int, rng: np.random.Generator) -> Boxes:
    """In a cube, from small to a hundred times as large, as many of each size."""
    lower = rng.uniform(size=(n, 3))
    edge = max(n, 1) ** (-1 / 3) * 10.0 ** rng.uniform(-1.5, 0.5, (n, 1))
    return lower, lower + edge * rng.uniform(0.5, 1.5, (n, 3))


def _line(n: int, rng: np.random.Generator) -> Boxes:
    """Along a line, in no order."""
    lower = rng.uniform(size=(n, 3)) * (1.0, 1.0 / max(n, 1), 1.0 / max(n, 1))
    return lower, lower + 2.0 / max(n, 1) * rng.uniform(0.5, 1.5, (n, 3))


_MAKERS: dict[str, Callable[[int, np.random.Generator], Boxes]] = {
    "uniform": _uniform, "clustered": _clustered, "giant": _giant, "mixed": _mixed, "line": _line,
}  # fmt: skip
DISTRIBUTIONS = tuple(_MAKERS)
"""Names of the ways in which boxes are spread."""


def box_set(name: str, n: int, seed: int = SEED) -> Boxes:
    """Lower and upper corners of ``n`` boxes, some two pairs for each whatever their number.

    Parameters
    ----------
    name : str
        One of ``DISTRIBUTIONS``: "uniform" and "clustered" have similar sizes, "giant" one box that
        holds all others, "mixed" sizes over two orders of magnitude, "line" boxes in a row.
    n : int
        How many.
    seed : int, optional
        Another one gives other boxes.

    Returns
    -------
    lower, upper : (n, 3) float64

    Raises
    ------
    ImpingeError
        If there is no such distribution.

    Examples
    --------
    >>> lower, upper = box_set("uniform", 100)
    >>> lower.shape, bool((lower < upper).all())
    ((100, 3), True)
    """
    if name not in _MAKERS:
        raise ImpingeError(f"name: {name!r}, expected one of {', '.join(DISTRIBUTIONS)}")
    return _MAKERS[name](n, np.random.default_rng(seed))


def drifted(boxes: Boxes, step: float, share: float, seed: int) -> tuple[Ids, Boxes]:
    """Some of the boxes, moved: which ones, and their new corners.

    Parameters
    ----------
    boxes : (lower, upper)
        All boxes.
    step : float
        How far they go, in median edges.
    share : float
        Of the boxes, how many move.
    seed : int
        Another one moves others elsewhere.

    Examples
    --------
    >>> ids, (lower, upper) = drifted(box_set("line", 100), step=0.1, share=0.25, seed=1)
    >>> ids.shape, lower.shape
    ((25,), (25, 3))
    """
    rng = np.random.default_rng(seed)
    lower, upper = boxes
    ids = np.sort(rng.choice(len(lower), round(share * len(lower)), replace=False))
    way = rng.normal(size=(len(ids), 3))
    # A box may lie at infinity itself, and has no edge there.
    with np.errstate(invalid="ignore"):
        edges = upper - lower
    edge = float(np.median(edges[np.isfinite(edges)]))
    way *= step * edge / np.linalg.norm(way, axis=1, keepdims=True)
    return ids, (lower[ids] + way, upper[ids] + way)
