"""What every answer of a family must keep, as functions that tests call on many inputs."""

from fractions import Fraction

import exact
import numpy as np

from impinge.narrow import (
    distance,
    distance_within,
    intersecting_pairs,
    overlap,
    overlap_within,
)

ERROR = 1e-14
"""Stated accuracy of a distance and of its points, as a share of the largest coordinate."""
SMALLEST = 16.0 * 2.0**-1074
"""Numbers below 2**-1022 are whole multiples of 2**-1074: rounding there is absolute."""


def largest_coordinate(a, b, pose_a, pose_b):
    """Of both meshes, of their poses' translations."""
    numbers = [a.vertices[a.faces], b.vertices[b.faces]]
    numbers += [pose[:3, 3] for pose in (pose_a, pose_b) if pose is not None]
    return max(float(np.abs(n).max()) for n in numbers)


def moved(points, pose):
    return points if pose is None else points @ pose[:3, :3].T + pose[:3, 3]


def check_witness(a, b, pose_a, pose_b, found):
    """Points on their triangles, one distance apart, and a normal from A to B."""
    error = 4.0 * ERROR * largest_coordinate(a, b, pose_a, pose_b) + SMALLEST
    assert np.isfinite(found._rows).all(), found._rows
    assert found.distance >= 0.0
    assert 0 <= found.feature_a < len(a.faces)
    assert 0 <= found.feature_b < len(b.faces)
    apart = found.point_b - found.point_a
    assert abs(length(apart) - found.distance) <= error
    assert abs(length(found.normal) - 1.0) <= 1e-14
    if found.distance > 0.0:
        assert np.abs(found.normal * found.distance - apart).max() <= error
    else:
        np.testing.assert_array_equal(found.point_a, found.point_b)
    for mesh, pose, point, face in (
        (a, pose_a, found.point_a, found.feature_a),
        (b, pose_b, found.point_b, found.feature_b),
    ):
        assert distance_to_triangle(point, moved(mesh.vertices[mesh.faces[face]], pose)) <= error


def length(v):
    """Without overflow."""
    largest = np.abs(v).max()
    return float(largest * np.linalg.norm(v / largest)) if largest > 0.0 else 0.0


def distance_to_triangle(point, corners):
    (p, t), shift = exact.as_integers(point[None], corners)
    return float(exact.root(Fraction(*exact.point_triangle_sq(p[0], *t))) / shift)


def check_narrow(a, b, pose_a=None, pose_b=None):
    """All three queries against exact arithmetic, and against each other.

    Returns (whether they overlap, the error of the distance as a share of the largest coordinate).
    """
    in_a, in_b, unit = exact.in_frame_of_a(a, b, pose_a, pose_b)
    expected = exact.meeting_pairs(in_a, in_b)
    pairs = intersecting_pairs(a, b, pose_a, pose_b)
    np.testing.assert_array_equal(pairs.pairs, expected)
    assert pairs.offsets is None

    touching = overlap(a, b, pose_a, pose_b)
    assert type(touching) is bool
    assert touching == (len(expected) > 0)

    found = distance(a, b, pose_a, pose_b)
    assert (found.distance == 0.0) == touching, (found, touching)
    check_witness(a, b, pose_a, pose_b, found)
    true = exact.root(exact.distance_sq(in_a, in_b)) * Fraction(unit)
    error = max(Fraction(0), abs(Fraction(found.distance) - true) - Fraction(SMALLEST))
    share = float(error / Fraction(largest_coordinate(a, b, pose_a, pose_b) or 1.0))
    assert share <= ERROR, share
    return touching, share


def check_bounds(a, b, pose_a, pose_b, found):
    """Bounds around the distance, within its stated error, and points that are ``upper`` apart."""
    true = distance(a, b, pose_a, pose_b).distance
    error = 2.0 * ERROR * largest_coordinate(a, b, pose_a, pose_b) + SMALLEST
    assert 0.0 <= found.lower <= found.upper < np.inf
    assert found.lower <= true + error, (found, true)
    assert true <= found.upper + error, (found, true)
    assert abs(length(found.point_b - found.point_a) - found.upper) <= 2.0 * error
    assert found.overlap or true > 0.0
    if found.certain:
        assert found.overlap == (true == 0.0)


def check_within(a, b, pose_a=None, pose_b=None):
    """Both answers without a limit of time against those of the queries that have none."""
    touching = overlap_within(a, b, pose_a, pose_b, budget=np.inf)
    near = distance_within(a, b, pose_a, pose_b, budget=np.inf)
    for found in (touching, near):
        assert found.certain
        assert found.overlap is overlap(a, b, pose_a, pose_b)
        check_bounds(a, b, pose_a, pose_b, found)
    assert near.lower == near.upper
    assert (near.upper == 0.0) == near.overlap
    assert (touching.upper == 0.0) == touching.overlap
    return near
