"""Contact points at impacts: of two shapes, of scenes and of robots, single and in batches."""

import pickle

import numpy as np
import pytest
from robots_in_motion import cell, crowded

import impinge as im
from impinge.contacts import at_impact
from impinge.continuous import ImpactStatus
from impinge.core.errors import ImpingeError

CRATE, FLOOR = im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1))


def test_a_crate_that_lands_flat_stands_on_four_corners():
    fall = im.Motion(im.pose((0, 0, 2)), im.pose((0, 0, -2)))
    found = im.time_of_impact(CRATE, FLOOR, fall)
    touch = at_impact(found, CRATE, FLOOR, fall)
    assert touch.offsets is None
    assert len(touch.point) == 4
    assert np.abs(np.abs(touch.point[:, :2]) - 0.5).max() < 1e-9
    assert 0.0 <= touch.separation.min() <= touch.separation.max() <= found.gap + 1e-6


def test_batches_have_the_contacts_of_each_row():
    ends = np.stack([im.pose((0, 0, z)) for z in (-2.0, 1.0, -1.0)])
    fall = im.Motion(np.stack([im.pose((0, 0, 2))] * 3), ends)
    found = im.time_of_impact(CRATE, FLOOR, fall)
    touch = at_impact(found, CRATE, FLOOR, fall)
    assert touch.counts().tolist() == [4, 0, 4]
    assert np.array_equal(touch[2].point, at_impact(found[2], CRATE, FLOOR, fall[2]).point)


def test_scenes_know_what_touches():
    scene = im.Scene.from_dict({"floor": FLOOR, "crate": (CRATE, im.pose((0, 0, 2)))})
    assert len(at_impact(scene.time_of_impact({"crate": im.pose((0, 0, 1))})).point) == 0
    found = scene.time_of_impact({"crate": im.pose((0, 0, -2))})
    touch = at_impact(found)
    assert len(touch.point) == 4
    # A is the crate: its normal points down.
    assert found.names == ("crate", "floor")
    assert np.allclose(touch.normal, (0, 0, -1))
    assert len(at_impact(scene.advance_to_impact({"crate": im.pose((0, 0, -2))})).point) == 4
    with pytest.raises(ImpingeError, match="a, b"):
        at_impact(pickle.loads(pickle.dumps(found)))


def test_robots_in_scenes_know_too():
    found = cell().time_of_impact({"left": [2.0, 0.0]})
    assert found.status == ImpactStatus.HIT
    touch = at_impact(found)
    assert np.linalg.norm(touch.point - found.point_a, axis=1).min() < 1e-5


def test_every_contact_of_a_robot_has_points_near_its_witness():
    robot, scene, q0, q1 = crowded(3)
    found = robot.time_of_impact(q0, q1, scene)
    touch = at_impact(found)
    hits = np.flatnonzero(found.status == ImpactStatus.HIT)
    assert len(hits) > 10
    assert (touch.counts() > 0).sum() == len(hits)
    for k in hits[:20]:
        near = np.linalg.norm(touch[k].point_a - found.point_a[k], axis=1).min()
        assert near < 0.3
        assert abs(touch[k].separation.min() - found.gap[k]) < 1e-6
        assert np.array_equal(at_impact(found[int(k)]).point, touch[k].point)
    assert np.array_equal(at_impact(found[hits[:3]])[1].point, touch[hits[1]].point)
    assert touch.counts()[found.status == ImpactStatus.FREE].sum() == 0


def test_what_does_not_fit_is_refused():
    fall = im.Motion(im.pose((0, 0, 2)), im.pose((0, 0, -2)))
    found = im.time_of_impact(CRATE, FLOOR, fall)
    with pytest.raises(ImpingeError, match="a, b"):
        at_impact(found)
    with pytest.raises(ImpingeError, match="motions"):
        at_impact(found, CRATE, FLOOR, im.Motion(*[np.stack([im.pose()] * 3)] * 2))
    with pytest.raises(ImpingeError, match="impact"):
        at_impact(0.5, CRATE, FLOOR)
    with pytest.raises(ImpingeError, match="margin"):
        at_impact(found, CRATE, FLOOR, fall, margin=-1.0)
