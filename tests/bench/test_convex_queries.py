"""A peer that answers wrongly is seen; it gets a ratio only where ours are right."""

import pytest

from impinge.bench import convex_queries
from impinge.bench.convex_queries import (
    REST,
    Case,
    distances,
    gap_with_points,
    overlaps,
    signed_gaps,
)
from impinge.scenes.convex_pairs import convex_poses, convex_shape


class Honest:
    """A peer that gives the library's own answers."""

    def __init__(self, shape, poses):
        self.gaps = signed_gaps(shape, shape, poses)

    def gap(self, i):
        return self.gaps[i]

    def distance(self, i):
        return self.gap(i)

    def first_hit(self, i):
        return self.gap(i) <= 0.0

    def contact(self, i):
        return self.first_hit(i)


class Liar(Honest):
    """A peer that is wrong in every way."""

    def gap(self, i):
        return 0.5 - super().gap(i)


@pytest.fixture(scope="module")
def case():
    shape = convex_shape("box")
    poses = convex_poses(shape, shape, (3, 4, 3))
    peers = {
        name: peer(shape, poses.matrices) for name, peer in (("honest", Honest), ("liar", Liar))
    }
    return Case(shape, shape, poses, peers, 2, pose_a=REST)


def ratios(report, group="total"):
    return report["classes"][group]["ratios"]


@pytest.mark.parametrize("question", [gap_with_points, distances, overlaps])
def test_wrong_answers_are_seen_and_put_down_to_the_peer(case, question):
    report = question(case)

    assert report["agreement"]["batch"]["differs"] == 0
    assert report["agreement"]["honest"]["differs"] == 0
    assert report["agreement"]["liar"]["differs"] > 0.4 * report["poses"]
    # Ours are right, so the ratio stands.
    assert report["agreement"]["liar"]["unexplained"] == 0
    assert ratios(report)["liar / impinge"]["median"] > 0.0
    single = report["single"]
    assert single["beyond_us"] == pytest.approx(single["call_us"] - single["kernel_us"])
    assert report["classes"]["total"]["poses"] == report["poses"]


def test_no_ratio_where_ours_are_wrong(case, monkeypatch):
    monkeypatch.setattr(convex_queries, "signed_gaps", lambda *_: case.peers["liar"].gaps + 1e-3)

    report = gap_with_points(case)
    assert report["agreement"]["honest"]["unexplained"] > 0
    assert ratios(report)["honest / impinge batch"] is None


def test_collisions_are_contenders_too(case):
    assert "honest collide / impinge" in ratios(gap_with_points(case))
    assert "honest collide / impinge" not in ratios(distances(case))
    assert set(distances(case)["classes"]) == {"near", "separated", "total"}
