"""Which pairs are not to be tested: ignored ones, and those of ignored groups."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import shown

SHIFT = 32
"""A pair of slots, or groups, as one number: the lower one times 2**32, plus the higher one."""


def codes_of(pairs: Ids) -> Ids:
    """(m,) int64: one number a pair, whatever its order."""
    return (np.minimum(pairs[:, 0], pairs[:, 1]) << SHIFT) | np.maximum(pairs[:, 0], pairs[:, 1])


def pairs_of(codes: Ids) -> Ids:
    """(m, 2) int64: the two again, the lower one first."""
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
        self._numbers: dict[str, int] = {}
        self._group_codes: set[int] = set()
        self._sorted: Ids | None = None

    def copy(self) -> Filters:
        other = Filters()
        other.codes, other.groups = self.codes.copy(), self.groups.copy()
        other.clock, other._numbers = self.clock, self._numbers.copy()
        other._group_codes = self._group_codes.copy()
        return other

    def group(self, name: Any, *, make: bool = False) -> int:
        """The number of a group."""
        if name is None and make:
            return 0
        if not isinstance(name, str) or not name:
            raise ImpingeError(f"group: expected text, got {shown(name)}")
        if name in self._numbers:
            return self._numbers[name]
        if not make:
            known = ", ".join(repr(g) for g in self.groups[1:]) or "none"
            raise ImpingeError(f"group: there is no group {name!r} in the scene; there are {known}")
        self._numbers[name] = len(self.groups)
        self.groups.append(name)
        return self._numbers[name]

    def ignore(self, code: int, ignored: bool, clock: int) -> None:
        if ignored:
            self.codes.add(code)
            self.clock = clock
        else:
            self.codes.discard(code)
        self._sorted = None

    def ignore_groups(self, a: int, b: int, ignored: bool, clock: int) -> None:
        code = _code(a, b)
        if ignored:
            self._group_codes.add(code)
            self.clock = clock
        else:
            self._group_codes.discard(code)

    def forget(self, slot: int) -> None:
        """A thing is gone, and what it was to ignore."""
        mask = (1 << SHIFT) - 1
        gone = {code for code in self.codes if slot in (code >> SHIFT, code & mask)}
        if gone:
            self.codes -= gone
            self._sorted = None

    def are_ignored(self, group_a: int, group_b: int) -> bool:
        return _code(group_a, group_b) in self._group_codes

    def may_be_tested(self, groups: Ids) -> Flags:
        """(n,) bool: which of some things have others that groups do not forbid to test."""
        counts = np.bincount(groups, minlength=len(self.groups))
        a, b = pairs_of(_as_sorted(self._group_codes)).T
        forbidden = np.zeros(len(counts), np.int64)
        np.add.at(forbidden, a, counts[b])
        others = a != b
        np.add.at(forbidden, b[others], counts[a[others]])
        # A thing of a group that ignores itself is among those.
        forbidden[a[~others]] -= 1
        return np.asarray(len(groups) - 1 > forbidden[groups])

    def ignored_groups(self) -> list[tuple[str | None, str | None]]:
        """Pairs of groups that are not tested, each once."""
        rows = pairs_of(_as_sorted(self._group_codes)).tolist()
        return [(self.groups[a], self.groups[b]) for a, b in rows]

    def allowed(self, pairs: Ids, groups: Ids) -> Flags:
        """(m,) bool: which pairs of slots are to be tested."""
        allowed = np.ones(len(pairs), np.bool_)
        if self._group_codes:
            allowed &= ~are_in(codes_of(groups[pairs]), _as_sorted(self._group_codes))
        if self.codes:
            if self._sorted is None:
                self._sorted = _as_sorted(self.codes)
            allowed &= ~are_in(codes_of(pairs), self._sorted)
        return allowed


def _code(a: int, b: int) -> int:
    return (min(a, b) << SHIFT) | max(a, b)


def _as_sorted(codes: set[int]) -> Ids:
    return np.sort(np.fromiter(codes, np.int64, len(codes)))


def are_in(codes: Ids, sorted_codes: Ids) -> Flags:
    """(m,) bool: which of some numbers are among sorted ones."""
    if len(sorted_codes) == 0:
        return np.zeros(len(codes), np.bool_)
    at = np.searchsorted(sorted_codes, codes)
    return sorted_codes[np.minimum(at, len(sorted_codes) - 1)] == codes
