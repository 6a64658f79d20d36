"""Binary Gmsh MSH: nodes and tetrahedra, walked block by block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays
from impinge.formats.msh_elements import TETRAHEDRON, Nodes, node_count, nodes_of
from impinge.formats.walk import Walk

LAYOUTS = {b"2": "2.2", b"2.2": "2.2", b"4": "4.1", b"4.0": "4.0", b"4.1": "4.1"}
INT, LONG, REAL = np.dtype("<i4"), np.dtype("<u8"), np.dtype("<f8")
POINT = np.dtype([("number", INT), ("place", REAL, (3,))])


def read_msh_binary(data: bytes, path: Path) -> TetArrays:
    """The nodes and tetrahedra of a binary file; raises as :func:`~impinge.formats.msh.read_msh`.

    Bytes in the order of another machine are refused, too.
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
    nodes: Nodes | None = None
    tets: NDArray[np.int64] | None = None
    while name := walk.next_line():
        if name == b"$Nodes" and nodes is None:
            nodes = _walk_nodes(walk, version)
        elif name == b"$Elements" and nodes is not None and tets is None:
            tets = _walk_elements(walk, version, nodes.rows)
        elif name in (b"$Nodes", b"$Elements") or not name.startswith(b"$"):
            raise FileError(f"{path}: expected a section, nodes before elements, each once")
        else:
            walk.at = data.find(b"$End" + name[1:], walk.at)
            if walk.at < 0:
                shown = name[:40].decode("ascii", "replace")
                raise FileError(f"{path}: section {shown} does not end; truncated?")
        walk.keyword(b"$End" + name[1:])
    if nodes is None or tets is None or not len(tets):
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    return TetArrays(nodes.points, tets)


def _walk_nodes(walk: Walk, version: str) -> Nodes:
    if version == "2.2":
        count = walk.count_line()
        rows = walk.take(count, POINT)
        numbers = rows["number"].astype(np.int64)
        if not np.array_equal(numbers, np.arange(1, count + 1)):
            raise FileError(f"{walk.path}: nodes are not numbered 1 to {count}, in this order")
        return nodes_of(numbers, rows["place"].astype(np.float64), walk.path)
    blocks, total = walk.take(4 if version == "4.1" else 2, LONG)[:2].tolist()
    found, places = [np.zeros(0, np.int64)], [np.zeros((0, 3))]
    # A block takes bytes, so there are no more of them than the file can hold.
    for _ in range(blocks):
        parametric = walk.take(3, INT)[2]
        if parametric:
            raise FileError(f"{walk.path}: parametric nodes are not supported")
        count = int(walk.take(1, LONG)[0])
        if version == "4.1":
            found.append(_narrowed(walk.take(count, LONG), walk.path))
            places.append(walk.take(3 * count, REAL).reshape(-1, 3))
        else:
            rows = walk.take(count, POINT)
            found.append(rows["number"].astype(np.int64))
            places.append(rows["place"])
    numbers = np.concatenate(found)
    if len(numbers) != total:
        raise FileError(f"{walk.path}: {total} nodes announced, {len(numbers)} found in blocks")
    return nodes_of(numbers, np.concatenate(places), walk.path)


def _walk_elements(walk: Walk, version: str, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m, 4) rows of the corners of all tetrahedra."""
    tets, seen = [np.zeros((0, 4), np.int64)], 0
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
        table = walk.take(count * width, LONG if version == "4.1" else INT).reshape(count, width)
        corners = table[:, -nodes:]
        good = (corners >= 1) & (corners < len(rows))
        if not (good.all() and (rows[corners] >= 0).all()):
            raise FileError(f"{walk.path}: an element names a node that is not there")
        seen += count
        if kind == TETRAHEDRON:
            tets.append(rows[corners])
    if seen != total:
        raise FileError(f"{walk.path}: {total} elements announced, {seen} found in blocks")
    return np.concatenate(tets)


def _narrowed(numbers: NDArray[Any], path: Path) -> NDArray[np.int64]:
    if len(numbers) and numbers.max() > np.iinfo(np.int64).max:
        raise FileError(f"{path}: a node has the number {numbers.max()}")
    return numbers.astype(np.int64)
