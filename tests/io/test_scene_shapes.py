"""Shapes of every kind in metres, and mesh files that stay at home."""

import copy
import os

import numpy as np
import pytest
from formats.samples import sample

from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Sphere,
)
from impinge.geometry.description import BY_WORD
from impinge.io import scene_shapes
from impinge.io.scene_shapes import Shapes, inside

CUBE = [[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)]
SPHERE = {"kind": "sphere", "radius": 5}
TABLES = {
    "sphere": (SPHERE, Sphere),
    "ellipsoid": ({"kind": "ellipsoid", "radii": [1, 2, 3]}, Ellipsoid),
    "capsule": ({"kind": "capsule", "radius": 1, "length": 2}, Capsule),
    "cylinder": ({"kind": "cylinder", "radius": 1, "length": 2}, Cylinder),
    "cone": ({"kind": "cone", "radius": 1, "length": 2.5}, Cone),
    "box": ({"kind": "box", "sizes": [1, 2, 3]}, Box),
    "hull": ({"kind": "hull", "points": CUBE}, Hull),
    "half_space": ({"kind": "half_space", "normal": [0, 0, 2], "offset": 2}, HalfSpace),
    "height_field": (
        {"kind": "height_field", "heights": [[0, 1], [2, 3]], "spacing": [1, 2]}, HeightField,
    ),
    "mesh": ({"kind": "mesh", "vertices": CUBE, "faces": [[0, 1, 2]]}, Mesh),
    "compound": (
        {"kind": "compound", "parts": [{"shape": SPHERE, "translation": [7, 0, 0]}]}, Compound,
    ),
}  # fmt: skip


@pytest.fixture
def home(tmp_path):
    """A folder with a mesh in a folder, and one outside."""
    folder = tmp_path / "home"
    (folder / "parts").mkdir(parents=True)
    for path in (folder / "parts" / "a.stl", tmp_path / "secret.stl"):
        path.write_bytes(sample("stl"))
    (folder / "parts" / "b.glb").write_bytes(sample("glb"))
    return folder


def shapes(folder, metres=1.0, **tables):
    return Shapes(folder / "scene.toml", tables, metres)


@pytest.mark.parametrize("kind", BY_WORD)
def test_every_kind_has_the_unit_of_the_file(kind, tmp_path):
    table, expected = TABLES[kind]
    metre, thousandth = (shapes(tmp_path, unit).shape(table) for unit in (1.0, 0.001))

    assert type(metre) is expected
    a, b = metre.bounds, thousandth.bounds
    np.testing.assert_allclose(b, np.where(np.isfinite(a), 0.001 * a, a), rtol=1e-12)


def test_a_shape_of_a_name_is_one_object(tmp_path):
    made = shapes(tmp_path, ball=SPHERE)

    assert made.shape("ball") is made.shape("ball")
    with pytest.raises(ImpingeError, match="shape: there is no shape 'bull'"):
        made.shape("bull")
    for value in (3, None, [SPHERE]):
        with pytest.raises(ImpingeError, match="shape: expected a name or a table"):
            made.shape(value)


def test_compounds_of_names_and_of_themselves(tmp_path):
    parts = [{"shape": "ball"}, {"shape": "ball", "translation": [3, 0, 0]}]
    made = shapes(tmp_path, ball=SPHERE, two={"kind": "compound", "parts": parts})
    assert len(made.named("two")) == 2

    loop = {"kind": "compound", "parts": [{"shape": "a"}]}
    with pytest.raises(ImpingeError, match="a in b in a: without end"):
        shapes(tmp_path, a={**loop, "parts": [{"shape": "b"}]}, b=loop).named("a")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "kind: None, expected one of sphere"),
        ({"kind": "cube"}, "kind: 'cube', expected one of sphere"),
        ({"kind": ["box"]}, "kind: "),
        ({"kind": "box"}, "a box is described by sizes, found nothing"),
        ({"kind": "box", "sizes": [1, 1, 1], "radius": 2}, "by sizes, found radius, sizes"),
        ({"kind": "box", "sizes": [1, 1]}, "sizes: expected 3 numbers"),
        ({"kind": "box", "sizes": [1, 1, "1"]}, "sizes: expected numbers, got '1'"),
        ({"kind": "box", "sizes": [1, 1, True]}, "sizes: expected numbers, got True"),
        ({"kind": "sphere", "radius": -1}, "radius: -1 is not above zero"),
        ({"kind": "sphere", "radius": [1]}, "radius: expected a number"),
        ({"kind": "mesh", "vertices": CUBE}, "by faces, vertices or file, found vertices"),
        ({"kind": "mesh", "vertices": CUBE, "faces": [[0, 1, 9]]}, "refers to vertex 9"),
        ({"kind": "compound", "parts": 3}, "parts: expected a list"),
        ({"kind": "compound", "parts": []}, "parts: none"),
        ({"kind": "compound", "parts": [{"shape": SPHERE, "margin": 1}]}, "parts: row 0: expected"),
        ({"kind": "compound", "parts": [{"shape": {"kind": "x"}}]}, "parts: row 0: kind: 'x'"),
        ({"kind": "half_space", "normal": [0, 0, 0]}, "normal: has no length"),
    ],
)
def test_what_is_wrong_is_named(table, message, tmp_path):
    with pytest.raises(ImpingeError, match=message):
        shapes(tmp_path).shape(table)


def test_files_have_the_unit_of_the_scene_or_their_own(home):
    made = shapes(home, 0.001)

    def size(**more):
        return made.shape({"kind": "mesh", "file": "parts/a.stl", **more}).bounds[1, 0]

    assert (size(), size(units="cm"), size(scale=3.0)) == (0.001, 0.01, 3.0)
    glb = {"kind": "mesh", "file": "parts/b.glb"}
    assert made.shape(glb).bounds[1, 0] == 1.0
    with pytest.raises(ImpingeError, match="units: 'mm', but GLB files are in metres"):
        made.shape({**glb, "units": "mm"})
    hull = made.shape({"kind": "hull", "file": "parts/a.stl", "scale": 1.0})
    assert len(hull.vertices) == 4


def test_a_file_is_read_once(home, monkeypatch):
    made, read = shapes(home), []
    load = scene_shapes.read_bytes
    monkeypatch.setattr(
        scene_shapes, "read_bytes", lambda f, **more: read.append(f) or load(f, **more)
    )
    table = {"kind": "mesh", "file": "parts/a.stl"}

    assert made.shape(table) is made.shape({**table, "file": "./parts//a.stl"})
    assert len(read) == 1
    hull = {**table, "kind": "hull"}
    assert made.shape(hull) is made.shape({**hull, "file": "./parts/a.stl"})
    assert made.shape(hull) is not made.shape({**hull, "scale": 2.0})
    assert len(read) == 2


@pytest.mark.parametrize("kind", BY_WORD)
def test_what_is_described_alike_is_one_shape(kind, tmp_path):
    table, _ = TABLES[kind]
    made = shapes(tmp_path, named=table)
    other = {"kind": "compound", "parts": [{"shape": table, "translation": [1, 0, 0]}]}

    assert made.shape(table) is made.shape(copy.deepcopy(table))
    assert made.shape(table) is made.shape("named")
    assert made.shape(other).shapes[0] is made.shape(table)
    assert made.shape(other) is not made.shape({**other, "parts": 2 * other["parts"]})


def test_numbers_that_differ_by_a_bit_are_other_shapes(tmp_path):
    made = shapes(tmp_path)
    sizes = (0.1, np.nextafter(0.1, 1.0).item(), 1, 1.0)
    found = [made.shape({"kind": "sphere", "radius": size}) for size in sizes]

    assert [ball.radius for ball in found] == [*sizes]
    assert len({id(ball) for ball in found}) == 3


def test_all_files_together_have_a_limit(home, monkeypatch):
    monkeypatch.setattr(scene_shapes, "MOST_BYTES", 1000)
    made = shapes(home)

    table = {"kind": "mesh", "file": "parts/a.stl"}
    for scale in (1, 2, 3):
        made.shape({**table, "scale": scale})
    with pytest.raises(ImpingeError, match="the files of a scene take 1000 at most"):
        made.shape({**table, "scale": 4})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../secret.stl", "leads out of the folder"),
        ("parts/../../secret.stl", "leads out of the folder"),
        ("parts/../parts/a.stl", "leads out of the folder"),
        ("/etc/passwd", "relative to the scene"),
        ("~/secret.stl", "relative to the scene"),
        ("C:/secret.stl", "relative to the scene"),
        ("..\\secret.stl", "relative to the scene"),
        ("\\\\server\\secret.stl", "relative to the scene"),
        ("http://localhost/a.stl", "relative to the scene"),
        ("a\0.stl", "relative to the scene"),
        ("", "expected a path"),
        (3, "expected a path"),
        ("parts/none.stl", "No such file"),
        ("parts", "expected .glb, .obj"),
        ("scene.toml", "expected .glb, .obj"),
        ("link.stl", "leads out of the folder of the scene by a link"),
        ("linked/secret.stl", "leads out of the folder of the scene by a link"),
        ("loop.stl", "cannot be followed|Too many levels|No such file|leads out"),
        ("x" * 5000 + ".stl", "expected a path"),
        # Longer than a system takes: no raw error of the system.
        ("x" * 300 + ".stl", "file: .*x: |file: .*name too long|No such file"),
        ("a.stl/b.stl", "file: "),
    ],
)
def test_files_stay_in_the_folder(name, message, home):
    (home / "link.stl").symlink_to(home.parent / "secret.stl")
    (home / "linked").symlink_to(home.parent)
    (home / "loop.stl").symlink_to(home / "loop.stl")

    with pytest.raises(ImpingeError, match=message):
        shapes(home).shape({"kind": "mesh", "file": name})


def test_links_within_the_folder_are_followed(home):
    (home / "link.stl").symlink_to(home / "parts" / "a.stl")
    (home.parent / "other").symlink_to(home)

    for folder in (home, home.parent / "other"):
        assert inside(folder, "link.stl") == (home / "parts" / "a.stl").resolve()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this platform")
def test_a_pipe_is_not_waited_for(home):
    os.mkfifo(home / "pipe.stl")

    with pytest.raises(ImpingeError, match="not a regular file"):
        shapes(home).shape({"kind": "mesh", "file": "pipe.stl"})


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="cannot open from a folder")
@pytest.mark.parametrize("swapped", ["parts", "parts/a.stl"])
def test_links_put_there_after_the_look_are_not_followed(swapped, home, monkeypatch):
    """Whoever may write to the folder could swap a link in, between the look and the reading."""
    secret = home.parent / "secret"
    secret.mkdir()
    (secret / "a.stl").write_bytes(sample("stl"))
    found = inside(home, "parts/a.stl")

    def swap(*_):
        (home / swapped).rename(home.parent / "away")
        (home / swapped).symlink_to(secret if swapped == "parts" else secret / "a.stl")
        return found

    monkeypatch.setattr(scene_shapes, "inside", swap)
    with pytest.raises(ImpingeError, match=r"file: .*a\.stl: "):
        shapes(home).shape({"kind": "mesh", "file": "parts/a.stl"})


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="may read everything")
def test_a_folder_that_may_not_be_entered_is_named(home):
    (home / "parts").chmod(0)
    try:
        with pytest.raises(ImpingeError, match=r"file: .*Permission denied"):
            shapes(home).shape({"kind": "mesh", "file": "parts/a.stl"})
    finally:
        (home / "parts").chmod(0o755)
