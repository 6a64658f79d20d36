"""The figures of ``impinge bench volumes`` as blocks of a text: tables, and what they say."""

from __future__ import annotations

from typing import Any

from impinge.bench.volume_findings import (
    MEASURED,
    MODEL,
    as_good,
    best,
    best_k,
    by_k,
    cheapest_strategies,
    enough_tests,
    fewer_tests,
    frame_costs,
    overall,
    relative,
    relative_all,
)
from impinge.bench.volume_scenes import QUESTIONS
from impinge.bench.volume_updates import ASKED, FEW_QUERIES, STRATEGIES

Report = dict[str, Any]

BLOCKS = (
    "run",
    "short",
    "costs",
    "tightness",
    "k",
    "trees",
    "updates",
    "orders",
    "probable",
    "climbing",
)
"""A text has a block ``bench:volumes-NAME`` for each."""
FEW_WRONG = 0.1
"""Share of wrong answers that walks cut short are compared at."""


def volume_text(report: Report) -> dict[str, str]:
    """Markdown by the name of its block."""
    texts = (
        _run(report), _short(report), _costs(report), _tightness(report), _best_k(report),
        _trees(report), _updates(report), _orders(report), _probable(report["cut short"]),
        _climbing(report["climbing"]),
    )  # fmt: skip
    return dict(zip(BLOCKS, texts, strict=True))


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _run(report: Report) -> str:
    machine, versions = report["machine"], report["versions"]
    quick = "*Quick run: these figures only show that everything runs.*\n\n"
    faces = ", ".join(f"{name} {found['faces']:,}" for name, found in report["scenes"].items())
    poses = next(iter(report["scenes"].values()))["poses"]
    return (quick if report["quick"] else "") + (
        f"`{report.get('command', 'impinge bench volumes')}` on {machine['cpu']}, one thread, best "
        f"of {report['repetitions']} repetitions, Python {machine['python']}, numba "
        f"{versions.get('numba', '?')}. Triangles: {faces}. Poses: "
        + ", ".join(f"{question} {count}" for question, count in poses.items())
        + "."
    )


def _short(report: Report) -> str:
    """What to take from all the tables, in a few lines."""
    scenes = report["scenes"]
    lines = []
    for question in QUESTIONS:
        fastest, *others = list(overall(report, question).items())[:3]
        rest = ", ".join(f"{name} {ratio / fastest[1]:.2f}x" for name, ratio in others)
        lines.append(
            f"**{question}**: over all shapes {fastest[0]} is fastest, {1.0 / fastest[1]:.1f} "
            f"times as fast as aabb; then {rest} its time."
        )
    best_ks = {
        q: sorted({best_k(scene["volumes"], q) for scene in scenes.values()}) for q in QUESTIONS
    }
    lines.append(
        "**Best k**: "
        + "; ".join(f"{q} {', '.join(map(str, found))}" for q, found in best_ks.items())
        + ", by shape."
    )
    leaves = {q: relative(report, "leaf sizes", "1", q) for q in QUESTIONS}
    lines.append(
        "**Leaf size**: "
        + "; ".join(
            f"{q} {min(found, key=found.__getitem__)} ({min(found.values()):.2f} of 1's time)"
            for q, found in leaves.items()
        )
        + "."
    )
    won = cheapest_strategies(report)
    total = sum(won.values())
    lines.append(
        "**Update and one query a frame**: "
        + ", ".join(
            f"{name} is cheapest in {count} of {total} cases" for name, count in won.items()
        )
        + "."
    )
    hit, near = (
        fewer_tests(report, "first hit", "depth", "breadth"),
        fewer_tests(report, "distance", "best", "depth"),
    )
    lines.append(
        f"**Orders**: to a first hit, depth-first makes {hit[0]:.1f} to {hit[1]:.1f} times fewer "
        f"volume tests than breadth-first; for a distance, best-first {near[0]:.1f} to "
        f"{near[1]:.1f} times fewer than depth-first."
    )
    climbs = report["climbing"]["rows"]
    lines.append(
        f"**Hill climbing**: {climbs[0]['ratio']:.0f} times as fast as recomputation at "
        f"{climbs[0]['degrees']:g} degrees a frame, {climbs[-1]['ratio']:.0f} times at "
        f"{climbs[-1]['degrees']:g}."
    )
    return "\n".join(f"- {line}" for line in lines)


def _costs(report: Report) -> str:
    scenes = report["scenes"]
    rows = []
    for name, scene in scenes.items():
        cells = []
        for question in QUESTIONS:
            volumes = scene["volumes"]
            equal = as_good(volumes, question)
            us = volumes[equal[0]]["questions"][question][MEASURED]
            by_model = best(volumes, question, MODEL)
            cells.append(f"**{', '.join(equal)}** {us:,.0f} us (F: {by_model})")
        rows.append([name, *cells])
    first = next(iter(scenes.values()))
    prices = [
        [volume, f"{price['update_ns']:.0f}", f"{price['volume_ns']:.0f}",
         f"{price['call_us']:.0f}"]
        for volume, price in first["prices"].items()
    ]  # fmt: skip
    primitive = ", ".join(f"{q} {ns:.0f} ns" for q, ns in first["primitive_ns"].items())
    return "\n\n".join(
        [
            "Fastest by measured time, all within 5 % of it, and in brackets by F alone:",
            _table(["shape", *QUESTIONS], rows),
            f"Prices on {next(iter(scenes))}; one test of two triangles: {primitive}.",
            _table(["volume", "C_u [ns]", "C_bv [ns]", "call [us]"], prices),
        ]
    )


def _tightness(report: Report) -> str:
    scenes = report["scenes"]
    volumes = list(next(iter(scenes.values()))["volumes"])
    rows = []
    for volume in volumes:
        tight = [scene["volumes"][volume]["tightness"] for scene in scenes.values()]
        rows.append([volume, *[f"{_ratio(t['root'])} / {_ratio(t['mean'])}" for t in tight]])
    return "Root / mean of nodes:\n\n" + _table(["volume", *scenes], rows)


def _best_k(report: Report) -> str:
    rows = []
    for name, scene in report["scenes"].items():
        cells = []
        for question in QUESTIONS:
            k = best_k(scene["volumes"], question)
            found = by_k(scene["volumes"])
            gain = (
                found[6]["questions"][question][MEASURED]
                / found[k]["questions"][question][MEASURED]
            )
            cells.append(f"**{k}** ({gain:.1f}x)")
        rows.append([name, *cells])
    return "Best k, and how much faster it is than k = 6:\n\n" + _table(["shape", *QUESTIONS], rows)


def _trees(report: Report) -> str:
    rows = []
    for section, base, label in (
        ("builders", "sah", ""), ("arities", "2", " children"), ("leaf sizes", "1", " a leaf"),
    ):  # fmt: skip
        for name, found in relative_all(report, section, base).items():
            build = [
                scene[section][name]["build_us"] / scene[section][base]["build_us"]
                for scene in report["scenes"].values()
            ]
            mean = sum(build) / len(build)
            cells = [f"{found[question]:.2f}" for question in QUESTIONS]
            rows.append([f"{name}{label}", *cells, f"{mean:.2f}"])
    leaves = []
    for name, scene in report["scenes"].items():
        cells = [
            f"**{best(scene['leaf sizes'], q)}** (F: {best(scene['leaf sizes'], q, MODEL)})"
            for q in QUESTIONS
        ]
        leaves.append([name, *cells])
    return "\n\n".join(
        [
            "Time over that of the base tree, geometric means over the shapes:",
            _table(["tree", *QUESTIONS, "build"], rows),
            "Best leaf size by measured time, and by F alone:",
            _table(["shape", *QUESTIONS], leaves),
        ]
    )


def _updates(report: Report) -> str:
    rows, notes = [], []
    for name, found in report["updates"].items():
        for volume, of in found["volumes"].items():
            for question in ASKED:
                costs = frame_costs(of[question])
                least = min(costs, key=lambda s: costs[s]["total_us"])
                cells = [
                    f"**{costs[s]['total_us']:,.0f}**" if s == least
                    else f"{costs[s]['total_us']:,.0f}"
                    for s in STRATEGIES
                ]  # fmt: skip
                rows.append([name, volume, question, *cells])
            loose = of["looseness"]
            ratios = [a / b for a, b in zip(loose["refit"], loose["rebuild"], strict=True)]
            pays = of["pays"]["all pairs"]
            when = (
                f"{FEW_QUERIES} queries of all pairs a frame pay for a rebuild from frame "
                f"{pays['frame']} on"
                if pays["frame"] is not None
                else f"{FEW_QUERIES} queries a frame do not pay for a rebuild"
            )
            notes.append(
                f"- {name}, {volume}: {ratios[0]:.2f} times as loose as a new tree after the first "
                f"frame, {ratios[-1]:.2f} after the last; {when}."
            )
    return "\n\n".join(
        [
            "Update and one query, us a frame:",
            _table(["deformation", "volume", "question", *STRATEGIES], rows),
            "\n".join(notes),
        ]
    )


def _orders(report: Report) -> str:
    rows = []
    for name, volumes in report["orders"].items():
        for volume, questions in volumes.items():
            for question, orders in questions.items():
                cells = [
                    f"{orders[o]['volume_tests']:,.0f} ({orders[o]['measured_us']:,.0f} us)"
                    if o in orders
                    else ""
                    for o in ("depth", "breadth", "best", "probable")
                ]
                rows.append([name, volume, question, *cells])
    return "Volume tests a query, and its time:\n\n" + _table(
        ["shape", "volume", "question", "depth", "breadth", "best", "probable"], rows
    )


def _probable(cut: Report) -> str:
    rows = []
    for order, found in cut["orders"].items():
        tests = enough_tests(cut, order, FEW_WRONG)
        shown = ["never", ""]
        if tests is not None:
            place = cut["most_tests"].index(tests)
            shown = [f"{tests:,}", f"{found['time_us'][place]:.0f}"]
        rows.append([order, *shown])
    text = f"What it takes until no more than {FEW_WRONG:.0%} of the answers are wrong:\n\n"
    text += _table(["order", "volume tests", "mean us"], rows)
    if cut["reliability"]:
        top = cut["reliability"][-1]
        text += (
            f"\n\nWhere the probable order says {top['predicted']:.2f} in the mean, "
            f"{top['observed']:.0%} overlap ({top['count']:,} answers)."
        )
    return text


def _climbing(found: Report) -> str:
    rows = [
        [f"{row['degrees']:g}", f"{row['steps']:.1f}", f"{row['climbed_us']:.2f}",
         f"{row['recomputed_us']:.0f}", f"{row['ratio']:.0f}x"]
        for row in found["rows"]
    ]  # fmt: skip
    return f"{found['vertices']:,} vertices, k = {found['k']}:\n\n" + _table(
        ["degrees a frame", "steps a frame", "climbed [us]", "every vertex [us]", "ratio"], rows
    )


def _ratio(value: float | None) -> str:
    return "flat" if value is None else f"{value:.2f}" if value < 10.0 else f"{value:.0f}"
