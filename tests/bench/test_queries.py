"""A peer that answers wrongly gets no ratio."""

import numpy as np
import pytest

from impinge.bench.queries import Case, all_pairs, distances, first_hit
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import mesh_pair, seeded_poses


class Honest:
    """A peer that gives the library's own answers."""

    def __init__(self, a, b, poses):
        self.a, self.b, self.poses = a, b, poses

    def first_hit(self, i):
        return overlap(self.a, self.b, pose_b=self.poses[i])

    def pairs(self, i):
        return intersecting_pairs(self.a, self.b, pose_b=self.poses[i]).pairs

    def count_pairs(self, i):
        return len(self.pairs(i))

    def distance(self, i):
        return distance(self.a, self.b, pose_b=self.poses[i]).distance


class Liar(Honest):
    """A peer that is wrong in every way."""

    def first_hit(self, i):
        return not super().first_hit(i)

    def pairs(self, i):
        return super().pairs(i)[1:]

    def distance(self, i):
        return 0.5 * super().distance(i)


class Right(Liar):
    """Wrong only by what exact arithmetic can put down to it."""

    def distance(self, i):
        return 1.5 * Honest.distance(self, i)


@pytest.fixture(scope="module")
def case():
    a, b = mesh_pair("knot-bumpy", 500)
    poses = seeded_poses(a, b, (3, 4, 3))
    peers = {"honest": Honest, "liar": Liar, "right": Right}
    return Case(a, b, poses, {k: p(a, b, poses.matrices) for k, p in peers.items()}, 1, 2)


def ratios(report, group):
    return report["classes"][group]["ratios"]


def test_first_hit(case):
    report = first_hit(case)

    assert report["agreement"]["honest"] == {"differs": 0, "unexplained": 0}
    # Ours are the exact ones in each case: the difference is accounted for.
    assert report["agreement"]["liar"]["differs"] == 10
    assert report["agreement"]["liar"]["unexplained"] == 0
    assert ratios(report, "total")["honest / impinge"]["median"] > 0.0


def test_all_pairs(case):
    report = all_pairs(case)

    assert report["agreement"]["honest"]["differs"] == 0
    assert report["agreement"]["liar"]["missing"] == 3
    assert report["agreement"]["liar"]["unexplained"] == 0
    assert report["reference"]["wrong"] == 0


def test_distances(case):
    report = distances(case)

    assert report["agreement"]["honest"]["differs"] == 0
    assert report["agreement"]["liar"]["unexplained"] == report["poses"] > 3
    assert ratios(report, "total")["liar / impinge"] is None
    assert ratios(report, "total")["honest / impinge"] is not None
    # A peer that finds more has missed something; that is no fault of ours.
    assert report["agreement"]["right"]["differs"] == report["poses"]
    assert report["agreement"]["right"]["unexplained"] == 0
    assert np.isfinite(report["error_of_largest_coordinate"])
