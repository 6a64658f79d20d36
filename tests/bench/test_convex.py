"""A quick run of everything that is measured about convex pairs."""

import json

import pytest

from impinge.bench import convex
from impinge.bench.convex import KINDS, QUESTIONS, QUICK, bench_convex
from impinge.core.errors import ImpingeError


def test_everything_is_in_the_report(convex_report):
    assert set(convex_report["kinds"]) == set(KINDS)
    for questions in convex_report["kinds"].values():
        assert set(questions) == set(QUESTIONS)
    rows = convex_report["growth"]["rows"]
    assert [row["vertices"] for row in rows] == list(QUICK["sizes"])
    assert all(row["overlap"] > 0.0 for row in rows)
    assert "box-cone" in convex_report["accuracy"]


def test_it_is_ready_for_json(convex_report):
    assert json.loads(json.dumps(convex_report, allow_nan=False)) == convex_report


def test_peers_that_are_not_there_are_missed(monkeypatch):
    monkeypatch.setattr(convex, "installed", lambda *_: {})
    with pytest.raises(ImpingeError, match="make peers"):
        bench_convex(peers=True, quick=True)


def test_growth_with_three_sizes_has_exponents():
    found = convex.growth((8, 16, 32), (1, 1, 1), 1, {})
    assert set(found["exponents"]) == {"gap with points", "distance", "overlap"}
