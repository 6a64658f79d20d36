"""Which points are inside?

A closed mesh as a solid: sampling it gives its volume.

Run: python examples/points_inside.py
"""

import numpy as np

import impinge as im


def main():
    knot = im.torus_knot()
    low, high = knot.bounds
    points = np.random.default_rng(1).uniform(low, high, (20_000, 3))

    inside = im.contains(knot, points)

    sampled = inside.mean() * np.prod(high - low)
    print(f"volume by sampling {sampled:.4f} m3, by formula {knot.volume:.4f} m3")
    return sampled, knot.volume


def check(volumes):
    sampled, exact = volumes
    assert abs(sampled - exact) < 0.05 * exact


if __name__ == "__main__":
    main()
