"""Units on the command line, and surfaces from files: in metres, and of nothing else."""

from pathlib import Path

import numpy as np
import pytest

import impinge as im
from impinge.cli.units import Unit, UnitFile, hint_at_units, read_surface, unit_file
from impinge.core.errors import ImpingeError


def test_units_of_files_are_said_in_four_ways(tmp_path):
    part = tmp_path / "part.stl"
    assert unit_file(part) == UnitFile(part, None)
    assert unit_file(Path(f"{part}:mm")) == UnitFile(part, "mm")
    assert unit_file(part, own="in") == UnitFile(part, "in")
    assert unit_file(part, common="cm") == UnitFile(part, "cm")
    assert unit_file(Path(f"{part}:mm"), common="cm").units == "mm"
    assert unit_file(part).unit == Unit("m", 1.0)


def test_files_with_a_colon_in_their_name_are_found(tmp_path):
    odd = tmp_path / "odd:mm"
    odd.write_text("")
    assert unit_file(odd) == UnitFile(odd, None)
    # A drive is no unit.
    assert unit_file(Path("C:/part.stl")).units is None


def test_glb_files_are_in_metres(tmp_path):
    assert unit_file(tmp_path / "part.glb", common="mm").units is None


def test_nonsense_is_refused(tmp_path):
    (tmp_path / "part.stl").write_text("")
    for words in ({"own": "parsec"}, {"common": "parsec"}):
        with pytest.raises(im.ImpingeError, match="parsec"):
            unit_file(tmp_path / "part.stl", **words)
    with pytest.raises(im.ImpingeError, match="parsec"):
        unit_file(Path(f"{tmp_path}/part.stl:parsec"))
    with pytest.raises(im.ImpingeError, match="says mm, the option cm"):
        unit_file(Path("part.stl:mm"), own="cm")


def test_lengths_are_told_in_the_unit():
    assert Unit.of("mm").told(0.25) == 250.0
    assert Unit.of("cm").told(np.array([0.01, 1.0])) == [1.0, 100.0]


def test_hints_are_given_for_large_parts_without_a_unit(capsys):
    large, small = im.box_mesh((60, 1, 1)), im.box_mesh((6, 1, 1))
    hint_at_units(UnitFile(Path("small.stl"), None), small)
    hint_at_units(UnitFile(Path("large.stl"), "mm"), large)
    hint_at_units(UnitFile(Path("large.glb"), None), large)
    assert capsys.readouterr().err == ""
    hint_at_units(UnitFile(Path("large.stl"), None), large)
    said = capsys.readouterr()
    assert "large.stl is 60 m large" in said.err
    assert said.out == ""


def test_a_mesh_is_read_in_its_units(tmp_path):
    file = tmp_path / "cube.obj"
    im.save(im.box_mesh((2.0, 2.0, 2.0)), file)
    metres, millimetres = read_surface(file, None), read_surface(file, "mm")
    np.testing.assert_allclose(1000.0 * millimetres.vertices, metres.vertices)
    np.testing.assert_array_equal(millimetres.faces, metres.faces)


def test_tetrahedra_are_read_as_their_surface(tmp_path):
    tets = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    im.save(tets, tmp_path / "corner.vtu")
    found = read_surface(tmp_path / "corner.vtu", None)
    assert len(found.faces) == 4
    assert found.is_closed


def test_points_have_no_surface(tmp_path):
    (tmp_path / "scan.xyz").write_text("0 0 0\n1 0 0\n")
    with pytest.raises(ImpingeError, match=r"scan.xyz: holds a PointCloud, expected a mesh"):
        read_surface(tmp_path / "scan.xyz", None)
