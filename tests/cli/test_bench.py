"""``impinge bench``: tables, a file of figures, a block of text."""

import json

import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.bench.volume_text import BLOCKS
from impinge.cli import app


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    page = folder / "page.md"
    page.write_text("before\n<!-- bench:meshes -->\n<!-- /bench:meshes -->\nafter\n")
    words = ["bench", "meshes", "--quick", "--pair", "knot-bumpy"]
    files = ["--json", str(folder / "out" / "meshes.json"), "--markdown", str(page)]
    return folder, CliRunner().invoke(app, [*words, *files])


def test_it_prints_and_writes(measured):
    folder, found = measured

    assert found.exit_code == 0, found.output
    assert "first hit" in found.stdout
    assert "growth" in found.stdout
    saved = json.loads((folder / "out" / "meshes.json").read_text())
    assert saved["command"] == "impinge bench meshes --pair knot-bumpy --quick"
    assert saved["versions"]["numba"]
    assert saved["machine"]["cpu"]
    page = (folder / "page.md").read_text()
    assert "| knot-bumpy | first hit |" in page
    assert page.startswith("before\n")
    assert page.endswith("after\n")


def test_saved_figures_are_shown_again(measured):
    folder, first = measured

    again = CliRunner().invoke(
        app, ["bench", "meshes", "--from", str(folder / "out" / "meshes.json")]
    )

    assert again.exit_code == 0
    assert "knot-bumpy" in again.stdout
    assert again.stdout.splitlines()[0] == first.stdout.splitlines()[0]


def test_bad_input_is_two(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")

    for words in (["--pair", "teapot"], ["--from", str(broken)], ["--from", "missing.json"]):
        assert CliRunner().invoke(app, ["bench", "meshes", "--quick", *words]).exit_code == 2


def test_budgets_are_shown_saved_and_drawn(tmp_path):
    file, picture = tmp_path / "out" / "budgets.json", tmp_path / "out" / "budgets.png"
    page = tmp_path / "page.md"
    page.write_text("before <!-- bench:budgets --><!-- /bench:budgets --> after")
    words = ["bench", "budgets", "--quick", "--json", str(file), "--plot", str(picture)]
    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "distance within a budget" in found.stdout
    assert json.loads(file.read_text())["command"] == "impinge bench budgets --quick"
    assert picture.stat().st_size > 1000
    assert "| distance | 1,000 | " in page.read_text()
    page.write_text("no block")
    assert CliRunner().invoke(app, [*words, "--markdown", str(page)]).exit_code == 2


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
    blocks = [f"<!-- bench:volumes-{b} -->\n<!-- /bench:volumes-{b} -->" for b in BLOCKS]
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
        (["--markdown", str(page)], "no block"),
        (["--plots", str(page)], "expected a folder"),
    ):
        found = CliRunner().invoke(app, ["bench", "volumes", "--quick", *words])
        assert found.exit_code == 2, words
        assert said in found.stderr, words
    assert CliRunner().invoke(app, ["bench", "volumes", "--teapot"]).exit_code == 2


@pytest.fixture(scope="module")
def convex(tmp_path_factory):
    folder = tmp_path_factory.mktemp("convex")
    for name, block in (("one", "bench:convex"), ("two", "bench:convex-accuracy")):
        (folder / f"{name}.md").write_text(f"before\n<!-- {block} -->\n<!-- /{block} -->\nafter\n")
    words = ["bench", "convex", "--quick", "--json", str(folder / "convex.json")]
    pages = ["--markdown", str(folder / "one.md"), "--markdown", str(folder / "two.md")]
    return folder, CliRunner().invoke(app, [*words, *pages, "--plots", str(folder / "plots")])


def test_convex_pairs_are_shown_saved_and_drawn(convex):
    folder, found = convex

    assert found.exit_code == 0, found.output
    assert "box-box: gap with points" in found.stdout
    assert "worst error of a depth" in found.stdout
    saved = json.loads((folder / "convex.json").read_text())
    assert saved["command"] == "impinge bench convex --quick"
    names = {file.name for file in (folder / "plots").iterdir()}
    assert names == {"convex_turn.png", "convex_contact.png", "convex_growth.png"}
    assert "| capsule | overlap | total (36) |" in (folder / "one.md").read_text()
    assert "| worst error of a gap | sphere |" in (folder / "two.md").read_text()


def test_saved_convex_pairs_are_shown_again(convex):
    folder, first = convex
    again = CliRunner().invoke(app, ["bench", "convex", "--from", str(folder / "convex.json")])

    assert again.exit_code == 0
    assert again.stdout.splitlines()[0] == first.stdout.splitlines()[0]
    for words in (["--markdown", str(folder / "convex.json")], ["--plots", str(folder / "one.md")]):
        assert CliRunner().invoke(app, ["bench", "convex", "--quick", *words]).exit_code == 2


def test_adversarial_pairs_are_counted(tmp_path):
    file, page = tmp_path / "adversarial.json", tmp_path / "page.md"
    page.write_text("<!-- bench:adversarial --><!-- /bench:adversarial -->")
    words = ["bench", "adversarial", "--pairs", "200", "--json", str(file)]
    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    saved = json.loads(file.read_text())
    assert saved["pairs"] == 200
    assert saved["command"] == "impinge bench adversarial --pairs 200"
    assert "| overlap is wrong | 0 |" in page.read_text()
    page.write_text("no block")
    assert CliRunner().invoke(app, [*words, "--markdown", str(page)]).exit_code == 2


def test_adversarial_pairs_that_are_wrong_fail(monkeypatch):
    from impinge.bench import convex_checks

    right = convex_checks.overlap
    monkeypatch.setattr(convex_checks, "overlap", lambda *asked: ~right(*asked))
    found = CliRunner().invoke(app, ["bench", "adversarial", "--pairs", "20"])
    assert found.exit_code == 2
    assert "contradict each other" in found.stdout


def test_the_table_of_supported_queries_is_shown_and_written(tmp_path):
    page = tmp_path / "support.md"

    shown = CliRunner().invoke(app, ["bench", "support"])
    written = CliRunner().invoke(app, ["bench", "support", "--markdown", str(page)])

    assert shown.exit_code == written.exit_code == 0
    assert "# What is supported" in shown.stdout
    assert page.read_text(encoding="utf-8").strip() == shown.stdout.strip()
