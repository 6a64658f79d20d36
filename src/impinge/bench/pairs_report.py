"""The report of ``impinge bench pairs`` as tables, and as blocks in a text file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.tables import Report, TableOf, markdown_block, rich_tables, run_text

BLOCKS = ("bench:pairs", "bench:pairs-moving", "bench:pairs-peers")
"""Blocks of text files that can be filled."""


def pairs_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_pairs`."""
    yield from rich_tables(_all_tables(report))
    for name, found in report.get("peers", {}).items():
        for row in found:
            yield f"{name}, {row['boxes']:,} boxes: {_agreement(row)}"
    if "memory" in report:
        yield million_text(report["memory"])


def pairs_blocks(report: Report) -> dict[str, str]:
    """Texts for the blocks of which the report has something."""
    where = _where(report)
    blocks = {}
    if report["distributions"]:
        tables, notes = list(_distribution_tables(report)), []
        if "memory" in report:
            tables.append(_memory_table(report["memory"]))
            notes.append(f"{million_text(report['memory'])}.")
        blocks["bench:pairs"] = markdown_block(where, tables, notes)
    if "moving" in report:
        blocks["bench:pairs-moving"] = markdown_block(where, _moving_tables(report))
    if "peers" in report:
        notes = [
            f"{name}, {row['boxes']:,} boxes: {_agreement(row)}"
            for name, found in report["peers"].items()
            for row in found
        ]
        blocks["bench:pairs-peers"] = markdown_block(where, _peer_tables(report), notes)
    return blocks


def _all_tables(report: Report) -> Iterator[TableOf]:
    yield from _distribution_tables(report)
    if "moving" in report:
        yield from _moving_tables(report)
    if "peers" in report:
        yield from _peer_tables(report)
    if "memory" in report:
        yield _memory_table(report["memory"])


def _distribution_tables(report: Report) -> Iterator[TableOf]:
    for name, found in report["distributions"].items():
        head = ["method", *(f"{n:,}" for n in found["boxes"]), "exponent"]
        rows = [["pairs", *(f"{n:,}" for n in found["pairs"]), ""]]
        for method, seen in found["methods"].items():
            cells = [
                _shown(c["ms"], c["minimum_ms"]) if "ms" in c else c["reason"]
                for c in seen["cells"]
            ]
            power = "" if seen["exponent"] is None else f"{seen['exponent']:.2f}"
            rows.append([method, *cells, power])
        yield f"{name}: ms, one thread, medians (minima)", head, rows


def _moving_tables(report: Report) -> Iterator[TableOf]:
    names = list(next(iter(report["moving"].values()))[0]["ms"])
    rows = [
        [
            motion,
            f"{row['boxes']:,}",
            *(_shown(row["ms"][name], row["minimum_ms"][name]) for name in names),
        ]
        for motion, found in report["moving"].items()
        for row in found
    ]
    title = "moving: ms a frame, one thread, medians (minima)"
    yield title, ["boxes that move", "boxes", *names], rows


def _shown(median: float, minimum: float) -> str:
    """Two figures of milliseconds; one if there was one measurement."""
    digits = 3 if median < 1.0 else 2
    if minimum == median:
        return f"{median:,.{digits}f}"
    return f"{median:,.{digits}f} ({minimum:,.{digits}f})"


def _peer_tables(report: Report) -> Iterator[TableOf]:
    first = next(iter(report["peers"].values()))[0]
    peers = list(first["ratios"])
    rows = []
    for name, found in report["peers"].items():
        for row in found:
            cells = []
            for peer in peers:
                seen = row["ratios"][peer]
                ms = row["times"][peer]["median_us"] / 1e3
                shown = (
                    "refused" if seen is None else f"{seen['median']:.1f}x ({seen['minimum']:.1f}x)"
                )
                cells.append(f"{ms:,.1f} ms: {shown}")
            ours = f"{row['times']['impinge']['median_us'] / 1e3:,.2f} ms"
            rows.append([name, f"{row['boxes']:,}", f"{row['pairs'][0]:,}", ours, *cells])
    head = ["boxes", "number", "pairs", "impinge", *peers]
    yield "beside peers: one thread, medians; ratio of medians (of minima)", head, rows


def _memory_table(found: Report) -> TableOf:
    names = list(next(iter(found["methods"].values())))
    rows = [
        [method, *(f"{seen[name]['added_mb']:,.0f}" for name in names)]
        for method, seen in found["methods"].items()
    ]
    title = f"most memory that {found['boxes']:,} boxes add at a time, MB, one thread"
    return title, ["method", *names], rows


def million_text(found: Report) -> str:
    """What the default method takes for the most boxes, on two threads, in words."""
    cases = [
        f"{name} {seen['seconds']:.2f} s, {seen['added_mb']:,.0f} MB more and "
        f"{seen['process_mb']:,.0f} MB in all, {seen['pairs']:,} pairs"
        for name, seen in found["most"].items()
    ]
    boxes = next(iter(found["most"].values()))["boxes"]
    return f"tree, {boxes:,} boxes, two threads, a process of its own: " + "; ".join(cases)


def _agreement(row: Report) -> str:
    """What the comparison of answers has shown, in words."""
    words = []
    for peer, frames in row["differ"].items():
        extra = sum(seen["only_theirs"] for seen in frames)
        missing = sum(seen["only_ours"] for seen in frames)
        unexplained = sum(seen["unexplained"] for seen in frames)
        if unexplained:
            words.append(f"{unexplained} pairs differ from {peer}, not explained")
        elif extra or missing:
            words.append(f"{peer} has {extra} more and {missing} fewer pairs, within its rounding")
        else:
            words.append(f"{peer} has the same pairs")
    return "; ".join(words)


def _where(report: Report) -> str:
    versions = report["versions"]
    peers = ", ".join(
        f"{package} {versions[package]}" for package in ("ipctk", "coal") if package in versions
    )
    return run_text(report, f"; {peers}" if "peers" in report and peers else "")
