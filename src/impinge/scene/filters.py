"""Which pairs are not to be tested: ignored ones, and those of ignored groups."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError

Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

SHIFT = 32
"""A pair of slots as one number: the lower one times 2**32, plus the higher one."""


def codes_of(pairs: Ids) -> Ids:
    """(m,) int64: one number a pair of slots, whatever their order."""
    return (np.minimum(pairs[:, 0], pairs[:, 1]) << SHIFT) | np.maximum(pairs[:, 0], pairs[:, 1])


def pairs_of(codes: Ids) -> Ids:
    """(m, 2) int64: the slots again, the lower one first."""
    return np.stack([codes >> SHIFT, codes & ((1 << SHIFT) - 1)], axis=1)


class Filters:
    """Ignored pairs of slots, and groups by name.

    Attributes
    ----------
    groups : list of str or None
        By number; 0 is no group.
    clock : int
        When something was ignored last.
    """

    def __init__(self) -> None:
        self.codes: set[int] = set()
        self.groups: list[str | None] = [None]
        self.clock = 0
        self._table = np.zeros((1, 1), np.bool_)
        self._sorted: Ids | None = None

    def copy(self) -> Filters:
        other = Filters()
        other.codes, other.groups = self.codes.copy(), self.groups.copy()
        other.clock, other._table = self.clock, self._table.copy()
        return other

    def group(self, name: Any, *, make: bool = False) -> int:
        """The number of a group."""
        if name is None and make:
            return 0
        if not isinstance(name, str) or not name:
            raise ImpingeError(f"group: expected text, got {name!r}")
        if name in self.groups:
            return self.groups.index(name)
        if not make:
            known = ", ".join(repr(g) for g in self.groups[1:]) or "none"
            raise ImpingeError(f"group: there is no group {name!r} in the scene; there are {known}")
        self.groups.append(name)
        table = np.zeros((len(self.groups), len(self.groups)), np.bool_)
        table[:-1, :-1] = self._table
        self._table = table
        return len(self.groups) - 1

    def ignore(self, code: int, ignored: bool, clock: int) -> None:
        if ignored:
            self.codes.add(code)
            self.clock = clock
        else:
            self.codes.discard(code)
        self._sorted = None

    def ignore_groups(self, a: int, b: int, ignored: bool, clock: int) -> None:
        self._table[a, b] = self._table[b, a] = ignored
        if ignored:
            self.clock = clock

    def forget(self, slot: int) -> None:
        """A thing is gone, and what it was to ignore."""
        mask = (1 << SHIFT) - 1
        gone = {code for code in self.codes if slot in (code >> SHIFT, code & mask)}
        if gone:
            self.codes -= gone
            self._sorted = None

    def are_ignored(self, group_a: int, group_b: int) -> bool:
        return bool(self._table[group_a, group_b])

    def may_be_tested(self, groups: Ids) -> Flags:
        """(n,) bool: which of some things have others that groups do not forbid to test."""
        present, which, counts = np.unique(groups, return_inverse=True, return_counts=True)
        free = ~self._table[np.ix_(present, present)]
        np.fill_diagonal(free, free.diagonal() & (counts > 1))
        return np.asarray(free.any(axis=1))[which]

    def ignored_groups(self) -> list[tuple[str | None, str | None]]:
        """Pairs of groups that are not tested, each once."""
        rows = np.argwhere(np.triu(self._table))
        return [(self.groups[a], self.groups[b]) for a, b in rows]

    def allowed(self, pairs: Ids, groups: Ids) -> Flags:
        """(m,) bool: which pairs of slots are to be tested."""
        allowed = np.ones(len(pairs), np.bool_)
        if self._table.any():
            allowed &= ~self._table[groups[pairs[:, 0]], groups[pairs[:, 1]]]
        if self.codes:
            if self._sorted is None:
                self._sorted = np.sort(np.fromiter(self.codes, np.int64, len(self.codes)))
            allowed &= ~are_in(codes_of(pairs), self._sorted)
        return allowed


def are_in(codes: Ids, sorted_codes: Ids) -> Flags:
    """(m,) bool: which of some numbers are among sorted ones."""
    if len(sorted_codes) == 0:
        return np.zeros(len(codes), np.bool_)
    at = np.searchsorted(sorted_codes, codes)
    return sorted_codes[np.minimum(at, len(sorted_codes) - 1)] == codes
