"""Lines of tables and keys, and texts that a parser would choke on."""

import tomllib

import pytest

from impinge.io.scene_lines import MOST_KEY_PARTS, MOST_TABLES, MOST_WORD, SceneLines

TEXT = """# [[parts]]
units = "mm" # units
[shapes.bolt]
kind = "mesh"
[ shapes . "long name" ]
kind = "hull"
points = [
  [0, 0, 0],
  [1, 1, 1],
]

[[parts]]
name = "a"
shape = "bolt"

[['parts']] # second
"name" = "b"
shape.kind = "sphere"
[filters]
ignore = []
"""


def test_tables_parts_and_keys():
    lines = SceneLines(TEXT)

    assert len(tomllib.loads(TEXT)["parts"]) == 2
    assert lines.table("shapes", "bolt") == 3
    assert lines.table("shapes", "long name") == 5
    assert lines.table("shapes", "nut") is None
    assert lines.table("filters") == 19
    assert [lines.part(k, 2) for k in range(2)] == [12, 16]
    assert lines.part(0, 3) is None
    assert lines.key(12, "shape") == 14
    assert lines.key(16, "name") == 17
    assert lines.key(16, "shape") == 18
    assert lines.key(5, "points") == 7
    assert lines.key(12, "margin") == 12
    assert lines.key(None, "name") is None
    assert lines.key(0, "units") == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n" + ".".join(["a"] * (MOST_KEY_PARTS + 1)) + " = 1", 2),
        ("[" + " . ".join(['"a.b"'] * (MOST_KEY_PARTS + 1)) + "]", 1),
        ('"""\n"""\n\n' + ".".join(["'a'"] * (MOST_KEY_PARTS + 1)) + " = 1", 4),
        ("x = " + "1" * (MOST_WORD + 1), 1),
        ("y = [\n" + "1_" * MOST_WORD + "]", 2),
        ("[a]\n" * MOST_TABLES + '  [[ "b" . c ]] # one too many\n', MOST_TABLES + 1),
        ("\nx = [" + "{a = 1}," * (MOST_TABLES + 1) + "]", 2),
    ],
)
def test_what_would_not_end_has_a_line(text, line):
    assert SceneLines(text).endless()[0] == line


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        ".".join(["a"] * MOST_KEY_PARTS) + " = 1",
        f'name = "{".".join("abcdefghijklmnop")}" # {".".join("abcdefghijklmnop")}',
        f"name = '{'x' * 5000}'",
        "m = [" + ", ".join(["0.5"] * 1000) + "]",
        "m = [\n" + "[1],\n" * (MOST_TABLES + 1) + "[2]\n]",
        'x = """a "quoted" text \\""" a.b.c.d.e.f.g.h.i.j """',
        "x = '''it''s a.b.c.d.e.f.g.h.i.j'''",
    ],
)
def test_what_ends_is_let_through(text):
    assert SceneLines(text).endless() is None
    tomllib.loads(text)


def test_long_texts_take_time_in_proportion():
    """Read again from each of its characters, any of these would take minutes."""
    for unit in ("1", "a ", "a.", ".", "-", '"', "'", '"""', "#", "\\", "[", " ", "\n", "a\t"):
        SceneLines(unit * 300_000).endless()


@pytest.mark.parametrize("opened", ['\\"', '\\"""'])
def test_texts_that_are_never_closed_are_read_once(opened):
    """A second look from each quote on would take minutes."""
    assert SceneLines("a = " + opened * 200_000).endless() is None
