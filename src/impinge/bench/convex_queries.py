"""Signed gap, distance and overlap of two convex shapes: compared with peers, timed with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_reference import error_share, largest_coordinate, reference_gap
from impinge.bench.queries import Case, timed
from impinge.narrow import distance, overlap, penetration

Array = NDArray[np.float64]
Report = dict[str, Any]

AGREE = 1e-6
"""Gaps that differ by less than this share of the largest coordinate agree.

It is the tolerance that the peers' searches end with; where one differs by more, the reference
decides who is right."""

EXACT = 1e-13
"""Error of our gaps, as a share of the largest coordinate, above which they are not right."""

CHECKED = 200
"""Differences that are looked into, at most, for each peer: evenly from all there are."""

REST = np.eye(4)
"""The pose of A, also in cases."""


def signed_gaps(a: Any, b: Any, poses: Array) -> Array:
    """Distance where they are apart, minus depth where they overlap; A is at rest."""
    apart, deep = distance(a, b, REST, poses), penetration(a, b, REST, poses)
    return np.asarray(apart.distance) - np.asarray(deep.depth)


def gap_with_points(case: Case) -> Report:
    """How far apart or how deep, with the normal and the points: one answer for all poses."""
    ours = signed_gaps(case.a, case.b, case.poses.matrices)
    agreement = {"batch": _split(case, penetration, lambda found: np.asarray(found._rows))}
    theirs: dict[str, Callable[[int], Any]] = {}
    for name, peer in case.peers.items():
        agreement[name] = _gap_agreement(case, ours, peer.gap, everywhere=True)
        theirs[name] = peer.gap
        if hasattr(peer, "contact"):
            agreement[f"{name} collide"] = _hit_agreement(case, ours, peer.contact)
            theirs[f"{name} collide"] = peer.contact
    return timed(case, penetration, theirs, agreement, np.arange(len(ours)))


def distances(case: Case) -> Report:
    """How far apart, where they are, with the points."""
    ours = signed_gaps(case.a, case.b, case.poses.matrices)
    rows = np.flatnonzero(ours > 0.0)
    agreement = {"batch": _split(case, distance, lambda found: np.asarray(found._rows))}
    theirs = {}
    for name, peer in case.peers.items():
        agreement[name] = _gap_agreement(case, ours, peer.distance, everywhere=False)
        theirs[name] = peer.distance
    return timed(case, distance, theirs, agreement, rows)


def overlaps(case: Case) -> Report:
    """Do they touch?"""
    ours = signed_gaps(case.a, case.b, case.poses.matrices)
    agreement = {"batch": _split(case, overlap, np.asarray)}
    found = np.asarray(overlap(case.a, case.b, REST, case.poses.matrices))
    wrong = int((found != (ours <= 0.0)).sum())
    agreement["gap"] = {"differs": wrong, "unexplained": wrong}
    theirs = {}
    for name, peer in case.peers.items():
        if hasattr(peer, "first_hit"):
            agreement[name] = _hit_agreement(case, ours, peer.first_hit)
            theirs[name] = peer.first_hit
    return timed(case, overlap, theirs, agreement, np.arange(len(ours)))


def _split(case: Case, ask: Callable[..., Any], rows_of: Callable[[Any], Any]) -> Report:
    """Rows of a batch that are not, bit by bit, what single calls give."""
    a, b, matrices = case.a, case.b, case.poses.matrices
    batch = rows_of(ask(a, b, REST, matrices))
    single = np.array([rows_of(ask(a, b, REST, pose)) for pose in matrices])
    differs = batch != single
    count = int(differs.reshape(len(matrices), -1).any(axis=1).sum())
    return {"differs": count, "unexplained": count}


def _gap_agreement(
    case: Case, ours: Array, ask: Callable[[int], float], *, everywhere: bool
) -> Report:
    """Gaps that differ, and how many of them the reference does not put down to the peer."""
    theirs = np.array([ask(i) for i in range(len(ours))])
    asked = np.ones(len(ours), bool) if everywhere else ours > 0.0
    off = np.where(asked, np.abs(theirs - ours), 0.0)
    # A peer without an answer is no reference.
    off[~np.isfinite(off)] = np.inf
    largest = np.array([_largest(case, i) for i in range(len(ours))])
    rows = np.flatnonzero(off > AGREE * largest)
    return {
        "differs": len(rows),
        "unexplained": _unexplained(case, ours, rows),
        "largest_difference": float((off / largest)[np.isfinite(off)].max(initial=0.0)),
    }


def _hit_agreement(case: Case, ours: Array, ask: Callable[[int], bool]) -> Report:
    theirs = np.array([ask(i) for i in range(len(ours))])
    rows = np.flatnonzero(theirs != (ours <= 0.0))
    return {"differs": len(rows), "unexplained": _unexplained(case, ours, rows)}


def _unexplained(case: Case, ours: Array, rows: NDArray[np.int64]) -> int:
    """How many of these answers of ours are not right, of at most ``CHECKED``."""
    wrong = 0
    for i in rows[:: max(1, -(-len(rows) // CHECKED))].tolist():
        true = reference_gap(case.a, case.b, REST, case.poses.matrices[i])
        wrong += error_share(float(ours[i]), true, _largest(case, i)) > EXACT
    return wrong


def _largest(case: Case, i: int) -> float:
    return largest_coordinate(case.a, case.b, REST, case.poses.matrices[i])
