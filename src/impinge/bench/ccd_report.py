"""The report of ``impinge bench ccd`` as tables, and as blocks in a text file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.ccd_peers import AS_IT_COMES, SAME_QUESTION
from impinge.bench.ccd_queries import SCENES
from impinge.bench.ccd_scene import scene_step_table
from impinge.bench.ccd_shapes_report import SHAPE_PARTS, shape_notes, shape_tables
from impinge.bench.ccd_step_report import step_remarks, step_tables
from impinge.bench.tables import Report, TableOf, markdown_block, rich_tables, run_text

BLOCKS = (
    "bench:ccd",
    "bench:ccd-exact",
    "bench:ccd-step",
    "bench:ccd-scene",
    *(f"bench:ccd-{part}" for part in SHAPE_PARTS),
)
"""Blocks of text files that can be filled."""


def ccd_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_ccd`."""
    yield from rich_tables(_all_tables(report))
    yield from _remarks(report)


def ccd_blocks(report: Report) -> dict[str, str]:
    """Texts for the blocks of which the report has something."""
    where = _where(report)
    blocks = {}
    if report["families"]:
        blocks["bench:ccd"] = markdown_block(where, [_speed_table(report)], _differences(report))
    if report["exact"]:
        blocks["bench:ccd-exact"] = markdown_block(where, [_exact_table(report)], _totals(report))
    if report.get("steps"):
        blocks["bench:ccd-step"] = markdown_block(where, step_tables(report), step_remarks(report))
    if report.get("scenes"):
        how = run_text(report, "; medians of repetitions, in turns")
        blocks["bench:ccd-scene"] = markdown_block(how, [scene_step_table(report["scenes"])])
    for part in SHAPE_PARTS:
        if report.get(part):
            tables, notes = shape_tables(part, report), shape_notes(part, report)
            blocks[f"bench:ccd-{part}"] = markdown_block(_where(report, part), tables, notes)
    return blocks


def _all_tables(report: Report) -> Iterator[TableOf]:
    if report["families"]:
        yield _speed_table(report)
    if report["exact"]:
        yield _exact_table(report)
    if report.get("steps"):
        yield from step_tables(report)
    if report.get("scenes"):
        yield scene_step_table(report["scenes"])
    for part in SHAPE_PARTS:
        if report.get(part):
            yield from shape_tables(part, report)


def _remarks(report: Report) -> Iterator[str]:
    yield from _differences(report)
    if report["exact"]:
        yield from _totals(report)
    if report.get("steps"):
        yield from step_remarks(report)
    for part in SHAPE_PARTS:
        if report.get(part):
            yield from shape_notes(part, report)


def _speed_table(report: Report) -> TableOf:
    seen_all = [seen for both in report["families"].values() for seen in both.values()]
    head = ["queries", "batch", "single"]
    if any(SAME_QUESTION in seen["peers"] for seen in seen_all):
        head += [SAME_QUESTION, "to our batch", "to our single", AS_IT_COMES]
    rows = []
    for family, both in report["families"].items():
        for features, seen in both.items():
            times = seen["times"]
            row = [f"{family}, {features}", f"{times['batch']['mean_us']:.2f}"]
            row.append(_two(times["single"]))
            if SAME_QUESTION in seen["peers"]:
                found = seen["peers"][SAME_QUESTION]
                row.append(_two(times[SAME_QUESTION]))
                row.append(f"{found['mean_ratio']:,.0f}x, {found['median_ratio']:,.0f}x")
                single = found["single_mean_ratio"], found["single_median_ratio"]
                row.append(f"{single[0]:,.1f}x, {single[1]:,.1f}x")
                row.append(_two(times[AS_IT_COMES]) if AS_IT_COMES in times else "not asked")
            rows.append(row)
    return "one thread, us a query: mean, median (batch: mean)", head, rows


def _two(times: Report) -> str:
    return f"{times['mean_us']:,.1f}, {times['median_us']:,.1f}"


def _exact_table(report: Report) -> TableOf:
    peer = any(seen["peers"] for both in report["exact"].values() for seen in both.values())
    head = ["set", "queries", "contacts", "missed", "false", "late", "proved", "most steps"]
    head += ["ipctk: of", "missed", "false", "late"] if peer else []
    rows = []
    for name, both in report["exact"].items():
        for features, seen in both.items():
            row = [f"{name}, {features}", *(f"{seen[k]:,}" for k in ("queries", "contacts"))]
            row += [str(seen["missed"]), str(seen["false"]), str(seen.get("late", "-"))]
            row += [f"{seen['proved']:,}", str(seen["most_steps"])]
            for found in seen["peers"].values():
                row += [f"{found['queries']:,}", str(found["missed"]), str(found["false"])]
                row.append(str(found.get("late", "-")))
            rows.append(row)
    return f"sets with exact answers, tolerance {report['tolerance']:g}", head, rows


def _totals(report: Report) -> list[str]:
    """Sums over the sample queries, and how early times are."""
    lines = []
    sample = [seen for name in SCENES for seen in report["exact"].get(name, {}).values()]
    text = (
        f"sample queries: {sum(s['queries'] for s in sample):,}, of which we miss "
        f"{sum(s['missed'] for s in sample)} and report {sum(s['false'] for s in sample)} contacts "
        "that are none"
    )
    asked = [found for s in sample for found in s["peers"].values()]
    if asked:
        missed, false = (sum(found[k] for found in asked) for k in ("missed", "false"))
        text += f"; ipctk misses {missed} and reports {false}"
    lines.append(text)
    for name, both in report["exact"].items():
        for features, seen in both.items():
            if "late" in seen:
                words = [f"{name}, {features}: times early by {_early(seen)}"]
                words += [f"{peer} by {_early(found)}" for peer, found in seen["peers"].items()]
                lines.append("; ".join(words))
    wrong = sum(
        seen["wrongly_proved"] for both in report["exact"].values() for seen in both.values()
    )
    lines.append(f"proofs of contact that are wrong: {wrong}")
    return lines


def _early(found: Report) -> str:
    return f"{found['median_early']:.1e} in the median, {found['most_early']:.1e} at most"


def _differences(report: Report) -> list[str]:
    """What the comparison of answers has shown, in words."""
    lines = []
    for family, both in report["families"].items():
        for features, seen in both.items():
            words = [f"{seen['hits']} of {seen['queries']} hit, {seen['mean_steps']:.1f} steps"]
            if "missed" in seen:
                words.append(f"{seen['missed']} missed")
            if seen["out_of_budget"]:
                words.append(f"{seen['out_of_budget']} out of budget")
            for name, found in seen["peers"].items():
                words.append(
                    f"{name} has {found['only_theirs']} hits more and {found['only_ours']} fewer, "
                    f"its times are {found['median_later']:.0e} earlier in the median"
                )
            lines.append(f"{family}, {features}: " + "; ".join(words))
    return lines


def _where(report: Report, part: str | None = None) -> str:
    versions = report["versions"]
    if part is not None:
        peers = [name for name in ("python-fcl", "coal") if name in versions and part == "rigid"]
        return run_text(report, "".join(f", {name} {versions[name]}" for name in peers))
    peer = f", ipctk {versions['ipctk']}" if "ipctk" in versions else ""
    how = "; the best of repetitions, in turns, of each query (of a batch, the mean)"
    return run_text(report, peer + how)
