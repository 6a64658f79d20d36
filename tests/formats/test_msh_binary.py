"""Binary MSH: blocks are walked to their end."""

import struct
from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETS, tet_sample

from impinge.core.errors import FileError
from impinge.formats.msh import read_msh

PATH = Path("part.msh")
HEAD = "$MeshFormat\n{} 1 8\n"
KINDS = ["msh2_binary", "msh40_binary", "msh41_binary"]


def four(nodes=None, elements=None, blocks=(1, 1), counts=(5, 2), kind=4, head="4.1"):
    """A file of version 4.1 by hand."""
    points, tets = TETS
    data = HEAD.format(head).encode() + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n"
    data += struct.pack("<4Q", blocks[0], counts[0], 1, 5)
    data += struct.pack("<3iQ", 3, 1, 0, 5 if nodes is None else nodes)
    data += np.arange(1, 6, dtype="<u8").tobytes() + points.astype("<f8").tobytes()
    data += b"\n$EndNodes\n$Elements\n" + struct.pack("<4Q", blocks[1], counts[1], 1, 2)
    data += struct.pack("<3iQ", 3, 1, kind, 2 if elements is None else elements)
    rows = np.concatenate([[[1], [2]], tets + 1], axis=1)
    return data + rows.astype("<u8").tobytes() + b"\n$EndElements\n"


def test_what_is_whole_is_read():
    found = read_msh(four(), PATH)

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])


@pytest.mark.parametrize("kind", KINDS)
def test_every_cut_is_noticed(kind):
    data = tet_sample(kind)
    end = data.rindex(b"$EndElements") + len(b"$EndElements")
    for length in range(30, end, 7):
        with pytest.raises(FileError, match=r"part\.msh: "):
            read_msh(data[:length], PATH)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (four(nodes=2**60), "times 8 bytes announced at byte"),
        (four(nodes=2**64 - 1), "bytes announced at byte"),
        (four(blocks=(2**60, 1)), "bytes announced|found in blocks|expected|parametric"),
        (four(blocks=(1, 2**60)), "bytes announced|holds elements"),
        (four(counts=(2**60, 2)), "1152921504606846976 nodes announced, 5 found"),
        (four(counts=(5, 3)), "3 elements announced, 2 found"),
        (four(elements=2**60), "bytes announced"),
        (four(kind=5), "holds hexahedra"),
        (four(head="4.2"), "expected version 2.2, 4.0 or 4.1"),
        (four().replace(struct.pack("<i", 1), struct.pack(">i", 1), 1), "order of another machine"),
        (four().replace(np.uint64(5).tobytes() + b"\n$EndEl", np.uint64(6).tobytes() + b"\n$EndEl"),
         "names a node that is not there"),
        (four().replace(np.uint64(5).tobytes() + b"\n$EndEl", np.uint64(0).tobytes() + b"\n$EndEl"),
         "names a node that is not there"),
        (four().replace(struct.pack("<3Q", 1, 2, 3), struct.pack("<3Q", 1, 2, 2**63), 1),
         "has the number 9223372036854775808"),
        (four().replace(struct.pack("<3Q", 1, 2, 3), struct.pack("<3Q", 1, 2, 2), 1),
         "two nodes have the same number"),
        (four().replace(b"$Elements", b"$Elephant"), "does not end"),
        (four().replace(b"$Nodes", b"$Nodez"), r"does not end"),
        (four() + b"$Nodes\n", "nodes before elements, each once"),
        (four() + b"hello\n", "expected a section"),
    ],
)  # fmt: skip
def test_lies_are_found(data, message):
    with pytest.raises(FileError, match=rf"part\.msh: .*({message})"):
        read_msh(data, PATH)


def test_blocks_of_version_2():
    data = tet_sample("msh2_binary")
    head = struct.pack("<3i", 4, 2, 2)
    assert data.count(head) == 1
    for block, message in [
        ((4, 2**31 - 1, 2), "bytes announced"),
        ((4, -1, 2), "a block of -1 elements"),
        ((4, 0, 2), "a block of 0 elements"),
        ((4, 2, -3), "-3 tags"),
        ((4, 2, 2**31 - 1), "bytes announced"),
        ((12, 2, 2), "hexahedra"),
    ]:
        with pytest.raises(FileError, match=message):
            read_msh(data.replace(head, struct.pack("<3i", *block)), PATH)
    with pytest.raises(FileError, match="not numbered 1 to 5"):
        read_msh(data.replace(struct.pack("<id", 2, 1.0), struct.pack("<id", 3, 1.0)), PATH)
