"""Colours of contacts by their depth: resting ones are told apart from shallow and deep ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESTING = "resting"
STEPS = ("#f6d56c", "#f2b948", "#eb9a30", "#e17a23", "#d1591c", "#b83f19", "#9a2b17")
"""From shallow to deep: evenly darker, told apart with every kind of colour vision."""
PALETTE = (RESTING, *STEPS)
SHALLOW = 0.02
"""Share of a part's size: where all contacts are less deep, the scale reaches as far."""


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
