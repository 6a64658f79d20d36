"""Boxes by the thousand, spread in several ways: what broad phases are compared on."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.options import as_choice

Boxes = tuple[Array, Array]

CLUSTERS = 20
SEED = 20050101
DISTRIBUTIONS = ("uniform", "clustered", "giant", "mixed", "line")
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
    as_choice(name, "name", DISTRIBUTIONS)
    rng, count = np.random.default_rng(seed), max(n, 1)
    edge: Any = 0.8 * count ** (-1 / 3)
    if name == "clustered":
        # In round heaps, dense in the middle.
        heaps, edge = rng.uniform(size=(CLUSTERS, 3)), 0.42 * count ** (-1 / 3)
        lower = heaps[rng.integers(CLUSTERS, size=n)] + 0.05 * rng.normal(size=(n, 3))
    else:
        lower = rng.uniform(size=(n, 3))
    if name == "mixed":
        # From small to a hundred times as large, as many of each size.
        edge = count ** (-1 / 3) * 10.0 ** rng.uniform(-1.5, 0.5, (n, 1))
    elif name == "line":
        lower, edge = lower * (1.0, 1.0 / count, 1.0 / count), 2.0 / count
    upper = lower + edge * rng.uniform(0.5, 1.5, (n, 3))
    if name == "giant":
        lower[:1], upper[:1] = -1.0, 3.0
    return lower, upper


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
