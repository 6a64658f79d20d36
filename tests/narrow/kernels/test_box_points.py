"""Points of two boxes by formula: where it answers, a search would have found the same."""

import numpy as np
import pytest
from placing import random_pose

from impinge.core.jit import kernel
from impinge.geometry import Box, Hull
from impinge.hierarchy import closest_point
from impinge.narrow import distance, penetration
from impinge.narrow.kernels.boxes import measure_boxes
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.kernels.relation import relation_of
from impinge.narrow.kernels.support import Pair

REST = np.eye(4)


@kernel
def measure(rows_a, rows_b, pose_a, pose_b, touch, out):
    rotation, shift = relation_of(pose_a, pose_b)
    done, gap, _ = measure_boxes(Pair(rows_a, 0, rows_b, 0, rotation, shift), touch, out)
    return done, gap


def by_formula(a, b, pose):
    out = np.empty(PAIR_ROW)
    done, gap = measure(a._packed, b._packed, REST, pose, 1e-15, out)
    return done, gap, out


def pairs(seed, count, spread):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        pose = random_pose(rng)
        pose[:3, 3] = spread * rng.normal(size=3)
        yield Box(rng.uniform(0.2, 2.0, 3)), Box(rng.uniform(0.2, 2.0, 3)), pose


@pytest.mark.parametrize("spread", [0.3, 1.0, 3.0])
def test_answers_are_those_of_the_search_among_corners(spread):
    """Hulls of the same corners go through GJK and the expanding polytope."""
    answered = 0
    for a, b, pose in pairs(1, 200, spread):
        done, gap, row = by_formula(a, b, pose)
        if not done:
            continue
        answered += 1
        hulls = Hull(corners(a)), Hull(corners(b))
        true = distance(*hulls, None, pose).distance - penetration(*hulls, None, pose).depth
        assert row[0] == gap == pytest.approx(true, abs=1e-14)
        # Points are on both, and as far apart as said, along the normal.
        p, q, n = row[1:4], row[4:7], row[7:10]
        np.testing.assert_allclose(q - p, gap * n, atol=1e-14)
        in_b = pose[:3, :3].T @ (q - pose[:3, 3])
        assert closest_point(a, p).distance == pytest.approx(0.0, abs=1e-14)
        assert closest_point(b, in_b).distance == pytest.approx(0.0, abs=1e-14)
    assert answered > 40


def test_overlapping_boxes_in_general_position_need_no_search():
    found = [by_formula(a, b, pose) for a, b, pose in pairs(2, 300, 0.3)]

    deep = [done for done, gap, _ in found if gap < 0.0]
    assert len(deep) > 100
    assert np.mean(deep) > 0.99


def test_boxes_that_lie_flat_on_each_other_are_left_to_the_search():
    a, pose = Box((1, 1, 1)), np.eye(4)
    for x in (0.9, 1.0, 1.5):
        pose[0, 3] = x
        assert not by_formula(a, a, pose)[0]


def test_features_are_those_that_meet():
    a, pose = Box((2, 2, 2)), np.eye(4)
    # A corner of B, turned onto its tip, over the face +x of A.
    tip = np.array([-1.0, -1, -1]) / np.sqrt(3.0)
    u = np.cross(tip, [0, 0, 1.0])
    u /= np.linalg.norm(u)
    frame = np.column_stack([tip, u, np.cross(tip, u)])
    pose[:3, :3] = np.column_stack([[-1.0, 0, 0], [0, -1, 0], [0, 0, 1]]) @ frame.T
    pose[0, 3] = 1.0 + np.sqrt(3.0) + 0.25
    done, gap, row = by_formula(a, a, pose)

    assert done
    assert gap == pytest.approx(0.25, abs=1e-14)
    assert a.feature_count == 26
    assert row[10] == 8 + 12 + 1
    assert row[11] == 0


def corners(box):
    half = 0.5 * np.asarray(box.sizes)
    return half * np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)])
