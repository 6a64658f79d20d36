"""Steps of cloths: wild ones, and one drop by mechanical, geometrical and robust response.

No surface can take the wild ones as proposed: what :func:`cloth_step` makes of them. The drop: a
sheet falls on a ball.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.ccd_peers import SAME_QUESTION, step_peer
from impinge.bench.render import Report, Section, total
from impinge.bench.study import Run
from impinge.continuous import ImpactStatus, collision_free_step
from impinge.core.errors import ImpingeError
from impinge.geometry import grid_mesh, icosphere, pose
from impinge.narrow import edge_face_intersections
from impinge.scenes.cloth_steps import FRAMES, MADE, WildStep, wild_step
from impinge.scenes.mesh_pairs import data_at
from impinge.simulation import Cloth, ClothStatus, ClothStep, ClothWorld, cloth_step

REAL_SHARE = 250
"""Of so many steps one is of each real cloth, which has a hundred times as many triangles."""
TOLERANCE = 1e-6
RESPONSES = ("mechanical", "geometrical", "robust")
BALL, SIDE = 0.08, 0.3
"""Radius of the ball, side of the sheet [m]."""
HEIGHT = 0.05
"""Of the sheet above the ball at the start [m]."""
REST = 0.2
"""Share of the run at its end over which speeds at rest are averaged."""
GROWN = 1.05
"""Energy above this share of the start's is unstable: contact may not add any."""


def measure_steps(run: Run) -> None:
    """Seeded steps of each surface: crossings, proofs, momentum, and time."""
    count = run.size["steps"]
    real = [] if data_at("ccd/scalable-ccd") is None or run.quick else list(FRAMES)
    each = -(-(count - len(real) * (count // REAL_SHARE)) // len(MADE))
    for surface in (*MADE, *real):
        steps = count // REAL_SHARE if surface in FRAMES else each
        run.say(f"{steps} wild steps of {surface}")
        rows = [_taken(wild_step(seed, surface)) for seed in range(steps)]
        run.add("steps", {"surface": surface, "steps": steps, **_summed(rows),
                          **_units(run, surface, steps)})  # fmt: skip


def _taken(wild: WildStep) -> Report:
    begin = process_time()
    done = _step(wild)
    seconds = process_time() - begin
    end = wild.mesh.with_vertices(done.vertices)
    # Both are asked anew: neither knows what the step did.
    proof = collision_free_step(wild.mesh, end)
    driven = bool(np.isinf(wild.masses).any())
    return {
        "triangles": len(wild.mesh.faces), "seconds": seconds,
        "crossings": len(edge_face_intersections(end)),
        "unproved": int(proof.status != ImpactStatus.FREE),
        "cut": int(done.status == ClothStatus.CUT),
        "cut_freely": int(done.status == ClothStatus.CUT and not driven),
        "momentum": 0.0 if driven else momentum_error(wild, done),
        "impacts": sum(done.impacts), "zones": len(done.zones),
    }  # fmt: skip


def _step(wild: WildStep) -> ClothStep:
    options: dict[str, Any] = wild.options
    return cloth_step(wild.mesh, wild.vertices_t1, masses=wild.masses, **options)


def momentum_error(wild: WildStep, done: ClothStep) -> float:
    """Change of the momentum by the step, relative to the sum of all its magnitudes."""
    proposed = (wild.vertices_t1 - wild.mesh.vertices) / wild.options["dt"]
    pushes = wild.masses[:, None] * proposed
    change = (wild.masses[:, None] * (done.velocities - proposed)).sum(axis=0)
    return float(np.linalg.norm(change) / max(np.linalg.norm(pushes, axis=1).sum(), 1e-300))


def _summed(rows: list[Report]) -> Report:
    sums = ("crossings", "unproved", "cut", "cut_freely", "impacts", "zones")
    return {
        "triangles": max(row["triangles"] for row in rows),
        "ms": 1e3 * float(np.median([row["seconds"] for row in rows])),
        "momentum": max(row["momentum"] for row in rows),
        **{key: total(rows, key) for key in sums},
    }  # fmt: skip


def _units(run: Run, surface: str, steps: int) -> Report:
    """Our steps of a real cloth in units of one step size of the peer, the same step each."""
    if surface not in FRAMES or not run.peers:
        return {}
    ratios, peer_ms = [], []
    for seed in range(min(steps, 3)):
        wild = wild_step(seed, surface)
        last, faces = wild.vertices_t1, wild.mesh.faces
        ask, _ = step_peer(SAME_QUESTION, wild.mesh.vertices, last, faces, TOLERANCE, "LBVH")
        begin = process_time()
        ask(0)
        peer = process_time() - begin
        begin = process_time()
        _step(wild)
        ratios.append((process_time() - begin) / peer)
        peer_ms.append(1e3 * peer)
    return {"units": float(np.median(ratios)), "peer_ms": float(np.median(peer_ms))}


def drop(response: str, step: float, cells: int) -> ClothWorld:
    """A sheet above a ball."""
    sheet = grid_mesh(SIDE, cells).transformed(pose((0.0, 0.0, BALL + HEIGHT)))
    cloth = Cloth(sheet, stretch=50.0, bend=1e-5, damping=0.02)
    ball = icosphere(BALL, 3)
    return ClothWorld(
        {"sheet": cloth}, obstacles={"ball": ball}, step=step, thickness=3e-3, response=response
    )


def measure_responses(run: Run) -> None:
    """Each response at each step length."""
    for response in RESPONSES:
        for step in run.size["drop_steps"]:
            run.say(f"{response} response, steps of 1/{1 / step:.0f} s")
            row = dropped(response, step, run.size["drop_cells"], run.size["drop_seconds"])
            run.add("responses", "rows", {"response": response, "step": step, **row})
        rows = [row for row in run.report["responses"]["rows"] if row["response"] == response]
        good = [row["step"] for row in rows if row["stable"] and not row["crossings"]]
        run.put("responses", "largest", response, max(good, default=None))


def dropped(response: str, step: float, cells: int, seconds: float) -> Report:
    """One run: whether it is stable, crossings in all frames, speed at rest, energy, cost."""
    world = drop(response, step, cells)
    start = sum(world.energy())
    count = max(1, round(seconds / step))
    crossings, speeds, cost, stable = 0, [], 0.0, True
    for k in range(count):
        begin = process_time()
        try:
            done = world.step()
        except ImpingeError:
            # A cloth that blows up: the world says so.
            stable = False
            break
        cost += process_time() - begin
        crossings += len(edge_face_intersections(world._at(done.vertices))) > 0
        if k >= (1.0 - REST) * count:
            speeds.append(float(np.sqrt((world.velocities["sheet"] ** 2).sum(axis=1).mean())))
    energy = sum(world.energy())
    return {
        "stable": bool(stable and energy <= start + (GROWN - 1.0) * abs(start)),
        "frames": count, "crossings": crossings, "energy": energy - start,
        "jitter": float(np.mean(speeds)) if speeds else None, "ms": 1e3 * cost / count,
    }  # fmt: skip


def _notes(report: Report) -> Iterator[str]:
    for response, step in report["responses"].get("largest", {}).items():
        found = "none of these" if step is None else f"1/{1 / step:.0f} s"
        yield f"{response}: longest step without a crossing that stays stable: {found}"


STEP_SECTIONS = (
    Section.of_rows("steps", "wild steps", {
        "surface": "{surface}", "triangles": "{triangles:,}", "steps": "{steps:,}",
        "impacts": "{impacts:,}", "zones": "{zones:,}", "cut": "{cut:,}",
        "cut, nothing driven": "{cut_freely!m}", "crossings": "{crossings!m}",
        "unproved": "{unproved!m}", "momentum off by": "{momentum:.0e}", "median [ms]": "{ms:,.1f}",
        "one ipctk step size [ms]": "{peer_ms:,.0f}", "ours in its units": "{units:.2f}",
    }, "bench:cloth-steps"),
    Section.of_rows("responses", "one drop, three responses", {
        "response": "{response}", "step": lambda row: f"1/{1 / row['step']:.0f} s",
        "stable": lambda row: "yes" if row["stable"] else "[red]no[/red]",
        "frames": "{frames:,}", "with crossings": "{crossings!m}",
        "speed at the end [mm/s]": lambda row: (
            "" if row["jitter"] is None else f"{1e3 * row['jitter']:.1f}"
        ),
        "energy gained [mJ]": lambda row: f"{1e3 * row['energy']:.2f}", "a step [ms]": "{ms:.1f}",
    }, "bench:cloth-responses", within="rows", notes=_notes, words=2, groups=1),
)  # fmt: skip
