"""From frame to frame: what began, what lasts, what ended."""

import numpy as np
from populated import add_random, random_pose, random_scene, single_contacts

import impinge as im
from impinge.contacts import match
from impinge.scene import Scene


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def test_pairs_are_parted_by_their_past():
    rng, scene = np.random.default_rng(4), random_scene(25, 4)
    before = set()
    for step in range(15):
        found = scene.collide()
        now = set(found.pairs)

        assert set(found.began) == now - before
        assert set(found.lasting) == now & before
        assert set(found.ended) == before - now
        assert sorted([*found.began, *found.lasting]) == found.pairs
        before = now
        some = [str(n) for n in rng.choice(scene.names, 3, replace=False)]
        scene.move(some, np.stack([random_pose(rng) for _ in some]))
        if step % 3 == 0:
            # Slots change hands, and names may come back in others.
            gone = [str(n) for n in rng.choice(scene.names, 3, replace=False)]
            for name in gone:
                scene.remove(name)
            for name in [f"new {step}", *gone[::-1]][:3]:
                add_random(scene, rng, name)
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
        then = before.of(a, b)
        row = after.pairs.index((a, b))
        some = slice(after.contacts.offsets[row], after.contacts.offsets[row + 1])
        rows = after.continues[some]
        if (a, b) in after.began:
            assert (rows == -1).all()
        else:
            first = before.contacts.offsets[before.pairs.index((a, b))]
            np.testing.assert_array_equal(rows - first, match(then, contacts))
            assert (rows >= 0).all()


def test_a_removed_thing_ends_its_contacts_and_one_of_its_name_continues_them():
    scene = Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1), "c": im.Sphere(1)})
    scene.collide()
    scene.remove("a")
    scene.remove("c")
    scene.add("a", im.Sphere(1), at(0.5))
    found = scene.collide()

    assert found.lasting == [("a", "b")]
    assert found.ended == [("a", "c"), ("b", "c")]
    np.testing.assert_array_equal(found.of("a", "b")._rows, single_contacts(scene, "a", "b")._rows)


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


def test_another_limit_asks_again():
    scene = Scene.from_dict({"a": im.Box((1, 1, 1)), "b": (im.Box((1, 1, 1)), at(0.9))})
    assert len(scene.collide().contacts) == 4
    found = scene.collide(limit=1)
    assert len(found.contacts) == 1
    assert found.lasting == [("a", "b")]
