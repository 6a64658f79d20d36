"""Patches: faces of a mesh of the page, in colours."""

import numpy as np
import pytest
from payload_reading import array, at, layer

import impinge as im
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.viewer.layers_patches import Surface, surface_among
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
