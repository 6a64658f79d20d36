"""What a step says of itself, and arrows of impulses."""

import numpy as np

import impinge as im
from impinge.simulation import StepStatus, World
from impinge.simulation.contact_set import NO_CONTACTS
from impinge.simulation.step import Report, arrows


def test_steps_are_summed():
    world = World()
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.15)))
    found = world.step(60)
    assert found.time == 60 / 240
    assert found.impacts >= 1
    assert found.contacts == 1
    assert found.least_distance < 0.01
    assert found.status is StepStatus.DONE
    assert str(StepStatus.OUT_OF_EVENTS) == "StepStatus.OUT_OF_EVENTS"


def test_arrows_point_along_impulses():
    world = World()
    world.add("ball", im.Sphere(0.1), mass=2.0)
    weight = 2.0 * 9.81 / 240
    impulses = np.array([[0, 0, weight], [1e3 * weight, 0, 0], [0, 0, 0]])
    report = Report(found=NO_CONTACTS._replace(points=np.ones((3, 3))), impulses=impulses)
    one, long = arrows(world._bodies, report, 1 / 240, np.array([0, 0, -9.81]))
    np.testing.assert_allclose(one[1] - one[0], [0, 0, 0.2])
    np.testing.assert_allclose(long[1] - long[0], [1.0, 0, 0])
    assert one.shape == (5, 3)
    np.testing.assert_array_equal(one[1], one[3])
    assert arrows(World()._bodies, Report(), 1.0, np.zeros(3)) == []
