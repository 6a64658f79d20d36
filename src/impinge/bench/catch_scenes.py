"""Tables 1 and 2 of the CATCH paper beside ours: time a frame, and pairs that culling leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.render import Line, Panel, Report, Table, line_plot, table
from impinge.bench.study import Run
from impinge.bench.timing import Array, Contender, Flags, in_turns
from impinge.continuous import FreedomStatus, ImpactStatus
from impinge.scenes import ArticulatedScene, articulated, articulated_names

PAPER_TIMES = {
    # average, frames without contact, with contact, worst [ms]
    "walk": (1.22, 0.67, 3.63, 7.64),
    "exercise": (0.38, 0.28, 1.69, 4.54),
    "excavator-pick": (780.0, 150.0, 820.0, 3400.0),
    "excavator-load": (100.0, 75.0, 120.0, 980.0),
    "tower-crane-pick": (5.66, 1.32, 11.1, 134.0),
    "tower-crane-load": (15.1, 2.90, 27.3, 211.0),
    "four-trains": (535.0, 454.0, 2600.0, 4300.0),
    "falling-train": (274.0, 259.0, 294.0, 1300.0),
}
"""Table 1, on a Pentium 4 at 3.6 GHz."""
PAPER_CULLING = {
    # pairs before, after spatial and after temporal culling, and both rates [%]
    "walk": (229.0, 8.4, 0.11, 96.3, 98.7),
    "exercise": (81.0, 3.0, 0.086, 96.3, 97.1),
    "four-trains": (179574.0, 34.5, 3.3, 99.9, 90.4),
    "falling-train": (137.0, 18.2, 11.3, 86.7, 37.9),
}
"""Table 2. The paper counts 173 parts of each of four trains; ours have ten cars each."""
TRAINS, STRIDES = ("four-trains", "falling-train"), (1, 2, 4, 8)
"""Where steps of several frames are culled, too."""
TIMES = ("T_a", "T_f", "T_c", "T_w")
"""Of all steps, free ones, those that touch, and the slowest."""
STARTED = "T_s"
"""Of steps that begin in contact; depths are measured there."""


def measure_scenes(run: Run) -> None:
    """All steps of each scene: times in batches, times one by one, and pairs that are left."""
    known = articulated_names()
    for name in run.size["scenes"]:
        if name not in known:
            run.say(f"{name}: its files are not here")
            continue
        run.say(f"scene {name}")
        found = articulated(name, run.options["seed"])
        strides = stride_rows(found) if name in TRAINS else []
        run.add("scenes", scene_row(run, found) | {"strides": strides})


def scene_row(run: Run, found: ArticulatedScene) -> Report:
    """What is measured of one scene."""
    robot, q0, q1 = found.steps()
    chosen = np.linspace(0, len(q0) - 1, min(len(q0), run.size["frames"])).astype(np.int64)
    q0, q1 = q0[chosen], q1[chosen]

    def ask(rows: Any) -> Any:
        # Planners need not know when: the first proof wins, as in the paper.
        query = robot.time_of_impact if found.in_frames else robot.stay_free
        return query(q0[rows], q1[rows], found.scene)

    free, started, undecided = _answers(found, ask(slice(None)))
    groups = {
        "T_a": np.arange(len(q0)), "T_f": np.flatnonzero(free),
        "T_c": np.flatnonzero(~free & ~started & ~undecided), STARTED: np.flatnonzero(started),
    }  # fmt: skip
    timed = in_turns(
        {name: Contender(partial(_called, ask, rows), 1, len(rows))
         for name, rows in groups.items() if len(rows)},
        run.size["scene_repetitions"], process_time,
    )  # fmt: skip
    alone = {"one": Contender(lambda k: ask([k]), len(q0))}
    single = in_turns(alone, 2, process_time)["one"].best_us()
    counts = {kind: robot.culling(q0, q1, found.scene, boxes=kind)
              for kind in ("taylor", "intervals")}  # fmt: skip
    ms = {name: 1e3 * seen.minimum() for name, seen in timed.items()}
    culled = counts["taylor"]
    return {
        "scene": found.name, "steps": len(q0), "contact": len(groups["T_c"]),
        "started": int(started.sum()), "undecided": int(undecided.sum()),
        "triangles": sum(found.triangles().values()),
        "ms": {**dict.fromkeys((*TIMES, STARTED)), **ms, "T_w": 1e-3 * float(single.max())},
        "paper_ms": dict(zip(TIMES, PAPER_TIMES.get(found.name, (None,) * 4), strict=True)),
        "pairs": culling_row(culled.before, culled.after_spatial, culled.after_temporal),
        "intervals": float(np.mean(counts["intervals"].after_spatial)),
        "paper_pairs": dict(zip(
            ("before", "spatial", "temporal", "spatial_rate", "temporal_rate"),
            PAPER_CULLING.get(found.name, (None,) * 5), strict=True,
        )) | {"left": paper_left(found.name)},
        "frames": {"us": single.round(2).tolist(), "touches": (~free).tolist()},
    }  # fmt: skip


def stride_rows(found: ArticulatedScene) -> list[Report]:
    """Pairs that spatial culling leaves where steps have several frames."""
    robot, q0, q1 = found.steps()
    rows = []
    for frames in (known for known in STRIDES if known <= len(q1)):
        last = q1[frames - 1 :: frames]
        first = q0[::frames][: len(last)]
        left = {kind: robot.culling(first, last, found.scene, boxes=kind).after_spatial
                for kind in ("taylor", "intervals")}  # fmt: skip
        rows.append({"frames": frames, **{kind: float(np.mean(n)) for kind, n in left.items()}})
    return rows


def culling_row(before: Any, spatial: Any, temporal: Any) -> Report:
    """Pairs a step at each stage, and the share that each stage takes away [%].

    Examples
    --------
    >>> found = culling_row([10, 10], [2, 0], [1, 0])
    >>> found["spatial"], found["spatial_rate"], found["temporal_rate"]
    (1.0, 90.0, 50.0)
    """
    sums = [float(np.sum(counts)) for counts in (before, spatial, temporal)]
    count = max(1, len(before))
    rates = [100.0 * (1.0 - b / a) if a else None for a, b in pairwise(sums)]
    return {
        "before": sums[0] / count, "spatial": sums[1] / count, "temporal": sums[2] / count,
        "spatial_rate": rates[0], "temporal_rate": rates[1],
        "left": 100.0 * sums[2] / sums[0] if sums[0] else None,
    }  # fmt: skip


def paper_left(name: str) -> float | None:
    """Share of all pairs that both stages leave in the paper [%]."""
    if name not in PAPER_CULLING:
        return None
    before, _, after, *_ = PAPER_CULLING[name]
    return 100.0 * after / before


def _called(query: Callable[[Any], Any], rows: Any, _: int) -> Any:
    return query(rows)


def _answers(found: ArticulatedScene, seen: Any) -> tuple[Flags, Flags, Flags]:
    """Which steps are free, begin in contact, and are undecided."""
    status = np.asarray(seen.status)
    if found.in_frames:
        return (
            status == ImpactStatus.FREE, status == ImpactStatus.STARTED_TOUCHING,
            status == ImpactStatus.OUT_OF_BUDGET,
        )  # fmt: skip
    free = np.asarray(seen.free)
    return free, np.zeros_like(free), status == FreedomStatus.UNDECIDED


def scene_tables(report: Report) -> Iterator[Table]:
    columns: dict[str, Any] = {
        "scene": "{scene}", "triangles": "{triangles:,}", "steps": "{steps:,}",
        "contacts": "{contact:,}", "begin in contact": "{started:,}",
        "undecided": "{undecided:,}",
    }  # fmt: skip
    for name in TIMES:
        columns |= {name: f"{{ms[{name}]:.3f}}", f"{name} paper": f"{{paper_ms[{name}]:,.2f}}"}
    columns |= {STARTED: f"{{ms[{STARTED}]:.3f}}", "faster": _faster}
    yield table("Table 1: time a step, ms", report["scenes"], columns, caption=(
        "CPU time. T_a: all steps, T_f: free ones, T_c: those that touch, T_w: the slowest, alone, "
        "T_s: those that begin in contact."
    ))  # fmt: skip
    columns = {"scene": "{scene}"}
    for name, form in (("before", ",.0f"), ("spatial", ",.2f"), ("spatial_rate", ".1f"),
                       ("temporal", ",.3f"), ("temporal_rate", ".1f"),
                       ("left", ".3f")):  # fmt: skip
        word = name.replace("_", " ") + (" %" if name.endswith("rate") or name == "left" else "")
        columns |= {
            word: f"{{pairs[{name}]:{form}}}",
            f"{word} paper": f"{{paper_pairs[{name}]:{form}}}",
        }
    columns |= {
        "spatial, by intervals": "{intervals:,.2f}",
        "more": lambda row: _more(row["intervals"], row["pairs"]["spatial"]),
    }
    yield table("Table 2: pairs a step that culling leaves", report["scenes"], columns, caption=(
        "left %: of all pairs, after both stages. By intervals: the same motions, parts of the "
        "time and corners, with interval arithmetic in place of Taylor models."
    ))  # fmt: skip
    steps = [
        {"scene": row["scene"], **step}
        for row in report["scenes"]
        for step in row.get("strides", [])
    ]
    if steps:
        columns = {
            "scene": "{scene}", "frames a step": "{frames}", "Taylor models": "{taylor:,.2f}",
            "intervals": "{intervals:,.2f}",
            "more": lambda row: _more(row["intervals"], row["taylor"]),
        }  # fmt: skip
        yield table("Pairs that spatial culling leaves, by the length of a step", steps, columns)


def scene_notes(report: Report) -> Iterator[str]:
    """What differs from the paper."""
    if report["scenes"]:
        yield (
            "Scenes have the paper's counts of links and triangles. Shapes and motions are ours: "
            "compare rates rather than counts. Its times are of a Pentium 4 at 3.6 GHz."
        )


def _more(intervals: float, taylor: float) -> str:
    return f"{intervals / taylor:.1f}x" if taylor else ""


def _faster(row: Report) -> str:
    paper, ours = row["paper_ms"]["T_a"], row["ms"]["T_a"]
    return "" if paper is None else f"{paper / ours:,.0f}x"


def frame_plot(report: Report) -> Any:
    """Time of each frame, as figures 8 and 12 of the paper have it."""
    panels = []
    for row in report["scenes"]:
        us, touches = np.array(row["frames"]["us"]), np.array(row["frames"]["touches"])
        at: Array = np.arange(len(us), dtype=np.float64)
        lines = [
            Line(at, 1e-3 * us, "all steps", {"marker": "", "linewidth": 0.7}),
            Line(at[touches], 1e-3 * us[touches], "touching",
                 {"linestyle": "", "markersize": 2.5}),
        ]  # fmt: skip
        panels.append(Panel(lines, title=row["scene"], x="step", y="ms", log="y"))
    rows = -(-len(panels) // 3)
    return line_plot(
        "Time of each step", "Asked one by one, one thread.", panels, (11.0, 2.6 * rows),
        columns=min(3, len(panels)),
    )  # fmt: skip
