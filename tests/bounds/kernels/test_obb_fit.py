"""Boxes fitted to rows of triangles: they hold the corners, and area turns them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from strategies import points

from impinge.bounds import Obb
from impinge.bounds.kernels.obb_fit import bound_corners_obb
from impinge.geometry import box_mesh

pytestmark = [
    pytest.mark.plain,
    # A quotient may leave the range of numbers on its way to zero; uncompiled, NumPy says so.
    pytest.mark.filterwarnings("ignore:overflow encountered"),
]

SCALES = st.sampled_from([1e-30, 1e-6, 1.0, 1e6, 1e30])


@given(points(4, 9), SCALES)
def test_corners_of_rows_are_held(rows, scale):
    """The kernel of trees: flat and empty triangles too."""
    rows = rows * scale
    centre, half, axes = bound_corners_obb(rows, 1, 4)
    box = Obb(centre, half, np.reshape(axes, (3, 3)))

    assert box.axes.ravel().tolist() == list(axes)
    assert box.contains(rows[1:].reshape(-1, 3)).all()
    wide = rows[1:].reshape(-1, 3).astype(np.longdouble) - box.centre
    assert (np.abs(wide @ box.axes.T.astype(np.longdouble)) <= box.half).all()


def test_corners_of_rows_are_weighed_by_area():
    """Many small triangles at one end do not turn the box."""
    box = box_mesh((1.0, 2.0, 4.0))
    turn = Rotation.from_rotvec([0.3, -1.5, 0.7]).as_matrix()
    rows = (box.vertices @ turn)[box.faces].reshape(-1, 9)
    # A crowd of triangles without area at one corner.
    rows = np.concatenate([rows, np.tile(rows[0, :3], (50, 3))])
    _, half, axes = bound_corners_obb(rows, 0, len(rows))

    np.testing.assert_allclose(sorted(half), [0.5, 1.0, 2.0], atol=1e-12)
    sorted_axes = np.reshape(axes, (3, 3))[np.argsort(half)]
    np.testing.assert_allclose(np.abs(sorted_axes @ turn.T), np.eye(3), atol=1e-9)


def test_corners_without_area():
    line = np.tile([0.0, 0, 0, 1, 1, 1, 2, 2, 2], (2, 1))

    _, half, _ = bound_corners_obb(line, 0, 2)
    np.testing.assert_allclose(sorted(half), [0.0, 0.0, np.sqrt(3.0)], atol=1e-13)
    assert bound_corners_obb(np.ones((2, 9)), 0, 2)[:2] == ((1.0,) * 3, (0.0,) * 3)
