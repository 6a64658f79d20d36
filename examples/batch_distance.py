"""How far apart are two parts along a whole motion?

One call answers a batch of poses, on all cores.

Run: python examples/batch_distance.py
"""

import numpy as np

import impinge as im


def main():
    knot, ball = im.torus_knot(), im.icosphere(0.3)
    poses = im.pose(np.linspace((0, 0, 0), (3, 0, 0), 200))

    near = im.distance(knot, ball, pose_b=poses)

    closest = int(np.argmin(near.distance))
    print(f"closest at step {closest}: {near.distance[closest]:.4f} m")
    print(f"at the end: {near.distance[-1]:.4f} m, from {near.point_a[-1]} to {near.point_b[-1]}")
    return near


def check(near):
    """The distance never changes by more than the step, and the points are that far apart."""
    assert len(near) == 200
    assert np.abs(np.diff(near.distance)).max() <= 3.0 / 199 + 1e-12
    between = np.linalg.norm(near.point_b - near.point_a, axis=1)
    np.testing.assert_allclose(between, near.distance, atol=1e-12)


if __name__ == "__main__":
    main()
