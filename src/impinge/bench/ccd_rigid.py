"""``impinge bench ccd --part rigid``: first contacts of large moving meshes, every one checked.

An independent reference (:mod:`impinge.bench.ccd_reference`) judges. Between the same two poses go
a :class:`~impinge.motion.Motion` and a :class:`~impinge.motion.ScrewMotion`; along the latter,
python-fcl's continuous mode is asked too, with a thousand samples. Its own straight motions turn
about a point that FCL leaves unset: what they answer differs from run to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.ccd_methods import TOLERANCE, ask_by, methods_of
from impinge.bench.ccd_reference import Contact, Reference, reference_of
from impinge.bench.peers import Fcl
from impinge.bench.render import Report, Table, counted, total
from impinge.bench.study import Run
from impinge.bench.timing import Array, Times, in_turns
from impinge.continuous import Impact, ImpactStatus
from impinge.core.progress import progress
from impinge.geometry import Mesh
from impinge.motion import RigidMotion, ScrewMotion
from impinge.scenes import mesh_pair, pair_names, seeded_motions

Pairs = list[tuple[RigidMotion, RigidMotion]]

FULL: dict[str, Any] = {"faces": 60_000, "motions": 200, "repetitions": 2, "pairs": None}
QUICK: dict[str, Any] = {"faces": 1_000, "motions": 6, "repetitions": 1, "pairs": 1}
SAMPLES = 1000
"""Of python-fcl's continuous mode; its own default is ten."""
LATE = 1e-9
"""A time may be so much behind the reference, whose gap is not yet zero."""
FCL = "fcl, 1000 samples"


def measure(run: Run) -> None:
    size = QUICK if run.quick else FULL
    peers = "fcl" in run.peers
    for name in pair_names()[: size["pairs"]]:
        a, b = mesh_pair(name, size["faces"])
        sizes = f"{len(a.faces):,} and {len(b.faces):,} triangles"
        run.say(f"{name}: {sizes}, {size['motions']} motions")
        found = rigid(a, b, size["motions"], size["repetitions"], peers=peers, label=name)
        run.put("rigid", name, found)


def rigid(
    a: Mesh, b: Mesh, count: int, repetitions: int, *, peers: bool, label: str = "motions"
) -> Report:
    """Times and mistakes of our methods, and of a peer, on seeded motions of two meshes."""
    straight = seeded_motions(a, b, count, seed=11)
    paths: dict[str, tuple[RigidMotion, ...]] = {
        "Motion": straight,
        "ScrewMotion": tuple(ScrewMotion(path.pose(0.0), path.pose(1.0)) for path in straight),
    }
    reference, found = reference_of(a, b), {}
    for path, (one, other) in paths.items():
        pairs = [(one[i], other[i]) for i in range(count)]
        peer = peers and path == "ScrewMotion"
        found[path] = along(a, b, pairs, repetitions, reference, peer, f"{label}, {path}")
    faces = [len(a.faces), len(b.faces)]
    return {"faces": faces, "motions": count, "reference": reference.name, "paths": found}


def along(
    a: Mesh, b: Mesh, pairs: Pairs, repetitions: int, reference: Reference, peer: bool, label: str
) -> Report:
    """The same for motions of one kind."""
    count, methods = len(pairs), methods_of(a, b)
    contenders: dict[str, Any] = {
        method: (lambda i, method=method: ask_by(method, a, b, *pairs[i]), count)
        for method in methods
    }
    if peer:
        contenders[FCL] = _fcl(a, b, pairs), count
    known: list[tuple[Contact, float]] = []
    with progress(count, f"{label}: reference") as done:
        for pair in pairs:
            known.append((reference.first(*pair), reference.sampled(*pair)))
            done(len(known))
    times = in_turns(contenders, repetitions)
    found = {name: [ask(i) for i in range(count)] for name, (ask, _) in contenders.items()}
    contacts, samples = [contact for contact, _ in known], [sample for _, sample in known]
    return {
        "contacts": sum(contact.touches for contact in contacts),
        "times": {name: _spread(seen) for name, seen in times.items()},
        "ours": {m: judged(found[m], pairs, contacts, samples, reference) for m in methods},
        **({"peer": sampled(np.array(found[FCL]), contacts)} if peer else {}),
    }


def judged(
    found: list[Impact], pairs: Pairs, contacts: list[Contact], samples: list[float],
    reference: Reference,
) -> Report:  # fmt: skip
    """Contacts missed, late, and early by more than the tolerance, judged by somebody else.

    A time that is too early is a mistake only if the gap is larger than the tolerance, too: where
    bodies graze, a micrometre takes long.
    """
    names = ("missed", "late", "false", "early", "by_gap", "sampled", "out_of_budget")
    counts, errors = dict.fromkeys(names, 0), []
    for impact, pair, contact, sample in zip(found, pairs, contacts, samples, strict=True):
        time = float(impact.time)
        counts["out_of_budget"] += impact.status == ImpactStatus.OUT_OF_BUDGET
        counts["sampled"] += sample < time
        if time == np.inf:
            # What comes as near as 1e-10 and was never seen to overlap may be free.
            counts["missed"] += contact.touches and contact.high < np.inf
            continue
        if contact.touches:
            errors.append(contact.low - time)
            counts["late"] += time > min(contact.low + LATE, contact.high)
        if contact.low - time > TOLERANCE:
            near = reference.gap_at(*pair, time) <= TOLERANCE * (1.0 + LATE)
            counts["by_gap" if near else "early" if contact.touches else "false"] += 1
    return {key: int(value) for key, value in counts.items()} | render.spread(errors, "error")


def sampled(times: Array, contacts: list[Contact]) -> Report:
    """What a sampler says of the same motions."""
    low = np.array([contact.low for contact in contacts])
    sure = np.array([contact.high < np.inf for contact in contacts])
    both = np.isfinite(times) & np.isfinite(low)
    late = times[both] > low[both] + TOLERANCE
    wrong = counted(missed=sure & ~np.isfinite(times), late=late)
    return wrong | render.spread(times[both] - low[both], "error")


def _fcl(a: Mesh, b: Mesh, pairs: Pairs) -> Callable[[int], float]:
    """Its sampler, along screws that are ours."""
    import fcl

    things, asked = Fcl(a, b), []
    for pair in pairs:
        one, other = things.sides(*(motion.pose(0.0) for motion in pair))
        ends = [fcl.Transform(end[:3, :3], end[:3, 3]) for end in (m.pose(1.0) for m in pair)]
        asked.append((one, ends[0], other, ends[1]))
    request = fcl.ContinuousCollisionRequest(
        num_max_iterations=SAMPLES,
        ccd_motion_type=fcl.CCDMotionType.CCDM_SCREW,
        ccd_solver_type=fcl.CCDSolverType.CCDC_NAIVE,
    )

    def ask(i: int) -> float:
        result = fcl.ContinuousCollisionResult()
        fcl.continuousCollide(*asked[i], request, result)
        return float(result.time_of_contact) if result.is_collide else np.inf

    return ask


def _spread(times: Times) -> dict[str, float]:
    """Microseconds a motion: median, and what one in twenty exceeds."""
    us = times.best_us()
    median, most = np.percentile(us, (50.0, 95.0)).tolist()
    return {"median_us": median, "p95_us": most, "mean_us": float(us.mean())}


def tables(report: Report) -> Iterator[Table]:
    rows: list[Report] = []
    for name, seen in report["rigid"].items():
        sizes = " + ".join(f"{n:,}" for n in seen["faces"])
        for path, part in seen["paths"].items():
            answers = {**part["ours"], **({FCL: part["peer"]} if "peer" in part else {})}
            rows += [
                {"name": f"{name}, {sizes}", "path": path, "by": by, "all": part["times"],
                 "motions": seen["motions"], "contacts": part["contacts"], **found}
                for by, found in answers.items()
            ]  # fmt: skip

    def ratio(row: Report) -> str:
        us = {by: seen["median_us"] for by, seen in row["all"].items()}
        return f"{us[FCL] / us[row['by']]:.2g}x" if FCL in us and row["by"] != FCL else ""

    columns: dict[str, render.Cell] = {
        "meshes": "{name}", "along": "{path}", "by": "{by}",
        "median": lambda row: _us(row["all"][row["by"]]["median_us"]),
        "95 %": lambda row: _us(row["all"][row["by"]]["p95_us"]), "fcl's / ours": ratio,
        "contacts": "{contacts} of {motions}", "missed": "{missed}", "late": "{late}",
        "too early": "{early}", "gave up": "{out_of_budget}", "largest error": "{most_error:.1e}",
    }  # fmt: skip
    title = "a motion, one thread; against conservative advancement to 1e-10"
    yield render.table(title, rows, columns, absent="-")


def _us(value: float) -> str:
    return f"{value / 1e3:,.2f} ms" if value >= 1e3 else f"{value:,.0f} us"


def notes(report: Report) -> Iterator[str]:
    pairs = report["rigid"].values()
    parts = [part for seen in pairs for part in seen["paths"].values()]
    ours = [found for part in parts for found in part["ours"].values()]
    names = ", ".join(sorted({seen["reference"] for seen in pairs}))
    asked = sum(seen["motions"] * len(seen["paths"]) for seen in pairs)
    sums = {key: total(ours, key) for key in ours[0] if not key.endswith("_error")}
    yield (
        f"reference: distances of {names}; of {asked:,} motions, by all methods, we miss "
        "{missed}, are late in {late}, too early in {early}, hit without contact in {false}, and "
        "ran out of budget in {out_of_budget}".format_map(sums)
    )
    yield (
        "overlaps at one of 1000 samples before our time: {sampled}; judged by the gap, which is "
        "within the tolerance: {by_gap}".format_map(sums)
    )
    theirs = [part["peer"] for part in parts if "peer" in part]
    if theirs:
        most = max(found["most_error"] for found in theirs)
        text = f"{FCL}: {total(theirs, 'missed')} missed, {total(theirs, 'late')} late"
        yield f"{text} by more than 1e-6, by up to {most:.1e} of the step"
