"""Steps of whole cloths as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.ccd_peers import ADDITIVE, AS_IT_COMES, SAME_QUESTION, STEP_PEERS
from impinge.bench.ccd_steps import ALL, OURS
from impinge.bench.tables import Report, TableOf
from impinge.bench.timing import exponent

HEADS = {SAME_QUESTION: "ipctk", AS_IT_COMES: "default rescaling", ADDITIVE: "additive, no proof"}


def step_tables(report: Report) -> Iterator[TableOf]:
    """Times, answers, and how times grow."""
    yield "a step of a whole mesh, one thread, ms", *_times(report["steps"])
    yield "its answers, pairs and memory", *_answers(report["steps"])
    if report["growth"]:
        head, rows = _times(report["growth"])
        yield "sheets that meet, one thread, ms", head, [*rows, _powers(report["growth"])]


def step_remarks(report: Report) -> list[str]:
    """Whether answers are what they must be, in words."""
    every = [*report["steps"].values(), *report["growth"].values()]
    late, other = sum(seen["late"] for seen in every), sum(not seen["same"] for seen in every)
    words = f"{len(every)} steps: {late} end later than all pairs asked one by one allow"
    lines = [f"{words}; {other} are others where all impacts are asked for"]
    for name in STEP_PEERS:
        found = [seen["peers"][name] for seen in every if name in seen["peers"]]
        if found:
            late, longer = (sum(one[key] for one in found) for key in ("late", "ours_is_smaller"))
            lines.append(f"{name}: {late} of {len(found)} late, {longer} longer than ours")
    for name, seen in report["steps"].items():
        if seen["known_time"] is not None:
            early = seen["known_time"] - seen["step"]
            lines.append(f"{name}: the earliest exact time of its set is later by {early:.1e}")
    phases = sorted({seen["phase"] for seen in every if seen["phase"] is not None})
    if phases:
        lines.append(f"ipctk with its fastest broad phase on each: {', '.join(phases)}")
    return lines


def _times(cases: Report) -> tuple[list[str], list[list[str]]]:
    peers = _peers(cases)
    head = ["mesh", "triangles", OURS, "with all impacts"]
    for name in peers:
        head += [HEADS[name], "ratio"]
    rows = []
    for name, seen in cases.items():
        times = seen["times"]
        label = "sheets that meet" if name.isdecimal() else name
        row = [label, f"{seen['triangles']:,}", f"{times[OURS]:,.1f}", f"{times[ALL]:,.1f}"]
        for peer in peers:
            row += [f"{times[peer]:,.1f}", _ratio(seen, seen["peers"][peer])]
        rows.append(row)
    return head, rows


def _ratio(seen: Report, found: Report) -> str:
    """How much faster, of answers that are right."""
    wrong = seen["late"] or found["late"] or found["ours_is_smaller"]
    return "answers differ" if wrong else f"{found['ratio']:,.1f}x"


def _powers(cases: Report) -> list[str]:
    """The powers of the size with which times grow."""
    sizes = [seen["triangles"] for seen in cases.values()]

    def power(name: str) -> str:
        return f"n^{exponent(sizes, [seen['times'][name] for seen in cases.values()]):.2f}"

    row = ["grows with", "", power(OURS), power(ALL)]
    for peer in _peers(cases):
        row += [power(peer), ""]
    return row


def _answers(cases: Report) -> tuple[list[str], list[list[str]]]:
    peers = _peers(cases)
    head = ["mesh", "first contact", "our step", *(HEADS[name] for name in peers)]
    head += ["pairs asked", "pairs of boxes", "impacts"]
    measured = any(seen["memory"] for seen in cases.values())
    head += ["MB, ours", *(["MB, ipctk"] if peers else [])] if measured else []
    rows = []
    for name, seen in cases.items():
        row = [name, _first(seen), _step(seen["step"])]
        row += [_step(seen["peers"][peer]["step"]) for peer in peers]
        row += [f"{seen[key]:,}" for key in ("tested", "candidates", "impacts")]
        if measured:
            row += [_added(seen["memory"], OURS)]
            row += [_added(seen["memory"], SAME_QUESTION)] if peers else []
        rows.append(row)
    return head, rows


def _peers(cases: Report) -> list[str]:
    return [name for name in STEP_PEERS if all(name in seen["peers"] for seen in cases.values())]


def _first(seen: Report) -> str:
    """The times between which it lies; the digits that they have in common, and one more."""
    lower, upper = seen["first_contact"]
    if seen["status"] == "FREE":
        return "none"
    return f"{lower:.9g} to {upper:.9g}"


def _step(step: float) -> str:
    return f"{step:.9g}"


def _added(memory: dict[str, Any], name: str) -> str:
    return f"{memory[name]['added_mb']:,.0f}" if name in memory else "-"
