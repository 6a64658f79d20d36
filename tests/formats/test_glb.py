"""GLB: nodes in their places, and nothing that reaches out of the file."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import glb, glb_triangle, sample

from impinge.core.errors import FileError
from impinge.formats import glb as room
from impinge.formats.glb import read_glb

PATH = Path("part.glb")


def test_one_triangle():
    found = read_glb(glb(*glb_triangle()), PATH)

    assert found.vertices.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert found.faces.tolist() == [[0, 1, 2]]
    assert len(read_glb(sample("glb"), PATH).faces) == 4


def test_nodes_are_moved_to_their_places():
    nodes = [
        {"children": [1, 2], "translation": [10, 0, 0]},
        {"mesh": 0, "scale": [2, 2, 2]},
        {"mesh": 0, "translation": [0, 0, 5]},
    ]
    found = read_glb(glb(*glb_triangle(nodes=nodes)), PATH)

    corners = found.vertices[found.faces].tolist()
    assert [[10, 0, 0], [12, 0, 0], [10, 2, 0]] in corners
    assert [[10, 0, 5], [11, 0, 5], [10, 1, 5]] in corners
    assert len(corners) == 2


def test_a_mirroring_node_keeps_the_front_in_front():
    found = read_glb(glb(*glb_triangle(nodes=[{"mesh": 0, "scale": [-1, 1, 1]}])), PATH)

    a, b, c = found.vertices[found.faces[0]]
    assert np.cross(b - a, c - a)[2] > 0.0


ACCESSOR = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}


def primitives(**changes):
    return [{"primitives": [{"attributes": {"POSITION": 0}, **changes}]}]


def index(component, kind="SCALAR"):
    return {"bufferView": 0, "componentType": component, "count": 3, "type": kind}


INDEXED = {"meshes": primitives(indices=1)}


@pytest.mark.parametrize("component", [5121, 5123, 5125])
def test_unsigned_vertex_numbers_are_read(component):
    """The first bytes of the coordinates are zeros."""
    changes = {"accessors": [ACCESSOR, index(component)], **INDEXED}

    assert read_glb(glb(*glb_triangle(**changes)), PATH).faces.tolist() == [[0, 0, 0]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"skins": [{"joints": [0]}]}, "holds a skin"),
        ({"animations": [{"channels": []}]}, "holds an animation"),
        ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "requires KHR_draco"),
        ({"meshes": primitives(targets=[{}])}, "morph targets"),
        ({"meshes": primitives(mode=1)}, "no triangles"),
        ({"meshes": primitives(mode=0)}, "no triangles"),
        ({"meshes": [*primitives(), *primitives(mode=6)]}, "fans are not supported"),
        ({"meshes": []}, "no triangles"),
        ({"buffers": [{"byteLength": 36, "uri": "../../etc/passwd"}]}, "in another file"),
        ({"buffers": [{"byteLength": 36, "uri": "http://localhost/x"}]}, "in another file"),
        ({"buffers": [{"byteLength": 1 << 40}]}, "larger than the file"),
        ({"bufferViews": [{"buffer": 0, "byteLength": 1 << 40}]}, "larger than the file"),
        ({"bufferViews": [{"buffer": 0, "byteLength": 36, "byteOffset": -4}]}, "larger|broken"),
        ({"accessors": [{**ACCESSOR, "count": 1 << 40}]}, "beyond its data"),
        ({"accessors": [{**ACCESSOR, "count": -3}]}, "accessor 0 is broken"),
        ({"accessors": [{**ACCESSOR, "byteOffset": 4}]}, "beyond its data"),
        ({"accessors": [{k: v for k, v in ACCESSOR.items() if k != "bufferView"}]}, "sparse"),
        ({"accessors": [{**ACCESSOR, "componentType": 9}]}, "broken"),
        ({"nodes": [{"mesh": 0, "children": [0]}]}, "children of themselves"),
        ({"nodes": [{"children": [1, 1]}, {"mesh": 0}]}, "two parents"),
        ({"nodes": [{"mesh": 7}]}, r"node 0 refers to meshes\[7\], of which there are 1"),
        ({"nodes": [{"mesh": -1}]}, r"node 0 refers to meshes\[-1\]"),
        ({"nodes": [{"mesh": True}]}, r"node 0 refers to meshes\[True\]"),
        ({"nodes": [{"mesh": 0, "children": [-1]}]}, r"node 0 refers to nodes\[-1\]"),
        ({"nodes": [{"mesh": 0, "children": [1]}]}, r"node 0 refers to nodes\[1\]"),
        ({"scenes": [{"nodes": [-1]}]}, r"scene 0 refers to nodes\[-1\]"),
        ({"scene": -1}, r"the file refers to scenes\[-1\]"),
        ({"meshes": primitives(indices=-1)}, r"mesh 0 refers to accessors\[-1\]"),
        ({"meshes": primitives(attributes={"POSITION": -1})}, r"refers to accessors\[-1\]"),
        ({"meshes": primitives(attributes={})}, "mesh 0 has no POSITION"),
        ({"accessors": [{**ACCESSOR, "bufferView": -1}]}, r"refers to bufferViews\[-1\]"),
        ({"bufferViews": [{"buffer": -1, "byteLength": 36}]}, r"refers to buffers\[-1\]"),
        ({"accessors": [{**ACCESSOR, "componentType": 5122}]}, "POSITION is VEC3 .* 5122"),
        ({"accessors": [{**ACCESSOR, "normalized": True}]}, "POSITION is normalized VEC3"),
        ({"accessors": [{**ACCESSOR, "type": "VEC2"}]}, "POSITION is VEC2"),
        ({"accessors": [ACCESSOR, index(5126)], **INDEXED}, "indices are SCALAR .* 5126"),
        ({"accessors": [ACCESSOR, index(5122)], **INDEXED}, "indices are SCALAR .* 5122"),
        ({"accessors": [ACCESSOR, index(5121, "VEC3")], **INDEXED}, "indices are VEC3"),
        ({"nodes": [{"name": "empty"}]}, "no node|broken"),
        ({"nodes": 5}, "broken"),
    ],
)
def test_what_we_would_get_wrong_is_refused(changes, message):
    with pytest.raises(FileError, match=rf"part\.glb: .*({message})"):
        read_glb(glb(*glb_triangle(**changes)), PATH)


def test_repeated_meshes_are_counted_before_they_are_made(monkeypatch):
    monkeypatch.setattr(room, "MOST_TRIANGLES", 5)
    nodes = [{"children": list(range(1, 9))}, *({"mesh": 0} for _ in range(8))]

    with pytest.raises(FileError, match="more than 5 triangles"):
        read_glb(glb(*glb_triangle(nodes=nodes)), PATH)


def test_a_layout_has_a_limit(monkeypatch):
    monkeypatch.setattr(room, "MOST_LAYOUT", 100)

    with pytest.raises(FileError, match="bytes of JSON, more than 100 are not read"):
        read_glb(sample("glb"), PATH)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{}", "does not begin with glTF"),
        (b"glTF\x01\0\0\0" + b"\0" * 12, "version 1"),
        (sample("glb")[:-4], "truncated"),
        (sample("glb")[:30], "truncated"),
        (glb([1, 2]), "no object"),
        (glb({}).replace(b"{}", b"{{"), "JSON part is broken"),
    ],
)
def test_broken_files_are_named(data, message):
    with pytest.raises(FileError, match=rf"part\.glb: .*{message}"):
        read_glb(data, PATH)


FLAT = np.diag([1.0, 1.0, 0.0, 1.0])
TILTED = np.eye(4)
TILTED[3, 0] = 0.5


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"matrix": [0] * 16}, "its matrix is no affine transform"),
        ({"matrix": TILTED.T.ravel().tolist()}, "its matrix is no affine transform"),
        ({"matrix": FLAT.ravel().tolist()}, "its transform is singular"),
        ({"matrix": [1] * 15}, "matrix is no list of 16 finite numbers"),
        ({"matrix": [float("nan")] * 16}, "matrix is no list of 16 finite numbers"),
        ({"matrix": "1" * 16}, "matrix is no list of 16 finite numbers"),
        ({"rotation": [0, 0, 0, 0]}, "a quaternion of length zero"),
        ({"rotation": [0, 0, True, 1]}, "rotation is no list of 4 finite numbers"),
        ({"scale": [1, 0, 1]}, "its transform is singular"),
        ({"translation": [0, 1e200, 0]}, "translation is no list of 3 finite numbers"),
    ],
)
def test_nodes_without_a_usable_transform_are_refused(place, message):
    """Their meshes were read as flat, or as if there were no perspective."""
    with pytest.raises(FileError, match=f"node 0: {message}|node 0: .*{message}"):
        read_glb(glb(*glb_triangle(nodes=[{"mesh": 0, **place}])), PATH)


def test_a_matrix_of_a_node_is_written_by_columns():
    moved = np.eye(4)
    moved[:3, 3] = 1.0, 2.0, 3.0
    node = {"mesh": 0, "matrix": moved.T.ravel().tolist()}
    found = read_glb(glb(*glb_triangle(nodes=[node])), PATH)

    assert [1.0, 2.0, 3.0] in found.vertices.tolist()
