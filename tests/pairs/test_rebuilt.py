"""Any function as a broad phase that keeps its boxes."""

import numpy as np
import pytest
from box_cases import boxes_of, meeting

from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS, Rebuilt


@pytest.mark.parametrize("method", METHODS)
def test_any_method_will_do(method):
    lower, upper = boxes_of("uniform")
    phase = Rebuilt(METHODS[method], lower, upper)

    phase.remove([0, 17])

    keep = np.setdiff1d(np.arange(len(lower)), [0, 17])
    np.testing.assert_array_equal(phase.pairs(), keep[meeting(lower[keep], upper[keep])])
    assert len(phase) == len(keep)
    np.testing.assert_array_equal(phase.ids, keep)


def test_it_may_begin_empty():
    phase = Rebuilt()

    assert phase.pairs().shape == (0, 2)
    assert phase.add([[0, 0, 0], [0, 0, 0]], [[1, 1, 1], [1, 1, 1]]).tolist() == [0, 1]
    assert phase.pairs().tolist() == [[0, 1]]


def test_a_method_is_a_function():
    with pytest.raises(ImpingeError, match="method: expected a function"):
        Rebuilt("sweep")
