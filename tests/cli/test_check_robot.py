"""``impinge check robot.urdf``: which rows are free, by exit code, table and JSON."""

import json

import numpy as np
import pytest
from articulated import move
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app

LINK = '<link name="{}"><collision><geometry><box size="{}"/></geometry></collision></link>'
JOINT = (
    '<joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/>'
    '<axis xyz="1 0 0"/><origin xyz="0 0 1"/><limit lower="-5" upper="5" effort="1" velocity="1"/>'
    "</joint>"
)


@pytest.fixture
def folder(tmp_path):
    rail, cart = LINK.format("rail", "1 1 1"), LINK.format("cart", "0.5 0.5 0.5")
    (tmp_path / "cart.urdf").write_text(f'<robot name="cart">{rail}{cart}{JOINT}</robot>')
    post = im.Scene.from_dict({"post": (im.Box((1, 1, 9)), move((3, 0, 0)))})
    im.save(post, tmp_path / "cell.toml")
    (tmp_path / "q.csv").write_text("slide\n0\n2\n3\n0\n")
    im.save(im.box_mesh(), tmp_path / "cube.obj")
    return tmp_path


def check(folder, *words):
    return CliRunner().invoke(
        app, ["check", *(str(folder / w) if w[0].isalpha() and "." in w else w for w in words)]
    )


def test_rows_that_touch_are_named(folder):
    found = check(folder, "cart.urdf", "--q", "q.csv", "--in", "cell.toml", "--json")
    said = json.loads(found.stdout)
    robot = im.load(folder / "cart.urdf")
    free = ~robot.collides([[0.0], [2.0], [3.0], [0.0]], im.load(folder / "cell.toml"))

    assert found.exit_code == 1
    assert (said["rows"], said["free"]) == (4, int(free.sum()))
    assert said["colliding"] == np.flatnonzero(~free).tolist() == [2]
    assert [(p["row"], p["a"], p["b"]) for p in said["pairs"]] == [(2, "cart", "post")]
    assert said["pairs"][0]["separation"] < 0
    assert said["joints"] == ["slide"]


def test_a_margin_counts_and_neutral_is_what_is_checked_without_rows(folder):
    assert check(folder, "cart.urdf").exit_code == 0
    assert check(folder, "cart.urdf", "--in", "cell.toml").exit_code == 0
    near = check(folder, "cart.urdf", "--q", "q.csv", "--in", "cell.toml", "--margin", "0.3")

    assert near.exit_code == 1
    assert "2 of 4 free, 2 not" in near.stdout
    wide = check(folder, "cart.urdf", "--q", "q.csv", "--in", "cell.toml", "--margin", "300",
                 "--units", "mm", "--json")  # fmt: skip
    said = json.loads(wide.stdout)
    assert (said["unit"], said["colliding"]) == ("mm", [1, 2])
    assert said["pairs"][0]["separation"] == pytest.approx(250.0)
    assert "cart" in near.stdout
    assert "post" in near.stdout


def test_a_link_inside_a_closed_mesh_collides_unless_meshes_are_surfaces(folder):
    hall = im.Scene.from_dict({"hall": im.box_mesh((20.0, 20.0, 20.0))})
    im.save(hall, folder / "hall.toml")

    assert check(folder, "cart.urdf", "--in", "hall.toml").exit_code == 1
    assert check(folder, "cart.urdf", "--in", "hall.toml", "--surfaces").exit_code == 0


def test_limits_and_joints_left_out_are_notes(folder):
    (folder / "far.csv").write_text("time\n1\n")
    (folder / "out.csv").write_text("9\n")

    assert "neutral: slide" in check(folder, "cart.urdf", "--q", "far.csv").stdout
    assert "out of limits" in check(folder, "cart.urdf", "--q", "out.csv").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cart.urdf", "--q", "none.csv"], "no such file"),
        (["cart.urdf", "--in", "cube.obj"], "expected a scene"),
        (["cart.urdf", "--pose-a", "q.csv"], "checked alone"),
        (["cart.urdf", "cube.obj", "--q", "q.csv"], "checked alone"),
        (["cell.toml", "--q", "q.csv"], "is no robot"),
        (["cube.obj", "--srdf", "q.csv"], "is no robot"),
        (["cart.urdf", "--package", "meshes"], "NAME=FOLDER"),
    ],
)
def test_what_makes_no_sense_is_an_error(folder, words, said):
    found = check(folder, *words)

    assert found.exit_code == 2
    assert said in found.stderr
