"""``impinge bench catch --part safety``: is any contact missed, or reported late?

Motions of seeded scenes are sampled densely by discrete tests, and first samples that collide are
refined by bisection towards the last free one. A motion that is said to be free and has such a
sample is missed; a contact whose time lies behind a refined sample is late. At reported times the
distance is measured again, at the reported configuration.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from impinge.bench.catch_scenes import scenes_here, spread_steps
from impinge.bench.render import Report, Section, total
from impinge.bench.study import Run
from impinge.bench.timing import Array
from impinge.continuous import ImpactStatus
from impinge.continuous.options import TOLERANCE
from impinge.motion.in_between import InBetween
from impinge.scene import Robot, Scene

FULL = {
    "safety": ("walk", "exercise", "excavator-load", "tower-crane-pick", "falling-train",
               "panda-among-boxes", "ur5-among-boxes"),
    "safety_motions": 1000, "safety_samples": 128,
}  # fmt: skip
SMALL = {"safety": ("exercise",), "safety_motions": 12, "safety_samples": 8}
HALVINGS = 30
ROUNDING = 1e-9
"""Added to the tolerance of distances: configurations are rounded [m]."""


def measure_safety(run: Run) -> None:
    """Missed and late contacts of each scene."""
    for found in scenes_here(run, "safety", "safety of"):
        robot, q0, q1 = spread_steps(found, run.size["safety_motions"])
        run.add("safety", {
            "scene": found.name, "samples": run.size["safety_samples"],
            **safety_row(robot, found.scene, q0, q1, run.size["safety_samples"]),
        })  # fmt: skip


def safety_row(robot: Robot, scene: Scene, q0: Array, q1: Array, samples: int) -> Report:
    """What certified queries say of motions, beside samples."""
    found = robot.time_of_impact(q0, q1, scene)
    status, time = np.asarray(found.status), np.asarray(found.time)
    first = first_samples(robot, scene, q0, q1, samples)
    touched = np.isfinite(first)
    hits = np.flatnonzero(status == ImpactStatus.HIT)
    gaps = np.zeros(0)
    if len(hits):
        gaps = np.asarray(robot.closest(np.asarray(found.configuration)[hits], scene).distance)
    return {
        "motions": len(q0), "contacts": len(hits),
        "started": int((status == ImpactStatus.STARTED_TOUCHING).sum()),
        "undecided": int((status == ImpactStatus.OUT_OF_BUDGET).sum()),
        "sampled": int(touched.sum()),
        "missed": int((touched & (status == ImpactStatus.FREE)).sum()),
        "late": int((touched & (time > first)).sum()),
        "only_ours": int((~touched[hits]).sum()),
        "largest_gap": float(gaps.max(initial=0.0)),
        "wide": int((gaps > TOLERANCE + ROUNDING).sum()),
    }  # fmt: skip


def first_samples(robot: Robot, scene: Scene, q0: Array, q1: Array, samples: int) -> Array:
    """(n,) float64: a time at which each motion is seen to collide, nearly the first; or inf."""
    motion = InBetween(robot._model.kinematics, robot._full(q0)[0], robot._full(q1)[0])
    columns = robot._columns

    def collide(t: Array) -> Array:
        return np.asarray(robot.collides(motion.configuration(t)[:, columns], scene))

    times = np.linspace(0.0, 1.0, samples + 1)
    low, high = np.zeros(len(q0)), np.full(len(q0), np.inf)
    for before, t in zip((0.0, *times), times, strict=False):
        new = collide(np.full(len(q0), t)) & ~np.isfinite(high)
        low[new], high[new] = before, t
    for _ in range(HALVINGS):
        # Rows without a sample stay where they are.
        middle = np.where(np.isfinite(high), 0.5 * (low + high), 0.0)
        seen = np.asarray(collide(middle)) & np.isfinite(high)
        high = np.where(seen, middle, high)
        low = np.where(seen | ~np.isfinite(high), low, middle)
    return high


def _notes(report: Report) -> Iterator[str]:
    keys = ("motions", "contacts", "missed", "late", "wide")
    yield (
        "{motions:,} motions with {contacts:,} contacts: {missed:,} missed, {late:,} late, "
        "{wide:,} with a gap beyond the tolerance."
    ).format_map({key: total(report["safety"], key) for key in keys})


SECTION = Section.of_rows("safety", "Contacts beside dense samples", {
    "scene": "{scene}", "motions": "{motions:,}", "contacts": "{contacts:,}",
    "begin in contact": "{started:,}", "undecided": "{undecided:,}",
    "samples of each": "{samples}", "samples see": "{sampled:,}",
    "missed": "{missed!m}", "late": "{late!m}", "contacts between samples": "{only_ours:,}",
    "largest gap, m": "{largest_gap:.1e}", "beyond tolerance": "{wide!m}",
}, "bench:catch-safety", notes=_notes)  # fmt: skip
