import numpy as np
import pytest
from cloth_cases import SQUARE

from impinge import ImpingeError
from impinge.simulation import Cloth
from impinge.simulation.vertex_fields import as_positive, as_vertices


def test_numbers_are_positive_and_not_too_large():
    assert as_positive(2, "mass") == 2.0
    assert as_positive(0, "bend", zero=True) == 0.0
    for value in (0.0, -1.0, np.nan, np.inf, 1e101, 1e-320, "1"):
        with pytest.raises(ImpingeError, match="mass"):
            as_positive(value, "mass")


def test_fields_have_a_row_for_each_vertex():
    cloth = Cloth(SQUARE)
    for bad, said in (
        ([[1, 2, 3]], "vertices: 1 rows, expected 4"), ([[1, 2, np.nan]] * 4, "vertices"),
    ):  # fmt: skip
        with pytest.raises(ImpingeError, match=said):
            cloth.energy(bad)
        with pytest.raises(ImpingeError, match=said.replace("vertices", "velocities")):
            cloth.forces(SQUARE.vertices, bad)


def test_vertex_numbers_are_sorted_and_whole():
    assert as_vertices([3, 1, 3], "pinned", 4).tolist() == [1, 3]
    for bad, row in (([0, 4], 1), ([-1], 0), ([0, 1, 1.5], 2), ([np.nan], 0)):
        with pytest.raises(ImpingeError, match=f"pinned: .*row {row}"):
            as_vertices(bad, "pinned", 4)
    with pytest.raises(ImpingeError, match="expected shape"):
        as_vertices([[1]], "pinned", 4)
