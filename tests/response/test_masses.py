"""Masses are checked, and their inverse roots are right."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.response import Masses


def test_whitening_is_a_root_of_the_inverse():
    inertia = np.array([[2.0, 0.3, 0.1], [0.3, 2.5, 0.2], [0.1, 0.2, 1.9]])
    masses = Masses([2.0, np.inf], [inertia, np.full((3, 3), np.inf)])
    first, fixed = masses.whitening

    assert (first @ first.T)[:3, :3] == pytest.approx(np.eye(3) / 2.0)
    assert (first @ first.T)[3:, 3:] == pytest.approx(np.linalg.inv(inertia))
    assert not fixed.any()
    assert len(masses) == 2
    assert not masses.masses.flags.writeable


def test_flat_bodies_are_possible():
    assert len(Masses([1.0], [np.diag([1.0, 2.0, 3.0])])) == 1
    assert len(Masses([], [])) == 0


@pytest.mark.parametrize(
    ("masses", "inertia", "message"),
    [
        ([1.0, 0.0], np.eye(3), "masses: row 1 .* not positive"),
        ([1.0, -np.inf], np.eye(3), "masses: row 1"),
        ([1.0, np.nan], np.eye(3), "masses: row 1 .* not a number"),
        ([[1.0]], np.eye(3), "masses: expected shape"),
        ([1.0, 1.0], np.diag([1.0, 1.0, 2.1]), "inertias: row 0 .* of no body"),
        ([1.0, 1.0], np.diag([1.0, 1.0, 0.0]), "inertias: row 0 .* not positive definite"),
        ([1.0, 1.0], np.diag([1.0, -1.0, 1.0]), "inertias: row 0 .* not positive definite"),
        ([1.0, 1.0], np.eye(3) + np.eye(3, k=1) / 2, "inertias: row 0 .* not symmetric"),
        ([1.0, 1.0], np.full((3, 3), np.inf), "inertias: row 0"),
        ([1.0, np.inf], np.eye(3) * np.nan, "inertias: row 0 .* not a number"),
        ([1.0, 1.0], np.eye(4), "inertias: expected shape"),
        ([1.0, 1.0], "heavy", "inertias: "),
    ],
)
def test_impossible_bodies_are_refused(masses, inertia, message):
    with pytest.raises(ImpingeError, match=message):
        Masses(masses, inertia if isinstance(inertia, str) else [inertia] * 2)
