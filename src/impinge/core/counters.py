"""What queries cost, in the terms of F = N_u C_u + N_bv C_bv + N_p C_p.

The cost of a collision query is the number of updated volumes, of tests between bounding volumes
and of tests between primitives, each times its price [Klosowski1998]_. :func:`count` reports
the three numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from threading import Lock


@dataclass(slots=True)
class Cost:
    """Sums over the queries of one :func:`count` block.

    Attributes
    ----------
    updates : int
        Bounding volumes built, refitted or moved into another frame.
    volume_tests : int
        Tests between two bounding volumes.
    primitive_tests : int
        Tests between two primitives, such as triangles.
    """

    updates: int = 0
    volume_tests: int = 0
    primitive_tests: int = 0

    def to_dict(self) -> dict[str, int]:
        """The three numbers by name, JSON-ready."""
        return asdict(self)


# Held for the three additions: a copied context may report to one Cost from two threads.
_ADDING = Lock()
_OPEN: ContextVar[tuple[Cost, ...]] = ContextVar("impinge_costs", default=())


@contextmanager
def count() -> Iterator[Cost]:
    """Count what the queries inside the block cost; blocks may be nested, and all count.

    Queries of the current thread are counted, with all the threads on which the library runs
    them. A thread of your own takes part if it runs in a copy of this context
    (``contextvars.copy_context().run``).

    Examples
    --------
    >>> with count() as cost:
    ...     add_cost(volume_tests=8, primitive_tests=1)
    >>> cost
    Cost(updates=0, volume_tests=8, primitive_tests=1)
    """
    cost = Cost()
    token = _OPEN.set((*_OPEN.get(), cost))
    try:
        yield cost
    finally:
        _OPEN.reset(token)


counting = _OPEN.get
"""What is open, nothing if nobody counts: queries may leave their counters alone then. The function
itself, since the fastest queries ask it too."""


def add_cost(updates: int = 0, volume_tests: int = 0, primitive_tests: int = 0) -> None:
    """Report what a query has cost to all open :func:`count` blocks."""
    for cost in _OPEN.get():
        with _ADDING:
            cost.updates += int(updates)
            cost.volume_tests += int(volume_tests)
            cost.primitive_tests += int(primitive_tests)
