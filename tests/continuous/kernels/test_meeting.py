"""Pairs whose boxes meet, in plain Python as compiled."""

import numpy as np
import pytest
from moving_surfaces import impacts_by_hand, layers

from impinge.continuous.kernels.linear import GAP, TIME
from impinge.continuous.kernels.meeting import (
    FIRST,
    PAIR_ROW,
    SECOND,
    before,
    meeting_impacts,
    with_row,
)
from impinge.pairs import ElementTree, element_boxes

pytestmark = pytest.mark.plain


def asked(every, enough=1.0):
    """Impacts of the edges of two small sheets, of all their groups."""
    start, end, faces = layers(2, 2, 0)
    points = np.concatenate([start, end], axis=1)
    sides = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    edges = np.unique(sides, axis=0)
    tree = ElementTree(*element_boxes(start, edges, end, 1e-6))
    options = np.zeros(len(start)), 1e-6, 1000, len(start)
    found, n, tested = meeting_impacts(
        tree.levels, tree.levels, True, points, edges, edges, True, options,
        (0.0, 1.0, enough), every, 0, tree.groups,
    )  # fmt: skip
    return found[:n], tested, impacts_by_hand(start, end, faces)["edge-edge"]


def test_every_impact_and_the_first():
    found, tested, (pairs, answers) = asked(every=True)
    order = np.lexsort((found[:, SECOND], found[:, FIRST]))

    assert len(found) == len(pairs) > 1
    assert (found[order][:, FIRST:] == pairs).all()
    assert (found[order][:, TIME] == answers.time).all()
    first, again, _ = asked(every=False)
    assert again == tested
    assert first.shape == (1, PAIR_ROW)
    assert first[0, TIME] == answers.time.min()


def test_what_comes_later_than_enough_is_left_out():
    _, _, (_, answers) = asked(every=True)
    cut = float(np.sort(answers.time)[1])

    some, _, _ = asked(every=True, enough=cut)

    assert len(some) == 2
    assert some[:, TIME].max() == cut


def test_answers_have_one_order():
    rows = np.zeros((5, PAIR_ROW))
    rows[1, SECOND] = 1.0
    rows[2, FIRST] = 1.0
    rows[3, GAP] = 1.0
    rows[4, TIME] = 1.0

    for i in range(5):
        for j in range(5):
            assert before(rows[i], rows[j]) == (i < j)


def test_rows_are_kept_when_there_is_no_room():
    found = np.empty((1, PAIR_ROW))
    for k in range(9):
        found = with_row(found, k, np.full(PAIR_ROW, float(k)))

    assert (found[:9, 0] == np.arange(9)).all()
    assert len(found) == 16
