"""The cells of a partition."""

import numpy as np
import pytest
from payload_reading import array, column, layer, table, world

import impinge as im
from impinge.partition import BspTree, KdTree, Octree, SpatialHash, UniformGrid
from impinge.viewer import layers_cells

KNOT = im.torus_knot(60, 8)


@pytest.mark.parametrize("kind", [UniformGrid, SpatialHash, Octree, KdTree])
def test_cells_are_those_of_the_partition(kind):
    tree = kind.from_triangles(KNOT.vertices, KNOT.faces)
    cells = tree.cells()
    made = im.View().add(KNOT, "knot").cells(tree).payload()
    rows = table(made, "cells")
    assert column(rows, "count") == cells[2].tolist()
    boxes = layer(made, f"{kind.__name__} cells")
    centres, halves = (array(made, boxes[key]) for key in ("centres", "halves"))
    low = world(made, centres - halves)
    inner = np.isfinite(cells[0]).all(axis=1) & np.isfinite(cells[1]).all(axis=1)
    assert inner.any()
    np.testing.assert_allclose(low[inner], cells[0][inner], atol=1e-5)
    assert np.isfinite(centres).all()
    assert (halves >= 0).all()
    assert f"{len(cells[2]):,} cells" in made["subtitle"]


def test_the_fullest_are_shown(monkeypatch):
    monkeypatch.setattr(layers_cells, "MOST_CELLS", 7)
    tree = Octree.from_triangles(KNOT.vertices, KNOT.faces)
    made = im.View().cells(tree, "tree").payload()
    counts = column(table(made, "cells"), "count")
    assert sorted(counts) == sorted(np.sort(tree.cells()[2])[-7:].tolist())
    assert "fullest 7" in made["notes"][0]


def test_others_have_no_cells():
    for other in (BspTree(KNOT), 3):
        with pytest.raises(im.ImpingeError, match="has no cells"):
            im.View().cells(other)
    empty = im.View().cells(UniformGrid(np.zeros((0, 3)), np.zeros((0, 3)))).payload()
    assert empty["subtitle"] == "no cell holds anything"
