"""Files of points by their extension; broken ones end in an error that names them."""

import numpy as np
import pytest
from formats.samples import POINTS, spoiled

from impinge.core.errors import FileError
from impinge.formats.file import PointArrays
from impinge.formats.readers import POINT_EXTENSIONS, read_points
from impinge.formats.writers import POINT_WRITERS

CLOUD = PointArrays(*POINTS)


@pytest.mark.parametrize("extension", POINT_EXTENSIONS)
@pytest.mark.parametrize("upper", [False, True])
def test_every_format_gives_the_same_points(extension, upper, tmp_path):
    path = tmp_path / f"scan{extension.upper() if upper else extension}"
    path.write_bytes(POINT_WRITERS[extension](CLOUD))

    found = read_points(path)

    np.testing.assert_array_equal(found.points, CLOUD.points)
    np.testing.assert_array_equal(found.normals, CLOUD.normals)


@pytest.mark.parametrize("extension", POINT_EXTENSIONS)
def test_spoiled_files_give_arrays_or_a_file_error(extension, tmp_path):
    path = tmp_path / f"scan{extension}"
    refused = 0
    for data in spoiled(POINT_WRITERS[extension](CLOUD), 81, 150):
        path.write_bytes(data)
        try:
            found, reason = read_points(path), None
        except FileError as error:
            found, reason = None, str(error)
        assert found is None or found.points.shape[1:] == (3,)
        assert reason is None or str(path) in reason
        refused += found is None
    assert refused > 20
