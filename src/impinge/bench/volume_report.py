"""What the figures of ``impinge bench volumes`` say: tables, blocks of a page, and who is best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from impinge.bench import volume_findings as findings
from impinge.bench import volume_plots as plots
from impinge.bench.render import Report, Section, Table, listed, run_text, table, tabled, unfold
from impinge.bench.volume_findings import MEASURED, MODEL, best, best_k, cheapest, frame_costs
from impinge.bench.volume_scenes import QUESTIONS
from impinge.bench.volume_walks import ASKED, FEW_QUERIES, STRATEGIES

Parts = Iterator[str | Table]

FEW_WRONG = 0.1
"""Share of wrong answers that walks cut short are compared at."""
AGREED = "all answers agree with impinge.overlap, intersecting_pairs and distance"
MEANS = "means a query; bold: the fastest; measured includes walking and the call"
COSTS = {
    "question": "{question}", "volume": "{volume}", "N_u": "{updates:,.0f}",
    "C_u ns": "{update_ns:.0f}", "N_bv": "{volume_tests:,.0f}", "C_bv ns": "{volume_ns:.0f}",
    "N_p": "{primitive_tests:,.0f}", "C_p ns": "{C_p:.0f}", "F us": "{model_us:,.1f}",
    "measured us": "{measured_us:,.1f}",
}  # fmt: skip
TIGHTNESS = {
    "volume": "{volume}", "root": "{root:.2f}", "mean of nodes": "{mean:.2f}",
    "build ms": "{build_us!k:.2f}", "refit ms": "{refit_us!k:.2f}", "call us": "{call_us:.1f}",
}  # fmt: skip
UPDATES = {
    "volume": "{volume}", "question": "{question}", "strategy": "{strategy}",
    "update": "{update_us:,.0f}", "query": "{query_us:,.0f}", "together": "{total_us:,.0f}",
    "updates": "{updates:,.0f}", "volume tests": "{volume_tests:,.0f}",
}  # fmt: skip
ORDERS = {
    "shape": "{shape}", "volume": "{volume}", "question": "{question}", "order": "{order}",
    "volume tests": "{volume_tests:,.0f}", "triangle tests": "{primitive_tests:,.0f}",
    "us": "{measured_us:,.0f}",
}  # fmt: skip
CLIMBING = {
    "degrees a frame": "{degrees:g}", "steps a frame": "{steps:.1f}",
    "climbed [us]": "{climbed_us:.2f}", "every vertex [us]": "{recomputed_us:.0f}",
    "ratio": "{ratio:.0f}x",
}  # fmt: skip
"""Columns of tables."""


def _bold(text: Any, *, marked: bool) -> str:
    return f"[bold]{text}[/bold]" if marked else str(text)


def _by_shape(report: Report, cell: Callable[[Report, str], str], title: str = "") -> Table:
    """A table of shapes and questions, from a scene and a question."""
    rows = [{"shape": name, "scene": scene} for name, scene in report["scenes"].items()]
    columns: Any = {q: lambda row, q=q: cell(row["scene"], q) for q in QUESTIONS}
    return table(title, rows, {"shape": "{shape}", **columns})


def _scenes(report: Report) -> Iterator[Table]:
    for name, scene in report["scenes"].items():
        volumes, prices = scene["volumes"], scene["prices"]
        rows = [
            {"question": f"{q} ({scene['poses'][q]})", "C_p": scene["primitive_ns"][q],
             "volume": _bold(volume, marked=volume == best(volumes, q)),
             **row["questions"][q], **prices[volume]}
            for q in QUESTIONS
            for volume, row in volumes.items()
        ]  # fmt: skip
        title = f"{name} ({scene['faces']:,} triangles): F = N_u C_u + N_bv C_bv + N_p C_p"
        yield table(f"{title} by volume", rows, COSTS, words=2, groups=1, caption=MEANS)
        title = f"{name}: tightness (volume / convex hull), build and refit"
        rows = [{"volume": v, **row, **row["tightness"], **prices[v]} for v, row in volumes.items()]
        yield table(title, rows, TIGHTNESS, absent="flat")


def _best_k(report: Report) -> Iterator[Table]:
    def cell(scene: Report, question: str) -> str:
        measured, model = (best_k(scene["volumes"], question, by) for by in (MEASURED, MODEL))
        return f"{measured} ({model})"

    yield _by_shape(report, cell, "best k of k-DOPs: measured (by F)")


def _sections(report: Report) -> Iterator[Table]:
    scenes = report["scenes"]

    def cell(section: str, scene: str, row: Report) -> str:
        found, name, question = scenes[scene][section], row["name"], row["question"]
        text = "{measured_us:,.0f} ({model_us:,.0f})".format_map(found[name]["questions"][question])
        return _bold(text, marked=best(found, question) == name)

    for section in findings.TREES:
        rows: list[Report] = []
        for question in QUESTIONS:
            for name in next(iter(scenes.values()))[section]:
                trees = [scene[section][name] for scene in scenes.values()]
                means = {k: np.mean([tree[k] for tree in trees]) for k in ("nodes", "build_us")}
                rows.append({"question": question, "name": name, **means})
        columns: Any = {
            "question": "{question}", section: "{name}",
            **{scene: partial(cell, section, scene) for scene in scenes},
            "nodes": "{nodes:,.0f}", "build ms": "{build_us!k:.2f}",
        }  # fmt: skip
        yield table(f"{section}: measured us a query (F)", rows, columns, words=2, groups=1)


def _updates(report: Report) -> Iterator[Table]:
    when = "ten queries pay for a rebuild from frame {frame} on ({decay:.2f} times as loose as a "
    for name, found in report["updates"].items():
        rows, notes = [], []
        for volume, of in found["volumes"].items():
            for question, pays in of["pays"].items():
                costs = frame_costs(of[question])
                for strategy, cost in costs.items():
                    done = of[question][strategy]
                    means = {k: np.mean(done[k]) for k in ("updates", "volume_tests")}
                    marked = _bold(strategy, marked=strategy == cheapest(costs))
                    names = {"volume": volume, "question": question, "strategy": marked}
                    rows.append({**names, **cost, **means})
                if pays["frame"] is not None:
                    notes.append(f"{volume}, {question}: {when.format_map(pays)}new tree)")
            refit, rebuilt = (of["looseness"][how][-1] for how in ("refit", "rebuild"))
            said = f"{refit:.1f} refitted bottom-up, {rebuilt:.1f} rebuilt"
            notes.append(f"{volume}: looseness at the end {said}")
        size = "({faces:,} triangles, {frames} frames)".format_map(found)
        title, caption = f"{name} {size}: us a frame, median", "\n".join(notes)
        yield table(title, rows, UPDATES, words=3, groups=2, caption=caption)


def _cut_short(report: Report) -> Iterator[Table]:
    cut = report["cut short"]
    columns: Any = {"volume tests": lambda k: f"{cut['most_tests'][k]:,}"}
    for order, row in cut["orders"].items():
        columns[f"{order} wrong"] = lambda k, row=row: f"{row['wrong'][k]:.1%}"
        columns[f"{order} us"] = lambda k, row=row: f"{row['time_us'][k]:.0f}"
    limits: Any = range(len(cut["most_tests"]))
    title = f"walks cut short ({cut['poses']} poses, {cut['touching']:.0%} touching): "
    yield table(title + "wrong answers, mean us", limits, columns, words=0)
    shown = {"predicted": "{predicted:.2f}", "observed": "{observed:.2f}", "answers": "{count:,}"}
    title = "reliability of the probable order: predicted and observed overlap"
    yield table(title, cut["reliability"], shown, words=0)


_climbing = tabled(
    "hill climbing: {climbing[vertices]:,} vertices, k = {climbing[k]}", CLIMBING, "climbing",
    within="rows", words=0,
)  # fmt: skip


def _run_page(report: Report) -> Parts:
    scenes = report["scenes"]
    faces = ", ".join(f"{name} {of['faces']:,}" for name, of in scenes.items())
    counts = next(iter(scenes.values()))["poses"]
    poses = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    run = run_text(report, f", one thread, best of {report['repetitions']} repetitions")
    yield f"{run} Triangles: {faces}. Poses: {poses}."


def _conclusions(report: Report) -> Iterator[str]:
    """What to take from all the tables, in a few lines."""
    volumes = findings.relative(report, "volumes", "aabb")
    for question in QUESTIONS:
        ranked = sorted((found[question], name) for name, found in volumes.items())
        (least, fastest), *others = ranked[:3]
        rest = ", ".join(f"{name} {ratio / least:.2f}x" for ratio, name in others)
        said = f"{fastest} is fastest, {1.0 / least:.1f} times as fast as aabb; then {rest}"
        yield f"**{question}**: over all shapes {said} its time."
    ks = {q: {best_k(of["volumes"], q) for of in report["scenes"].values()} for q in QUESTIONS}
    said = "; ".join(f"{q} {', '.join(map(str, sorted(k)))}" for q, k in ks.items())
    yield f"**Best k**: {said}, by shape."
    leaves = findings.relative(report, "leaf sizes", "1")
    least_of = {q: min((found[q], name) for name, found in leaves.items()) for q in QUESTIONS}
    said = "; ".join(f"{q} {name} ({t:.2f} of 1's time)" for q, (t, name) in least_of.items())
    yield f"**Leaf size**: {said}."
    won = findings.cheapest_strategies(report)
    cases = f"of {sum(won.values())} cases"
    said = ", ".join(f"{name} is cheapest in {count} {cases}" for name, count in won.items())
    yield f"**Update and one query a frame**: {said}."
    hit = findings.fewer_tests(report, "first hit", "depth", "breadth")
    near = findings.fewer_tests(report, "distance", "best", "depth")
    yield (
        f"**Orders**: to a first hit, depth-first makes {hit[0]:.1f} to {hit[1]:.1f} times fewer "
        f"volume tests than breadth-first; for a distance, best-first {near[0]:.1f} to "
        f"{near[1]:.1f} times fewer than depth-first."
    )
    slow, fast = (report["climbing"]["rows"][k] for k in (0, -1))
    yield (
        f"**Hill climbing**: {slow['ratio']:.0f} times as fast as recomputation at "
        f"{slow['degrees']:g} degrees a frame, {fast['ratio']:.0f} times at {fast['degrees']:g}."
    )


def _costs_page(report: Report) -> Parts:
    def cell(scene: Report, question: str) -> str:
        volumes = scene["volumes"]
        equal = findings.as_good(volumes, question)
        us = volumes[equal[0]]["questions"][question][MEASURED]
        return f"**{', '.join(equal)}** {us:,.0f} us (F: {best(volumes, question, MODEL)})"

    name, first = next(iter(report["scenes"].items()))
    primitive = ", ".join(f"{q} {ns:.0f} ns" for q, ns in first["primitive_ns"].items())
    yield "Fastest by measured time, all within 5 % of it, and in brackets by F alone:"
    yield _by_shape(report, cell)
    yield f"Prices on {name}; one test of two triangles: {primitive}."
    yield table("", unfold(first["prices"], "volume"), {
        "volume": "{volume}", "C_u [ns]": "{update_ns:.0f}", "C_bv [ns]": "{volume_ns:.0f}",
        "call [us]": "{call_us:.0f}",
    })  # fmt: skip


def _tightness_page(report: Report) -> Parts:
    def cell(of: Report, volume: str) -> str:
        ratios = (of["volumes"][volume]["tightness"][part] for part in ("root", "mean"))
        return " / ".join(
            "flat" if ratio is None else f"{ratio:.2f}" if ratio < 10.0 else f"{ratio:.0f}"
            for ratio in ratios
        )

    scenes = report["scenes"]
    columns: Any = {name: partial(cell, scene) for name, scene in scenes.items()}
    volumes = list(next(iter(scenes.values()))["volumes"])
    yield "Root / mean of nodes:"
    yield table("", volumes, {"volume": str, **columns})


def _best_k_page(report: Report) -> Parts:
    def cell(scene: Report, question: str) -> str:
        rows, k = findings.by_k(scene["volumes"]), best_k(scene["volumes"], question)
        six, least = (rows[n]["questions"][question][MEASURED] for n in (6, k))
        return f"**{k}** ({six / least:.1f}x)"

    yield "Best k, and how much faster it is than k = 6:"
    yield _by_shape(report, cell)


def _trees_page(report: Report) -> Parts:
    rows = []
    for section, (_, base, label) in findings.TREES.items():
        for name, found in findings.relative(report, section, base).items():
            sections = [scene[section] for scene in report["scenes"].values()]
            build = np.mean([of[name]["build_us"] / of[base]["build_us"] for of in sections])
            rows.append({"tree": f"{name}{label}", **found, "build": build})

    def cell(scene: Report, question: str) -> str:
        leaves = scene["leaf sizes"]
        return f"**{best(leaves, question)}** (F: {best(leaves, question, MODEL)})"

    columns = {name: f"{{{name}:.2f}}" for name in (*QUESTIONS, "build")}
    yield "Time relative to the base tree, geometric means over the shapes:"
    yield table("", rows, {"tree": "{tree}", **columns})
    yield "Best leaf size by measured time, and by F alone:"
    yield _by_shape(report, cell)


def _updates_page(report: Report) -> Parts:
    rows, notes = [], []
    for of in unfold({n: m["volumes"] for n, m in report["updates"].items()}, "name", "volume"):
        name, volume = of["name"], of["volume"]
        for question in ASKED:
            costs = frame_costs(of[question])
            times = {s: f"{cost['total_us']:,.0f}" for s, cost in costs.items()}
            times[cheapest(costs)] = f"**{times[cheapest(costs)]}**"
            rows.append({"deformation": name, "volume": volume, "question": question, **times})
        ratios = np.divide(of["looseness"]["refit"], of["looseness"]["rebuild"])
        when = "a frame do not pay for a rebuild"
        if (frame := of["pays"]["all pairs"]["frame"]) is not None:
            when = f"of all pairs a frame pay for a rebuild from frame {frame} on"
        notes.append(
            f"{name}, {volume}: {ratios[0]:.2f} times as loose as a new tree after the first "
            f"frame, {ratios[-1]:.2f} after the last; {FEW_QUERIES} queries {when}."
        )
    yield "Update and one query, us a frame:"
    heads = ("deformation", "volume", "question", *STRATEGIES)
    yield table("", rows, {head: f"{{{head}}}" for head in heads})
    yield listed(notes)


def _orders_page(report: Report) -> Parts:
    heads = HEADS[:-1]
    columns = {head: f"{{{head}}}" for head in heads}
    for order in plots.ORDER_LOOKS:
        columns[order] = f"{{{order}[volume_tests]:,.0f}} ({{{order}[measured_us]:,.0f}} us)"
    yield "Volume tests a query, and its time:"
    yield table("", unfold(report["orders"], *heads), columns)


def _probable_page(report: Report) -> Parts:
    cut, rows = report["cut short"], []
    for order, found in cut["orders"].items():
        tests = findings.enough_tests(cut, order, FEW_WRONG)
        us = None if tests is None else found["time_us"][cut["most_tests"].index(tests)]
        rows.append({"order": order, "tests": "never" if tests is None else f"{tests:,}", "us": us})
    yield f"What it takes until no more than {FEW_WRONG:.0%} of the answers are wrong:"
    yield table("", rows, {"order": "{order}", "volume tests": "{tests}", "mean us": "{us:.0f}"})
    form = "Where the probable order says {predicted:.2f} in the mean, {observed:.0%} overlap "
    yield from ((form + "({count:,} answers).").format_map(row) for row in cut["reliability"][-1:])


def _climbing_page(report: Report) -> Parts:
    yield "{vertices:,} vertices, k = {k}:".format_map(report["climbing"])
    yield from (replace(shown, title="") for shown in _climbing(report))


def _section(key: str, block: str, page: Any, tables: Any = None, *names: str) -> Section:
    drawn = {f"volumes_{name}.png": getattr(plots, f"draw_{name}") for name in names}
    shown = {"tables": tables} if tables else {}
    return Section(key, block=f"bench:volumes-{block}", page=page, plots=drawn, **shown)


WALKED = "orders of walking: volume tests, triangle tests, measured us"
HEADS = ("shape", "volume", "question", "order")
_orders = tabled(WALKED, ORDERS, "orders", names=HEADS, words=4, groups=3)
SECTIONS = [
    _section("scenes", "run", _run_page, _scenes),
    _section("scenes", "short", lambda report: [listed(_conclusions(report))]),
    _section("scenes", "costs", _costs_page, None, "costs"),
    _section("scenes", "tightness", _tightness_page, None, "tightness"),
    _section("scenes", "k", _best_k_page, _best_k, "k"),
    _section("scenes", "trees", _trees_page, _sections, "trees"),
    _section("updates", "updates", _updates_page, _updates, "updates", "decay"),
    _section("orders", "orders", _orders_page, _orders, "orders"),
    _section("cut short", "probable", _probable_page, _cut_short, "probable"),
    _section("climbing", "climbing", _climbing_page, _climbing, "climbing"),
    Section("scenes", notes=lambda _: [AGREED]),
]
