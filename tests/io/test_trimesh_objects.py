"""Objects know what has changed, and a joint scene follows two of them."""

import numpy as np
import pytest

import impinge as im
from impinge.io.trimesh_objects import Joint, Objects

BALL, BOX = im.Sphere(1.0), im.Box((1, 1, 1))


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def test_changes_since_a_time():
    objects = Objects()
    for k in range(5):
        objects.set(k, BALL, at(3 * k))
    then = objects.clock
    assert objects.changed(then) == []
    objects.pose(3, at(1))
    objects.set(1, BOX, at(2))
    assert [objects.names[key] for key in objects.changed(then)] == [3, 1]
    objects.remove(3)
    assert objects.lost == objects.clock
    assert [objects.names[key] for key in objects.changed(then)] == [1]
    assert len(objects.changed(0)) == 4


def test_replacing_gives_shape_and_pose():
    objects = Objects()
    objects.set("a", BALL, at(0))
    thing = objects.set("a", BOX, at(2))
    assert thing.shape is BOX
    assert thing.pose[0, 3] == 2.0
    assert len(objects.scene) == 1


def test_only_what_has_changed_is_carried_over(monkeypatch):
    a, b, joint = Objects(), Objects(), Joint()
    for k in range(20):
        a.set(k, BALL, at(3 * k))
        b.set(k, BALL, at(3 * k + 1.5))
    joint.follow(a, b)
    assert len(joint.scene) == 40
    carried, put = [], Joint.put

    def see(self, keys, *more):
        carried.extend(keys)
        put(self, keys, *more)

    monkeypatch.setattr(Joint, "put", see)
    joint.follow(a, b)
    assert carried == []
    b.pose(7, at(100))
    a.set(2, BOX, at(50))
    joint.follow(a, b)
    assert len(carried) == 2
    assert joint.scene[carried[0]].shape is BOX
    b.remove(7)
    joint.follow(a, b)
    assert len(carried) == 2
    assert len(joint.scene) == len(joint.names) == len(joint.shapes) == 39


def test_what_was_interrupted_is_done_the_next_time(monkeypatch):
    a, b, joint = Objects(), Objects(), Joint()
    a.set("x", BALL, at(0))
    b.set("y", BALL, at(1))
    with monkeypatch.context() as patch:
        patch.setattr(joint.scene, "add_many", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            joint.follow(a, b)
    joint.follow(a, b)
    assert len(joint.scene.overlaps()) == 1


def _interrupt(*_, **__):
    raise KeyboardInterrupt
