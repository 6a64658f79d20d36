"""Machine parts are closed, look outward and have the size they say."""

import numpy as np
import pytest

from impinge.scenes import parts

PARTS = {
    "gear": lambda: parts.gear(20),
    "bolt": parts.bolt,
    "shaft": lambda: parts.shaft(0.01, 0.1),
    "bearing": lambda: parts.bearing(0.01, 0.02, 0.01),
    "spring": lambda: parts.spring(0.02, 0.002, 0.08),
    "pipe": lambda: parts.pipe([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0]], 0.01, 0.03),
    "link": lambda: parts.link(0.04, 0.02, 0.003),
    "deck": lambda: parts.deck(0.25, 0.006, np.full((3, 3), 0.01)),
    "bracket": lambda: parts.bracket(0.06, 0.05, 0.07, 0.006),
    "motor": lambda: parts.motor(0.05, 0.12),
    "pulley": lambda: parts.pulley(0.03, 0.02, 0.01),
    "cup": lambda: parts.cup(0.03, 0.01, 0.01),
    "valve": lambda: parts.valve(0.05, 0.1),
    "handwheel": lambda: parts.handwheel(0.05, 0.005, 0.03),
    "cable": lambda: parts.cable(0.1, 2, 3),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_a_solid(name):
    part = PARTS[name]()

    assert part.is_closed
    assert part.is_oriented
    assert part.volume > 0.0
    assert part.area > 0.0


def test_a_gear_has_its_teeth_at_the_pitch_circle():
    teeth, module = 24, 0.004
    radius = np.linalg.norm(parts.gear(teeth, module).vertices[:, :2], axis=1)

    assert 0.5 * module * teeth < radius.max() < 0.5 * module * (teeth + 2)


def test_a_spring_is_as_high_as_asked():
    low, high = parts.spring(0.02, 0.002, 0.08).bounds

    assert low[2] == pytest.approx(0.0, abs=2e-4)
    assert high[2] == pytest.approx(0.08, abs=2e-4)


def test_corners_are_rounded_and_long_ways_divided():
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0]])

    path = parts.divided(parts.rounded(corners, 0.2, 9), 0.05)

    assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() <= 0.05 + 1e-12
    assert np.linalg.norm(path - corners[1], axis=1).min() > 0.05
