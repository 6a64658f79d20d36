"""The walk over a step, in plain Python as compiled; callable from other compiled code."""

import numpy as np
import pytest
from moving_features import contacts

from impinge.continuous.kernels.linear import (
    FREE,
    HIT,
    OUT_OF_BUDGET,
    ROW,
    STATUS,
    STEPS,
    TIME,
    advance_one,
    advance_patch,
    advance_rows,
)
from impinge.continuous.kernels.patch import patch_of, scaled_patch, sizes_of, unit_factor
from impinge.core.vec import scale

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("square", [False, True])
def test_contacts_at_known_times(square):
    start, end, time = contacts("edge-edge" if square else "vertex-face", "inside", "random", 60)
    out = np.empty((60, ROW))

    advance_rows(start, end, square, 0.0, 1e-6, 1.0, 1000, out, 0, 60)

    assert (out[:, STATUS] == HIT).all()
    assert (out[:, TIME] <= time).all()


def test_a_row_alone_is_the_same():
    start, end, _ = contacts("vertex-face", "border", "random", 5)
    out, one = np.empty((5, ROW)), np.empty(ROW)
    advance_rows(start, end, False, 0.0, 1e-6, 1.0, 1000, out, 0, 5)

    assert advance_one(start[3], end[3], False, 0.0, 1e-6, 1.0, 1000, one)
    assert (one == out[3]).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_a_row_alone_is_looked_at(bad):
    start, end = np.zeros((4, 3)), np.ones((4, 3))
    end[2, 1] = bad

    assert not advance_one(start, end, False, 0.0, 1e-6, 1.0, 1000, np.empty(ROW))


def test_only_the_rows_asked_for_are_written():
    start, end, _ = contacts("vertex-face", "inside", "random", 6)
    out = np.full((6, ROW), -7.0)

    advance_rows(start, end, False, 0.0, 1e-6, 1.0, 1000, out, 2, 4)

    assert (out[[0, 1, 4, 5]] == -7.0).all()
    assert (out[2:4, STEPS] > 0).all()


@pytest.mark.parametrize("square", [False, True])
def test_contacts_before_enough_do_not_depend_on_it(square):
    start, end, _ = contacts("edge-edge" if square else "vertex-face", "inside", "random", 60)
    for p, q in zip(start.tolist(), end.tolist(), strict=True):
        patches = [patch_of(*(tuple(x) for x in points), square) for points in (p, q)]
        sizes = sizes_of(*patches)
        by = unit_factor(sizes)
        asked = scaled_patch(by, patches[0]), scaled_patch(by, patches[1]), scale(by, sizes)
        whole = advance_patch(*asked, square, 0.0, 1e-6, 1.0, 1.0, 1000)

        assert advance_patch(*asked, square, 0.0, 1e-6, 1.0, whole[1], 1000) == whole
        early = advance_patch(*asked, square, 0.0, 1e-6, 1.0, 0.5 * whole[1], 1000)
        assert early[0] == FREE or early[:2] == whole[:2]


def test_one_patch_as_compiled_code_would_ask():
    start = patch_of((0.2, 0.2, 1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), False)
    end = patch_of((0.2, 0.2, -1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), False)
    sizes = sizes_of(start, end)
    by = unit_factor(sizes)
    patches = scaled_patch(by, start), scaled_patch(by, end), scale(by, sizes)

    found = advance_patch(*patches, False, 0.0, 1e-6, 1.0, 1.0, 1000)
    assert found[0] == HIT
    assert 0.5 - 1e-10 < found[1] <= 0.5 <= found[2] < 0.5 + 1e-10
    assert advance_patch(*patches, False, 0.0, 1e-6, 0.25, 0.25, 1000)[0] == FREE
    assert advance_patch(*patches, False, 0.0, 1e-6, 1.0, 1.0, 1)[0] == OUT_OF_BUDGET
