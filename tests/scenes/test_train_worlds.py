"""Trains under dynamics: they start free, as fast as their motion, and meet."""

import numpy as np
import pytest

from impinge.scenes.worlds import world


@pytest.mark.parametrize(
    ("name", "robots", "bodies"), [("falling-train", 1, 18), ("four-trains", 4, 40)]
)
def test_trains_start_free(name, robots, bodies):
    made = world(name)
    assert (len(made.robots), len(made)) == (robots, bodies)
    assert made.scene().collide().pairs == []
    energy = sum(made.energy()[:2])
    step = made.step(2)
    assert step.least_distance > 0.0
    assert sum(made.energy()[:2]) <= energy * (1 + 1e-9)
    again = world(name)
    again.step(2)
    assert np.array_equal(made.poses, again.poses)


def test_a_train_falls():
    made = world("falling-train")
    height = made.robots["train"].q[2]
    made.step(12)
    assert height - made.robots["train"].q[2] == pytest.approx(0.5 * 9.81 * 0.1**2, rel=0.1)
