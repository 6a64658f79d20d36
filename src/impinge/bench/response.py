"""``impinge bench response``: the projection in contact space and in motion space.

After [Redon2006]_, section 6: bodies with more and more contacts each. Time, memory of matrices,
and condition numbers: of the contacts' matrix A = J M^-1 J^T, and of its part for the active rows,
whose factor the motion space keeps.

Part ``projection``: the active set beside other solvers. scipy's ``nnls`` and clarabel solve the
same problem, given in the coordinates in which the mass is one. Making these is not part of their
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from impinge.bench.render import Cell, Report, Section, Table, table
from impinge.bench.response_piles import PILE_SECTIONS, measure_bullets, measure_piles
from impinge.bench.study import Run, Study, compared, exponents, importable, ratio_to
from impinge.bench.world_peers import installed_engines
from impinge.core.arrays import Array
from impinge.response import ContactRows, Masses, contact_rows, impact_bounds, project

AGREE = {"nnls": 1e-8, "clarabel": 1e-5, "contact": 1e-8}
"""Largest difference of motions that are of order one. Clarabel's gap is one of energies."""
PERTURBED = 1e-3
"""Change of velocities, of order one, before a warm start."""
NUMBER = 8
"""Bytes of a float64, or of an int64."""

Problem = tuple[Array, Masses, ContactRows, Array]


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
        unit, _ = whitened(*given)
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
            "motion_condition": _condition(unit[active]),
            "contact_condition": _condition(unit),
        }  # fmt: skip
        run.add(
            "spaces", row | compared(who, repetitions, {"contact": int(off > AGREE["contact"])})
        )
    grown = exponents(run.report["spaces"], "contacts", ("motion_bytes", "contact_bytes"))
    run.put("growth", grown)


def _condition(rows: Array) -> float | None:
    """Condition number of rows . rows^T; None where it is singular to working accuracy."""
    values = np.linalg.svd(rows, compute_uv=False)
    if len(rows) > rows.shape[1] or not len(values) or values[-1] <= 1e-8 * values[0]:
        return None
    return float((values[0] / values[-1]) ** 2)


def _condition_text(found: float | None) -> str:
    return "singular" if found is None else f"{found:.0e}"


def _notes(report: Report) -> Iterator[str]:
    if grown := report["growth"]:
        form = "memory of matrices grows with contacts to the power {motion_bytes:.2f} in motion "
        yield (form + "space, {contact_bytes:.2f} in contact space").format_map(grown)


def installed() -> dict[str, Callable[..., Any]]:
    """Peers that can be imported here."""
    return {**importable({"clarabel": ("clarabel", ClarabelProjection)}), **installed_engines()}


class LeastSquares:
    """The projection by scipy's non-negative least squares."""

    def __init__(self, motion: Array, masses: Masses, rows: ContactRows, bounds: Array) -> None:
        self.motion, self.root = motion, masses.whitening
        unit, heights = whitened(motion, masses, rows, bounds)
        self.system = np.vstack([unit.T, heights])
        self.goal = np.zeros(len(self.system))
        self.goal[-1] = 1.0

    def __call__(self, _: int = 0) -> Array:
        from scipy.optimize import nnls

        weights = nnls(self.system, self.goal, maxiter=50 * len(self.goal))[0]
        rest = self.system @ weights - self.goal
        return self.motion - np.einsum("nij,nj->ni", self.root, rest[:-1].reshape(-1, 6)) / rest[-1]


class ClarabelProjection:
    """The projection by an interior point."""

    def __init__(self, motion: Array, masses: Masses, rows: ContactRows, bounds: Array) -> None:
        import clarabel
        from scipy.sparse import csc_array, eye_array

        self.motion, self.root, self._library = motion, masses.whitening, clarabel
        unit, heights = whitened(motion, masses, rows, bounds)
        self._settings = clarabel.DefaultSettings()
        self._settings.verbose = False
        self._settings.tol_gap_abs = self._settings.tol_gap_rel = 1e-11
        self._settings.tol_feas = 1e-11
        self._cones = [clarabel.NonnegativeConeT(len(heights))]
        size = unit.shape[1]
        self._given = csc_array(eye_array(size)), np.zeros(size), csc_array(-unit), -heights

    def __call__(self, _: int = 0) -> Array:
        solver = self._library.DefaultSolver(*self._given, self._cones, self._settings)
        found = np.array(solver.solve().x).reshape(-1, 6)
        return self.motion + np.einsum("nij,nj->ni", self.root, found)


def whitened(
    motion: Array, masses: Masses, rows: ContactRows, bounds: Array
) -> tuple[Array, Array]:
    """Rows, dense, and bounds, in coordinates in which the mass is one and the motion is zero."""
    matrix = rows.matrix()
    blocks = matrix.toarray().reshape(len(rows), -1, 6)
    unit = np.einsum("mbi,bij->mbj", blocks, masses.whitening).reshape(len(rows), -1)
    return unit, bounds - matrix @ motion.ravel()


def measure_projection(run: Run) -> None:
    """Other solvers of the same problems, and a start from the solution of one nearby."""
    for bodies, contacts in run.size["problems"]:
        run.say(f"projection: {bodies} bodies, {contacts} contacts each")
        velocities, masses, rows = touching_bodies(bodies, contacts, run.options["seed"])
        given = velocities, masses, rows, impact_bounds(rows, velocities, 0.5)
        run.add("projection", _row(given, run))


def _row(given: Problem, run: Run) -> Report:
    found = project(*given)
    solvers = {name: make(*given) for name, make in run.peers.items() if name in AGREE}
    others: dict[str, Callable[[int], Array]] = {
        "nnls": LeastSquares(*given),
        "contact": lambda _: project(*given, method="contact").motion,
        **solvers,
    }
    off = {name: float(np.abs(ask(0) - found.motion).max()) for name, ask in others.items()}
    rng = np.random.default_rng(run.options["seed"])
    moved = given[0] + PERTURBED * rng.normal(size=given[0].shape)
    cold = project(moved, *given[1:])
    warm = project(moved, *given[1:], start=found)
    # Where there is no solution, other solvers end with other compromises.
    wrong = {name: int(apart > AGREE[name]) for name, apart in off.items()}
    who: dict[str, Callable[[int], Any]] = {"motion": lambda _: project(*given), **others}
    return {
        "bodies": len(given[1]), "rows": len(given[2]), "active": int(found.active.sum()),
        "status": found.status.name, "residual": found.residual, "off": off,
        "cold": cold.iterations, "warm": warm.iterations,
    } | compared(who, run.size["repetitions"], wrong)  # fmt: skip


def _projection_tables(report: Report) -> Iterator[Table]:
    """Times, ratios to the active set, residuals, and iterations without and with a start."""
    columns: dict[str, Cell] = {
        "bodies": "{bodies}", "rows": "{rows:,}", "active": "{active:,}",
        "KKT residual": "{residual:.0e}", "project [ms]": "{times[motion][median_us]!k:.2f}",
    }  # fmt: skip
    for name in report["projection"][0]["ratios"]:
        columns |= {name: ratio_to(name), f"{name}, off by": f"{{off[{name}]:.0e}}"}
    columns |= {"iterations, cold": "{cold}", "warm": "{warm}"}
    yield table("projection beside other solvers", report["projection"], columns)


bench_response = Study(
    "response",
    {"spaces": measure_spaces, "projection": measure_projection, "piles": measure_piles,
     "bullets": measure_bullets},
    [Section.of_rows("spaces", "motion space and contact space", {
        "contacts": "{contacts}", "rows": "{rows:,}", "active": "{active:,}",
        "motion [ms]": "{times[motion][median_us]!k:.2f}",
        "contact [ms]": "{times[contact][median_us]!k:.2f}", "ratio": ratio_to("contact"),
        "motion, factor [kB]": "{motion_bytes!k:,.0f} + {factor_bytes!k:,.0f}",
        "contact [kB]": "{contact_bytes!k:,.0f}",
        "condition": lambda row: _condition_text(row["motion_condition"]),
        "of contacts": lambda row: _condition_text(row["contact_condition"]),
     }, "bench:response-spaces", notes=_notes),
     Section("projection", _projection_tables, block="bench:response-projection"),
     *PILE_SECTIONS],
    full={"bodies": 20, "contacts": (2, 4, 8, 16, 32), "repetitions": 5,
          "problems": ((20, 2), (20, 8), (20, 32), (60, 8), (60, 16), (60, 32)),
          "solids": (400, 1000), "settle": 700, "threads": (1, 2), "bullets": 1000,
          "bullet_steps": 10},
    small={"bodies": 3, "contacts": (2, 4), "repetitions": 1, "problems": ((4, 3),),
           "solids": (12,), "settle": 5, "threads": (1,), "bullets": 4, "bullet_steps": 2},
    options={"seed": 1}, installed=installed,
    peers_hint="clarabel, MuJoCo and Bullet", threads=1,
)  # fmt: skip
