"""The contacts of a scene at one instant, and how they differ from those of the frame before."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.contacts import Contacts
from impinge.contacts.result import keys_of
from impinge.core.arrays import frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import shown
from impinge.core.rows import plain_values
from impinge.scene.things import unknown_name

Names = NDArray[Any]
NamePair = tuple[str, str]


class SceneContacts:
    """Which things touch, where, and since when. Immutable.

    Attributes
    ----------
    pairs : list of pairs of names
        That touch: each in the order of names, and sorted.
    contacts : Contacts
        Row i of the batch is of ``pairs[i]``; its first thing is A. Each pair has a point at least.
    began, lasting, ended : list of pairs of names
        Pairs that touch now and did not in the frame before; that did then too; that did then and
        no longer do, or are gone or ignored. A thing that came back under its name, or has a shape
        with other features, is another one: its pairs are among those that ended and that began.
    continues : (m,) int64
        For each contact point the row of the frame before that it continues, the same two features
        of the same two things; -1 for a new one.

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.scene import Scene
    >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(0.5)})
    >>> found = scene.collide()
    >>> found.began, found.of("floor", "ball").normal.tolist()
    ([('ball', 'floor')], [[0.0, 0.0, 1.0]])
    """

    __slots__ = (
        "_before", "_before_rows", "_continues", "_ended", "_is_new", "_known", "_lock", "_names",
        "contacts",
    )  # fmt: skip

    contacts: Contacts
    _before: Contacts | None
    _before_rows: Ids
    _continues: Ids | None
    _ended: Names
    _is_new: NDArray[np.bool_]
    _known: frozenset[str]
    _lock: Lock
    _names: Names

    def __init__(
        self,
        names: Names,
        contacts: Contacts,
        is_new: NDArray[np.bool_],
        ended: Names,
        known: frozenset[str],
        before: Contacts | None,
        before_rows: Ids,
    ) -> None:
        """``known`` are the names of all things, ``before`` are the contacts of the last frame, and
        ``before_rows`` the row of ``pairs`` that each of its pairs continues in, -1 for none.
        """
        values = (before, before_rows, None, ended, is_new, known, Lock(), names, contacts)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"SceneContacts cannot be changed ({name})")

    @property
    def pairs(self) -> list[NamePair]:
        return as_pairs(self._names)

    @property
    def began(self) -> list[NamePair]:
        return as_pairs(self._names[self._is_new])

    @property
    def lasting(self) -> list[NamePair]:
        return as_pairs(self._names[~self._is_new])

    @property
    def ended(self) -> list[NamePair]:
        return as_pairs(self._ended)

    @property
    def continues(self) -> Ids:
        with self._lock:
            if self._continues is None:
                # The frame before is not needed again: frames do not hold each other.
                found = frozen(_continued(self.contacts, self._before, self._before_rows))
                object.__setattr__(self, "_continues", found)
                object.__setattr__(self, "_before", None)
            return self._continues  # type: ignore[return-value]

    def of(self, a: str, b: str) -> Contacts:
        """The contacts of two things, with A and B as asked; empty if they do not touch.

        Raises
        ------
        ImpingeError
            If nothing in the scene had one of these names.
        """
        self._check(a, "a")
        self._check(b, "b")
        for first, second, swap in ((a, b, False), (b, a, True)):
            row = self._row(first, second)
            if row >= 0:
                found = self.contacts.of_row(row)
                return found.swapped() if swap else found
        return Contacts(self.contacts._rows[:0], None)

    def touching(self, name: str) -> list[str]:
        """The names of all that this thing touches, sorted; errors as of :meth:`of`."""
        self._check(name, "name")
        a, b = self._names[:, 0] == name, self._names[:, 1] == name
        return sorted([*self._names[a, 1].tolist(), *self._names[b, 0].tolist()])

    def _check(self, name: str, argument: str) -> None:
        if not isinstance(name, str):
            raise ImpingeError(f"{argument}: expected a name, got {shown(name)}")
        if name not in self._known:
            raise unknown_name(name, argument, sorted(self._known))

    def _row(self, a: str, b: str) -> int:
        low, high = np.searchsorted(self._names[:, 0], [a, a + "\0"])
        row = int(low + np.searchsorted(self._names[low:high, 1], b))
        return row if row < high and self._names[row, 1] == b else -1

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        names = "pairs", "began", "lasting", "ended", "contacts", "continues"
        return plain_values(self, *names)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, i: int) -> tuple[str, str, Contacts]:
        """(name, name, contacts) of pair ``i``."""
        a, b = self._names[range(len(self))[i]].tolist()
        return a, b, self.contacts.of_row(i)

    def __iter__(self) -> Iterator[tuple[str, str, Contacts]]:
        """(name, name, contacts) of each pair."""
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        known, continues = self._known, self.continues
        state = self._names, self.contacts, self._is_new, self._ended, known, continues
        return _restored, state

    def __repr__(self) -> str:
        new, gone = int(self._is_new.sum()), len(self._ended)
        return (
            f"SceneContacts({len(self)} pairs, {len(self.contacts.separation)} points; "
            f"{new} began, {gone} ended)"
        )


def _restored(
    names: Names, contacts: Contacts, is_new: Any, ended: Names, known: frozenset[str],
    continues: Ids,
) -> SceneContacts:  # fmt: skip
    found = SceneContacts(names, contacts, is_new, ended, known, None, np.zeros(0, np.int64))
    object.__setattr__(found, "_continues", continues)
    return found


def as_pairs(names: Names) -> list[NamePair]:
    """(m, 2) names as a list of pairs."""
    return list(zip(names[:, 0].tolist(), names[:, 1].tolist(), strict=True))


def _continued(now: Contacts, before: Contacts | None, before_rows: Ids) -> Ids:
    """Row of ``before`` of the same pair and key, for each contact of now; -1 for none."""
    found = np.full(len(now.separation), -1, np.int64)
    if before is None or len(before.separation) == 0 or len(found) == 0:
        return found
    pair_then = before_rows[before.rows()]
    keys_then = np.where(pair_then >= 0, keys_of(pair_then, before.key), -1)
    keys_now = keys_of(now.rows(), now.key)
    order = np.argsort(keys_then, kind="stable")
    at = np.searchsorted(keys_then, keys_now, sorter=order)
    row = order[np.minimum(at, len(order) - 1)]
    same = keys_then[row] == keys_now
    found[same] = row[same]
    return found
