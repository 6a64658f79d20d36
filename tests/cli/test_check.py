"""``impinge check``: exit codes 0, 1, 2, and JSON that says what was found."""

import json
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from impinge.cli import app
from impinge.cli.check import show_answer
from impinge.geometry import Mesh, PointCloud, TetMesh, box_mesh, icosphere
from impinge.io import save

SHELL = [sys.executable, "-c", "from impinge.cli import app; app()"]
ONE_BY_ONE = """
import contextlib, io, json, sys
from impinge.cli import app

found = []
for words in json.loads(sys.argv[1]):
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            app(words)
            code = 0
        except SystemExit as ended:
            code = ended.code
    found.append((code, out.getvalue(), errors.getvalue()))
print(json.dumps(found))
"""
"""Commands of a process without pytest, which starts once for all of them."""


def write_obj(path, mesh):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces.tolist()]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def files(tmp_path):
    """A cube of one metre, and a file that moves things by 3 m along x."""
    pose = tmp_path / "away.txt"
    pose.write_text("1 0 0 3\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
    cube = write_obj(tmp_path / "cube.obj", box_mesh((1.0, 1.0, 1.0)))
    return cube, str(pose)


def check(*arguments):
    return CliRunner().invoke(app, ["check", *arguments])


def test_touching_is_one(files):
    cube, _ = files

    found = check(cube, cube, "--json")

    assert found.exit_code == 1
    answer = json.loads(found.stdout)
    assert answer["touching"] is True
    assert answer["distance"] == 0.0
    assert len(answer["triangle_pairs"]) > 0
    assert all(len(pair) == 2 for pair in answer["triangle_pairs"])


def test_free_is_zero(files):
    cube, away = files

    found = check(cube, cube, "--pose-b", away, "--json")

    assert found.exit_code == 0
    answer = json.loads(found.stdout)
    assert answer["touching"] is False
    assert answer["distance"] == pytest.approx(2.0)
    assert answer["normal"] == pytest.approx([1.0, 0.0, 0.0])
    assert answer["point_a"][0] == pytest.approx(0.5)
    assert answer["point_b"][0] == pytest.approx(2.5)
    assert answer["triangle_pairs"] == []
    assert answer["inside"] is None


def test_a_margin_reaches_further(files):
    cube, away = files

    assert check(cube, cube, "--pose-b", away, "--margin", "1.9").exit_code == 0
    assert check(cube, cube, "--pose-b", away, "--margin", "2.1").exit_code == 1


def test_units_scale_both(files):
    cube, _ = files

    answer = json.loads(check(cube, cube, "--units", "mm", "--json").stdout)

    # Units out are units in.
    assert answer["unit"] == "mm"
    assert np.abs(answer["point_a"]).max() == pytest.approx(0.5)
    assert answer["a"]["size"] == pytest.approx([1.0, 1.0, 1.0])
    assert json.loads(check(cube, cube, "--json").stdout)["unit"] == "m"


def test_margins_and_poses_are_in_the_unit(files):
    cube, away = files

    for unit in ("mm", "m", "in"):
        words = [cube, cube, "--pose-b", away, "--units", unit]
        answer = json.loads(check(*words, "--margin", "1.9", "--json").stdout)
        assert answer["distance"] == pytest.approx(2.0)
        assert (answer["kind"], answer["margin"]) == ("free", 1.9)
        assert answer["b"]["pose"][0][3] == pytest.approx(3.0)
        close = json.loads(check(*words, "--margin", "2.1", "--json").stdout)
        assert (close["kind"], close["within_margin"], close["touching"]) == ("near", True, False)
        shown = check(*words, "--margin", "2.1").stdout
        assert f"asked for 2.1 {unit}" in shown
        assert f"2 {unit}" in shown


def test_each_file_has_its_unit(files):
    cube, _ = files
    for words in (
        [f"{cube}:m", f"{cube}:mm"],
        [cube, f"{cube}:mm"],
        [cube, cube, "--units-b", "mm"],
        [f"{cube}:m", cube, "--units", "mm"],
    ):
        answer = json.loads(check(*words, "--json").stdout)
        # The small one is in the middle of the large one.
        assert answer["kind"] == "contained"
        metres = 0.001 if answer["unit"] == "mm" else 1.0
        assert answer["unit"] == ("mm" if "--units" in words else "m")
        assert np.array(answer["a"]["size"]) * metres == pytest.approx([1.0] * 3)
        assert np.array(answer["b"]["size"]) * metres == pytest.approx([0.001] * 3)
    found = check(f"{cube}:mm", cube, "--units-a", "cm")
    assert found.exit_code == 2
    assert "says mm, the option cm" in found.stderr
    found = check(f"{cube}:parsec", cube)
    assert found.exit_code == 2
    assert "'parsec', expected one of" in found.stderr


def test_a_part_of_sixty_metres_gets_a_hint(tmp_path):
    large = write_obj(tmp_path / "large.obj", box_mesh((60.0, 20.0, 5.0)))

    found = check(large, large)
    assert "60 m" in found.stderr
    assert "--units mm" in found.stderr
    for words in (["--units", "mm"], ["--units", "m"]):
        assert check(large, large, *words).stderr == ""


def test_one_inside_the_other_is_a_clash_of_its_own_kind(files, tmp_path):
    cube, _ = files
    seed = write_obj(tmp_path / "seed.obj", icosphere(0.1, 1))

    for words, inside in (([cube, seed], "b in a"), ([seed, cube], "a in b")):
        found = check(*words, "--json")
        assert found.exit_code == 1
        answer = json.loads(found.stdout)
        assert (answer["kind"], answer["inside"]) == ("contained", inside)
        assert (answer["touching"], answer["distance"]) == (True, 0.0)
        assert answer["surface_distance"] == pytest.approx(0.4, abs=0.02)
        # To the wall, and out of it.
        assert answer["depth"] == pytest.approx(0.6, abs=0.02)
        assert answer["depth_kind"] == "local"
    shown = check(cube, seed)
    assert shown.exit_code == 1
    assert "contained: B lies inside A" in shown.stdout


def test_surfaces_are_checked_as_before(files, tmp_path):
    cube, _ = files
    seed = write_obj(tmp_path / "seed.obj", icosphere(0.1, 1))

    found = check(cube, seed, "--surfaces", "--json")
    assert found.exit_code == 0
    answer = json.loads(found.stdout)
    assert (answer["kind"], answer["inside"], answer["solid"]) == ("free", None, False)
    assert answer["distance"] == answer["surface_distance"] > 0.3
    assert "checked as surfaces" in check(cube, seed, "--surfaces").stdout


def test_open_meshes_are_surfaces_and_named(files, tmp_path):
    cube, _ = files
    seed = write_obj(tmp_path / "seed.obj", icosphere(0.1, 1))
    half = box_mesh((1.0, 1.0, 1.0))
    lid = write_obj(tmp_path / "lid.obj", Mesh(half.vertices, half.faces[2:]))

    found = check(lid, seed)
    assert found.exit_code == 0
    assert "A (" in found.stdout
    # A long path wraps the line.
    assert "is open: checked as a surface" in " ".join(found.stdout.split())
    # An open part inside a closed one is inside all the same.
    ball = icosphere(0.1, 1)
    cup = write_obj(tmp_path / "cup.obj", Mesh(ball.vertices, ball.faces[1:]))
    answer = json.loads(check(cube, cup, "--json").stdout)
    assert (answer["kind"], answer["b"]["closed"]) == ("contained", False)


def test_touching_parts_say_how_deep(files, tmp_path):
    cube, _ = files
    pose = tmp_path / "near.txt"
    for shift, depth in ((1.0, 0.0), (0.75, 0.25)):
        pose.write_text(f"1 0 0 {shift}\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
        answer = json.loads(check(cube, cube, "--pose-b", str(pose), "--json").stdout)
        assert (answer["kind"], answer["inside"]) == ("touching", None)
        assert answer["depth"] == pytest.approx(depth, abs=1e-9)
        assert len(answer["contacts"]["separation"]) >= 1
    shown = check(cube, cube, "--pose-b", str(pose)).stdout
    assert "0.25 m (local" in shown


def test_tetrahedra_are_asked_about_by_their_surface(files, tmp_path):
    cube, _ = files
    corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    save(corner, tmp_path / "corner.vtu")

    found = check(cube, str(tmp_path / "corner.vtu"), "--json")

    assert found.exit_code == 1
    assert json.loads(found.stdout)["b"]["faces"] == 4


def scene_file(folder, gap):
    """Two crates, so far apart, on a floor that they do not touch."""
    crate = "shape = { kind = 'box', sizes = [1, 1, 1] }"
    path = folder / "crates.toml"
    path.write_text(
        f"[[parts]]\nname = 'left'\n{crate}\n\n[[parts]]\nname = 'right'\n{crate}\n"
        f"translation = [{1.0 + gap}, 0, 0]\n\n[[parts]]\nname = 'floor'\n"
        "shape = { kind = 'half_space', normal = [0, 0, 1], offset = -0.6 }\n"
    )
    return str(path)


def test_a_scene_stands_alone(tmp_path):
    free, deep = check(scene_file(tmp_path, 0.1), "--json"), check(scene_file(tmp_path, -0.25))

    assert free.exit_code == 0
    assert json.loads(free.stdout)["touching"] == []
    assert deep.exit_code == 1
    assert "1 touching pair" in deep.stdout
    assert "pairs" not in deep.stdout
    answer = json.loads(check(scene_file(tmp_path, -0.25), "--json").stdout)
    (pair,) = answer["touching"]
    assert (answer["parts"], pair["a"], pair["b"]) == (3, "left", "right")
    assert pair["separation"] == pytest.approx(-0.25)


def test_scenes_meshes_and_points_are_told_apart(files, tmp_path):
    cube, away = files
    scene = scene_file(tmp_path, 0.0)
    save(PointCloud([[0, 0, 0]]), tmp_path / "scan.xyz")
    for arguments, reason in (
        ([cube], "is no scene, so there must be a second file"),
        ([cube, scene], "holds a Scene, expected a mesh"),
        ([cube, str(tmp_path / "scan.xyz")], "holds a PointCloud, expected a mesh"),
        ([scene, "--margin", "1"], "says its poses and margins itself"),
        ([scene, "--pose-a", away], "says its poses and margins itself"),
        ([scene, "--units", "mm"], "says its unit itself"),
    ):
        found = check(*arguments)
        assert found.exit_code == 2
        assert reason in found.stderr


def test_the_answer_can_be_read(files):
    cube, away = files

    shown = check(cube, cube, "--pose-a", away, "--pose-b", away).stdout

    assert "touching" in shown
    assert "distance" in shown
    assert "12 triangles, closed" in shown


def test_errors_are_two_and_one_line(files, run_python):
    cube, _ = files
    wrong = {
        "missing.obj": ["missing.obj", cube],
        "missing.txt": [cube, cube, "--pose-b", "missing.txt"],
        "units": [cube, cube, "--units", "parsec"],
        "margin": [cube, cube, "--margin", "-1"],
        "part.step": [cube, "part.step"],
    }

    ended = run_python(ONE_BY_ONE, json.dumps([["check", *words] for words in wrong.values()]))

    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    for (reason, words), found in zip(wrong.items(), json.loads(ended.stdout), strict=True):
        code, said, error = found
        assert (code, said) == (2, ""), words
        assert reason in error, words
        assert len(error.strip().splitlines()) == 1, words
        assert "Traceback" not in error, words


def test_exit_codes_reach_the_shell(files):
    cube, away = files
    ended = [
        subprocess.run([*SHELL, "check", *words], capture_output=True, text=True, check=False)
        for words in ([cube, cube, "--pose-b", away], [cube, cube], [cube])
    ]

    assert [one.returncode for one in ended] == [0, 1, 2]
    assert ended[2].stdout == ""
    assert len(ended[2].stderr.strip().splitlines()) == 1


SIDE = {"file": "a.stl", "faces": 12, "closed": True, "size": [1, 2, 3], "units": "mm"}
ANSWER = {
    "unit": "mm", "a": SIDE, "b": {**SIDE, "file": "b.stl"}, "solid": True, "margin": 0.0,
    "distance": 4.0, "surface_distance": 4.0, "point_a": [0, 0, 0], "point_b": [0, 0, 4],
    "normal": [0, 0, 1], "feature_a": 1, "feature_b": 2, "triangle_pairs": [], "inside": None,
    "depth": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "free"}, ["free", "4 mm", "1 x 2 x 3 mm"]),
        ({"kind": "near", "margin": 5.0}, ["too close (asked for 5 mm)"]),
        (
            {"kind": "touching", "distance": 0.0, "depth": 2.5, "triangle_pairs": [[0, 1]]},
            ["touching", "2.5 mm (local", "1 meet"],
        ),
        (
            {"kind": "contained", "inside": "a in b", "depth": 7.0},
            ["contained: A lies inside B", "4 mm apart", "7 mm (", "out)"],
        ),
        ({"kind": "free", "solid": False}, ["checked as surfaces"]),
        ({"kind": "free", "b": {**SIDE, "closed": False}}, ["B (a.stl) is open"]),
    ],
)
def test_each_kind_has_its_words(change, words, capsys):
    show_answer({**ANSWER, **change})
    said = capsys.readouterr().out
    for word in words:
        assert word in said
