"""Units on the command line."""

from pathlib import Path

import numpy as np
import pytest

import impinge as im
from impinge.cli.units import Unit, UnitFile, hint_at_units, unit_file


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
