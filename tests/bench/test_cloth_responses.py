"""The study of three responses runs the same drop with each."""

from impinge.bench import render
from impinge.bench.cloth import bench_cloth
from impinge.bench.cloth_responses import RESPONSES, dropped


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
