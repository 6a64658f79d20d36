"""Contact points at the time of an impact: what a response acts on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from impinge.contacts.collide import collide
from impinge.contacts.result import Contacts, joined, share_of
from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.narrow.posed import as_shapes

if TYPE_CHECKING:
    from impinge.continuous import Impact
    from impinge.continuous.pair_motion import Moving


def at_impact(
    impact: Impact,
    a: Any = None,
    b: Any = None,
    motion_a: Moving = None,
    motion_b: Moving = None,
    *,
    margin: float = 1e-6,
    limit: int | None = 4,
    solid: bool = False,
) -> Contacts:
    """Contact points of two moving shapes at the time of their first contact.

    Parameters
    ----------
    impact : Impact
        Of :func:`impinge.time_of_impact`, of a scene or of a robot; single or a batch.
    a, b : shape, optional
    motion_a, motion_b : RigidMotion or pose, optional
        What the impact was asked with. Impacts of scenes and robots know their own.
    margin : float, optional
        Distance [m] beyond the gap at the time up to which points count as touching.
    limit, solid : optional
        As of :func:`collide`.

    Returns
    -------
    Contacts
        At the time of the impact; of a batch, with ``offsets``. Empty where nothing touches.

    Raises
    ------
    ImpingeError
        If an argument is not usable, or the impact knows no shapes and none are given.

    Examples
    --------
    A crate falls on the floor, flat:

    >>> import impinge as im
    >>> crate, floor = im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1))
    >>> fall = im.Motion(im.pose((0, 0, 2)), im.pose((0, 0, -2)))
    >>> found = im.time_of_impact(crate, floor, fall)
    >>> touch = im.contacts.at_impact(found, crate, floor, fall)
    >>> len(touch.point), touch.point[:, 2].round(5).tolist()
    (4, [0.0, 0.0, 0.0, 0.0])

    In a scene:

    >>> scene = im.Scene.from_dict({"floor": floor, "crate": (crate, im.pose((0, 0, 2)))})
    >>> found = scene.time_of_impact({"crate": im.pose((0, 0, -2))})
    >>> len(im.contacts.at_impact(found).point)
    4
    """
    # Motions bring parts of SciPy, which contacts alone do without.
    from impinge.continuous.impact import Impact
    from impinge.continuous.kernels import impact_row as row
    from impinge.continuous.pair_motion import PairMotion

    rows = np.atleast_2d(as_kind(impact, "impact", Impact)._rows)
    wide, single = as_scalar(margin, "margin"), impact._rows.ndim == 1
    hits = np.flatnonzero(np.isin(rows[:, row.STATUS], (row.HIT, row.STARTED_TOUCHING)))
    if a is None and b is None:
        known = [pair for pair in map(impact._posed, hits.tolist()) if pair is not None]
        if len(known) < len(hits):
            raise ImpingeError("a, b: give the shapes and motions that the impact was asked with")
    else:
        shapes = as_shapes(a, b)
        motion = PairMotion(motion_a, motion_b)
        if motion.rows not in (1, len(rows)):
            raise ImpingeError(
                f"motion_a, motion_b: {motion.rows} motions, the impact has {len(rows)} rows"
            )
        picked = hits if motion.rows == len(rows) else np.zeros_like(hits)
        poses = motion.poses_at(picked, rows[hits, row.TIME])
        known = [(shapes[0], poses[0][k], shapes[1], poses[1][k]) for k in range(len(hits))]
    shares = []
    for k, (first, pose_a, second, pose_b) in zip(hits, known, strict=True):
        gap = max(float(rows[k, row.GAP]), 0.0)
        found = collide(first, second, pose_a, pose_b, margin=gap + wide, limit=limit, solid=solid)
        shares.append(share_of(found, np.array([k])))
    return joined(shares, None if single else len(rows))
