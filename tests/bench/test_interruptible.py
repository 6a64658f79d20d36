import numpy as np
import pytest

from impinge.bench import bench_interruptible
from impinge.bench.render import blocks, draw, shown


@pytest.fixture(scope="module")
def report():
    return bench_interruptible(quick=True)


def test_everything_runs_and_conservative_spheres_lose_nothing(report):
    kept = [row for row in report["coverage"] if row["spheres"] == "conservative"]
    assert kept
    assert all(row["lost"] == row["lost_at_rest"] == 0 for row in kept)
    assert [row["nearest"] for row in report["nearest"]] == [1, 2, 4, 8, 16, 32]


def test_interruptions_lose_no_crossing(report):
    assert sum(row["crossings"] for row in report["interruptions"]) > 0
    assert all(row["lost"] == row["differ"] == 0 for row in report["interruptions"])
    assert all(row["differ"] == 0 for row in report["layered"])
    assert sum(row["pairs"] for row in report["layered"]) > 0
    # Depth-first has lost pairs until its end.
    for found in report["depth_first"].values():
        assert found["lost"][-1] == 0
        assert found["lost"][0] >= 0


def test_budgets_end_with_the_first_that_completes(report):
    for name in ("two knots", "two bunnies", "bunny and knot"):
        rows = [row for row in report["budgets"] if row["scene"] == name]
        assert rows[-1]["complete"]
        assert not any(row["complete"] for row in rows[:-1])
    assert len(report["published"]) == 15
    assert [row["budget_us"] for row in report["lateness"]] == pytest.approx([20, 100, 1000] * 3)


def test_medial_spheres_stick_out_less_than_octree_spheres(report):
    by = {row["kind"]: np.array(row["of_octree"]) for row in report["trees"]}
    assert set(by) == {"octree", "enclosing", "merge", "burst", "expand", "best"}
    assert (by["best"] < 1.0).all()
    around, on = report["needles"]
    assert on["errors"][-1] < around["errors"][-1]


def test_tables_blocks_and_plots(report, tmp_path):
    assert len(list(shown(bench_interruptible, report))) >= 7
    assert {"bench:interruptible-trees", "bench:interruptible-budgets"} <= set(
        blocks(bench_interruptible, report)
    )
    assert [path.name for path in draw(bench_interruptible, report, tmp_path)] == [
        "depth-first.svg",
        "budgets.svg",
    ]
