"""Gmsh MSH: versions 1, 2 and 4, text and binary (1: text).

Read here and not by meshio, which reserves what counts announce, and takes a node that is not there
for the last one. Text is checked line by line, binary files are walked block by block.
"""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import FileError
from impinge.core.ids import Ids
from impinge.formats.file import TetArrays
from impinge.formats.text import COUNT, REAL, WHOLE, Lines, Row, as_table, row_of
from impinge.formats.walk import Walk

TETRAHEDRON = 4
FLAT = {1: 2, 2: 3, 3: 4, 8: 3, 9: 6, 10: 9, 15: 1, 16: 8, 21: 10, 23: 15, 26: 4}
"""Nodes of points, lines and faces, by their type; these mark borders, and are left out."""

SOLIDS = {
    5: "hexahedra", 6: "prisms", 7: "pyramids", 11: "tetrahedra of 10 nodes", 12: "hexahedra",
    13: "prisms", 14: "pyramids", 17: "hexahedra", 18: "prisms", 19: "pyramids",
    29: "tetrahedra of 20 nodes", 30: "tetrahedra of 35 nodes",
}  # fmt: skip

SPREAD, ALWAYS = 16, 1_000_000
"""Numbers of nodes reach at most so many times their count, or the latter if that is more.

There is a table from numbers to rows; one node with the number 2**40 would fill memory."""

VERSIONS = {
    "1": "1", "2": "2.2", "2.0": "2.2", "2.1": "2.2", "2.2": "2.2", "4": "4.1", "4.0": "4.0",
    "4.1": "4.1",
}  # fmt: skip
"""What files of text call themselves, and which of four layouts they have."""
BINARY_VERSIONS = {b"2": "2.2", b"2.2": "2.2", b"4": "4.1", b"4.0": "4.0", b"4.1": "4.1"}

NODES, ELEMENTS = ("$Nodes", "$NOD"), ("$Elements", "$ELM")
POINT = row_of(COUNT, REAL, REAL, REAL)
PLACE = row_of(REAL, REAL, REAL)
NUMBER = row_of(COUNT)
BLOCK = row_of(WHOLE, WHOLE, COUNT, COUNT)
ELEMENT = re.compile(rf"{COUNT}(?:\s++{WHOLE})++", re.ASCII)

INTS, LONGS, REALS = np.dtype("<i4"), np.dtype("<u8"), np.dtype("<f8")
POINTS = np.dtype([("number", INTS), ("place", REALS, (3,))])


class Nodes(NamedTuple):
    """Coordinates of nodes, and the row of each number, -1 where no node has it."""

    points: Array
    rows: Ids


def read_msh(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra; elements of fewer dimensions, names and data are left out.

    Solids other than tetrahedra are refused, and bytes in the order of another machine.
    """
    words = data[:4096].split(maxsplit=3)
    is_binary = words[:1] == [b"$MeshFormat"] and words[2:3] == [b"1"]
    nodes, tets = _read_binary(Walk(data, path)) if is_binary else _read_text(Lines(data, path))
    if nodes is None or tets is None or not len(tets):
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    return TetArrays(nodes.points, tets)


def node_count(kind: int, path: Path) -> int:
    """Nodes of an element of this type; unknown ones, and solids but tetrahedra, are refused."""
    if kind == TETRAHEDRON:
        return 4
    if kind in FLAT:
        return FLAT[kind]
    what = SOLIDS.get(kind, f"elements of type {kind}")
    raise FileError(f"{path}: holds {what}, only tetrahedra of four nodes are supported")


def nodes_of(numbers: Ids, points: Array, path: Path) -> Nodes:
    """Nodes by their numbers: from 1 on, each once, and no gaps that would fill memory."""
    if len(numbers) == 0:
        raise FileError(f"{path}: holds no nodes")
    least, most = int(numbers.min()), int(numbers.max())
    limit = max(SPREAD * len(numbers), ALWAYS)
    if least < 1 or most > limit:
        raise FileError(
            f"{path}: {len(numbers)} nodes have numbers from {least} to {most}, "
            f"expected 1 to {limit} at most"
        )
    if len(np.unique(numbers)) != len(numbers):
        raise FileError(f"{path}: two nodes have the same number")
    rows = np.full(most + 1, -1)
    rows[numbers] = np.arange(len(numbers))
    return Nodes(points, rows)


def _read_text(lines: Lines) -> tuple[Nodes | None, Ids]:
    version = _read_version(lines)
    nodes: Nodes | None = None
    tets = array("q")
    while lines:
        row = lines.take_any()
        name = row[1]
        if not name.startswith("$"):
            raise lines.wrong(row, "expected a section")
        if name in NODES and nodes is None:
            nodes = _read_nodes(lines, version)
        elif name in ELEMENTS and nodes is not None and not tets:
            _read_elements(lines, version, nodes, tets)
        elif name in (*NODES, *ELEMENTS):
            raise lines.wrong(row, "expected nodes once, and then elements once")
        else:
            lines.take_until(f"$End{name[1:]}")
        lines.take_word(f"$END{name[1:]}" if version == "1" else f"$End{name[1:]}")
    return nodes, as_table(tets, 4)


def _read_version(lines: Lines) -> str:
    if lines.peek() == "$NOD":
        return "1"
    while lines.peek() == "$Comments":
        lines.take_until("$EndComments")
        lines.take_word("$EndComments")
    lines.take_word("$MeshFormat")
    row = lines.take_any()
    found = VERSIONS.get(row[1].split()[0])
    if found in (None, "1") or row[1].split()[1:] not in (["0", "8"], ["0", "4"]):
        raise lines.wrong(row, "expected version 2, 2.2, 4, 4.0 or 4.1, then 0 8")
    lines.take_word("$EndMeshFormat")
    assert found is not None
    return found


def _read_nodes(lines: Lines, version: str) -> Nodes:
    numbers, places = array("q"), array("d")

    def take_points(count: int) -> None:
        for _, line in lines.take(count, POINT, "number x y z"):
            number, *place = line.split()
            numbers.append(int(number))
            places.extend(map(float, place))

    if version in ("1", "2.2"):
        take_points(lines.take_counts(1, "the number of nodes")[0])
    else:
        words = 4 if version == "4.1" else 2
        blocks, total = lines.take_counts(words, f"{words} numbers of blocks and nodes")[:2]
        for _ in range(blocks):
            (block,) = lines.take(1, BLOCK, "a block of nodes: two tags, 0, count")
            *_, parametric, count = map(int, block[1].split())
            if parametric:
                raise lines.wrong(block, "parametric nodes are not supported")
            if version == "4.0":
                take_points(count)
                continue
            rows = lines.take(count, NUMBER, "the number of a node")
            numbers.extend(int(line) for _, line in rows)
            for _, line in lines.take(count, PLACE, "x y z"):
                places.extend(map(float, line.split()))
        if len(numbers) != total:
            raise FileError(
                f"{lines.path}: {total} nodes announced, {len(numbers)} found in blocks"
            )
    return nodes_of(as_table(numbers, 1).ravel(), as_table(places, 3), lines.path)


def _read_elements(lines: Lines, version: str, nodes: Nodes, tets: array[int]) -> None:
    """Adds the rows of the corners of all tetrahedra to ``tets``."""
    if version in ("1", "2.2"):
        (count,) = lines.take_counts(1, "the number of elements")
        for row in lines.take(count, ELEMENT, "whole numbers of an element"):
            _add_tet(lines, row, _corners_of(lines, row, version), nodes, tets)
        return
    words = 4 if version == "4.1" else 2
    blocks, total = lines.take_counts(words, f"{words} numbers of blocks and elements")[:2]
    seen = 0
    for _ in range(blocks):
        (block,) = lines.take(1, BLOCK, "a block of elements: two tags, type, count")
        *_, kind, count = map(int, block[1].split())
        corners = node_count(kind, lines.path)
        pattern = row_of(*[COUNT] * (1 + corners))
        for row in lines.take(count, pattern, f"number and {corners} nodes"):
            if kind == TETRAHEDRON:
                _add_tet(lines, row, row[1].split()[1:], nodes, tets)
        seen += count
    if seen != total:
        raise FileError(f"{lines.path}: {total} elements announced, {seen} found in blocks")


def _corners_of(lines: Lines, row: Row, version: str) -> list[str]:
    """Corners of a tetrahedron; none of a point, a line or a face."""
    words = row[1].split()
    if len(words) < 5:
        raise lines.wrong(row, "expected an element")
    kind = int(words[1])
    nodes = node_count(kind, lines.path)
    # Version 1: number type physical region count nodes. Version 2: number type count tags nodes.
    before = 5 if version == "1" else 3 + int(words[2])
    told = int(words[4]) if version == "1" else nodes
    if len(words) != before + nodes or told != nodes:
        raise lines.wrong(row, f"expected {nodes} nodes of an element of type {kind}")
    return words[before:] if kind == TETRAHEDRON else []


def _add_tet(lines: Lines, row: Row, corners: list[str], nodes: Nodes, tets: array[int]) -> None:
    for corner in map(int, corners):
        at = int(nodes.rows[corner]) if 0 <= corner < len(nodes.rows) else -1
        if at < 0:
            raise lines.wrong(row, f"there is no node {corner}")
        tets.append(at)


def _read_binary(walk: Walk) -> tuple[Nodes | None, Ids | None]:
    walk.keyword(b"$MeshFormat")
    words = walk.line().split()
    version = BINARY_VERSIONS.get(words[0]) if words else None
    if version is None or words[1:] != [b"1", b"8"]:
        raise walk.wrong(
            f"expected version 2.2, 4.0 or 4.1, then 1 8, found {b' '.join(words)[:40]!r}"
        )
    if walk.take(1, INTS)[0] != 1:
        raise walk.wrong("its bytes are in the order of another machine, not supported")
    walk.keyword(b"$EndMeshFormat")
    nodes: Nodes | None = None
    tets: Ids | None = None
    while name := walk.next_line():
        if name == b"$Nodes" and nodes is None:
            nodes = _walk_nodes(walk, version)
        elif name == b"$Elements" and nodes is not None and tets is None:
            tets = _walk_elements(walk, version, nodes.rows)
        elif name in (b"$Nodes", b"$Elements") or not name.startswith(b"$"):
            raise walk.wrong("expected a section, nodes before elements, each once")
        else:
            walk.at = walk.data.find(b"$End" + name[1:], walk.at)
            if walk.at < 0:
                shown = name[:40].decode("ascii", "replace")
                raise walk.wrong(f"section {shown} does not end; truncated?")
        walk.keyword(b"$End" + name[1:])
    return nodes, tets


def _walk_nodes(walk: Walk, version: str) -> Nodes:
    if version == "2.2":
        count = walk.count_line()
        rows = walk.take(count, POINTS)
        numbers = rows["number"].astype(np.int64)
        if not np.array_equal(numbers, np.arange(1, count + 1)):
            raise walk.wrong(f"nodes are not numbered 1 to {count}, in this order")
        return nodes_of(numbers, rows["place"].astype(np.float64), walk.path)
    blocks, total = walk.take(4 if version == "4.1" else 2, LONGS)[:2].tolist()
    found, places = [np.zeros(0, np.int64)], [np.zeros((0, 3))]
    # A block takes bytes, so there are no more of them than the file can hold.
    for _ in range(blocks):
        parametric = walk.take(3, INTS)[2]
        if parametric:
            raise walk.wrong("parametric nodes are not supported")
        count = int(walk.take(1, LONGS)[0])
        if version == "4.1":
            given = walk.take(count, LONGS)
            if count and given.max() > np.iinfo(np.int64).max:
                raise walk.wrong(f"a node has the number {given.max()}")
            found.append(given.astype(np.int64))
            places.append(walk.take(3 * count, REALS).reshape(-1, 3))
        else:
            rows = walk.take(count, POINTS)
            found.append(rows["number"].astype(np.int64))
            places.append(rows["place"])
    numbers = np.concatenate(found)
    if len(numbers) != total:
        raise walk.wrong(f"{total} nodes announced, {len(numbers)} found in blocks")
    return nodes_of(numbers, np.concatenate(places), walk.path)


def _walk_elements(walk: Walk, version: str, rows: Ids) -> Ids:
    """(m, 4) rows of the corners of all tetrahedra."""
    tets, seen = [np.zeros((0, 4), np.int64)], 0
    if version == "2.2":
        total, blocks = walk.count_line(), len(walk.data)
    else:
        blocks, total = walk.take(4 if version == "4.1" else 2, LONGS)[:2].tolist()
    for _ in range(blocks):
        if version == "2.2" and seen >= total:
            break
        if version == "2.2":
            kind, count, tags = walk.take(3, INTS).tolist()
            if count < 1 or tags < 0:
                raise walk.wrong(f"a block of {count} elements with {tags} tags")
        else:
            kind, tags = int(walk.take(3, INTS)[2]), 0
            count = int(walk.take(1, LONGS)[0])
        nodes = node_count(kind, walk.path)
        width = 1 + tags + nodes
        table = walk.take(count * width, LONGS if version == "4.1" else INTS).reshape(count, width)
        corners = table[:, -nodes:]
        good = (corners >= 1) & (corners < len(rows))
        if not (good.all() and (rows[corners] >= 0).all()):
            raise walk.wrong("an element names a node that is not there")
        seen += count
        if kind == TETRAHEDRON:
            tets.append(rows[corners])
    if seen != total:
        raise walk.wrong(f"{total} elements announced, {seen} found in blocks")
    return np.concatenate(tets)
