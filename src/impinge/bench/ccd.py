"""``impinge bench ccd``: what moves and when it touches, on known cases and beside peers.

Features by themselves are measured from here; cloths, scenes and moving shapes in parts of their
own: ``ccd_steps``, ``ccd_scene``, ``ccd_rigid``, ``ccd_fast``, ``ccd_methods``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from impinge.bench import ccd_fast, ccd_methods, ccd_rigid, ccd_scene, ccd_steps, render
from impinge.bench import ccd_peers as peer_of
from impinge.bench import ccd_queries as sets_of
from impinge.bench.ccd_peers import AS_IT_COMES, RESCALING, SAME_QUESTION
from impinge.bench.ccd_queries import FAMILIES, FEATURES, SCENES, Queries, made_queries
from impinge.bench.render import Report, Section, Table, counted, total
from impinge.bench.study import Run, Study, importable
from impinge.bench.timing import Array, Flags, in_turns
from impinge.continuous import ElementaryImpacts, ImpactStatus, impact_edge_edge, impact_vertex_face
from impinge.scenes.mesh_pairs import data_at

TOLERANCE = 1e-6
"""Of both sides [m]."""
COUNTS = {
    "random": 400, "small motion": 1000, "near-degenerate": 200, "turning together": 30,
    "on the border": 200,
}  # fmt: skip
"""Queries of a family; what Tight-Inclusion needs milliseconds for, few of."""
TOO_SLOW = {(AS_IT_COMES, "turning together"), (AS_IT_COMES, "near-degenerate")}
"""A second a query, some of them."""
HOW = "; the best of repetitions, in turns, of each query (of a batch, the mean)"
BATCHES = 9
"""Batches a repetition: single calls and peers have warmed up after the first of their rows too."""
ASK = {"vertex-face": impact_vertex_face, "edge-edge": impact_edge_edge}


def speed(run: Run) -> None:
    for family in FAMILIES:
        for features in FEATURES:
            run.say(f"{family}, {features}")
            queries = made_queries(family, features, run.size["most"] or COUNTS[family])
            asked = [n for n in run.peers if n in RESCALING and (n, family) not in TOO_SLOW]
            run.put("families", family, features, timed(queries, asked, run.size["repetitions"]))


def exact(run: Run) -> None:
    for name, queries in real_sets(run.quick):
        run.say(f"{name}, {queries.features}")
        found = judged(queries, run.size["peer_sample"], peer=SAME_QUESTION in run.peers)
        run.put("exact", name, queries.features, found)


def timed(queries: Queries, peers: list[str], repetitions: int) -> Report:
    """Times of one batch, of single calls and of peers on the same queries, in turns."""
    ask, n, first, last = ASK[queries.features], len(queries), queries.points_t0, queries.points_t1
    rows = [(a.copy(), b.copy()) for a, b in zip(first, last, strict=True)]
    contenders: dict[str, Any] = {
        "batch": (lambda _: ask(first, last, tolerance=TOLERANCE), BATCHES, n),
        "single": (lambda i: ask(*rows[i], tolerance=TOLERANCE), n),
    }
    for name in peers:
        contenders[name] = peer_of.tight_inclusion(queries, TOLERANCE, RESCALING[name]), n
    found = ask(first, last, tolerance=TOLERANCE)
    best = {name: seen.best_us() for name, seen in in_turns(contenders, repetitions).items()}
    mean = {name: float(us.mean()) for name, us in best.items()}
    median = {name: float(np.median(us)) for name, us in best.items()}
    ratios = {
        # Of a batch only the mean is known.
        name: {
            "mean_ratio": mean[name] / mean["batch"],
            "median_ratio": median[name] / mean["batch"],
            "single_mean_ratio": mean[name] / mean["single"],
            "single_median_ratio": median[name] / median["single"],
            **compared(found, *peer_of.answers(contenders[name][0], n), queries),
        }
        for name in peers
    }
    times = {name: {"mean_us": mean[name], "median_us": median[name]} for name in best}
    return {"queries": n, **summary(found, queries), "times": times, "peers": ratios}


def summary(found: ElementaryImpacts, queries: Queries) -> Report:
    """What came out, and what of it is known to be wrong."""
    status, time, steps = (np.asarray(x) for x in (found.status, found.time, found.steps))
    hits = status != ImpactStatus.FREE
    report: Report = counted(hits=hits, out_of_budget=status == ImpactStatus.OUT_OF_BUDGET)
    report |= {"mean_steps": float(steps.mean()), "most_steps": int(steps.max())}
    if (touches := queries.touches) is not None:
        proved = np.isfinite(np.asarray(found.upper))
        report |= mistakes(hits, time, queries)
        report |= counted(proved=proved & touches, wrongly_proved=proved & ~touches)
    return report


def mistakes(hits: Flags, time: Array, queries: Queries) -> Report:
    """Contacts missed, contacts that are none, and times beside the exact ones."""
    touches = queries.touches
    assert touches is not None
    report = counted(contacts=touches, missed=touches & ~hits, false=~touches & hits)
    if queries.times is not None:
        known = np.isfinite(queries.times)
        early = queries.times[known] - time[known]
        return {**report, **counted(late=early < 0.0), **render.spread(early, "early")}
    return report


def compared(found: ElementaryImpacts, hits: Flags, times: Array, queries: Queries) -> Report:
    """Where a peer's answer is another one."""
    mine = np.asarray(found.time)
    ours = np.isfinite(mine)
    both = ours & hits
    report: Report = counted(only_ours=ours & ~hits, only_theirs=hits & ~ours)
    report["median_later"] = float(np.median(mine[both] - times[both])) if both.any() else 0.0
    return report | (mistakes(hits, times, queries) if queries.touches is not None else {})


def judged(queries: Queries, most: int, *, peer: bool) -> Report:
    """Answers on a set with known ones, ours on all of it, and a peer's on at most so many."""
    found = ASK[queries.features](queries.points_t0, queries.points_t1, tolerance=TOLERANCE)
    report: Report = {"queries": len(queries), **summary(found, queries), "peers": {}}
    if peer:
        part = queries.some(most)
        ask = peer_of.tight_inclusion(part, TOLERANCE, 1.0, peer_of.FEWER_ITERATIONS)
        wrong = mistakes(*peer_of.answers(ask, len(part)), part)
        report["peers"][SAME_QUESTION] = {"queries": len(part), **wrong}
    return report


def real_sets(quick: bool) -> list[tuple[str, Queries]]:
    """Sets with exact answers below the folder that ``IMPINGE_DATA`` names; none without it."""
    if data_at("ccd/sample-queries") is None:
        return []
    known = [scene for scene in SCENES if data_at(f"ccd/sample-queries/{scene}")]
    scenes = known[-1:] if quick else known
    readers: dict[str, Any] = {scene: partial(sets_of.sample_queries, scene) for scene in scenes}
    if data_at("ccd/scalable-ccd"):
        readers["cloth-funnel"] = sets_of.funnel_queries
        readers |= {} if quick else {"cloth-ball": sets_of.ball_queries}
    return [(name, read(kind)) for name, read in readers.items() for kind in FEATURES]


def _speed_tables(report: Report) -> Iterator[Table]:
    rows = list(render.unfold(report["families"], "family", "features"))
    two = "{{times[{0}][mean_us]:,.1f}}, {{times[{0}][median_us]:,.1f}}"
    columns = {
        "queries": "{family}, {features}", "batch": "{times[batch][mean_us]:.2f}",
        "single": two.format("single"),
    }  # fmt: skip
    if any(SAME_QUESTION in row["peers"] for row in rows):
        ratio = "{{peers[ipctk][{0}mean_ratio]:{1}}}x, {{peers[ipctk][{0}median_ratio]:{1}}}x"
        columns |= {
            SAME_QUESTION: two.format(SAME_QUESTION), "to our batch": ratio.format("", ",.0f"),
            "to our single": ratio.format("single_", ",.1f"), AS_IT_COMES: two.format(AS_IT_COMES),
        }  # fmt: skip
    title = "one thread, us a query: mean, median (batch: mean)"
    yield render.table(title, rows, columns, absent="not asked")


def _speed_notes(report: Report) -> Iterator[str]:
    more = "{name} has {only_theirs} hits more and {only_ours} fewer, its times are "
    more += "{median_later:.0e} earlier in the median"
    for seen in render.unfold(report["families"], "family", "features"):
        words = ["{family}, {features}: {hits} of {queries} hit, {mean_steps:.1f} steps"]
        words += ["{missed} missed"] if "missed" in seen else []
        words += ["{out_of_budget} out of budget"] if seen["out_of_budget"] else []
        theirs = [more.format_map(row) for row in render.unfold(seen["peers"], "name")]
        yield "; ".join(["; ".join(words).format_map(seen), *theirs])


def _exact_tables(report: Report) -> Iterator[Table]:
    rows = list(render.unfold(report["exact"], "name", "features"))
    counts = ("missed", "false", "late")
    columns = [
        ("set", "{name}, {features}"), ("queries", "{queries:,}"), ("contacts", "{contacts:,}"),
        *((name, f"{{{name}}}") for name in counts),
        ("proved", "{proved:,}"), ("most steps", "{most_steps}"),
    ]  # fmt: skip
    if any(row["peers"] for row in rows):
        columns.append(("ipctk: of", "{peers[ipctk][queries]:,}"))
        columns += [(name, f"{{peers[ipctk][{name}]}}") for name in counts]
    title = f"sets with exact answers, tolerance {report['tolerance']:g}"
    yield render.table(title, rows, columns, absent="-")


def _exact_notes(report: Report) -> Iterator[str]:
    """Sums over the sample queries, and how early times are."""
    rows = list(render.unfold(report["exact"], "name", "features"))
    sample = [row for row in rows if row["name"] in SCENES]
    text = (
        f"sample queries: {total(sample, 'queries'):,}, of which we miss {total(sample, 'missed')} "
        f"and report {total(sample, 'false')} contacts that are none"
    )
    asked = [found for row in sample for found in row["peers"].values()]
    if asked:
        text += f"; ipctk misses {total(asked, 'missed')} and reports {total(asked, 'false')}"
    yield text
    early = "{median_early:.1e} in the median, {most_early:.1e} at most"
    for row in rows:
        if "late" in row:
            words = [f"{row['name']}, {row['features']}: times early by {early.format_map(row)}"]
            words += [f"{peer} by {early.format_map(seen)}" for peer, seen in row["peers"].items()]
            yield "; ".join(words)
    yield f"proofs of contact that are wrong: {total(rows, 'wrongly_proved')}"


bench_ccd = Study(
    "ccd",
    {
        "speed": speed, "exact": exact, "step": ccd_steps.measure, "scene": ccd_scene.measure,
        "rigid": ccd_rigid.measure, "fast": ccd_fast.measure, "methods": ccd_methods.measure,
        "baselines": ccd_fast.measure_baselines,
    },
    [
        Section("families", _speed_tables, _speed_notes, "bench:ccd"),
        Section("exact", _exact_tables, _exact_notes, "bench:ccd-exact"),
        Section("steps", ccd_steps.tables, ccd_steps.notes, "bench:ccd-step"),
        ccd_scene.SECTION,
        Section("rigid", ccd_rigid.tables, ccd_rigid.notes, "bench:ccd-rigid",
                partial(render.run_text, packages=("python-fcl", "coal"))),
        *ccd_fast.SECTIONS,
        Section("methods", ccd_methods.tables, ccd_methods.notes, "bench:ccd-methods",
                render.run_text),
    ],
    full={"most": 0, "repetitions": 3, "peer_sample": 2000},
    small={"most": 10, "repetitions": 1, "peer_sample": 20},
    fields={
        "tolerance": TOLERANCE, "families": {}, "exact": {}, "steps": {}, "growth": {},
        "scenes": [],
    },
    more=HOW, packages=("ipctk",),
    installed=lambda: importable(
        {**dict.fromkeys(RESCALING, ("ipctk", None)), "fcl": ("fcl", None)}
    ),
    peers_hint="ipctk and python-fcl", threads=1,
)  # fmt: skip
