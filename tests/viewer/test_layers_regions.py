"""Regions of a surface on a page, level by level."""

import numpy as np
import pytest
from payload_reading import array, column, layer, table

import impinge as im
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.viewer.colouring import REGION_COLOURS


@pytest.fixture(scope="module")
def shown():
    mesh = grid_mesh(1.0, 12)
    return mesh, RegionTree(mesh), im.View().add(mesh, "sheet").add(RegionTree(mesh)).payload()


def labels_at(made, level):
    """As the page finds them: from the faces up, region by region."""
    patches = layer(made, "Regions")
    found, parents = array(made, patches["labels"]), array(made, patches["parents"])
    for _ in range(level):
        found = parents[found]
    return found - array(made, patches["levels"])[level]


def test_each_level_has_its_regions(shown):
    _, tree, made = shown
    for level in range(tree.levels):
        np.testing.assert_array_equal(labels_at(made, level), tree.regions(level))
    levels = array(made, layer(made, "Regions")["levels"])
    np.testing.assert_array_equal(np.diff(levels), tree.counts)
    assert made["subtitle"] == f"288 faces in {tree.levels} levels of regions"


def test_neighbouring_regions_differ_in_colour(shown):
    mesh, tree, made = shown
    patches = layer(made, "Regions")
    colours, starts = array(made, patches["colours"]), array(made, patches["levels"])
    assert patches["palette"] == list(REGION_COLOURS)
    for level in range(tree.levels):
        i, j = tree.regions(level)[mesh.adjacency].T
        apart = i != j
        own = colours[starts[level] :]
        assert (own[i[apart]] != own[j[apart]]).all()


def test_it_opens_with_some_regions_and_has_a_table_of_levels(shown):
    _, tree, made = shown
    patches, levels = layer(made, "Regions"), table(made, "regions")
    assert 10 < tree.counts[patches["level"]] <= 60
    assert column(levels, "regions") == tree.counts.tolist()
    assert column(levels, "largest")[-1] == 288
    assert patches["level_table"] == "regions"


def test_parts_and_single_faces_are_levels_too():
    many = im.Mesh(np.random.default_rng(0).normal(size=(300, 3)), np.arange(300).reshape(-1, 3))
    made = im.View().add(many).add(RegionTree(many), "Parts").payload()
    assert layer(made, "Parts")["level"] == 0
    assert table(made, "regions")["rows"] == [[0, 100, 1.0, 1]]


def test_a_tree_needs_its_own_mesh():
    with pytest.raises(im.ImpingeError, match="of another mesh"):
        im.View().add(grid_mesh(1.0, 3)).add(RegionTree(grid_mesh(1.0, 2)))
