"""``impinge bench adversarial``: difficult pairs of convex shapes, every answer checked."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from impinge.bench.convex_checks import CURVED, FAULTS, FLAT, PROOFS, Tally, check_pairs
from impinge.bench.render import Report, Section, Table
from impinge.bench.study import Run, Study
from impinge.core.errors import ImpingeError
from impinge.core.progress import progress
from impinge.scenes.convex_adversarial import FAMILIES, adversarial_pairs

TOGETHER = 4_000
"""Pairs that are made and asked at a time."""
SAMPLED = 8
"""Of so many, these are compared with the reference though nothing speaks against them."""


def measure(run: Run) -> None:
    """Seeded random and adversarial pairs of all kinds, and what is wrong with the answers.

    ``seed`` is that of the first set of pairs; the next has the next one.
    """
    pairs, seed = run.options["pairs"], run.options["seed"]
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
            run.report |= {
                "pairs": tally.rows, "touching": tally.touching,
                "tolerance": {"flat": FLAT, "curved": CURVED}, "families": dict(tally.families),
                "faults": dict(tally.faults), "proofs": dict(tally.proofs),
                "worst_referred": dict(tally.worst), "shown": list(tally.shown),
                "seconds": perf_counter() - begin,
            }  # fmt: skip
            run.keep()


def _tables(report: Report) -> Iterator[Table]:
    families, faults, proofs = (report[key] for key in ("families", "faults", "proofs"))
    rows = [[name, f"{families[name]:,}", what] for name, what in FAMILIES.items()]
    yield Table("", ["family", "pairs", "what"], rows)
    red = {name: f"[red]{n:,}[/red]" if n else "0" for name, n in faults.items()}
    yield Table("", ["fault", "pairs"], [[what, red[name]] for name, what in FAULTS.items()])
    rows = [[what, f"{proofs[name]:,}"] for name, what in PROOFS.items()]
    yield Table("", ["found right by", "pairs"], rows)


def _notes(report: Report) -> Iterator[str]:
    """The first faults."""
    for row in report["shown"]:
        said = "{fault}: seed {seed}, row {row}, {family}: {a} and {b}; ".format_map(row)
        known = [name for name in ("gap", "again", "true", "error") if name in row]
        yield said + ", ".join(f"{name} {row[name]:.6g}" for name in known)


def _head(report: Report) -> str:
    return (
        f"`{report['command']}`: {report['pairs']:,} pairs, of which {report['touching']:,} "
        f"overlap; within {FLAT:g} of the largest coordinate, and {CURVED:g} where a shape is "
        "curved."
    )


def _said(report: Report) -> Iterator[str]:
    yield f"{_head(report)} {report['seconds']:,.0f} s"


bench_adversarial = Study(
    "adversarial",
    {"pairs": measure},
    [
        Section("pairs", _tables, _notes, "bench:adversarial", head=_head),
        Section("pairs", notes=_said),
    ],
    options={"pairs": 1_000_000, "seed": 1},
    first="pairs",
)
