"""What ``impinge bench ccd`` says about moving shapes, as tables and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from impinge.bench.ccd_baselines import OURS
from impinge.bench.ccd_rigid import FCL
from impinge.bench.tables import Report, TableOf
from impinge.continuous.options import METHODS

SHAPE_PARTS = ("rigid", "fast", "methods", "baselines")


def shape_tables(part: str, report: Report) -> list[TableOf]:
    """The tables of one part."""
    return TABLES[part](report[part])


def shape_notes(part: str, report: Report) -> list[str]:
    """What else there is to say about it."""
    return NOTES[part](report[part])


def _rigid(pairs: Report) -> list[TableOf]:
    head = ["meshes", "along", "by", "median", "95 %", "fcl's / ours", "contacts", "missed",
            "late", "too early", "gave up", "largest error"]  # fmt: skip
    rows = []
    for name, seen in pairs.items():
        sizes = " + ".join(f"{n:,}" for n in seen["faces"])
        for path, part in seen["paths"].items():
            answers = {**part["ours"], **({FCL: part["peer"]} if "peer" in part else {})}
            for method, found in answers.items():
                times, peer = part["times"][method], part["times"].get(FCL)
                ratio = peer["median_us"] / times["median_us"] if peer else None
                rows.append(
                    [f"{name}, {sizes}", path, method, _us(times["median_us"]),
                     _us(times["p95_us"]),
                     "" if ratio is None or method == FCL else f"{ratio:.2g}x",
                     f"{part['contacts']} of {seen['motions']}", str(found["missed"]),
                     str(found["late"]), str(found.get("early", "-")),
                     str(found.get("out_of_budget", "-")), f"{found['most_error']:.1e}"]
                )  # fmt: skip
    return [("a motion, one thread; against conservative advancement to 1e-10", head, rows)]


def _rigid_notes(pairs: Report) -> list[str]:
    parts = [part for seen in pairs.values() for part in seen["paths"].values()]
    ours = [found for part in parts for found in part["ours"].values()]
    sums = {
        key: sum(found[key] for found in ours)
        for key in ("missed", "late", "early", "false", "sampled", "by_gap", "out_of_budget")
    }
    names = ", ".join(sorted({seen["reference"] for seen in pairs.values()}))
    asked = sum(seen["motions"] * len(seen["paths"]) for seen in pairs.values())
    words = (
        f"reference: distances of {names}; of {asked:,} motions, by all methods, we miss "
        f"{sums['missed']}, are late in {sums['late']}, too early in {sums['early']}, hit without "
        f"contact in {sums['false']}, and ran out of budget in {sums['out_of_budget']}"
    )
    more = (
        f"overlaps at one of 1000 samples before our time: {sums['sampled']}; judged by the gap, "
        f"which is within the tolerance: {sums['by_gap']}"
    )
    theirs = [part["peer"] for part in parts if "peer" in part]
    if not theirs:
        return [words, more]
    missed, late = (sum(found[key] for found in theirs) for key in ("missed", "late"))
    most = max(found["most_error"] for found in theirs)
    return [
        words,
        more,
        f"{FCL}: {missed} missed, {late} late by more than 1e-6, by up to {most:.1e} of the step",
    ]


def _fast(families: Report) -> list[TableOf]:
    head = ["cases", "number", "contacts", "missed", "false", "late", "gap above", "gave up",
            "us a case", "steps, mean", "steps, most"]  # fmt: skip
    keys = ("contacts", "missed", "false", "late", "wide", "out_of_budget")
    rows = []
    for name, seen in families.items():
        counts = [f"{seen[key]:,}" for key in ("cases", *keys)]
        cost = [f"{seen['mean_us']:,.1f}", f"{seen['mean_steps']:,.1f}", f"{seen['most_steps']:,}"]
        rows.append([name, *counts, *cost])
    return [("thin, fast and narrow, one thread, in batches, tolerance 1e-06", head, rows)]


def _fast_notes(families: Report) -> list[str]:
    missed, late, out = (_total(families, key) for key in ("missed", "late", "out_of_budget"))
    cases = _total(families, "cases")
    lines = [f"of {cases} cases, missed: {missed}, late: {late}, out of budget: {out}"]
    for name, seen in families.items():
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in seen["kinds"].items())
        lines.append(
            f"{name}: {kinds}; times early by {seen['median_early']:.0e} in the median, "
            f"{seen['most_early']:.0e} at most"
        )
    return lines


def _methods(pairs: Report) -> list[TableOf]:
    head = ["shapes", "motions", "hits"]
    head += [f"{method}, {what}" for method in METHODS for what in ("us", "steps")] + ["faster"]
    rows = []
    for name, seen in pairs.items():
        row = [name, str(seen["motions"]), str(seen["hits"])]
        for method in METHODS:
            found = seen["methods"].get(method)
            if found is None:
                row += ["-", "-"]
            else:
                row += [f"{found['mean_us']:,.1f}", f"{found['mean_steps']:,.1f}"]
        costs = sorted((found["mean_us"], method) for method, found in seen["methods"].items())
        rows.append([*row, costs[0][1] if len(costs) > 1 else ""])
    tables = [
        ("both methods, one thread, in batches, means; meshes of 2,880 triangles", head, rows)
    ]
    return [*tables, *_freedoms(pairs)]


def _freedoms(pairs: Report) -> list[TableOf]:
    """Whether there is a contact, beside when; reports of earlier versions have no such thing."""
    head = ["shapes", "time_of_impact, us", "stay_free, us", "first / second", "steps of both",
            "free", "hits", "undecided"]  # fmt: skip
    rows = []
    for name, seen in pairs.items():
        found = seen.get("freedom")
        if found is None:
            continue
        counts = [f"{found[key]:,}" for key in ("free", "hits", "undecided")]
        steps = f"{found['impact_steps']:,.1f}, {found['mean_steps']:,.1f}"
        ratio = found["impact_us"] / found["mean_us"]
        times = [f"{found['impact_us']:,.1f}", f"{found['mean_us']:,.1f}", f"{ratio:.1f}x"]
        rows.append([name, *times, steps, *counts])
    title = "whether they touch, beside when: the same motions, default method, one thread, means"
    return [(title, head, rows)] if rows else []


def _methods_notes(pairs: Report) -> list[str]:
    differ, apart = _total(pairs, "differ"), max(seen["apart"] for seen in pairs.values())
    text = f"motions on which one method hits and the other does not: {differ}; times are apart"
    lines = [f"{text} by {apart:.1e} at most"]
    asked = {name: seen["freedom"] for name, seen in pairs.items() if "freedom" in seen}
    if asked:
        free, hit = (_total(asked, key) for key in ("wrongly_free", "wrongly_hit"))
        text = f"stay_free says free where time_of_impact has a contact: {free}"
        lines.append(f"{text}; touches where that is free: {hit}")
    return lines


def _baselines(families: Report) -> list[TableOf]:
    """Three figures a cell: of few, more and many frames."""
    frames = _frames(families)
    given = "/".join(map(str, frames))
    head = ["motions", "method", "queries", "us", "missed", "late", "largest error"]
    rows = []
    for name, seen in families.items():
        ours, *others = seen["rows"]
        cost = [f"{ours['queries']:,.1f}", f"{ours['us']:,.0f}"]
        rows.append([name, OURS, *cost, f"0 of {seen['hits']}", "0", ""])
        for method in dict.fromkeys(row["method"] for row in others):
            some = [row for row in others if row["method"] == method]
            texts = [
                [f"{row['queries']:,.0f}" for row in some],
                [f"{row['us']:,.0f}" for row in some],
                [str(row["missed"]) for row in some],
                [str(row["late"]) for row in some],
                [_error(row["most_error"]) for row in some],
            ]
            rows.append([name, method, *(" / ".join(text) for text in texts)])
    return [(f"a step cut into {given} frames, and ours; errors against ours", head, rows)]


def _baselines_notes(families: Report) -> list[str]:
    lines = []
    hits = _total(families, "hits")
    for count in _frames(families):
        rows = [
            row for seen in families.values() for row in seen["rows"]
            if row["frames"] == count and row["method"] == "bisection"
        ]  # fmt: skip
        missed = sum(row["missed"] for row in rows)
        frames = "1 frame" if count == 1 else f"{count} frames"
        lines.append(f"{frames}: {missed} of {hits} contacts missed, by every baseline")
    return lines


def _frames(families: Report) -> list[int]:
    rows = (row for seen in families.values() for row in seen["rows"])
    return sorted({row["frames"] for row in rows if row["frames"]})


TABLES: dict[str, Callable[[Report], list[TableOf]]] = {
    "rigid": _rigid, "fast": _fast, "methods": _methods, "baselines": _baselines,
}  # fmt: skip
NOTES: dict[str, Callable[[Report], list[str]]] = {
    "rigid": _rigid_notes, "fast": _fast_notes, "methods": _methods_notes,
    "baselines": _baselines_notes,
}  # fmt: skip


def _total(parts: Report, key: str) -> str:
    return f"{sum(seen[key] for seen in parts.values()):,}"


def _us(value: float) -> str:
    return f"{value / 1e3:,.2f} ms" if value >= 1e3 else f"{value:,.0f} us"


def _error(value: Any) -> str:
    return "-" if value is None else f"{value:.1e}"
