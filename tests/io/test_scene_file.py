"""Scenes from TOML, and errors that name file and line."""

import re
from pathlib import Path

import numpy as np
import pytest
from formats.samples import sample

from impinge.core.errors import FileError
from impinge.geometry.description import BY_WORD
from impinge.io import scene_file
from impinge.io.scene_file import read_scene

TEXT = """
version = 1
units = "mm"
solid = true

[shapes.bolt]
kind = "mesh"
file = "parts/bolt.stl"

[shapes.post]
kind = "cylinder"
radius = 20
length = 400

[[parts]]
name = "floor"
shape = { kind = "half_space", normal = [0, 0, 1], offset = -200.0 }

[[parts]]
name = "post"
shape = "post"
translation = [100, 0, 0]
rotation = { axis = [1, 0, 0], degrees = 90 }
margin = 0.5
group = "posts"
repeat = { count = 4, axis = [0, 0, 1], degrees = 90 }

[[parts]]
name = "bolt"
shape = "bolt"
matrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 5],
  [0, 0, 0, 1],
]

[filters]
ignore = [["floor", "bolt"]]
ignore_groups = [["posts", "posts"]]
"""


@pytest.fixture
def write(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "bolt.stl").write_bytes(sample("stl"))

    def write(text):
        path = tmp_path / "scene.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_all_of_it(write):
    scene = read_scene(write(TEXT))

    assert scene.names == ("floor", "post 1", "post 2", "post 3", "post 4", "bolt")
    assert scene.solid is True
    assert scene["bolt"].pose[2, 3] == 0.005
    assert scene["post 3"].margin == 0.0005
    assert scene.groups == (None, *["posts"] * 4, None)
    np.testing.assert_array_equal(scene["post 3"].pose[:3, 3], [-0.1, 0, 0])
    assert len({id(shape) for shape in scene.shapes}) == 3
    assert [set(pair) for pair in scene.ignored] == [{"floor", "bolt"}]
    assert scene.ignored_groups == [("posts", "posts")]


def test_the_example_of_the_page_of_files_is_a_scene(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "files.md").read_text()
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "bolt.stl").write_bytes(sample("stl"))
    (tmp_path / "scene.toml").write_text(example)

    scene = read_scene(tmp_path / "scene.toml")

    assert len(scene) == 3 + 12
    assert {"clamp 1 1", "clamp 2 6", "floor", "post", "bolt"} <= set(scene.names)
    for kind in BY_WORD:
        assert f"`{kind}`" in page, kind


def test_windows_line_ends_and_a_scene_of_nothing(write):
    assert len(read_scene(write(TEXT.replace("\n", "\r\n")))) == 6
    assert len(read_scene(write("# nothing\n"))) == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1", "version = 2", "line 2: the scene: version: 2, expected 1"),
        ("version = 1", "version = true", "line 2: the scene: version: True"),
        ('units = "mm"', 'units = "ell"', "line 3: the scene: units: 'ell', expected one of m"),
        ("solid = true", "solid = 1", "line 4: the scene: solid: 1, expected true"),
        ("solid = true", "sold = true", "line 4: the scene: sold: unknown here"),
        ("[shapes.post]", "[shapes.post", "line 10: Expected ']'"),
        ("radius = 20", "radius = ", "line 12: Invalid value"),
        ("radius = 20", "radius = -20", "line 12: shape 'post': radius: -0.02 is not above zero"),
        ("radius = 20", "raduis = 20", "line 11: shape 'post': kind: a cylinder is described by"),
        ("bolt.stl", "nut.stl", r"line 8: shape 'bolt': file: .*nut\.stl: No such file"),
        ("parts/bolt", "../bolt", "line 8: shape 'bolt': file: .*leads out of the folder"),
        ('name = "post"', "", "line 19: part 2: name: expected text"),
        ('name = "post"', 'name = ""', "line 20: part '': name: expected text"),
        (
            'name = "floor"',
            'name = "post 2"',
            "line 20: part 'post': name: 'post 2' is in the scene",
        ),
        (
            'shape = "post"',
            'shape = "pole"',
            "line 21: part 'post': shape: there is no shape 'pole'",
        ),
        ('shape = "post"', "", "line 19: part 'post': shape: there is none"),
        ("degrees = 90 }\nmargin", "degree = 90 }\nmargin", "line 23: part 'post': rotation: "),
        ("margin = 0.5", "margin = -0.5", "line 24: part 'post': margin: -0.5 is less than 0"),
        ("margin = 0.5", "magrin = 0.5", "line 24: part 'post': magrin: unknown here"),
        ('group = "posts"', "group = 3", "line 25: part 'post': group: expected text"),
        ("count = 4", "count = -4", "line 26: part 'post': repeat: count -4"),
        ("[0, 0, 1, 5]", "[0, 0, 2, 5]", "line 31: part 'bolt': matrix: scales by"),
        ('["floor", "bolt"]', '["flor", "bolt"]', "line 39: filters: ignore: row 0: .*flor"),
        ('["floor", "bolt"]', '["floor"]', "line 39: filters: ignore: row 0 is no pair"),
        ('[["posts", "posts"]]', '"posts"', "line 40: filters: ignore_groups: expected a list"),
        ("ignore =", "ingore =", "line 39: filters: ingore: unknown here"),
        ("[filters]", "[[filters]]", "filters: expected a table"),
        ("[[parts]]", "[parts]", "Cannot|parts: expected"),
        ("version = 1", "a.b.c.d.e.f.g.h.i = 1", "line 2: a key with more than 8 parts"),
    ],
)
def test_errors_name_file_and_line(old, new, message, write):
    assert old in TEXT

    with pytest.raises(FileError, match=rf"scene\.toml: .*({message})"):
        read_scene(write(TEXT.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfe", "line 1: expected text in UTF-8"),
        (b'units = "m"\n# \xff', "line 2: expected text in UTF-8"),
        ("parts = 3", "line 1: the scene: parts: expected"),
        ("parts = [3]", "parts: expected"),
        ("shapes = 3", "line 1: the scene: shapes: expected a table"),
        ("shapes.a = 3", "shape 'a': kind: None"),
        ("x = 2020-99-99", "line 1|cannot be read"),
        ("a = " + "[" * 5000, "too deep|Invalid|Unclosed"),
    ],
)
def test_what_is_no_scene(text, message, write):
    with pytest.raises(FileError, match=rf"scene\.toml: .*({message})"):
        read_scene(write(text))


def test_parts_in_one_line_have_errors_without_it(write):
    with pytest.raises(FileError, match=r"scene\.toml: part 1: name: expected text"):
        read_scene(write("parts = [{}, {}]"))


def test_too_many_parts_or_bytes(write, monkeypatch):
    monkeypatch.setattr(scene_file, "MOST_PARTS", 5)
    with pytest.raises(FileError, match="line 28: part 'bolt': repeat: more than 5 parts"):
        read_scene(write(TEXT))
    monkeypatch.setattr(scene_file, "MOST_TEXT", 100)
    with pytest.raises(FileError, match="a scene has 100 at most"):
        read_scene(write(TEXT))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (f'name = "{"n" * 1001}"', "1001 characters"),
        (f'name = "n"\nrepeat = [{", ".join(["{ count = 1 }"] * 9)}]', "at most 8"),
    ],
)
def test_what_would_be_copied_without_end_is_refused(tmp_path, part, message):
    file = tmp_path / "scene.toml"
    file.write_text(f'[[parts]]\n{part}\nshape = {{ kind = "sphere", radius = 1 }}\n')

    with pytest.raises(FileError, match=message):
        read_scene(file)
