"""Tables on a terminal and in Markdown, blocks of pages, plots by declaration."""

import pytest
from rich.console import Console

from impinge.bench.plot_style import drawn
from impinge.bench.render import (
    Line,
    Panel,
    Table,
    cell,
    fill_block,
    has_block,
    line_plot,
    listed,
    markdown_page,
    marked,
    pivot,
    rich_table,
    run_text,
    table,
    unfold,
    version_text,
)
from impinge.core.errors import ImpingeError

TIMES = Table("times", ["method", "ms"], [["tree", "1.5"], ["sweep", "20"]])
RUN = {
    "benchmark": "pairs", "quick": False, "versions": {"numba": "0.68", "coal": "3"},
    "machine": {"cpu": "Some CPU", "python": "3.11"},
}  # fmt: skip


def test_cells():
    row = {"us": 1500.0, "share": 0.25, "times": {"a / b": {"us": 2.0}}, "none": None}

    assert cell("{us!k:.2f} ms", row) == "1.50 ms"
    assert cell("{share!p:.0f} %", row) == "25 %"
    assert cell("{times[a / b][us]:.1f}", row) == "2.0"
    assert cell("{late[50]}, {rows[1]}", {"late": {"50": 3}, "rows": [1, 2]}) == "3, 2"
    assert cell("{none:.1f}", row, "-") == cell("{missing}", row, "-") == "-"
    assert cell(lambda found: found["share"], row) == "0.25"


def test_rows_of_nested_reports():
    found = {"x": {"a": {"n": 1}, "b": {"n": 2}}, "y": {"a": [{"n": 3}, {"n": 4}]}}
    rows = list(unfold(found, "first", "second"))

    assert rows[0] == {"first": "x", "second": "a", "n": 1}
    assert [row["n"] for row in rows] == [1, 2, 3, 4]
    assert [set(row) for row in pivot(rows[:2], "second", "first")] == [{"first", "a", "b"}]


def test_a_terminal_has_words_left_and_numbers_right():
    shown = rich_table(TIMES)

    assert (shown.title, shown.row_count) == ("times", 2)
    assert [column.justify for column in shown.columns] == ["left", "right"]
    units = rich_table(table("", [{"x": 3}], {"late [us]": "[red]{x}[/red] [m]"}))
    assert units.columns[0].header == "late \\[us]"
    assert list(units.columns[0].cells) == ["[red]3[/red] \\[m]"]
    grouped = rich_table(Table("", ["a", "b"], [["x", "1"], ["x", "2"], ["y", "3"]], groups=1))
    assert list(grouped.columns[0].cells) == ["x", "", "y"]


def test_markdown():
    text = "where\n\n**times**\n\n| method | ms |\n|---|---|\n| tree | 1.5 |\n| sweep | 20 |"

    assert markdown_page("where", TIMES, listed([])) == text
    assert markdown_page("where", TIMES, listed(["one", "two"])) == text + "\n\n- one\n- two"
    red = table("", [{"n": 3}], {"wrong": lambda row: marked(row["n"]), "best": "[bold]{n}[/bold]"})
    assert markdown_page("x", red).endswith("| 3 | **3** |")
    out = Console(width=80, record=True)
    out.print(rich_table(red))
    assert "3" in out.export_text()
    assert marked(0) == "0"


@pytest.mark.parametrize("command", [None, "impinge bench pairs --peers"])
def test_the_run(command):
    run = RUN if command is None else RUN | {"command": command}
    said = f"`{command or 'impinge bench pairs'}` on Some CPU, Python 3.11, numba 0.68; coal 3."

    assert run_text(run, f"; {version_text(run, 'ipctk', 'coal')}") == said
    assert run_text(run | {"quick": True}, "; coal 3").endswith(f"everything runs.* {said}")


def test_blocks_of_pages(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("a <!-- x -->\nold\n<!-- /x --> b <!-- y --> no end")
    fill_block(page, "x", "new")

    assert page.read_text() == "a <!-- x -->\nnew\n<!-- /x --> b <!-- y --> no end"
    assert has_block(page, "x")
    assert not has_block(page, "z")
    for name in ("y", "z"):
        with pytest.raises(ImpingeError, match="no block"):
            fill_block(page, name, "text")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(ImpingeError, match="cannot be written"):
        has_block(page, "x")


def test_plots_by_declaration(tmp_path):
    seen = []
    curve = Panel(
        [Line([1, 10, 100], [1, 2, 3], "one"), Line([1, 100], [2, 3], "two", {"color": "k"})],
        "title", "n", "ms", "xy", y_limits=(1.0, 4.0), more=seen.append,
    )  # fmt: skip
    ticked = Panel([Line([1, 10], [1, 2])], log="x", ticks={1.0: "1", 10.0: "ten"})

    def draw(_):
        return line_plot("Title", "A note.", [curve, ticked, curve], (6.0, 6.0), columns=2,
                         legend=2, same_y=True)  # fmt: skip

    assert drawn(draw, {}, tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    figure = draw({})
    assert [ax.get_visible() for ax in figure.axes] == [True, True, True, False]
    assert len({ax.get_ylim() for ax in figure.axes[:3]}) == 1
    assert len(figure.axes[0].lines) == 2
    assert seen[-1] is figure.axes[2]
    assert line_plot("T", "", [curve], (4.0, 4.0)).axes[0].get_legend() is not None
