"""``impinge bench polyhedra``: contact of deformable polyhedra, after [Joukhadar1999]_.

Directions from starts of every quality, translations of every length, facets that the criteria
keep, frames in which the restriction holds, growth, and time beside trees that are rebuilt or
refitted.
"""

from __future__ import annotations

from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.peers import MANY, build_coal
from impinge.bench.polyhedra_tables import SECTIONS
from impinge.bench.study import Run, Study, compared, differing, exponents, importable
from impinge.bench.timing import Array, no_collection
from impinge.geometry import Hull, Mesh
from impinge.narrow import ContactTracker, HullStatus, hull_separation, intersecting_pairs
from impinge.narrow import penetration as least_penetration
from impinge.narrow.hull_separation import separated
from impinge.narrow.kernels.hull_direction import scaling_of_points
from impinge.response import facet_forces
from impinge.scenes.polyhedra import POLYHEDRA, PolyhedraScene, polyhedra_scene

FULL: dict[str, Any] = {
    "pairs": 1000, "stretches": (1.01, 1.05, 1.2, 1.5, 2.0, 3.0), "frames": 250, "facets": 500,
    "growth": (500, 1_600, 5_000, 16_000, 50_000), "large": 20_000, "repetitions": 15,
    "images": 400,
}  # fmt: skip
SMALL: dict[str, Any] = {
    "pairs": 12, "stretches": (1.05, 3.0), "frames": 6, "facets": 200, "growth": (500, 1_000),
    "large": 500, "repetitions": 1, "images": 5,
}  # fmt: skip
STARTS = (5, 15, 30, 60, None)
"""Degrees between start and best direction; None is any direction."""
SHALLOW = np.linspace(0.05, 0.2, 5)
"""Times at which the balls touch with a depth of some hundredths of their radius."""
EQUAL = 1e-9
"""Difference of depths that are the same, for bodies of size one."""
AGREE = 0.01
"""Share of pairs by which another library, which is not exact, may differ."""


def overlapping_points(seed: int) -> tuple[Array, Array, float, Array]:
    """Points of two hulls that overlap, their least depth and its direction, by EPA."""
    rng = np.random.default_rng(seed)
    while True:
        count = int(rng.choice([8, 20, 60, 200]))
        a, b = rng.normal(size=(2, count, 3)) * rng.uniform(0.3, 1.5, size=(2, 1, 3))
        b = b + rng.uniform(0.3, 1.5) * rng.normal(size=3)
        found = least_penetration(Hull(a), Hull(b))
        if found.depth > 1e-3:
            return a, b, float(found.depth), np.array(found.direction)


def start_near(n: Array, degrees: float | None, rng: np.random.Generator) -> Array:
    """A unit vector at an angle to ``n``, or any."""
    across = rng.normal(size=3)
    if degrees is None:
        return np.asarray(across / np.linalg.norm(across))
    across -= (across @ n) * n
    angle = np.radians(degrees)
    return np.asarray(np.cos(angle) * n + np.sin(angle) * across / np.linalg.norm(across))


def measure_starts(run: Run) -> None:
    """How often the least depth is found, and how deep the others are, by start."""
    cases = [overlapping_points(seed) for seed in range(run.size["pairs"])]
    for degrees in STARTS:
        run.say(f"starts {'anywhere' if degrees is None else f'{degrees} degrees off'}")
        rng = np.random.default_rng(1)
        rows = []
        for a, b, least, n in cases:
            found = hull_separation(a, b, direction=start_near(n, degrees, rng))
            excess = -float(found.distance) / least
            equal = abs(float(found.distance) + least) <= EQUAL
            rows.append((equal, excess, found.iterations, found.certified))
        equal, excess, iterations, certified = np.array(rows, float).T
        run.add("starts", {
            "degrees": degrees, "equal": float(equal.mean()), "mean_excess": float(excess.mean()),
            "most_excess": float(excess.max()), "iterations": float(iterations.mean()),
            "certified": float(certified.mean()),
        })  # fmt: skip


def measure_stretch(run: Run) -> None:
    """Fig. 7: the longer the translation, the less the next direction is worth."""
    cases = [overlapping_points(seed) for seed in range(run.size["pairs"])]
    for stretch in run.size["stretches"]:
        run.say(f"translations {stretch:g} times the depth")
        rng = np.random.default_rng(2)
        rows = []
        for a, b, least, n in cases:
            start = start_near(n, 15, rng)
            whole = hull_separation(a, b, direction=start, stretch=stretch)
            first = hull_separation(a, b, direction=start, stretch=stretch, max_iterations=1)
            off = np.degrees(np.arccos(np.clip(first.direction @ whole.direction, -1.0, 1.0)))
            equal = abs(float(whole.distance) + least) <= EQUAL
            rows.append((whole.iterations, off, equal, whole.status == HullStatus.OUT_OF_BUDGET))
        iterations, off, equal, ended = np.array(rows, float).T
        run.add("stretch", {
            "stretch": stretch, "iterations": float(iterations.mean()),
            "off_degrees": float(off.mean()), "equal": float(equal.mean()),
            "out_of_budget": int(ended.sum()),
        })  # fmt: skip


def measure_frames(run: Run) -> None:
    """Frames of all scenes: pairs checked, restriction, what trust misses, facets kept."""
    for name in POLYHEDRA:
        run.say(f"frames of {name}")
        scene = polyhedra_scene(name, run.size["facets"])
        run.add("frames", {"name": name, **_frames(scene, run.size["frames"])})


def _frames(scene: PolyhedraScene, count: int) -> dict[str, Any]:
    tracker = ContactTracker(scene.mesh_a, scene.mesh_b)
    trusting = ContactTracker(scene.mesh_a, scene.mesh_b, trust=True)
    wrong = touching = held = missed = total = turned = 0
    shares, iterations = [], []
    facets = np.array([[len(scene.mesh_a.faces)], [len(scene.mesh_b.faces)]])
    for time in np.linspace(0.0, 1.0, count):
        a, b = scene.vertices(time)
        contact = tracker.update(a, b)
        pairs = intersecting_pairs(*_deformed(scene, a, b)).pairs
        wrong += not np.array_equal(pairs, contact.pairs)
        touching += len(pairs) > 0
        held += len(pairs) > 0 and contact.restricted
        missed += len(pairs) - len(trusting.update(a, b).pairs)
        total += len(pairs)
        turned += contact.turned
        if contact.separation.status != HullStatus.APART:
            kept = np.array([[len(contact.facets_a)], [len(contact.facets_b)]])
            shares.append(np.concatenate([contact.kept, kept], axis=1) / facets)
            iterations.append(int(contact.separation.iterations))
    mean = np.mean(shares, axis=0) if shares else np.zeros((2, 4))
    return {
        "facets": facets.ravel().tolist(), "frames": count, "wrong": wrong, "touching": touching,
        "held": held, "missed": missed, "pairs": total, "turned": turned,
        "kept": mean.tolist(), "iterations": float(np.mean(iterations)) if iterations else None,
    }  # fmt: skip


def _deformed(scene: PolyhedraScene, a: Array, b: Array) -> tuple[Mesh, Mesh]:
    return scene.mesh_a.with_vertices(a), scene.mesh_b.with_vertices(b)


def measure_growth(run: Run) -> None:
    """Milliseconds of direction, selection and a whole frame, by facets."""
    for facets in run.size["growth"]:
        run.say(f"growth: {facets:,} facets")
        scene = polyhedra_scene("balls", facets)
        tracker = ContactTracker(scene.mesh_a, scene.mesh_b)
        frames = [scene.vertices(time) for time in SHALLOW]
        best = np.full((len(frames), 3), np.inf)
        iterations = []
        with no_collection():
            for _ in range(run.size["repetitions"] + 1):
                for row, (a, b) in enumerate(frames):
                    start = perf_counter()
                    contact = tracker.update(a, b)
                    whole = perf_counter() - start
                    n = np.array(contact.separation.direction)
                    start = perf_counter()
                    scaling = scaling_of_points(a, b)
                    hulls = separated(a, b, scaling, n, -1.0, 1.05, 30)
                    direction = perf_counter() - start
                    start = perf_counter()
                    tracker._select(hulls, scaling)
                    best[row] = np.minimum(best[row], (direction, perf_counter() - start, whole))
                    iterations.append(int(contact.separation.iterations))
        times = 1e3 * best.mean(axis=0)
        run.add("growth", {
            "facets": len(scene.mesh_a.faces), "direction_ms": times[0], "selection_ms": times[1],
            "frame_ms": times[2], "iterations": float(np.mean(iterations)),
        })  # fmt: skip
    powers = exponents(run.report["growth"], "facets", ("direction_ms", "selection_ms", "frame_ms"))
    run.put("powers", powers)


def measure_speed(run: Run) -> None:
    """Both bodies deform in each frame: tracker, refitted trees, and trees that are rebuilt."""
    for name in ("balls", "wheel-on-ground", "clamp"):
        run.say(f"frames of {name}, {run.size['large']:,} facets")
        scene = polyhedra_scene(name, run.size["large"])
        times = SHALLOW if name == "balls" else SHALLOW + 0.3
        frames = [scene.vertices(time) for time in times]
        who = {**_ours(scene, frames), **(_coal(scene, frames) if "coal" in run.peers else {})}
        asked = {key: (ask, len(frames)) for key, ask in who.items()}
        # A tracker of its own: it follows the frames from the first on.
        ask = _ours(scene, frames)["tracker"]
        differ = differing(asked, lambda found, ours: abs(found - ours) <= AGREE * ours)
        run.add("speed", {
            "name": name, "facets": [len(scene.mesh_a.faces), len(scene.mesh_b.faces)],
            "pairs": float(np.mean([ask(row) for row in range(len(frames))])),
            "differ": differ,
            **compared(asked, run.size["repetitions"], {**differ, "trust": 0}),
        })  # fmt: skip


def _ours(scene: PolyhedraScene, frames: list[tuple[Array, Array]]) -> dict[str, Any]:
    """The number of pairs in a frame by trackers, and by trees that are refitted."""
    tracker, trusting = (
        ContactTracker(scene.mesh_a, scene.mesh_b, trust=trust) for trust in (False, True)
    )
    return {
        "tracker": lambda row: len(tracker.update(*frames[row])),
        "trust": lambda row: len(trusting.update(*frames[row])),
        "refit": lambda row: len(intersecting_pairs(*_deformed(scene, *frames[row])).pairs),
    }


def _coal(scene: PolyhedraScene, frames: list[tuple[Array, Array]]) -> dict[str, Any]:
    """All pairs by coal: trees rebuilt, and trees whose vertices are replaced and refitted."""
    import coal

    faces = np.array(scene.mesh_a.faces), np.array(scene.mesh_b.faces)
    request, rest = coal.CollisionRequest(), coal.Transform3s()
    request.num_max_contacts, request.enable_contact = MANY, False
    kept = [build_coal(v, f) for v, f in zip(frames[0], faces, strict=True)]
    listed = [[coal.StdVec_Vec3s(), coal.StdVec_Vec3s()] for _ in frames]
    for rows, vertices in zip(chain(*listed), chain(*frames), strict=True):
        for vertex in vertices:
            rows.append(vertex.copy())

    def count(a: Any, b: Any) -> int:
        return int(coal.collide(a, rest, b, rest, request, coal.CollisionResult()))

    def rebuilt(row: int) -> int:
        return count(*(build_coal(v, f) for v, f in zip(frames[row], faces, strict=True)))

    def replaced(row: int) -> int:
        for model, vertices in zip(kept, listed[row], strict=True):
            model.beginReplaceModel()
            model.replaceSubModel(vertices)
            model.endReplaceModel(True, True)
        return count(*kept)

    return {"coal, rebuilt": rebuilt, "coal, replaced": replaced}


def measure_liver(run: Run) -> None:
    """Images a second of contact and forces, for a liver of 500 facets and a tool."""
    run.say("liver and tool")
    scene = polyhedra_scene("liver-and-tool")
    tracker = ContactTracker(scene.mesh_a, scene.mesh_b)
    frames = [scene.vertices(time) for time in np.linspace(0.0, 1.0, run.size["images"])]
    touching, iterations = 0, []
    for repetition in range(2):
        # The first time compiles.
        tracker.reset()
        start = perf_counter()
        for a, b in frames:
            contact = tracker.update(a, b)
            facet_forces(contact, scene.mesh_a, scene.mesh_b, stiffness=1e3)
            touching += repetition and len(contact) > 0
            iterations.append(int(contact.separation.iterations))
        seconds = perf_counter() - start
    run.put("liver", {
        "facets": [len(scene.mesh_a.faces), len(scene.mesh_b.faces)], "frames": len(frames),
        "touching": touching, "images_per_second": len(frames) / seconds, "paper": 12,
        "iterations": float(np.mean(iterations)),
    })  # fmt: skip


bench_polyhedra = Study(
    "polyhedra",
    {
        "starts": measure_starts, "stretch": measure_stretch, "frames": measure_frames,
        "growth": measure_growth, "speed": measure_speed, "liver": measure_liver,
    },
    SECTIONS, full=FULL, small=SMALL, packages=("coal",), peers_hint="coal",
    installed=lambda: importable({"coal": ("coal", None)}), threads=1,
)  # fmt: skip
