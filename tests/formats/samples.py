"""Small files of every format, as bytes, and ways to spoil them."""

import json
import struct
import zlib
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import meshio
import numpy as np
import trimesh

from impinge.formats.frame_file import MARK, PREFIX

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


TETS = (
    np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1.25, 1.5, 1.75]]),
    np.array([[0, 1, 2, 3], [1, 2, 3, 4]]),
)
"""Two tetrahedra that share a face."""

TET_KINDS = {
    "msh1": ".msh",
    "msh2": ".msh",
    "msh2_binary": ".msh",
    "msh40": ".msh",
    "msh40_binary": ".msh",
    "msh41": ".msh",
    "msh41_binary": ".msh",
    "vtk42": ".vtk",
    "vtk42_binary": ".vtk",
    "vtk51": ".vtk",
    "vtk51_binary": ".vtk",
    "vtu_text": ".vtu",
    "vtu_plain": ".vtu",
    "vtu_zlib": ".vtu",
    "vtu_lzma": ".vtu",
    "vtu_raw": ".vtu",
    "node": ".node",
    "ele": ".ele",
}


def tet_sample(kind, tets=TETS):
    """Tetrahedra as a file of this kind, written by meshio; version 1 and raw data by hand."""
    points, cells = tets
    if kind == "msh1":
        nodes = "".join(
            f"{i} {x!r} {y!r} {z!r}\n" for i, (x, y, z) in enumerate(points.tolist(), 1)
        )
        rows = "".join(
            f"{i} 4 1 1 4 {a} {b} {c} {d}\n"
            for i, (a, b, c, d) in enumerate((cells + 1).tolist(), 1)
        )
        return (
            f"$NOD\n{len(points)}\n{nodes}$ENDNOD\n$ELM\n{len(cells)}\n{rows}$ENDELM\n"
        ).encode()
    if kind == "vtu_raw":
        return raw_vtu(points, cells)
    with TemporaryDirectory() as folder, redirect_stderr(StringIO()):
        path = Path(folder) / f"mesh{TET_KINDS[kind]}"
        tags = {"gmsh:physical": [np.zeros(len(cells), int)],
                "gmsh:geometrical": [np.zeros(len(cells), int)]}  # fmt: skip
        mesh = meshio.Mesh(points, [("tetra", cells)], cell_data=tags if "msh2" in kind else {})
        WRITERS[kind](path, mesh)
        return path.read_bytes()


def msh(version, binary):
    return lambda path, mesh: meshio.gmsh.write(path, mesh, fmt_version=version, binary=binary)


def vtk(version, binary):
    return lambda path, mesh: meshio.vtk.write(path, mesh, fmt_version=version, binary=binary)


def vtu(**options):
    return lambda path, mesh: meshio.vtu.write(path, mesh, **options)


WRITERS = {
    "msh2": msh("2.2", False),
    "msh2_binary": msh("2.2", True),
    "msh40": msh("4.0", False),
    "msh40_binary": msh("4.0", True),
    "msh41": msh("4.1", False),
    "msh41_binary": msh("4.1", True),
    "vtk42": vtk("4.2", False),
    "vtk42_binary": vtk("4.2", True),
    "vtk51": vtk("5.1", False),
    "vtk51_binary": vtk("5.1", True),
    "vtu_text": vtu(binary=False),
    "vtu_plain": vtu(compression=None),
    "vtu_zlib": vtu(compression="zlib"),
    "vtu_lzma": vtu(compression="lzma"),
    "node": meshio.tetgen.write,
    "ele": meshio.tetgen.write,
}


def vtu_document(arrays, points=5, cells=2, tail="", **root):
    """A VTU file of one piece, with these texts in its arrays, and further attributes."""
    attributes = "".join(f' {name}="{value}"' for name, value in root.items())
    kinds = {"points": "Float64", "connectivity": "Int64", "offsets": "Int64", "types": "UInt8"}
    written = {
        name: f'<DataArray type="{kinds[name]}" Name="{name}" '
        f"{'NumberOfComponents=' + chr(34) + '3' + chr(34) if name == 'points' else ''} {text}"
        for name, text in arrays.items()
    }
    inner = "".join(written[name] for name in ("connectivity", "offsets", "types"))
    return (
        f'<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" '
        f'byte_order="LittleEndian"{attributes}>\n<UnstructuredGrid>\n'
        f'<Piece NumberOfPoints="{points}" NumberOfCells="{cells}">\n'
        f"<Points>{written['points']}</Points>\n<Cells>{inner}</Cells>\n</Piece>\n"
        f"</UnstructuredGrid>\n{tail}</VTKFile>\n"
    ).encode()


def raw_vtu(points, cells, compress=False):
    """The tetrahedra as a VTU file with raw bytes appended."""
    blocks = {
        "points": points.astype("<f8").tobytes(),
        "connectivity": cells.astype("<i8").tobytes(),
        "offsets": (4 * np.arange(1, len(cells) + 1)).astype("<i8").tobytes(),
        "types": np.full(len(cells), 10, "u1").tobytes(),
    }
    appended, arrays = b"", {}
    for name, data in blocks.items():
        arrays[name] = f'format="appended" offset="{len(appended)}"/>'
        if compress:
            packed = zlib.compress(data)
            appended += struct.pack("<4Q", 1, len(data), len(data), len(packed)) + packed
        else:
            appended += struct.pack("<Q", len(data)) + data
    root = {"compressor": "vtkZLibDataCompressor"} if compress else {}
    document = vtu_document(
        arrays, len(points), len(cells), '<AppendedData encoding="raw">\n_@</AppendedData>\n',
        header_type="UInt64", **root,
    )  # fmt: skip
    return document.replace(b"@", appended + b"\n")


POINTS = (
    np.array([[0.5, 0.25, 1.0], [1.5, -2.0, 3.0], [-4.0, 5.5, 1e-3]]),
    np.array([[0, 0, 1.0], [0.6, 0.8, 0], [1, 0, 0]]),
)


def pcd(data, encoding="binary_compressed", points=3, fields="x y z", size="4 4 4", kind="F F F",
        count=None, width=None, height=1):  # fmt: skip
    """A PCD file with this head and data."""
    lines = ["# .PCD v0.7", "VERSION 0.7", f"FIELDS {fields}", f"SIZE {size}", f"TYPE {kind}"]
    lines += [f"COUNT {count}"] if count else []
    lines += [f"WIDTH {points if width is None else width}", f"HEIGHT {height}"]
    lines += ["VIEWPOINT 0 0 0 1 0 0 0", f"POINTS {points}", f"DATA {encoding}", ""]
    return "\n".join(lines).encode() + data


def literal_lzf(data):
    """Bytes as LZF that copies nothing."""
    chunks = [data[k : k + 32] for k in range(0, len(data), 32)]
    return b"".join(bytes([len(chunk) - 1]) + chunk for chunk in chunks)


def frame_chunk(head, body=b"", sizes=None):
    """A chunk of a frame file with right checksums, whatever it says."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    prefix = PREFIX.pack(MARK, *(sizes or (len(text), len(body))), zlib.crc32(text), 0)[:-4]
    return prefix + struct.pack("<I", zlib.crc32(prefix)) + text + body
