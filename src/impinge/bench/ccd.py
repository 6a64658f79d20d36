"""``impinge bench ccd``: what moves and when it touches, on known cases and beside peers.

Features by themselves and whole cloths are measured from here; moving shapes by parts of their own:
``ccd_rigid``, ``ccd_fast``, ``ccd_methods``, ``ccd_baselines``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.ccd_baselines import bench_baselines
from impinge.bench.ccd_cloths import CORNERS, cloth_named, data_folder, real_cloths, sheets
from impinge.bench.ccd_fast import bench_fast
from impinge.bench.ccd_methods import bench_methods
from impinge.bench.ccd_peers import (
    AS_IT_COMES,
    FEWER_ITERATIONS,
    RESCALING,
    SAME_QUESTION,
    STEP_PEERS,
    answers,
    installed,
    tight_inclusion,
)
from impinge.bench.ccd_queries import (
    FAMILIES,
    FEATURES,
    SCENES,
    Queries,
    ball_queries,
    funnel_queries,
    made_queries,
    sample_queries,
)
from impinge.bench.ccd_rigid import bench_rigid
from impinge.bench.ccd_scene import scene_steps
from impinge.bench.ccd_steps import memory_of, step_report
from impinge.bench.machine import report_head
from impinge.bench.timing import Times, in_turns
from impinge.continuous import ElementaryImpacts, ImpactStatus, impact_edge_edge, impact_vertex_face
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads

Report = dict[str, Any]

TOLERANCE = 1e-6
"""Of both sides [m]."""
COUNTS = {
    "random": 400,
    "small motion": 1000,
    "near-degenerate": 200,
    "turning together": 30,
    "on the border": 200,
}
"""Queries of a family; what Tight-Inclusion needs milliseconds for, few of."""
TOO_SLOW = {(AS_IT_COMES, "turning together"), (AS_IT_COMES, "near-degenerate")}
"""A second a query, some of them."""
PARTS = ("speed", "exact", "step", "scene", "rigid", "fast", "methods", "baselines")
"""Parts of the benchmark, which can be measured one by one."""
REPETITIONS = 3
STEPS = 2
"""Repetitions of steps, which take ipctk seconds."""
SIZES = (12, 24, 48, 96, 192)
"""Cells along sheets that meet: 576 to 147,456 triangles."""
FLYING = 32
"""Cells along sheets that fly; ipctk takes minutes for larger ones."""
LEVEL = 1
"""Of balls that meet corner to corner, 160 triangles; ipctk takes seconds."""
BATCHES = 9
"""Batches a repetition: single calls and peers have warmed up after the first of their rows too."""
PEER_SAMPLE = 2000
"""Queries of a real set that a peer is asked at most."""
ASK = {"vertex-face": impact_vertex_face, "edge-edge": impact_edge_edge}


def bench_ccd(
    parts: list[str] | None = None,
    *,
    peers: bool = False,
    quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Everything that is measured about things that move, as one dictionary ready for JSON.

    Parameters
    ----------
    parts : list of str, optional
        Names from ``PARTS``; all if not given.
    peers : bool, optional
        Whether to compare features with Tight-Inclusion, where ipctk is installed, and meshes with
        python-fcl.
    quick : bool, optional
        Few queries: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    keep : callable, optional
        Called with the report so far: a run that is ended early has lost nothing.
    """
    names = installed() if peers else ()
    if peers and not names and not find_spec("fcl"):
        raise ImpingeError("peers: none is installed; `make peers` adds ipctk and python-fcl")
    for part in parts or ():
        if part not in PARTS:
            raise ImpingeError(f"part: {part!r}, expected one of {', '.join(PARTS)}")
    wanted = parts or PARTS
    report: Report = {
        **report_head("ccd", quick=quick),
        "tolerance": TOLERANCE,
        "families": {},
        "exact": {},
        "steps": {},
        "growth": {},
        "scenes": [],
    }
    with use_threads(1):
        for family in FAMILIES if "speed" in wanted else ():
            for features in FEATURES:
                say(f"{family}, {features}")
                queries = made_queries(family, features, 10 if quick else COUNTS[family])
                asked = [name for name in names if (name, family) not in TOO_SLOW]
                found = timed(queries, asked, 1 if quick else REPETITIONS)
                report["families"].setdefault(family, {})[features] = found
            keep(report)
        for name, queries in real_sets(quick) if "exact" in wanted else ():
            say(f"{name}, {queries.features}")
            found = judged(queries, names, 20 if quick else PEER_SAMPLE)
            report["exact"].setdefault(name, {})[queries.features] = found
            keep(report)
        if "step" in wanted:
            whole_steps(report, STEP_PEERS if names else (), quick, say, keep)
        shapes: dict[str, Callable[..., None]] = {
            "rigid": functools.partial(bench_rigid, peers=peers),
            "fast": bench_fast,
            "methods": bench_methods,
            "baselines": bench_baselines,
        }
        for part in (part for part in shapes if part in wanted):

            def put(name: str, found: Report, part: str = part) -> None:
                report.setdefault(part, {})[name] = found
                keep(report)

            shapes[part](quick=quick, say=say, keep=put)
    if "scene" in wanted:
        report["scenes"] += scene_steps(quick=quick, say=say)
    return report


def whole_steps(
    report: Report,
    peers: tuple[str, ...],
    quick: bool,
    say: Callable[[str], None],
    keep: Callable[[Report], None],
) -> None:
    """Steps of whole cloths into the report, real ones and sheets, and how their times grow."""
    repetitions = 1 if quick else STEPS
    made = {"sheets that fly": SIZES[0] if quick else FLYING, CORNERS: LEVEL}
    for name, n in (dict.fromkeys(real_cloths(quick), 0) | made).items():
        say(f"step of {name}")
        cloth = cloth_named(name, n)
        memory = functools.partial(memory_of, cloth=name, n=n, tolerance=TOLERANCE)
        report["steps"][name] = step_report(
            cloth, peers, TOLERANCE, repetitions, memory=None if quick else memory
        )
        keep(report)
    for n in SIZES[:2] if quick else SIZES:
        say(f"step of sheets of {4 * n * n:,} triangles")
        report["growth"][str(n)] = step_report(sheets(n), peers, TOLERANCE, repetitions)
        keep(report)


def timed(queries: Queries, peers: list[str], repetitions: int) -> Report:
    """Times of one batch, of single calls and of peers on the same queries, in turns."""
    ask, n = ASK[queries.features], len(queries)
    first, last = queries.points_t0, queries.points_t1
    rows = [(a.copy(), b.copy()) for a, b in zip(first, last, strict=True)]
    contenders: dict[str, Any] = {
        "batch": (lambda _: ask(first, last, tolerance=TOLERANCE), BATCHES),
        "single": (lambda i: ask(*rows[i], tolerance=TOLERANCE), n),
    }
    for name in peers:
        contenders[name] = tight_inclusion(queries, TOLERANCE, RESCALING[name]), n
    found = ask(first, last, tolerance=TOLERANCE)
    times = in_turns(contenders, repetitions)
    report: Report = {"queries": n, **summary(found, queries), "times": {}, "peers": {}}
    for name, seen in times.items():
        report["times"][name] = spread(seen, n if name == "batch" else 1)
    batch = report["times"]["batch"]["mean_us"]
    for name in peers:
        seen = report["times"][name]
        hits, moments = answers(contenders[name][0], n)
        report["peers"][name] = {
            "mean_ratio": seen["mean_us"] / batch,
            "median_ratio": seen["median_us"] / batch,
            "single_mean_ratio": seen["mean_us"] / report["times"]["single"]["mean_us"],
            "single_median_ratio": seen["median_us"] / report["times"]["single"]["median_us"],
            **compared(found, hits, moments, queries),
        }
    return report


def spread(times: Times, per_row: int) -> dict[str, float]:
    """Microseconds a query, the best of repetitions: mean and median over queries.

    Of a batch only the mean is known.
    """
    each = 1e6 * times.seconds.min(axis=0) / per_row
    return {"mean_us": float(each.mean()), "median_us": float(np.median(each))}


def summary(found: ElementaryImpacts, queries: Queries) -> Report:
    """What came out, and what of it is known to be wrong."""
    status, time, steps = (np.asarray(x) for x in (found.status, found.time, found.steps))
    report: Report = {
        "hits": int((status != ImpactStatus.FREE).sum()),
        "out_of_budget": int((status == ImpactStatus.OUT_OF_BUDGET).sum()),
        "mean_steps": float(steps.mean()),
        "most_steps": int(steps.max()),
    }
    if queries.touches is not None:
        report |= mistakes(status != ImpactStatus.FREE, time, queries)
        proved = np.isfinite(np.asarray(found.upper))
        report["proved"] = int((proved & queries.touches).sum())
        report["wrongly_proved"] = int((proved & ~queries.touches).sum())
    return report


def mistakes(hits: NDArray[np.bool_], time: NDArray[np.float64], queries: Queries) -> Report:
    """Contacts missed, contacts that are none, and times beside the exact ones."""
    touches = queries.touches
    assert touches is not None
    report: Report = {
        "contacts": int(touches.sum()),
        "missed": int((touches & ~hits).sum()),
        "false": int((~touches & hits).sum()),
    }
    if queries.times is not None:
        known = np.isfinite(queries.times)
        early = queries.times[known] - time[known]
        report["late"] = int((early < 0.0).sum())
        report["median_early"] = float(np.median(early))
        report["most_early"] = float(early.max())
    return report


def compared(
    found: ElementaryImpacts,
    hits: NDArray[np.bool_],
    times: NDArray[np.float64],
    queries: Queries,
) -> Report:
    """Where a peer's answer is another one."""
    ours, mine = np.isfinite(np.asarray(found.time)), np.asarray(found.time)
    both = ours & hits
    report: Report = {
        "only_ours": int((ours & ~hits).sum()),
        "only_theirs": int((hits & ~ours).sum()),
        "median_later": float(np.median(mine[both] - times[both])) if both.any() else 0.0,
    }
    if queries.touches is not None:
        report |= mistakes(hits, times, queries)
    return report


def judged(queries: Queries, peers: tuple[str, ...], most: int) -> Report:
    """Answers on a set with known ones, ours on all of it, and a peer's on at most so many."""
    found = ASK[queries.features](queries.points_t0, queries.points_t1, tolerance=TOLERANCE)
    report: Report = {"queries": len(queries), **summary(found, queries), "peers": {}}
    if SAME_QUESTION in peers:
        part = queries.some(most)
        ask = tight_inclusion(part, TOLERANCE, 1.0, FEWER_ITERATIONS)
        hits, times = answers(ask, len(part))
        report["peers"][SAME_QUESTION] = {
            "queries": len(part),
            **mistakes(hits, times, part),
        }
    return report


def real_sets(quick: bool) -> list[tuple[str, Queries]]:
    """Sets with exact answers below the folder that ``IMPINGE_DATA`` names; none without it."""
    folder = data_folder()
    if folder is None or not (folder / "ccd" / "sample-queries").is_dir():
        return []
    sets = [
        (scene, sample_queries(folder, scene, features))
        for scene in (SCENES[-1:] if quick else SCENES)
        for features in FEATURES
    ]
    if (folder / "ccd" / "scalable-ccd").is_dir():
        sets += [("cloth-funnel", funnel_queries(folder, features)) for features in FEATURES]
        if not quick:
            sets += [("cloth-ball", ball_queries(folder, features)) for features in FEATURES]
    return sets
