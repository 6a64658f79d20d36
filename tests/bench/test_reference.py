"""The library against exact arithmetic, on meshes small enough for all of it."""

import numpy as np
import pytest

from impinge.bench.reference import ExactPose, box_pairs, cgal_pairs, explained
from impinge.geometry import box_mesh
from impinge.narrow import distance, intersecting_pairs
from impinge.scenes import mesh_pair, seeded_poses


@pytest.fixture(scope="module")
def case():
    a, b = mesh_pair("knot-bumpy", 500)
    return a, b, seeded_poses(a, b, (4, 4, 4))


def test_pair_sets_are_exact(case):
    a, b, poses = case
    for pose in poses.matrices[poses.of("deep")]:
        exact = ExactPose(a, b, pose)
        everything = np.arange(len(a.faces))

        found = intersecting_pairs(a, b, pose_b=pose).pairs

        assert len(found) > 5
        np.testing.assert_array_equal(found, exact.pairs(everything))
        some = exact.sample_of_faces(50)
        np.testing.assert_array_equal(found[np.isin(found[:, 0], some)], exact.pairs(some))


def test_distances_are_right_to_rounding(case):
    a, b, poses = case
    for pose in poses.matrices[poses.of("separated")]:
        answer = distance(a, b, pose_b=pose)

        assert ExactPose(a, b, pose).distance_error(answer) <= 1e-14


def test_cgal_agrees_where_it_is_installed(case):
    pytest.importorskip("igl", reason="libigl is not installed (make peers)")
    a, b, poses = case
    pose = poses.matrices[0]

    found = cgal_pairs(a, b, pose)

    np.testing.assert_array_equal(found, intersecting_pairs(a, b, pose_b=pose).pairs)


def test_a_wrong_peer_is_found_out():
    box, pose = box_mesh((1.0, 1.0, 1.0)), np.eye(4)
    pose[0, 3] = 1.0 + 1e-12

    assert explained(box, box, pose, peer_hits=True)
    pose[0, 3] = 1.0
    assert explained(box, box, pose, peer_hits=False)


def test_box_pairs_are_those_of_brute_force():
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(2, 80, 3, 3)) * 0.3 + rng.normal(size=(2, 80, 1, 3))

    found = box_pairs(a, b, 0.1)

    low_a, high_a = a.min(axis=1) - 0.1, a.max(axis=1) + 0.1
    low_b, high_b = b.min(axis=1), b.max(axis=1)
    meet = ((low_a[:, None] <= high_b) & (low_b <= high_a[:, None])).all(axis=2)
    np.testing.assert_array_equal(found, np.argwhere(meet))
    assert len(found) > 50


def test_no_triangles_no_pairs():
    assert len(box_pairs(np.empty((0, 3, 3)), np.zeros((1, 3, 3)), 0.0)) == 0
