"""Sheets that fold, roll and cross themselves."""

import numpy as np
import pytest

import impinge as im
from impinge.narrow import self_intersections
from impinge.scenes import (
    cone_strip,
    crumpled_sheet,
    draped_sheet,
    folded_sheet,
    ribbon,
    rolled_sheet,
)

SHEETS = (folded_sheet, rolled_sheet, draped_sheet, crumpled_sheet, ribbon, cone_strip)


def normals(mesh):
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    n = np.cross(b - a, c - a)
    return n / np.linalg.norm(n, axis=1)[:, None]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_two_triangles_a_cell_and_is_the_same_each_time(sheet):
    mesh = sheet(16)
    assert len(mesh.faces) == 512
    assert mesh.is_oriented
    assert not mesh.is_closed
    np.testing.assert_array_equal(mesh.vertices, sheet(16).vertices)
    # Cut finer it is the same surface.
    assert sheet(64).area == pytest.approx(sheet(128).area, rel=0.02)
    np.testing.assert_allclose(sheet(32).bounds, sheet(64).bounds, atol=0.02)


def test_folded_and_rolled_sheets_keep_their_size_and_their_gap():
    assert folded_sheet(200).area == pytest.approx(1.0, rel=0.03)
    assert rolled_sheet(200).area == pytest.approx(1.0, rel=0.03)
    assert np.ptp(folded_sheet(120, folds=6, gap=0.02).vertices[:, 2]) == pytest.approx(
        0.16, abs=0.01
    )


def test_some_are_free_and_some_cross_themselves():
    for free in (folded_sheet, rolled_sheet, draped_sheet):
        assert len(self_intersections(free(24))) == 0
    assert len(self_intersections(folded_sheet(24, crossing=0.009))) == 0
    for crossing in (
        crumpled_sheet(24),
        ribbon(24),
        cone_strip(24),
        folded_sheet(24, crossing=0.03),
    ):
        assert len(self_intersections(crossing)) > 10


def test_strips_are_almost_flat():
    assert normals(ribbon(32))[:, 2].min() > np.cos(np.radians(30))
    assert normals(cone_strip(32))[:, 2].min() > np.cos(np.radians(45))
    assert normals(rolled_sheet(32))[:, 2].min() < -0.9


def test_extreme_arguments_are_sheets():
    for mesh in (
        folded_sheet(1), folded_sheet(3, folds=0), folded_sheet(9, folds=50),
        folded_sheet(4, gap=0.0), rolled_sheet(4, turns=0.0), rolled_sheet(4, gap=0.0),
        draped_sheet(3, folds=0), crumpled_sheet(3, amplitude=0.0), ribbon(1), cone_strip(1),
    ):  # fmt: skip
        assert np.isfinite(mesh.vertices).all()


@pytest.mark.parametrize("sheet", SHEETS)
def test_cells_are_counted(sheet):
    for cells in (0, -1, 1.5, "many", 10**6):
        with pytest.raises(im.ImpingeError, match="cells"):
            sheet(cells)
