"""Where a surface meets itself, on a page, and the regions that were looked at."""

import numpy as np
import pytest
from payload_reading import array, column, layer, layers, table, world

import impinge as im
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.narrow import self_intersections
from impinge.scenes import folded_sheet
from impinge.viewer import layers_triangles
from impinge.viewer.layers_self_intersections import looked_at


@pytest.fixture(scope="module")
def shown():
    mesh = folded_sheet(32, folds=2, gap=0.06, crossing=0.035)
    found = self_intersections(mesh)
    return mesh, found, im.View().add(mesh, "sheet").add(found).payload()


def test_pairs_and_their_lines(shown):
    mesh, found, made = shown
    assert table(made, "self-intersections")["rows"] == found.pairs.tolist()
    lines = layer(made, "Self-intersections")
    points = world(made, array(made, lines["segments"])).reshape(-1, 3)
    assert len(points) > len(found)
    assert im.closest_point(mesh, points).distance.max() < 1e-6
    labels = array(made, layer(made, "Faces that meet others")["labels"])
    np.testing.assert_array_equal(np.flatnonzero(labels >= 0), np.unique(found.pairs))
    assert made["subtitle"].startswith(f"{len(found):,} pairs of faces meet; {found.visited:,}")


def test_each_face_is_in_the_smallest_region_looked_at(shown):
    mesh, found, made = shown
    tree = RegionTree(mesh)
    labels, levels, counts = looked_at(tree, found.looked_at)
    np.testing.assert_array_equal(labels, array(made, layer(made, "Regions looked at")["labels"]))
    seen = {tuple(row) for row in found.looked_at.tolist()}
    regions = [tree.regions(level) for level in range(tree.levels)]
    for face, label in enumerate(labels):
        own = [level for level in range(tree.levels) if (level, regions[level][face]) in seen]
        assert levels[label] == own[0]
    assert counts.sum() == len(seen)
    assert column(table(made, "looked-at"), "looked") == counts.tolist()
    # It focuses: faces that meet are found one by one, others stay in large regions.
    assert levels[labels[np.unique(found.pairs)]].max() == 0
    assert levels.max() >= 3


def test_a_flat_sheet_is_one_patch():
    mesh = grid_mesh(1.0, 12)
    made = im.View().add(mesh).add(self_intersections(mesh)).payload()
    labels = array(made, layer(made, "Regions looked at")["labels"])
    assert labels.tolist() == [0] * 288
    assert made["subtitle"].startswith("no faces meet; 1 region looked at, 0 ")


def test_long_lists_are_cut_and_that_is_said(shown, monkeypatch):
    monkeypatch.setattr(layers_triangles, "MOST_PAIRS", 10)
    made = im.View().add(shown[0]).add(shown[1]).payload()
    assert len(table(made, "self-intersections")["rows"]) == 10
    assert "first 10" in made["notes"][0]


def test_pairs_need_their_mesh(shown):
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(shown[1])
    assert not layers(im.View().add(shown[0]).payload(), "patches")
