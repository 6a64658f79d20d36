import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.io.array_archive import member_names, opened


def test_arrays_are_read_as_they_are_expected(tmp_path):
    path = tmp_path / "some.npz"
    np.savez(path, impinge=np.array(1), x=np.arange(6.0).reshape(2, 3))
    assert member_names(path) == {"impinge", "x"}
    with opened(path, {"impinge": 1024, "x": 1024}, "a thing") as archive:
        archive.check_version(1)
        assert archive.array("x", "f", (None, 3)).tolist() == [[0, 1, 2], [3, 4, 5]]
        with pytest.raises(FileError, match="expected"):
            archive.array("x", "i", (None, 3))
        with pytest.raises(FileError, match="layout 1"):
            archive.check_version(2)


def test_large_and_missing_ones_are_refused(tmp_path):
    path = tmp_path / "some.npz"
    np.savez(path, x=np.zeros(1000))
    with opened(path, {"x": 100}, "a thing") as archive, pytest.raises(FileError, match="bytes"):
        archive.array("x", "f", (None,))
    with (
        pytest.raises(FileError, match="has no 'y', expected a thing"),
        opened(path, {"y": 100}, "a thing"),
    ):
        pass
