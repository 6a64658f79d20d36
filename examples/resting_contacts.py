"""What does a stack of things stand on, and is it still the same a moment later?

``collide`` gives contact points with normals and separations. Their keys do not change in small
motions: a solver finds the impulses of the last step by them, and begins with those.

Run: python examples/resting_contacts.py
"""

import numpy as np

import impinge as im
from impinge.contacts import match


def main():
    floor, crate, can = im.HalfSpace((0, 0, 1)), im.Box((1, 1, 1)), im.Cylinder(0.3, 0.8)
    # Crate on floor, crate on crate, can on crate: three pairs, asked at once.
    below, above = [floor, crate, crate], [crate, crate, can]
    crates = im.pose([[0, 0, 0.499], [0.1, 0, 1.498]], euler=[[0, 0, 0], [0, 0, 0.4]])
    lower = np.stack([im.pose(), *crates])
    upper = np.stack([*crates, im.pose((0.3, 0, 2.397))])

    before = im.collide(below, above, lower, upper)
    for i, name in enumerate(("crate on floor", "crate on crate", "can on crate")):
        touch = before.of_row(i)
        deep = -1e3 * touch.separation.min()
        print(f"{name}: {len(touch)} points, {touch.natures[0].name}, {deep:.1f} mm deep")

    upper[:, 0, 3] += 1e-4
    after = im.collide(below, above, lower, upper)
    known = match(before, after)
    print(f"a moment later: {np.sum(known >= 0)} of {len(after)} contacts are known")
    return before, after, known


def check(found):
    before, after, known = found
    np.testing.assert_array_equal(np.diff(before.offsets), [4, 4, 4])
    np.testing.assert_allclose(before.normal, np.tile([0, 0, 1], (12, 1)), atol=1e-12)
    np.testing.assert_allclose(before.separation, -1e-3, atol=1e-12)
    assert before.natures == [im.Nature.FACE_FACE] * 12
    # Everything moved by a tenth of a millimetre, and is still what it was.
    np.testing.assert_array_equal(known, np.arange(12))
    assert np.abs(after.point - before.point).max() < 2e-4


if __name__ == "__main__":
    main()
