"""Scenes as TOML: the same again, bit by bit."""

import tomllib

import numpy as np
import pytest
from every_shape import ALL, FLAT, bits_of, pose_of

from impinge.core.errors import ImpingeError
from impinge.io import scene_text as scene_text_module
from impinge.io.scene_file import read_scene
from impinge.io.scene_text import numbers, pose_lines, scene_text, text
from impinge.scene import Scene

RNG = np.random.default_rng(3)


def everything():
    """A scene of shapes of every kind, some twice, with all that a scene can have."""
    scene = Scene(solid=True)
    for i, (name, shape) in enumerate({**ALL, **FLAT}.items()):
        pose = pose_of(RNG.normal(size=3) * (i % 4 > 0), RNG.normal(size=3) * (i % 3 > 0))
        scene.add(
            name, shape, pose, margin=0.1 * (i % 2), group=f"group {i % 3}" if i % 2 else None
        )
        scene.add(f'{name} "again"\n\t\x7f é', shape, pose_of([0, 0, i]))
    names = scene.names
    scene.ignore(names[0], names[5])
    scene.ignore(names[7], names[2])
    scene.ignore_groups("group 0", "group 0")
    scene.ignore_groups("group 0", "group 1")
    return scene


def test_the_same_scene_comes_back(tmp_path):
    scene = everything()
    written, files = scene_text(scene, "meshes")
    (tmp_path / "meshes").mkdir()
    (tmp_path / "scene.toml").write_text(written, encoding="utf-8")
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)

    found = read_scene(tmp_path / "scene.toml")

    assert found.names == scene.names
    assert found.poses.tobytes() == scene.poses.tobytes()
    assert found.margins.tobytes() == scene.margins.tobytes()
    assert found.groups == scene.groups
    assert found.ignored == scene.ignored
    assert sorted(found.ignored_groups) == sorted(scene.ignored_groups)
    assert found.solid == scene.solid
    for name, shape in zip(scene.names, scene.shapes, strict=True):
        again = found[name].shape
        assert bits_of(again) == bits_of(shape), name
    assert scene_text(found, "meshes")[1] == files


def test_each_shape_and_mesh_is_written_once():
    written, files = scene_text(everything(), "meshes")
    tables = tomllib.loads(written)

    assert len(files) == 1
    assert all(name.startswith("meshes/") for name in files)
    # Those of the compound, too.
    assert len(tables["shapes"]) == len({**ALL, **FLAT}) + 4


def test_a_scene_of_nothing_is_text():
    assert tomllib.loads(scene_text(Scene(), "meshes")[0]) == {"version": 1, "units": "m"}


@pytest.mark.parametrize("value", ["a", 'a"b', "a\\b", "\n\t\r\0\x1f\x7f", "é\u2028😀", ""])
def test_texts_come_back(value):
    assert tomllib.loads(f"a = {text(value)}")["a"] == value


@pytest.mark.parametrize("value", ["\ud800", 3, None])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(ImpingeError, match="name: "):
        text(value)


def test_numbers_come_back():
    values = [0.1, -0.0, 5e-324, 1e149, 1 / 3, 1e22, 7]

    found = tomllib.loads(f"a = {numbers(values)}")["a"]

    assert [float(v).hex() for v in found] == [float(v).hex() for v in values]
    assert isinstance(found[-1], int)


def test_poses_are_as_short_as_they_can_be():
    assert pose_lines(np.eye(4)) == []
    assert pose_lines(pose_of((1, 2, 3))) == ["translation = [1.0, 2.0, 3.0]"]
    assert pose_lines(pose_of((1, 2, 3), (1, 0, 0)))[0].startswith("matrix = [[")


def test_meshes_that_would_not_be_read_again_are_not_written(monkeypatch):
    monkeypatch.setattr(scene_text_module, "MOST_BYTES", 100)

    with pytest.raises(ImpingeError, match="its meshes take more than 100 bytes"):
        scene_text(everything(), "meshes")
