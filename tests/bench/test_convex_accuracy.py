"""Errors by pair of kinds: as small as stated, and seen where they are not."""

import pytest

from impinge.bench import convex_accuracy
from impinge.bench.convex_accuracy import accuracy
from impinge.bench.convex_checks import CURVED, FLAT
from impinge.narrow import distance

KINDS = ("box", "capsule", "cylinder", "half-space")


def test_errors_are_as_stated():
    said = []
    found = accuracy(1, KINDS, said.append)

    assert len(found) == len(said) == 9
    for name, row in found.items():
        limit = CURVED if "cylinder" in name else FLAT
        assert row["gap"] <= limit, name
        assert row["depth"] <= limit, name
        assert row["gaps"] + row["depths"] >= 5
    assert sum(row["depths"] for row in found.values()) > 9


def test_a_wrong_gap_is_seen(monkeypatch):
    class Off:
        def __init__(self, *arguments):
            self.distance = distance(*arguments).distance + 1e-3

    monkeypatch.setattr(convex_accuracy, "distance", Off)
    found = accuracy(1, ("sphere",))
    assert found["sphere-sphere"]["gap"] == pytest.approx(1e-3, rel=0.99)
    assert found["sphere-sphere"]["gap"] > 1e-5
