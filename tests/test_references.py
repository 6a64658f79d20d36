"""Each source cited in the code is in docs/references.bib, and each entry there is cited."""

import re
from pathlib import Path

import impinge

PACKAGE = Path(impinge.__file__).parent
ROOT = Path(__file__).parents[1]
BIBLIOGRAPHY = ROOT / "docs" / "references.bib"

ENTRIES = re.findall(r"^@\w+\{([^,\s]+),", BIBLIOGRAPHY.read_text(), re.MULTILINE)
CITED = {
    key: path.relative_to(PACKAGE)
    for path in sorted(PACKAGE.rglob("*.py"))
    # A key ends in a year; [1]_ refers to a docstring's own list.
    for key in re.findall(r"\[([A-Za-z][\w-]*\d{4}[a-z]?)\]_", path.read_text())
}


def test_there_are_citations():
    assert CITED
    assert ENTRIES


def test_each_citation_has_an_entry():
    assert {key: str(path) for key, path in CITED.items() if key not in ENTRIES} == {}


def test_each_entry_is_cited():
    assert [key for key in ENTRIES if key not in CITED] == []


def test_no_entry_appears_twice():
    assert len(ENTRIES) == len(set(ENTRIES))
