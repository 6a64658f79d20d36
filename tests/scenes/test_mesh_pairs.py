"""Named pairs: the size asked for, the same each time, real ones where they are."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import mesh_pair, pair_names
from impinge.scenes.mesh_pairs import GENERATED, REAL


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_pair_is_about_as_large_as_asked(name):
    for size in (1_000, 20_000):
        for mesh in mesh_pair(name, size):
            assert 0.4 * size < len(mesh.faces) < 8.0 * size


@pytest.mark.parametrize("name", GENERATED)
def test_a_pair_is_always_the_same(name):
    for one, two in zip(mesh_pair(name, 2_000), mesh_pair(name, 2_000), strict=True):
        np.testing.assert_array_equal(one.vertices, two.vertices)
        np.testing.assert_array_equal(one.faces, two.faces)


def test_names_without_data(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)

    assert pair_names() == list(GENERATED)
    with pytest.raises(ImpingeError, match="IMPINGE_DATA"):
        mesh_pair("excavator")


def test_unknown_names_and_sizes_are_refused():
    with pytest.raises(ImpingeError, match="no such pair"):
        mesh_pair("teapot")
    with pytest.raises(ImpingeError, match="faces"):
        mesh_pair("knot-bumpy", 3)


def test_real_pairs_load(real_data):
    for name in REAL:
        assert name in pair_names()
        a, b = mesh_pair(name)
        assert len(a.faces) > 1_000
        assert len(b.faces) > 1_000


def test_parts_of_an_excavator_are_in_metres(real_data):
    for mesh in (*mesh_pair("excavator"), *mesh_pair("swing")):
        assert 0.05 < (mesh.bounds[1] - mesh.bounds[0]).max() < 5.0
