"""``impinge spheres part.stl -o tree.npz``."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app
from impinge.hierarchy import SphereTree


@pytest.fixture
def part(tmp_path):
    im.save(im.box_mesh((1, 1, 2)), tmp_path / "part.ply")
    return tmp_path


def spheres(*words):
    return CliRunner().invoke(app, ["spheres", *map(str, words)])


def test_a_tree_is_written_and_told(part):
    out = part / "tree.npz"
    found = spheres(part / "part.ply", "--levels", 2, "--method", "octree", "-o", out)

    assert found.exit_code == 0, found.output
    tree = im.load(out)
    assert isinstance(tree, SphereTree)
    assert tree.levels == 2
    assert "sticks out [m]" in found.stdout
    assert "tree.npz" in found.stdout


def test_json_and_units(part):
    out = part / "tree.npz"
    words = ("--levels", 1, "--units", "mm", "--method", "enclosing", "--json", "-o", out)
    said = json.loads(spheres(part / "part.ply", *words).stdout)

    assert [row["level"] for row in said["levels"]] == [0, 1]
    assert said["levels"][0]["error"] == pytest.approx(im.load(out).errors[0])
    assert np.abs(im.load(out).centres).max() < 0.002


def test_errors_leave_no_file(part):
    out = part / "tree.npz"
    for words, text in (
        ((part / "part.ply", "--levels", 9, "-o", out), "levels: "),
        ((part / "none.ply", "-o", out), "none.ply"),
        ((part / "part.ply", "-o", part / "tree.stl"), "expected a file .npz"),
    ):
        found = spheres(*words)
        assert found.exit_code not in (0, 1) or "Error" in found.output or text in found.output
        assert text in found.output
        assert not out.exists()
