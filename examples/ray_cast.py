"""What does a range finder see?

Rays from one point, in a fan; each reports the first surface it meets.

Run: python examples/ray_cast.py
"""

import numpy as np

import impinge as im


def main():
    ball, pose = im.icosphere(0.5, 4), im.pose((2, 0, 0))
    angle = np.linspace(-0.4, 0.4, 33)
    directions = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)

    hits = im.cast_ray(ball, np.zeros(3), directions, pose)

    for a, d in zip(angle, hits.distance, strict=True):
        bar = "" if np.isinf(d) else "#" * round(20 * d)
        print(f"{np.degrees(a):6.1f} deg  {d:6.3f} m  {bar}")
    return angle, hits


def check(found):
    """The ball fills asin(0.5 / 2) to either side, and is nearest straight ahead."""
    angle, hits = found
    seen = np.isfinite(hits.distance)
    assert np.abs(np.abs(angle[seen]).max() - np.arcsin(0.25)) < 0.03
    assert abs(hits.distance[16] - 1.5) < 0.005


if __name__ == "__main__":
    main()
