"""A view of files."""

import numpy as np
import pytest
from payload_reading import at, column, layers, table

import impinge as im
from impinge.cli.view_things import view_of_files


@pytest.fixture
def folder(tmp_path):
    im.save(im.box_mesh(), tmp_path / "cube.obj")
    im.save(im.icosphere(0.5, 2), tmp_path / "ball.stl")
    im.save(im.PointCloud(np.random.default_rng(0).normal(size=(20, 3))), tmp_path / "scan.xyz")
    tets = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    im.save(tets, tmp_path / "corner.vtu")
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Box((1, 1, 1)), at(1))})
    im.save(scene, tmp_path / "scene.toml")
    im.save(im.Recording([0, 1], {"a": [at(), at(9)]}), tmp_path / "run.npz")
    return tmp_path


def made(folder, *names, **options):
    return view_of_files([folder / name for name in names], **options).payload()


def tables(payload):
    return [t["id"] for t in payload["tables"]]


def test_one_file_is_shown(folder):
    for name, kind in (("cube.obj", "things"), ("corner.vtu", "things"), ("scan.xyz", "points")):
        found = made(folder, name, title="t")
        assert [one["kind"] for one in layers(found)] == [kind]
        assert found["title"] == "t"


def test_two_meshes_are_asked_as_by_check(folder):
    found = made(folder, "cube.obj", "ball.stl", poses=(None, at(2)))
    near = im.distance(im.load(folder / "cube.obj"), im.load(folder / "ball.stl"), None, at(2))
    assert column(table(found, "distance"), "distance") == [near.distance]
    assert tables(found) == ["distance", "things"]
    deep = made(folder, "cube.obj", "cube.obj", poses=(None, at(0.5, 0.1, 0.1)))
    assert tables(deep) == ["contacts", "triangles", "things"]
    assert column(table(deep, "things"), "name") == ["cube", "cube 2"]


def test_more_meshes_are_a_scene(folder):
    found = made(folder, "cube.obj", "ball.stl", "corner.vtu", pairs=True, cells="octree")
    assert tables(found) == ["contacts", "candidates", "cells", "things"]


def test_units_are_those_of_meshes(folder):
    found = made(folder, "cube.obj", "scene.toml", units="mm")
    assert len(table(found, "things")["rows"]) == 3


def test_a_recording_moves_a_scene(folder):
    found = made(folder, "scene.toml", "run.npz")
    assert found["times"] == [0.0, 1.0]
    assert table(found, "contacts")["frames"] == [0, 1, 1]
    assert made(folder, "run.npz")["tables"][0]["id"] == "poses"


def test_two_recordings_are_side_by_side(folder):
    run = im.load(folder / "run.npz")
    im.save(im.Recording(run.times, scalars={"energy": [1.0, 2.0]}), folder / "other.rec")
    found = made(folder, "run.npz", "other.rec")
    assert [pane["name"] for pane in found["panes"]] == ["run", "other"]
    assert [plot["pane"] for plot in found["plots"]] == [1]


def test_volumes_and_cells_are_added(folder):
    found = made(folder, "ball.stl", volumes=["sphere", "kdop"], cells="kd")
    kinds = [one["kind"] for one in layers(found)]
    assert kinds == ["things", "balls", "solids", "boxes"]


@pytest.mark.parametrize(
    ("names", "options", "text"),
    [
        (["scene.toml", "scene.toml"], {}, "second scene"),
        (["run.npz", "run.npz", "run.npz"], {}, "third recording"),
        (["cube.obj"], {"pairs": True}, "no scene"),
        (["cube.obj"], {"volumes": ["cube"]}, "volumes"),
        (["scene.toml"], {"volumes": ["obb"]}, "no mesh"),
        (["cube.obj"], {"cells": "bsp"}, "cells"),
        (["cube.obj", "ball.stl"], {"cells": "grid"}, "one mesh"),
        (["cube.obj"], {"poses": (None, np.eye(4))}, "no such mesh"),
        (["missing.obj"], {}, "missing.obj"),
    ],
)
def test_errors_say_what_is_missing(folder, names, options, text):
    with pytest.raises(im.ImpingeError, match=text):
        made(folder, *names, **options)


URDF = """<robot name="cart"><link name="rail"/><link name="cart"><collision><geometry>
<box size="1 1 1"/></geometry></collision></link><joint name="slide" type="prismatic">
<parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
<limit lower="-5" upper="5" effort="1" velocity="1"/></joint></robot>"""


def test_a_robot_is_shown_at_q_or_plays_the_rows_of_a_file(folder):
    (folder / "cart.urdf").write_text(URDF)
    (folder / "one.csv").write_text("2\n")
    (folder / "two.csv").write_text("time,slide\n1,0\n3,2\n")
    (folder / "rows.csv").write_text("0\n1\n")
    one = made(folder, "cart.urdf", "scene.toml", q=folder / "one.csv")
    two = made(folder, "cart.urdf", q=folder / "two.csv")

    assert one["robots"][0]["q"] == [2.0]
    assert one["times"] is None
    assert two["times"] == [1.0, 3.0]
    assert made(folder, "cart.urdf", q=folder / "rows.csv")["times"] == [0.0, 0.1]
    im.save(im.Recording([0, 2], joints={"cart": [[0], [1]]}), folder / "joints.rec")
    assert made(folder, "cart.urdf", "joints.rec")["times"] == [0.0, 2.0]
    for words, names, q in (
        ("there is no robot", ["cube.obj"], "one.csv"),
        ("a second robot", ["cart.urdf", "cart.urdf"], "one.csv"),
        ("there is a recording", ["cart.urdf", "joints.rec"], "rows.csv"),
    ):
        with pytest.raises(im.ImpingeError, match=words):
            made(folder, *names, q=folder / q)
