"""Is there enough room between two parts?

``margin`` turns "do they touch" into "do they come too close", and is faster than a distance.

Run: python examples/clearance.py
"""

import impinge as im


def main():
    shelf, box = im.box_mesh((1.0, 0.4, 0.02)), im.box_mesh((0.3, 0.3, 0.3))
    above = im.pose((0, 0, 0.01 + 0.15 + 0.004))

    touching = im.overlap(shelf, box, pose_b=above)
    too_close = im.overlap(shelf, box, pose_b=above, margin=0.005)
    print(f"touching: {touching}; closer than 5 mm: {too_close}")
    return touching, too_close


def check(answers):
    assert answers == (False, True)


if __name__ == "__main__":
    main()
