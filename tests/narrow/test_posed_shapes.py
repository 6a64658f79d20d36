"""Pairs of many posed shapes: the answers of single queries."""

import sys

import numpy as np
import pytest
from every_shape import CONVEX, OTHERS
from placing import random_poses
from populated import SHAPES, random_pose

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Box, HalfSpace, Sphere, box_mesh
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.distance import distances_of
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes, is_many, posed_lists
from impinge.narrow.shape_table import ShapeTable

KINDS = [*SHAPES.values(), im.HalfSpace((0, 0, 1), -0.3), im.HalfSpace((1, 0, 0), -0.5)]
SOLID = [*CONVEX.values(), OTHERS["half-space"]]


def overlaps(table, kinds, poses, pairs, margins, *, solid=False):
    posed = PosedShapes(table, kinds, poses)
    return overlaps_of(PosedPairs(posed, posed, pairs, margins), solid)


def placed(n, seed):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(0, len(KINDS), n)
    poses = np.stack([random_pose(rng) for _ in range(n)])
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    margins = rng.choice([0.0, 0.0, 0.1, 0.03], len(pairs))
    return kinds, poses, pairs, margins


@pytest.mark.parametrize("solid", [False, True])
def test_each_pair_is_answered_as_if_asked_alone(solid):
    kinds, poses, pairs, margins = placed(40, 1)
    if solid:
        # Two filled grounds are refused by every query.
        kinds[[isinstance(KINDS[k], im.HeightField) for k in kinds]] = 0

    found = overlaps(ShapeTable(KINDS), kinds, poses, pairs, margins, solid=solid)

    alone = [
        im.overlap(KINDS[kinds[i]], KINDS[kinds[j]], poses[i], poses[j], margin=m, solid=solid)
        for (i, j), m in zip(pairs, margins.tolist(), strict=True)
    ]
    np.testing.assert_array_equal(found, alone)
    assert 0.1 < found.mean() < 0.9


def test_swapping_and_threads_change_nothing():
    kinds, poses, pairs, margins = placed(50, 2)
    table = ShapeTable(KINDS)
    found = overlaps(table, kinds, poses, pairs, margins)

    np.testing.assert_array_equal(overlaps(table, kinds, poses, pairs[:, ::-1], margins), found)
    for threads in (1, 3):
        with use_threads(threads):
            np.testing.assert_array_equal(overlaps(table, kinds, poses, pairs, margins), found)


@pytest.mark.parametrize("solid", [False, True])
def test_distances_of_two_tables(solid):
    """Rows of A have a table and poses of their own, as what is asked of a scene from outside."""
    kinds, poses, pairs, _ = placed(30, 7)
    if solid:
        kinds[[isinstance(KINDS[k], im.HeightField) for k in kinds]] = 0
    used, own = np.unique(kinds[:15], return_inverse=True)
    a = PosedShapes(ShapeTable([KINDS[k] for k in used]), own, poses[:15])
    b = PosedShapes(ShapeTable(KINDS), kinds, poses)
    pairs = pairs[pairs[:, 0] < 15]
    found = distances_of(PosedPairs(a, b, pairs), solid)

    for (i, j), row in zip(pairs, found, strict=True):
        one = distance(KINDS[kinds[i]], KINDS[kinds[j]], poses[i], poses[j], solid=solid)._rows
        np.testing.assert_array_equal(row[: len(one)], one)
    assert 0.1 < (found[:, 0] == 0.0).mean() < 0.9


def test_links_of_a_robot_in_many_configurations():
    """Rows are links x configurations; pairs name the same two links in each of them."""
    links, rng = (
        [Box((1, 0.2, 0.2)), im.Capsule(0.2, 1), im.icosphere(0.3, 1)],
        np.random.default_rng(8),
    )
    count = 200
    poses = random_poses(rng, 3 * count, 0.7)
    robot = PosedShapes(ShapeTable(links), np.tile(np.arange(3), count), poses)
    first = 3 * np.arange(count)
    pairs = np.concatenate(
        [np.stack([first + i, first + j], axis=1) for i, j in ((0, 1), (0, 2), (1, 2))]
    )
    found = overlaps_of(PosedPairs(robot, robot, pairs, 0.01), False).reshape(3, count)

    for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        alone = overlap(links[i], links[j], poses[first + i], poses[first + j], margin=0.01)
        np.testing.assert_array_equal(found[k], alone)
        assert 10 < alone.sum() < 190


def test_costs_are_counted():
    kinds, poses, pairs, margins = placed(12, 3)
    with im.count() as cost:
        overlaps(ShapeTable(KINDS), kinds, poses, pairs, margins)
    assert cost.primitive_tests > 10
    assert cost.volume_tests > 10


def test_no_pairs():
    one, none = np.zeros(1, np.int64), np.zeros((0, 2), np.int64)
    assert len(overlaps(ShapeTable(KINDS), one, np.eye(4)[None], none, np.zeros(0))) == 0


def test_what_is_inside_is_found_without_python(monkeypatch):
    """Surfaces first, and then containment: no pair of meshes or convex shapes is asked alone."""
    rng = np.random.default_rng(6)
    closed = [im.icosphere(r, 1) for r in (0.1, 0.3, 0.6, 1.2)]
    two = im.Mesh(
        np.concatenate([closed[0].vertices - 2.0, closed[0].vertices + 0.2]),
        np.concatenate([closed[0].faces, closed[0].faces + len(closed[0].vertices)]),
    )
    shapes = [*closed, two, im.Sphere(0.05), im.Box((0.2, 0.1, 0.1)), im.Cone(0.1, 0.2)]
    kinds = rng.integers(len(shapes), size=40)
    poses = np.stack([random_pose(rng, 1.5) for _ in kinds])
    pairs = np.stack(np.triu_indices(40, 1), axis=1)
    margins = rng.choice([0.0, 0.05], len(pairs))
    alone = [
        im.overlap(shapes[kinds[i]], shapes[kinds[j]], poses[i], poses[j], margin=m, solid=True)
        for (i, j), m in zip(pairs, margins.tolist(), strict=True)
    ]
    table = ShapeTable(shapes)
    monkeypatch.setattr(sys.modules[overlaps_of.__module__], "OVERLAP", None)
    found = overlaps(table, kinds, poses, pairs, margins, solid=True)

    np.testing.assert_array_equal(found, alone)
    surfaces = overlaps(table, kinds, poses, pairs, margins)
    assert (surfaces <= found).all()
    assert found.sum() > surfaces.sum() + 20


@pytest.mark.parametrize("small", [im.icosphere(0.05, 1), im.Sphere(0.05)])
def test_open_meshes_have_no_inside(small):
    sheet = im.Mesh([[-2, -2, 0], [2, -2, 0], [0, 2, 1]], [[0, 1, 2]])
    poses = np.tile(np.eye(4), (2, 1, 1))
    poses[1, 2, 3] = 0.8
    for shapes, order in (((sheet, small), [0, 1]), ((sheet, small), [1, 0])):
        with pytest.raises(im.ImpingeError, match="not closed"):
            overlaps(
                ShapeTable(shapes), np.arange(2), poses, np.array([order]), np.zeros(1), solid=True
            )
    poses[1, 2, 3] = 3.0
    pair = np.array([[0, 1]])
    assert not overlaps(
        ShapeTable([sheet, small]), np.arange(2), poses, pair, np.zeros(1), solid=True
    )


def rows_of_shapes(rng, n):
    a = [CONVEX[k] for k in rng.choice(list(CONVEX), size=n)]
    b = [SOLID[k] for k in rng.integers(len(SOLID), size=n)]
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
    assert len(posed_lists([Sphere(1.0)] * 3, Box((1, 1, 1)), None, None)) == 3


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
