"""Where the cells of a grid are, how large and how many."""

from __future__ import annotations

from math import floor, frexp, inf, ldexp
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry.coordinates import as_size
from impinge.partition.boxes import Boxes
from impinge.partition.kernels.cells import AT, COORDINATE, FRAME, LEVEL, ROW_Y, ROW_Z, SHIFT
from impinge.partition.kernels.grid_lists import measure_boxes

SIZES_IN_CELL = 2.5
"""Edge of a cell in boxes: the longest edge of the middle one by size. 1.5 to 4 were measured to be
within a third of each other, 1 takes twice as long; below, boxes are in more cells, above, cells
hold more boxes. Deviation from the source, where 1 is best: eight boxes are compared at once."""
CELLS_PER_BOX = 4
"""Cells of a dense grid, at most, for each box, and FEWEST_CELLS for none."""
FEWEST_CELLS = 4096
MOST_CELLS = 1 << 24
"""Cells of a dense grid that a caller may ask for: their lists alone are 64 MB."""
SLOTS_PER_BOX = 2
"""Slots of a hash table for each box. Fewer cost time, more cost memory."""
GROWTH = 1.26
"""Factor by which cells grow until they are few enough: about twice the volume."""
TINY = 1e-290
"""Cells, scaled, are not smaller: the reciprocal must be a number."""


class Layout(NamedTuple):
    """The numbers by which kernels find cells (:mod:`impinge.partition.kernels.cells`)."""

    frame: Array
    levels: Ids
    slots: int
    """Of a hash table; 0 for a dense grid."""
    slot_count: int
    """Lists there are."""
    cell: float
    """Edge of the smallest cells [m]."""

    def cell_boxes(self, keys: Ids) -> Boxes:
        """Lower and upper corners of cells [m]; the outermost ones go on beyond them."""
        mask = (1 << COORDINATE) - 1
        level = (keys >> (3 * COORDINATE)) & 15
        columns = [(keys >> (s * COORDINATE)) & mask for s in (2, 1, 0)]
        edge = np.ldexp(1.0 / self.frame[4], SHIFT * level)[:, None]
        low = self.frame[1:4] + np.stack(columns, axis=1) * edge
        with np.errstate(over="ignore"):
            return np.asarray(np.concatenate([low, low + edge], axis=1) / self.frame[0])


def plan_grid(boxes: Boxes, alive: Flags, cell: Any, slots: Any, hashed: bool) -> Layout:
    """A grid for those of the boxes that are ``alive``.

    ``cell`` is the edge of the smallest cells [m], from the sizes of the boxes if it is None. Lists
    are found by a hash table of some ``slots`` if ``hashed``; otherwise there is one for each cell.
    """
    sizes = np.empty(len(boxes))
    low, high, count = measure_boxes(boxes, alive, sizes)
    largest = max(float(np.abs(low).max()), float(np.abs(high).max()))
    if not largest < inf:
        # Nothing finite along some axis: any place will do.
        low, high = np.where(low < inf, low, 0.0), np.where(high > -inf, high, 0.0)
        largest = max(float(np.abs(low).max()), float(np.abs(high).max()))
    scale = ldexp(1.0, min(max(-frexp(largest)[1], -1022), 1000)) if largest > 0.0 else 1.0
    low, extent = low * scale, high * scale - low * scale
    longest = float(extent.max())
    if cell is None:
        edge = _usual_edge(sizes[:count], scale)
        edge = max(edge, ldexp(longest, 1 - COORDINATE), TINY)
        if not hashed:
            # Longer, until cells are few enough.
            while _count(edge, extent) > max(CELLS_PER_BOX * count, FEWEST_CELLS):
                edge *= GROWTH
    else:
        edge = max(as_size(cell, "cell") * scale, TINY)
        _check_count(edge, extent, cell, hashed)
    if hashed:
        last = np.full(3, float((1 << COORDINATE) - 1))
        # Half a cell aside: a flat scene must not lie on the border of two.
        low = low + 0.5 * extent - (ldexp(1.0, COORDINATE - 1) + 0.5) * edge
    else:
        last = np.floor(extent / edge)
    frame = np.empty(FRAME)
    frame[0], frame[1:4], frame[4], frame[5:] = scale, low, 1.0 / edge, last
    levels, total = _levels(last)
    table = _slot_count(slots, count) if hashed else 0
    return Layout(frame, levels, table, table if hashed else total, edge / scale)


def _usual_edge(sizes: Array, scale: float) -> float:
    """From the size of the middle box, scaled; 0 if it is a point, or goes to infinity."""
    sizes = sizes[np.isfinite(sizes)]
    if not len(sizes):
        return 0.0
    middle = len(sizes) // 2
    return float(np.partition(sizes, middle)[middle]) * scale * 2.0 * SIZES_IN_CELL


def _count(edge: float, extent: Array) -> float:
    cells = 1.0
    for side in extent.tolist():
        cells *= floor(side / edge) + 1.0
    return cells


def _check_count(edge: float, extent: Array, cell: Any, hashed: bool) -> None:
    along = float(extent.max()) / edge
    if along >= 1 << (COORDINATE - 1):
        raise ImpingeError(
            f"cell: {cell:g} makes {along:.3g} cells along an axis, at most "
            f"{1 << (COORDINATE - 1)}; use a larger one, small boxes may share it"
        )
    cells = _count(edge, extent)
    if cells > MOST_CELLS and not hashed:
        raise ImpingeError(
            f"cell: {cell:g} makes {cells:.3g} cells, at most {MOST_CELLS}; use a larger one, or a "
            "SpatialHash, which keeps no empty ones"
        )


def _levels(last: Array) -> tuple[Ids, int]:
    """Levels up to the one that is a single cell, and the cells of all of them."""
    rows, total = [], 0
    sides = last.astype(np.int64)
    while True:
        cells = sides + 1
        row = [0] * LEVEL
        row[AT], row[ROW_Y], row[ROW_Z] = total, int(cells[1]), int(cells[2])
        rows.append(row)
        total += int(np.prod(cells.astype(object)))
        if not sides.any():
            return np.array(rows, np.int64), total
        sides >>= SHIFT


def _slot_count(slots: Any, count: int) -> int:
    if slots is None:
        # Odd: neighbours of even numbers would share even slots only.
        return max(SLOTS_PER_BOX * count, 64) | 1
    return as_whole(slots, "slots", 1, MOST_CELLS)
