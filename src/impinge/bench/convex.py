"""``impinge bench convex``: everything that is measured about convex pairs, as one report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge.bench.convex_accuracy import accuracy
from impinge.bench.convex_queries import (
    REST,
    Case,
    distances,
    gap_with_points,
    overlaps,
    signed_gaps,
)
from impinge.bench.machine import report_head
from impinge.bench.peers import installed
from impinge.bench.timing import Times, exponent, in_turns
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import HalfSpace
from impinge.narrow import distance, overlap, penetration
from impinge.scenes import convex_poses, convex_shape
from impinge.scenes.convex_pairs import SOLIDS, round_hull

Report = dict[str, Any]

KINDS = ("box", "capsule", "hull")
"""Pairs of two of the same, timed."""
FULL: dict[str, Any] = {
    "poses": (3_400, 3_300, 3_300), "repetitions": 9, "samples": 25,
    "sizes": (8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096), "growth_poses": (200, 200, 200),
    "accuracy": SOLIDS,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "poses": (12, 12, 12), "repetitions": 2, "samples": 1, "sizes": (8, 16),
    "growth_poses": (5, 5, 5), "accuracy": ("sphere", "box", "cone", "half-space"),
}  # fmt: skip
QUESTIONS = {"gap with points": gap_with_points, "distance": distances, "overlap": overlaps}


def bench_convex(
    *,
    peers: bool = False,
    quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Times beside peers, growth with the number of vertices, and errors, ready for JSON.

    Parameters
    ----------
    peers : bool, optional
        Whether to compare with the peers that are installed.
    quick : bool, optional
        Few poses and repetitions: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    keep : callable, optional
        Called with the report so far: a run that is ended early has lost nothing.
    """
    size = QUICK if quick else FULL
    makers = installed("mujoco") if peers else {}
    if peers and not makers:
        raise ImpingeError(
            "peers: none is installed; `make peers` adds coal, python-fcl and MuJoCo"
        )
    report: Report = {
        **report_head("convex", quick=quick),
        "peers": list(makers),
        "kinds": {},
    }
    for kind in KINDS:
        shape = convex_shape(kind)
        assert not isinstance(shape, HalfSpace)
        poses = convex_poses(shape, shape, size["poses"])
        case = Case(
            a=shape, b=shape, poses=poses, repetitions=size["repetitions"],
            peers={name: make(shape, shape, poses.matrices) for name, make in makers.items()},
            pose_a=REST,
        )  # fmt: skip
        report["kinds"][kind] = {}
        for title, measure in QUESTIONS.items():
            say(f"{kind}: {title}")
            report["kinds"][kind][title] = measure(case)
        keep(report)
    say("growth with the number of vertices")
    report["growth"] = growth(size["sizes"], size["growth_poses"], size["repetitions"], makers)
    keep(report)
    report["accuracy"] = accuracy(size["samples"], size["accuracy"], say)
    return report


def growth(
    sizes: tuple[int, ...],
    counts: tuple[int, int, int],
    repetitions: int,
    makers: dict[str, Any],
) -> Report:
    """Microseconds a query of hulls with so many vertices, and the powers with which they grow."""
    rows: list[Report] = []
    asked: dict[str, Callable[..., Any]] = {
        "gap with points": penetration, "distance": distance, "overlap": overlap,
    }  # fmt: skip
    for count in sizes:
        hull = round_hull(count)
        poses = convex_poses(hull, hull, counts)
        matrices, total = poses.matrices, len(poses)
        contenders: dict[str, Any] = {
            name: (lambda _, ask=ask: ask(hull, hull, REST, matrices), 1)  # noqa: B023
            for name, ask in asked.items()
        }
        ours = signed_gaps(hull, hull, matrices)
        differs = {}
        for name, make in makers.items():
            peer = make(hull, hull, matrices)
            theirs = np.array([peer.gap(i) for i in range(total)])
            differs[name] = float(np.abs(theirs - ours).max())
            contenders[name] = (peer.gap, total)
        with use_threads(1):
            times = in_turns(contenders, repetitions)
        row: Report = {"vertices": len(hull.vertices), "largest_difference": differs}
        for name, found in times.items():
            per_row = total if name in asked else 1
            row[name] = 1e6 * Times(found.seconds, per_row).median()
        rows.append(row)
    names = [*asked, *makers]
    powers = {}
    if len(rows) > 2:
        vertices = [row["vertices"] for row in rows]
        powers = {name: exponent(vertices, [row[name] for row in rows]) for name in names}
    return {"rows": rows, "exponents": powers, "poses": sum(counts)}
