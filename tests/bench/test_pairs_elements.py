"""Trees over elements are measured on lattices whose simplices fill them."""

import numpy as np
import pytest

from impinge.bench.pairs_elements import SHAPES, element_row, lattice


@pytest.mark.parametrize("name", SHAPES)
def test_a_row_has_all_times(name):
    row = element_row(name, 1, share=10)

    assert row["elements"] == name
    assert row["pairs"] > 0
    assert min(*row["ms"].values(), row["ratio"]) > 0.0
    assert 99_000 < len(lattice(*SHAPES[name])) < 101_000


def test_tets_fill_their_lattice():
    counts = (3, 4, 5)
    places = np.moveaxis(np.indices(counts), 0, -1).reshape(-1, 3)

    corners = places[lattice(counts, (0, 1, 2))]

    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6.0
    assert volumes.sum() == pytest.approx(2 * 3 * 4)
    assert len(volumes) == 6 * 2 * 3 * 4
