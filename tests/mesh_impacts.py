"""First contacts of moving meshes, asked of the kernels, and what is expected of them."""

from itertools import pairwise

import numpy as np

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.mesh_impact import impact_mesh_rows
from impinge.core.threads import run_rows
from impinge.hierarchy.tree import tree_of
from impinge.motion import Motion
from impinge.narrow import distance

REST = Motion(None, np.eye(4))
BUDGET = 100_000


def first_contacts(
    a, b, motion_a, motion_b=REST, *, margin=0.0, tolerance=1e-6, max_steps=BUDGET, stop=1.0
):
    """Rows of answers, over all pieces of the motions."""
    sides = [(tree_of(mesh)._arrays, (mesh._vertices, mesh._faces)) for mesh in (a, b)]
    n = max(1 if m._single else len(m) for m in (motion_a, motion_b))
    out = free_rows(n)
    for low, high in pairwise(np.union1d(motion_a._breaks(), motion_b._breaks()).tolist()):
        if low >= stop and low > 0.0:
            break
        middle = np.array([0.5 * (low + high)])
        places = [
            m._places(middle) if m._single else np.arange(len(m)) for m in (motion_a, motion_b)
        ]
        going = np.flatnonzero(out[:, impact_row.STATUS] == impact_row.FREE)
        run_rows(
            impact_mesh_rows, len(going), (*sides[0], motion_a._rows, places[0]),
            (*sides[1], motion_b._rows, places[1]), going,
            (low, min(high, stop), margin, tolerance, max_steps), out, grain=1,
        )  # fmt: skip
    return out


def first_contact(*args, **options):
    """``(time, status, row)`` of a single pair of motions."""
    row = first_contacts(*args, **options)[0]
    return row[impact_row.TIME], row[impact_row.STATUS], row


def gaps_at(a, b, motion_a, motion_b, times):
    """Distances of the meshes at some times, by the walk for one instant."""
    return distance(a, b, motion_a.pose(times), motion_b.pose(times)).distance


def check_contact(a, b, motion_a, motion_b, row, *, margin=0.0, tolerance=1e-6, samples=200):
    """Never late, never missed, near where it is said, and what is said of it is so."""
    time, status = row[impact_row.TIME], row[impact_row.STATUS]
    times = np.linspace(0.0, 1.0, samples)
    if status == impact_row.STARTED_TOUCHING:
        assert time == 0.0
        assert gaps_at(a, b, motion_a, motion_b, times[:1])[0] <= margin + 1e-10
        return
    before = times[times < time]
    if len(before):
        assert (gaps_at(a, b, motion_a, motion_b, before) > margin - 1e-13).all()
    if status == impact_row.FREE:
        assert time == np.inf
        return
    assert status == impact_row.HIT
    gap = gaps_at(a, b, motion_a, motion_b, np.array([time]))[0]
    assert gap <= margin + tolerance
    assert abs(row[impact_row.GAP] - gap) <= 1e-12
    p, q = (row[at : at + 3] for at in (impact_row.POINT_A, impact_row.POINT_B))
    assert abs(np.linalg.norm(q - p) - gap) <= 1e-12
    if gap > 1e-9:
        n = row[impact_row.NORMAL : impact_row.NORMAL + 3]
        np.testing.assert_allclose(n, (q - p) / np.linalg.norm(q - p), atol=1e-5)
    upper = row[impact_row.UPPER]
    if upper < np.inf:
        assert time <= upper <= 1.0
        assert gaps_at(a, b, motion_a, motion_b, np.array([upper]))[0] <= margin + 1e-13
