"""Colours of regions, different ones for neighbours, and of contacts by their depth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.ids import Ids

REGION_COLOURS = (
    "#4c8fd3", "#e99a43", "#52ad83", "#d76b6f", "#9a84cf", "#d9bf4a", "#4fb4bd", "#c981ad",
)  # fmt: skip
"""Of one lightness, so that light and shadow are still seen on them."""
RESTING = "resting"
STEPS = ("#f6d56c", "#f2b948", "#eb9a30", "#e17a23", "#d1591c", "#b83f19", "#9a2b17")
"""From shallow to deep: evenly darker, told apart with every kind of colour vision."""
DEPTH_COLOURS = (RESTING, *STEPS)
SHALLOW = 0.02
"""Share of a part's size: where all contacts are less deep, the scale reaches as far."""


def colours_of_levels(levels: list[Ids], adjacency: Ids) -> list[Ids]:
    """Colours of the regions of each level, numbers in ``REGION_COLOURS``.

    Parameters
    ----------
    levels : list of (m,) int64
        The region of each face, from fine to coarse; each region is within one of the next level.
    adjacency : (k, 2) int64
        Faces that share an edge.

    Returns
    -------
    list of (regions of the level,) int64
        The largest part of a region has its colour: from level to level, regions grow.

    Examples
    --------
    >>> faces = np.arange(4)
    >>> strip = np.stack([faces[:-1], faces[1:]], axis=1)
    >>> fine, coarse = colours_of_levels([faces, faces // 2], strip)
    >>> bool((np.diff(fine) != 0).all()), bool(coarse[0] != coarse[1])
    (True, True)
    """
    found: list[Ids] = []
    for k in reversed(range(len(levels))):
        regions = levels[k]
        sizes = np.bincount(regions)
        given = np.full(len(sizes), -1)
        if found:
            parents = parents_of(regions, levels[k + 1])
            order = np.argsort(sizes, kind="stable")
            heirs = np.zeros(len(found[0]), np.int64)
            heirs[parents[order]] = order
            given[heirs] = found[0]
        found.insert(0, coloured(regions[adjacency], given))
    return found


def parents_of(regions: Ids, coarser: Ids) -> Ids:
    """The region of a coarser level that each region is within."""
    found = np.zeros(int(regions.max(initial=-1)) + 1, np.int64)
    found[regions] = coarser
    return found


def coloured(pairs: Ids, given: Ids) -> Ids:
    """Colours of regions, different in each of the pairs; -1 in ``given`` is to be chosen.

    Those with many neighbours choose first, all at once that have no neighbour to wait for. Where
    all colours are among the neighbours, the rarest of these is taken.
    """
    number, colours = len(REGION_COLOURS), np.array(given)
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    one, other = np.concatenate([pairs, pairs[:, ::-1]]).T
    luck = np.random.default_rng(0).permutation(len(colours))
    rank: Any = np.empty(len(colours), np.int64)
    rank[np.lexsort((luck, np.bincount(one, minlength=len(colours))))] = np.arange(len(colours))
    while (colours < 0).any():
        waits = (colours[one] < 0) & (colours[other] < 0) & (rank[one] < rank[other])
        ready = colours < 0
        ready[one[waits]] = False
        known = ready[one] & (colours[other] >= 0)
        places = number * one[known] + colours[other[known]]
        used = np.bincount(places, minlength=number * len(colours)).reshape(-1, number)
        # Among colours that are as good, another one for each region.
        choice = number * used + (np.arange(number) + luck[:, None]) % number
        colours[ready] = choice[ready].argmin(axis=1)
    return colours


class DepthScale(NamedTuple):
    """From depths [m] to places in the palette.

    Attributes
    ----------
    rounding : float
        Contacts no deeper than this rest.
    deepest : float
        The end of the scale.
    """

    rounding: float
    deepest: float

    @classmethod
    def of(cls, depths: ArrayLike, rounding: float, size: float) -> DepthScale:
        """Of some depths, among parts of a typical size [m].

        A scale of very small depths alone would make each of them look deep: it reaches at least a
        fiftieth of the size.
        """
        known = np.asarray(depths, np.float64)
        known = known[np.isfinite(known)]
        return cls(rounding, max(float(known.max(initial=0.0)), SHALLOW * size))

    def places(self, depths: ArrayLike) -> NDArray[np.int64]:
        """Places in the palette; 0 is resting.

        Examples
        --------
        >>> DepthScale(1e-6, 0.7).places([0.0, 1e-7, 0.05, 0.35, 0.7, np.nan])
        array([0, 0, 1, 4, 7, 0])
        """
        known = np.nan_to_num(np.asarray(depths, np.float64), nan=0.0)
        share = np.clip(known / max(self.deepest, 1e-300), 0.0, 1.0)
        step = np.minimum((share * len(STEPS)).astype(np.int64), len(STEPS) - 1)
        return np.where(known > self.rounding, 1 + step, 0)
