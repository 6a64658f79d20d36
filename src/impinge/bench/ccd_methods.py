"""``impinge bench ccd --part methods``: both ways to find a first contact, by pair of shapes.

Beside them, whether there is one at all: what ``stay_free`` takes for the same motions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge.bench.timing import in_turns
from impinge.continuous import FreedomStatus, Impact, ImpactStatus, stay_free, time_of_impact
from impinge.continuous.options import METHODS
from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Compound,
    HeightField,
    Mesh,
    Shape,
    Sphere,
    bumpy_sphere,
    torus_knot,
)
from impinge.motion import Motion, RigidMotion
from impinge.scenes import convex_shape, seeded_motions
from impinge.scenes.assembly import placed
from impinge.scenes.convex_pairs import SOLIDS

Report = dict[str, Any]

CONVEX = SOLIDS[:-1]
FULL: dict[str, Any] = {"motions": 200, "large": 40, "repetitions": 3, "faces": (60, 24)}
QUICK: dict[str, Any] = {"motions": 3, "large": 3, "repetitions": 1, "faces": (20, 6)}
TOLERANCE = 1e-6
"""[m]"""


def pairs(faces: tuple[int, int]) -> dict[str, tuple[Shape, Shape, bool]]:
    """Two shapes by name, and whether they are large: convex ones, meshes, compounds, grounds."""
    knot: Mesh = torus_knot(*faces)
    ball: Mesh = bumpy_sphere(faces[0], faces[1])
    ground = _ground(faces[1])
    frame = Compound(
        [(Box((1.2, 0.2, 0.2)), placed(y=s)) for s in (-0.5, 0.5)]
        + [(Box((0.2, 1.2, 0.2)), placed(x=s)) for s in (-0.5, 0.5)]
    )
    made: dict[str, tuple[Shape, Shape, bool]] = {
        f"{name}, {name}": (convex_shape(name), convex_shape(name), False) for name in CONVEX
    }
    made["box, sphere"] = Box((0.6, 0.5, 0.8)), Sphere(0.4), False
    made["half-space, box"] = convex_shape("half-space"), Box((0.6, 0.5, 0.8)), False
    made["compound, box"] = frame, Box((0.3, 0.5, 0.4)), False
    made["compound, compound"] = frame, frame, False
    made["mesh, box"] = knot, Box((0.6, 0.5, 0.8)), True
    made["mesh, sphere"] = knot, Sphere(0.4), True
    made["mesh, hull"] = knot, convex_shape("hull"), True
    made["mesh, half-space"] = knot, convex_shape("half-space"), True
    made["mesh, mesh"] = knot, ball, True
    made["mesh, compound"] = knot, frame, True
    made["height field, box"] = ground, Box((0.6, 0.5, 0.8)), True
    made["height field, mesh"] = ground, knot, True
    return made


def bench_methods(
    *, quick: bool, say: Callable[[str], None], keep: Callable[[str, Report], None]
) -> None:
    """Each pair of shapes, its figures handed to ``keep`` by name."""
    size = QUICK if quick else FULL
    for name, (a, b, large) in pairs(size["faces"]).items():
        count = size["large"] if large else size["motions"]
        say(f"{name}: {count} motions")
        keep(name, both(a, b, count, size["repetitions"]))


def both(a: Shape, b: Shape, count: int, repetitions: int) -> Report:
    """Microseconds and steps of each method on the same motions, and how far they differ."""
    motion_a, motion_b = seeded_motions(a, b, count, seed=3)
    asks = {method: _asked(a, b, motion_a, motion_b, method) for method in methods_of(a, b)}
    times = in_turns({name: (ask, 1) for name, ask in asks.items()}, repetitions)
    found = {name: ask(0) for name, ask in asks.items()}
    moments = np.array([np.asarray(f.time) for f in found.values()])
    hits = np.isfinite(moments)
    all_hit = hits.all(axis=0)
    return {
        "motions": count,
        "hits": int(hits[0].sum()),
        "differ": int((hits != hits[0]).any(axis=0).sum()),
        "apart": float(np.ptp(moments[:, all_hit], axis=0).max(initial=0.0)),
        "methods": {
            name: {
                "mean_us": 1e6 * float(times[name].seconds.min()) / count,
                "mean_steps": float(np.asarray(found[name].steps).mean()),
            }
            for name in asks
        },
        "freedom": freedom(a, b, (motion_a, motion_b), repetitions),
    }


def freedom(a: Shape, b: Shape, motions: tuple[Motion, Motion], repetitions: int) -> Report:
    """Microseconds of ``stay_free`` and ``time_of_impact``, and whether they contradict each other.

    Where a first contact is found, ``free`` would be wrong; where none is, ``hits`` would be.
    """
    asks: dict[str, Callable[[int], Any]] = {
        "when": lambda _: time_of_impact(a, b, *motions, tolerance=TOLERANCE),
        "whether": lambda _: stay_free(a, b, *motions, tolerance=TOLERANCE),
    }
    times = in_turns({name: (ask, 1) for name, ask in asks.items()}, repetitions)
    impact, found = (asks[name](0) for name in asks)
    status, contact = np.asarray(found.status), np.asarray(impact.status)
    touching = (contact == ImpactStatus.HIT) | (contact == ImpactStatus.STARTED_TOUCHING)
    apart = contact == ImpactStatus.FREE
    counts = {kind.name.lower(): int((status == kind).sum()) for kind in FreedomStatus}
    when, whether = (1e6 * float(times[name].seconds.min()) / len(status) for name in asks)
    return {
        "impact_us": when,
        "mean_us": whether,
        "impact_steps": float(np.asarray(impact.steps).mean()),
        "mean_steps": float(np.asarray(found.steps).mean()),
        **counts,
        "wrongly_free": int(((status == FreedomStatus.FREE) & touching).sum()),
        "wrongly_hit": int(((status == FreedomStatus.HITS) & apart).sum()),
    }


def methods_of(a: Shape, b: Shape) -> tuple[str, ...]:
    """The methods that answer for two shapes."""
    motions = seeded_motions(a, b, 1)
    known = []
    for method in METHODS:
        try:
            ask_by(method, a, b, *motions)
        except ImpingeError:
            continue
        known.append(method)
    return tuple(known)


def ask_by(method: str, a: Shape, b: Shape, motion_a: RigidMotion, motion_b: RigidMotion) -> Impact:
    """First contacts by one of both methods."""
    return time_of_impact(a, b, motion_a, motion_b, tolerance=TOLERANCE, method=method)


def _asked(
    a: Shape, b: Shape, motion_a: Motion, motion_b: Motion, method: str
) -> Callable[[int], Impact]:
    return lambda _: ask_by(method, a, b, motion_a, motion_b)


def _ground(count: int) -> HeightField:
    """Hills, as wide as the shapes above them."""
    x = np.linspace(0.0, 2.0 * np.pi, 4 * count)
    return HeightField(0.15 * np.sin(2.0 * x)[:, None] * np.cos(3.0 * x), 3.0 / len(x))
