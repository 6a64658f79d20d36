"""Rotations agree with SciPy's, one by one and in batches."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.core.errors import ImpingeError
from impinge.geometry.rotations import as_order, from_euler, rotation_of, sine_and_cosine, turn

RNG = np.random.default_rng(31)
SOME = Rotation.random(50, random_state=RNG)


def test_quaternions():
    batch = rotation_of(*SOME.as_quat().T)

    np.testing.assert_allclose(batch, SOME.as_matrix(), atol=1e-15)
    np.testing.assert_array_equal(rotation_of(*SOME.as_quat()[7]), batch[7])


def test_axes_and_angles():
    vectors = SOME.as_rotvec()
    angles = np.linalg.norm(vectors, axis=1)
    units = vectors / angles[:, None]
    batch = turn(units, np.sin(angles), np.cos(angles))

    np.testing.assert_allclose(batch, SOME.as_matrix(), atol=1e-15)
    np.testing.assert_array_equal(
        turn(units[7], float(np.sin(angles[7])), float(np.cos(angles[7]))), batch[7]
    )


@pytest.mark.parametrize("degrees", [False, True])
def test_euler_angles_are_about_fixed_axes(degrees):
    angles = RNG.uniform(-400.0, 400.0, (50, 3))
    expected = Rotation.from_euler("xyz", angles, degrees=degrees).as_matrix()

    np.testing.assert_allclose(from_euler(angles, degrees=degrees), expected, atol=2e-13)


def test_right_angles_are_exact():
    sine, cosine = sine_and_cosine(np.arange(-8, 9) * 90.0, degrees=True)

    np.testing.assert_array_equal(sine, np.round(sine))
    np.testing.assert_array_equal(sine**2 + cosine**2, 1.0)
    np.testing.assert_array_equal(sine_and_cosine(-90.0, degrees=True), (-1.0, 0.0))


def test_orders():
    assert as_order("wxyz") == (1, 2, 3, 0)
    for order in ("zyx", None, ["xyzw"]):
        with pytest.raises(ImpingeError, match=r"^order: .*expected xyzw or wxyz"):
            as_order(order)
