"""Sentences beside a picture, with lengths in any unit."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

from impinge.io.load_mesh import METRES


class Lengths(NamedTuple):
    """Lengths [m] with what stands between them: ``(0.1, 0.2)`` and ``" to "``."""

    values: tuple[float, ...]
    between: str = ""

    def text(self, unit: str) -> str:
        """In a unit, with four digits.

        Examples
        --------
        >>> Lengths((0.01, 0.02), " to ").text("mm")
        '10 to 20 mm'
        """
        metres = METRES[unit]
        return f"{self.between.join(f'{value / metres:.4g}' for value in self.values)} {unit}"


Words = Sequence[str | Lengths]


def length(value: float) -> Lengths:
    """One length [m]."""
    return Lengths((float(value),))


def many(count: int, noun: str) -> str:
    """A number of things.

    Examples
    --------
    >>> many(1, "pair"), many(2000, "vertex")
    ('1 pair', '2,000 vertices')
    """
    several = noun.replace("vertex", "vertice") + "s"
    return f"{count:,} {noun if count == 1 else several}"


def text_of(words: Words, unit: str = "m") -> str:
    """As text, lengths in a unit.

    Examples
    --------
    >>> text_of(["a and b: ", length(0.25), " apart"], "mm")
    'a and b: 250 mm apart'
    """
    return "".join(word if isinstance(word, str) else word.text(unit) for word in words)


def plain_words(words: Words) -> list[Any]:
    """JSON-ready: texts, and lengths as objects; what is not finite has no unit to choose."""
    return [
        {"lengths": list(word.values), "between": word.between}
        if isinstance(word, Lengths) and all(map(isfinite, word.values))
        else text_of([word])
        for word in words
    ]
