"""Contact points with normals and depths."""

import numpy as np
from payload_reading import array, at, column, layer, table, world

import impinge as im

A, B = im.Box((1, 1, 1)), im.Box((2, 2, 1))


def test_points_normals_and_depths_are_those_of_the_answer():
    found = im.collide(A, B, at(0, 0, 0.99))
    made = im.View().add(A, "a", at(0, 0, 0.99)).add(B, "b").add(found).payload()
    rows = table(made, "contacts")
    assert column(rows, "separation") == found.separation.tolist()
    assert column(rows, "place") == found.point.tolist()
    assert set(column(rows, "nature")) == {"face-face"}
    points = world(made, array(made, layer(made, "Contacts")["positions"]))
    np.testing.assert_allclose(points, found.point, atol=1e-6)
    normals = layer(made, "Contact normals")
    np.testing.assert_allclose(array(made, normals["vectors"]), found.normal, atol=1e-6)
    assert normals["pixels"] > 0
    depths = world(made, array(made, layer(made, "Contact depths")["segments"]))
    np.testing.assert_allclose(depths[:, 1], found.point_b, atol=1e-6)
    assert made["subtitle"] == "4 contact points, the deepest by 0.01 m"


def test_batches_say_their_row_and_none_is_said():
    found = im.collide(A, B, np.stack([at(0, 0, 0.99), at(0, 0, 9), at(0, 0, 0.9)]))
    made = im.View().add(found).payload()
    assert column(table(made, "contacts"), "row") == found.rows().tolist()
    assert im.View().add(im.collide(A, B, at(9))).payload()["subtitle"] == "no contact"
    near = im.View().add(im.collide(A, B, at(0, 0, 1.1), margin=0.2)).payload()
    assert "0.1 m apart" in near["subtitle"]
