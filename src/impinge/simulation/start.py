"""Where bodies are before the first step: overlaps are found, and parted if asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from impinge.contacts import Contacts
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.response import contact_rows, project
from impinge.simulation.bodies import Bodies
from impinge.simulation.flight import turned

OVERLAP = 1e-6
"""Depth, relative to the size of the smaller body, from which bodies overlap."""
LISTED = 5
"""Pairs that an error names."""
ROUNDS = 100
"""Most corrections that part bodies."""


def check_start(bodies: Bodies, first: int = 0) -> None:
    """Raise if bodies overlap; the message has pairs and depths, the deepest first.

    Only pairs with a body from row ``first`` on count.
    """
    pairs, contacts = _contacts(bodies)
    if not len(pairs):
        return
    assert contacts.offsets is not None
    depths = -np.minimum.reduceat(contacts.separation, contacts.offsets[:-1])
    deep = (depths > OVERLAP * bodies.size[pairs].min(axis=1)) & (pairs.max(axis=1) >= first)
    if not deep.any():
        return
    order = [k for k in np.argsort(-depths, kind="stable") if deep[k]]
    names = [
        f"{bodies.names[a]!r} and {bodies.names[b]!r} by {depths[k]:.3g} m"
        for k in order[:LISTED]
        for a, b in [pairs[k]]
    ]
    more = f" and {len(order) - LISTED} more" if len(order) > LISTED else ""
    raise ImpingeError(
        f"overlapping start: {', '.join(names)}{more}; World(separate=True) parts them"
    )


def parted(bodies: Bodies) -> Bodies:
    """The bodies, moved as little as needed so that none overlap."""
    tolerance = OVERLAP * bodies.size
    for _ in range(ROUNDS):
        pairs, contacts = _contacts(bodies)
        every = pairs[contacts.rows()]
        allowed = tolerance[every].min(axis=1) if len(every) else np.zeros(0)
        if not (-contacts.separation > allowed).any():
            return bodies
        points = contacts.point_a, contacts.point_b
        rows = contact_rows(every, *points, contacts.normal, bodies.centres)
        wanted = 0.5 * allowed - contacts.separation
        start = np.zeros((len(bodies), 6))
        change = project(start, bodies.masses(), rows, wanted, method="iterative").motion
        centres = bodies.centres + change[:, :3]
        bodies = replace(bodies, centres=centres, rotations=turned(bodies.rotations, change[:, 3:]))
    check_start(bodies)
    return bodies


def _contacts(bodies: Bodies) -> tuple[Ids, Contacts]:
    """Rows of bodies that touch, and their contacts."""
    found = bodies.scene().collide()
    rows = {name: row for row, name in enumerate(bodies.names)}
    pairs = np.array([[rows[a], rows[b]] for a, b in found.pairs], np.int64).reshape(-1, 2)
    return pairs, found.contacts
