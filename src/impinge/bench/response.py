"""``impinge bench response``: the projection in contact space and in motion space.

After [Redon2006]_, section 6: bodies with more and more contacts each. Time, memory of matrices,
and condition numbers: of the contacts' matrix A = J M^-1 J^T, and of its part for the active rows,
whose factor the motion space keeps. Part ``projection`` compares solvers.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from impinge.bench import render
from impinge.bench.render import Report, Section, Table
from impinge.bench.response_piles import (
    bullet_tables,
    measure_bullets,
    measure_piles,
    pile_tables,
)
from impinge.bench.response_projection import installed, projection_part, projection_tables
from impinge.bench.study import Run, Study, compared, exponents, ratio_text
from impinge.bench.world_peers import installed_engines
from impinge.core.arrays import Array
from impinge.response import ContactRows, Masses, contact_rows, impact_bounds, project

AGREE = 1e-8
"""Largest difference of motions that are of order one."""
NUMBER = 8
"""Bytes of a float64, or of an int64."""


def touching_bodies(bodies: int, contacts: int, seed: int) -> tuple[Array, Masses, ContactRows]:
    """Velocities, masses and rows: round bodies, each with so many contacts with fixed ground.

    Normals lie in a half space, so that there is always a motion that opens all gaps.
    """
    rng = np.random.default_rng(seed)
    centres = 3.0 * rng.normal(size=(bodies, 3))
    arms = rng.normal(size=(bodies * contacts, 3))
    normals = arms * [1.0, 1.0, 0.0] + [0.0, 0.0, 2.0]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    owners = np.repeat(np.arange(bodies), contacts)
    # Every other contact is with the next body, which lies below.
    other = np.where(np.arange(len(owners)) % 2 == 0, -1, owners - 1)
    points = centres[owners] + arms
    rows = contact_rows(np.stack([other, owners], axis=1), points, points, normals, centres)
    masses = Masses(rng.uniform(0.5, 2.0, bodies), [0.4 * np.eye(3)] * bodies)
    velocities = 0.3 * rng.normal(size=(bodies, 6)) - [0, 0, 1, 0, 0, 0]
    return velocities, masses, rows


def measure_spaces(run: Run) -> None:
    """Both methods for 2 to 32 contacts a body."""
    bodies, repetitions = run.size["bodies"], run.size["repetitions"]
    for contacts in run.size["contacts"]:
        run.say(f"{bodies} bodies, {contacts} contacts each")
        velocities, masses, rows = touching_bodies(bodies, contacts, run.options["seed"])
        given = velocities, masses, rows, impact_bounds(rows, velocities, 0.0)
        found = {name: project(*given, method=name) for name in ("motion", "contact")}
        off = float(np.abs(found["motion"].motion - found["contact"].motion).max())
        whitened = rows.matrix().toarray().reshape(len(rows), bodies, 6)
        whitened = np.einsum("mbi,bij->mbj", whitened, masses.whitening).reshape(len(rows), -1)
        active = found["motion"].active
        who = {
            "motion": lambda _, given=given: project(*given),
            "contact": lambda _, given=given: project(*given, method="contact"),
        }
        row = {
            "contacts": contacts, "rows": len(rows), "active": int(active.sum()), "off": off,
            # Columns and values of the rows; the triangle of the factor is bounded by the bodies.
            "motion_bytes": 2 * NUMBER * 12 * len(rows),
            "factor_bytes": NUMBER * int(active.sum()) ** 2,
            "contact_bytes": NUMBER * len(rows) ** 2,
            "motion_condition": _condition(whitened[active]),
            "contact_condition": _condition(whitened),
        }  # fmt: skip
        run.add("spaces", row | compared(who, repetitions, {"contact": int(off > AGREE)}))
    grown = exponents(run.report["spaces"], "contacts", ("motion_bytes", "contact_bytes"))
    run.put("growth", grown)


def _condition(rows: Array) -> float | None:
    """Condition number of rows . rows^T; None where it is singular to working accuracy."""
    values = np.linalg.svd(rows, compute_uv=False)
    if len(rows) > rows.shape[1] or not len(values) or values[-1] <= 1e-8 * values[0]:
        return None
    return float((values[0] / values[-1]) ** 2)


def _tables(report: Report) -> Iterator[Table]:
    columns: dict[str, render.Cell] = {
        "contacts": "{contacts}", "rows": "{rows:,}", "active": "{active:,}",
        "motion [ms]": lambda row: f"{row['times']['motion']['median_us'] / 1e3:.2f}",
        "contact [ms]": lambda row: f"{row['times']['contact']['median_us'] / 1e3:.2f}",
        "ratio": lambda row: ratio_text(row["ratios"]["contact"]),
        "motion, factor [kB]": lambda row: (
            f"{row['motion_bytes'] / 1e3:,.0f} + {row['factor_bytes'] / 1e3:,.0f}"
        ),
        "contact [kB]": lambda row: f"{row['contact_bytes'] / 1e3:,.0f}",
        "condition": lambda row: _condition_text(row["motion_condition"]),
        "of contacts": lambda row: _condition_text(row["contact_condition"]),
    }  # fmt: skip
    yield render.table("motion space and contact space", report["spaces"], columns)


def _condition_text(found: float | None) -> str:
    return "singular" if found is None else f"{found:.0e}"


def _notes(report: Report) -> Iterator[str]:
    if grown := report["growth"]:
        form = "memory of matrices grows with contacts to the power {motion_bytes:.2f} in motion "
        yield (form + "space, {contact_bytes:.2f} in contact space").format_map(grown)


bench_response = Study(
    "response",
    {"spaces": measure_spaces, "projection": projection_part(touching_bodies),
     "piles": measure_piles, "bullets": measure_bullets},
    [Section("spaces", _tables, _notes, "bench:response-spaces"),
     Section("projection", projection_tables, block="bench:response-projection"),
     Section("piles", pile_tables, block="bench:response-piles"),
     Section("bullets", bullet_tables, block="bench:response-bullets")],
    full={"bodies": 20, "contacts": (2, 4, 8, 16, 32), "repetitions": 5,
          "problems": ((20, 2), (20, 8), (20, 32), (60, 8), (60, 16), (60, 32)),
          "solids": (400, 1000), "settle": 700, "threads": (1, 2), "bullets": 1000,
          "bullet_steps": 10},
    small={"bodies": 3, "contacts": (2, 4), "repetitions": 1, "problems": ((4, 3),),
           "solids": (12,), "settle": 5, "threads": (1,), "bullets": 4, "bullet_steps": 2},
    options={"seed": 1}, installed=lambda: {**installed(), **installed_engines()},
    peers_hint="clarabel, MuJoCo and Bullet", threads=1,
)  # fmt: skip
