"""A step of a mesh that deforms: where its free part ends, and what touches there."""

import numpy as np
import pytest
from payload_reading import array, at, layer, table, world

import impinge as im
from impinge.continuous import FreeStep

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
