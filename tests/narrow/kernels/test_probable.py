"""The probability that two boxes' contents meet."""

import numpy as np
import pytest

from impinge.narrow.kernels.probable import CELLS, probability, tabulate


@pytest.fixture(scope="module", params=[1, 5])
def least_and_table(request):
    table = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1), np.float32)
    tabulate(request.param, table)
    return request.param, table


def test_the_table_is_the_tail_of_a_hypergeometric_distribution(least_and_table):
    # Imported here: a second for each process that only collects.
    from scipy.stats import hypergeom

    least, table = least_and_table
    for s in (1, 7, 40, 64):
        i = np.arange(s + 1)
        expected = hypergeom.sf(least - 1, s, i[:, None], i[None, :])
        np.testing.assert_allclose(table[s, : s + 1, : s + 1], expected, atol=1e-5)


def test_a_value_checked_by_throwing_balls():
    """0.5386 of 64 cells, 20 and 15 filled, at least 5 by both; Monte Carlo gave 0.538."""
    table = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1), np.float32)
    tabulate(5, table)
    assert table[64, 20, 15] == pytest.approx(0.5386, abs=5e-5)


def test_probability_of_boxes():
    table = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1), np.float32)
    tabulate(2, table)
    unit = np.array([[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]])
    half = np.array([[0.5, 0.0, 0.0, 1.5, 1.0, 1.0]])
    apart = np.array([[2.0, 0.0, 0.0, 3.0, 1.0, 1.0]])
    flat = np.array([[0.0, 0.0, 0.5, 1.0, 1.0, 0.5]])
    some = np.array([20], np.int32)

    assert probability(table, some, 0, some, 0, unit, unit) == table[64, 20, 20]
    assert probability(table, some, 0, some, 0, unit, half) == table[32, 10, 10]
    assert probability(table, some, 0, some, 0, unit, apart) == 0.0
    assert probability(table, some, 0, some, 0, unit, flat) == table[64, 20, 20]
    assert probability(table, some, 0, some, 0, flat, flat) == table[64, 20, 20]
