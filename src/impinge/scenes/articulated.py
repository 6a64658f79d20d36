"""Scenes of articulated models by name: those of the CATCH paper with its counts, and real ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from impinge.core.arrays import as_whole
from impinge.core.errors import ImpingeError
from impinge.scenes import construction, mannequin, real_articulated, trains
from impinge.scenes.articulated_scene import ArticulatedScene

GENERATED: dict[str, Callable[[int], ArticulatedScene]] = {
    "walk": mannequin.walk,
    "exercise": mannequin.exercise,
    "two-mannequins": mannequin.two_mannequins,
    "arm-against-arm": mannequin.arm_against_arm,
    **{name: partial(construction.planned, name) for name in construction.MACHINES},
    "four-trains": trains.four_trains,
    "falling-train": trains.falling_train,
}


def articulated_names() -> list[str]:
    """The names that :func:`articulated` knows here: real scenes only where their files are.

    Examples
    --------
    >>> articulated_names()[:3]
    ['walk', 'exercise', 'two-mannequins']
    """
    return [*GENERATED, *real_articulated.names_here()]


def articulated(name: str, seed: int = 0) -> ArticulatedScene:
    """A scene of articulated models, and how they move; the same for the same seed.

    Parameters
    ----------
    name : str
        One of :func:`articulated_names`.
    seed : int, optional
        Of the joints' motions, and of what is scattered.

    Raises
    ------
    ImpingeError
        If there is no such scene, or its files are not here.

    Examples
    --------
    >>> found = articulated("exercise")
    >>> found
    ArticulatedScene('exercise', 1 robots, 0 things, 600 frames)
    >>> found.pairs(), found.triangles()["mannequin"]
    (81, 20000)
    """
    known = {**GENERATED, **real_articulated.REAL}
    if not isinstance(name, str) or name not in known:
        raise ImpingeError(f"name: {name!r}, expected one of {', '.join(articulated_names())}")
    return known[name](as_whole(seed, "seed", 0, 2**63))
