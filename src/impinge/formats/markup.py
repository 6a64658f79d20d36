"""XML as a tree, without anything that could grow: no document types, no entities, no depth."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from impinge.core.errors import FileError
from impinge.formats.file import check_text_size

MOST_DEPTH = 32
MOST_ELEMENTS = 100_000
MOST_ATTRIBUTES = 100
"""Of one element. A grid has a few dozen elements, five deep, with a few attributes each."""


@dataclass(slots=True)
class Element:
    """A tag, what it says of itself, what is in it, and the line on which it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text directly in it."""
        return "".join(self.pieces)

    def find(self, tag: str) -> list[Element]:
        """Its children of this tag."""
        return [child for child in self.children if child.tag == tag]


def read_markup(
    data: bytes, path: Path, *, most_depth: int = MOST_DEPTH, most_elements: int = MOST_ELEMENTS
) -> Element:
    """The root element of a document.

    Document types and entities, which can grow without end or name other files, are refused, and
    more elements, levels or attributes than any grid has.
    """
    check_text_size(len(data), path)
    # Expat's Python door: nothing outside the document is ever opened.
    parser = expat.ParserCreate()
    root: list[Element] = []
    open_elements: list[Element] = []
    count = 0

    def refuse(reason: str) -> NoReturn:
        raise FileError(f"{path}: line {parser.CurrentLineNumber}: {reason}")

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > most_elements:
            refuse(f"more than {most_elements} elements")
        if len(open_elements) >= most_depth:
            refuse(f"elements lie more than {most_depth} deep in each other")
        if len(attributes) > MOST_ATTRIBUTES:
            refuse(f"more than {MOST_ATTRIBUTES} attributes")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        (open_elements[-1].children if open_elements else root).append(element)
        open_elements.append(element)

    def read_text(text: str) -> None:
        open_elements[-1].pieces.append(text)

    def document_type(*_: object) -> NoReturn:
        refuse("a document type (DTD) is declared, which is not supported")

    parser.buffer_text = True
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = read_text
    parser.StartDoctypeDeclHandler = document_type
    parser.EntityDeclHandler = document_type
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{path}: no well-formed XML ({error})") from error
    return root[0]
