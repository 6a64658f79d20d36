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
from impinge.bench.render import Line, Panel, Report, Section, Table
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, no_collection
from impinge.geometry import Mesh
from impinge.narrow import Bounded, distance, distance_within, overlap_within
from impinge.scenes import mesh_pair, seeded_poses
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
    """Share of certain answers, error and lateness by budget."""
    size, say = run.size, run.say
    a, b = mesh_pair("knot-bumpy", size["faces"])
    say(f"knot-bumpy: {len(a.faces):,} and {len(b.faces):,} triangles; {size['queries']:,} poses")
    poses = varied_poses(a, b, size["poses"], size["queries"], run.options["seed"])
    true = np.asarray(distance(a, b, pose_b=poses).distance)
    scale = 0.5 * sum(float(np.linalg.norm(np.ptp(mesh.bounds, axis=0))) for mesh in (a, b))
    largest = max(float(np.abs(x).max()) for x in (a.vertices, b.vertices, poses[:, :3, 3]))
    run.report |= {
        "faces": [len(a.faces), len(b.faces)],
        "queries": len(poses),
        "touching": int((true == 0.0).sum()),
        "curve": {"microseconds": [1e6 * budget for budget in CURVE]},
    }
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
    poses = np.empty((n, 4, 4))
    for i in range(n):
        # All classes come in turn, so that any share of the rows has the same mixture.
        row = (i * 7919) % len(base)
        pose = base.matrices[row].copy()
        move = MOVE[int(base.kinds[row])]
        if i >= len(base):
            # About B's own centre, by an angle in proportion to the shift.
            turned = pose[:3, :3] @ _small_turn(rng, TURN * move / max(MOVE))
            middle = pose[:3, :3] @ centre + pose[:3, 3]
            pose[:3, :3] = turned
            pose[:3, 3] = middle - turned @ centre + move * size * rng.uniform(-1.0, 1.0, 3)
        poses[i] = pose
    return poses


def _small_turn(rng: np.random.Generator, angle: float) -> Array:
    """A rotation by up to ``angle`` about a random axis."""
    x, y, z = random_rotation(rng)[0] * rng.uniform(0.0, angle)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    # The Cayley transform of a skew matrix is a rotation, exactly up to rounding.
    half = 0.5 * cross
    return np.asarray(np.linalg.solve(np.eye(3) - half, np.eye(3) + half), np.float64)


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
    """Figures of one budget."""
    certain, touching = found[:, 0] > 0.0, found[:, 1] > 0.0
    lower, upper = found[:, 2], found[:, 3]
    contradicted = (lower > true + AGREE * largest) | (upper < true - AGREE * largest)
    wrong = touching != (true == 0.0)
    microseconds = 1e6 * np.percentile(late, (50, 99, 99.9, 100))
    return {
        "certain": float(certain.mean()),
        "wrong_certain": int((certain & wrong).sum() + contradicted.sum()),
        "wrong_guesses": float(wrong.mean()),
        "width": float((upper - lower).mean() / scale),
        "late_us": dict(zip(LATE.values(), microseconds.tolist(), strict=True)),
    }


def error(
    name: str, a: Mesh, b: Mesh, poses: Array, true: Array, scale: float, budget: float
) -> float:
    """Share of wrong guesses, or width of the bounds as a share of the size, in the mean.

    Each question is asked three times and the middle error counts: a call that the system has
    interrupted does not.
    """
    errors = []
    for _ in range(3):
        found, _ = asked(QUERIES[name], a, b, poses, budget)
        wrong = (found[:, 1] > 0.0) != (true[: len(poses)] == 0.0)
        errors.append(wrong if name == "overlap" else (found[:, 3] - found[:, 2]) / scale)
    return float(np.median(np.array(errors, np.float64), axis=0).mean())


def resumed(
    ask: Ask, a: Mesh, b: Mesh, poses: Array, true: Array, budget: float, error: float
) -> Report:
    """What continuing in slices of one budget takes, beside waiting for the answer at once."""
    slices, seconds, whole, wrong = [], [], [], 0
    for pose, expected in zip(poses, true, strict=False):
        answer = ask(a, b, None, pose, budget=budget)
        count, spent = 1, answer.elapsed
        while not answer.certain:
            answer = answer.resume(budget)
            count, spent = count + 1, spent + answer.elapsed
        slices.append(count)
        seconds.append(spent)
        whole.append(ask(a, b, None, pose, budget=np.inf).elapsed)
        far_off = not answer.lower - error <= expected <= answer.upper + error
        wrong += far_off or answer.overlap != (expected == 0.0)
    return {
        "budget_us": 1e6 * budget,
        "queries": len(poses),
        "slices": float(np.median(slices)),
        "most_slices": int(max(slices)),
        "total_us": 1e6 * float(np.median(seconds)),
        "at_once_us": 1e6 * float(np.median(whole)),
        "wrong": int(wrong),
    }


def _tables(report: Report) -> Iterator[Table]:
    late = {share: f"{{late_us[{key}]:+,.1f}}" for share, key in LATE.items()}
    columns: dict[str, render.Cell] = {
        "question": "{question}", "budget [us]": "{budget_us:,.0f}", "certain": "{certain!p:.1f} %",
        "wrong": lambda row: render.marked(row["wrong_certain"]),
        "error": lambda row: f"{100.0 * row[ERROR[row['question']][0]]:.3g} %", **late,
    }  # fmt: skip
    rows = render.unfold(report["budgets"], "question")
    yield render.table("overlap and distance within a budget", rows, columns, groups=1)


def _notes(report: Report) -> Iterator[str]:
    faces = " / ".join(f"{count:,}" for count in report["faces"])
    yield f"{report['queries']:,} questions a row, {report['touching']:,} touch; {faces} triangles"
    for name, seen in report["resume"].items():
        yield (
            f"{name}, resumed by {seen['budget_us']:g} us until certain: {seen['slices']:g} calls, "
            f"{seen['total_us']:,.1f} us (medians of {seen['queries']}; at most "
            f"{seen['most_slices']:,} calls); at once {seen['at_once_us']:,.1f} us; "
            f"{seen['wrong']} wrong"
        )


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
    [Section("budgets", _tables, _notes, "bench:budgets", plots={"budgets.png": _plot})],
    full=FULL, small=QUICK, options={"seed": 11},
)  # fmt: skip
