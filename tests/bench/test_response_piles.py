"""Piles and bullets run, and the tables say who was measured."""

import json

import numpy as np

from impinge.bench import render
from impinge.bench.response import bench_response
from impinge.bench.response_piles import OurWorld
from impinge.scenes.worlds import box_pile


def test_piles_and_bullets():
    report = bench_response(["piles", "bullets"], quick=True)

    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["what"] for row in report["piles"]] == ["boxes", "mixed solids"]
    through = {row["who"]: row["through"] for row in report["bullets"]}
    assert through["impinge, events"] == 0
    assert through["impinge, stepping"] > 0
    assert len(list(render.shown(bench_response, report))) >= 2


def test_positions_are_of_free_bodies():
    world = box_pile(np.random.default_rng(0), {}, 5)
    ours = OurWorld(world)
    ours.step()
    assert ours.positions().shape == (5, 3)
    assert ours.contacts == world.step().contacts
