"""Binary Gmsh MSH: the blocks of nodes and elements, walked before a parser does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.msh_elements import TETRAHEDRON, check_numbers, node_count
from impinge.formats.walk import Walk

LAYOUTS = {b"2": "2.2", b"2.2": "2.2", b"4": "4.1", b"4.0": "4.0", b"4.1": "4.1"}
INT = np.dtype("<i4")
LONG = np.dtype("<u8")
POINT = np.dtype([("number", INT), ("place", "<f8", (3,))])
Numbers = NDArray[np.int64]


def checked_binary(data: bytes, path: Path) -> bytes:
    """The sections of nodes and elements of a file, each walked through to its end.

    Raises
    ------
    FileError
        If the version is another, or its numbers have another order of bytes; if blocks reach out
        of the file, elements name nodes that are not there, or there are other solids.
    """
    walk = Walk(data, path)
    walk.keyword(b"$MeshFormat")
    words = walk.line().split()
    version = LAYOUTS.get(words[0]) if words else None
    if version is None or words[1:] != [b"1", b"8"]:
        raise FileError(
            f"{path}: expected version 2.2, 4.0 or 4.1, then 1 8, found {b' '.join(words)[:40]!r}"
        )
    if walk.take(1, INT)[0] != 1:
        raise FileError(f"{path}: its bytes are in the order of another machine, not supported")
    walk.keyword(b"$EndMeshFormat")
    numbers: Numbers | None = None
    nodes, tets = b"", 0
    elements = b""
    while name := walk.next_line():
        start = walk.at
        if name == b"$Nodes" and numbers is None:
            numbers = _walk_nodes(walk, version)
            nodes = data[start : walk.at]
        elif name == b"$Elements" and numbers is not None and not elements:
            tets = _walk_elements(walk, version, numbers)
            elements = data[start : walk.at]
        elif name in (b"$Nodes", b"$Elements") or not name.startswith(b"$"):
            raise FileError(f"{path}: expected a section, nodes before elements, each once")
        else:
            walk.at = data.find(b"$End" + name[1:], walk.at)
            if walk.at < 0:
                shown = name[:40].decode("ascii", "replace")
                raise FileError(f"{path}: section {shown} does not end; truncated?")
        walk.keyword(b"$End" + name[1:])
    if not tets:
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    head = b"$MeshFormat\n" + version.encode() + b" 1 8\n" + np.array([1], INT).tobytes()
    return b"".join([
        head, b"\n$EndMeshFormat\n$Nodes\n", nodes, b"\n$EndNodes\n$Elements\n", elements,
        b"\n$EndElements\n",
    ])  # fmt: skip


def _walk_nodes(walk: Walk, version: str) -> Numbers:
    """The numbers of all nodes."""
    if version == "2.2":
        count = walk.count_line()
        numbers = walk.take(count, POINT)["number"].astype(np.int64)
        if not np.array_equal(numbers, np.arange(1, count + 1)):
            raise FileError(f"{walk.path}: nodes are not numbered 1 to {count}, in this order")
        check_numbers(numbers, walk.path)
        return numbers
    blocks, total = walk.take(4 if version == "4.1" else 2, LONG)[:2].tolist()
    found = [np.zeros(0, np.int64)]
    seen = 0
    # A block takes bytes, so there are no more of them than the file can hold.
    for _ in range(blocks):
        parametric = walk.take(3, INT)[2]
        if parametric:
            raise FileError(f"{walk.path}: parametric nodes are not supported")
        count = int(walk.take(1, LONG)[0])
        if version == "4.1":
            found.append(_narrowed(walk.take(count, LONG), walk.path))
            walk.take(3 * count, np.dtype("<f8"))
        else:
            found.append(walk.take(count, POINT)["number"].astype(np.int64))
        seen += count
    if seen != total:
        raise FileError(f"{walk.path}: {total} nodes announced, {seen} found in blocks")
    numbers = np.concatenate(found)
    check_numbers(numbers, walk.path)
    return numbers


def _walk_elements(walk: Walk, version: str, numbers: Numbers) -> int:
    """How many tetrahedra there are."""
    there = np.zeros(int(numbers.max()) + 1, dtype=np.bool_)
    there[numbers] = True
    tets = seen = 0
    if version == "2.2":
        total, blocks = walk.count_line(), len(walk.data)
    else:
        blocks, total = walk.take(4 if version == "4.1" else 2, LONG)[:2].tolist()
    for _ in range(blocks):
        if version == "2.2" and seen >= total:
            break
        if version == "2.2":
            kind, count, tags = walk.take(3, INT).tolist()
            if count < 1 or tags < 0:
                raise FileError(f"{walk.path}: a block of {count} elements with {tags} tags")
        else:
            kind, tags = int(walk.take(3, INT)[2]), 0
            count = int(walk.take(1, LONG)[0])
        nodes = node_count(kind, walk.path)
        width = 1 + tags + nodes
        rows = walk.take(count * width, LONG if version == "4.1" else INT).reshape(count, width)
        corners = rows[:, -nodes:]
        good = (corners >= 1) & (corners < len(there))
        if not (good.all() and there[corners].all()):
            raise FileError(f"{walk.path}: an element names a node that is not there")
        seen += count
        tets += count if kind == TETRAHEDRON else 0
    if seen != total:
        raise FileError(f"{walk.path}: {total} elements announced, {seen} found in blocks")
    return tets


def _narrowed(numbers: NDArray[Any], path: Path) -> Numbers:
    if len(numbers) and numbers.max() > np.iinfo(np.int64).max:
        raise FileError(f"{path}: a node has the number {numbers.max()}")
    return numbers.astype(np.int64)
