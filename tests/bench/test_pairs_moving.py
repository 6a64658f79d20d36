"""Boxes that swing: frames that close, and phases that agree."""

import numpy as np
import pytest

from impinge.bench import pairs_moving
from impinge.core.errors import ImpingeError


@pytest.mark.parametrize(("share", "step"), pairs_moving.MOTIONS.values())
def test_each_frame_is_a_step_from_the_one_before(share, step):
    lower, upper, frames = pairs_moving.swing(400, share, step)

    edge = np.median(upper - lower)
    for k, (ids, low, _) in enumerate(frames):
        way = np.linalg.norm(low - frames[k - 1][1], axis=1)
        assert len(ids) == round(400 * share)
        # The axes of a circle are not square to each other: it is an ellipse.
        assert np.sqrt(np.mean(way**2)) == pytest.approx(step * edge, rel=0.5)


def test_every_phase_is_measured():
    found = pairs_moving.moving((100,), 1, lambda _: None)

    assert list(found) == list(pairs_moving.MOTIONS)
    for (row,) in found.values():
        assert row["boxes"] == 100
        assert set(pairs_moving.keepers()) == set(row["ms"]) == set(row["minimum_ms"])
        assert all(row["minimum_ms"][name] <= ms for name, ms in row["ms"].items())


def test_a_wrong_answer_stops_it():
    def answer(k, phase):
        return np.array([[0, phase]])

    pairs_moving.check_frames({"a": 1, "b": 1}, answer)
    with pytest.raises(ImpingeError, match="b: another answer than the rest at frame 0"):
        pairs_moving.check_frames({"a": 1, "b": 2}, answer)
