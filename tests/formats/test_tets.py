"""Files of tetrahedra by their extension; broken ones end in an error that names them."""

import numpy as np
import pytest
from formats.samples import TET_KINDS, TETS, spoiled, tet_sample

from impinge.core.errors import FileError
from impinge.formats.readers import TET_EXTENSIONS, read_tets


def written(folder, kind, data, upper=False):
    extension = TET_KINDS[kind].upper() if upper else TET_KINDS[kind]
    path = folder / f"part{extension}"
    path.write_bytes(data)
    if kind in ("node", "ele"):
        other = {"node": "ele", "ele": "node"}[kind]
        (folder / f"part.{other}").write_bytes(tet_sample(other))
    return path


@pytest.mark.parametrize("kind", TET_KINDS)
@pytest.mark.parametrize("upper", [False, True])
def test_every_format_gives_the_same_tetrahedra(kind, upper, tmp_path):
    found = read_tets(written(tmp_path, kind, tet_sample(kind), upper))

    np.testing.assert_allclose(found.vertices, TETS[0], rtol=1e-11)
    np.testing.assert_array_equal(found.tets, TETS[1])
    assert found.vertices.dtype == np.float64
    assert found.tets.dtype == np.int64
    assert set(TET_KINDS.values()) == set(TET_EXTENSIONS)


@pytest.mark.parametrize("kind", TET_KINDS)
def test_spoiled_files_give_arrays_or_a_file_error(kind, tmp_path):
    refused = 0
    for data in spoiled(tet_sample(kind), 71, 120):
        path = written(tmp_path, kind, data)
        try:
            found, reason = read_tets(path), None
        except FileError as error:
            found, reason = None, str(error)
        if found is None:
            assert str(tmp_path) in reason
            assert "memory" not in reason
            refused += 1
        else:
            assert found.tets.shape[1:] == (4,)
            assert 0 <= found.tets.min() <= found.tets.max() < len(found.vertices)
    assert refused > 20
