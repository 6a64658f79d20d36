"""Results about paths: rows, names, copies, JSON."""

import json
import pickle

import numpy as np
from robots_in_motion import crowded

from impinge.scene import Clearance, PathImpact, RobotImpact


def test_rows_of_impacts_keep_their_names():
    robot, scene, q0, q1 = crowded(0)
    found = robot.time_of_impact(q0, q1, scene)
    some = found[[3, 5]]
    assert isinstance(some, RobotImpact)
    assert some.link == (found.link[3], found.link[5])
    one = found[5]
    assert one.link == found.link[5]
    assert one.configuration.shape == (robot.dof,)
    assert len(list(found)) == len(found) == len(q0)


def test_impacts_are_plain_numbers_in_json_and_pickle():
    robot, scene, q0, q1 = crowded(0)
    found = robot.time_of_impact(q0, q1, scene)
    hit = found[int(np.flatnonzero(np.isfinite(found.time))[0])]
    plain = json.loads(json.dumps(hit.to_dict()))
    assert plain["link"] == hit.link
    assert plain["configuration"] == hit.configuration.tolist()
    again = pickle.loads(pickle.dumps(hit))
    assert (again.time, again.other) == (hit.time, hit.other)
    swapped = hit.swapped()
    assert (swapped.link, swapped.other) == (hit.other, hit.link)
    assert np.array_equal(swapped.normal, -hit.normal)
    assert json.loads(json.dumps(found.to_dict()))["link"][0] == found.link[0]


def test_paths_pickle_with_their_segment():
    robot, scene, q0, q1 = crowded(0)
    found = robot.check_path([q0[0], q1[0], q0[1]], scene)
    again = pickle.loads(pickle.dumps(found))
    assert isinstance(again, PathImpact)
    assert again.segment == found.segment
    assert again.swapped().segment == found.segment
    assert "PathImpact(" in repr(found)


def test_clearances_are_freedoms():
    robot, scene, q0, q1 = crowded(0)
    found = robot.clearance(q0[:4], q1[:4], scene, at_least=0.01)
    assert isinstance(found, Clearance)
    assert found.lower.shape == found.upper.shape == (4,)
    assert set(found[0].to_dict()) >= {"free", "status", "time", "lower", "upper"}
