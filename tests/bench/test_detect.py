"""What sampling misses: measured and foretold."""

import json

import numpy as np
import pytest

from impinge.bench.detect import FAMILIES, SPEEDS, bench_detect, foretold, measured
from impinge.scenes.fast import balls_through_walls


@pytest.fixture(scope="module")
def report():
    said = []
    found = bench_detect(quick=True, say=said.append)
    assert len(said) == len(FAMILIES) * len(SPEEDS)
    return found


def test_a_report_is_plain_data_and_nothing_is_wrong(report):
    json.dumps(report, allow_nan=False)
    for rows in report["families"].values():
        assert len(rows) == 5 * len(SPEEDS)
        assert sum(row["wrong"] for row in rows) == 0


def test_misses_are_those_foretold():
    fast = balls_through_walls(200, 20.0, seed=3)
    for substeps in (2, 8, 16, 40):
        row = measured(fast, substeps)
        error = 4.0 * np.sqrt(0.25 / 200.0)
        assert row["missed"] == pytest.approx(row["foretold"], abs=error)
    assert measured(fast, 40)["missed"] == 0.0


def test_the_chance_of_a_miss():
    first = np.array([0.0, 0.5])
    np.testing.assert_allclose(foretold(first, first + 0.1, 5), [0.5 / 0.9] * 2)
    np.testing.assert_allclose(foretold(first, first + 0.1, 1), 1.0)
    assert not foretold(first, first + 0.5, 5).any()
