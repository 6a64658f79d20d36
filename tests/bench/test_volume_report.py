"""Figures as tables on a terminal."""

from io import StringIO

from rich.console import Console

from impinge.bench.volume_report import volume_tables


def test_tables_show_every_section(volumes_report):
    out = StringIO()
    console = Console(width=120, file=out)
    for table in volume_tables(volumes_report):
        console.print(table)
    text = out.getvalue()

    for words in (
        "N_u", "C_bv", "F us", "measured us", "mean of nodes", "best k", "builders", "arities",
        "leaf sizes", "flat, wave", "bottom-up", "looseness at the end", "probable", "predicted",
        "degrees a frame", "all answers agree",
    ):  # fmt: skip
        assert words in text, words
    assert "…" not in text


def test_what_has_no_tightness_is_flat(volumes_report):
    scene = dict(volumes_report["scenes"]["flat"])
    scene["volumes"] = {
        name: {**row, "tightness": {"root": None, "mean": None}}
        for name, row in scene["volumes"].items()
    }
    tables = volume_tables({**volumes_report, "scenes": {"flat": scene}})
    out = StringIO()
    for table in tables:
        Console(width=120, file=out).print(table)

    assert "│ flat │" in out.getvalue().replace("  ", "")
