"""``impinge warmup``: afterwards no query compiles."""

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from typer.testing import CliRunner

from impinge.cli import app
from impinge.cli.warmup import GROUPS, questions


def test_all_groups():
    found = CliRunner().invoke(app, ["warmup"])

    assert found.exit_code == 0, found.output
    said = " ".join(found.stdout.split())
    assert "points, motion, boxes, geometry, robots, simulation: ready" in said


def test_one_group_and_none():
    found = CliRunner().invoke(app, ["warmup", "points", "--processes", "1"])

    assert found.exit_code == 0, found.output
    assert " MB in 1 process)" in " ".join(found.stdout.split())
    assert CliRunner().invoke(app, ["warmup", "points", "teapots"]).exit_code == 2
    assert CliRunner().invoke(app, ["warmup", "points", "--processes", "0"]).exit_code == 2


def test_workers_end_with_a_process_that_is_killed(tmp_path):
    """They would wait for work forever, at 250 MB each."""
    words = [sys.executable, "-m", "impinge", "warmup", "geometry", "--processes", "1"]
    cold = {**os.environ, "IMPINGE_CACHE_DIR": str(tmp_path)}
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(words, stdout=nowhere, stderr=nowhere, env=cold) as process:
        # The worker has compiled something.
        until(lambda: list(tmp_path.rglob("*.nbi")))
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
    assert len(listed) == 2
    until(lambda: not any(map(works, listed)))


def works(process):
    """Whether a process is there, and not only its exit code."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(holds, seconds=60.0):
    end = monotonic() + seconds
    while not (found := holds()):
        assert monotonic() < end
        sleep(0.02)
    return found


@pytest.mark.parametrize(
    ("given", "compiled"),
    [(["motion", "convex"], "convex, motion"), (["pairs"], "meshes, convex"),
     (["motions"], "motion"), (["contacts"], "contacts, scene")],
)  # fmt: skip
def test_several_groups_and_former_names(given, compiled, monkeypatch):
    asked = []
    monkeypatch.setattr(
        sys.modules["impinge.cli.warmup"], "compile_groups",
        lambda chosen, processes: asked.append(chosen) or [(0.0, 0)],
    )  # fmt: skip
    found = CliRunner().invoke(app, ["warmup", *given])

    assert found.exit_code == 0, found.output
    assert [", ".join(chosen) for chosen in asked] == [compiled]
    assert f"{compiled}: ready" in found.stdout


def test_the_groups_are_those_of_the_questions():
    assert tuple(questions()) == GROUPS


def test_importing_compiles_nothing_and_a_few_shapes_leave_most_to_compile_ahead(
    run_python, tmp_path
):
    found = run_python(
        "import importlib, pkgutil\n"
        "import impinge as im\n"
        "for module in pkgutil.walk_packages(im.__path__, 'impinge.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
        "from impinge.core.cache import cache_info\n"
        "print(cache_info()['files'])\n"
        "im.Box((1, 1, 1)), im.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])\n"
        "from impinge.cli import warmup\n"
        "warmup.compile_groups = print\n"
        "warmup.compile_ahead('scene', 'points')\n",
        IMPINGE_CACHE_DIR=str(tmp_path / "kept"), IMPINGE_THREADS="2",
    )  # fmt: skip

    assert found.returncode == 0, found.stderr
    assert found.stdout == "0\n('scene', 'points')\n"


def test_nothing_is_compiled_after_it(run_python):
    found = run_python(
        "import numpy as np\n"
        "from impinge.cli.warmup import questions\n"
        "for asked in questions().values():\n"
        "    for ask in asked:\n"
        "        ask()\n"
        "from impinge.core.compiling import compile_seconds\n"
        "before = compile_seconds()[1]\n"
        "import impinge as im\n"
        "a, b = im.torus_knot(40, 8), im.icosphere(0.5, 2)\n"
        "poses = np.tile(np.eye(4), (20, 1, 1))\n"
        "im.overlap(a, b), im.overlap(a, b, pose_b=poses, margin=0.1)\n"
        "im.distance(a, b), im.distance(a, b, poses, poses)\n"
        "im.overlap_within(a, b, budget=1), im.distance_within(a, b, budget=1e-5).resume(1.0)\n"
        "im.intersecting_pairs(a, b), im.intersecting_pairs(a, b, poses)\n"
        "im.closest_point(a, [0, 0, 0]), im.contains(b, np.zeros((20, 3)))\n"
        "im.cast_ray(a, [0, 0, 0], np.ones((20, 3)))\n"
        "for s in (im.Hull(b.vertices), im.Cone(1, 1), im.HeightField(np.eye(3), 1)):\n"
        "    im.closest_point(s, [0, 0, 0]), im.contains(s, [0, 0, 0])\n"
        "    im.cast_ray(s, [0, 0, 0], [1, 2, 3])\n"
        "im.distance(a.with_vertices(2 * a.vertices), b)\n"
        "can, ground = im.Cylinder(0.5, 1), im.HeightField(np.zeros((3, 3)), 1)\n"
        "im.collide(can, can), im.collide(ground, can), im.collide(a, b)\n"
        "im.collide([can], ground, poses)\n"
        "from impinge.scene import Scene\n"
        "scene = Scene.from_dict({'a': a, 'b': b, 'can': can, 'ball': im.Sphere(1)})\n"
        "scene.collide(), scene.cast_ray([0, 0, 9], [0, 0, -1])\n"
        "crates = {'all': im.Compound([(can, None), (b, None)]), 'can': can}\n"
        "peas = {'pea': im.icosphere(0.1, 1), 'shot': im.Sphere(0.1), 'b': b}\n"
        "full = Scene.from_dict({**crates, **peas}, solid=True)\n"
        "full.collide(), full.cast_ray([0, 0, 9], [0, 0, -1]), full.overlaps_shape(a)\n"
        "screw = im.ScrewMotion(poses, None, turning=(0, 1))\n"
        "screw.pose(0.5), screw.velocity(0.5), screw.enclosure(0, 0.1), screw.travel_bound(1)\n"
        "spin = im.Motion.from_velocity(None, a.vertices[0], [0, 0, 9])\n"
        "im.Motion(None, None).deviation(spin, b)\n"
        "from impinge.continuous import impact_edge_edge, impact_vertex_face\n"
        "impact_vertex_face(np.eye(4)[:, :3].copy(), np.ones((4, 3)))\n"
        "impact_edge_edge(np.zeros((9, 4, 3)), np.ones((9, 4, 3)))\n"
        "im.time_of_impact(can, ground, spin, None), im.time_of_impact(can, im.Sphere(1), spin)\n"
        "im.stay_free(a, b, spin, poses), im.stay_free(can, can, spin, screw)\n"
        "im.cast(can, a, (0, 0, 5))\n"
        "im.collision_free_step(a, a.vertices[::-1], 0.1, impacts=True)\n"
        "print(compile_seconds()[1] - before)\n"
    )

    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == "0"
