"""``save``: what ``load`` reads again, as a whole or not at all."""

import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.writers import MESH_WRITERS, POINT_WRITERS, TET_WRITERS
from impinge.geometry import Box, Mesh, PointCloud, TetMesh, box_mesh, icosphere
from impinge.io import load, save
from impinge.scene import Scene

BALL = icosphere(1.0, 1)
RNG = np.random.default_rng(5)
TETS = TetMesh(RNG.normal(size=(30, 3)), RNG.integers(0, 30, (20, 4)))
CLOUD = PointCloud(RNG.normal(size=(30, 3)), RNG.normal(size=(30, 3)))


@pytest.mark.parametrize("extension", MESH_WRITERS)
def test_meshes_come_back(extension, tmp_path):
    path = tmp_path / f"part{extension.upper()}"
    save(BALL, path)

    found = load(path)

    assert isinstance(found, Mesh)
    assert found.is_closed
    np.testing.assert_allclose(found.vertices[found.faces], BALL.vertices[BALL.faces], atol=1e-7)
    if extension not in (".stl", ".glb"):
        assert found.vertices.tobytes() == BALL.vertices.tobytes()


@pytest.mark.parametrize("extension", TET_WRITERS)
def test_tetrahedra_come_back_bit_by_bit(extension, tmp_path):
    save(TETS, tmp_path / f"part{extension}")
    found = load(tmp_path / f"part{extension}")

    assert isinstance(found, TetMesh)
    assert found.vertices.tobytes() == TETS.vertices.tobytes()
    assert found.tets.tobytes() == TETS.tets.tobytes()


@pytest.mark.parametrize("extension", POINT_WRITERS)
def test_points_come_back_bit_by_bit(extension, tmp_path):
    save(CLOUD, str(tmp_path / f"scan{extension}"))
    found = load(tmp_path / f"scan{extension}")

    assert isinstance(found, PointCloud)
    assert found.points.tobytes() == CLOUD.points.tobytes()
    assert found.normals.tobytes() == CLOUD.normals.tobytes()


def test_meshes_of_others_are_saved(tmp_path):
    foreign = SimpleNamespace(vertices=BALL.vertices, faces=BALL.faces)
    for thing in (foreign, (BALL.vertices, BALL.faces)):
        save(thing, tmp_path / "part.obj")
        assert len(load(tmp_path / "part.obj").faces) == len(BALL.faces)


def scene_of(*shapes):
    scene = Scene()
    for k, shape in enumerate(shapes):
        scene.add(f"part {k}", shape)
    return scene


def test_a_scene_comes_back_and_can_be_moved(tmp_path):
    (tmp_path / "one").mkdir()
    save(scene_of(BALL, Box((1, 2, 3)), BALL), tmp_path / "one" / "scene.toml")
    (tmp_path / "one").rename(tmp_path / "two")

    found = load(tmp_path / "two" / "scene.toml")

    assert found.names == ("part 0", "part 1", "part 2")
    assert found.shapes[0] is found.shapes[2]
    assert found.shapes[0].vertices.tobytes() == BALL.vertices.tobytes()
    assert sorted(p.name for p in (tmp_path / "two").iterdir()) == ["scene.toml", "scene_meshes"]


def test_a_scene_that_fails_leaves_the_old_one_whole(tmp_path, monkeypatch):
    path = tmp_path / "scene.toml"
    save(scene_of(BALL), path)
    replace, calls = os.replace, []

    def fail_second(*names):
        calls.append(names)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return replace(*names)

    monkeypatch.setattr(os, "replace", fail_second)
    with pytest.raises(FileError, match="No space left"):
        save(scene_of(box_mesh((1, 1, 1))), path)
    monkeypatch.undo()

    assert load(path).shapes[0].vertices.tobytes() == BALL.vertices.tobytes()


def test_a_scene_too_long_to_be_read_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["impinge.io.save"], "MOST_SCENE", 10)

    with pytest.raises(ImpingeError, match="only 10 are read again"):
        save(Scene(), tmp_path / "scene.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("thing", "name"),
    [(BALL, "a.obj"), (BALL, "a.OFF"), (CLOUD, "a.xyz"), (TETS, "a.node"), (TETS, "a.vtu")],
)
def test_text_too_long_to_be_read_is_not_written(thing, name, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["impinge.io.save"], "MOST_TEXT", 100)

    with pytest.raises(ImpingeError, match=r"would take \d+ bytes, only 100 are read again"):
        save(thing, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    save(BALL, tmp_path / "a.ply")


@pytest.mark.parametrize(
    "stem",
    ["run 12:30", "~home", "a\\b", "C:", "..", "é ü", "x" * 240, "é" * 120, "-", "~" * 9, "a\nb"],
)
def test_scenes_of_any_name_come_back(stem, tmp_path):
    path = tmp_path / f"{stem}.toml"
    save(scene_of(BALL), path)

    assert load(path).shapes[0].vertices.tobytes() == BALL.vertices.tobytes()


@pytest.mark.parametrize(
    ("name", "most", "message"),
    [("MOST_PARTS", 2, "3 parts, only 2 are read"), ("MOST_NAME", 5, "has 6 characters, only 5")],
)
def test_scenes_that_would_not_be_read_again_are_not_written(
    name, most, message, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys.modules["impinge.io.save"], name, most)

    with pytest.raises(ImpingeError, match=message):
        save(scene_of(BALL, BALL, BALL), tmp_path / "scene.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("thing", "name", "message"),
    [
        (BALL, "a.toml", "a mesh is saved as .glb, .obj, .off, .ply, .stl, not as '.toml'"),
        (BALL, "a", "not as ''"),
        (TETS, "a.stl", "a tetrahedral mesh is saved as .ele, .msh"),
        (CLOUD, "a.obj", "a cloud of points is saved as .pcd"),
        (Scene(), "a.json", "a scene is saved as .toml"),
        (Box((1, 1, 1)), "a.stl", "a Box has no file format of its own; save a Scene"),
        ("text", "a.stl", "thing: expected a Mesh"),
        (None, "a.stl", "thing: expected a Mesh"),
    ],
)
def test_what_cannot_be_saved_is_named(thing, name, message, tmp_path):
    with pytest.raises(ImpingeError, match=message):
        save(thing, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", [None, 3, b"part.stl"])
def test_what_is_no_path(path):
    with pytest.raises(ImpingeError, match="path: expected a path"):
        save(BALL, path)


def test_places_that_are_none(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        save(BALL, tmp_path / "none" / "a.stl")
    (tmp_path / "scene_meshes").write_text("in the way")
    with pytest.raises(FileError, match="scene_meshes"):
        save(scene_of(BALL), tmp_path / "scene.toml")
    assert not (tmp_path / "scene.toml").exists()


def test_a_folder_of_meshes_that_cannot_be_made_is_named(tmp_path):
    with pytest.raises(FileError, match=r"_meshes: .*null"):
        save(Scene.from_dict({"ball": BALL}), tmp_path / "a\0b" / "scene.toml")
