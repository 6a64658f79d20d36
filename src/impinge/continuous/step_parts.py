"""A step in parts: short enough for boxes around what moves to stay small."""

from __future__ import annotations

FEW_LENGTHS = 2.0
"""Up to so many lengths of an edge vertices go in one part: boxes of the whole step meet little
more than those at rest."""
FIRST_PART = 0.25
"""How far they go in the first part otherwise, in lengths of edges: where much touches, some of it
does so at once, and boxes that are hardly larger than at rest find it."""
GROWTH = 2.0
"""How many times longer the next part is. More would find out too late that boxes have become too
large: what they meet grows with the third power, at worst."""
SHORTEST = 2.0**-10
"""No part is shorter, but the last: lengths of edges may be no measure of anything."""


class StepParts:
    """One part after the other, longer and longer as long as that makes the work less.

    ``length`` is that of an edge in the mean, ``travel`` how far vertices go in the step [m].

    Examples
    --------
    >>> parts = StepParts(1.0, 4.0)
    >>> parts.begin, parts.end
    (0.0, 0.0625)
    >>> parts.go_on(1000)
    >>> parts.begin, parts.end
    (0.0625, 0.1875)
    """

    __slots__ = ("_growing", "_part", "_rate", "begin", "end")

    begin: float
    end: float

    def __init__(self, length: float, travel: float) -> None:
        self._part = 1.0
        if travel > FEW_LENGTHS * length > 0.0:
            self._part = max(SHORTEST, FIRST_PART * length / travel)
        self._growing = True
        self._rate = float("inf")
        self.begin, self.end = 0.0, self._part

    @property
    def at_end(self) -> bool:
        """Whether this part is the last."""
        return self.end >= 1.0

    def go_on(self, work: int) -> None:
        """On to the next part; this one has cost so much, in whatever unit."""
        rate = work / (self.end - self.begin)
        if rate > self._rate and self._growing:
            # The part before was better than this.
            self._growing = False
            self._part /= GROWTH
        elif self._growing:
            self._part *= GROWTH
        self._rate = rate
        self.begin = self.end
        # None is left over that would be shorter than half of this.
        rest = 1.0 - self.begin
        self.end = 1.0 if rest < 1.5 * self._part else self.begin + self._part
