"""Batches whose rows have shapes of their own."""

import numpy as np
import pytest
from every_shape import CONVEX, OTHERS
from placing import random_poses

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Box, HalfSpace, Sphere, box_mesh
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.mixed import Many, is_many

KINDS = [*CONVEX.values(), OTHERS["half-space"]]


def rows_of_shapes(rng, n):
    a = [CONVEX[k] for k in rng.choice(list(CONVEX), size=n)]
    b = [KINDS[k] for k in rng.integers(len(KINDS), size=n)]
    return a, b


def test_rows_are_single_answers_whatever_the_kinds():
    rng = np.random.default_rng(1)
    a, b = rows_of_shapes(rng, 120)
    poses_a, poses_b = random_poses(rng, 120), random_poses(rng, 120)

    near = distance(a, b, poses_a, poses_b)
    deep = penetration(a, b, poses_a, poses_b)
    touching = overlap(a, b, poses_a, poses_b, margin=0.1)
    for i in range(120):
        one = distance(a[i], b[i], poses_a[i], poses_b[i])
        np.testing.assert_array_equal(near[i].normal, one.normal)
        assert near[i].distance == one.distance
        assert deep[i].depth == penetration(a[i], b[i], poses_a[i], poses_b[i]).depth
        assert touching[i] == overlap(a[i], b[i], poses_a[i], poses_b[i], margin=0.1)
    assert 20 < (near.distance == 0.0).sum() < 110


def test_meshes_among_them():
    rng = np.random.default_rng(2)
    mesh = box_mesh((1, 1, 1))
    a = [mesh, mesh, box_mesh((2, 1, 1)), mesh]
    poses = random_poses(rng, 4)

    rows = distance(a, mesh, None, poses)
    for i in range(4):
        assert rows[i].distance == distance(a[i], mesh, None, poses[i]).distance


def test_half_spaces_among_them():
    a = [HalfSpace((0, 0, 1), 0.0), Box((1, 1, 1))]
    rows = distance(a, HalfSpace((0, 0, -1), -2.0))

    np.testing.assert_array_equal(rows.distance, [2.0, 1.5])


def test_one_goes_with_all_and_threads_change_nothing():
    rng = np.random.default_rng(3)
    a, _ = rows_of_shapes(rng, 300)
    found = set()
    for threads in (1, 3):
        with use_threads(threads):
            found.add(
                distance(
                    a, Box((1, 1, 1)), random_poses(np.random.default_rng(4), 300)
                )._rows.tobytes()
            )
    assert len(found) == 1
    assert len(distance([Sphere(1.0)], Box((1, 1, 1)))) == 1


def test_what_is_a_sequence_of_shapes():
    assert is_many([Sphere(1.0)])
    assert is_many((Sphere(1.0), Box((1, 1, 1))))
    assert not is_many((np.zeros((3, 3)), [[0, 1, 2]]))
    assert is_many([])
    assert Many([Sphere(1.0)] * 3, Box((1, 1, 1)), None, None).count == 3


def test_lengths_and_members_are_checked():
    with pytest.raises(ImpingeError, match="a and b: numbers of rows differ"):
        distance([Sphere(1.0)] * 3, [Sphere(1.0)] * 2)
    with pytest.raises(ImpingeError, match="a and pose_b: numbers of rows differ"):
        overlap([Sphere(1.0)] * 3, Sphere(1.0), None, np.stack([np.eye(4)] * 4))
    with pytest.raises(ImpingeError, match="a: row 1 is a str"):
        distance([Sphere(1.0), "ball"], Sphere(1.0))


def test_what_is_no_shape_is_named_by_its_argument():
    with pytest.raises(ImpingeError, match=r"^b: expected a shape"):
        overlap([Box((1, 1, 1))], "ball")
    with pytest.raises(ImpingeError, match=r"^a: expected a shape"):
        overlap(None, Sphere(1.0))


def test_no_shapes_are_a_batch_of_no_rows():
    ball, none = Sphere(1.0), np.empty((0, 4, 4))

    for a, b in (([], ball), (ball, ()), ([], [])):
        assert overlap(a, b, pose_b=none).shape == (0,)
        assert len(distance(a, b)) == len(penetration(a, b)) == 0


@pytest.mark.parametrize("shapes", [[3, Sphere(1.0)], [Sphere(1.0), "x"], (None, Sphere(1.0))])
def test_what_is_no_shape_is_named_by_its_row(shapes):
    row = next(i for i, shape in enumerate(shapes) if not isinstance(shape, Sphere))
    for ask in (overlap, distance, penetration):
        with pytest.raises(ImpingeError, match=f"^b: row {row} is a .*, expected a shape"):
            ask(Sphere(1.0), shapes)
