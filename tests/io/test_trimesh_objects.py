"""Objects know what has changed, and a joint scene follows two of them."""

import gc

import numpy as np
import pytest

import impinge as im
from impinge.io.trimesh_manager import CollisionManager
from impinge.io.trimesh_objects import Joint, Objects, _made, shape_of

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


CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
FACES = np.array([
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
    [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
])  # fmt: skip


class Changing:
    """A mesh of some other library, with the hash that every object has."""

    def __init__(self, vertices, faces=FACES, is_convex=True):
        self.vertices, self.faces, self.is_convex = vertices.copy(), faces, is_convex


def test_a_mesh_that_changes_in_place_has_another_shape():
    mesh, m = Changing(CORNERS), CollisionManager()
    before = m.add_object("a", mesh).shape
    mesh.vertices *= 3.0
    after = m.add_object("a", mesh).shape
    np.testing.assert_array_equal(after.bounds, 3.0 * before.bounds)
    assert m.in_collision_single(im.Sphere(0.1), _at(1.2)) is True
    mesh.vertices /= 3.0
    assert m.in_collision_single(mesh, _at(1.9)) is True
    mesh.vertices *= 0.1
    assert m.in_collision_single(mesh, _at(1.9)) is False


def test_a_mesh_at_the_address_of_another_has_its_own_shape():
    m = CollisionManager()
    for k in range(1, 30):
        # Each dies before the next is made, often at the same address.
        thing = m.add_object("a", Changing(CORNERS * k))
        np.testing.assert_array_equal(thing.shape.bounds, [[-0.5 * k] * 3, [0.5 * k] * 3])


def test_equal_ones_share_a_shape_over_managers():
    a, b = (CollisionManager().add_object("x", Changing(CORNERS)) for _ in range(2))
    assert a.shape is b.shape
    assert shape_of((CORNERS, FACES), "x") is shape_of(Changing(CORNERS, is_convex=False), "x")
    assert isinstance(a.shape, im.Hull)
    assert isinstance(shape_of(Changing(CORNERS, is_convex=False), "x"), im.Mesh)
    assert shape_of(Changing(CORNERS, FACES[:-1], is_convex=False), "x").faces.shape == (11, 3)


def test_nothing_is_kept_that_nobody_uses():
    gc.collect()
    before = len(_made)
    shape = shape_of(Changing(CORNERS * 7.25), "x")
    assert len(_made) == before + 1
    del shape
    gc.collect()
    assert len(_made) == before


def test_what_was_asked_about_last_is_kept_for_the_next_time():
    m, mesh = CollisionManager(), Changing(CORNERS * 5.125, is_convex=False)
    m.in_collision_single(mesh)
    kept = m._recent[-1]
    m.min_distance_single(mesh)
    assert shape_of(mesh, "x") is kept
    assert len(m._recent) == 1
    for k in range(10):
        m.in_collision_single(im.Sphere(1.0 + k))
    assert len(m._recent) < 10


def _at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose
