import numpy as np
import pytest
from sphere_cases import mesh, tree

import impinge as im
from impinge.core.errors import FileError, ImpingeError
from impinge.hierarchy import ReducedBody, SphereTree


def arrays(path):
    with np.load(path) as file:
        return dict(file)


def test_a_tree_comes_back_bit_by_bit(tmp_path):
    made, path = tree("box"), tmp_path / "tree.npz"
    im.save(made, path)
    kept = im.load(path)

    assert isinstance(kept, SphereTree)
    assert kept.levels == 2
    for name in ("centres", "radii", "errors", "_starts", "_faces"):
        assert np.array_equal(getattr(kept, name), getattr(made, name))
    body = im.TetMesh([[-3, -3, -3], [9, 0, 0], [0, 9, 0], [0, 0, 9]], [[0, 1, 2, 3]])
    ReducedBody(mesh("box"), body, tree=kept)
    with pytest.raises(ImpingeError, match="tree: built for another mesh"):
        ReducedBody(mesh("ball"), body, tree=kept)


def test_other_formats_and_units_are_refused(tmp_path):
    with pytest.raises(ImpingeError, match=r"a sphere tree is saved as \.npz"):
        im.save(tree("box"), tmp_path / "tree.stl")
    im.save(tree("box"), tmp_path / "tree.npz")
    with pytest.raises(ImpingeError, match="scale and units"):
        im.load(tmp_path / "tree.npz", units="mm")


@pytest.mark.parametrize(("change", "text"), [
    ({"impinge": np.array(9)}, "layout 9"),
    ({"errors": np.zeros(9)}, "errors: 9 levels"),
    ({"radii": np.zeros(5)}, "radii: "),
    ({"radii": np.full(73, np.nan)}, "radii: a number is not finite"),
    ({"radii": np.full(73, -1.0)}, "radii: a sphere has no parent"),
    ({"starts": np.zeros(74, np.int64)}, "starts: do not divide"),
    ({"faces": None}, "has no 'faces'"),
    ({"more": np.zeros(3)}, "has other members"),
    ({"centres": np.array([{}], object)}, "centres: "),
], ids=str)  # fmt: skip
def test_broken_files_are_refused(tmp_path, change, text):
    path = tmp_path / "tree.npz"
    im.save(tree("box"), path)
    kept = {name: value for name, value in {**arrays(path), **change}.items() if value is not None}
    np.savez(path, **kept)
    with pytest.raises(FileError, match=text):
        im.load(path)


def test_a_truncated_file_is_refused_and_nothing_half_stays(tmp_path):
    path = tmp_path / "tree.npz"
    im.save(tree("box"), path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(FileError):
        im.load(path)
    assert [p.name for p in tmp_path.iterdir()] == ["tree.npz"]
