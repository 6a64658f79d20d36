"""Tolerances keep the order that their reasons rest on."""

import pytest

from impinge.core import tolerance

pytestmark = pytest.mark.plain


def test_a_pose_is_exact_before_it_is_accepted():
    epsilon = 2.0**-52

    assert epsilon < tolerance.POSE_EXACT < tolerance.POSE_TOLERANCE < 1.0
    # Rotations that went through float32 must pass.
    assert tolerance.POSE_TOLERANCE > 4 * 2.0**-24
