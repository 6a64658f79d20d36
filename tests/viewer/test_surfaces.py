"""Meshes that look like shapes."""

import numpy as np
import pytest
from every_shape import ALL, CONVEX

from impinge.core.errors import ImpingeError
from impinge.viewer.surfaces import surface_of


@pytest.mark.parametrize("name", [n for n in ALL if n != "half-space"])
def test_they_are_as_large_as_the_shape(name):
    mesh = surface_of(ALL[name])
    np.testing.assert_allclose(mesh.bounds, ALL[name].bounds, atol=0.02)
    assert surface_of(ALL[name]) is mesh


@pytest.mark.parametrize("name", CONVEX)
def test_they_are_closed_and_nearly_as_full(name):
    mesh = surface_of(CONVEX[name])
    assert mesh.is_closed
    assert 0.97 * CONVEX[name].volume < mesh.volume <= CONVEX[name].volume * (1 + 1e-9)


def test_a_half_space_has_none():
    with pytest.raises(ImpingeError, match="does not end"):
        surface_of(ALL["half-space"])
