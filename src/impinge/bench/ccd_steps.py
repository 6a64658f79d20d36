"""How far a whole cloth can go in a step: beside ipctk, with every pair asked one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.ccd_cloths import Cloth, cloth_named, sheets
from impinge.bench.ccd_peers import PHASES, STEP_PEERS, step_peer
from impinge.bench.memory import in_child, tell
from impinge.bench.timing import Times, in_turns
from impinge.continuous import collision_free_step, impact_edge_edge, impact_vertex_face
from impinge.geometry import Mesh
from impinge.pairs import find_pairs, find_pairs_between

Report = dict[str, Any]
Ids = NDArray[np.int64]

OURS, ALL = "impinge", "impinge, all impacts"
AT_ONCE = 200_000
"""Pairs that are asked at once by the reference: more only takes memory."""
CHILD_SECONDS = 200
SMALL = 8
"""Cells along the sheets that a process begins with, so that nothing is loaded while it counts."""


def step_report(
    cloth: Cloth,
    peers: tuple[str, ...],
    tolerance: float,
    repetitions: int,
    *,
    memory: Callable[[str], Report] | None = None,
) -> Report:
    """One cloth: steps, times, and whether answers are what they must be."""
    first = Mesh(cloth.start, cloth.faces)
    last = first.with_vertices(cloth.end)
    asked: dict[str, Callable[[int], Any]] = {
        OURS: lambda _: collision_free_step(first, last, tolerance=tolerance),
        ALL: lambda _: collision_free_step(first, last, tolerance=tolerance, impacts=True),
    }
    phase = None
    for name in peers:
        asked[name], phase = step_peer(name, cloth.start, cloth.end, cloth.faces, tolerance, phase)
    answers: dict[str, Any] = {}

    def noted(name: str) -> Callable[[int], None]:
        """The question, whose last answer is kept: steps of peers take too long to ask again."""
        return lambda row: answers.update({name: asked[name](row)})

    times = in_turns({name: (noted(name), 1) for name in asked}, repetitions)
    alone, found = answers[OURS], answers[ALL]
    lower, upper, pairs = first_contact(cloth)
    report: Report = {
        "triangles": len(cloth.faces),
        "vertices": len(cloth.start),
        "step": alone.step,
        "status": alone.status.name,
        "tested": alone.tested,
        "candidates": pairs,
        "impacts": len(found.vertex_face) + len(found.edge_edge),
        "same": found.step == alone.step,
        "first_contact": [min(lower, 1.0), min(upper, 1.0)],
        "known_time": cloth.first_time,
        "late": bool(alone.step > min(lower, 1.0) or alone.step > (cloth.first_time or 1.0)),
        "times": {name: _milliseconds(seen) for name, seen in times.items()},
        "memory": {},
        "phase": phase,
        "peers": {},
    }
    for name in peers:
        step = answers[name]
        ratio = report["times"][name] / report["times"][OURS]
        report["peers"][name] = {
            "step": step,
            "late": bool(step > min(upper, 1.0)),
            "ours_is_smaller": bool(alone.step < step),
            "ratio": ratio,
        }
    if memory is not None:
        # What its method is changes little: it keeps all pairs in any case.
        report["memory"] = {name: memory(name) for name in (OURS, *peers[:1])}
    return report


def _milliseconds(times: Times) -> float:
    return 1e3 * times.minimum()


def first_contact(cloth: Cloth) -> tuple[float, float, int]:
    """Between which times the first contact lies, and how many pairs have boxes that meet.

    Another way to the answer: all pairs of the boxes of the whole step are listed, and asked
    one by one, with no tolerance at all. Infinite times mean that there is no contact.
    """
    lower, upper = np.minimum(cloth.start, cloth.end), np.maximum(cloth.start, cloth.end)
    faces, edges = cloth.faces, Mesh(cloth.start, cloth.faces).edges
    boxes_f = lower[faces].min(axis=1), upper[faces].max(axis=1)
    boxes_e = lower[edges].min(axis=1), upper[edges].max(axis=1)
    vf = find_pairs_between(lower, upper, *boxes_f)
    ee = find_pairs(*boxes_e)
    begin, end, count = np.inf, np.inf, 0
    for ask, pairs, corners in (
        (impact_vertex_face, vf, lambda rows: np.column_stack([rows[:, 0], faces[rows[:, 1]]])),
        (impact_edge_edge, ee, lambda rows: edges[rows].reshape(-1, 4)),
    ):
        for k in range(0, len(pairs), AT_ONCE):
            four = corners(pairs[k : k + AT_ONCE])
            four = four[(np.diff(np.sort(four, axis=1), axis=1) > 0).all(axis=1)]
            found = ask(cloth.start[four], cloth.end[four], tolerance=0.0)
            begin = min(begin, float(np.min(found.time, initial=np.inf)))
            end = min(end, float(np.min(found.upper, initial=np.inf)))
            count += len(four)
    return begin, end, count


def memory_of(contender: str, cloth: str, n: int, tolerance: float) -> Report:
    """What one step costs in a process of its own: most memory at a time, and seconds.

    ``added_mb`` is what came on top of the process that had the cloth and had answered for a small
    one.
    """
    return in_child(__name__, contender, cloth, n, tolerance, patience=CHILD_SECONDS)


def child(contender: str, name: str, n: int, tolerance: float) -> None:
    """Take one step and print what it took."""
    asked = [_asked(contender, cloth, tolerance) for cloth in (sheets(SMALL), cloth_named(name, n))]
    asked[0]()

    def step() -> Report:
        asked[1]()
        return {}

    tell(step)


def _asked(contender: str, cloth: Cloth, tolerance: float) -> Callable[[], Any]:
    """A question about a cloth, all that is prepared for it done."""
    if contender in STEP_PEERS:
        ask, _ = step_peer(contender, cloth.start, cloth.end, cloth.faces, tolerance, PHASES[0])
        return lambda: ask(0)
    first = Mesh(cloth.start, cloth.faces)
    last = first.with_vertices(cloth.end)
    return lambda: collision_free_step(first, last, tolerance=tolerance, impacts=contender == ALL)
