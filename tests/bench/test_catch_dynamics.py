"""Tables of CATCH for worlds of trains."""

import json

from impinge.bench import bench_catch, render


def test_the_study_runs():
    report = bench_catch(["dynamics"], quick=True)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["scene"] for row in report["dynamics"]] == ["falling-train", "four-trains"]
    for row in report["dynamics"]:
        assert row["steps"] >= 6
        assert row["gain"] < 1e-9
        assert row["paper_ms"]["T_a"] > 0.0
    assert report["dynamics"][0]["pairs"]["before"] == 137
    text = "\n".join(render.blocks(bench_catch, report).values())
    assert "under dynamics" in text
