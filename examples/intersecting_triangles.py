"""Which triangles meet?

All of them, as pairs of face numbers, exactly: to colour them, to cut along them, to count them.

Run: python examples/intersecting_triangles.py
"""

import numpy as np

import impinge as im


def main():
    knot, ball = im.torus_knot(), im.icosphere(0.55, 4)

    meeting = im.intersecting_pairs(knot, ball)

    touched = np.unique(meeting.pairs[:, 0])
    print(f"{len(meeting)} pairs; {len(touched)} of {len(knot.faces)} faces of the knot are cut")
    return knot, ball, meeting


def check(found):
    """Faces that meet have boxes that meet, and the swapped question has the swapped answer."""
    knot, ball, meeting = found
    assert len(meeting) > 100
    a = knot.vertices[knot.faces[meeting.pairs[:, 0]]]
    b = ball.vertices[ball.faces[meeting.pairs[:, 1]]]
    assert (a.min(axis=1) <= b.max(axis=1)).all()
    assert (b.min(axis=1) <= a.max(axis=1)).all()
    swapped = im.intersecting_pairs(ball, knot).swapped()
    np.testing.assert_array_equal(swapped.pairs, meeting.pairs)


if __name__ == "__main__":
    main()
