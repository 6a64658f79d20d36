"""When has refitting decayed a tree so far that building it anew pays?"""

from __future__ import annotations

from math import inf

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import shown


def decay_of(looseness: float, built: float) -> float:
    """How many times looser than when it was built; 1 where the triangles have no surface."""
    return looseness / built if 0.0 < built < inf and looseness < inf else 1.0


def rebuild_pays_after(decay: float, *, build_seconds: float, query_seconds: float) -> float:
    """Queries after which a new tree has earned the time that building it takes.

    An estimate: a query to a tree that is ``decay`` times looser than a new one opens about so
    many times as many nodes and takes about so many times as long, so that building anew saves
    ``1 - 1 / decay`` of each.

    Parameters
    ----------
    decay : float
        :attr:`Tree.decay` of a refitted tree; or, where a new one has been built before, the
        refitted tree's ``looseness`` over the new one's, which is nearer the truth.
    build_seconds : float
        What building takes, above what refitting takes.
    query_seconds : float
        What a query takes now, with the refitted tree.

    Returns
    -------
    float
        inf where the tree has not decayed.

    Examples
    --------
    >>> round(rebuild_pays_after(2.0, build_seconds=0.030, query_seconds=20e-6))
    3000
    >>> rebuild_pays_after(1.0, build_seconds=0.030, query_seconds=20e-6)
    inf
    """
    decay = as_scalar(decay, "decay")
    numbers = {"decay": decay, "build_seconds": build_seconds, "query_seconds": query_seconds}
    for name, value in numbers.items():
        if not as_scalar(value, name) > 0.0:
            raise ImpingeError(f"{name}: expected a number above 0, got {shown(value)}")
    if decay <= 1.0:
        return inf
    return float(build_seconds) / (float(query_seconds) * (1.0 - 1.0 / decay))
