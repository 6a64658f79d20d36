"""Gmsh MSH as text: nodes and tetrahedra, checked line by line, and nothing else of the file."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.msh_elements import TETRAHEDRON, check_numbers, node_count
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


def checked_text(data: bytes, path: Path) -> bytes:
    """The nodes and tetrahedra of a file, as a file of its version; of version 1 as one of 2.2.

    Raises
    ------
    FileError
        If the version is another, counts contradict what is there, a line is broken, an element
        names a node that is not there, or there are solids other than tetrahedra.
    """
    lines = Lines(data, path)
    version = _read_version(lines)
    nodes = tets = b""
    numbers = np.zeros(0, np.bool_)
    while lines:
        row = lines.take_any()
        name = row[1]
        if not name.startswith("$"):
            raise lines.wrong(row, "expected a section")
        if name in NODES and not nodes:
            nodes, numbers = _read_nodes(lines, version)
        elif name in ELEMENTS and nodes and not tets:
            tets = _read_elements(lines, version, numbers)
        elif name in (*NODES, *ELEMENTS):
            raise lines.wrong(row, "expected nodes once, and then elements once")
        else:
            while lines and lines.peek() != f"$End{name[1:]}":
                lines.take_any()
        lines.take_word(f"$END{name[1:]}" if version == "1" else f"$End{name[1:]}")
    if not tets:
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    head = f"$MeshFormat\n{'2.2' if version == '1' else version} 0 8\n$EndMeshFormat\n".encode()
    return b"".join([
        head, b"$Nodes\n", nodes, b"$EndNodes\n$Elements\n", tets, b"$EndElements\n",
    ])  # fmt: skip


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


def _read_nodes(lines: Lines, version: str) -> tuple[bytes, NDArray[np.bool_]]:
    """The section as it is, and of each number whether a node has it."""
    kept, named = bytearray(), array("q")
    if version in ("1", "2.2"):
        (count,) = lines.take_counts(1, "the number of nodes")
        kept += b"%d\n" % count
        _keep(lines.take(count, POINT, "number x y z"), kept, named)
    else:
        _read_node_blocks(lines, version, kept, named)
    found = as_table(named, 1).ravel()
    check_numbers(found, lines.path)
    numbers = np.zeros(int(found.max()) + 1, np.bool_)
    numbers[found] = True
    return bytes(kept), numbers


def _keep(rows: Iterable[Row], kept: bytearray, named: array[int] | None = None) -> None:
    """Lines as they are, and the numbers with which they begin."""
    for _, line in rows:
        kept += line.encode() + b"\n"
        if named is not None:
            named.append(int(line.split(maxsplit=1)[0]))


def _read_node_blocks(lines: Lines, version: str, kept: bytearray, named: array[int]) -> None:
    """All nodes of the section, in one block, and their numbers.

    In one, as each is an array or two to the parser, be it of one node.
    """
    words = 4 if version == "4.1" else 2
    blocks, total = lines.take_counts(words, f"{words} numbers of blocks and nodes")[:2]
    tags, places = bytearray(), bytearray()
    for _ in range(blocks):
        (block,) = lines.take(1, BLOCK, "a block of nodes: two tags, 0, count")
        *_, parametric, count = map(int, block[1].split())
        if parametric:
            raise lines.wrong(block, "parametric nodes are not supported")
        if version == "4.1":
            _keep(lines.take(count, NUMBER, "the number of a node"), tags, named)
            _keep(lines.take(count, PLACE, "x y z"), places)
        else:
            _keep(lines.take(count, POINT, "number x y z"), places, named)
    if len(named) != total:
        raise FileError(f"{lines.path}: {total} nodes announced, {len(named)} found in blocks")
    last = max(named, default=0)
    kept += (
        f"1 {total} 1 {last}\n3 1 0 {total}\n".encode()
        if version == "4.1"
        else (f"1 {total}\n1 3 0 {total}\n".encode())
    )
    kept += tags
    kept += places


def _read_elements(lines: Lines, version: str, numbers: NDArray[np.bool_]) -> bytes:
    """The section with its tetrahedra only; empty if it has none."""
    if version not in ("1", "2.2"):
        return _read_element_blocks(lines, version, numbers)
    (count,) = lines.take_counts(1, "the number of elements")
    kept, tets = bytearray(), 0
    for row in lines.take(count, ELEMENT, "whole numbers of an element"):
        corners = _read_element(lines, row, version)
        if corners is not None:
            _check_corners(lines, row, corners, numbers)
            tets += 1
            kept += f"{tets} 4 2 0 0 {' '.join(corners)}\n".encode()
    return b"%d\n" % tets + kept if tets else b""


def _read_element_blocks(lines: Lines, version: str, numbers: NDArray[np.bool_]) -> bytes:
    words = 4 if version == "4.1" else 2
    blocks, total = lines.take_counts(words, f"{words} numbers of blocks and elements")[:2]
    kept = bytearray()
    seen = tets = 0
    for _ in range(blocks):
        (block,) = lines.take(1, BLOCK, "a block of elements: two tags, type, count")
        *_, kind, count = map(int, block[1].split())
        nodes = node_count(kind, lines.path)
        rows = lines.take(count, row_of(*[COUNT] * (1 + nodes)), f"number and {nodes} nodes")
        seen += count
        for row in rows:
            if kind == TETRAHEDRON:
                _check_corners(lines, row, row[1].split()[1:], numbers)
                _keep([row], kept)
                tets += 1
    if seen != total:
        raise FileError(f"{lines.path}: {total} elements announced, {seen} found in blocks")
    # In one block, as the nodes.
    head = f"1 {tets} 1 {tets}\n3 1 4 {tets}\n" if version == "4.1" else f"1 {tets}\n1 3 4 {tets}\n"
    return head.encode() + kept if tets else b""


def _read_element(lines: Lines, row: Row, version: str) -> list[str] | None:
    """Corners of a tetrahedron; nothing for a point, a line or a face."""
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
    return words[before:] if kind == TETRAHEDRON else None


def _check_corners(lines: Lines, row: Row, corners: list[str], numbers: NDArray[np.bool_]) -> None:
    for corner in map(int, corners):
        if not (0 <= corner < len(numbers) and numbers[corner]):
            raise lines.wrong(row, f"there is no node {corner}")
