"""Where bodies are before the first step: overlaps are found, and parted if asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.response import contact_rows, project
from impinge.simulation.bodies import Bodies
from impinge.simulation.contact_set import scene_contacts
from impinge.simulation.flight import turned

OVERLAP = 1e-6
"""Depth, relative to the size of the smaller body, from which bodies overlap."""
LISTED = 5
"""Pairs that an error names."""
ROUNDS = 100
"""Most corrections that part bodies."""
LINKS = "links of robots are not parted, add the robot at another q"


def check_start(bodies: Bodies, first: int = 0) -> None:
    """Raise if bodies overlap; the message has pairs and depths, the deepest first.

    Only pairs with a body from row ``first`` on count.
    """
    pairs, depths = _overlaps(bodies, first)
    if _held(bodies)[pairs].all(axis=1).any():
        _refuse(bodies, pairs, depths, LINKS)
    _refuse(bodies, pairs, depths, "World(separate=True) parts them")


def parted(bodies: Bodies, first: int = 0) -> Bodies:
    """The bodies, moved as little as needed so that none overlap; links of robots stay.

    Raises
    ------
    ImpingeError
        If links overlap each other or fixed bodies, one of them from row ``first`` on, or bodies
        cannot be parted.
    """
    held = _held(bodies)
    pairs, depths = _overlaps(bodies, first)
    stuck = held[pairs].all(axis=1)
    _refuse(bodies, pairs[stuck], depths[stuck], LINKS)
    tolerance = OVERLAP * bodies.size
    for _ in range(ROUNDS):
        pairs, contacts = scene_contacts(bodies.scene())
        every = pairs[contacts.rows()]
        allowed = tolerance[every].min(axis=1) if len(every) else np.zeros(0)
        moves = ~held[every].all(axis=1)
        if not (-contacts.separation > allowed)[moves].any():
            return bodies
        points = contacts.point_a[moves], contacts.point_b[moves]
        rows = contact_rows(every[moves], *points, contacts.normal[moves], bodies.centres)
        wanted = (0.5 * allowed - contacts.separation)[moves]
        start = np.zeros((len(bodies), 6))
        masses = replace(bodies, mass=np.where(held, np.inf, bodies.mass)).masses()
        change = project(start, masses, rows, wanted, method="iterative").motion
        centres = bodies.centres + change[:, :3]
        bodies = replace(bodies, centres=centres, rotations=turned(bodies.rotations, change[:, 3:]))
    _refuse(bodies, *_overlaps(bodies, first), "they could not be parted")
    return bodies


def _held(bodies: Bodies) -> Flags:
    """(n,) bool: bodies that are fixed, and links of robots, which joints hold."""
    held = bodies.fixed.copy()
    for robot in bodies.robots:
        held[robot.rows] = True
    return held


def _overlaps(bodies: Bodies, first: int) -> tuple[Ids, Array]:
    """Pairs of rows that overlap, with one from ``first`` on, and depths; the deepest first."""
    pairs, contacts = scene_contacts(bodies.scene())
    if not len(pairs):
        return pairs, np.zeros(0)
    assert contacts.offsets is not None
    depths = -np.minimum.reduceat(contacts.separation, contacts.offsets[:-1])
    deep = (depths > OVERLAP * bodies.size[pairs].min(axis=1)) & (pairs.max(axis=1) >= first)
    order = np.argsort(-depths, kind="stable")
    order = order[deep[order]]
    return pairs[order], depths[order]


def _refuse(bodies: Bodies, pairs: Ids, depths: Array, advice: str) -> None:
    """Raise an error that names pairs, if there are any."""
    if not len(pairs):
        return
    names = [
        f"{bodies.names[a]!r} and {bodies.names[b]!r} by {depth:.3g} m"
        for (a, b), depth in zip(pairs[:LISTED], depths, strict=False)
    ]
    more = f" and {len(pairs) - LISTED} more" if len(pairs) > LISTED else ""
    raise ImpingeError(f"overlapping start: {', '.join(names)}{more}; {advice}")
