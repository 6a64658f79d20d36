"""The whole benchmark of broad phases runs, with peers where installed; a report ready for JSON."""

import json

import pytest

from impinge.bench import pairs
from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS
from impinge.pairs.find import FEW
from impinge.scenes.boxes import DISTRIBUTIONS


@pytest.fixture(scope="module")
def report():
    said, peers = [], bool(pairs.installed())
    found = pairs.bench_pairs(peers=peers, quick=True, say=said.append)
    assert any("moving" in line for line in said)
    return found


def test_the_report_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_everything_is_in_it(report):
    assert list(report["distributions"]) == list(DISTRIBUTIONS)
    for found in report["distributions"].values():
        assert found["boxes"] == [200, 400]
        assert all(cell["ms"] > 0.0 for m in found["methods"].values() for cell in m["cells"])
    assert report["memory"]["most"]["uniform"]["pairs"] > 100
    assert list(report["memory"]["methods"]) == list(METHODS)
    for seen in report["memory"]["methods"].values():
        assert list(seen) == ["uniform"]
    assert pairs.FULL["memory"] == DISTRIBUTIONS


def test_the_sizes_around_the_choice_of_a_method_are_measured():
    """``find_pairs`` changes its method at FEW boxes: the table shows it, and sizes beside it."""
    sizes = pairs.FULL["sizes"]
    at = sizes.index(FEW)

    assert sizes[at - 1] < FEW < sizes[at + 1] < 1_000
    assert min(pairs.FULL["moving_sizes"]) <= 100


def test_answers_are_compared_with_peers(report):
    for rows in report.get("peers", {}).values():
        for row in rows:
            for peer, ratio in row["ratios"].items():
                assert all(seen["unexplained"] == 0 for seen in row["differ"][peer])
                assert ratio["median"] > 0.0


def test_one_part_alone():
    found = pairs.bench_pairs(["line"], quick=True)

    assert list(found["distributions"]) == ["line"]
    assert "moving" not in found
    with pytest.raises(ImpingeError, match="'cubes', expected one of uniform"):
        pairs.bench_pairs(["cubes"], quick=True)


class Lying:
    """A peer that has found one pair too few."""

    def __init__(self, lower, upper):
        pass

    def count(self):
        return 0

    def differ(self, _ours):
        return {"only_ours": 1, "only_theirs": 0, "unexplained": 1}


def test_no_ratio_with_one_who_is_wrong():
    found = pairs.beside_peers("uniform", 200, 1, 1, {"liar": Lying})

    assert found["ratios"] == {"liar": None}
    assert found["times"]["liar"]["median_us"] > 0.0


def test_peers_that_are_missing_are_named(monkeypatch):
    monkeypatch.setattr(pairs, "installed", dict)
    with pytest.raises(ImpingeError, match="make peers"):
        pairs.bench_pairs(peers=True, quick=True)
