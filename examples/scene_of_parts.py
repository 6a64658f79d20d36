"""Which of many named things touch, since when, and why do others not?

A scene keeps its answers: after a few things have moved, only their pairs are asked again.

Run: python examples/scene_of_parts.py
"""

import numpy as np

import impinge as im
from impinge.scene import Scene

SHAPES = [im.icosphere(0.4, 2), im.torus_knot(48, 8), im.Box((0.8, 0.5, 0.3)), im.Capsule(0.2, 0.6)]


def main():
    rng = np.random.default_rng(3)
    scene = Scene()
    scene.add("floor", im.HalfSpace((0, 0, 1)))
    for i in range(40):
        scene.add(f"part {i:02}", SHAPES[i % 4], im.pose(rng.uniform((0, 0, 0.3), (6, 6, 1.5))))
    before = scene.collide()
    print(before)

    # A few parts move; the others' answers are kept.
    moved = [f"part {i:02}" for i in (3, 14, 25)]
    scene.move(moved, im.pose(rng.uniform((0, 0, 0.3), (6, 6, 1.5), (3, 3))))
    after = scene.collide()
    print(after)
    print(f"asked again: {scene.last_update.tested} pairs")
    for a, b in after.began:
        print(f"  {a} and {b} touch now, at {len(after.of(a, b))} points")

    near = scene.closest("part 14")
    print(f"nearest to part 14: {near.name}, {1e3 * near.distance:.0f} mm away")
    print(scene.explain("part 03", "part 14"))
    scene.ignore("part 03", "part 14")
    print(scene.explain("part 03", "part 14"))
    return scene, before, after


def check(found):
    scene, before, after = found
    # What began, lasts and ended is what differs between the frames.
    assert set(after.pairs) == set(after.began) | set(after.lasting)
    assert set(before.pairs) == set(after.lasting) | set(after.ended)
    assert after.began
    assert all({"part 03", "part 14", "part 25"} & {*pair} for pair in [*after.began, *after.ended])
    # Asking the pairs one by one gives the same.
    for a, b, contacts in after:
        p, q = scene[a], scene[b]
        alone = im.collide(p.shape, q.shape, p.pose, q.pose)
        np.testing.assert_array_equal(contacts.point, alone.point)
    assert scene.explain("part 03", "part 14").reason == "ignored"


if __name__ == "__main__":
    main()
