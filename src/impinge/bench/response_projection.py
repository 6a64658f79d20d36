"""Part ``projection`` of ``impinge bench response``: the active set beside other solvers.

scipy's ``nnls`` and clarabel solve the same problem, given in the coordinates in which the mass is
one. Making these is not part of their time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.render import Report, Table
from impinge.bench.study import Run, compared, ratio_text
from impinge.core.arrays import Array
from impinge.response import ContactRows, Masses, impact_bounds, project

AGREE = {"nnls": 1e-8, "clarabel": 1e-5, "contact": 1e-8}
"""Largest difference of motions that are of order one. Clarabel's gap is one of energies."""
PERTURBED = 1e-3
"""Change of velocities, of order one, before a warm start."""

Problem = tuple[Array, Masses, ContactRows, Array]
Build = Callable[[int, int, int], tuple[Array, Masses, ContactRows]]


def installed() -> dict[str, Callable[..., Any]]:
    """Peers that can be imported here."""
    return {"clarabel": ClarabelProjection} if find_spec("clarabel") else {}


class LeastSquares:
    """The projection by scipy's non-negative least squares."""

    def __init__(self, motion: Array, masses: Masses, rows: ContactRows, bounds: Array) -> None:
        self.motion, self.root = motion, masses.whitening
        unit, heights = whitened(motion, masses, rows, bounds)
        self.system = np.vstack([unit.T, heights])
        self.goal = np.zeros(len(self.system))
        self.goal[-1] = 1.0

    def __call__(self) -> Array:
        from scipy.optimize import nnls

        weights, _ = nnls(self.system, self.goal, maxiter=50 * len(self.goal))
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

    def __call__(self) -> Array:
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


def projection_part(build: Build) -> Callable[[Run], None]:
    """The part, for problems made from (bodies, contacts a body, seed)."""

    def measure(run: Run) -> None:
        for bodies, contacts in run.size["problems"]:
            run.say(f"projection: {bodies} bodies, {contacts} contacts each")
            velocities, masses, rows = build(bodies, contacts, run.options["seed"])
            given = velocities, masses, rows, impact_bounds(rows, velocities, 0.5)
            run.add("projection", _row(given, run))

    return measure


def _row(given: Problem, run: Run) -> Report:
    found = project(*given)
    solvers = {name: make(*given) for name, make in run.peers.items() if name in AGREE}
    others: dict[str, Callable[[], Array]] = {
        "nnls": LeastSquares(*given),
        "contact": lambda: project(*given, method="contact").motion,
        **solvers,
    }
    off = {name: float(np.abs(ask() - found.motion).max()) for name, ask in others.items()}
    rng = np.random.default_rng(run.options["seed"])
    moved = given[0] + PERTURBED * rng.normal(size=given[0].shape)
    cold = project(moved, *given[1:])
    warm = project(moved, *given[1:], start=found)
    # Where there is no solution, other solvers end with other compromises.
    wrong = {name: int(apart > AGREE[name]) for name, apart in off.items()}
    who: dict[str, Callable[[int], Any]] = {"motion": lambda _: project(*given)}
    who |= {name: _asked(ask) for name, ask in others.items()}
    return {
        "bodies": len(given[1]), "rows": len(given[2]), "active": int(found.active.sum()),
        "status": found.status.name, "residual": found.residual, "off": off,
        "cold": cold.iterations, "warm": warm.iterations,
    } | compared(who, run.size["repetitions"], wrong)  # fmt: skip


def _columns_of(name: str) -> dict[str, render.Cell]:
    return {
        name: lambda row: ratio_text(row["ratios"][name]),
        f"{name}, off by": lambda row: f"{row['off'][name]:.0e}",
    }


def _asked(ask: Callable[[], Array]) -> Callable[[int], Array]:
    return lambda _: ask()


def projection_tables(report: Report) -> Iterator[Table]:
    """Times, ratios to the active set, residuals, and iterations without and with a start."""
    columns: dict[str, render.Cell] = {
        "bodies": "{bodies}", "rows": "{rows:,}", "active": "{active:,}",
        "KKT residual": "{residual:.0e}",
        "project [ms]": lambda row: f"{row['times']['motion']['median_us'] / 1e3:.2f}",
    }  # fmt: skip
    for name in report["projection"][0]["ratios"] if report.get("projection") else ():
        columns |= _columns_of(name)
    columns["iterations, cold"] = "{cold}"
    columns["warm"] = "{warm}"
    yield render.table("projection beside other solvers", report["projection"], columns)
