"""Shapes that come, go and change places: kernels see those that are there."""

import numpy as np
import pytest
from populated import SHAPES, random_pose

import impinge as im
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.narrow.shape_table import MESH, NONE, OTHER, ShapeTable, addresses_of

KINDS = [*SHAPES.values(), im.HalfSpace((0, 0, 1), -0.3), im.HalfSpace((1, 0, 0), -0.5)]


def overlaps(table, kinds, poses, pairs, margins):
    posed = PosedShapes(table, kinds, poses)
    return overlaps_of(PosedPairs(posed, posed, pairs, margins), False)


def test_meshes_made_elsewhere_are_held():
    """Kernels are given addresses: the trees behind them must stay."""
    table = ShapeTable([im.icosphere(0.5, 1) for _ in range(50)])
    poses = np.tile(np.eye(4), (50, 1, 1))
    pairs = np.stack([np.zeros(49, np.int64), np.arange(1, 50)], axis=1)

    for _ in range(3):
        assert overlaps(table, np.arange(50), poses, pairs, np.zeros(49)).all()


def test_shapes_come_go_and_take_each_others_places():
    rng = np.random.default_rng(4)
    table, shapes = ShapeTable(), []
    for step in range(60):
        if len(shapes) < 4 or step % 3 == 0:
            k = len(shapes)
            shapes.append(None)
        else:
            k = int(rng.integers(len(shapes)))
        shapes[k] = None if step % 7 == 5 else KINDS[rng.integers(len(KINDS))]
        table.put(k, shapes[k])
        kept = table.copy() if step % 10 == 0 else table
        there = np.array([i for i, shape in enumerate(shapes) if shape is not None])
        kinds = rng.choice(there, 12)
        poses = np.stack([random_pose(rng) for _ in kinds])
        pairs = np.stack(np.triu_indices(12, 1), axis=1)
        fresh = ShapeTable([shapes[k] for k in kinds])
        np.testing.assert_array_equal(
            overlaps(kept, kinds, poses, pairs, np.zeros(len(pairs))),
            overlaps(fresh, np.arange(12), poses, pairs, np.zeros(len(pairs))),
        )


def test_shapes_that_change_again_and_again_leave_no_waste():
    table = ShapeTable([im.Sphere(1.0)])
    rng = np.random.default_rng(5)
    for count in (8, 30, 12, 60, 9) * 40:
        table.put(0, im.Hull(rng.normal(size=(count, 3))))
        table.put(0, None)
    assert len(table.packed) < 10_000


def test_a_copy_is_on_its_own():
    table = ShapeTable([im.Box((1, 1, 1)), im.Box((1, 1, 1))])
    other = table.copy()
    other.put(1, im.Sphere(0.1))
    poses = np.tile(np.eye(4), (2, 1, 1))
    poses[1, 0, 3] = 0.9
    asked = np.arange(2), poses, np.array([[0, 1]]), np.zeros(1)
    assert overlaps(table, *asked).tolist() == [True]
    assert overlaps(other, *asked).tolist() == [False]


def test_classes_and_rows():
    compound = im.Compound([(im.Sphere(1), None)])
    table = ShapeTable([im.Sphere(1), im.box_mesh(), compound, im.Box((1, 1, 1))])
    table.put(0, None)
    assert table.classes[:3].tolist() == [NONE, MESH, OTHER]
    assert table.begins[:3].tolist() == [-1] * 3
    row = im.Box((1, 1, 1))._packed
    np.testing.assert_array_equal(table.packed[table.begins[3] :][: len(row)], row)
    with pytest.raises(AssertionError):
        table.shape(0)


def test_addresses_are_kept_with_the_mesh():
    mesh = im.box_mesh()
    assert addresses_of(mesh) is addresses_of(mesh)
    inside = addresses_of(mesh, inside=True)[0]
    np.testing.assert_array_equal(inside[0, :6], addresses_of(mesh)[0][0, :6])
    assert not addresses_of(mesh)[0][0, 6:].any()
    assert inside[0, 6:].all()
