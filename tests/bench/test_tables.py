"""Tables on a terminal and in Markdown."""

import pytest

from impinge.bench.tables import markdown_block, rich_table, rich_tables, run_text

TABLE = ("times", ["method", "ms"], [["tree", "1.5"], ["sweep", "20"]])
RUN = {
    "benchmark": "pairs", "quick": False, "versions": {"numba": "0.68"},
    "machine": {"cpu": "Some CPU", "python": "3.11"},
}  # fmt: skip


def test_a_terminal_has_words_left_and_numbers_right():
    table = next(rich_tables([TABLE]))

    assert (table.title, table.row_count) == ("times", 2)
    assert [column.justify for column in table.columns] == ["left", "right"]
    three = rich_table("title", "a", "b", "c", words=2).columns
    assert [column.justify for column in three] == ["left", "left", "right"]


def test_markdown():
    text = "where\n\n**times**\n\n| method | ms |\n|---|---|\n| tree | 1.5 |\n| sweep | 20 |"

    assert markdown_block("where", [TABLE]) == text
    assert markdown_block("where", [TABLE], ["one", "two"]) == text + "\n\n- one\n- two"


@pytest.mark.parametrize("command", [None, "impinge bench pairs --peers"])
def test_the_run(command):
    run = RUN if command is None else RUN | {"command": command}
    said = f"`{command or 'impinge bench pairs'}` on Some CPU, Python 3.11, numba 0.68; coal 3."

    assert run_text(run, "; coal 3") == said
    assert run_text(run | {"quick": True}, "; coal 3").endswith(f"everything runs.* {said}")
