"""``impinge bench budgets``: what is known about two meshes after so many microseconds.

Answers are compared with the queries that have no limit of time. How late a call came back is the
time seen by its caller, less the budget; it means something on an idle core only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.render import Line, Panel, Report, Section
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, no_collection
from impinge.geometry import Mesh
from impinge.narrow import Bounded, distance, distance_within, overlap_within
from impinge.scenes import mesh_pair, seeded_poses
from impinge.scenes.assembly import rotation
from impinge.scenes.poses import random_rotation

Ask = Callable[..., Bounded]

FULL = {"faces": 70_000, "poses": (100, 100, 100), "queries": 10_000, "curve": 600, "resumed": 200}
QUICK = {"faces": 1_500, "poses": (3, 4, 3), "queries": 30, "curve": 10, "resumed": 5}
BUDGETS = (10e-6, 100e-6, 1000e-6)
CURVE = tuple(round(1e-6 * 10.0**power, 9) for power in np.arange(0.75, 3.76, 0.25))
QUERIES: dict[str, Ask] = {"overlap": overlap_within, "distance": distance_within}
AGREE = 1e-14
"""A bound contradicts a distance if it is wrong by more than this share of the largest coordinate:
the stated error of both."""
ERROR = {
    "overlap": ("wrong_guesses", "wrong guesses"),
    "distance": ("width", "upper - lower, of the size of both"),
}
"""What the error of a question is: the figure, and words."""
LATE = {"late [us]: 50 %": "50", "99 %": "99", "99.9 %": "99.9", "max": "max"}
TURN, MOVE = 0.05, (0.02, 1e-4, 0.02)
"""How poses are varied: by up to this angle [rad], and so much of the size, for each class. Near
ones stay as near as they are."""


def measure(run: Run) -> None:
    size, say = run.size, run.say
    a, b = mesh_pair("knot-bumpy", size["faces"])
    say(f"knot-bumpy: {len(a.faces):,} and {len(b.faces):,} triangles; {size['queries']:,} poses")
    poses = varied_poses(a, b, size["poses"], size["queries"], run.options["seed"])
    true = np.asarray(distance(a, b, pose_b=poses).distance)
    scale = 0.5 * sum(float(np.linalg.norm(np.ptp(mesh.bounds, axis=0))) for mesh in (a, b))
    largest = max(float(np.abs(x).max()) for x in (a.vertices, b.vertices, poses[:, :3, 3]))
    run.report |= {
        "faces": [len(a.faces), len(b.faces)], "queries": len(poses),
        "touching": int((true == 0.0).sum()), "curve": {"microseconds": [1e6 * t for t in CURVE]},
    }  # fmt: skip
    for name, ask in QUERIES.items():
        for budget in BUDGETS:
            say(f"{name} within {1e6 * budget:g} us")
            found = summary(*asked(ask, a, b, poses, budget), true, scale, largest)
            run.add("budgets", name, {"budget_us": 1e6 * budget, **found})
        say(f"{name}: error against budget")
        some = poses[: size["curve"]]
        run.put("curve", name, [error(name, a, b, some, true, scale, t) for t in CURVE])
    say("resumed until certain")
    for name, ask in QUERIES.items():
        some = poses[: size["resumed"]]
        run.put("resume", name, resumed(ask, a, b, some, true, BUDGETS[0], AGREE * largest))


def varied_poses(a: Mesh, b: Mesh, counts: tuple[int, int, int], n: int, seed: int) -> Array:
    """Seeded poses of B, each used again and again, turned and moved a little."""
    base = seeded_poses(a, b, counts, seed=seed)
    rng = np.random.default_rng(seed)
    size = 0.5 * float(np.linalg.norm(np.ptp(b.bounds, axis=0)))
    centre = b.bounds.mean(axis=0)
    # All classes come in turn, so that any share of the rows has the same mixture.
    rows = np.arange(n) * 7919 % len(base)
    poses = base.matrices[rows]
    for pose, kind in zip(poses[len(base) :], base.kinds[rows][len(base) :], strict=True):
        # About B's own centre, by an angle in proportion to the shift.
        move, axis = MOVE[int(kind)], random_rotation(rng)[0]
        turn = rotation(rng.uniform(0.0, TURN * move / max(MOVE)) * axis)
        middle = pose[:3, :3] @ centre + pose[:3, 3]
        pose[:3, :3] = pose[:3, :3] @ turn
        shift = move * size * rng.uniform(-1.0, 1.0, 3)
        pose[:3, 3] = middle - pose[:3, :3] @ centre + shift
    return poses


def asked(ask: Ask, a: Mesh, b: Mesh, poses: Array, budget: float) -> tuple[Array, Array]:
    """Answers (certain, overlap, lower, upper), one row a pose, and how late each came [s]."""
    found, late = np.empty((len(poses), 4)), np.empty(len(poses))
    for _ in range(3):
        ask(a, b, None, poses[0], budget=budget)
    with no_collection():
        for i, pose in enumerate(poses):
            start = perf_counter()
            answer = ask(a, b, None, pose, budget=budget)
            late[i] = perf_counter() - start - budget
            found[i] = answer.certain, answer.overlap, answer.lower, answer.upper
    return found, late


def summary(found: Array, late: Array, true: Array, scale: float, largest: float) -> Report:
    certain, _, lower, upper = found.T
    contradicted = (lower > true + AGREE * largest) | (upper < true - AGREE * largest)
    errors = _errors(found, true, scale)
    microseconds = 1e6 * np.percentile(late, (50, 99, 99.9, 100))
    return {
        "certain": float(certain.mean()),
        "wrong_certain": int((certain * errors["wrong_guesses"]).sum() + contradicted.sum()),
        **{name: float(error.mean()) for name, error in errors.items()},
        "late_us": dict(zip(LATE.values(), microseconds.tolist(), strict=True)),
    }


def _errors(found: Array, true: Array, scale: float) -> dict[str, Array]:
    """Of each answer: whether it is a wrong guess, and the width of its bounds over the size."""
    wrong = (found[:, 1] > 0.0) != (true == 0.0)
    return {"wrong_guesses": wrong.astype(float), "width": (found[:, 3] - found[:, 2]) / scale}


def error(
    name: str, a: Mesh, b: Mesh, poses: Array, true: Array, scale: float, budget: float
) -> float:
    """Share of wrong guesses, or width of the bounds as a share of the size, in the mean.

    Each question is asked three times and the middle error counts: a call that the system has
    interrupted does not.
    """
    found = (asked(QUERIES[name], a, b, poses, budget)[0] for _ in range(3))
    errors = [_errors(one, true[: len(poses)], scale)[ERROR[name][0]] for one in found]
    return float(np.median(errors, axis=0).mean())


def resumed(
    ask: Ask, a: Mesh, b: Mesh, poses: Array, true: Array, budget: float, error: float
) -> Report:
    """What continuing in slices of one budget takes, beside waiting for the answer at once."""
    rows, wrong = [], 0
    for pose, expected in zip(poses, true, strict=False):
        answer = ask(a, b, None, pose, budget=budget)
        slices, seconds = 1, answer.elapsed
        while not answer.certain:
            answer = answer.resume(budget)
            slices, seconds = slices + 1, seconds + answer.elapsed
        rows.append((slices, seconds, ask(a, b, None, pose, budget=np.inf).elapsed))
        far_off = not answer.lower - error <= expected <= answer.upper + error
        wrong += far_off or answer.overlap != (expected == 0.0)
    median, total, at_once = np.median(rows, axis=0).tolist()
    return {
        "budget_us": 1e6 * budget, "queries": len(poses), "slices": median,
        "most_slices": max(slices for slices, *_ in rows), "total_us": 1e6 * total,
        "at_once_us": 1e6 * at_once, "wrong": int(wrong),
    }  # fmt: skip


def _notes(report: Report) -> Iterator[str]:
    faces = " / ".join(f"{count:,}" for count in report["faces"])
    yield f"{report['queries']:,} questions a row, {report['touching']:,} touch; {faces} triangles"
    form = "{name}, resumed by {budget_us:g} us until certain: {slices:g} calls, {total_us:,.1f} "
    form += "us (medians of {queries}; at most {most_slices:,} calls); at once {at_once_us:,.1f} us"
    for row in render.unfold(report["resume"], "name"):
        yield (form + "; {wrong} wrong").format_map(row)


def _plot(report: Report) -> Any:
    faces, curve = " and ".join(f"{count:,}" for count in report["faces"]), report["curve"]
    note = f"knot-bumpy, {faces} triangles; deep, near and separated poses in equal parts."
    lines = []
    for name, (_, label) in ERROR.items():
        # Zero has no place on a logarithmic axis: the curve ends before it.
        known = [(x, y) for x, y in zip(curve["microseconds"], curve[name], strict=True) if y]
        lines.append(Line([x for x, _ in known], [100.0 * y for _, y in known], f"{name}: {label}"))
    panel = Panel(lines, "", "budget [us]", "error [%]", "xy")
    return render.line_plot("Error against budget", note, [panel], (9.0, 5.0))


bench_budgets = Study(
    "budgets",
    {"budgets": measure},
    [Section.of_rows("budgets", "overlap and distance within a budget", {
        "question": "{question}", "budget [us]": "{budget_us:,.0f}", "certain": "{certain!p:.1f} %",
        "wrong": "{wrong_certain!m}",
        "error": lambda row: f"{100.0 * row[ERROR[row['question']][0]]:.3g} %",
        **{share: f"{{late_us[{key}]:+,.1f}}" for share, key in LATE.items()},
    }, "bench:budgets", names=("question",), notes=_notes, plots={"budgets.png": _plot}, groups=1)],
    full=FULL, small=QUICK, options={"seed": 11},
)  # fmt: skip
