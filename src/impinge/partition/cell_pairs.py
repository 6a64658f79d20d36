"""Pairs of boxes that are listed cell by cell: those of a grid that is kept, or made for once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.ids import Ids, longer
from impinge.partition.boxes import Boxes, room_for_pairs
from impinge.partition.kernels.grid_lists import count_rows, fill_rows
from impinge.partition.kernels.grid_pairs import longest_slot, pairs_across_levels, pairs_in_slots
from impinge.partition.layout import Layout, plan_grid
from impinge.partition.partition import in_ranges

CELLS_OF_BOX = 12
"""Cells a box touches, at most; larger ones are kept in larger cells. Two a side make 8, as for a
box of a cell's size; three a side would make 27."""
RANGE = 1 << 12
"""Slots or boxes asked at a time, some 0.01 s: Ctrl-C takes effect in between."""


class Codes:
    """Pairs found so far, as one number each, in an array that grows."""

    __slots__ = ("array", "needed", "used")

    def __init__(self, array: Ids) -> None:
        self.array, self.used, self.needed = array, 0, 0

    def note(self, answer: tuple[int, int, int]) -> int:
        """Take what a kernel says: rows done, which is returned, codes used, codes needed."""
        done, self.used, self.needed = answer
        return done

    def grow(self) -> None:
        self.array = longer(self.array, max(2 * len(self.array), self.needed), 0)


def pairs_at_once(boxes: Boxes, cell: Any, slots: Any, *, hashed: bool) -> Ids:
    """Codes of all overlapping pairs, by a grid that is not kept; not sorted."""
    n = len(boxes)
    layout = plan_grid(boxes, np.ones(n, np.bool_), cell, slots, hashed)
    home, counts = np.empty(n, np.int32), np.zeros(len(layout.levels), np.int64)
    starts = np.zeros(layout.slot_count + 1, np.int64)
    count_rows(boxes, layout.frame, layout.levels, layout.slots, CELLS_OF_BOX, home, counts, starts)
    items, keys = np.empty(int(starts[-1]), np.int32), np.empty(int(starts[-1]), np.int64)
    fill_rows(boxes, layout.frame, layout.levels, layout.slots, home, starts, items, keys)
    return pairs_of_rows(boxes, False, layout, home, counts, (starts, items, keys))


def pairs_of_rows(
    boxes: Boxes, exact: bool, layout: Layout, home: NDArray[np.int32], counts: Ids,
    rows: tuple[NDArray[Any], ...],
) -> Ids:  # fmt: skip
    """Codes of the pairs within levels, and between them; not sorted."""
    starts, items, keys = rows
    found = Codes(room_for_pairs(len(boxes)))
    longest = int(longest_slot(starts))
    frame, levels, slots, slot_count, _ = layout

    def within(start: int, stop: int) -> int:
        return found.note(
            pairs_in_slots(
                boxes, exact, frame, home, starts, items, keys, longest, found.array, found.used,
                start, stop,
            )
        )  # fmt: skip

    def across(start: int, stop: int) -> int:
        return found.note(
            pairs_across_levels(
                boxes, exact, (frame, levels, slots), home, counts, (starts, items, keys),
                found.array, found.used, start, stop,
            )
        )  # fmt: skip

    in_ranges(within, slot_count, found.grow, RANGE)
    if np.count_nonzero(counts) > 1:
        in_ranges(across, len(boxes), found.grow, RANGE)
    return found.array[: found.used]
