"""Motions of several kinds in one batch."""

from __future__ import annotations

from typing import Any

from impinge.core.arrays import Array
from impinge.motion.rigid import RigidMotion


class RowMotion(RigidMotion):
    """A batch of motions of any kinds, by their rows: what queries about many things ask with.

    Rows are (n, LENGTH) float64 (:mod:`impinge.motion.kernels.motion_row`), each of a whole step.
    """

    __slots__ = ()

    def __init__(self, rows: Array) -> None:
        self._set(_rows=rows, _single=False)

    def _beside(self, picked: Any) -> dict[str, Any]:  # noqa: ARG002
        return {}
