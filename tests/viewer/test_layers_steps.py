"""Steps of meshes that deform: where their free part ends, and impact zones."""

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.continuous import FreeStep
from impinge.geometry import grid_mesh
from impinge.simulation import ClothStatus, ClothStep
from impinge.viewer.layers_steps import START_OPACITY

BALL = im.icosphere(1.0, 2)
SHEET = im.Mesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
DROP = BALL.transformed(at(0, 0, 3))


def points_of(made, name, key):
    return world(made, array(made, layer(made, name)[key])).reshape(-1, 3)


def test_an_obstacle_is_touched():
    found = im.collision_free_step(DROP, DROP.vertices - [0, 0, 4], obstacles=[SHEET])
    made = im.View().add(found).payload()

    assert made["subtitle"] == "0.5 of the step is free; the mesh touches obstacle 0"
    assert [row[0] for row in table(made, "things")["rows"]] == ["mesh", "obstacle"]
    (row,) = table(made, "free-step")["rows"]
    assert row[:3] == ["first contact", found.time, "vertex-face"]
    assert row[3:5] == [*found.pair]
    # The lowest vertex of the ball, on the sheet.
    np.testing.assert_allclose(points_of(made, "Free step", "positions"), [[0, 0, 0]], atol=1e-6)
    sides = points_of(made, "Free step, features", "segments")
    np.testing.assert_allclose(np.unique(sides, axis=0), np.unique(SHEET.vertices, axis=0),
                               atol=1e-5)  # fmt: skip


def test_meshes_that_are_there_move_to_the_end_of_the_free_part():
    found = im.collision_free_step(DROP, DROP.vertices - [0, 0, 4], obstacles=[SHEET])
    view = im.View().add(DROP, "drop").add(SHEET, "sheet").add(found)
    made = view.payload()

    assert [row[0] for row in table(made, "things")["rows"]] == ["drop", "sheet"]
    drawn = view._contents.loose["drop"].shape
    np.testing.assert_allclose(drawn.bounds[0], [-1, -1, 0], atol=0.05)
    assert drawn.bounds[0, 2] >= 0.0


def test_a_mesh_that_touches_itself_with_edges_and_all_contacts():
    squeezed = BALL.vertices * [1.0, 1.0, -0.2]
    found = im.collision_free_step(BALL, squeezed, impacts=True)
    made = im.View().add(found, "squeezed").payload()

    assert made["subtitle"].endswith("of the step is free; the mesh touches itself")
    rows = table(made, "free-step")["rows"]
    assert len(rows) == len(found.vertex_face) + len(found.edge_edge) > 10
    first = layer(made, "squeezed")
    row = rows[int(array(made, first["rows"])[0])]
    assert (row[2], tuple(row[3:5])) == (found.features, found.pair)
    place = points_of(made, "squeezed", "positions")
    assert im.closest_point(found.meshes[0], place).distance.max() < 1e-6


def test_edges_cross_where_they_touch():
    one = im.Mesh([[-1, 0, 1], [1, 0, 1]], [[0, 1, 1]])
    other = im.Mesh([[0, -1, 0], [0, 1, 0]], [[0, 1, 1]])
    found = im.collision_free_step(one, one.vertices - [0, 0, 2], obstacles=[other])
    made = im.View().add(found).payload()

    assert found.features == "edge-edge"
    np.testing.assert_allclose(points_of(made, "Free step", "positions"), [[0, 0, 0]], atol=1e-6)
    assert len(points_of(made, "Free step, features", "segments")) == 4


def test_a_free_step_and_one_without_its_mesh():
    found = im.collision_free_step(BALL, 2.0 * BALL.vertices)
    made = im.View().add(found).payload()

    assert made["subtitle"] == "the whole step is free"
    assert table(made, "free-step")["rows"][0][0] == "free in the whole step"
    bare = FreeStep(features=None, first=None, min_separation=0.0, edges=found.edges, tested=0)
    with pytest.raises(im.ImpingeError, match="thing: a FreeStep without its mesh"):
        im.View().add(bare)
    with pytest.raises(im.ImpingeError, match="pose: a result has none"):
        im.View().add(found, pose=np.eye(4))


CLOTH = grid_mesh(1.0, 4)
MOVE = np.array([0.1, 0.0, 0.5])


def step(zones=(), status=ClothStatus.FREE, taken=1.0, impacts=(0,)):
    end, moved = CLOTH.vertices + MOVE, np.tile(MOVE, (25, 1))
    zones = tuple(np.array(zone) for zone in zones)
    return ClothStep(end, moved, status, taken, 3, impacts, zones, {"proof": 0.01})


def test_the_mesh_is_shown_at_the_start_and_at_the_end():
    made = im.View().add(CLOTH, "sheet").add(step()).payload()
    assert made["subtitle"] == "the whole step is free; 3 repulsions, 0 impacts"
    places = {}
    for name in ("sheet", "start"):
        drawn = layer(made, name)
        mesh = made["meshes"][array(made, drawn["mesh"])[0]]
        (pose,) = array(made, drawn["poses"]).reshape(-1, 3, 4).astype(np.float64)
        own = array(made, mesh["positions"]) @ pose[:, :3].T + pose[:, 3]
        places[name] = world(made, own)
    np.testing.assert_allclose(places["start"], CLOTH.vertices, atol=1e-6)
    np.testing.assert_allclose(places["sheet"], CLOTH.vertices + MOVE, atol=1e-6)
    assert layer(made, "start")["opacity"] == START_OPACITY
    assert not layers(made, "patches")


def test_zones_are_patches_and_dots_with_a_table():
    whole = CLOTH.faces[0].tolist()
    zones = [[*whole, 24], CLOTH.faces[30, :2].tolist()]
    made = im.View().add(CLOTH).add(step(zones, impacts=(40, 2, 0)), "Fall").payload()
    assert made["subtitle"] == (
        "the whole step is free; 3 repulsions, 42 impacts in 2 passes, 2 impact zones of 6 vertices"
    )
    labels = array(made, layer(made, "Impact zones")["labels"])
    assert np.flatnonzero(labels == 0).tolist() == [0]
    assert set(labels.tolist()) == {-1, 0}
    dots = layer(made, "Vertices of zones")
    points = world(made, array(made, dots["positions"]))
    np.testing.assert_allclose(points, CLOTH.vertices[np.concatenate(zones)] + MOVE, atol=1e-6)
    assert array(made, dots["rows"]).tolist() == [0, 0, 0, 0, 1, 1]
    assert column(table(made, "zones"), "vertices") == [4, 2]
    assert column(table(made, "impacts"), "impacts") == [40, 2, 0]
    assert made["tables"][0]["id"] == "zones"


def test_a_cut_step_says_so():
    made = im.View().add(CLOTH).add(step([[3]], ClothStatus.CUT, 0.25, (1,))).payload()
    assert made["subtitle"] == (
        "cut: 0.25 of the step was taken; 3 repulsions, 1 impact, 1 impact zone of 1 vertex"
    )


def test_a_step_needs_its_mesh_in_the_world():
    with pytest.raises(im.ImpingeError, match="add it to the view before"):
        im.View().add(step())
    for other in (im.View().add(grid_mesh(1.0, 5)), im.View().add(CLOTH, pose=at(1.0))):
        with pytest.raises(im.ImpingeError, match="a ClothStep of 25 vertices in the world"):
            other.add(step())
