"""``impinge sweep robot.urdf path.csv``: the first contact or "free"; exit code, text, JSON."""

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
TOUCH = 3.0 - 0.5 - 0.25
"""Where the cart touches the post [m]."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rail, cart = LINK.format("rail", "1 1 1"), LINK.format("cart", "0.5 0.5 0.5")
    (tmp_path / "cart.urdf").write_text(f'<robot name="cart">{rail}{cart}{JOINT}</robot>')
    post = im.Scene.from_dict({"post": (im.Box((1, 1, 9)), move((3, 0, 0)))})
    im.save(post, tmp_path / "cell.toml")
    (tmp_path / "path.csv").write_text("time,slide\n0,0\n1,1\n3,3\n4,0\n")
    (tmp_path / "free.csv").write_text("0\n2\n-1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sweep(*words):
    return CliRunner().invoke(app, ["sweep", *words])


def test_the_first_contact_is_named_with_its_segment_and_joint_values(folder):
    found = sweep("cart.urdf", "path.csv", "--in", "cell.toml")

    assert found.exit_code == 1, found.output
    for word in ("first contact on segment 1", "cart", "post", "slide 2.25", "2.25 s"):
        assert word in found.stdout


def test_json_has_all_of_the_result_and_every_segment(folder):
    found = sweep("cart.urdf", "path.csv", "--in", "cell.toml", "--json")
    said = json.loads(found.stdout)
    robot, scene = im.load("cart.urdf"), im.load("cell.toml")
    asked = robot.check_path([[0.0], [1.0], [3.0], [0.0]], scene)

    assert {k: said[k] for k in asked.to_dict()} == asked.to_dict()
    assert said["configuration"][0] == pytest.approx(TOUCH, abs=1e-5)
    assert said["at"] == pytest.approx(TOUCH, abs=1e-5)
    assert [s["status"] for s in said["segments"]] == ["FREE", "HIT", "NOT_SEARCHED"]
    assert [s["proved_until"] for s in said["segments"]] == [1.0, asked.time, 0.0]
    assert [(s["begins"], s["ends"]) for s in said["segments"]] == [(0, 1), (1, 3), (3, 4)]
    assert said["answer"] == "first contact"


def test_a_free_path_is_certified(folder):
    found = sweep("cart.urdf", "free.csv", "--in", "cell.toml")
    said = json.loads(sweep("cart.urdf", "free.csv", "--in", "cell.toml", "--json").stdout)

    assert found.exit_code == 0, found.output
    assert "free, certified" in found.stdout
    assert (said["segment"], said["at"]) == (-1, None)
    assert [s["proved_until"] for s in said["segments"]] == [1.0, 1.0]
    assert sweep("cart.urdf", "path.csv").exit_code == 0


def test_margins_and_lengths_use_the_unit(folder):
    words = ("cart.urdf", "free.csv", "--in", "cell.toml")
    near = sweep(*words, "--margin", "300", "--units", "mm", "--json")
    said = json.loads(near.stdout)

    assert near.exit_code == 1
    assert said["unit"] == "mm"
    assert said["configuration"][0] == pytest.approx(TOUCH - 0.3, abs=1e-4)
    assert said["point_a"][0] == pytest.approx(1e3 * (TOUCH - 0.05), abs=0.1)
    assert sweep(*words, "--margin", "200", "--units", "mm").exit_code == 0


def test_undecided_says_how_far_it_is_proved(folder):
    (folder / "fan.urdf").write_text(
        f'<robot name="fan">{LINK.format("hub", "0.1 0.1 0.1")}{LINK.format("blade", "2 0.1 0.1")}'
        '<joint name="spin" type="continuous"><parent link="hub"/><child link="blade"/>'
        '<origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint></robot>'
    )
    (folder / "turns.csv").write_text("0\n400\n")
    ball = im.Scene.from_dict({"ball": (im.icosphere(0.3, 2), move((0.0, 1.3015, 1.0)))})
    im.save(ball, "ball.toml")
    words = ("fan.urdf", "turns.csv", "--in", "ball.toml", "--max-steps", "5")
    found = sweep(*words, "--json")
    said = json.loads(found.stdout)

    assert found.exit_code == 1
    assert said["answer"] == "undecided"
    assert 0.0 <= said["segments"][said["segment"]]["proved_until"] < 1.0
    assert "not known from there on" in sweep(*words).stdout.replace("\n", " ")


def test_a_robot_that_starts_in_contact_says_with_what_and_how_deep(folder):
    (folder / "deep.csv").write_text("3\n0\n")
    found = sweep("cart.urdf", "deep.csv", "--in", "cell.toml")
    said = json.loads(sweep("cart.urdf", "deep.csv", "--in", "cell.toml", "--json").stdout)

    assert found.exit_code == 1
    assert "touching at the start" in found.stdout
    assert (said["link"], said["other"]) == ("cart", "post")
    assert said["depth"] == pytest.approx(0.75, abs=1e-6)


@pytest.mark.parametrize("path", ["path.csv", "free.csv"])
def test_the_page_plays_the_path_and_a_result_can_be_looked_at_again(folder, path):
    words = ("cart.urdf", path, "--in", "cell.toml", "--units", "mm")
    found = sweep(*words, "--json", "-o", "page.html")
    said = json.loads(found.stdout)
    (folder / "found.json").write_text(found.stdout)
    again = CliRunner().invoke(app, ["view", "found.json", "-o", "again.html"])

    assert said["page"] == "page.html"
    assert (folder / "page.html").stat().st_size < 2_000_000
    assert again.exit_code == 0, again.output
    pages = [_payload(folder / name) for name in ("page.html", "again.html")]
    assert pages[0]["subtitle"] == pages[1]["subtitle"]
    assert pages[0]["times"] == pages[1]["times"]
    assert [m["frame"] for m in pages[0]["moments"]] == [m["frame"] for m in pages[1]["moments"]]


def _payload(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(text.split('id="impinge-data"')[1].split(">", 1)[1].split("</script>")[0])


def test_notes_say_what_was_left_out(folder):
    (folder / "far.csv").write_text("0\n9\n")
    assert "out of limits" in sweep("cart.urdf", "far.csv").stdout
    (folder / "times.csv").write_text("time\n0\n1\n")
    assert "neutral: slide" in sweep("cart.urdf", "times.csv").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cart.urdf", "none.csv"], "no such file"),
        (["none.urdf", "path.csv"], "none.urdf"),
        (["cart.urdf", "one.csv"], "at least two way-points"),
        (["cart.urdf", "nan.csv"], "waypoints"),
        (["cart.urdf", "wide.csv"], "rows of 2 numbers"),
        (["cart.urdf", "path.csv", "--in", "path.csv"], "path.csv"),
        (["cart.urdf", "path.csv", "-o", "page.png"], ".html"),
        (["cart.urdf", "path.csv", "--margin", "-1"], "margin"),
        (["cart.urdf", "path.csv", "--tolerance", "nan"], "tolerance"),
        (["cart.urdf", "path.csv", "--max-steps", "0"], "max_steps"),
        (["cart.urdf", "path.csv", "--units", "parsec"], "parsec"),
        (["cart.urdf", "path.csv", "--package", "x"], "NAME=FOLDER"),
    ],
)
def test_bad_input_is_two_and_says_what(folder, words, said):
    (folder / "one.csv").write_text("0\n")
    (folder / "nan.csv").write_text("0\nnan\n")
    (folder / "wide.csv").write_text("0 1\n0 1\n")
    found = sweep(*words)

    assert found.exit_code == 2
    assert said in found.stderr
    assert "Traceback" not in found.output


def test_way_points_of_other_files(folder):
    np.save("path.npy", np.array([[0.0], [1.0], [3.0]]))
    (folder / "path.json").write_text(json.dumps({"joints": ["slide"], "q": [[0], [1], [3]]}))
    said = [
        json.loads(sweep("cart.urdf", name, "--in", "cell.toml", "--json").stdout)
        for name in ("path.npy", "path.json")
    ]
    assert said[0]["time"] == said[1]["time"]
