"""Pieces of a step, one after the other, until a row is no longer free."""

import numpy as np
from every_shape import pose_of

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.path_pieces import search_groups, search_pieces
from impinge.motion import PiecewiseMotion

PATH = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (4.0, 6.0, 3.0, 9.0)]))
COLUMNS = impact_row.STATUS, impact_row.STEPS


def test_rows_go_on_while_they_are_free():
    motion = PairMotion(None, PATH, 3)
    out, asked = free_rows(motion.rows), []

    def search(span, going):
        asked.append((round(span.start, 6), going.tolist()))
        out[going, impact_row.STEPS] = 2.0
        out[going[0], impact_row.STATUS] = impact_row.HIT

    search_pieces(motion, 1.0, out, COLUMNS, search)
    assert asked == [(0.0, [0, 1, 2]), (0.333333, [1, 2]), (0.666667, [2])]
    assert out[:, impact_row.STEPS].tolist() == [2.0, 4.0, 6.0]


def test_what_is_decided_is_not_asked_about_again():
    motion = PairMotion(None, PATH, 1)
    out, asked = free_rows(motion.rows), []

    def search(span, going):
        asked.append(span)
        out[going, impact_row.STATUS] = impact_row.HIT

    search_pieces(motion, 1.0, out, COLUMNS, search)
    assert len(asked) == 1


def test_groups_are_asked_by_themselves_and_others_are_free():
    motion = PairMotion(None, PATH, 5)

    def search(some):
        return np.full((some.rows, impact_row.IMPACT_ROW), float(some.rows))

    out = search_groups(motion, [np.array([3, 1]), np.array([], np.int64), np.array([4])], search)
    assert out[:, impact_row.TIME].tolist() == [np.inf, 2.0, np.inf, 2.0, 1.0]
    np.testing.assert_array_equal(out[[0, 2]], free_rows(2))
