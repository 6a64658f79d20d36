"""Tables of directions, made: each cell has what is furthest at its corners and in between."""

import numpy as np
import pytest

from impinge.geometry.kernels.cell_lists import corner_of_cell, make_cells
from impinge.geometry.kernels.cells import IN_CELL, LISTED, NUMBER, NUMBER_BITS, OCTANTS


@pytest.mark.parametrize("across", [1, 3, 8])
def test_each_cell_lists_what_is_furthest_in_it(across):
    rng = np.random.default_rng(across)
    vertices = rng.normal(size=(120, 3)) * [1.0, 1.0, 0.2]
    columns = np.array([*vertices.T, np.abs(vertices).sum(axis=1)])
    place = 1000
    table = make_cells(columns, across, place)
    named = table[: OCTANTS * across**2].view(np.int64)
    reached = 0
    for cell, name in enumerate(named.tolist()):
        octant, i, j = cell // across**2, cell // across % across, cell % across
        if i + j > across:
            continue
        if name >= LISTED:
            at = name - LISTED - place
            listed = set(table[at + 1 : at + 1 + int(table[at])].astype(int).tolist())
        else:
            listed = {name >> (NUMBER_BITS * k) & NUMBER for k in range(IN_CELL)}
        for x, y in (*np.ndindex(2, 2), *rng.random((6, 2))):
            d = corner_of_cell(octant, i + x, j + y, across)
            assert int(np.argmax(vertices @ d)) in listed
            reached += 1
    assert reached >= 40
