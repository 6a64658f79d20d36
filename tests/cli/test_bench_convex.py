"""``impinge bench convex`` and ``adversarial``: tables, files, plots, blocks of text."""

import json

import pytest
from typer.testing import CliRunner

from impinge.cli import app


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
    from impinge.bench import convex_adversarial

    right = convex_adversarial.overlap
    monkeypatch.setattr(convex_adversarial, "overlap", lambda *asked: ~right(*asked))
    found = CliRunner().invoke(app, ["bench", "adversarial", "--pairs", "20"])
    assert found.exit_code == 2
    assert "contradict each other" in found.stdout
