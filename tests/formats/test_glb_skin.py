"""Skinned glTF: parts of the mesh by joint, at the place of the mesh at rest."""

import json
import struct

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.glb_skin import has_skin, read_skin
from impinge.scene import Robot


def skinned(change=None, scale=1.0):
    """A file with two joints, one above the other, and three triangles; as bytes."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 0.9, 0], [0, 1.1, 0], [0, 2, 1], [1, 2, 0]])
    faces = np.array([[0, 1, 2], [3, 4, 5], [2, 3, 4]], np.uint16)
    owners = np.array([[0, 1, 0, 0]] * 3 + [[1, 0, 0, 0]] * 3, np.uint8)
    weights = np.array([[0.9, 0.1, 0, 0]] * 3 + [[1, 0, 0, 0]] * 3, np.float32)
    bind = np.stack([np.eye(4), np.eye(4)])
    # Joints are moved by (0, 0, 5) and scaled; the mesh is bound where they are.
    bind[0, :3, 3], bind[1, :3, 3] = (0, 0, 0), (0, -1, 0)
    arrays = [
        (points.astype(np.float32), "VEC3", 5126), (faces.reshape(-1), "SCALAR", 5123),
        (owners, "VEC4", 5121), (weights, "VEC4", 5126),
        (bind.transpose(0, 2, 1).astype(np.float32), "MAT4", 5126),
    ]  # fmt: skip
    binary, views, accessors = b"", [], []
    for array, kind, component in arrays:
        data = array.tobytes()
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        count = array.size if kind == "SCALAR" else len(array)
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind}
        )
        binary += data + b"\0" * (-len(data) % 4)
    layout = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
        "nodes": [
            {"translation": [0, 0, 5], "scale": [scale] * 3, "children": [1]},
            {"name": "hip", "children": [2]},
            {"name": "knee", "translation": [0, 1, 0], "rotation": [0, 0, 0, 1]},
            {"mesh": 0, "skin": 0},
        ],
        "meshes": [{"primitives": [{
            "attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 1,
        }]}],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": 4}],
        "buffers": [{"byteLength": len(binary)}], "bufferViews": views, "accessors": accessors,
    }  # fmt: skip
    if change is not None:
        change(layout)
    text = json.dumps(layout).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text
    body += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_parts_go_with_their_joints(tmp_path, scale):
    data = skinned(scale=scale)

    assert has_skin(data, tmp_path)
    tree = read_skin(data, tmp_path / "man.glb", 0.1).articulation

    assert tree.link_names == ("world", "hip", "knee")
    assert [joint.kind for joint in tree.joints] == ["floating", "ball"]
    robot = Robot(tree)
    links = robot.links(robot.neutral())
    hip, knee = (
        shape.vertices @ pose[:3, :3].T + pose[:3, 3]
        for pose, link in zip(links[1:], tree.links[1:], strict=True)
        for shape, _ in link.shapes
    )
    # The third triangle has one corner of the hip and two of the knee.
    assert len(hip) == 3
    assert len(knee) == 4
    np.testing.assert_allclose(hip.max(axis=0), 0.1 * np.array([scale, 0.9 * scale, 5]), atol=1e-7)
    np.testing.assert_allclose(
        knee.max(axis=0), 0.1 * np.array([scale, 2 * scale, 5 + scale]), atol=1e-7
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: g["skins"][0].update(joints=[1, 9]), r"nodes\[9\]"),
        (lambda g: g["skins"][0].update(joints=[]), "no joints"),
        (lambda g: g["skins"][0].update(inverseBindMatrices=-1), r"accessors\[-1\]"),
        (lambda g: g["accessors"][4].update(count=1), "1 bind matrices for 2"),
        (lambda g: g["skins"][0].update(joints=[1]), "not in the skin|bind"),
        (lambda g: g["nodes"][0].update(scale=[1, 2, 1]), "unevenly"),
        (lambda g: g["nodes"][0].update(scale=[0, 0, 0]), "singular"),
        (lambda g: g["meshes"][0]["primitives"][0]["attributes"].pop("WEIGHTS_0"), "no weights"),
        (lambda g: g["accessors"][3].update(count=3), "more vertices than weights"),
        (lambda g: g["accessors"][1].update(count=10), "reaches beyond"),
        (lambda g: g["nodes"][2].update(children=[1]), "two parents|children of themselves"),
        (lambda g: g["nodes"][3].pop("skin"), "moves no triangles"),
    ],
)
def test_broken_files_are_refused(tmp_path, change, told):
    with pytest.raises(FileError, match=told):
        read_skin(skinned(change), tmp_path / "man.glb", 1.0)
