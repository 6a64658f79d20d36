"""Do two meshes touch?

Three lines: two shapes, one question.

Run: python examples/two_meshes.py
"""

import impinge as im


def main():
    knot, ball = im.torus_knot(), im.icosphere(0.5)
    touching = im.overlap(knot, ball)
    print(f"the knot and the ball {'touch' if touching else 'are free'}")
    return touching


def check(touching):
    assert touching is True


if __name__ == "__main__":
    main()
