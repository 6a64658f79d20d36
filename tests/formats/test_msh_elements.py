"""Elements and numbers of nodes."""

from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.msh_elements import ALWAYS, check_numbers, node_count

PATH = Path("part.msh")


def test_tetrahedra_and_what_is_flat():
    assert [node_count(kind, PATH) for kind in (4, 1, 2, 3, 15)] == [4, 2, 3, 4, 1]


@pytest.mark.parametrize(
    ("kind", "what"), [(5, "hexahedra"), (11, "tetrahedra of 10"), (999, "elements of type 999")]
)
def test_other_solids_are_refused(kind, what):
    with pytest.raises(FileError, match=f"holds {what}.*, only tetrahedra of four nodes"):
        node_count(kind, PATH)


def test_numbers_may_have_gaps_but_not_any():
    check_numbers(np.array([1, 7, 1000]), PATH)
    check_numbers(np.array([ALWAYS]), PATH)
    for numbers in ([0], [-1, 2], [1, ALWAYS + 1], [2**60]):
        with pytest.raises(FileError, match="have numbers from"):
            check_numbers(np.array(numbers), PATH)
    with pytest.raises(FileError, match="same number"):
        check_numbers(np.array([3, 3]), PATH)
    with pytest.raises(FileError, match="no nodes"):
        check_numbers(np.zeros(0, np.int64), PATH)
