"""From frame to frame: what began, what lasts, what ended."""

import copy
import pickle

import numpy as np
import pytest
from populated import SHAPES, add_random, random_pose, random_scene, single_contacts

import impinge as im
from impinge.contacts import match
from impinge.scene import Scene


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def test_pairs_are_parted_by_their_past():
    rng, scene = np.random.default_rng(4), random_scene(25, 4)
    before, renewed = set(), set()
    for step in range(15):
        found = scene.collide()
        now = set(found.pairs)
        same = {pair for pair in now & before if not renewed & {*pair}}

        assert set(found.lasting) == same
        assert set(found.began) == now - same
        assert set(found.ended) == before - same
        assert sorted([*found.began, *found.lasting]) == found.pairs
        before, renewed = now, set()
        some = [str(n) for n in rng.choice(scene.names, 3, replace=False)]
        scene.move(some, np.stack([random_pose(rng) for _ in some]))
        if step % 3 == 0:
            # Slots change hands, and names come back in others.
            gone = [str(n) for n in rng.choice(scene.names, 3, replace=False)]
            for name in gone:
                scene.remove(name)
            for name in [f"new {step}", *gone[::-1]][:3]:
                add_random(scene, rng, name)
                renewed.add(name)
        if step % 4 == 0:
            scene.overlaps()


def test_contacts_of_lasting_pairs_are_known_again():
    scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1))})
    pose = np.eye(4)
    for i in range(3):
        pose[0, 3], pose[2, 3] = 2.0 * i, 0.4999
        scene.add(f"crate {i}", im.Box((1, 1, 1)), pose)
    before = scene.collide()
    assert (before.continues == -1).all()

    pose[0, 3] = 2.0 * 2 + 1e-4
    scene.move("crate 2", pose)
    pose[0, 3] = 9.0
    scene.add("crate 1b", im.Box((1, 1, 1)), pose)
    after = scene.collide()

    assert after.began == [("crate 1b", "floor")]
    for a, b, contacts in after:
        then = before.of(a, b) if a != "crate 1b" else []
        row = after.pairs.index((a, b))
        some = slice(after.contacts.offsets[row], after.contacts.offsets[row + 1])
        rows = after.continues[some]
        if (a, b) in after.began:
            assert (rows == -1).all()
        else:
            first = before.contacts.offsets[before.pairs.index((a, b))]
            np.testing.assert_array_equal(rows - first, match(then, contacts))
            assert (rows >= 0).all()


def test_a_thing_that_came_back_under_its_name_begins_anew():
    scene = Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1), "c": im.Sphere(1)})
    scene.collide()
    scene.remove("a")
    scene.remove("c")
    scene.add("a", im.Sphere(1), at(0.5))
    found = scene.collide()

    assert found.began == [("a", "b")]
    assert found.lasting == []
    assert found.ended == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found.continues.tolist() == [-1]
    np.testing.assert_array_equal(found.of("a", "b")._rows, single_contacts(scene, "a", "b")._rows)


def on_floor(shape):
    scene = Scene.from_dict({"body": shape, "floor": im.HalfSpace((0, 0, 1))})
    assert (scene.collide().continues == -1).all()
    return scene


def test_a_thing_with_another_shape_begins_anew():
    scene = on_floor(im.Box((1, 1, 1)))
    scene.set_shape("body", im.Box((2, 2, 1)))
    found = scene.collide()

    assert found.began == found.ended == [("body", "floor")]
    assert found.lasting == []
    assert found.continues.tolist() == [-1] * 4
    scene.move("body", at(0.01))
    assert scene.collide().continues.tolist() == [0, 1, 2, 3]


def test_a_shape_that_a_thing_has_already_is_no_change():
    scene = on_floor(im.Box((1, 1, 1)))
    found = scene.collide()
    scene.set_shape("body", scene["body"].shape)
    assert scene.collide() is found


def test_contacts_of_a_deforming_mesh_last():
    mesh = im.box_mesh((1, 1, 1))
    scene = on_floor(mesh)
    for next_shape in (
        mesh.with_vertices(1.1 * mesh.vertices),
        im.Mesh(1.2 * mesh.vertices, mesh.faces),
    ):
        scene.set_shape("body", next_shape)
        found = scene.collide()
        assert found.lasting == [("body", "floor")]
        assert found.continues.tolist() == list(range(len(found.contacts.key)))

    scene.set_shape("body", mesh.flipped())
    found = scene.collide()
    assert found.began == found.ended == [("body", "floor")]
    assert (found.continues == -1).all()


def test_ignored_pairs_end():
    scene = Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1)})
    scene.collide()
    scene.ignore("b", "a")
    found = scene.collide()
    assert found.ended == [("a", "b")]
    scene.unignore("a", "b")
    assert scene.collide().began == [("a", "b")]


def test_looking_at_names_only_is_no_frame():
    scene = Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1)})
    scene.collide()
    scene.move("b", at(9.0))
    assert scene.overlaps() == []
    scene.move("b", at(1.0))
    scene.overlaps()
    found = scene.collide()
    assert found.lasting == [("a", "b")]
    np.testing.assert_allclose(found.of("a", "b").separation, [-1.0])


def test_another_limit_of_the_same_frame_has_the_same_past():
    scene = Scene.from_dict({"a": im.Box((1, 1, 1)), "b": (im.Box((1, 1, 1)), at(0.9))})
    for limit, points in ((4, 4), (1, 1), (None, 4)):
        found = scene.collide(limit=limit)
        assert len(found.contacts.key) == points
        assert found.began == [("a", "b")]
    scene.move("a", at(1e-3))
    for limit in (None, 1, 4):
        found = scene.collide(limit=limit)
        assert found.lasting == [("a", "b")]
        assert found.continues.tolist() == list(range(len(found.contacts.key)))
        assert scene.collide(limit=limit) is found


EXTRA = (
    lambda scene: scene.collide(limit=None),
    lambda scene: scene.collide(limit=1),
    lambda scene: scene.collide(),
    lambda scene: scene.overlaps(),
    lambda scene: scene.closest(scene.names[0]),
    lambda scene: scene.cast_ray((0, 0, 9), (0, 0, -1)),
    lambda scene: scene.explain(*scene.names[:2]),
    lambda scene: scene.overlaps_box((-1, -1, -1), (1, 1, 1)),
    lambda scene: (copy.copy(scene).collide(limit=2), pickle.dumps(scene)),
)


@pytest.mark.parametrize("seed", range(3))
def test_what_else_is_asked_changes_no_answer(seed):
    rng, quiet = np.random.default_rng(seed), random_scene(20, seed)
    asked = copy.copy(quiet)
    for step in range(12):
        for k in rng.integers(len(EXTRA), size=rng.integers(4)):
            EXTRA[k](asked)
        assert asked.collide().to_dict() == quiet.collide().to_dict()
        for k in rng.integers(len(EXTRA), size=rng.integers(4)):
            EXTRA[k](asked)
        some = [str(n) for n in rng.choice(quiet.names, 3, replace=False)]
        poses = np.stack([random_pose(rng) for _ in some])
        shape = SHAPES[str(rng.choice(list(SHAPES)))]
        for scene in (asked, quiet):
            scene.move(some, poses)
            if step % 3 == 0:
                scene.set_shape(some[0], shape)
            if step % 4 == 0:
                thing = scene[some[1]]
                scene.remove(some[1])
                scene.add(*thing)
