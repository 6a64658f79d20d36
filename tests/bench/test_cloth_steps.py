"""The study of wild steps: nothing crosses, and momentum is kept."""

import numpy as np

from impinge.bench import render
from impinge.bench.cloth import bench_cloth
from impinge.bench.cloth_steps import momentum_error
from impinge.scenes.cloth_steps import MADE, wild_step
from impinge.simulation import cloth_step


def test_no_step_crosses():
    report = bench_cloth(["steps"], quick=True)

    assert [row["surface"] for row in report["steps"]] == list(MADE)
    for row in report["steps"]:
        assert (row["crossings"], row["unproved"], row["cut_freely"]) == (0, 0, 0)
        assert row["momentum"] < 1e-10
    assert list(render.shown(bench_cloth, report))


def test_momentum_error_sees_a_push():
    wild = wild_step(0)
    wild = wild._replace(masses=np.ones(len(wild.masses)))
    done = cloth_step(wild.mesh, wild.mesh.vertices, masses=wild.masses, **wild.options)

    assert momentum_error(wild._replace(vertices_t1=wild.mesh.vertices + 1.0), done) > 0.1
