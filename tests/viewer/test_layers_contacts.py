"""Contact points with normals and depths."""

import numpy as np
from payload_reading import array, at, column, layer, table, world

import impinge as im
from impinge.contacts.containment import find_containment
from impinge.viewer.colouring import DEPTH_COLOURS

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
    assert made["subtitle"] == "a and b: 0.01 m deep (local), 4 contact points"


def test_batches_say_their_row_and_none_is_said():
    found = im.collide(A, B, np.stack([at(0, 0, 0.99), at(0, 0, 9), at(0, 0, 0.9)]))
    made = im.View().add(found).payload()
    assert column(table(made, "contacts"), "row") == found.rows().tolist()
    assert im.View().add(im.collide(A, B, at(9))).payload()["subtitle"] == "no contact"
    near = im.View().add(im.collide(A, B, at(0, 0, 1.1), margin=0.2)).payload()
    assert "0.1 m apart" in near["subtitle"]


def paint(made, name="Contacts"):
    one = layer(made, name)
    return [one["palette"][k] for k in array(made, one["colours"])]


def test_resting_contacts_and_deep_ones_look_different():
    rest = im.View().add(A, "a", at(0, 0, 1)).add(B, "b").add(im.collide(A, B, at(0, 0, 1)))
    made = rest.payload()
    assert set(paint(made)) == {"resting"}
    assert [one["text"] for one in made["legend"]][2] == "resting contact"
    assert made["subtitle"] == "a and b: touching, 4 contact points"
    deep = im.View().add(A, "a", at(0, 0, 0.5)).add(B, "b").add(im.collide(A, B, at(0, 0, 0.5)))
    made = deep.payload()
    assert set(paint(made)) == {DEPTH_COLOURS[-1]}
    (scale,) = [one for one in made["legend"] if "range" in one]
    assert (scale["text"], scale["range"]) == ("local depth", {"low": 0.0, "high": 0.5})


def test_separations_below_rounding_are_shown_as_zero():
    found = im.collide(A, B, at(0, 0, 1 - 1e-9))
    made = im.View().add(A, "a", at(0, 0, 1 - 1e-9)).add(B, "b").add(found).payload()
    rows = table(made, "contacts")
    (column_,) = [one for one in rows["columns"] if one["key"] == "separation"]
    # The numbers stay; the page writes 0 for what is below this.
    assert 0 > min(column(rows, "separation")) > -column_["zero"]
    assert column_["zero"] < 1e-6
    assert set(paint(made)) == {"resting"}
    assert "touching" in made["subtitle"]


def test_the_headline_says_one_thing_once():
    pose = at(0.1, 0.2, 0.9)
    answers = im.collide(A, B, pose), im.penetration(A, B, pose), im.distance(A, B, pose)
    for order in (answers, answers[::-1]):
        view = im.View("both").add(A, "a", pose).add(B, "b")
        for one in order:
            view.add(one)
        made = view.payload()
        assert made["subtitle"] == "a and b: 0.1 m deep"
        # A distance of zero says least: its table comes last of the answers.
        assert [one["id"] for one in made["tables"]][-2:] == ["distance", "things"]


def test_a_title_that_repeats_the_headline_is_left_out():
    view = im.View().add(A, "a", at(3)).add(B, "b").add(im.distance(A, B, at(3)))
    made = view.payload()
    assert (made["title"], made["heading"], made["subtitle"]) == (
        "a, b",
        "",
        "a and b: 1.5 m apart",
    )
    assert im.View("T").add(A, "a").payload()["heading"] == "T"


def test_containment_is_shown_with_the_way_out():
    case, pearl = im.box_mesh((2, 2, 2)), im.icosphere(0.3, 2)
    for first, second in ((case, pearl), (pearl, case)):
        names = ("case", "pearl") if first is case else ("pearl", "case")
        view = im.View().add(first, names[0]).add(second, names[1])
        made = view.add(find_containment(first, second)).payload()
        assert made["subtitle"] == "pearl lies inside case"
        rows = table(made, "containment")
        assert (column(rows, "inner"), column(rows, "outer")) == (["pearl"], ["case"])
        start, out = np.array(column(rows, "start")[0]), np.array(column(rows, "direction")[0])
        end = start + column(rows, "depth")[0] * out
        # The last point of the pearl is just at the surface then.
        assert np.abs(end).max() == np.float64(1.0) or abs(np.abs(end).max() - 1.0) < 1e-9
