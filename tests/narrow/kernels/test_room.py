"""Room around the origin in a tetrahedron: none in a flat one, whatever rounding says."""

import numpy as np

from impinge.core.jit import kernel
from impinge.narrow.kernels.simplex import depth_in_tetrahedron


@kernel
def depth_of_rows(w):
    return depth_in_tetrahedron(
        (w[0, 0], w[0, 1], w[0, 2]), (w[1, 0], w[1, 1], w[1, 2]),
        (w[2, 0], w[2, 1], w[2, 2]), (w[3, 0], w[3, 1], w[3, 2]),
    )  # fmt: skip


def test_depth_of_a_regular_one():
    w = np.array([[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]])
    np.testing.assert_allclose(depth_of_rows(w), 1.0 / np.sqrt(3.0), rtol=1e-14)
    np.testing.assert_allclose(depth_of_rows(w[[1, 3, 0, 2]]), 1.0 / np.sqrt(3.0), rtol=1e-14)


def test_a_flat_one_has_no_room():
    # Four corners in a plane beside the origin: which side of a face the fourth is on is rounding.
    rng = np.random.default_rng(3)
    for _ in range(500):
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        w = rng.normal(size=(4, 3))
        w[:, 2] = 10.0 ** rng.uniform(-6.0, -1.0)
        assert depth_of_rows(w @ turn.T) <= 1e-14


def test_outside_is_not_inside():
    rng = np.random.default_rng(4)
    for _ in range(500):
        w = rng.normal(size=(4, 3))
        inside = (np.linalg.solve(np.vstack([w.T, np.ones(4)]), [0.0, 0.0, 0.0, 1.0]) > 0.0).all()
        assert (depth_of_rows(w) > 0.0) == inside
