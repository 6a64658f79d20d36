"""Results of queries about robots, with the names of links and things."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from impinge.contacts import Contacts
from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.ids import Ids
from impinge.core.rows import plain_values
from impinge.narrow import Distance
from impinge.scene.things import check_name

NamePair = tuple[str, str]


class RobotNearest(Distance):
    """The nearest pair of a configuration: a link, and another link or a thing.

    Attributes
    ----------
    link, other : str or None, or tuple of them
        Names of A and B; None where nothing is tested.
    gradient : (speeds,) or (n, speeds) float64
        How fast the distance grows with the speeds of the joints [m/s per unit speed]; for joints
        of one number its derivative with respect to q. Zero where the distance is.
    points : (2, 3) or (n, 2, 3) float64
        ``point_a`` and ``point_b``.
    distance, point_a, point_b, normal, feature_a, feature_b
        As of :class:`impinge.narrow.Distance`, of the two shapes.
    """

    __slots__ = ("gradient", "link", "other")

    _sides = {"link": "other", "other": "link"}  # noqa: RUF012

    gradient: Array
    link: str | tuple[str | None, ...] | None
    other: str | tuple[str | None, ...] | None

    @property
    def points(self) -> Array:
        return frozen(np.stack([self.point_a, self.point_b], axis=-2))

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        plain = Distance(self._rows).to_dict()
        return {"link": self.link, "other": self.other, **plain, "gradient": self.gradient.tolist()}

    def __repr__(self) -> str:
        if self._rows.ndim > 1:
            return f"RobotNearest({len(self._rows)} rows)"
        return f"RobotNearest({self.link!r}, {self.other!r}, distance={self.distance:.6g})"


class RobotContacts:
    """Which links touch what, and where. Immutable.

    Attributes
    ----------
    pairs : tuple of (str, str)
        A link, or something attached, and what it touches: another, or a thing. Sorted within each
        configuration; a pair is listed once for each configuration.
    rows : (m,) int64
        The configuration of each pair; zeros for a single one.
    contacts : Contacts
        Row i of the batch is of ``pairs[i]``; its first name is A.

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.scene import Robot, Scene
    >>> ball = im.geometry.Articulation([im.geometry.Link("ball", [im.Sphere(1)])], [])
    >>> floor = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1))})
    >>> Robot(ball).collide([], floor).pairs
    (('ball', 'floor'),)
    """

    __slots__ = ("contacts", "pairs", "rows")

    contacts: Contacts
    pairs: tuple[NamePair, ...]
    rows: Ids

    def __init__(self, pairs: tuple[NamePair, ...], rows: Ids, contacts: Contacts) -> None:
        for name, value in (("pairs", pairs), ("rows", frozen(rows)), ("contacts", contacts)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"RobotContacts cannot be changed ({name})")

    def of(self, a: str, b: str, row: int = 0) -> Contacts:
        """Contacts of two names in a configuration, with A and B as asked; empty if there are none.

        A pair of several bodies has the contacts of all of them.
        """
        check_name(a, "a")
        check_name(b, "b")
        number = as_whole(row, "row", 0, sys.maxsize)
        for k in np.flatnonzero(self.rows == number).tolist():
            if self.pairs[k] == (a, b):
                return self.contacts.of_row(k)
            if self.pairs[k] == (b, a):
                return self.contacts.of_row(k).swapped()
        return Contacts(self.contacts._rows[:0], None)

    def of_row(self, row: int) -> RobotContacts:
        """Those of one configuration, as of a single one."""
        some = np.flatnonzero(self.rows == row)
        pairs = tuple(self.pairs[k] for k in some.tolist())
        return RobotContacts(pairs, np.zeros_like(some), self.contacts[some])

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return plain_values(self, "pairs", "rows", "contacts")

    def __len__(self) -> int:
        return len(self.pairs)

    def __getitem__(self, i: int) -> tuple[str, str, Contacts]:
        """(name, name, contacts) of pair ``i``."""
        return *self.pairs[i], self.contacts.of_row(i)

    def __iter__(self) -> Iterator[tuple[str, str, Contacts]]:
        """(name, name, contacts) of each pair."""
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return RobotContacts, (self.pairs, np.array(self.rows), self.contacts)

    def __repr__(self) -> str:
        return f"RobotContacts({len(self)} pairs, {len(self.contacts._rows)} points)"


class IgnoredReport(NamedTuple):
    """What :meth:`~impinge.scene.Robot.learn_ignored_pairs` has found.

    Attributes
    ----------
    samples : int
        Random configurations.
    never, always : tuple of (str, str)
        Pairs that touch at none of them, or at all: ignored from now on.
    adjacent : tuple of (str, str)
        Pairs that are joined, which are ignored in any case.
    sometimes : tuple of (str, str)
        All others: still tested.
    counts : dict of (str, str) to int
        At how many configurations each pair touches.
    """

    samples: int
    never: tuple[NamePair, ...]
    always: tuple[NamePair, ...]
    adjacent: tuple[NamePair, ...]
    sometimes: tuple[NamePair, ...]
    counts: dict[NamePair, int]

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        plain = {name: [list(pair) for pair in getattr(self, name)] for name in self._fields[1:5]}
        counts = [[a, b, count] for (a, b), count in self.counts.items()]
        return {"samples": self.samples, **plain, "counts": counts}

    def __repr__(self) -> str:
        return (
            f"IgnoredReport({self.samples} samples: {len(self.never)} never, "
            f"{len(self.always)} always, {len(self.adjacent)} adjacent, "
            f"{len(self.sometimes)} sometimes)"
        )


class PairExplanation(NamedTuple):
    """Why two links are tested with each other, or not.

    Attributes
    ----------
    a, b : str
    tested : bool
    reason : str
        "tested", or why not: "adjacent", "ignored", "given", "touching", "never", "always",
        "attached", "no shapes".
    text : str
        The same in a sentence.
    """

    a: str
    b: str
    tested: bool
    reason: str
    text: str

    def __str__(self) -> str:
        return self.text


def merged_contacts(
    rows: Ids, names: list[NamePair], contacts: Contacts
) -> tuple[tuple[NamePair, ...], Ids, Contacts]:
    """Bodies of the same two names in one configuration become one pair, sorted."""
    order = sorted(range(len(names)), key=lambda k: (int(rows[k]), names[k]))
    listed = contacts[np.array(order, np.int64)]
    keys = [(int(rows[k]), names[k]) for k in order]
    first = np.array([i for i, key in enumerate(keys) if i == 0 or keys[i - 1] != key], np.int64)
    assert listed.offsets is not None
    offsets = np.append(listed.offsets[first], listed.offsets[-1])
    pairs = tuple(keys[i][1] for i in first.tolist())
    at = np.array([keys[i][0] for i in first.tolist()], np.int64)
    return pairs, at, Contacts(listed._rows, offsets)
