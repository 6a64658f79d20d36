"""Many moving things of few or many shapes: when do some pairs first touch, do they at all?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.impact import Impact
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.convex import advance_convex_rows
from impinge.continuous.kernels.convex_freedom import (
    FREEDOM_ROW,
    STATUS,
    UNDECIDED,
    stay_free_convex_rows,
)
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import at_rest_rows
from impinge.continuous.spans import forget_free
from impinge.continuous.stay_free import stay_free
from impinge.continuous.time_of_impact import time_of_impact
from impinge.core.counters import add_cost, counting
from impinge.core.rows import Rows
from impinge.core.threads import run_rows
from impinge.motion import RigidMotion
from impinge.motion.row_motion import RowMotion
from impinge.narrow.crowd import CONVEX, HALF_SPACE, Crowd

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]


class CrowdMotion:
    """How each of many things moves in a step.

    Attributes
    ----------
    rows : (k, LENGTH) float64
        What kernels see of motions (:mod:`impinge.motion.kernels.motion_row`).
    places : (n,) int64
        Which row tells the motion of each thing; what a thing that is not asked about has does not
        matter.
    paths : dict of int to RigidMotion
        Things whose motion takes several rows, as of :class:`~impinge.motion.PiecewiseMotion`.
    """

    def __init__(self, rows: Floats, places: Ids, paths: dict[int, RigidMotion]) -> None:
        self.rows, self.places, self.paths = rows, places, paths

    def of(self, i: int) -> RigidMotion:
        """The motion of one thing."""
        return self.paths[i] if i in self.paths else self.some(np.array([i]))[0]

    def some(self, ids: Ids) -> RowMotion:
        """Those of some things, none of which has a path."""
        return RowMotion(self.rows[self.places[ids]])


def first_contacts(
    crowd: Crowd, kinds: Ids, motion: CrowdMotion, pairs: Ids, margins: Floats, options: Options
) -> Floats:
    """(m, IMPACT_ROW) float64: what :func:`time_of_impact` would say of each pair of things.

    Convex shapes all go to one kernel, whatever shapes they are of: a pair costs its query and no
    Python. All others are asked as one batch for each pair of shapes.

    Parameters
    ----------
    crowd : Crowd
        The shapes.
    kinds : (n,) int64
        Which of the shapes each thing has.
    motion : CrowdMotion
    pairs : (m, 2) int64
        Numbers of things.
    margins : (m,) float64
        Distances at which they count as touching; those of ``options`` does not.
    options : Options
    """
    out = np.empty((len(pairs), impact_row.IMPACT_ROW))
    asked = crowd, kinds, motion, pairs, margins, options
    left = _fill_convex(advance_convex_rows, lambda rows: Impact(rows).swapped()._rows, *asked, out)
    forget_free(out)
    if counting():
        filled = np.setdiff1d(np.arange(len(pairs)), left)
        add_cost(primitive_tests=int(out[filled, impact_row.STEPS].sum()))
    _ask(time_of_impact, *asked, left, out)
    return out


def freedoms(
    crowd: Crowd, kinds: Ids, motion: CrowdMotion, pairs: Ids, margins: Floats, options: Options
) -> Floats:
    """(m, FREEDOM_ROW) float64: what :func:`stay_free` would say of each pair of things.

    Arguments as of :func:`first_contacts`.
    """
    out = np.empty((len(pairs), FREEDOM_ROW))
    asked = crowd, kinds, motion, pairs, margins, options
    left = _fill_convex(stay_free_convex_rows, lambda rows: rows, *asked, out)
    # What a kernel leaves open is asked again, one by one: it may touch at an end alone.
    done = np.setdiff1d(np.arange(len(pairs)), left)
    left = np.union1d(left, done[out[done, STATUS] == UNDECIDED])
    _ask(stay_free, *asked, left, out)
    return out


def _fill_convex(
    kernel: Any, swapped: Callable[[Floats], Floats], crowd: Crowd, kinds: Ids, motion: CrowdMotion,
    pairs: Ids, margins: Floats, options: Options, out: Floats,
) -> Ids:  # fmt: skip
    """Fill the rows of convex shapes, told by one row of motion each; the rows that are left.

    ``swapped`` makes answers about (A, B) of what was asked as (B, A).
    """
    of_paths = np.isin(pairs, list(motion.paths)).any(axis=1)
    left = np.flatnonzero(~of_paths)
    for swap in (False, True):
        some = pairs[left, ::-1] if swap else pairs[left]
        fast = _are_fast(crowd, kinds, some)
        rows = left[fast]
        if len(rows):
            found = np.empty((len(rows), out.shape[1]))
            _run(kernel, crowd, kinds, motion, some[fast], margins[rows], options, found)
            out[rows] = swapped(found) if swap else found
            left = left[~fast]
    return np.union1d(left, np.flatnonzero(of_paths))


def _ask(
    query: Callable[..., Rows], crowd: Crowd, kinds: Ids, motion: CrowdMotion, pairs: Ids,
    margins: Floats, options: Options, rows: Ids, out: Floats,
) -> None:  # fmt: skip
    """Fill some rows: a batch for each pair of shapes, and one by one what has a path."""
    said = {
        "tolerance": options.tolerance, "max_time": options.max_time, "solid": options.solid,
        "max_steps": options.max_steps,
    }  # fmt: skip
    of_paths = np.isin(pairs[rows], list(motion.paths)).any(axis=1)
    for a, b, margin, part in crowd.buckets(kinds, pairs, margins, rows[~of_paths]):
        of_a, of_b = (motion.some(pairs[part, side]) for side in (0, 1))
        out[part] = query(a, b, of_a, of_b, margin=margin, **said)._rows
    for row in rows[of_paths].tolist():
        i, j = pairs[row].tolist()
        a, b = crowd.shapes[kinds[i]], crowd.shapes[kinds[j]]
        margin = float(margins[row])
        out[row] = query(a, b, motion.of(i), motion.of(j), margin=margin, **said)._rows


def _are_fast(crowd: Crowd, kinds: Ids, pairs: Ids) -> NDArray[np.bool_]:
    """Pairs of convex shapes; A may be a half space."""
    class_a, class_b = (crowd.classes[kinds[ids]] for ids in pairs.T)
    return np.asarray((class_b == CONVEX) & ((class_a == CONVEX) | (class_a == HALF_SPACE)))


def _run(
    kernel: Any, crowd: Crowd, kinds: Ids, motion: CrowdMotion, pairs: Ids, margins: Floats,
    options: Options, out: Floats,
) -> None:  # fmt: skip
    """What moves together is at rest, as of :meth:`PairMotion.relative`."""
    starts_a, starts_b = (crowd.begins[kinds[ids]] for ids in pairs.T)
    places_a, places_b = (motion.places[ids] for ids in pairs.T)
    alike = (motion.rows[places_a] == motion.rows[places_b]).all(axis=1)
    groups = [(motion.rows, ~alike)]
    if alike.any():
        groups.append((at_rest_rows(motion.rows), alike))
    for told, some in groups:
        for margin in np.unique(margins[some]):
            order = np.flatnonzero(some & (margins == margin))
            run_rows(
                kernel, len(order),
                crowd.packed, starts_a, told, places_a, crowd.packed, starts_b, told, places_b,
                order, 0.0, options.max_time, float(margin), options.tolerance, options.max_steps,
                out,
            )  # fmt: skip
