"""What answers about two shapes share: swapping, and parts where there are any."""

import pickle

import numpy as np
from placing import shift

from impinge.geometry import Box, Compound, Sphere
from impinge.narrow import Distance, Penetration, distance, penetration
from impinge.narrow.kernels.pair_row import PAIR_ROW, PART_A, WITH_PARTS
from impinge.narrow.pair_rows import widened

PAIR = Compound([(Sphere(0.5), shift(-2.0)), (Box((1, 1, 1)), shift(2.0))])


def test_swapping_twice_changes_nothing():
    rng = np.random.default_rng(1)
    for width in (PAIR_ROW, WITH_PARTS):
        rows = rng.normal(size=(4, width))
        for kind in (Distance, Penetration):
            twice = kind(rows).swapped().swapped()
            np.testing.assert_array_equal(twice._rows, rows)
            once = kind(rows).swapped()
            np.testing.assert_array_equal(once.point_a, kind(rows).point_b)
            np.testing.assert_array_equal(once.feature_b, kind(rows).feature_a)
            np.testing.assert_array_equal(once.part_a, kind(rows).part_b)


def test_wider_rows_keep_what_they_have():
    rows = np.arange(2.0 * PAIR_ROW).reshape(2, PAIR_ROW)
    wide = widened(rows)

    np.testing.assert_array_equal(wide[:, :PAIR_ROW], rows)
    assert (wide[:, PART_A:] == -1.0).all()
    assert widened(wide) is wide


def test_parts_survive_rows_pickles_and_lists():
    poses = np.stack([shift(-2.2), shift(2.3), shift(9.0)])
    near = distance(PAIR, Sphere(0.1), None, poses)

    assert near.part_a.tolist() == [0, 1, 1]
    assert near[1].part_a == 1
    assert pickle.loads(pickle.dumps(near)).part_a.tolist() == [0, 1, 1]
    assert near.to_dict()["part_b"] == [-1, -1, -1]
    mixed = distance([PAIR, Sphere(1.0), PAIR], Sphere(0.1), None, poses)
    assert mixed.part_a.tolist() == [0, -1, 1]
    deep = penetration([Sphere(1.0), PAIR], Box((1, 1, 1)), None, poses[:2])
    assert deep.part_a.tolist() == [-1, 1]


def test_what_is_shown_is_read_only():
    near = distance(Sphere(1), Sphere(1), None, np.stack([shift(3.0)] * 2))

    for name in ("part_a", "point_a", "feature_b"):
        assert not getattr(near, name).flags.writeable
