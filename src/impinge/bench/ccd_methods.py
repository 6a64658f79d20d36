"""``impinge bench ccd --part methods``: both ways to find a first contact, by pair of shapes.

Beside them, whether there is one at all: what ``stay_free`` takes for the same motions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.render import Report, Table, counted, total
from impinge.bench.study import Run
from impinge.bench.support import answers
from impinge.bench.timing import in_turns
from impinge.continuous import FreedomStatus, Impact, ImpactStatus, stay_free, time_of_impact
from impinge.continuous.options import METHODS
from impinge.geometry import Box, Compound, HeightField, Shape, Sphere, bumpy_sphere, torus_knot
from impinge.motion import Motion, RigidMotion
from impinge.scenes import convex_shape, seeded_motions
from impinge.scenes.assembly import placed
from impinge.scenes.convex_pairs import SOLIDS

FULL: dict[str, Any] = {"motions": 200, "large": 40, "repetitions": 3, "faces": (60, 24)}
QUICK: dict[str, Any] = {"motions": 3, "large": 3, "repetitions": 1, "faces": (20, 6)}
TOLERANCE = 1e-6
"""[m]"""


def pairs(faces: tuple[int, int]) -> dict[str, tuple[Shape, Shape, bool]]:
    """Two shapes by name, and whether they are large: convex ones, meshes, compounds, grounds."""
    x = np.linspace(0.0, 2.0 * np.pi, 4 * faces[1])
    frame = Compound(
        [(Box((1.2, 0.2, 0.2)), placed(y=s)) for s in (-0.5, 0.5)]
        + [(Box((0.2, 1.2, 0.2)), placed(x=s)) for s in (-0.5, 0.5)]
    )
    known: dict[str, Shape] = {
        "box": Box((0.6, 0.5, 0.8)), "sphere": Sphere(0.4), "compound": frame,
        "small box": Box((0.3, 0.5, 0.4)), "mesh": torus_knot(*faces),
        "ball": bumpy_sphere(*faces), "half-space": convex_shape("half-space"),
        "hull": convex_shape("hull"),
        # Hills, as wide as the shapes above them.
        "height field": HeightField(
            0.15 * np.sin(2.0 * x)[:, None] * np.cos(3.0 * x), 3.0 / len(x)
        ),
    }  # fmt: skip
    made: dict[str, tuple[Shape, Shape, bool]] = {
        f"{name}, {name}": (convex_shape(name), convex_shape(name), False) for name in SOLIDS[:-1]
    }
    for name in ("box, sphere", "half-space, box", "compound, small box", "compound, compound",
                 "mesh, box", "mesh, sphere", "mesh, hull", "mesh, half-space", "mesh, ball",
                 "mesh, compound", "height field, box", "height field, mesh"):  # fmt: skip
        one, other = name.split(", ")
        called = name.replace("small ", "").replace("ball", "mesh")
        made[called] = known[one], known[other], one in ("mesh", "height field")
    return made


def measure(run: Run) -> None:
    size = QUICK if run.quick else FULL
    for name, (a, b, large) in pairs(size["faces"]).items():
        count = size["large"] if large else size["motions"]
        run.say(f"{name}: {count} motions")
        run.put("methods", name, both(a, b, count, size["repetitions"]))


def both(a: Shape, b: Shape, count: int, repetitions: int) -> Report:
    """Microseconds and steps of each method on the same motions, and how far they differ."""
    motions = seeded_motions(a, b, count, seed=3)
    asks = {method: partial(ask_by, method, a, b, *motions) for method in methods_of(a, b)}
    costs, found = _costs(asks, count, repetitions)
    moments = np.array([np.asarray(one.time) for one in found])
    hits = np.isfinite(moments)
    apart = np.ptp(moments[:, hits.all(axis=0)], axis=0).max(initial=0.0)
    return {
        "motions": count, "hits": int(hits[0].sum()),
        "differ": int((hits != hits[0]).any(axis=0).sum()), "apart": float(apart),
        "methods": costs, "freedom": freedom(a, b, motions, repetitions),
    }  # fmt: skip


def _costs(
    asks: Mapping[str, Callable[[], Any]], count: int, repetitions: int
) -> tuple[dict[str, dict[str, float]], list[Any]]:
    """Microseconds and steps of each, the best of repetitions; and answers."""
    found = [ask() for ask in asks.values()]
    contenders: Any = {name: lambda _, ask=ask: ask() for name, ask in asks.items()}
    times = in_turns(contenders, repetitions)
    costs = {
        name: {"mean_us": 1e6 * seen.minimum() / count, "mean_steps": float(np.mean(one.steps))}
        for (name, seen), one in zip(times.items(), found, strict=True)
    }
    return costs, found


def freedom(a: Shape, b: Shape, motions: tuple[Motion, Motion], repetitions: int) -> Report:
    """Microseconds of ``stay_free`` and ``time_of_impact``, and whether they contradict each other.

    Where a first contact is found, ``free`` would be wrong; where none is, ``hits`` would be.
    """
    how: Any = {"tolerance": TOLERANCE}
    when, whether = (partial(ask, a, b, *motions, **how) for ask in (time_of_impact, stay_free))
    asks = {"when": when, "whether": whether}
    costs, (impact, found) = _costs(asks, len(motions[0]), repetitions)
    status, contact = np.asarray(found.status), np.asarray(impact.status)
    touching = (contact == ImpactStatus.HIT) | (contact == ImpactStatus.STARTED_TOUCHING)
    apart = contact == ImpactStatus.FREE
    return {
        **{f"impact_{key.removeprefix('mean_')}": value for key, value in costs["when"].items()},
        **costs["whether"],
        **counted(**{kind.name.lower(): status == kind for kind in FreedomStatus}),
        **counted(wrongly_free=(status == FreedomStatus.FREE) & touching),
        **counted(wrongly_hit=(status == FreedomStatus.HITS) & apart),
    }


def methods_of(a: Shape, b: Shape) -> tuple[str, ...]:
    motions = seeded_motions(a, b, 1)
    return tuple(m for m in METHODS if answers(lambda m: ask_by(m, a, b, *motions), m))


def ask_by(method: str, a: Shape, b: Shape, motion_a: RigidMotion, motion_b: RigidMotion) -> Impact:
    return time_of_impact(a, b, motion_a, motion_b, tolerance=TOLERANCE, method=method)


def tables(report: Report) -> Iterator[Table]:
    rows = list(render.unfold(report["methods"], "name"))
    costs = {
        f"{method}, {what}": f"{{methods[{method}][mean_{what}]:,.1f}}"
        for method in METHODS
        for what in ("us", "steps")
    }

    def faster(row: Report) -> str:
        us = {method: found["mean_us"] for method, found in row["methods"].items()}
        return min(us, key=lambda method: us[method]) if len(us) > 1 else ""

    columns: dict[str, render.Cell] = {
        "shapes": "{name}", "motions": "{motions}", "hits": "{hits}", **costs, "faster": faster,
    }  # fmt: skip
    title = "both methods, one thread, in batches, means; meshes of 2,880 triangles"
    yield render.table(title, rows, columns, absent="-")
    # Reports of earlier versions have no such thing.
    asked = [{"name": row["name"], **row["freedom"]} for row in rows if "freedom" in row]
    if asked:
        columns = {
            "shapes": "{name}", "time_of_impact, us": "{impact_us:,.1f}",
            "stay_free, us": "{mean_us:,.1f}",
            "first / second": lambda row: f"{row['impact_us'] / row['mean_us']:.1f}x",
            "steps of both": "{impact_steps:,.1f}, {mean_steps:,.1f}", "free": "{free:,}",
            "hits": "{hits:,}", "undecided": "{undecided:,}",
        }  # fmt: skip
        what = "whether they touch, beside when: the same motions, default method, one thread"
        yield render.table(f"{what}, means", asked, columns)


def notes(report: Report) -> Iterator[str]:
    rows = list(report["methods"].values())
    text = f"motions on which one method hits and the other does not: {total(rows, 'differ'):,}"
    yield f"{text}; times are apart by {max(row['apart'] for row in rows):.1e} at most"
    if asked := [row["freedom"] for row in rows if "freedom" in row]:
        free, hit = (f"{total(asked, key):,}" for key in ("wrongly_free", "wrongly_hit"))
        text = f"stay_free says free where time_of_impact has a contact: {free}"
        yield f"{text}; touches where that is free: {hit}"
