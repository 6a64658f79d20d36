"""Trees over features: boxes that contain them, in an order that is kept."""

import numpy as np
import pytest
from moving_surfaces import layers

import impinge as im
from impinge.narrow.proximities import feature_tree, features_of
from impinge.pairs import ElementTree, element_boxes


@pytest.mark.parametrize("kind", ["vertex", "edge", "face"])
def test_pairs_are_those_of_boxes_made_one_by_one(kind):
    start, end, faces = layers(2, 4, 0)
    first = im.Mesh(start, faces)
    for mesh in (first, first.with_vertices(end)):
        tree = feature_tree(mesh, kind, 0.25)
        boxes = element_boxes(mesh.vertices, features_of(mesh, kind), margin=0.25)
        assert np.array_equal(tree.pairs(), ElementTree(*boxes).pairs())


def test_the_order_is_that_of_the_first_mesh():
    start, end, faces = layers(2, 4, 0)
    first = im.Mesh(start, faces)
    later = feature_tree(first.with_vertices(end), "edge", 0.0)
    assert later.levels.order is feature_tree(first, "edge", 0.0).levels.order


def test_a_share_of_its_own_coordinates_widens_each_box():
    mesh = im.Mesh([[0, 0, 1], [0, 0, 2], [0, 1, 64]], [[0, 0, 0], [1, 1, 1], [2, 2, 2]])
    tree = feature_tree(mesh, "face", 0.5, 0.25)
    nodes, order, _ = tree.levels
    widths = np.empty(3)
    widths[order] = (nodes[0, 40:43] - nodes[0, 16:19]) / 2.0
    assert widths.tolist() == [0.75, 1.0, 16.5]
