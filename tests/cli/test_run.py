"""``impinge run clash``: a scene file, a table, two pictures, data; it stops for Ctrl-C."""

import json
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from impinge.cli import app
from impinge.cli.run import FEW_PARTS
from impinge.io import load
from impinge.scene.frames import asked_too


def run(tmp_path, *more):
    words = ["run", "clash", "--parts", "60", "--seed", "2", "--samples", "1", "--width", "400"]
    return CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out"), *more])


@pytest.fixture(scope="module")
def asked():
    """How many things each step of a scene was asked about."""
    return []


@pytest.fixture(scope="module")
def report(tmp_path_factory, asked):
    def counted(frame, things, *options):
        asked.append(len(things.slots))
        return asked_too(frame, things, *options)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("impinge.scene.scene.asked_too", counted)
        found = run(tmp_path_factory.mktemp("clash"), "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_it_writes_both_pictures_and_says_where_and_the_same_twice(report, tmp_path):
    found = run(tmp_path)

    assert found.exit_code == 0, found.output
    for name in ("clash.png", "largest.png"):
        assert (tmp_path / "out" / name).stat().st_size > 10_000
        assert name in found.stdout.replace("\n", "")
    saved = json.loads((tmp_path / "out" / "clashes.json").read_text())
    assert saved["parts"] == 60
    assert f"{saved['touching_pairs']} touching pairs of 60 parts" in found.stdout
    depths = [clash["depth"] for clash in saved["clashes"]]
    assert depths == sorted(depths, reverse=True)
    assert all(clash["points"] > 0 for clash in saved["clashes"])
    assert saved["clashes"] == report["clashes"]


def test_the_scene_file_is_what_was_asked_about(report):
    scene = load(report["scene"])

    assert len(scene) == 60
    assert {frozenset((clash["a"], clash["b"])) for clash in report["clashes"]} == {
        frozenset(pair) for pair in scene.overlaps()
    }


def test_a_scene_is_asked_about_once(report, asked):
    assert asked == [FEW_PARTS, 2, 60]
    assert report["touching_pairs"] == len(report["clashes"]) > 0


def test_nonsense_is_two(tmp_path):
    words = ["run", "clash", "--parts", "0", "--out", str(tmp_path)]

    assert CliRunner().invoke(app, words).exit_code == 2
    (tmp_path / "file").touch()
    assert CliRunner().invoke(app, ["run", "clash", "--out", str(tmp_path / "file")]).exit_code == 2


def test_two_thousand_parts_unless_asked_otherwise():
    assert "2000" in CliRunner().invoke(app, ["run", "clash", "--help"]).stdout


def test_ctrl_c_ends_it(tmp_path):
    process = subprocess.Popen(
        [
            sys.executable, "-c", "from impinge.cli import app; app()",
            "run", "clash", "--samples", "5000", "--width", "800", "--parts", "60",
            "--out", str(tmp_path),
        ],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    # The file is written before the pictures, which would take minutes.
    while not (tmp_path / "clashes.json").exists() and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(0.3)

    process.send_signal(signal.SIGINT)

    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip().endswith("impinge: interrupted")
