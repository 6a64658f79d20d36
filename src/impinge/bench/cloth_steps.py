"""Wild steps that no surface can take as proposed: what :func:`cloth_step` makes of them."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from impinge.bench.ccd_peers import SAME_QUESTION, step_peer
from impinge.bench.render import Report, Section, total
from impinge.bench.study import Run
from impinge.continuous import ImpactStatus, collision_free_step
from impinge.narrow import edge_face_intersections
from impinge.scenes.cloth_steps import FRAMES, MADE, WildStep, wild_step
from impinge.scenes.mesh_pairs import data_folder
from impinge.simulation import ClothStatus, ClothStep, cloth_step

REAL_SHARE = 250
"""Of so many steps one is of each real cloth, which has a hundred times as many triangles."""
TOLERANCE = 1e-6


def measure_steps(run: Run) -> None:
    """Seeded steps of each surface: crossings, proofs, momentum, and time."""
    count = run.size["steps"]
    folder = data_folder()
    real = [] if folder is None or run.quick else list(FRAMES)
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


STEP_SECTION = Section.of_rows("steps", "wild steps", {
    "surface": "{surface}", "triangles": "{triangles:,}", "steps": "{steps:,}",
    "impacts": "{impacts:,}", "zones": "{zones:,}", "cut": "{cut:,}",
    "cut, nothing driven": "{cut_freely!m}", "crossings": "{crossings!m}",
    "unproved": "{unproved!m}", "momentum off by": "{momentum:.0e}", "median [ms]": "{ms:,.1f}",
    "one ipctk step size [ms]": "{peer_ms:,.0f}", "ours in its units": "{units:.2f}",
}, "bench:cloth-steps")  # fmt: skip
