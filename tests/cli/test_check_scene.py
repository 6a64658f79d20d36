"""``impinge check`` of a scene: units, containment, ignored pairs, open parts."""

import json

import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app

PARTS = """
units = "mm"
{top}
[[parts]]
name = "case"
shape = {{ kind = "mesh", file = "case.stl" }}
[[parts]]
name = "pearl"
shape = {{ kind = "mesh", file = "pearl.stl" }}
[[parts]]
name = "lid"
shape = {{ kind = "mesh", file = "lid.stl" }}
translation = [0, 0, 90]
[[parts]]
name = "pin"
shape = {{ kind = "sphere", radius = 5 }}
translation = [100, 0, 0]
[[parts]]
name = "hole"
shape = {{ kind = "sphere", radius = 5 }}
translation = [101, 0, 0]
[filters]
ignore = [["pin", "hole"]]
"""


@pytest.fixture
def scene(tmp_path):
    """In millimetres: a case of 20, a pearl of 3 in it, an open lid, and a pin that is ignored."""
    case = im.box_mesh((20, 20, 20))
    im.save(case, tmp_path / "case.stl")
    im.save(im.icosphere(3, 2), tmp_path / "pearl.stl")
    im.save(im.Mesh(case.vertices, case.faces[1:]), tmp_path / "lid.stl")

    def write(top=""):
        path = tmp_path / "parts.toml"
        path.write_text(PARTS.format(top=top))
        return str(path)

    return write


def check(*words):
    return CliRunner().invoke(app, ["check", *words])


def test_a_part_in_another_is_found_and_told_in_the_unit_of_the_file(scene):
    found = check(scene(), "--json")
    assert found.exit_code == 1
    answer = json.loads(found.stdout)
    assert (answer["unit"], answer["parts"]) == ("mm", 5)
    (pair,) = answer["touching"]
    assert (pair["a"], pair["b"], pair["kind"]) == ("case", "pearl", "contained")
    assert pair["inside"] == "pearl"
    assert pair["separation"] == pytest.approx(-13.0, abs=0.2)
    assert answer["ignored"] == [["hole", "pin"]]
    assert answer["open"] == ["lid"]
    shown = check(scene()).stdout
    for words in (
        "pearl inside",
        "[mm]",
        "ignored: hole and pin",
        "open, checked as surfaces: lid",
    ):
        assert words in shown


def test_surfaces_and_what_the_file_says(scene):
    found = check(scene(), "--surfaces", "--json")
    assert (found.exit_code, json.loads(found.stdout)["touching"]) == (0, [])
    refused = check(scene("solid = true"), "--json")
    assert refused.exit_code == 2
    assert "shape of 'lid': solid=True needs a closed mesh" in refused.output
