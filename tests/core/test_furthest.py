"""The furthest of many rows: vector instructions against the plain loop."""

import numpy as np
import pytest

from impinge.core.furthest import furthest, furthest_plain
from impinge.core.jit import kernel


@kernel
def ask(numbers, at, stride, x, y, z):
    return furthest(numbers, at, stride, x, y, z)


@pytest.mark.parametrize("stride", [8, 16, 64, 400])
@pytest.mark.parametrize("at", [0, 5])
def test_vector_and_plain_agree(stride, at):
    rng = np.random.default_rng(stride)
    numbers = rng.normal(size=at + 3 * stride + 2)

    for d in rng.normal(size=(50, 3)):
        assert ask(numbers, at, stride, *d) == furthest_plain(numbers, at, stride, *d)


def test_of_equals_the_first_wins():
    numbers = np.zeros(3 * 16)
    numbers[[3, 4, 11]] = 1.0

    assert ask(numbers, 0, 16, 1.0, 0.0, 0.0) == 3
    assert ask(numbers, 0, 16, 0.0, 1.0, 0.0) == 0
    assert ask(numbers, 0, 16, -1.0, 0.0, 0.0) == 0


@pytest.mark.plain
def test_the_plain_loop_finds_the_greatest_product():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(24, 3))
    d = rng.normal(size=3)

    assert furthest_plain(points.T.ravel(), 0, 24, *d) == np.argmax(points @ d)
