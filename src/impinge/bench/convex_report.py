"""The reports of ``impinge bench convex`` as tables, and as blocks in a text file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.report import OURS, query_table
from impinge.bench.tables import rich_table
from impinge.scenes.convex_pairs import SOLIDS

Report = dict[str, Any]

PEERS = {"coal": "coal", "fcl": "python-fcl", "mujoco": "mujoco"}
"""Names as imported, and as installed."""
BLOCKS = ("bench:convex", "bench:convex-accuracy")
"""Blocks of text files that can be filled."""


def convex_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_convex`."""
    for kind, questions in report["kinds"].items():
        for title, found in questions.items():
            yield query_table(f"{kind}-{kind}: {title} ({found['poses']:,} poses)", found)
            yield _remark(found)
    yield _single_table(report)
    yield _growth_table(report["growth"])
    for what in ("gap", "depth"):
        yield _accuracy_table(report["accuracy"], what)


def _remark(found: Report) -> str:
    """What the comparison of answers has shown, in words."""
    words = []
    for name, seen in found["agreement"].items():
        if seen["differs"]:
            state = (
                f"[red]{seen['unexplained']} not explained[/red]"
                if seen["unexplained"]
                else "the reference confirms ours"
            )
            words.append(f"{seen['differs']:,} answers differ from {name}: {state}")
    return ("; ".join(words) or "all answers agree") + "\n"


def _single_table(report: Report) -> Any:
    peers = [name for name in PEERS if name in report["peers"]]
    table = rich_table(
        "single calls, us, best of each pose; beyond the kernel: less the time in a batch",
        "pair", "question", "call", "kernel", "beyond", *peers, words=2,
    )  # fmt: skip
    for kind, questions in report["kinds"].items():
        for title, found in questions.items():
            one = found["single"]
            others = [f"{one['peers_us'][p]:.2f}" if p in one["peers_us"] else "" for p in peers]
            table.add_row(
                kind, title, f"{one['call_us']:.2f}", f"{one['kernel_us']:.2f}",
                f"{one['beyond_us']:.2f}", *others,
            )  # fmt: skip
    return table


def _growth_table(found: Report) -> Any:
    names = [name for name in found["rows"][0] if name not in {"vertices", "largest_difference"}]
    table = rich_table(
        f"growth: two hulls, us ({found['poses']} poses, batches)", "vertices", *names
    )
    for row in found["rows"]:
        table.add_row(f"{row['vertices']:,}", *[f"{row[name]:.2f}" for name in names])
    if found["exponents"]:
        table.add_section()
        table.add_row("exponent", *[f"{found['exponents'][name]:.2f}" for name in names])
    return table


def _accuracy_table(found: Report, what: str) -> Any:
    table = rich_table(f"worst error of a {what}, of the largest coordinate", "", *SOLIDS)
    for row in error_rows(found, what):
        table.add_row(*row)
    return table


def error_rows(found: Report, what: str) -> list[list[str]]:
    """A square of kinds: errors below its diagonal and on it; the other half is the same."""
    rows = []
    for i, first in enumerate(SOLIDS):
        cells = []
        for j, second in enumerate(SOLIDS):
            pair = found.get(f"{second}-{first}") if j <= i else None
            cells.append(_error(pair[what]) if pair else "")
        rows.append([first, *cells])
    return rows


def _error(value: float) -> str:
    return f"{value:.0e}".replace("e-0", "e-") if value else "0"


def convex_blocks(report: Report) -> dict[str, str]:
    """Text in Markdown for the blocks of pages, by name."""
    return dict(zip(BLOCKS, (_times_text(report), _accuracy_text(report)), strict=True))


def _times_text(report: Report) -> str:
    machine, versions = report["machine"], report["versions"]
    peers = [name for name in PEERS if name in report["peers"]]
    said = ", ".join(f"{PEERS[name]} {versions.get(PEERS[name], '?')}" for name in peers)
    lines = ["*Quick run: these figures only show that everything runs.*", ""] * report["quick"]
    where = f"`{report['command']}` on {machine['cpu']}, one thread, medians"
    what = f"Python {machine['python']}, numba {versions.get('numba', '?')}; {said or 'no peers'}"
    lines += [
        f"{where}, {what}. Peers: their time / impinge's, batch (single call).",
        "",
        f"| pair | question | poses | impinge batch / single [us] | {' | '.join(peers)} |",
        f"|---|---|---|---|{'---|' * len(peers)}",
    ]
    for kind, questions in report["kinds"].items():
        for title, found in questions.items():
            for group, row in found["classes"].items():
                own = " / ".join(f"{row['times'][name]['median_us']:.2f}" for name in OURS)
                cells = [_ratio_cell(row["ratios"], name) for name in peers]
                first = f"| {kind} | {title} | {group} ({row['poses']:,}) | {own} |"
                lines.append(first + "".join(f" {cell} |" for cell in cells))
    lines += [
        "",
        "Single calls, best of each pose, less an empty call; beyond: less the time in a batch.",
        "",
        f"| pair | question | single call [us] | kernel | beyond | {' | '.join(peers)} |",
        f"|---|---|---|---|---|{'---|' * len(peers)}",
    ]
    for kind, questions in report["kinds"].items():
        for title, found in questions.items():
            one = found["single"]
            others = [f"{one['peers_us'][p]:.2f}" if p in one["peers_us"] else "" for p in peers]
            lines.append(
                f"| {kind} | {title} | {one['call_us']:.2f} | {one['kernel_us']:.2f} | "
                f"{one['beyond_us']:.2f} |" + "".join(f" {cell} |" for cell in others)
            )
    lines += ["", *_collide_lines(report, peers)]
    return "\n".join(lines).rstrip()


def _collide_lines(report: Report, peers: list[str]) -> list[str]:
    """Beside the distance functions of peers, their collision functions, which give a contact."""
    lines = []
    for name in peers:
        cells = []
        for kind, questions in report["kinds"].items():
            total = questions["gap with points"]["classes"]["total"]
            if f"{name} collide" in total["times"]:
                cells.append(f"{kind} {_ratio_cell(total['ratios'], f'{name} collide')}")
        if cells:
            lines.append(f"- {name}, `collide` with one contact instead: {', '.join(cells)}.")
    return lines


def _ratio_cell(ratios: Report, name: str) -> str:
    shown = []
    for ours in OURS:
        if f"{name} / {ours}" not in ratios:
            return ""
        found = ratios[f"{name} / {ours}"]
        shown.append("refused" if found is None else f"{found['median']:.1f}x")
    return f"{shown[0]} ({shown[1]})"


def _accuracy_text(report: Report) -> str:
    found = report["accuracy"]
    counts = [sum(pair[f"{what}s"] for pair in found.values()) for what in ("gap", "depth")]
    least = min(pair["gaps"] + pair["depths"] for pair in found.values())
    said = f"{counts[0]:,} gaps and {counts[1]:,} depths, at least {least} poses a pair of kinds"
    lines = [f"`{report['command']}`: {said}."]
    for what in ("gap", "depth"):
        lines += [
            "",
            f"| worst error of a {what} | {' | '.join(SOLIDS)} |",
            f"|---|{'---|' * len(SOLIDS)}",
        ]
        lines += [f"| {' | '.join(row)} |" for row in error_rows(found, what)]
    return "\n".join(lines)
