"""Gmsh MSH as text: nodes and tetrahedra, checked line by line, and nothing else of the file."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.msh_elements import TETRAHEDRON, check_numbers, node_count
from impinge.formats.text import COUNT, REAL, WHOLE, Lines, Row, row_of

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
    nodes: list[str] = []
    numbers: set[int] = set()
    tets: list[str] = []
    while len(lines):
        row = lines.take_any()
        name = row[1]
        if not name.startswith("$"):
            raise lines.wrong(row, "expected a section")
        if name in NODES and not nodes:
            nodes, numbers = _read_nodes(lines, version)
        elif name in ELEMENTS and numbers and not tets:
            tets = _read_elements(lines, version, numbers)
        elif name in (*NODES, *ELEMENTS):
            raise lines.wrong(row, "expected nodes once, and then elements once")
        else:
            while len(lines) and lines.peek() != f"$End{name[1:]}":
                lines.take_any()
        lines.take_word(f"$END{name[1:]}" if version == "1" else f"$End{name[1:]}")
    if not tets:
        raise FileError(f"{path}: holds no tetrahedra, or ends before them")
    return "\n".join([
        "$MeshFormat", f"{'2.2' if version == '1' else version} 0 8", "$EndMeshFormat",
        "$Nodes", *nodes, "$EndNodes", "$Elements", *tets, "$EndElements", "",
    ]).encode()  # fmt: skip


def _read_version(lines: Lines) -> str:
    if lines.peek() == "$NOD":
        return "1"
    while lines.peek() == "$Comments":
        while len(lines) and lines.peek() != "$EndComments":
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


def _read_nodes(lines: Lines, version: str) -> tuple[list[str], set[int]]:
    """The section as it is, and the numbers of the nodes."""
    if version in ("1", "2.2"):
        (count,) = lines.take_counts(1, "the number of nodes")
        rows = lines.take(count, POINT, "number x y z")
        kept, named = [str(count)], rows
    else:
        kept, named = _read_node_blocks(lines, version)
    found = np.array([int(line.split(maxsplit=1)[0]) for _, line in named], dtype=np.int64)
    check_numbers(found, lines.path)
    if version in ("1", "2.2"):
        kept += [line for _, line in named]
    return kept, set(found.tolist())


def _read_node_blocks(lines: Lines, version: str) -> tuple[list[str], list[Row]]:
    """All lines of the section, and those that begin with a node's number."""
    words = 4 if version == "4.1" else 2
    head = lines.peek()
    blocks, total = lines.take_counts(words, f"{words} numbers of blocks and nodes")[:2]
    kept, named = [head], []
    for _ in range(blocks):
        (block,) = lines.take(1, BLOCK, "a block of nodes: two tags, 0, count")
        *_, parametric, count = map(int, block[1].split())
        if parametric:
            raise lines.wrong(block, "parametric nodes are not supported")
        kept.append(block[1])
        if version == "4.1":
            tags = lines.take(count, NUMBER, "the number of a node")
            places = lines.take(count, PLACE, "x y z")
            kept += [line for _, line in tags] + [line for _, line in places]
            named += tags
        else:
            points = lines.take(count, POINT, "number x y z")
            kept += [line for _, line in points]
            named += points
    if len(named) != total:
        raise FileError(f"{lines.path}: {total} nodes announced, {len(named)} found in blocks")
    return kept, named


def _read_elements(lines: Lines, version: str, numbers: set[int]) -> list[str]:
    """The section with its tetrahedra only; empty if it has none."""
    if version not in ("1", "2.2"):
        return _read_element_blocks(lines, version, numbers)
    (count,) = lines.take_counts(1, "the number of elements")
    tets: list[str] = []
    for row in lines.take(count, ELEMENT, "whole numbers of an element"):
        corners = _read_element(lines, row, version)
        if corners is not None:
            _check_corners(lines, row, corners, numbers)
            tets.append(f"{len(tets) + 1} 4 2 0 0 {' '.join(corners)}")
    return [str(len(tets)), *tets] if tets else []


def _read_element_blocks(lines: Lines, version: str, numbers: set[int]) -> list[str]:
    words = 4 if version == "4.1" else 2
    blocks, total = lines.take_counts(words, f"{words} numbers of blocks and elements")[:2]
    kept: list[list[str]] = []
    seen = 0
    for _ in range(blocks):
        (block,) = lines.take(1, BLOCK, "a block of elements: two tags, type, count")
        *_, kind, count = map(int, block[1].split())
        nodes = node_count(kind, lines.path)
        rows = lines.take(count, row_of(*[COUNT] * (1 + nodes)), f"number and {nodes} nodes")
        seen += count
        if kind == TETRAHEDRON and count:
            for row in rows:
                _check_corners(lines, row, row[1].split()[1:], numbers)
            kept.append([block[1], *(line for _, line in rows)])
    if seen != total:
        raise FileError(f"{lines.path}: {total} elements announced, {seen} found in blocks")
    tets = sum(len(block) - 1 for block in kept)
    head = f"{len(kept)} {tets} 1 {tets}" if version == "4.1" else f"{len(kept)} {tets}"
    return [head, *(line for block in kept for line in block)] if kept else []


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


def _check_corners(lines: Lines, row: Row, corners: list[str], numbers: set[int]) -> None:
    for corner in corners:
        if int(corner) not in numbers:
            raise lines.wrong(row, f"there is no node {int(corner)}")
