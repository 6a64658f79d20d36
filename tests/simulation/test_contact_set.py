"""Contacts by rows of bodies are those of the scene, and are known again by their keys."""

import numpy as np

import impinge as im
from impinge.simulation.contact_set import contact_set


def test_rows_are_those_of_the_scene():
    scene = im.Scene()
    names = ["zebra", "floor", "ape"]
    shapes = [im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1)), im.Sphere(0.5)]
    poses = im.pose([[0, 0, 0.499], [0, 0, 0], [0.9, 0, 0.49]])
    scene.add_many(names, shapes, poses)
    found = contact_set(scene)
    by_names = scene.collide()
    said = {tuple(sorted(names[k] for k in pair)) for pair in found.pairs.tolist()}
    assert said == {tuple(pair) for pair in by_names.pairs}
    assert len(found.separations) == len(by_names.contacts.separation)
    for a, b, contacts in by_names:
        rows = [names.index(a), names.index(b)]
        some = found.some(np.flatnonzero((found.pairs == rows).all(axis=1)))
        np.testing.assert_array_equal(some.normals, contacts.normal)
        np.testing.assert_array_equal(some.points, contacts.point)
    assert len(np.unique(found.keys)) == len(found.keys)
    assert len(np.unique(found.codes(3))) == len(by_names.pairs)


def test_contacts_go_with_their_bodies():
    """Carried to poses near by, they are what is found there, to second order."""
    shapes = [im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1)), im.Sphere(0.5)]
    poses = im.pose([[0, 0, 0.499], [0, 0, 0], [0.9, 0, 0.49]])
    turned = im.pose([1e-5, 2e-5, 3e-5], axis_angle=[1e-5, -2e-5, 3e-5])
    moved = poses.copy()
    moved[0] = poses[0] @ turned
    moved[2, :3, 3] += [2e-5, 0, -1e-5]
    scene = im.Scene()
    scene.add_many(["a", "b", "c"], shapes, poses)
    carried = contact_set(scene).carried(poses, moved)
    scene.move(["a", "b", "c"], moved)
    found = contact_set(scene)
    np.testing.assert_array_equal(found.keys, carried.keys)
    np.testing.assert_allclose(found.separations, carried.separations, atol=1e-8)
    np.testing.assert_allclose(found.points, carried.points, atol=1e-4)
    np.testing.assert_allclose(found.normals, carried.normals, atol=1e-4)


def test_values_go_with_their_keys():
    scene = im.Scene()
    scene.add_many(["a", "b"], [im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1))])
    scene.move("a", im.pose((0, 0, 0.499)))
    before = contact_set(scene)
    scene.move("a", im.pose((0.01, 0, 0.4991)))
    after = contact_set(scene)
    values = np.arange(len(before.keys), dtype=float)[:, None]
    found, same = after.matched(before.keys[::-1], values[::-1])
    assert same.all()
    np.testing.assert_array_equal(found, values)
    found, same = after.matched(before.keys[:0], values[:0])
    assert not same.any()
    assert not found.any()


def test_contacts_last_while_their_points_are_near():
    poses = np.array([im.pose((0, 0, 0.499)), np.eye(4)])
    scene = im.Scene()
    scene.add_many(["a", "b"], [im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1))], poses)
    found = contact_set(scene)
    local, ids = found.local(poses), np.column_stack([found.pairs, found.keys])
    one = found.some(np.array([0]))
    for same, expected in zip(one.lasting(local, ids, poses, 0.02), found, strict=True):
        np.testing.assert_allclose(same, expected[1:], atol=1e-12)
    assert len(one.and_also(one.lasting(local, ids, poses, 0.02)).keys) == len(found.keys)
    for shift in ((0.03, 0, 0), (0, 0, 0.03)):
        moved = np.array([im.pose(shift) @ poses[0], poses[1]])
        assert not len(one.lasting(local, ids, moved, 0.02).keys)
