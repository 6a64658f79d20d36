"""``impinge bench ccd --part fast`` and ``baselines``: thin, fast and narrow; nothing is missed.

Blades, bullets and screws (:mod:`impinge.scenes`) whose contacts are known by how they were made.
Where a time is not, as of a screw of the wrong pitch, none may overlap at a time before the one
that is returned, and the gap then is measured. Beside that, what going frame by frame costs and
misses: :mod:`impinge.continuous.baselines` on motions where ours is what theirs is compared with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge import scenes
from impinge.bench import render
from impinge.bench.render import Report, Section, Table, counted, run_text, total
from impinge.bench.study import Run
from impinge.bench.timing import Array
from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.baselines import METHODS, sampled_impact
from impinge.core.progress import progress
from impinge.geometry import Shape
from impinge.motion import Motion
from impinge.narrow import distance, overlap
from impinge.scenes import MovingPairs, mesh_pair, seeded_motions
from impinge.scenes.convex_pairs import round_hull
from impinge.scenes.fast import balls_through_walls
from impinge.scenes.screws import KINDS

Steps = tuple[Any, Any, Motion, Motion]
"""Two shapes, and motions of both."""

TOLERANCE = 1e-6
ROUNDING = 1e-12
"""A known time is that of a formula: a share of the step that rounding may take."""
FAMILIES: dict[str, tuple[Callable[..., MovingPairs], int]] = {
    "blades, boxes": (scenes.spinning_blades, 4600),
    "blades, meshes": (partial(scenes.spinning_blades, meshes=True), 1000),
    "bullets, boxes": (scenes.bullets_through_paper, 3000),
    "bullets, meshes": (partial(scenes.bullets_through_paper, meshes=True), 1000),
    "screws that fit": (partial(scenes.screws_in_nuts, kinds=KINDS[:1]), 100),
    "screws that jam": (partial(scenes.screws_in_nuts, kinds=KINDS[1:]), 1900),
    "screws, fine": (partial(scenes.screws_in_nuts, fine=4), 12),
    "rings": (scenes.linking_rings, 400),
}
"""How to make them, and how many: above ten thousand in all. A screw that fits takes a second, for
up to six turns at a gap of a fiftieth of a millimetre; most are therefore of those that jam."""
SLOW = ("screws that fit", "screws, fine")
"""Seconds a case: left out where it is only asked whether all runs."""
QUICK = 4
"""Of each family."""
CHUNK = 50
"""Rows at a time, so that a bar can move."""
LOOKS = 40
"""Times before the one returned at which each is looked at."""
LATE = 2.0 * TOLERANCE
"""A baseline's time is late if it is behind ours by more: ours may be early by a tolerance."""
FRAMES = (1, 10, 100)
MOTIONS, FACES, QUICK_FACES = 60, 2000, 200
"""Motions of a family that baselines are asked about, and triangles of meshes."""
SPEED = 100.0
"""Of balls, in units of the way on which they touch a wall."""
OURS = "time_of_impact"


def measure(run: Run) -> None:
    for name, (make, count) in FAMILIES.items():
        if not (run.quick and name in SLOW):
            n = QUICK if run.quick else count
            run.say(f"{name}: {n} cases")
            run.put("fast", name, fast(make(n, seed=23), label=name))


def fast(cases: MovingPairs, *, label: str = "cases") -> Report:
    """Times and mistakes of ours on cases with known contacts."""
    time_of_impact(cases.shape_a, cases.shape_b, cases.motion_a[:1], cases.motion_b[:1])
    rows, seconds = [], 0.0
    with progress(len(cases), label) as done:
        for start in range(0, len(cases), CHUNK):
            part = slice(start, start + CHUNK)
            moves = cases.motion_a[part], cases.motion_b[part]
            begin = perf_counter()
            found = time_of_impact(cases.shape_a, cases.shape_b, *moves, tolerance=TOLERANCE)
            seconds += perf_counter() - begin
            rows.append([np.asarray(v) for v in (found.time, found.status, found.steps)])
            done(min(start + CHUNK, len(cases)))
    time, status, steps = (np.concatenate(column) for column in zip(*rows, strict=True))
    return {
        "cases": len(cases), "mean_us": 1e6 * seconds / len(cases),
        "mean_steps": float(steps.mean()), "most_steps": int(steps.max()),
        **judged(cases, time, status),
    }  # fmt: skip


def judged(cases: MovingPairs, time: Array, status: NDArray[Any]) -> Report:
    """What of the answers is wrong. A budget that ran out is no hit, and free up to its time."""

    def asked(query: Callable[..., Any], at: Array) -> Any:
        poses = cases.motion_a.pose(at), cases.motion_b.pose(at)
        return query(cases.shape_a, cases.shape_b, *poses)

    touches, known, ends = cases.touches, np.isfinite(cases.first), np.isfinite(time)
    out = status == ImpactStatus.OUT_OF_BUDGET
    hit = ends & ~out
    late = known & ends & (time > cases.first + ROUNDING)
    shares = (*np.random.default_rng(5).random(LOOKS), 1.0 - 1e-6, 1.0 - 1e-9)
    for share in shares:
        late |= ends & asked(overlap, share * np.where(ends, time, 1.0))
    gaps = np.asarray(asked(distance, np.where(hit, time, 0.0)).distance)
    wide = hit & (gaps > TOLERANCE * (1.0 + ROUNDING))
    return {
        **counted(contacts=touches, missed=touches & ~ends, false=~touches & hit),
        **counted(late=late, wide=wide, out_of_budget=out),
        **render.spread(cases.first[known & hit] - time[known & hit], "early"),
        "kinds": dict(Counter(cases.kinds)),
    }


def notes(report: Report) -> Iterator[str]:
    rows = list(render.unfold(report["fast"], "name"))
    keys = {"missed": "missed", "late": "late", "out of budget": "out_of_budget"}
    sums = ", ".join(f"{word}: {total(rows, key):,}" for word, key in keys.items())
    yield f"of {total(rows, 'cases'):,} cases, {sums}"
    for row in rows:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in row["kinds"].items())
        early = "times early by {median_early:.0e} in the median, {most_early:.0e} at most"
        yield f"{row['name']}: {kinds}; {early.format_map(row)}"


def families(count: int, faces: int) -> dict[str, Callable[[], Steps]]:
    """What baselines are compared on, by name."""

    def balls() -> Steps:
        found = balls_through_walls(count, SPEED, 31)
        ball, wall = (found.scene[name].shape for name in found.pairs[0])
        motions = Motion(found.start, found.end)
        return ball, wall, motions[0::2], motions[1::2]

    def known(make: Callable[..., MovingPairs]) -> Steps:
        cases = make(count, seed=31)
        return cases.shape_a, cases.shape_b, cases.motion_a, cases.motion_b

    def seeded(a: Shape, b: Shape) -> Steps:
        return a, b, *seeded_motions(a, b, count, seed=31)

    return {
        "balls through walls": balls,
        "blades": partial(known, scenes.spinning_blades),
        "bullets": partial(known, scenes.bullets_through_paper),
        "rings": partial(known, scenes.linking_rings),
        "hulls": lambda: seeded(round_hull(32), round_hull(32, 4)),
        "meshes": lambda: seeded(*mesh_pair("knot-knot", faces)),
    }


def measure_baselines(run: Run) -> None:
    made = families(QUICK if run.quick else MOTIONS, QUICK_FACES if run.quick else FACES)
    for name, make in made.items():
        run.say(f"{name}: frame by frame")
        frames = FRAMES[:2] if run.quick else FRAMES
        run.put("baselines", name, baselines(make(), frames, label=name))


def baselines(steps: Steps, frames: tuple[int, ...], *, label: str = "frames") -> Report:
    """What each method finds with so many frames: queries, microseconds, error, misses."""
    a, b, motion_a, motion_b = steps
    count = len(motion_a)

    def ask(i: int, method: str, frames: int | None) -> tuple[float, int]:
        moves = a, b, motion_a[i], motion_b[i]
        if frames is not None:
            return sampled_impact(*moves, frames=frames, method=method, tolerance=TOLERANCE)
        found = time_of_impact(*moves, tolerance=TOLERANCE)
        return float(found.time), int(found.steps)

    asked = [(OURS, None), *((method, k) for method in METHODS for k in frames)]
    truth = np.array([ask(i, OURS, None)[0] for i in range(count)])
    rows: list[Report] = []
    with progress(len(asked), label) as done:
        for method, k in asked:
            ask(0, method, k)
            begin = perf_counter()
            found = np.array([ask(i, method, k) for i in range(count)])
            us = 1e6 * (perf_counter() - begin) / count
            rows.append({"method": method, "frames": k, "us": us, **compared(found, truth)})
            done(len(rows))
    return {"motions": count, "hits": int(np.isfinite(truth).sum()), "rows": rows}


def compared(found: Array, truth: Array) -> Report:
    """Mistakes of (n, 2) times and numbers of queries."""
    hit, ends = np.isfinite(truth), np.isfinite(found[:, 0])
    error = found[hit & ends, 0] - truth[hit & ends]
    spread = render.spread(np.abs(error), "error")
    return {
        "queries": float(found[:, 1].mean()),
        **counted(missed=hit & ~ends, late=error > LATE),
        **(spread if len(error) else dict.fromkeys(spread)),
    }


def baseline_tables(report: Report) -> Iterator[Table]:
    """Three figures a cell: of few, more and many frames."""
    cells = {
        "queries": "{queries:,.0f}", "us": "{us:,.0f}", "missed": "{missed}", "late": "{late}",
        "largest error": "{most_error:.1e}",
    }  # fmt: skip
    rows = []
    for name, seen in report["baselines"].items():
        ours = {**seen["rows"][0], "hits": seen["hits"]}
        own = ("{queries:,.1f}", "{us:,.0f}", "0 of {hits}", "0", "")
        rows.append([name, OURS, *(form.format_map(ours) for form in own)])
        for method, some in render.grouped(seen["rows"][1:], "method").items():
            texts = [" / ".join(render.cell(c, row, "-") for row in some) for c in cells.values()]
            rows.append([name, method, *texts])
    title = f"a step cut into {'/'.join(map(str, _frames(report)))} frames, and ours"
    yield Table(f"{title}; errors against ours", ["motions", "method", *cells], rows)


def baseline_notes(report: Report) -> Iterator[str]:
    found = report["baselines"].values()
    hits, rows = total(found, "hits"), [row for seen in found for row in seen["rows"]]
    for count in _frames(report):
        some = [row for row in rows if row["frames"] == count and row["method"] == "bisection"]
        frames = "1 frame" if count == 1 else f"{count} frames"
        yield f"{frames}: {total(some, 'missed')} of {hits:,} contacts missed, by every baseline"


def _frames(report: Report) -> list[int]:
    found = report["baselines"].values()
    return sorted({row["frames"] for seen in found for row in seen["rows"] if row["frames"]})


SECTIONS = (
    Section.of_rows("fast", "thin, fast and narrow, one thread, in batches, tolerance 1e-06", {
        "cases": "{name}", "number": "{cases:,}", "contacts": "{contacts:,}",
        "missed": "{missed:,}", "false": "{false:,}", "late": "{late:,}", "gap above": "{wide:,}",
        "gave up": "{out_of_budget:,}", "us a case": "{mean_us:,.1f}",
        "steps, mean": "{mean_steps:,.1f}", "steps, most": "{most_steps:,}",
    }, "bench:ccd-fast", names=("name",), notes=notes, head=run_text),
    Section("baselines", baseline_tables, baseline_notes, "bench:ccd-baselines", run_text),
)  # fmt: skip
