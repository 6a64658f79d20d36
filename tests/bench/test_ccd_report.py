"""Reports about moving features as tables and blocks."""

from impinge.bench.ccd_report import BLOCKS, ccd_blocks, ccd_tables

TIMES = {"mean_us": 30.0, "median_us": 4.0}
PEER = {
    "mean_ratio": 60.0, "median_ratio": 8.0, "single_mean_ratio": 15.0, "single_median_ratio": 2.0,
    "only_ours": 0, "only_theirs": 1, "median_later": 3e-7,
}  # fmt: skip
SPEED = {
    "queries": 400, "hits": 30, "out_of_budget": 2, "mean_steps": 4.0, "most_steps": 20,
    "times": {"batch": {"mean_us": 0.5, "median_us": 0.5}, "single": TIMES, "ipctk": TIMES},
    "peers": {"ipctk": PEER},
}  # fmt: skip
COUNTS = {"queries": 92, "contacts": 27, "missed": 0, "false": 3}
EARLY = {"late": 0, "median_early": 1e-11, "most_early": 1e-4}
EXACT = {
    **COUNTS, **EARLY, "proved": 20, "wrongly_proved": 0, "most_steps": 9,
    "peers": {"ipctk": {**COUNTS, **EARLY, "false": 65}},
}  # fmt: skip

STEP = {
    "triangles": 1000, "step": 0.5, "status": "HIT", "tested": 9, "candidates": 99, "impacts": 3,
    "same": True, "first_contact": [0.5, 0.51], "known_time": None, "late": False, "phase": None,
    "times": {"impinge": 2.0, "impinge, all impacts": 3.0}, "memory": {}, "peers": {},
}  # fmt: skip


def report(**parts):
    return {
        "benchmark": "ccd",
        "quick": False,
        "machine": {"cpu": "Some CPU", "python": "3.11"},
        "versions": {"numba": "0.68", "ipctk": "1.6"},
        "tolerance": 1e-6,
        "families": parts.get("families", {}),
        "exact": parts.get("exact", {}),
        "steps": parts.get("steps", {}),
        "growth": parts.get("growth", {}),
    }


def test_both_parts():
    whole = report(
        families={"random": {"edge-edge": SPEED}},
        exact={"unit-tests": {"vertex-face": EXACT}},
    )
    blocks = ccd_blocks(whole)

    assert tuple(blocks) == BLOCKS[:2]
    assert "| random, edge-edge | 0.50 | 30.0, 4.0 | 30.0, 4.0 | 60x, 8x |" in blocks["bench:ccd"]
    assert "not asked" in blocks["bench:ccd"]
    assert "2 out of budget" in blocks["bench:ccd"]
    assert "report 3 contacts that are none; ipctk misses 0 and reports 65" in blocks[BLOCKS[1]]
    assert "times early by 1.0e-11 in the median" in blocks[BLOCKS[1]]
    assert (
        "`impinge bench ccd` on Some CPU, Python 3.11, numba 0.68, ipctk 1.6;"
        in blocks["bench:ccd-exact"]
    )
    assert len(list(ccd_tables(whole))) == 2 + 1 + 3


def test_parts_alone():
    alone = {**SPEED, "peers": {}, "missed": 0}
    speed = report(families={"random": {"edge-edge": alone}})

    assert list(ccd_blocks(speed)) == ["bench:ccd"]
    assert "ipctk has" not in ccd_blocks(speed)["bench:ccd"]
    assert "0 missed" in ccd_blocks(speed)["bench:ccd"]
    assert list(ccd_blocks(report(exact={"x": {"edge-edge": EXACT}}))) == ["bench:ccd-exact"]
    assert list(ccd_tables(report())) == []


def test_reports_of_before_have_no_steps():
    old = report(exact={"x": {"edge-edge": EXACT}})
    del old["steps"], old["growth"]

    assert list(ccd_blocks(old)) == ["bench:ccd-exact"]


def test_steps():
    whole = report(steps={"cloth": STEP}, growth={"16": STEP, "32": {**STEP, "triangles": 4000}})

    assert list(ccd_blocks(whole)) == [BLOCKS[2]]
    assert "| cloth | 1,000 | 2.0 |" in ccd_blocks(whole)[BLOCKS[2]]
    assert len(list(ccd_tables(whole))) == 3 + 1
