"""Elements and numbers of nodes."""

from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.msh_elements import ALWAYS, node_count, nodes_of

PATH = Path("part.msh")


def test_tetrahedra_and_what_is_flat():
    assert [node_count(kind, PATH) for kind in (4, 1, 2, 3, 15)] == [4, 2, 3, 4, 1]


@pytest.mark.parametrize(
    ("kind", "what"), [(5, "hexahedra"), (11, "tetrahedra of 10"), (999, "elements of type 999")]
)
def test_other_solids_are_refused(kind, what):
    with pytest.raises(FileError, match=f"holds {what}.*, only tetrahedra of four nodes"):
        node_count(kind, PATH)


def nodes(numbers):
    return nodes_of(np.array(numbers, np.int64), np.zeros((len(numbers), 3)), PATH)


def test_numbers_may_have_gaps_but_not_any():
    assert nodes([2, 4, 1]).rows.tolist() == [-1, 2, 0, -1, 1]
    nodes([1, 7, 1000])
    nodes([ALWAYS])
    for numbers in ([0], [-1, 2], [1, ALWAYS + 1], [2**60]):
        with pytest.raises(FileError, match="have numbers from"):
            nodes(numbers)
    with pytest.raises(FileError, match="same number"):
        nodes([3, 3])
    with pytest.raises(FileError, match="no nodes"):
        nodes([])
