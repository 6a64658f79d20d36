"""Pairs of many posed things: the answers of single queries."""

import numpy as np
import pytest
from populated import SHAPES, random_pose

import impinge as im
from impinge.core.threads import use_threads
from impinge.narrow.crowd import Crowd

KINDS = [*SHAPES.values(), im.HalfSpace((0, 0, 1), -0.3), im.HalfSpace((1, 0, 0), -0.5)]


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

    found = Crowd(KINDS).overlaps(kinds, poses, pairs, margins, solid=solid)

    alone = [
        im.overlap(KINDS[kinds[i]], KINDS[kinds[j]], poses[i], poses[j], margin=m, solid=solid)
        for (i, j), m in zip(pairs, margins.tolist(), strict=True)
    ]
    np.testing.assert_array_equal(found, alone)
    assert 0.1 < found.mean() < 0.9


def test_swapping_and_threads_change_nothing():
    kinds, poses, pairs, margins = placed(50, 2)
    crowd = Crowd(KINDS)
    found = crowd.overlaps(kinds, poses, pairs, margins)

    np.testing.assert_array_equal(crowd.overlaps(kinds, poses, pairs[:, ::-1], margins), found)
    for threads in (1, 3):
        with use_threads(threads):
            np.testing.assert_array_equal(crowd.overlaps(kinds, poses, pairs, margins), found)


def test_meshes_made_elsewhere_are_held():
    """Kernels are given addresses: the trees behind them must stay."""
    crowd = Crowd([im.icosphere(0.5, 1) for _ in range(50)])
    poses = np.tile(np.eye(4), (50, 1, 1))
    pairs = np.stack([np.zeros(49, np.int64), np.arange(1, 50)], axis=1)

    for _ in range(3):
        assert crowd.overlaps(np.arange(50), poses, pairs, np.zeros(49)).all()


def test_costs_are_counted():
    kinds, poses, pairs, margins = placed(12, 3)
    with im.count() as cost:
        Crowd(KINDS).overlaps(kinds, poses, pairs, margins)
    assert cost.primitive_tests > 10
    assert cost.volume_tests > 10


def test_no_pairs():
    none = np.zeros((0, 2), np.int64)
    assert (
        len(Crowd(KINDS).overlaps(np.zeros(1, np.int64), np.eye(4)[None], none, np.zeros(0))) == 0
    )


def test_shapes_come_go_and_take_each_others_places():
    rng = np.random.default_rng(4)
    crowd, shapes = Crowd(), []
    for step in range(60):
        if len(shapes) < 4 or step % 3 == 0:
            k = len(shapes)
            shapes.append(None)
        else:
            k = int(rng.integers(len(shapes)))
        shapes[k] = None if step % 7 == 5 else KINDS[rng.integers(len(KINDS))]
        crowd.put(k, shapes[k])
        kept = crowd.copy() if step % 10 == 0 else crowd
        there = np.array([i for i, shape in enumerate(shapes) if shape is not None])
        kinds = rng.choice(there, 12)
        poses = np.stack([random_pose(rng) for _ in kinds])
        pairs = np.stack(np.triu_indices(12, 1), axis=1)
        fresh = Crowd([shapes[k] for k in kinds])
        np.testing.assert_array_equal(
            kept.overlaps(kinds, poses, pairs, np.zeros(len(pairs))),
            fresh.overlaps(np.arange(12), poses, pairs, np.zeros(len(pairs))),
        )


def test_shapes_that_change_again_and_again_leave_no_waste():
    crowd = Crowd([im.Sphere(1.0)])
    rng = np.random.default_rng(5)
    for count in (8, 30, 12, 60, 9) * 40:
        crowd.put(0, im.Hull(rng.normal(size=(count, 3))))
        crowd.put(0, None)
    assert len(crowd.packed) < 10_000


def test_a_copy_is_on_its_own():
    crowd = Crowd([im.Box((1, 1, 1)), im.Box((1, 1, 1))])
    other = crowd.copy()
    other.put(1, im.Sphere(0.1))
    poses = np.tile(np.eye(4), (2, 1, 1))
    poses[1, 0, 3] = 0.9
    asked = np.arange(2), poses, np.array([[0, 1]]), np.zeros(1)
    assert crowd.overlaps(*asked).tolist() == [True]
    assert other.overlaps(*asked).tolist() == [False]


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
    crowd = Crowd(shapes)
    monkeypatch.setattr("impinge.narrow.crowd.OVERLAP", None)
    found = crowd.overlaps(kinds, poses, pairs, margins, solid=True)

    np.testing.assert_array_equal(found, alone)
    surfaces = crowd.overlaps(kinds, poses, pairs, margins)
    assert (surfaces <= found).all()
    assert found.sum() > surfaces.sum() + 20


@pytest.mark.parametrize("small", [im.icosphere(0.05, 1), im.Sphere(0.05)])
def test_open_meshes_have_no_inside(small):
    sheet = im.Mesh([[-2, -2, 0], [2, -2, 0], [0, 2, 1]], [[0, 1, 2]])
    poses = np.tile(np.eye(4), (2, 1, 1))
    poses[1, 2, 3] = 0.8
    for shapes, order in (((sheet, small), [0, 1]), ((sheet, small), [1, 0])):
        with pytest.raises(im.ImpingeError, match="not closed"):
            Crowd(shapes).overlaps(np.arange(2), poses, np.array([order]), np.zeros(1), solid=True)
    poses[1, 2, 3] = 3.0
    pair = np.array([[0, 1]])
    assert not Crowd([sheet, small]).overlaps(np.arange(2), poses, pair, np.zeros(1), solid=True)
