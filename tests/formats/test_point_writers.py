"""Clouds are written so that the same bits are read again."""

from pathlib import Path

import numpy as np
import pytest

from impinge.formats.file import PointArrays
from impinge.formats.readers import POINT_READERS
from impinge.formats.writers import POINT_WRITERS

RNG = np.random.default_rng(6)
ODD = np.array([[0.1, -0.0, 1e-300], [5e-324, 1e149, 1 / 3]])


@pytest.mark.parametrize("extension", POINT_WRITERS)
@pytest.mark.parametrize("normals", [False, True])
def test_the_same_bits_come_back(extension, normals):
    points = np.concatenate([ODD, RNG.normal(size=(50, 3)) * 10.0 ** RNG.integers(-9, 9, (50, 1))])
    cloud = PointArrays(points, RNG.normal(size=points.shape) if normals else None)

    found = POINT_READERS[extension](POINT_WRITERS[extension](cloud), Path("scan" + extension))

    assert found.points.tobytes() == points.tobytes()
    assert (found.normals is None) == (not normals)
    assert not normals or found.normals.tobytes() == cloud.normals.tobytes()
