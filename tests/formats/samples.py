"""Small files of every format, as bytes, and ways to spoil them."""

import json
import struct

import numpy as np
import trimesh

TETRAHEDRON = (
    np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]),
    np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]),
)


def sample(kind):
    """A tetrahedron; ``kind`` is stl, stl_ascii, obj, ply, ply_ascii, off or glb."""
    mesh = trimesh.Trimesh(*TETRAHEDRON, process=False)
    if kind == "ply_ascii":
        return mesh.export(file_type="ply", encoding="ascii")
    data = mesh.export(file_type=kind)
    return data if isinstance(data, bytes) else data.encode()


KINDS = {
    "stl": ".stl",
    "stl_ascii": ".stl",
    "obj": ".obj",
    "ply": ".ply",
    "ply_ascii": ".ply",
    "off": ".off",
    "glb": ".glb",
}


def spoiled(data, seed, count):
    """The file cut short, with bytes changed, doubled, and with digits exchanged."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        broken = bytearray(data)
        kind = rng.integers(4)
        if kind == 0:
            del broken[int(rng.integers(len(broken))) :]
        elif kind == 1:
            for _ in range(int(rng.integers(1, 6))):
                broken[int(rng.integers(len(broken)))] = int(rng.integers(256))
        elif kind == 2:
            start = int(rng.integers(len(broken)))
            broken[start:start] = broken[start : start + int(rng.integers(1, 40))]
        else:
            digits = [i for i, byte in enumerate(broken) if 48 <= byte <= 57]
            for i in rng.choice(digits, size=min(3, len(digits))):
                broken[int(i)] = int(rng.integers(48, 58))
        yield bytes(broken)


def glb(layout, binary=b""):
    """A GLB file with this layout and binary part."""
    text = json.dumps(layout).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if binary:
        chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def glb_triangle(**changes):
    """Layout and binary part of one triangle at one node; top-level keys can be changed."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype="<f4").tobytes()
    layout = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": len(points)}],
        "buffers": [{"byteLength": len(points)}],
    }
    return {**layout, **changes}, points
