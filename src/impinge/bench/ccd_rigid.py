"""``impinge bench ccd --part rigid``: first contacts of large moving meshes, every one checked.

An independent reference (:mod:`impinge.bench.ccd_reference`) judges. Between the same two poses go
a :class:`~impinge.motion.Motion` and a :class:`~impinge.motion.ScrewMotion`; along the latter,
python-fcl's continuous mode is asked too, with a thousand samples. Its own straight motions turn
about a point that FCL leaves unset: what they answer differs from run to run.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.ccd_methods import TOLERANCE, ask_by, methods_of
from impinge.bench.ccd_reference import Contact, Reference, reference_of
from impinge.bench.peers import build_fcl
from impinge.bench.timing import Times, in_turns
from impinge.continuous import Impact, ImpactStatus
from impinge.core.progress import progress
from impinge.geometry import Mesh
from impinge.motion import Motion, RigidMotion, ScrewMotion
from impinge.scenes import mesh_pair, pair_names, seeded_motions

Report = dict[str, Any]
Array = NDArray[np.float64]

FULL: dict[str, Any] = {"faces": 60_000, "motions": 200, "repetitions": 2}
QUICK: dict[str, Any] = {"faces": 1_000, "motions": 6, "repetitions": 1}
QUICK_PAIRS = 1
SAMPLES = 1000
"""Of python-fcl's continuous mode; its own default is ten."""
LATE = 1e-9
"""A time may be so much behind the reference, whose gap is not yet zero."""
FCL = "fcl, 1000 samples"


def bench_rigid(
    *,
    peers: bool,
    quick: bool,
    say: Callable[[str], None],
    keep: Callable[[str, Report], None],
) -> None:
    """Each pair of meshes that is at hand, its figures handed to ``keep`` by name."""
    size = QUICK if quick else FULL
    names = pair_names()[:QUICK_PAIRS] if quick else pair_names()
    for name in names:
        a, b = mesh_pair(name, size["faces"])
        say(f"{name}: {len(a.faces):,} and {len(b.faces):,} triangles, {size['motions']} motions")
        keep(name, rigid(a, b, size["motions"], size["repetitions"], peers=peers, label=name))


def rigid(
    a: Mesh, b: Mesh, count: int, repetitions: int, *, peers: bool, label: str = "motions"
) -> Report:
    """Times and mistakes of our methods, and of a peer, on seeded motions of two meshes."""
    straight = seeded_motions(a, b, count, seed=11)
    paths: dict[str, tuple[RigidMotion, RigidMotion]] = {
        "Motion": straight,
        "ScrewMotion": (_screws(straight[0]), _screws(straight[1])),
    }
    reference = reference_of(a, b)
    report: Report = {
        "faces": [len(a.faces), len(b.faces)],
        "motions": count,
        "reference": reference.name,
        "paths": {},
    }
    for path, (one, other) in paths.items():
        pairs = [(one[i], other[i]) for i in range(count)]
        ask = peers and path == "ScrewMotion" and find_spec("fcl") is not None
        report["paths"][path] = along(
            a, b, pairs, repetitions, reference, peer=ask, label=f"{label}, {path}"
        )
    return report


def along(
    a: Mesh,
    b: Mesh,
    pairs: list[tuple[RigidMotion, RigidMotion]],
    repetitions: int,
    reference: Reference,
    *,
    peer: bool,
    label: str,
) -> Report:
    """The same for motions of one kind."""
    count, methods = len(pairs), methods_of(a, b)
    contenders: dict[str, tuple[Callable[[int], Any], int]] = {
        method: (_ours(a, b, pairs, method), count) for method in methods
    }
    if peer:
        contenders[FCL] = _fcl(a, b, pairs), count
    contacts: list[Contact] = []
    samples: list[float] = []
    with progress(count, f"{label}: reference") as done:
        for i, pair in enumerate(pairs):
            contacts.append(reference.first(*pair))
            samples.append(reference.sampled(*pair))
            done(i + 1)
    times = in_turns(contenders, repetitions)
    report: Report = {
        "contacts": sum(contact.touches for contact in contacts),
        "times": {name: _spread(seen) for name, seen in times.items()},
        "ours": {},
    }
    for method in methods:
        found = [contenders[method][0](i) for i in range(count)]
        report["ours"][method] = judged(found, pairs, contacts, samples, reference)
    if peer:
        answers = np.array([contenders[FCL][0](i) for i in range(count)])
        report["peer"] = sampled(answers, contacts)
    return report


def _screws(motion: Motion) -> ScrewMotion:
    return ScrewMotion(motion.pose(0.0), motion.pose(1.0))


def judged(
    found: list[Impact],
    pairs: list[tuple[RigidMotion, RigidMotion]],
    contacts: list[Contact],
    samples: list[float],
    reference: Reference,
) -> Report:
    """Contacts missed, late, and early by more than the tolerance, judged by somebody else.

    A time that is too early is a mistake only if the gap is larger than the tolerance, too: where
    bodies graze, a micrometre takes long.
    """
    counts = dict.fromkeys(
        ("missed", "late", "false", "early", "by_gap", "sampled", "out_of_budget"), 0
    )
    errors = []
    for impact, pair, contact, sample in zip(found, pairs, contacts, samples, strict=True):
        time = float(impact.time)
        counts["out_of_budget"] += impact.status == ImpactStatus.OUT_OF_BUDGET
        counts["sampled"] += sample < time
        if not contact.touches:
            near = time == np.inf or reference.gap_at(*pair, time) <= TOLERANCE * (1.0 + LATE)
            counts["false"] += not near
            counts["by_gap"] += near and time < np.inf
            continue
        if time == np.inf:
            # What comes as near as 1e-10 and was never seen to overlap may be free.
            counts["missed"] += contact.high < np.inf
            continue
        errors.append(contact.low - time)
        counts["late"] += time > min(contact.low + LATE, contact.high)
        if contact.low - time > TOLERANCE:
            near = reference.gap_at(*pair, time) <= TOLERANCE * (1.0 + LATE)
            counts["early" if not near else "by_gap"] += 1
    return {**{key: int(value) for key, value in counts.items()}, **_errors(np.array(errors))}


def sampled(times: Array, contacts: list[Contact]) -> Report:
    """What a sampler says of the same motions."""
    low = np.array([contact.low for contact in contacts])
    sure = np.array([contact.high < np.inf for contact in contacts])
    both = np.isfinite(times) & np.isfinite(low)
    return {
        "missed": int((sure & ~np.isfinite(times)).sum()),
        "late": int((times[both] > low[both] + TOLERANCE).sum()),
        **_errors(times[both] - low[both]),
    }


def _errors(errors: Array) -> Report:
    if not len(errors):
        return {"median_error": 0.0, "most_error": 0.0}
    return {"median_error": float(np.median(errors)), "most_error": float(errors.max())}


def _ours(
    a: Mesh, b: Mesh, pairs: list[tuple[RigidMotion, RigidMotion]], method: str
) -> Callable[[int], Impact]:
    return lambda i: ask_by(method, a, b, *pairs[i])


def _fcl(a: Mesh, b: Mesh, pairs: list[tuple[RigidMotion, RigidMotion]]) -> Callable[[int], float]:
    """Its sampler, along screws that are ours."""
    import fcl

    def placed(pose: Array) -> Any:
        return fcl.Transform(pose[:3, :3], pose[:3, 3])

    models = [build_fcl(mesh.vertices.copy(), mesh.faces.copy()) for mesh in (a, b)]
    things = [
        [
            fcl.CollisionObject(model, placed(motion.pose(0.0)))
            for model, motion in zip(models, pair, strict=True)
        ]
        for pair in pairs
    ]
    ends = [[placed(motion.pose(1.0)) for motion in pair] for pair in pairs]
    request = fcl.ContinuousCollisionRequest(
        num_max_iterations=SAMPLES,
        ccd_motion_type=fcl.CCDMotionType.CCDM_SCREW,
        ccd_solver_type=fcl.CCDSolverType.CCDC_NAIVE,
    )

    def ask(i: int) -> float:
        result = fcl.ContinuousCollisionResult()
        (one, other), (end_one, end_other) = things[i], ends[i]
        fcl.continuousCollide(one, end_one, other, end_other, request, result)
        return float(result.time_of_contact) if result.is_collide else np.inf

    return ask


def _spread(times: Times) -> dict[str, float]:
    """Microseconds a motion, the best of repetitions: median, and what one in twenty exceeds."""
    each = 1e6 * times.seconds.min(axis=0)
    return {
        "median_us": float(np.median(each)),
        "p95_us": float(np.percentile(each, 95.0)),
        "mean_us": float(each.mean()),
    }
