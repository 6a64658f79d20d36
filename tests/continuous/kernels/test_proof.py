"""Contact is proved where something passes through, and nowhere else."""

from math import inf

import numpy as np
import pytest

from impinge.continuous.kernels.patch import patch_of
from impinge.continuous.kernels.proof import reached_by

DOWN = (0.0, 0.0, 1.0)


def asked(vertex, fall, apart=0.0, max_time=1.0, time=0.5):
    """A vertex that falls on the triangle (0, 0), (0.5, 0), (0, 0.5), and is there at ``time``."""
    face = (0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.5, 0.0)
    x, y = vertex
    start = patch_of((x, y, apart + fall * time), *face, False)
    end = patch_of((x, y, apart + fall * (time - 1.0)), *face, False)
    return reached_by(start, end, False, time, DOWN, apart, 2 * x, 2 * y, apart, max_time)


@pytest.mark.parametrize("fall", [0.5, 0.01, 1e-6])
def test_what_passes_through_is_proved(fall):
    upper = asked((0.1, 0.1), fall)

    assert 0.5 < upper < 0.5 + 2e-11 / fall


@pytest.mark.parametrize("vertex", [(0.0, 0.1), (0.0, 0.0), (0.25, 0.25), (1e-13, 0.1)])
def test_borders_are_not(vertex):
    assert asked(vertex, 0.5) == inf


def test_what_goes_past_or_away_is_not():
    assert asked((-0.1, 0.1), 0.5) == inf
    assert asked((0.1, 0.1), -0.5) == inf
    assert asked((0.1, 0.1), 0.0) == inf


def test_what_is_over_before_is_not():
    assert asked((0.1, 0.1), 0.5, max_time=0.5) == inf


def test_a_separation_is_proved_by_being_nearer_later():
    assert 0.5 < asked((0.1, 0.1), 0.5, apart=0.01) < 0.5 + 1e-10
    assert asked((0.1, 0.1), -0.5, apart=0.01) == inf


def test_a_graze_is_not_proved():
    """The plane comes up to the origin and goes down again."""
    start = tuple((x, y, 0.1) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5), (0.0, 0.5)))
    end = tuple((x, y, 0.0) for x, y, _ in start)

    assert reached_by(start, end, False, 1.0, DOWN, 0.0, 0.25, 0.5, 0.0, 1.0) == inf
    assert np.isinf(reached_by(start, start, False, 0.5, DOWN, 0.1, 0.25, 0.5, 0.0, 1.0))
