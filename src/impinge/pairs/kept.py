"""What broad phases that keep their boxes have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from numpy.typing import ArrayLike

from impinge.core.ids import Ids
from impinge.pairs.stored_boxes import StoredBoxes


class Kept(ABC):
    """Boxes under ids; a kind that keeps more than boxes notes changes before they are made."""

    def __init__(self) -> None:
        self._boxes = StoredBoxes()

    def __len__(self) -> int:
        return self._boxes.count

    @property
    def ids(self) -> Ids:
        """Ids of the boxes that are there, in order."""
        return self._boxes.ids

    def add(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Take in boxes; their ids."""
        return self._boxes.add(lower, upper, self._note)

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Give boxes new corners."""
        self._boxes.move(ids, lower, upper, self._note)

    def remove(self, ids: ArrayLike) -> None:
        """Forget boxes; their ids may be given to others."""
        self._boxes.remove(ids, self._note)

    @abstractmethod
    def pairs(self) -> Ids:
        """Pairs of ids whose boxes meet now, each row ``i < j``, rows sorted."""

    @abstractmethod
    def _note(self, ids: Ids) -> None:
        """Boxes that are about to come, move or go; there is room for their corners already."""
