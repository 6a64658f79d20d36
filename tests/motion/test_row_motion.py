"""Batches of motions of several kinds."""

import pickle

import numpy as np
from moving import motions

from impinge.motion import PiecewiseMotion
from impinge.motion.row_motion import RowMotion


def test_a_batch_moves_as_its_motions_do():
    alone = [motion for motion in motions() if not isinstance(motion, PiecewiseMotion)]
    together = RowMotion(np.concatenate([motion._rows for motion in alone]))

    assert len(together) == len(alone)
    np.testing.assert_array_equal(together.pose(0.3), [motion.pose(0.3) for motion in alone])
    bounds = [motion.speed_bound(0.5) for motion in alone]
    np.testing.assert_array_equal(together.speed_bound(0.5), bounds)


def test_rows_of_it_are_motions_too():
    alone = next(motions())
    together = RowMotion(np.repeat(alone._rows, 3, axis=0))

    np.testing.assert_array_equal(together[1].pose(0.7), alone.pose(0.7))
    assert len(together[[0, 2]]) == 2
    again = pickle.loads(pickle.dumps(together))
    np.testing.assert_array_equal(again.pose(0.7), together.pose(0.7))
