"""``impinge bench volumes``: tables, a file, plots, blocks of text."""

import json

import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.bench import bench_volumes
from impinge.bench.render import block_names
from impinge.cli import app


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """On one small mesh from a file: JSON, plots and a page."""
    folder = tmp_path_factory.mktemp("volumes")
    part = folder / "part.obj"
    ball = im.icosphere(1.0, 1)
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in ball.vertices.tolist()]
    lines += [f"f {a} {b} {c}" for a, b, c in (ball.faces + 1).tolist()]
    part.write_text("\n".join(lines) + "\n")
    page = folder / "page.md"
    blocks = [f"<!-- {b} -->\n<!-- /{b} -->" for b in block_names(bench_volumes)]
    page.write_text("before\n" + "\n".join(blocks) + "\nafter\n")
    files = ["--json", str(folder / "volumes.json"), "--plots", str(folder / "plots")]
    words = ["bench", "volumes", str(part), "--quick", *files, "--markdown", str(page)]
    return folder, CliRunner().invoke(app, words)


def test_volumes_are_compared_on_a_file(compared):
    folder, found = compared

    assert found.exit_code == 0, found.output
    assert "part (80 triangles)" in found.stdout
    saved = json.loads((folder / "volumes.json").read_text())
    assert list(saved["scenes"]) == ["part"]
    assert saved["command"].startswith("impinge bench volumes ")
    assert saved["command"].endswith("part.obj --quick")
    assert len(list((folder / "plots").glob("volumes_*.png"))) == 9
    page = (folder / "page.md").read_text()
    assert "| part | **" in page
    assert page.endswith("after\n")


def test_saved_volumes_are_drawn_again(compared, tmp_path):
    folder, first = compared
    plots = ["--plots", str(tmp_path / "again")]

    again = CliRunner().invoke(
        app, ["bench", "volumes", "--from", str(folder / "volumes.json"), *plots]
    )

    assert again.exit_code == 0, again.output
    assert again.stdout.splitlines()[0] == first.stdout.splitlines()[0]
    assert len(list((tmp_path / "again").iterdir())) == 9


def test_bad_volumes_input_is_two(compared, tmp_path):
    folder, _ = compared
    broken, page, other = tmp_path / "broken.json", tmp_path / "page.md", tmp_path / "other.json"
    broken.write_text("{")
    page.write_text("no block")
    other.write_text('{"benchmark": "meshes"}')
    saved = str(folder / "volumes.json")

    for words, said in (
        (["missing.stl"], "missing.stl"),
        (["--from", str(broken)], "not a report"),
        (["--from", str(other)], "impinge bench volumes"),
        (["--from", "missing.json"], "missing.json"),
        (["part.stl", "--from", saved], "--from"),
        (["--markdown", str(page)], "none of the blocks"),
        (["--plots", str(page)], "expected a folder"),
    ):
        found = CliRunner().invoke(app, ["bench", "volumes", "--quick", *words])
        assert found.exit_code == 2, words
        assert said in found.stderr, words
    assert CliRunner().invoke(app, ["bench", "volumes", "--teapot"]).exit_code == 2
