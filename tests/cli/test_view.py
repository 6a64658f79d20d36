"""``impinge view``: pages, pictures, and a server that stops."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app
from impinge.cli.view_examples import EXAMPLES
from impinge.viewer import browser


@pytest.fixture
def cube(tmp_path):
    im.save(im.box_mesh(), tmp_path / "cube.obj")
    (tmp_path / "away.txt").write_text("1 0 0 3\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
    return str(tmp_path / "cube.obj")


def view(*arguments):
    return CliRunner().invoke(app, ["view", *map(str, arguments)])


def test_a_page_is_written(cube, tmp_path):
    out, away = tmp_path / "page.html", tmp_path / "away.txt"
    said = view(cube, cube, "--pose-b", away, "--title", "Two <cubes>", "-o", out)
    assert said.exit_code == 0, said.output
    assert f"page: {out}" in said.stdout
    assert " MB)" in said.stdout
    page = out.read_text(encoding="utf-8")
    assert "Two &lt;cubes&gt;" in page
    assert "2 m apart" in page


@pytest.mark.parametrize("option", ["--out", "--png"])
def test_what_is_shown_is_not_overwritten(cube, option):
    before = Path(cube).read_bytes()
    said = view(cube, option, cube)

    assert said.exit_code == 2
    assert "is one of the files to show" in " ".join(said.output.split())
    assert Path(cube).read_bytes() == before


def test_nothing_that_could_be_shown_is_overwritten(cube, tmp_path):
    recording = tmp_path / "x.rec"
    with im.Recorder(recording) as recorder:
        recorder.append(0.0, poses={"a": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]})
    before = recording.read_bytes()
    (tmp_path / "link.html").hardlink_to(recording)
    for words in ([recording, "-o", recording], [recording, "-o", tmp_path / "link.html"]):
        said = view(*words)
        assert (said.exit_code, recording.read_bytes()) == (2, before)
        assert "is one of the files to show" in " ".join(said.stderr.split())
    # A scene or a result may name it.
    said = view(cube, "-o", tmp_path / "other.stl")
    assert said.exit_code == 2
    assert "would be taken for a .stl file" in said.stderr
    said = view(cube, "-o", tmp_path / "page.png")
    assert (said.exit_code, "--png writes a picture" in " ".join(said.stderr.split())) == (2, True)
    said = view(f"{cube}:mm", "-o", cube)
    assert (said.exit_code, Path(cube).stat().st_size > 0) == (2, True)


def test_the_page_has_the_unit_of_the_file(cube, tmp_path):
    out, away = tmp_path / "page.html", tmp_path / "away.txt"
    for words in ([f"{cube}:mm", f"{cube}:mm"], [cube, cube, "--units", "mm"]):
        assert view(*words, "--pose-b", away, "-o", out).exit_code == 0
        assert "2 mm apart" in out.read_text(encoding="utf-8")


def test_a_part_in_another_is_a_clash(cube, tmp_path):
    out, seed = tmp_path / "page.html", tmp_path / "seed.obj"
    im.save(im.icosphere(0.1, 1), seed)
    view(cube, seed, "-o", out)
    assert "seed lies inside cube" in out.read_text(encoding="utf-8")
    view(cube, seed, "--surfaces", "-o", out)
    assert "apart" in out.read_text(encoding="utf-8")


def test_it_is_said_in_json(cube, tmp_path):
    out = tmp_path / "page.html"
    said = json.loads(view(cube, "-o", out, "--json").stdout)
    assert said == {"title": "cube", "page": str(out), "bytes": out.stat().st_size}


def test_without_a_browser_pictures_are_made_by_rays_and_that_is_said(cube, tmp_path, monkeypatch):
    monkeypatch.setattr(browser, "find_browser", lambda: None)
    png = tmp_path / "cube.png"
    said = view(cube, "--png", png, "--width", 200, "--height", 200)
    assert said.exit_code == 0
    assert "no Chromium was found" in said.stdout
    assert png.read_bytes()[:4] == b"\x89PNG"
    plain = view(cube, "--png", png, "--width", 200, "--height", 200, "--json")
    assert json.loads(plain.stdout)["picture_by"] == "rays"


@pytest.mark.skipif(browser.find_browser() is None, reason="there is no Chromium here")
def test_a_browser_makes_the_picture(cube, tmp_path):
    png = tmp_path / "cube.png"
    said = view(cube, "--png", png, "--width", 400, "--height", 300, "--dark", "--json")
    assert json.loads(said.stdout)["picture_by"] == "browser"
    from matplotlib.image import imread

    picture = imread(png)
    assert picture.shape[:2] == (300, 400)
    assert picture[..., :3].std() > 0.01


def test_examples_are_listed_and_shown(tmp_path):
    said = view("--examples")
    assert all(name in said.stdout for name in EXAMPLES)
    assert list(json.loads(view("--examples", "--json").stdout)) == list(EXAMPLES)
    out = tmp_path / "page.html"
    assert view("--example", "distance", "-o", out).exit_code == 0
    assert "shortest connection" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "give files, or --example"),
        (["--example", "nothing"], "expected one of distance"),
        (["missing.stl"], "missing.stl"),
        (["part.step"], "CAD model"),
        (["missing.json"], "missing.json"),
    ],
)
def test_errors_are_one_line_and_end_with_two(arguments, text):
    said = view(*arguments)
    assert said.exit_code == 2
    assert text in said.stderr
    assert said.stderr.count("\n") == 1


def test_the_gallery_has_a_picture_of_each(tmp_path, monkeypatch):
    from PIL import Image

    taken = {}

    def taker(made, path, width, height, mode):
        taken[path.name] = mode
        Image.new("RGBA", (width, height), "#123456").save(path)
        return "browser"

    some = {name: EXAMPLES[name] for name in ("distance", "recording")}
    monkeypatch.setattr(sys.modules["impinge.cli.view"], "write_picture", taker)
    monkeypatch.setattr(sys.modules["impinge.cli.view_examples"], "EXAMPLES", some)
    said = view("--gallery", tmp_path / "pictures", "--width", 300, "--height", 200)
    assert said.exit_code == 0, said.output
    assert taken["view_distance.png"] == "picture&light"
    assert taken["view_recording.png"].startswith("picture&frame=")
    with Image.open(tmp_path / "pictures" / "view_distance.png") as picture:
        assert picture.mode == "P"
        assert picture.size == (300, 200)


def test_it_is_served_until_it_is_stopped(cube):
    environment = {**os.environ, "PYTHONPATH": str(Path(im.__file__).parents[1])}
    process = subprocess.Popen(
        [sys.executable, "-m", "impinge", "view", cube, "--no-open", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    try:
        said = ""
        while not said.endswith("}\n"):
            line = process.stdout.readline()
            assert line, process.stderr.read()
            said += line
        address = json.loads(said)["address"]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address) as answer:
            assert b"impinge-data" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()
