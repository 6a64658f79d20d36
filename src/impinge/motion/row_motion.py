"""Motions of several kinds in one batch."""

from __future__ import annotations

from typing import Any

from impinge.motion.rigid import Floats, RigidMotion


class RowMotion(RigidMotion):
    """A batch of motions of any kinds, by their rows: what queries about many things ask with.

    Parameters
    ----------
    rows : (n, LENGTH) float64
        As kernels see them (:mod:`impinge.motion.kernels.motion_row`), each of a whole step.

    Examples
    --------
    >>> import numpy as np
    >>> from impinge.motion import Motion, ScrewMotion
    >>> both = [Motion(None, np.eye(4)), ScrewMotion(None, np.eye(4))]
    >>> RowMotion(np.concatenate([motion._rows for motion in both]))
    RowMotion(2 motions)
    """

    __slots__ = ()

    def __init__(self, rows: Floats) -> None:
        self._set(_rows=rows, _single=False)

    def _beside(self, picked: Any) -> dict[str, Any]:  # noqa: ARG002
        return {}
