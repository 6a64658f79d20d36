"""Reports as tables on a terminal, and as a block in a text file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from impinge.core.errors import FileError, ImpingeError

Report = dict[str, Any]
OURS = ("impinge batch", "impinge")


def tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_meshes`."""
    for name, pair in report["pairs"].items():
        faces = " / ".join(f"{count:,}" for count in pair["faces"])
        for query in ("first hit", "all pairs", "distance"):
            yield query_table(f"{name} ({faces} triangles): {query}", pair[query])
            yield _remark(query, pair[query])
        yield _build_table(f"{name}: build", pair["build"])
        speed = ", ".join(f"{k} {v['median']:.2f}x" for k, v in pair["threads"].items())
        yield f"from one thread to two: {speed}\n"
    yield _growth_table(report["growth"])
    start = report["startup"]
    yield (
        f"import {start['import_seconds']:.2f} s, process to first answer "
        f"{start['first_answer_seconds']:.2f} s (median of {start['processes']})"
    )


def query_table(title: str, found: Report) -> Any:
    """Times and ratios of one question, by class of poses."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold")
    for column in ("poses", "contender", "median us", "minimum us", "x batch", "x single"):
        table.add_column(column, justify="left" if column in ("poses", "contender") else "right")
    for group, row in found["classes"].items():
        for name, times in row["times"].items():
            shown = [_ratio(row["ratios"], name, ours) for ours in OURS]
            first = f"{group} ({row['poses']})" if name == OURS[0] else ""
            table.add_row(
                first, name, f"{times['median_us']:,.2f}", f"{times['minimum_us']:,.2f}", *shown,
                end_section=name == list(row["times"])[-1],
            )  # fmt: skip
    return table


def _ratio(ratios: Report, name: str, ours: str) -> str:
    """Median and minimum ratio; nothing for ourselves; refused where answers differ."""
    key = f"{name} / {ours}"
    if key not in ratios:
        return ""
    if ratios[key] is None:
        return "[red]refused[/red]"
    return f"{ratios[key]['median']:.2f} ({ratios[key]['minimum']:.2f})"


def _remark(query: str, found: Report) -> str:
    """What the comparison of answers has shown, in words."""
    words = []
    for name, seen in found["agreement"].items():
        if seen["differs"]:
            state = "ours are exact" if not seen["unexplained"] else (
                f"[red]{seen['unexplained']} not explained[/red]"
            )  # fmt: skip
            words.append(f"{seen['differs']} answers differ from {name}: {state}")
    if query == "all pairs":
        seen = found["reference"]
        words.append(
            f"{seen['wrong']} of {seen['pairs']:,} pairs differ from exact arithmetic "
            f"({seen['faces']:,} faces in {seen['poses']} poses)"
        )
        if seen["cgal"] is not None:
            words.append(f"{seen['cgal']} differ from CGAL")
    if query == "distance":
        words.append(
            f"largest error {found['error_of_largest_coordinate']:.1e} of the largest coordinate "
            f"({found['error_poses']} poses, {found['error_reference']})"
        )
    return ("; ".join(words) or "all answers agree") + "\n"


def _build_table(title: str, found: Report) -> Any:
    from rich.table import Table

    table = Table(title=f"{title} ({found['faces']:,} triangles)", title_justify="left",
                  title_style="bold")  # fmt: skip
    for column in ("what", "median ms", "minimum ms", "ratio"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, times in found["times"].items():
        key = "build / refit" if name == "impinge refit" else f"{name} / impinge"
        seen = found["ratios"].get(key)
        shown = f"{seen['median']:.2f} ({seen['minimum']:.2f})" if seen else ""
        table.add_row(
            name, f"{times['median_us'] / 1e3:.2f}", f"{times['minimum_us'] / 1e3:.2f}", shown
        )
    table.caption = (
        f"tree {found['bytes_per_triangle']:.0f} bytes a triangle, "
        f"mesh {found['mesh_bytes_per_triangle']:.0f}"
    )
    return table


def _growth_table(found: Report) -> Any:
    from rich.table import Table

    table = Table(title="growth (knot-bumpy), us", title_justify="left", title_style="bold")
    names = ("build", "first hit", "distance", "all pairs")
    for column in ("triangles", *names, "bytes / triangle"):
        table.add_column(column, justify="right")
    for row in found["rows"]:
        table.add_row(
            f"{row['faces']:,}", *[f"{row[name]:,.1f}" for name in names],
            f"{row['bytes_per_triangle']:.0f}",
        )  # fmt: skip
    if found["exponents"]:
        table.add_section()
        table.add_row("exponent", *[f"{found['exponents'][name]:.2f}" for name in names], "")
    return table


def markdown(report: Report) -> str:
    """The figures that the README quotes, as a table; medians."""
    lines = []
    if report["quick"]:
        lines += ["*Quick run: these figures only show that everything runs.*", ""]
    machine, versions = report["machine"], report["versions"]
    peers = ", ".join(
        f"{package} {versions[package]}"
        for package in ("coal", "python-fcl")
        if package in versions
    )
    command = report.get("command", "impinge bench meshes")
    where = f"`{command}` on {machine['cpu']}, one thread, medians, Python {machine['python']}"
    note = "Ratios are the peer's time / impinge's: batch (single call)."
    lines += [
        f"{where}, numba {versions.get('numba', '?')}; {peers}. {note}",
        "",
        "| meshes | question | impinge batch / single | coal | fcl |",
        "|---|---|---|---|---|",
    ]
    for name, pair in report["pairs"].items():
        for query, group in (("first hit", "total"), ("all pairs", "deep"), ("distance", "total")):
            row = pair[query]["classes"][group]
            own = " / ".join(f"{row['times'][ours]['median_us']:,.1f}" for ours in OURS)
            cells = [_cell(row["ratios"], peer) for peer in ("coal", "fcl")]
            lines.append(f"| {name} | {query} | {own} us | {' | '.join(cells)} |")
        seen = pair["build"]
        own = f"{seen['times']['impinge']['median_us'] / 1e3:.1f} ms"
        cells = [_cell(seen["ratios"], peer, ("impinge",)) for peer in ("coal", "fcl")]
        lines.append(f"| {name} | build | {own} | {' | '.join(cells)} |")
    first = next(iter(report["pairs"].values()))
    worst = max(p["distance"]["error_of_largest_coordinate"] for p in report["pairs"].values())
    wrong = sum(p["all pairs"]["reference"]["wrong"] for p in report["pairs"].values())
    checked = sum(p["all pairs"]["reference"]["pairs"] for p in report["pairs"].values())
    powers = ", ".join(f"{k} {v:.2f}" for k, v in report["growth"]["exponents"].items())
    speed = ", ".join(f"{k} {v['median']:.2f}x" for k, v in first["threads"].items())
    start = report["startup"]
    refit = first["build"]["ratios"]["build / refit"]["median"]
    size = first["build"]["bytes_per_triangle"]
    lines += [
        "",
        f"- Refit: {refit:.0f} times faster than build. Tree: {size:.0f} bytes a triangle.",
        f"- Pairs of triangles that differ from exact arithmetic: {wrong} of {checked:,}.",
        f"- Largest error of a distance: {worst:.1e} of the largest coordinate.",
        f"- Growth with the number of triangles, exponents: {powers}.",
        f"- From one thread to two: {speed}.",
        f"- `import impinge` {start['import_seconds']:.2f} s.",
        f"- Fresh process to first answer: {start['first_answer_seconds']:.2f} s.",
    ]
    return "\n".join(lines)


def _cell(ratios: Report, peer: str, ours: tuple[str, ...] = OURS) -> str:
    shown = []
    for name in ours:
        key = f"{peer} / {name}"
        if key not in ratios:
            return "not measured"
        found = ratios[key]
        shown.append("refused" if found is None else f"{found['median']:.1f}x")
    return shown[0] + (f" ({shown[1]})" if len(shown) > 1 else "")


def around_block(path: Path, name: str) -> tuple[str, str]:
    """What stands before and after the text between ``<!-- name -->`` and ``<!-- /name -->``."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = _page(path).partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ImpingeError(f"{path}: has no block {begin} ... {end}")
    return before, after


def _page(path: Path) -> str:
    """The text of a page to be filled: one that cannot be written is refused before measuring."""
    text = path.read_text(encoding="utf-8")
    if not os.access(path, os.W_OK):
        raise FileError(f"{path}: cannot be written")
    return text


def has_block(path: Path, name: str) -> bool:
    """Whether a text file has such a block."""
    return f"<!-- {name} -->" in _page(path)


def fill_block(path: Path, name: str, text: str) -> None:
    """Replace what stands between ``<!-- name -->`` and ``<!-- /name -->`` in a text file."""
    before, after = around_block(path, name)
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
