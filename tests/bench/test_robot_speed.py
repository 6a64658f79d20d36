"""Two answers about one configuration are explained by what coal itself measures, or not at all."""

from types import SimpleNamespace

import pytest

from impinge.bench.robot_speed import explained


def asked(measured, ours):
    robot = SimpleNamespace(collide=lambda q, scene: SimpleNamespace(pairs=(("hand", "arm"),)))
    checker = SimpleNamespace(pairs=lambda q: {("arm", "hand"): measured})
    return explained(robot, checker, None, None, None, ours)


@pytest.mark.parametrize(
    ("measured", "ours", "reason"),
    [
        ((False, 1e-7), True, "tolerance"),
        ((True, -1e-7), False, "tolerance"),
        ((False, -0.003), True, "contradicts"),
        ((False, 0.003), True, "unexplained"),
        ((True, 0.003), False, "contradicts"),
        ((True, -0.003), False, "unexplained"),
        # Asked pair by pair, without its broad phase, coal finds nothing itself.
        ((False, 0.003), False, "contradicts"),
    ],
)
def test_reasons(measured, ours, reason):
    assert asked(measured, ours) == reason
