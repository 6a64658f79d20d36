"""The study of wild steps: nothing crosses, and momentum is kept.

The study of three responses runs the same drop with each.
"""

import numpy as np

from impinge.bench import render
from impinge.bench.cloth import bench_cloth
from impinge.bench.cloth_steps import RESPONSES, dropped, momentum_error
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


def test_all_responses_run():
    report = bench_cloth(["responses"], quick=True)

    rows = report["responses"]["rows"]
    assert {row["response"] for row in rows} == set(RESPONSES)
    assert set(report["responses"]["largest"]) == set(RESPONSES)
    assert list(render.shown(bench_cloth, report))


def test_only_the_robust_response_never_crosses():
    # A long step, in which the sheet falls past the thickness.
    robust, mechanical = (
        dropped(name, 1 / 30, cells=6, seconds=0.3) for name in ("robust", "mechanical")
    )

    assert robust["stable"]
    assert robust["crossings"] == 0 < mechanical["crossings"]
