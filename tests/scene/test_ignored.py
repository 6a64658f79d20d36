"""Pairs whose boxes meet: tested or ignored."""

from payload_reading import at
from populated import random_scene

import impinge as im
from impinge.pairs import find_pairs
from impinge.scene.ignored import ignored_pairs, meeting_boxes


def test_near_pairs_are_those_of_all_boxes():
    scene = random_scene(30, seed=8)
    names = scene.names
    first, second = sorted(names)[:2]
    scene.ignore(first, second)
    tested, ignored = meeting_boxes(scene)
    both = {tuple(sorted((names[i], names[j]))) for i, j in (*tested, *ignored)}
    assert both == {tuple(sorted((names[i], names[j]))) for i, j in find_pairs(*scene.boxes)}
    said = [(names[i], names[j]) for i, j in tested]
    assert said == sorted(said)
    assert set(scene.overlaps()) <= set(said)


def test_ignored_pairs_are_named_with_the_reason():
    scene = im.Scene()
    for name, x in (("a", 0.0), ("b", 0.5), ("c", 1.0), ("d", 90.0)):
        scene.add(name, im.Sphere(1), at(x), group="g" if name in "bc" else None)
    scene.ignore("c", "a")
    scene.ignore("a", "d")
    scene.ignore_groups("g")
    # The boxes of a and d are far apart: nothing is missed there.
    assert ignored_pairs(scene) == [("a", "c", "ignored"), ("b", "c", "ignored groups")]
    assert ignored_pairs(im.Scene()) == []
