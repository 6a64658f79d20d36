"""Penalty forces: springs without a kink, dampers that never pull, friction."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.response import penalty_forces

UP = [0.0, 0.0, 1.0]


def along(depths, opening=0.0, **options):
    """Forces along the normal for many depths."""
    m = len(depths)
    speeds = np.tile([0.0, 0.0, opening], (m, 1))
    return penalty_forces(depths, [UP] * m, speeds, **options)[:, 2]


def test_springs_are_smooth_up_to_a_depth():
    depths = np.array([-1.0, 0.0, 0.1, 0.2, 0.5])

    assert along(depths, stiffness=10.0) == pytest.approx([0.0, 0.0, 1.0, 2.0, 5.0])
    smooth = along(depths, stiffness=10.0, smooth_depth=0.2)
    assert smooth == pytest.approx([0.0, 0.0, 0.25, 1.0, 4.0])
    fine = np.linspace(0.0, 0.4, 4001)
    slopes = np.diff(along(fine, stiffness=10.0, smooth_depth=0.2)) / np.diff(fine)
    assert np.abs(np.diff(slopes)).max() < 0.01


def test_forces_never_pull():
    depths = np.array([-0.1, 0.1, 0.1])

    assert along(depths, 0.5, stiffness=10.0, damping=4.0).tolist() == [0.0, 0.0, 0.0]
    assert along(depths, -0.5, stiffness=10.0, damping=4.0) == pytest.approx([0.0, 3.0, 3.0])


def test_friction_is_against_sliding():
    speeds = [[3.0, 4.0, 0.0], [0.0, 0.0, -1.0]]
    found = penalty_forces([0.1, 0.1], [UP, UP], speeds, stiffness=10.0, friction=0.5)

    assert found == pytest.approx(np.array([[-0.3, -0.4, 1.0], [0.0, 0.0, 1.0]]))
    assert penalty_forces([], [], [], stiffness=1.0).shape == (0, 3)


@pytest.mark.parametrize("speed", [1e-200, 1e-5, 1e200])
def test_friction_does_not_depend_on_how_fast_it_slides(speed):
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        found = penalty_forces([0.1], [UP], [[speed, 0, 0]], stiffness=10.0, friction=0.5)

    assert found == pytest.approx(np.array([[-0.5, 0.0, 1.0]]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"depths": [np.nan]}, "depths: row 0"),
        ({"normals": [[0, 0, 2]]}, "normals: row 0 .* unit"),
        ({"speeds": np.zeros((2, 3))}, "speeds: 2 rows, expected 1"),
        ({"stiffness": -1.0}, "stiffness: -1 is less"),
        ({"friction": -0.1}, "friction: -0.1 is less"),
        ({"damping": [1.0, 2.0]}, "damping: expected"),
        ({"smooth_depth": -1.0}, "smooth_depth: -1 is less"),
    ],
)
def test_bad_input_is_named(change, message):
    given = {"depths": [0.1], "normals": [UP], "speeds": [[0, 0, 0]], "stiffness": 1.0, **change}
    with pytest.raises(ImpingeError, match=message):
        penalty_forces(given.pop("depths"), given.pop("normals"), given.pop("speeds"), **given)
