import numpy as np
import pytest
from sphere_cases import coarse, mesh, tree

import impinge as im
from impinge.hierarchy import ReducedBody
from impinge.narrow import contacts_within
from impinge.viewer import View


def layers(view):
    return {layer["name"]: layer for layer in view.payload()["layers"]}


def test_a_tree_has_its_levels_on_a_slider():
    view = View().add(tree("box"), "box")
    layer = layers(view)["box"]
    table = view.payload()["tables"][0]

    assert layer["kind"] == "balls"
    assert layer["levels"] is not None
    assert [row[0] for row in table["rows"]] == [0, 1, 2]
    assert "spheres in 3 levels" in view.payload()["subtitle"]


def test_a_body_shows_its_mesh_and_can_show_what_drives_it():
    body = ReducedBody(mesh("box"), coarse(), tree=tree("box"))
    found = layers(View().add(body, "soft"))

    assert found["soft: coarse mesh"]["visible"] is False
    assert found["soft: links"]["visible"] is False
    assert found["soft: spheres"]["visible"] is False
    assert any(layer["kind"] == "things" for layer in found.values())


def test_spheres_that_answered_are_red():
    found = contacts_within(tree("box"), tree("box"), pose_b=im.pose((0.9, 0, 0)), max_tests=40)
    view = View().add(found, "at 40 tests")
    shown = layers(view)

    assert shown["at 40 tests: spheres of A"]["colour"] == "touch"
    assert shown["at 40 tests: spheres of B"]["kind"] == "balls"
    assert len(view.payload()["tables"][0]["rows"]) == len(found.pairs)
    assert "stopped early" in view.payload()["subtitle"]


def test_no_contact_is_no_error():
    found = contacts_within(tree("box"), tree("box"), pose_b=im.pose((9, 0, 0)))
    view = View().add(mesh("box")).add(found)
    assert "0 contacts" in view.payload()["subtitle"]


def test_four_budgets_beside_each_other():
    body = ReducedBody(mesh("box"), coarse(), tree=tree("box"))
    other = body.moved(coarse().vertices + np.array([0.9, 0, 0]))
    first, names = None, ["1", "10", "100", "1000"]
    for name in names:
        found = contacts_within(body, other, max_tests=int(name))
        one = View().add(body, "A").add(other, "B").add(found)
        if first is None:
            first, before = one, name
        else:
            first.beside(one, (before, name))
    payload = first.payload()

    assert [pane["name"] for pane in payload["panes"]] == names
    with pytest.raises(im.ImpingeError, match="and no more"):
        first.beside(View())
