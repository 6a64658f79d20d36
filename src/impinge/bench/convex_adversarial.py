"""``impinge bench adversarial``: difficult pairs of convex shapes, every answer checked.

A signed gap g with its normal n is right if two proofs meet: the supporting planes across n are g
apart, so that the gap is no less; and two points, one of each core, are as far apart as it says, so
that it is no more. Where cores overlap there are no such points. Then polytopes are compared over
all directions that may separate them, and of curved shapes the best direction is looked for by
climbing. What is not proved so goes to the high-precision reference, and counts by what that says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from impinge.bench.convex_forms import PairForms
from impinge.bench.convex_reference import error_share, reference_gap
from impinge.bench.render import Report, Section, Table, marked
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, Flags, Ids
from impinge.core.errors import ImpingeError
from impinge.core.progress import progress
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.kernels.pair_row import LOWER
from impinge.scenes.convex_adversarial import FAMILIES, ConvexPairs, adversarial_pairs
from impinge.scenes.poses import posed, random_rotation

FLAT, CURVED = 1e-13, 1e-10
"""Stated error of gaps and depths, as a share of the largest coordinate: of polytopes, spheres,
capsules and half spaces, and of curved shapes."""
ROUNDING = 1e-12
"""Share of the largest coordinate by which points and gap may contradict each other."""
FAULTS = {
    "exception": "raised an error",
    "not finite": "NaN or infinity in an answer",
    "inconsistent": "distance, depth, overlap and points contradict each other",
    "swapped": "asked the other way round, the gap differs",
    "moved": "turned together, the gap differs",
    "overlap": "overlap is wrong",
    "gap": "distance or depth is wrong",
}
"""What can be wrong with a row."""
PROOFS = {
    "formula": "height above a plane, by formula",
    "two proofs": "planes across the normal and points of both cores meet",
    "all directions": "all faces and pairs of edges of both polytopes tried",
    "climbing": "no better direction found by climbing",
    "reference": "high-precision reference",
}
"""How rows were found right."""
FAILS = (ImpingeError, ArithmeticError, IndexError, ValueError)
SHOWN = 20
"""Faults that are kept for showing, of each kind."""
TOGETHER = 4_000
"""Pairs that are made and asked at a time."""
SAMPLED = 8
"""Of so many, these are compared with the reference though nothing speaks against them."""


@dataclass(slots=True)
class Tally:
    """Counts over many rows, and the first faults."""

    rows: int = 0
    touching: int = 0
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))
    proofs: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PROOFS, 0))
    families: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAMILIES, 0))
    worst: dict[str, float] = field(default_factory=lambda: {"flat": 0.0, "curved": 0.0})
    shown: list[dict[str, Any]] = field(default_factory=list)

    def add(self, fault: str, rows: Ids, pairs: ConvexPairs, seed: int, **said: Array) -> None:
        """Count faults, and keep the first."""
        self.faults[fault] += len(rows)
        kept = sum(row["fault"] == fault for row in self.shown)
        for i in rows[: max(0, SHOWN - kept)].tolist():
            family = list(FAMILIES)[pairs.family[i]]
            self.shown.append({
                "fault": fault, "seed": seed, "row": i, "family": family,
                "a": repr(pairs.a[i]), "b": repr(pairs.b[i]),
                **{name: float(values[i]) for name, values in said.items()},
            })  # fmt: skip


class Answers(NamedTuple):
    """What the library says about some pairs."""

    gap: Array
    normal: Array
    point_a: Array
    point_b: Array
    touching: Flags
    finite: Flags
    consistent: Flags


def ask(pairs: ConvexPairs) -> Answers:
    """The answers of all queries about posed pairs, as one batch."""
    a, b, pose_a, pose_b = pairs.a, pairs.b, pairs.pose_a, pairs.pose_b
    apart = distance(a, b, pose_a, pose_b)
    deep = penetration(a, b, pose_a, pose_b)
    touching = np.asarray(overlap(a, b, pose_a, pose_b))
    length, depth = np.asarray(apart.distance), np.asarray(deep.depth)
    numbers = np.hstack([found._rows[:, : LOWER + 1] for found in (apart, deep)])
    finite = np.asarray(np.isfinite(numbers).all(axis=1))
    gap, normal = length - depth, np.asarray(deep.direction)
    largest = np.maximum(*(np.abs(p).max(axis=1) for p in (deep.point_a, deep.point_b)))
    with np.errstate(invalid="ignore", over="ignore"):
        miss = np.abs(deep.point_b - deep.point_a - gap[:, None] * normal).max(axis=1)
        unit = np.abs(np.sqrt((normal**2).sum(axis=1)) - 1.0)
        consistent = (
            (touching == (length == 0.0))
            & ((length == 0.0) | (depth == 0.0))
            & (miss <= ROUNDING * np.maximum(largest, np.abs(gap)))
            & (unit <= ROUNDING)
        )
    return Answers(gap, normal, deep.point_a, deep.point_b, touching, finite, consistent)


def check_pairs(pairs: ConvexPairs, tally: Tally, seed: int, sampled: int = 0) -> None:
    """Ask all queries about some pairs, in all ways, and count what is wrong.

    Faults are reported with the seed of the motions, to find them again. ``sampled`` of the rows
    that only climbing decides are compared with the reference as well.
    """
    tally.rows += len(pairs)
    for k, name in enumerate(FAMILIES):
        tally.families[name] += int((pairs.family == k).sum())
    pairs, found = _answered(pairs, tally, seed)
    if found is None:
        return
    rng = np.random.default_rng(seed)
    forms = PairForms(pairs.a, pairs.b, pairs.pose_a, pairs.pose_b)
    tolerance = np.where(forms.curved, CURVED, FLAT) * forms.largest
    tally.touching += int(found.touching.sum())
    tally.add("not finite", np.flatnonzero(~found.finite), pairs, seed)
    bad = np.flatnonzero(found.finite & ~found.consistent)
    tally.add("inconsistent", bad, pairs, seed, gap=found.gap)
    turned = moved(pairs, rng)
    there = PairForms(turned.a, turned.b, turned.pose_a, turned.pose_b)
    wider = np.where(forms.curved, CURVED, FLAT) * np.maximum(there.largest, forms.largest)
    for fault, other, room in (("swapped", swapped(pairs), tolerance), ("moved", turned, wider)):
        again = ask(other)
        change = np.abs(again.gap - found.gap)
        flipped = (again.touching != found.touching) & (np.abs(found.gap) > room)
        off = np.flatnonzero(~(change <= room) | flipped)
        tally.add(fault, off, pairs, seed, gap=found.gap, again=again.gap)
    proofs = _proofs(found, forms, tolerance, seed)
    unknown = found.finite.copy()
    for name, rows in proofs.items():
        tally.proofs[name] += len(rows)
        unknown[rows] = False
    chosen = rng.permutation(proofs["climbing"])[:sampled]
    tally.proofs["climbing"] -= len(chosen)
    for rows in (np.flatnonzero(unknown), chosen):
        _refer(pairs, found, forms, rows, tally, seed)


def _answered(pairs: ConvexPairs, tally: Tally, seed: int) -> tuple[ConvexPairs, Answers | None]:
    """The answers; rows that raise are counted and left out."""
    try:
        return pairs, ask(pairs)
    except FAILS:
        fine = []
        for i in range(len(pairs)):
            try:
                ask(taken(pairs, [i]))
                fine.append(i)
            except FAILS:
                tally.add("exception", np.array([i]), pairs, seed)
        pairs = taken(pairs, fine)
        return pairs, ask(pairs) if fine else None


def taken(pairs: ConvexPairs, rows: list[int]) -> ConvexPairs:
    return ConvexPairs(
        [pairs.a[i] for i in rows], [pairs.b[i] for i in rows],
        pairs.pose_a[rows], pairs.pose_b[rows], pairs.family[rows],
    )  # fmt: skip


def swapped(pairs: ConvexPairs) -> ConvexPairs:
    return ConvexPairs(pairs.b, pairs.a, pairs.pose_b, pairs.pose_a, pairs.family)


def moved(pairs: ConvexPairs, rng: np.random.Generator) -> ConvexPairs:
    """All turned about the origin."""
    turn = posed(random_rotation(rng))
    return ConvexPairs(pairs.a, pairs.b, turn @ pairs.pose_a, turn @ pairs.pose_b, pairs.family)


def _proofs(found: Answers, forms: PairForms, tolerance: Array, seed: int) -> dict[str, Ids]:
    """Rows whose gaps are right: by formula, by two proofs, over all directions, by climbing."""
    way = np.where(forms.swapped, -1.0, 1.0)[:, None] * found.normal
    ends = found.point_a, found.point_b
    on_a, on_b = (np.where(forms.swapped[:, None], ends[1 - k], ends[k]) for k in (0, 1))
    core_a, core_b = on_a - forms.ball_a[:, None] * way, on_b + forms.ball_b[:, None] * way
    # Not below: across its normal. Not above: between its points. Planes by formula.
    below = forms.plane | (forms.separation(way) - forms.ball >= found.gap - tolerance)
    upper = np.linalg.norm(core_b - core_a, axis=1) + forms.outside(core_a, core_b) - forms.ball
    above = upper <= found.gap + tolerance
    proved = ~forms.plane & below & above
    planes = np.flatnonzero(forms.plane)
    by_formula = forms.heights(planes) - forms.ball[planes]
    right = planes[np.abs(by_formula - found.gap[planes]) <= tolerance[planes]]
    listed = np.flatnonzero(forms.listed & below & ~proved)
    most = forms.listed_separation(listed) - forms.ball[listed]
    same = listed[np.abs(most - found.gap[listed]) <= tolerance[listed]]
    # A negative gap is a peak of the separation; one that is too low is seen by climbing.
    curved = forms.curved & ~forms.plane
    inside = np.flatnonzero(curved & below & ~proved & (found.gap + forms.ball <= tolerance))
    highest = forms.climbed(way, inside, seed) - forms.ball[inside]
    peak = inside[highest <= found.gap[inside] + tolerance[inside]]
    both = np.flatnonzero(proved)
    return {"formula": right, "two proofs": both, "all directions": same, "climbing": peak}


def _refer(
    pairs: ConvexPairs, found: Answers, forms: PairForms, rows: Ids, tally: Tally, seed: int
) -> None:
    """Let the reference decide about some rows."""
    true, error = np.zeros(len(pairs)), np.zeros(len(pairs))
    for i in rows.tolist():
        gap = reference_gap(
            pairs.a[i], pairs.b[i], pairs.pose_a[i], pairs.pose_b[i], found.normal[i]
        )
        true[i], error[i] = float(gap), error_share(float(found.gap[i]), gap, forms.largest[i])
    limit = np.where(forms.curved, CURVED, FLAT)
    wrong = error > limit
    flipped = (found.touching != (true <= 0.0)) & (np.abs(true) > limit * forms.largest)
    for name, some in (("flat", ~forms.curved), ("curved", forms.curved)):
        tally.worst[name] = max(tally.worst[name], float(error[some].max(initial=0.0)))
    tally.proofs["reference"] += int((~wrong[rows]).sum())
    said = {"gap": found.gap, "true": true, "error": error}
    tally.add("gap", rows[wrong[rows]], pairs, seed, **said)
    tally.add("overlap", rows[flipped[rows]], pairs, seed, **said)


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
            counts = asdict(tally)
            run.report |= {
                "pairs": counts.pop("rows"), "worst_referred": counts.pop("worst"), **counts,
                "tolerance": {"flat": FLAT, "curved": CURVED}, "seconds": perf_counter() - begin,
            }  # fmt: skip
            run.keep()


def _tables(report: Report) -> Iterator[Table]:
    families, faults, proofs = (report[key] for key in ("families", "faults", "proofs"))
    rows = [[name, f"{families[name]:,}", what] for name, what in FAMILIES.items()]
    yield Table("", ["family", "pairs", "what"], rows)
    rows = [[what, marked(faults[name])] for name, what in FAULTS.items()]
    yield Table("", ["fault", "pairs"], rows)
    rows = [[what, f"{proofs[name]:,}"] for name, what in PROOFS.items()]
    yield Table("", ["found right by", "pairs"], rows)


def _notes(report: Report) -> Iterator[str]:
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


bench_adversarial = Study(
    "adversarial",
    {"pairs": measure},
    [
        Section("pairs", _tables, _notes, "bench:adversarial", head=_head),
        Section("pairs", notes=lambda found: [f"{_head(found)} {found['seconds']:,.0f} s"]),
    ],
    options={"pairs": 1_000_000, "seed": 1}, first="pairs",
)  # fmt: skip
