"""Files made to hurt: each a few bytes or megabytes that ask for far more."""

import base64
import lzma
import struct
import zlib
from functools import partial

from formats.samples import TETS, frame_chunk, pcd, raw_vtu, tet_sample, vtu_document

from impinge.formats.frame_file import MAGIC, START

HUGE = 10**15
GIGA = 10**9
ASCII = {
    "points": 'format="ascii">0 0 0 1 0 0 0 1 0 0 0 1\n1.25 1.5 1.75</DataArray>',
    "connectivity": 'format="ascii">0 1 2 3 1 2 3 4</DataArray>',
    "offsets": 'format="ascii">4 8</DataArray>',
    "types": 'format="ascii">10 10</DataArray>',
}


def laughs():
    """A billion laughs: entities of entities."""
    entities = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10 if k else "lol"}">' for k in range(12))
    return f"<!DOCTYPE x [{entities}]><VTKFile>&l11;</VTKFile>".encode()


def quadratic():
    """One long entity, named very often."""
    return (
        f'<!DOCTYPE x [<!ENTITY a "{"a" * 100_000}">]><VTKFile>{"&a;" * 100_000}</VTKFile>'
    ).encode()


def bomb(compress, name, told, real):
    """Points whose block is told to be of one size, and is of another."""
    packed = compress(bytes(real))
    head = struct.pack("<4I", 1, told % 2**32, told % 2**32, len(packed))
    text = (base64.b64encode(head) + base64.b64encode(packed)).decode()
    arrays = {**ASCII, "points": f'format="binary">{text}</DataArray>'}
    return vtu_document(arrays, points=told // 24, compressor=name)


def msh(nodes=5, elements=2, number=5, corner=5):
    text = tet_sample("msh2").decode()
    text = text.replace("$Nodes\n5", f"$Nodes\n{nodes}")
    text = text.replace("$Elements\n2", f"$Elements\n{elements}")
    text = text.replace("\n5 1.25", f"\n{number} 1.25")
    return text.encode()


def msh41(old, new, count=1):
    data = tet_sample("msh41_binary")
    assert old in data
    return data.replace(old, new, count)


def lzf_bomb(size):
    """As many points as LZF can make of a few bytes, and twice as many announced."""
    data = bytes([0, 0]) + bytes([7 << 5, 255, 0]) * 1000
    return pcd(struct.pack("<2I", len(data), size) + data, points=size // 12)


def rec(header):
    """A recording with a frame without tracks, behind any header."""
    return START.pack(MAGIC, 1) + header + frame_chunk({"arrays": [], "time": 0.0})


HEAD = struct.pack("<4Q", 1, 5, 1, 5)
"""Of the nodes of a binary file: blocks, nodes, first number, last number."""
QUICK = partial(zlib.compress, level=1)
PAIR = {".ele": tet_sample("ele"), ".node": tet_sample("node")}


def attacks():
    """Names of files, and what is in each; made where needed, since packing them takes seconds."""
    return {
        # Counts beyond the file.
        "nodes.msh": msh(nodes=HUGE),
        "elements.msh": msh(elements=HUGE),
        "number.msh": msh(number=2 * GIGA),
        "blocks.msh": tet_sample("msh41").replace(b"$Nodes\n1 5", b"$Nodes\n%d 5" % HUGE),
        "total.msh": tet_sample("msh41").replace(b"$Nodes\n1 5", b"$Nodes\n1 %d" % HUGE),
        "entities.msh": tet_sample("msh41").replace(
            b"$Nodes", b"$Entities\n%d 0 0 0\n$EndEntities\n$Nodes" % HUGE
        ).replace(b"$Elements\n1 2", b"$Elements\n%d 2" % HUGE),
        "binary_nodes.msh": msh41(HEAD, struct.pack("<4Q", 1, HUGE, 1, 5)),
        "binary_blocks.msh": msh41(HEAD, struct.pack("<4Q", HUGE, 5, 1, 5)),
        "binary_number.msh": msh41(struct.pack("<2Q", 4, 5), struct.pack("<2Q", 4, 2**40)),
        "empty_blocks.msh": msh41(
            HEAD, struct.pack("<4Q", HUGE, 5, 1, 5) + bytes(20 * 100_000)
        ),
        "points.vtk": tet_sample("vtk51").replace(b"POINTS 5", b"POINTS %d" % HUGE),
        "cells.vtk": tet_sample("vtk51").replace(b"CELLS 3 8", b"CELLS %d %d" % (HUGE, HUGE)),
        "field.vtk": tet_sample("vtk51").replace(b"POINTS", b"FIELD f %d\nPOINTS" % HUGE, 1),
        "binary.vtk": tet_sample("vtk42_binary").replace(b"POINTS 5", b"POINTS %d" % HUGE),
        "grid.vtk": b"# vtk DataFile Version 3.0\nx\nASCII\nDATASET STRUCTURED_POINTS\n"
        b"DIMENSIONS 100000 100000 100000\nORIGIN 0 0 0\nSPACING 1 1 1\n",
        "nodes.node": b"%d 3 0 0\n1 0 0 0\n" % HUGE,
        "attributes.node": b"1 3 %d 0\n1 0 0 0\n" % GIGA,
        "tets.ele": b"%d 4 0\n1 1 2 3 4\n" % HUGE,
        "points.pcd": pcd(b"0 0 0\n", "ascii", points=HUGE),
        "columns.pcd": pcd(bytes(12), "binary", count=f"1 1 {GIGA}"),
        "rows.pcd": pcd(bytes(12), "binary", points=HUGE, width=10**8, height=10**7),
        "lzf.pcd": lzf_bomb(3 * 2**30),
        "points.ply": b"ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\n"
        b"property float y\nproperty float z\nend_header\n0 0 0\n" % HUGE,
        "points.vtu": vtu_document(ASCII, points=HUGE),
        "cells.vtu": vtu_document(ASCII, cells=HUGE),
        "offsets.vtu": vtu_document({**ASCII, "offsets": f'format="ascii">4 {HUGE}</DataArray>'}),
        "appended.vtu": raw_vtu(*TETS).replace(struct.pack("<Q", 120), struct.pack("<Q", HUGE)),
        # What grows.
        "laughs.vtu": laughs(),
        "quadratic.vtu": quadratic(),
        "external.vtu": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///dev/zero">]><VTKFile>&a;</VTKFile>',
        "zlib.vtu": bomb(QUICK, "vtkZLibDataCompressor", 24 * 10**7, 24 * 10**7),
        "zlib_lying.vtu": bomb(QUICK, "vtkZLibDataCompressor", 240, 5 * 10**8),
        "lzma.vtu": bomb(lzma.compress, "vtkLZMADataCompressor", 24 * 10**7, 10**6),
        "lzma_lying.vtu": bomb(lzma.compress, "vtkLZMADataCompressor", 240, 5 * 10**7),
        "deep.vtu": b"<VTKFile>" * 500_000,
        "many.vtu": b"<VTKFile>" + b"<a/>" * 2_000_000 + b"</VTKFile>",
        "attributes.vtu": b"<VTKFile " + b" ".join(b'a%d=""' % k for k in range(300_000)) + b"/>",
        "text.vtu": b"<VTKFile>" + b"x" * 5_000_000,
        # What is long without sense.
        "digits.msh": msh(number=int("9" * 4000)),
        "digits.xyz": b"0 0 " + b"9" * 5_000_000 + b"\n",
        "signs.xyz": b"0 0 " + b"+" * 5_000_000 + b"\n",
        "spaces.xyz": b"0" + b" " * 5_000_000 + b"x\n",
        "dots.xyz": (b"0 0 " + b"1." * 2_000_000),
        "zeros.msh": b"$MeshFormat\n4.1 1 8\n\1\0\0\0\n$EndMeshFormat\n" + bytes(5_000_000),
        "dollars.msh": b"$MeshFormat\n4.1 1 8\n\1\0\0\0\n$EndMeshFormat\n"
        + b"$A\n$EndA\n" * 200_000,
        "lines.vtk": b"# vtk DataFile Version 5.1\n\nASCII\n" + b"\n" * 5_000_000,
        # Scenes.
        "dots.toml": b".".join([b"a"] * 300_000) + b" = 1\n",
        "dots_quoted.toml": b" . ".join([b'"a"'] * 300_000) + b" = 1\n",
        "deep.toml": b"parts = " + b"[" * 1_000_000,
        "deep_tables.toml": b"parts = " + b"{a=" * 1_000_000,
        "digits.toml": b"version = " + b"1" * 5_000_000,
        "repeat.toml": b'[[parts]]\nname = "a"\nshape = {kind = "sphere", radius = 1}\nrepeat = ['
        + b"{count = 100000}," * 100 + b"]\n",
        "doubled.toml": b'[shapes.a0]\nkind = "sphere"\nradius = 1\n' + b"".join(
            b'[shapes.a%d]\nkind = "compound"\nparts = [{shape = "a%d"}, {shape = "a%d"}]\n'
            % (k, k - 1, k - 1) for k in range(1, 200)
        ),
        "cycle.toml": b'[shapes.a]\nkind = "compound"\nparts = [{shape = "b"}]\n'
        b'[shapes.b]\nkind = "compound"\nparts = [{shape = "a"}]\n',
        "chain.toml": b'[shapes.a0]\nkind = "sphere"\nradius = 1\n' + b"".join(
            b'[shapes.a%d]\nkind = "compound"\nparts = [{shape = "a%d"}]\n' % (k, k - 1)
            for k in range(1, 3000)
        ),
        "backwards.toml": b"".join(
            b'[shapes.a%d]\nkind = "compound"\nparts = [{shape = "a%d"}]\n' % (k, k + 1)
            for k in range(3000)
        ),
        "large.toml": b"# " + b"x" * (17 * 1024**2),
        "tables.toml": b"[[parts]]\n" * 100_000,
        "many_tables.toml": b"".join(b"[a%x]\n" % k for k in range(1_500_000)),
        "many_braces.toml": b"parts = [" + b"{}," * 4_000_000 + b"]",
        # Recordings.
        "claims.rec": rec(frame_chunk({"arrays": []}, sizes=(14, 2**60))),
        "torn.rec": rec(frame_chunk({"arrays": []}, sizes=(2**23, 2**31))),
        "array.rec": rec(frame_chunk({"arrays": [["0", "f8", [2**28], 0]]}, bytes(80))),
        "empty.rec": rec(frame_chunk({"arrays": [["0", "f8", [0, 2**60], 0]]})),
        "lists.rec": rec(frame_chunk(
            b'{"arrays": [], "things": [], "shapes": [' + b"[]," * 2_700_000 + b"0]}"
        )),
        "deep.rec": rec(frame_chunk(b"[" * 8_000_000)),
        "twice.rec": rec(frame_chunk(
            {"arrays": [["0", "f8", [10**6], zlib.crc32(bytes(8 * 10**6))]], "things": [],
             "shapes": [{"array": "0"}] * 100_000}, bytes(8 * 10**6),
        )),
        "frames.rec": rec(frame_chunk({"arrays": []}) + frame_chunk(b"") * 200_000),
    }  # fmt: skip


def write_attacks(folder):
    """All of them, with the other halves of TetGen's files."""
    made = attacks()
    for name, data in made.items():
        (folder / name).write_bytes(data)
        stem, _, extension = name.rpartition(".")
        if f".{extension}" in PAIR:
            other = ".ele" if extension == "node" else ".node"
            (folder / f"{stem}{other}").write_bytes(PAIR[other])
    return sorted(made)
