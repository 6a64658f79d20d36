"""``impinge bench adversarial``: difficult pairs of convex shapes, every answer checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from impinge.bench.convex_checks import CURVED, FAULTS, FLAT, PROOFS, Tally, check_pairs
from impinge.bench.machine import machine, versions
from impinge.core.errors import ImpingeError
from impinge.core.progress import progress
from impinge.scenes.convex_adversarial import FAMILIES, adversarial_pairs

Report = dict[str, Any]

TOGETHER = 4_000
"""Pairs that are made and asked at a time."""
SAMPLED = 8
"""Of so many, these are compared with the reference though nothing speaks against them."""


def bench_adversarial(
    pairs: int = 1_000_000,
    *,
    seed: int = 1,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Seeded random and adversarial pairs of all kinds, and what is wrong with the answers.

    Parameters
    ----------
    pairs : int, optional
    seed : int, optional
        Of the first set of pairs; the next has the next one.
    keep : callable, optional
        Called with the report so far: a run that is ended early has lost nothing.
    """
    if pairs < 1:
        raise ImpingeError(f"pairs: {pairs}, expected at least 1")
    tally, begin = Tally(), perf_counter()
    with progress(pairs, "adversarial pairs") as done:
        while tally.rows < pairs:
            count = min(TOGETHER, pairs - tally.rows)
            sampled = -(-SAMPLED * count // TOGETHER)
            check_pairs(adversarial_pairs(count, seed), tally, seed, sampled)
            seed += 1
            done(tally.rows)
            keep(_report(tally, begin))
    return _report(tally, begin)


def _report(tally: Tally, begin: float) -> Report:
    return {
        "benchmark": "adversarial",
        "machine": machine(),
        "versions": versions(),
        "pairs": tally.rows,
        "touching": tally.touching,
        "tolerance": {"flat": FLAT, "curved": CURVED},
        "families": dict(tally.families),
        "faults": dict(tally.faults),
        "proofs": dict(tally.proofs),
        "worst_referred": dict(tally.worst),
        "shown": list(tally.shown),
        "seconds": perf_counter() - begin,
    }


FAULT_WORDS = {
    "exception": "raised an error",
    "not finite": "NaN or infinity in an answer",
    "inconsistent": "distance, depth, overlap and points contradict each other",
    "swapped": "asked the other way round, the gap differs",
    "moved": "turned together, the gap differs",
    "overlap": "overlap is wrong",
    "gap": "distance or depth is wrong",
}
PROOF_WORDS = {
    "formula": "height above a plane, by formula",
    "two proofs": "planes across the normal and points of both cores meet",
    "all directions": "all faces and pairs of edges of both polytopes tried",
    "climbing": "no better direction found by climbing",
    "reference": "high-precision reference",
}


def adversarial_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`bench_adversarial`."""
    from rich.table import Table

    share = report["touching"] / report["pairs"]
    yield (
        f"{report['pairs']:,} pairs, {share:.0%} overlap; {report['seconds']:,.0f} s; tolerance "
        f"{report['tolerance']['flat']:g} of the largest coordinate, "
        f"{report['tolerance']['curved']:g} where a shape is curved\n"
    )
    for title, words, names in (
        ("faults", FAULT_WORDS, FAULTS), ("how answers were found right", PROOF_WORDS, PROOFS),
    ):  # fmt: skip
        table = Table(title=title, title_justify="left", title_style="bold")
        table.add_column("what")
        table.add_column("pairs", justify="right")
        counts = report["faults" if names is FAULTS else "proofs"]
        for name in names:
            shown = f"{counts[name]:,}"
            if names is FAULTS and counts[name]:
                shown = f"[red]{shown}[/red]"
            table.add_row(words[name], shown)
        yield table
    for row in report["shown"]:
        numbers = ", ".join(
            f"{name} {row[name]:.6g}" for name in ("gap", "again", "true", "error") if name in row
        )
        yield (
            f"{row['fault']}: seed {row['seed']}, row {row['row']}, {row['family']}: "
            f"{row['a']} and {row['b']}; {numbers}"
        )


def adversarial_text(report: Report) -> str:
    """The same in Markdown, for the block ``bench:adversarial`` of a page."""
    faults, tolerance = report["faults"], report["tolerance"]
    said = (
        f"`{report['command']}`: {report['pairs']:,} pairs, of which {report['touching']:,} "
        f"overlap; within {tolerance['flat']:g} of the largest coordinate, and "
        f"{tolerance['curved']:g} where a shape is curved."
    )
    lines = [
        said,
        "",
        "| family | pairs | what |",
        "|---|---|---|",
        *[f"| {name} | {report['families'][name]:,} | {FAMILIES[name]} |" for name in FAMILIES],
        "",
        "| fault | pairs |",
        "|---|---|",
        *[f"| {FAULT_WORDS[name]} | {faults[name]:,} |" for name in FAULTS],
        "",
        "| found right by | pairs |",
        "|---|---|",
        *[f"| {PROOF_WORDS[name]} | {report['proofs'][name]:,} |" for name in PROOFS],
    ]
    return "\n".join(lines)
