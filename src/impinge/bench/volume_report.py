"""The figures of ``impinge bench volumes`` as tables on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.tables import rich_table
from impinge.bench.volume_findings import MEASURED, MODEL, best, best_k, frame_costs
from impinge.bench.volume_scenes import QUESTIONS

Report = dict[str, Any]


def volume_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_volumes`."""
    for name, scene in report["scenes"].items():
        yield _volumes(name, scene)
        yield _fits(name, scene)
    yield _best_k(report)
    for section in ("builders", "arities", "leaf sizes"):
        yield _section(report, section)
    for name, found in report["updates"].items():
        yield _updates(name, found)
    yield _orders(report)
    yield _cut_short(report["cut short"])
    yield _reliability(report["cut short"])
    yield _climbing(report["climbing"])
    yield "all answers agree with impinge.overlap, intersecting_pairs and distance"


def _volumes(name: str, scene: Report) -> Any:
    table = rich_table(
        f"{name} ({scene['faces']:,} triangles): F = N_u C_u + N_bv C_bv + N_p C_p by volume",
        "question", "volume", "N_u", "C_u ns", "N_bv", "C_bv ns", "N_p", "C_p ns", "F us",
        "measured us", words=2,
    )  # fmt: skip
    for question in QUESTIONS:
        rows = scene["volumes"]
        fastest = best(rows, question)
        for volume, row in rows.items():
            found, price = row["questions"][question], scene["prices"][volume]
            first = volume == next(iter(rows))
            table.add_row(
                f"{question} ({scene['poses'][question]})" if first else "",
                f"[bold]{volume}[/bold]" if volume == fastest else volume,
                f"{found['updates']:,.0f}", f"{price['update_ns']:.0f}",
                f"{found['volume_tests']:,.0f}", f"{price['volume_ns']:.0f}",
                f"{found['primitive_tests']:,.0f}", f"{scene['primitive_ns'][question]:.0f}",
                f"{found[MODEL]:,.1f}", f"{found[MEASURED]:,.1f}",
                end_section=volume == list(rows)[-1],
            )  # fmt: skip
    table.caption = "means a query; bold: the fastest; measured includes walking and the call"
    return table


def _fits(name: str, scene: Report) -> Any:
    table = rich_table(
        f"{name}: tightness (volume / convex hull), build and refit",
        "volume", "root", "mean of nodes", "build ms", "refit ms", "call us",
    )  # fmt: skip
    for volume, row in scene["volumes"].items():
        tight = row["tightness"]
        table.add_row(
            volume, *[_known(tight[of], "{:.2f}") for of in ("root", "mean")],
            f"{row['build_us'] / 1e3:.2f}", f"{row['refit_us'] / 1e3:.2f}",
            f"{scene['prices'][volume]['call_us']:.1f}",
        )  # fmt: skip
    return table


def _best_k(report: Report) -> Any:
    table = rich_table("best k of k-DOPs: measured (by F)", "shape", *QUESTIONS)
    for name, scene in report["scenes"].items():
        rows = scene["volumes"]
        cells = [f"{best_k(rows, q)} ({best_k(rows, q, MODEL)})" for q in QUESTIONS]
        table.add_row(name, *cells)
    return table


def _section(report: Report, section: str) -> Any:
    scenes = report["scenes"]
    table = rich_table(
        f"{section}: measured us a query (F)", "question", section, *scenes, "nodes", "build ms",
        words=2,
    )  # fmt: skip
    names = list(next(iter(scenes.values()))[section])
    for question in QUESTIONS:
        fastest = {scene: best(found[section], question) for scene, found in scenes.items()}
        for name in names:
            cells = []
            for scene, found in scenes.items():
                row = found[section][name]["questions"][question]
                text = f"{row[MEASURED]:,.0f} ({row[MODEL]:,.0f})"
                cells.append(f"[bold]{text}[/bold]" if fastest[scene] == name else text)
            rows = [found[section][name] for found in scenes.values()]
            table.add_row(
                question if name == names[0] else "", name, *cells,
                f"{sum(row['nodes'] for row in rows) / len(rows):,.0f}",
                f"{sum(row['build_us'] for row in rows) / len(rows) / 1e3:.2f}",
                end_section=name == names[-1],
            )  # fmt: skip
    return table


def _updates(name: str, found: Report) -> Any:
    table = rich_table(
        f"{name} ({found['faces']:,} triangles, {found['frames']} frames): us a frame, median",
        "volume", "question", "strategy", "update", "query", "together", "updates",
        "volume tests", words=3,
    )  # fmt: skip
    notes = []
    for volume, rows in found["volumes"].items():
        for question, pays in rows["pays"].items():
            costs = frame_costs(rows[question])
            fastest = min(costs, key=lambda s: costs[s]["total_us"])
            for strategy, cost in costs.items():
                first = strategy == next(iter(costs))
                done = rows[question][strategy]
                table.add_row(
                    volume if first else "", question if first else "",
                    f"[bold]{strategy}[/bold]" if strategy == fastest else strategy,
                    f"{cost['update_us']:,.0f}", f"{cost['query_us']:,.0f}",
                    f"{cost['total_us']:,.0f}",
                    f"{sum(done['updates']) / len(done['updates']):,.0f}",
                    f"{sum(done['volume_tests']) / len(done['volume_tests']):,.0f}",
                    end_section=strategy == list(costs)[-1],
                )  # fmt: skip
            if pays["frame"] is not None:
                notes.append(
                    f"{volume}, {question}: ten queries pay for a rebuild from frame "
                    f"{pays['frame']} on ({pays['decay']:.2f} times as loose as a new tree)"
                )
        loose = rows["looseness"]
        notes.append(
            f"{volume}: looseness at the end {loose['refit'][-1]:.1f} refitted bottom-up, "
            f"{loose['rebuild'][-1]:.1f} rebuilt"
        )
    table.caption = "\n".join(notes)
    return table


def _orders(report: Report) -> Any:
    table = rich_table(
        "orders of walking: volume tests, triangle tests, measured us",
        "shape", "volume", "question", "order", "volume tests", "triangle tests", "us", words=4,
    )  # fmt: skip
    for name, volumes in report["orders"].items():
        for volume, questions in volumes.items():
            for question, orders in questions.items():
                for order, row in orders.items():
                    first = order == next(iter(orders))
                    table.add_row(
                        *((name, volume, question) if first else ("", "", "")), order,
                        f"{row['volume_tests']:,.0f}", f"{row['primitive_tests']:,.0f}",
                        f"{row['measured_us']:,.0f}", end_section=order == list(orders)[-1],
                    )  # fmt: skip
    return table


def _cut_short(cut: Report) -> Any:
    orders = cut["orders"]
    table = rich_table(
        f"walks cut short ({cut['poses']} poses, {cut['touching']:.0%} touching): "
        "wrong answers, mean us",
        "volume tests", *[f"{order} {what}" for order in orders for what in ("wrong", "us")],
        words=0,
    )  # fmt: skip
    for k, tests in enumerate(cut["most_tests"]):
        cells = []
        for row in orders.values():
            cells += [f"{row['wrong'][k]:.1%}", f"{row['time_us'][k]:.0f}"]
        table.add_row(f"{tests:,}", *cells)
    return table


def _reliability(cut: Report) -> Any:
    table = rich_table(
        "reliability of the probable order: predicted and observed overlap",
        "predicted", "observed", "answers", words=0,
    )  # fmt: skip
    for row in cut["reliability"]:
        table.add_row(f"{row['predicted']:.2f}", f"{row['observed']:.2f}", f"{row['count']:,}")
    return table


def _climbing(found: Report) -> Any:
    table = rich_table(
        f"hill climbing: {found['vertices']:,} vertices, k = {found['k']}, us a frame",
        "degrees a frame", "steps a frame", "climbed", "recomputed", "ratio", words=0,
    )  # fmt: skip
    for row in found["rows"]:
        table.add_row(
            f"{row['degrees']:g}", f"{row['steps']:.1f}", f"{row['climbed_us']:.2f}",
            f"{row['recomputed_us']:.1f}", f"{row['ratio']:.0f}x",
        )  # fmt: skip
    return table


def _known(value: float | None, shown: str) -> str:
    return "flat" if value is None else shown.format(value)
