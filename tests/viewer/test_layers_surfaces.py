"""Results about one surface, and patches: faces of a mesh of the page, in colours."""

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.narrow import proximities, self_intersections
from impinge.scenes import folded_sheet
from impinge.viewer import layers_meshes, layers_surfaces
from impinge.viewer.colouring import REGION_COLOURS
from impinge.viewer.layers_surfaces import Surface, looked_at, surface_among
from impinge.viewer.layers_things import LooseThing


def test_patches_share_the_arrays_of_their_thing_and_move_with_it():
    mesh = grid_mesh(1.0, 5)
    made = im.View().add(mesh, "sheet", at(2.0)).add(RegionTree(mesh)).payload()
    patches, (thing,) = layer(made, "Regions"), [x for x in made["layers"] if x["kind"] == "things"]
    drawn = made["meshes"][array(made, thing["mesh"])[0]]
    assert (patches["positions"], patches["indices"]) == (drawn["positions"], drawn["indices"])
    assert patches["things"] == thing["id"]
    assert array(made, patches["of"]).tolist() == [0]


def test_a_recording_of_the_mesh_carries_its_patches():
    mesh = grid_mesh(1.0, 5)
    frames = [mesh.vertices + np.array([0.0, 0.0, t]) for t in (0.0, 1.0)]
    run = im.Recording([0.0, 1.0], vertices={"sheet": frames}, things={"sheet": mesh})
    made = im.View().recording(run).add(RegionTree(mesh)).payload()
    patches = layer(made, "Regions")
    things = [x for x in made["layers"] if x["id"] == patches["things"]]
    assert made["meshes"][array(made, things[0]["mesh"])[0]]["frames"] is not None


def test_the_last_mesh_of_a_view_must_fit():
    small, large = grid_mesh(1.0, 2), grid_mesh(1.0, 3)
    things = [
        LooseThing(name, shape, np.eye(4), "a", 1.0)
        for name, shape in (("large", large), ("small", small), ("ball", im.Sphere(1.0)))
    ]
    assert surface_among(things, "Results", 8, 9) == Surface("small", small, things[1].pose)
    for faces, vertices, exact in ((9, 0, False), (8, 10, False), (7, 0, True)):
        with pytest.raises(im.ImpingeError, match="of another mesh: 'small' has 8 triangles"):
            surface_among(things, "Results", faces, vertices, exact)
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        surface_among(things[2:], "Results", 0)
    surface = Surface("small", small, at(1.0))
    np.testing.assert_array_equal(surface.points(), small.vertices + np.array([1.0, 0.0, 0.0]))
    assert surface.corners(np.array([3])).shape == (1, 3, 3)


@pytest.fixture(scope="module")
def regions():
    mesh = grid_mesh(1.0, 12)
    return mesh, RegionTree(mesh), im.View().add(mesh, "sheet").add(RegionTree(mesh)).payload()


def labels_at(made, level):
    """As the page finds them: from the faces up, region by region."""
    patches = layer(made, "Regions")
    found, parents = array(made, patches["labels"]), array(made, patches["parents"])
    for _ in range(level):
        found = parents[found]
    return found - array(made, patches["levels"])[level]


def test_each_level_has_its_regions(regions):
    _, tree, made = regions
    for level in range(tree.levels):
        np.testing.assert_array_equal(labels_at(made, level), tree.regions(level))
    levels = array(made, layer(made, "Regions")["levels"])
    np.testing.assert_array_equal(np.diff(levels), tree.counts)
    assert made["subtitle"] == f"288 faces in {tree.levels} levels of regions"


def test_neighbouring_regions_differ_in_colour(regions):
    mesh, tree, made = regions
    patches = layer(made, "Regions")
    colours, starts = array(made, patches["colours"]), array(made, patches["levels"])
    assert patches["palette"] == list(REGION_COLOURS)
    for level in range(tree.levels):
        i, j = tree.regions(level)[mesh.adjacency].T
        apart = i != j
        own = colours[starts[level] :]
        assert (own[i[apart]] != own[j[apart]]).all()


def test_it_opens_with_some_regions_and_has_a_table_of_levels(regions):
    _, tree, made = regions
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
    monkeypatch.setattr(layers_meshes, "MOST_PAIRS", 10)
    made = im.View().add(shown[0]).add(shown[1]).payload()
    assert len(table(made, "self-intersections")["rows"]) == 10
    assert "first 10" in made["notes"][0]


def test_pairs_need_their_mesh(shown):
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(shown[1])
    assert not layers(im.View().add(shown[0]).payload(), "patches")


def two_sheets(cells=4, gap=0.05):
    """A square above another, moved aside a little, as one mesh."""
    one = grid_mesh(1.0, cells)
    shift = np.array([0.031, 0.017, gap])
    vertices = np.concatenate([one.vertices, one.vertices + shift])
    return im.Mesh(vertices, np.concatenate([one.faces, one.faces + len(one.vertices)]))


@pytest.fixture(scope="module")
def near():
    mesh = two_sheets()
    return mesh, proximities(mesh, 0.06)


def test_arrows_lead_from_the_first_to_the_second(near):
    mesh, found = near
    pose = at(3.0, -2.0, 5.0)
    made = im.View().add(mesh, "sheets", pose).add(found).payload()
    arrows = layer(made, "Proximities")
    start = world(made, array(made, arrows["positions"]))
    vectors = made["scale"] * array(made, arrows["vectors"]).astype(np.float64)
    distance = np.concatenate([found.vertex_face.distance, found.edge_edge.distance])
    normal = np.concatenate([found.vertex_face.normal, found.edge_edge.normal])
    assert len(start) == len(distance) > 50
    np.testing.assert_allclose(vectors, distance[:, None] * normal, atol=1e-6)
    tips = start + vectors
    assert im.closest_point(mesh, start, pose).distance.max() < 1e-6
    assert im.closest_point(mesh, tips, pose).distance.max() < 1e-6
    rows = table(made, "proximities")
    assert column(rows, "distance") == distance.tolist()
    assert rows["sort"] == {"key": "distance", "descending": False}
    counts = len(found.vertex_face), len(found.edge_edge)
    assert f"{counts[0]} vertices near faces, {counts[1]} pairs of edges, 0.05" in made["subtitle"]


def test_the_nearest_are_kept_of_many(near, monkeypatch):
    monkeypatch.setattr(layers_surfaces, "MOST_ARROWS", 10)
    mesh, found = near
    made = im.View().add(mesh).add(found, "Near").payload()
    distance = np.concatenate([found.vertex_face.distance, found.edge_edge.distance])
    shown = column(table(made, "proximities"), "distance")
    assert sorted(shown) == np.sort(distance)[:10].tolist()
    assert "nearest 10" in made["notes"][0]


def test_nothing_near_is_said(near):
    made = im.View().add(near[0]).add(proximities(near[0], 0.01)).payload()
    assert made["subtitle"] == "0 vertices near faces, 0 pairs of edges"
    assert not layers(made, "arrows")


def test_they_need_their_mesh(near):
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(im.Sphere(1.0)).add(near[1])
    with pytest.raises(im.ImpingeError, match="another mesh"):
        im.View().add(near[0]).add(im.box_mesh(), "box").add(near[1])
