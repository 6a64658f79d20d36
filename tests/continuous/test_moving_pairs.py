"""First contacts of many pairs at once: what each says when it is asked alone."""

import numpy as np
import pytest
from every_shape import pose_of
from populated import SHAPES, random_pose
from stepping import moved_pose

import impinge as im
from impinge.continuous import ImpactStatus
from impinge.continuous.options import as_options
from impinge.continuous.time_of_impact import impacts_of
from impinge.motion import Motion, PiecewiseMotion
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.narrow.shape_table import ShapeTable

SOLIDS = ("box", "sphere", "capsule", "cone", "hull")


def first_contacts(shapes, kinds, motion, pairs, margins, options):
    """``motion`` is (rows, place of each thing, paths)."""
    moving = PosedShapes(ShapeTable(shapes), kinds, *motion)
    return impacts_of(PosedPairs(moving, moving, pairs, margins), options)


def crowd_of(shapes, n, seed, way=2.0):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(len(shapes), size=n)
    starts = np.stack([random_pose(rng, 4.0) for _ in range(n)])
    ends = np.stack([moved_pose(rng, pose, way, 1.0) for pose in starts])
    pairs = np.array([(i, j) for i in range(n) for j in range(n) if i != j])
    pairs = pairs[rng.permutation(len(pairs))[:40]]
    return shapes, kinds, Motion(starts, ends), pairs, rng.choice([0.0, 0.1], len(pairs))


@pytest.mark.parametrize("names", [SOLIDS, tuple(SHAPES)])
def test_each_pair_answers_as_it_does_alone(names):
    shapes = [SHAPES[name] for name in names]
    n = 14
    shapes, kinds, motion, pairs, margins = crowd_of(shapes, n, len(names))
    moving = (motion._rows, np.arange(n), {})
    options = as_options(0.0, 1e-6, 0.9, False, 1000)
    rows = first_contacts(shapes, kinds, moving, pairs, margins, options)

    for (a, b), margin, row in zip(pairs, margins, rows, strict=True):
        alone = im.time_of_impact(
            shapes[kinds[a]], shapes[kinds[b]], motion[a], motion[b],
            margin=margin, max_time=0.9, max_steps=1000,
        )  # fmt: skip
        np.testing.assert_array_equal(row, alone._rows)


@pytest.mark.parametrize("gap", [1e-9, 1e-6, 1e-5])
@pytest.mark.parametrize("turn", [2.2, 314.0])
def test_what_moves_together_is_at_rest(gap, turn):
    """Hulls of one link in the frame of the link, as near to each other as they like."""
    corners = im.box_mesh((1, 1, 1)).vertices
    shapes = [im.Hull(corners), im.Hull(corners + np.array([0.3, 0.2, 1.0 + gap]))]
    link = Motion.from_velocity(None, (1, 2, 3), (0.1, 0.2, turn))
    others = Motion.from_velocity(None, (1, 2, 3), (0.1, 0.2, turn + 0.5))
    moving = (np.concatenate([link._rows, link._rows, others._rows]), np.arange(3), {})
    options, pairs = as_options(0.0, 1e-6, 1.0, False, 100_000), np.array([[0, 1], [1, 0], [2, 1]])
    rows = first_contacts(shapes, np.array([0, 1, 0]), moving, pairs, np.zeros(3), options)
    alone = im.time_of_impact(*shapes, link, link)
    assert alone.status == ImpactStatus.FREE
    np.testing.assert_array_equal(rows[0], alone._rows)
    np.testing.assert_array_equal(rows[1], alone._rows)
    np.testing.assert_array_equal(rows[2], im.time_of_impact(*shapes, others, link)._rows)
    scene = im.Scene.from_dict({"a": shapes[0], "b": shapes[1]})
    end = link.pose(1.0) if turn < 3.0 else link
    assert scene.time_of_impact({"a": end, "b": end}).status == ImpactStatus.FREE


def test_steps_are_counted_once():
    path = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (5.0, 0.5, 5.0)]))
    box, mesh = im.Box((1, 1, 1)), im.box_mesh((1, 1, 1))
    still = Motion(np.eye(4)[None], np.eye(4)[None])
    moving = (still._rows, np.array([-1, 0, 0]), {0: path})
    options, kinds = as_options(0.0, 1e-6, 1.0, False, 1000), np.array([0, 0, 1])
    for other, shape in ((1, box), (2, mesh)):
        with im.count() as alone:
            im.time_of_impact(box, shape, path, still[0])
        with im.count() as cost:
            first_contacts([box, mesh], kinds, moving, np.array([[0, other]]), np.zeros(1), options)
        assert cost.primitive_tests == alone.primitive_tests > 0


def test_half_spaces_come_first_or_second():
    shapes = [im.HalfSpace((0, 0, 1), -1.0), im.Sphere(0.5)]
    still = Motion(np.tile(np.eye(4), (2, 1, 1)), np.tile(np.eye(4), (2, 1, 1)))
    falls = Motion.from_velocity(None, (0, 0, -1), (0, 0, 0))
    spins = Motion.from_velocity(None, (0, 0, 0.2), (0.1, 0, 0))
    options = as_options(0.0, 1e-6, 1.0, False, 1000)
    for floor, expected in ((still[0], 0.5), (spins, None)):
        moving = (np.concatenate([floor._rows, falls._rows]), np.arange(2), {})
        pairs = np.array([[0, 1], [1, 0]])
        first, second = first_contacts(shapes, np.arange(2), moving, pairs, np.zeros(2), options)
        alone = im.time_of_impact(*shapes, floor, falls)
        np.testing.assert_array_equal(first, alone._rows)
        assert second[0] == pytest.approx(alone.time, abs=1e-6)
        np.testing.assert_allclose(second[11:14], -first[11:14], atol=1e-5)
        if expected is not None:
            assert alone.time == pytest.approx(expected, abs=1e-6)


def test_paths_are_asked_one_by_one():
    up, away = np.eye(4), np.eye(4)
    up[2, 3], away[0, 3] = 3.0, 5.0
    path = PiecewiseMotion([away, np.eye(4), up])
    moving = (Motion(np.eye(4)[None], np.eye(4)[None])._rows, np.array([-1, 0]), {0: path})
    options = as_options(0.0, 1e-6, 1.0, False, 1000)
    shape = im.Box((1, 1, 1))
    row = first_contacts(
        [shape], np.zeros(2, np.int64), moving, np.array([[0, 1]]), np.zeros(1), options
    )
    np.testing.assert_array_equal(row[0], im.time_of_impact(shape, shape, path)._rows)
    assert row[0, 0] == pytest.approx(0.4, abs=1e-6)


def test_it_counts_and_does_not_depend_on_threads():
    shapes = [SHAPES[name] for name in SOLIDS]
    shapes, kinds, motion, pairs, margins = crowd_of(shapes, 30, 3)
    moving = (motion._rows, np.arange(30), {})
    options = as_options(0.0, 1e-6, 1.0, False, 1000)
    found = []
    for threads in (1, 3):
        with im.use_threads(threads), im.count() as cost:
            found.append(first_contacts(shapes, kinds, moving, pairs, margins, options))
        assert cost.primitive_tests >= len(pairs)
    np.testing.assert_array_equal(*found)
