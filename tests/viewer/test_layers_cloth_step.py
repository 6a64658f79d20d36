"""A step of cloth on a page: where it began and ended, and its impact zones."""

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.geometry import grid_mesh
from impinge.simulation import ClothStatus, ClothStep
from impinge.viewer.layers_cloth_step import START_OPACITY

SHEET = grid_mesh(1.0, 4)
MOVE = np.array([0.1, 0.0, 0.5])


def step(zones=(), status=ClothStatus.FREE, taken=1.0, impacts=(0,)):
    end, moved = SHEET.vertices + MOVE, np.tile(MOVE, (25, 1))
    zones = tuple(np.array(zone) for zone in zones)
    return ClothStep(end, moved, status, taken, 3, impacts, zones, {"proof": 0.01})


def test_the_mesh_is_shown_at_the_start_and_at_the_end():
    made = im.View().add(SHEET, "sheet").add(step()).payload()
    assert made["subtitle"] == "the whole step is free; 3 repulsions, 0 impacts"
    places = {}
    for name in ("sheet", "start"):
        drawn = layer(made, name)
        mesh = made["meshes"][array(made, drawn["mesh"])[0]]
        (pose,) = array(made, drawn["poses"]).reshape(-1, 3, 4).astype(np.float64)
        own = array(made, mesh["positions"]) @ pose[:, :3].T + pose[:, 3]
        places[name] = world(made, own)
    np.testing.assert_allclose(places["start"], SHEET.vertices, atol=1e-6)
    np.testing.assert_allclose(places["sheet"], SHEET.vertices + MOVE, atol=1e-6)
    assert layer(made, "start")["opacity"] == START_OPACITY
    assert not layers(made, "patches")


def test_zones_are_patches_and_dots_with_a_table():
    whole = SHEET.faces[0].tolist()
    zones = [[*whole, 24], SHEET.faces[30, :2].tolist()]
    made = im.View().add(SHEET).add(step(zones, impacts=(40, 2, 0)), "Fall").payload()
    assert made["subtitle"] == (
        "the whole step is free; 3 repulsions, 42 impacts in 2 passes, 2 impact zones of 6 vertices"
    )
    labels = array(made, layer(made, "Impact zones")["labels"])
    assert np.flatnonzero(labels == 0).tolist() == [0]
    assert set(labels.tolist()) == {-1, 0}
    dots = layer(made, "Vertices of zones")
    points = world(made, array(made, dots["positions"]))
    np.testing.assert_allclose(points, SHEET.vertices[np.concatenate(zones)] + MOVE, atol=1e-6)
    assert array(made, dots["rows"]).tolist() == [0, 0, 0, 0, 1, 1]
    assert column(table(made, "zones"), "vertices") == [4, 2]
    assert column(table(made, "impacts"), "impacts") == [40, 2, 0]
    assert made["tables"][0]["id"] == "zones"


def test_a_cut_step_says_so():
    made = im.View().add(SHEET).add(step([[3]], ClothStatus.CUT, 0.25, (1,))).payload()
    assert made["subtitle"] == (
        "cut: 0.25 of the step was taken; 3 repulsions, 1 impact, 1 impact zone of 1 vertex"
    )


def test_a_step_needs_its_mesh_in_the_world():
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(step())
    for other in (im.View().add(grid_mesh(1.0, 5)), im.View().add(SHEET, pose=at(1.0))):
        with pytest.raises(im.ImpingeError, match="a ClothStep of 25 vertices in the world"):
            other.add(step())
