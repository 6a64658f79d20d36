"""``impinge bench pairs``: broad phases by distribution and number of boxes, and beside peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench import pairs_elements, render
from impinge.bench.memory import in_child, tell
from impinge.bench.pairs_peers import installed
from impinge.bench.plot_style import QUIET
from impinge.bench.render import Line, Panel, Report, Section, Table, total
from impinge.bench.study import Run, Study, compared, differing, exponents, ratio_text
from impinge.bench.timing import Array, Ids, Times, in_turns
from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS, BroadPhase, DynamicTree, IncrementalSweep, Rebuilt, tree_pairs
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid
from impinge.scenes import box_set, drifted
from impinge.scenes.boxes import DISTRIBUTIONS

Frame = tuple[Ids, Array, Array]

FULL: dict[str, Any] = {
    "sizes": (100, 250, 500, 1_000, 10_000, 100_000, 1_000_000), "repetitions": 5,
    "peer_sizes": (10_000, 100_000), "peer_repetitions": 9, "frames": 2,
    "moving_sizes": (100, 500, 1_000, 10_000, 100_000), "moving_repetitions": 3,
    "memory": DISTRIBUTIONS, "memory_methods": tuple(METHODS),
    "in_all": 20_000, "elements": (7, 1),
}  # fmt: skip
QUICK: dict[str, Any] = {
    "sizes": (200, 400), "repetitions": 2, "peer_sizes": (300,), "peer_repetitions": 2, "frames": 1,
    "moving_sizes": (200,), "moving_repetitions": 1, "memory": ("uniform",), "in_all": 0,
    "memory_methods": ("grid", "tree"), "elements": (1, 10),
}  # fmt: skip
PATIENCE = 5.0
"""Seconds that one answer may take: a method that would need longer is left out at that size."""
SLOW = 1.0
"""Answers that take more seconds are timed once, while they are compared: they vary little."""
MOST_IN_A_ROW = 50
GROWS_FROM = 1_000
"""With fewer boxes, what every question costs hides how time grows."""
STEEPEST = 2.0
"""The power with which a method is expected to grow from the only size it was measured at."""
CHILD_SECONDS = 300
MEMORY_AT_A_TIME = 2
"""Processes whose memory is measured side by side: nothing is timed there."""
FRAMES = 5
"""Frames of a swing: the last is a step away from the first, as all are from the one before."""
MOTIONS = {
    "1 %, small steps": (0.01, 0.02), "10 %, small steps": (0.1, 0.02),
    "10 %, large steps": (0.1, 0.5), "all, small steps": (1.0, 0.02),
    "all, large steps": (1.0, 0.5),
}  # fmt: skip
"""Share of boxes that move, and how far in a frame, in median edges."""
KEEPERS: dict[str, Callable[[Array, Array], BroadPhase]] = {
    "Rebuilt (tree)": partial(Rebuilt, tree_pairs),
    "DynamicTree": DynamicTree, "IncrementalSweep": IncrementalSweep, "UniformGrid": UniformGrid,
    "SpatialHash": SpatialHash, "Octree": Octree, "KdTree": KdTree,
}  # fmt: skip
"""Broad phases that keep their boxes."""


def measured(
    name: str, sizes: tuple[int, ...], repetitions: int, say: Callable[[str], None], *,
    in_all: int = 0,
) -> Report:  # fmt: skip
    """Every method on one distribution, from few boxes to many, on one thread.

    Few boxes are asked about several times in a row, until it was about ``in_all`` of them. A
    method that would take too long at a size says so instead of an answer. All others must agree.
    """
    cells: dict[str, list[Report]] = {method: [] for method in METHODS}
    counts = []
    for n in sizes:
        say(f"{name}: {n:,} boxes")
        boxes, asked = box_set(name, n), dict[str, Callable[[], Any]]()
        for method, row in cells.items():
            seconds = expected(row, n)
            # The first is the default, and never left out: the others are compared with it.
            if asked and seconds > PATIENCE:
                row.append({"boxes": n, "reason": f"about {_duration(seconds)} expected"})
            else:
                asked[method] = partial(METHODS[method], *boxes)
        count, once = agreed(asked, f"{name}, {n} boxes")
        counts.append(count)
        contenders: dict[str, Any] = {
            method: (lambda _, ask=ask: ask(), often(n, in_all))
            for method, ask in asked.items()
            if once[method] <= SLOW
        }
        alone = {method: Times(np.array([[seconds]])) for method, seconds in once.items()}
        for method, seen in (alone | in_turns(contenders, repetitions)).items():
            ms, minimum_ms = 1e3 * seen.median(), 1e3 * seen.minimum()
            cells[method].append({"boxes": n, "ms": ms, "minimum_ms": minimum_ms})
    methods = {method: {"cells": row, "exponent": growth(row)} for method, row in cells.items()}
    return {"boxes": list(sizes), "pairs": counts, "methods": methods}


def often(n: int, in_all: int) -> int:
    """How often ``n`` boxes are asked about in a row: a microsecond needs company to be measured.

    Examples
    --------
    >>> often(100, 20_000), often(1_000, 20_000), often(1_000_000, 20_000)
    (50, 20, 1)
    """
    return max(1, min(in_all // n, MOST_IN_A_ROW))


def agreed(asked: dict[str, Callable[[], Any]], where: str) -> tuple[int, dict[str, float]]:
    """The number of pairs that all find, and seconds; raises if one finds others."""
    first: Any = None
    seconds = {}
    for method, ask in asked.items():
        start = perf_counter()
        found = ask()
        seconds[method] = perf_counter() - start
        first = found if first is None else first
        if not np.array_equal(found, first):
            raise ImpingeError(f"{method}: {where}: another answer than the rest")
    return len(first), seconds


def expected(row: list[Report], n: int) -> float:
    """Seconds that a method will take for ``n`` boxes, from those it took for fewer."""
    last = [cell for cell in row if "ms" in cell][-2:]
    if not last:
        return 0.0
    power = exponents(last, "boxes", ["ms"]).get("ms", STEEPEST)
    return float(1e-3 * last[-1]["ms"] * (n / last[-1]["boxes"]) ** power)


def growth(row: list[Report]) -> float | None:
    """The power with which time grows with the number of boxes; None of fewer than two sizes."""
    seen = [cell for cell in row if "ms" in cell]
    many = [cell for cell in seen if cell["boxes"] >= GROWS_FROM]
    return exponents(many if len(many) > 1 else seen, "boxes", ["ms"]).get("ms")


def _duration(seconds: float) -> str:
    for unit, length in (("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2.0 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


def _distribution(name: str, run: Run) -> None:
    # Nothing is compiled while it is timed.
    agreed({method: partial(ask, *box_set(name, 100)) for method, ask in METHODS.items()}, name)
    sizes, repetitions, in_all = (run.size[key] for key in ("sizes", "repetitions", "in_all"))
    found = measured(name, sizes, repetitions, run.say, in_all=in_all)
    run.put("distributions", name, found)


def swing(n: int, share: float, step: float, seed: int = 3) -> tuple[Array, Array, list[Frame]]:
    """Uniform boxes, and frames in which some of them go round in small circles.

    Examples
    --------
    >>> lower, upper, frames = swing(100, 0.1, 0.5)
    >>> len(frames), frames[0][0].shape
    (5, (10,))
    """
    rng = np.random.default_rng(seed)
    lower, upper = box_set("uniform", n)
    ids = np.sort(rng.choice(n, max(1, round(share * n)), replace=False))
    around = rng.normal(size=(2, len(ids), 3))
    # A circle through FRAMES places has them this many radii apart.
    radius = step * float(np.median(upper - lower)) / (2.0 * np.sin(np.pi / FRAMES))
    a, b = around * (radius / np.linalg.norm(around, axis=2, keepdims=True))
    angles = 2.0 * np.pi * np.arange(FRAMES) / FRAMES
    shifts = [np.cos(angle) * a + np.sin(angle) * b for angle in angles]
    return lower, upper, [(ids, lower[ids] + shift, upper[ids] + shift) for shift in shifts]


def moving(run: Run) -> None:
    """Milliseconds a frame (moves and pairs), by motion and number of boxes; one thread."""
    for motion, (share, step) in MOTIONS.items():
        for n in run.size["moving_sizes"]:
            run.say(f"moving: {motion}, {n:,} boxes")
            lower, upper, frames = swing(n, share, step)
            phases = {name: make(lower, upper) for name, make in KEEPERS.items()}

            def frame(k: int, phase: BroadPhase, frames: list[Frame] = frames) -> Any:
                phase.move(*frames[k % FRAMES])
                return phase.pairs()

            asked = {name: partial(frame, phase=phase) for name, phase in phases.items()}
            once = {name: (ask, FRAMES) for name, ask in asked.items()}
            for name, count in differing(once, np.array_equal).items():
                if count:
                    raise ImpingeError(f"{name}: other pairs than the rest in {count} frames")
            rows = FRAMES * often(FRAMES * n, run.size["in_all"])
            many = {name: (ask, rows) for name, ask in asked.items()}
            times = in_turns(many, run.size["moving_repetitions"]).items()
            ms = {name: 1e3 * seen.median() for name, seen in times}
            minimum_ms = {name: 1e3 * seen.minimum() for name, seen in times}
            run.add("moving", motion, {"boxes": n, "ms": ms, "minimum_ms": minimum_ms})


def memories(run: Run) -> None:
    """Most memory of each method and distribution; of the default, with the most boxes, too."""
    usual, most = run.size["sizes"][-2:]
    cases = list(product(run.size["memory_methods"], run.size["memory"]))

    def one(case: tuple[str, str]) -> Report:
        run.say(f"memory: {', '.join(case)}, {usual:,} boxes")
        return memory(*case, usual, 1)

    run.put("memory", "boxes", usual)
    with ThreadPoolExecutor(MEMORY_AT_A_TIME) as pool:
        for case, seen in zip(cases, pool.map(one, cases), strict=True):
            run.put("memory", "methods", *case, seen)
    for name in run.size["memory"]:
        run.say(f"memory: {name}, {most:,} boxes, two threads")
        run.put("memory", "most", name, memory("tree", name, most, 2))


def memory(method: str, name: str, n: int, threads: int) -> Report:
    """Most memory and seconds of a question in a process of its own, which had answered before."""
    return in_child(__name__, method, name, n, threads=threads, patience=CHILD_SECONDS)


def child(method: str, name: str, n: int) -> None:
    ask, boxes = METHODS[method], box_set(name, n)
    ask(*box_set(name, min(n, 3_000)))
    tell(lambda: {"boxes": n, "pairs": len(ask(*boxes))})


def _beside(run: Run) -> None:
    counts = run.size["frames"], run.size["peer_repetitions"]
    cases = product(("uniform", "clustered", "giant", "mixed"), run.size["peer_sizes"])
    for name, n in cases if run.peers else ():
        run.say(f"peers: {name}, {n:,} boxes")
        run.add("peers", name, beside_peers(name, n, *counts, run.peers))


def beside_peers(name: str, n: int, frames: int, repetitions: int, makers: Any) -> Report:
    """Times of impinge and of peers on moving boxes; answers compared first.

    A row is a frame of boxes that have all moved. A ratio is None where a peer's answer differs by
    more than rounding.
    """
    steps = [box_set(name, n)]
    for k in range(frames - 1):
        steps.append(drifted(steps[-1], 0.3, 1.0, k)[1])
    contenders: dict[str, Any] = {"impinge": (lambda k: len(tree_pairs(*steps[k])), frames)}
    differ: dict[str, list[Report]] = {}
    ours = [tree_pairs(*boxes) for boxes in steps]
    for peer, make in makers.items():
        made = [make(*boxes) for boxes in steps]
        differ[peer] = [one.differ(found) for one, found in zip(made, ours, strict=True)]
        contenders[peer] = (lambda k, made=made: made[k].count(), frames)
    wrong = {peer: total(seen, "unexplained") for peer, seen in differ.items()}
    found = compared(contenders, repetitions, wrong)
    return {"boxes": n, "pairs": [len(pairs) for pairs in ours], "differ": differ, **found}


def _ms(median: float, minimum: float) -> str:
    """Two figures of milliseconds; one if there was one measurement."""
    digits = 3 if median < 1.0 else 2
    both = "" if minimum == median else f" ({minimum:,.{digits}f})"
    return f"{median:,.{digits}f}{both}"


def _distribution_tables(report: Report) -> Iterator[Table]:
    for name, found in report["distributions"].items():
        rows: list[Report] = [{"method": "pairs", "cells": [f"{n:,}" for n in found["pairs"]]}]
        for method, seen in found["methods"].items():
            cells = [c.get("reason") or _ms(c["ms"], c["minimum_ms"]) for c in seen["cells"]]
            rows.append({"method": method, "cells": cells, "exponent": seen["exponent"]})
        sizes = {f"{n:,}": f"{{cells[{k}]}}" for k, n in enumerate(found["boxes"])}
        columns = {"method": "{method}", **sizes, "exponent": "{exponent:.2f}"}
        yield render.table(f"{name}: ms, one thread, medians (minima)", rows, columns)


def _moving_tables(report: Report) -> Iterator[Table]:
    rows = list(render.unfold(report["moving"], "motion"))
    columns: dict[str, Any] = {"boxes that move": "{motion}", "boxes": "{boxes:,}"}
    for name in rows[0]["ms"]:
        columns[name] = lambda row, name=name: _ms(row["ms"][name], row["minimum_ms"][name])
    yield render.table("moving: ms a frame, one thread, medians (minima)", rows, columns)


def _memory_tables(report: Report) -> Iterator[Table]:
    found = report["memory"]
    names = {n: f"{{{n}[added_mb]:,.0f}}" for n in next(iter(found["methods"].values()))}
    title = f"most memory that {found['boxes']:,} boxes add at a time, MB, one thread"
    rows = render.unfold(found["methods"], "method")
    yield render.table(title, rows, {"method": "{method}", **names})


def _memory_notes(report: Report) -> Iterator[str]:
    rows = list(render.unfold(report["memory"]["most"], "name"))
    form = "{name} {seconds:.2f} s, {added_mb:,.0f} MB more and {process_mb:,.0f} MB in all, "
    cases = "; ".join((form + "{pairs:,} pairs").format_map(row) for row in rows)
    yield f"tree, {rows[0]['boxes']:,} boxes, two threads, a process of its own: {cases}."


def _peer_tables(report: Report) -> Iterator[Table]:
    def beside(peer: str, row: Report) -> str:
        ms = row["times"][peer]["median_us"] / 1e3
        return f"{ms:,.1f} ms: {ratio_text(row['ratios'][peer])}"

    rows = list(render.unfold(report["peers"], "name"))
    columns: dict[str, Any] = {
        "boxes": "{name}", "number": "{boxes:,}", "pairs": "{pairs[0]:,}",
        "impinge": "{times[impinge][median_us]!k:,.2f} ms",
        **{peer: partial(beside, peer) for peer in rows[0]["ratios"]},
    }  # fmt: skip
    title = "beside peers: one thread, medians; ratio of medians (of minima)"
    yield render.table(title, rows, columns)


def _peer_notes(report: Report) -> Iterator[str]:

    def said(peer: str, frames: list[Report]) -> str:
        keys = ("only_theirs", "only_ours", "unexplained")
        more, fewer, odd = (total(frames, key) for key in keys)
        if odd:
            return f"{odd} pairs differ from {peer}, not explained"
        rounding = f"has {more} more and {fewer} fewer pairs, within its rounding"
        return f"{peer} {rounding if more or fewer else 'has the same pairs'}"

    for row in render.unfold(report["peers"], "name"):
        words = "; ".join(said(*differ) for differ in row["differ"].items())
        yield f"{row['name']}, {row['boxes']:,} boxes: {words}"


TITLES = {"giant": "one giant among many", "mixed": "mixed: sizes over two decades",
          "line": "along a line"}  # fmt: skip


def _boxes_panel(lines: list[Line], boxes: list[int], title: str, y: str) -> Panel:
    units = {n: (f"{n // 1_000_000}M", f"{n // 1000}k", str(n))[(n % 10**6 > 0) + (n % 1000 > 0)]
             for n in boxes}  # fmt: skip
    return Panel(lines, title, "boxes", y, "xy", units)


def _methods_plot(report: Report) -> Any:
    given: list[Panel] = []
    for name, seen in report["distributions"].items():
        lines = []
        for method, found in seen["methods"].items():
            cells = [cell for cell in found["cells"] if "ms" in cell]
            lines.append(Line([c["boxes"] for c in cells], [c["ms"] for c in cells], method))
        ends, first = seen["boxes"][:: len(seen["boxes"]) - 1], lines[0].y[0]
        even = {"color": QUIET, "linestyle": "--", "linewidth": 0.8, "zorder": 0}
        lines.append(Line(ends, [first * n / ends[0] for n in ends], look=even))
        label = "" if len(given) % 3 else "time [ms]"
        given.append(_boxes_panel(lines, seen["boxes"], TITLES.get(name, name), label))
    columns = min(3, len(given))
    return render.line_plot(
        "Which boxes meet? Time by number of boxes",
        "One thread, from corners to sorted pairs, two to four pairs a box. A line ends where the "
        "next size would take too long. Dashed: time in proportion to the number of boxes.",
        given, (4.3 * columns, 0.9 + 3.3 * -(-len(given) // columns)), columns=columns,
        legend=len(METHODS),
    )  # fmt: skip


def _moving_plot(report: Report) -> Any:
    given: list[Panel] = []
    for motion, rows in report["moving"].items():
        boxes = [row["boxes"] for row in rows]
        lines = [Line(boxes, [row["ms"][name] for row in rows], name) for name in rows[0]["ms"]]
        given.append(_boxes_panel(lines, boxes, motion, "" if given else "time a frame [ms]"))
    return render.line_plot(
        "Moving boxes: time a frame",
        "One thread: moves and sorted pairs. So many of the boxes move in each frame; small steps "
        "are a fiftieth of a box's edge, large ones half of it. Rebuilt (tree) keeps nothing from "
        "frame to frame.",
        given, (3.3 * len(given), 4.3), legend=len(KEEPERS), same_y=True,
    )  # fmt: skip


bench_pairs = Study(
    "pairs",
    {
        **{name: partial(_distribution, name) for name in DISTRIBUTIONS},
        "moving": moving, "memory": memories, "elements": pairs_elements.elements, "peers": _beside,
    },
    [
        Section("distributions", _distribution_tables, block="bench:pairs",
                plots={"pairs_methods.png": _methods_plot}),
        Section("memory", _memory_tables, _memory_notes, "bench:pairs"),
        Section("moving", _moving_tables, block="bench:pairs-moving",
                plots={"pairs_moving.png": _moving_plot}),
        pairs_elements.SECTION,
        Section("peers", _peer_tables, _peer_notes, "bench:pairs-peers"),
    ],
    full=FULL, small=QUICK, fields={"distributions": {}}, installed=installed,
    packages=("ipctk", "coal"), peers_hint="ipctk and coal", threads=1,
)  # fmt: skip
