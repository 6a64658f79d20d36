"""A sheet that waves in the wind."""

import numpy as np

from impinge.scenes.waving import LONG, waving_sheet


def test_the_sheet_hangs_at_its_pole_and_hardly_stretches():
    run = waving_sheet(12, 7)
    first = run.vertices("sheet", 0)
    held = np.flatnonzero(first[:, 0] == 0.0)
    assert len(held) == 12
    rows = np.stack([run.vertices("sheet", k) for k in range(7)])
    np.testing.assert_array_equal(rows[:, held], np.repeat(rows[:1, held], 7, axis=0))
    assert np.ptp(rows[:, -1, 1]) > 0.1
    area = run.scalar("area [m²]")
    assert ((area > 0.85 * LONG) & (area < 1.2 * LONG)).all()


def test_fringe_begins_at_the_free_edge():
    run = waving_sheet(12, 3)
    edge = run.vertices("sheet", 2)[-12:]
    for line in run.lines("fringe", 2):
        assert np.linalg.norm(edge - line[0], axis=1).min() < 0.1
    assert run.point_values("dust [m/s]", 0).min() > 0.0
