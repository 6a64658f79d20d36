"""Gmsh MSH as text: nodes and tetrahedra, checked line by line."""

from __future__ import annotations

import re
from array import array
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays
from impinge.formats.msh_elements import TETRAHEDRON, Nodes, node_count, nodes_of
from impinge.formats.text import COUNT, REAL, WHOLE, Lines, Row, as_table, row_of

VERSIONS = {
    "1": "1", "2": "2.2", "2.0": "2.2", "2.1": "2.2", "2.2": "2.2", "4": "4.1", "4.0": "4.0",
    "4.1": "4.1",
}  # fmt: skip
"""What files call themselves, and which of four layouts they have."""

NODES, ELEMENTS = ("$Nodes", "$NOD"), ("$Elements", "$ELM")
POINT = row_of(COUNT, REAL, REAL, REAL)
PLACE = row_of(REAL, REAL, REAL)
NUMBER = row_of(COUNT)
BLOCK = row_of(WHOLE, WHOLE, COUNT, COUNT)
ELEMENT = re.compile(rf"{COUNT}(?:\s++{WHOLE})++", re.ASCII)


def read_msh_text(data: bytes, path: Path) -> TetArrays:
    """Nodes and tetrahedra of a file of text; raises as :func:`~impinge.formats.msh.read_msh`."""
    lines = Lines(data, path)
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
            while lines and lines.peek() != f"$End{name[1:]}":
                lines.take_any()
        lines.take_word(f"$END{name[1:]}" if version == "1" else f"$End{name[1:]}")
    if nodes is None or not tets:
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    return TetArrays(nodes.points, as_table(tets, 4))


def _read_version(lines: Lines) -> str:
    if lines.peek() == "$NOD":
        return "1"
    while lines.peek() == "$Comments":
        while lines and lines.peek() != "$EndComments":
            lines.take_any()
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
