"""Cloths are what they are called, and the same each time."""

import numpy as np
import pytest

from impinge.bench.ccd_cloths import (
    CORNERS,
    balls,
    cloth_named,
    data_folder,
    real_cloth,
    real_cloths,
    sheets,
)
from impinge.continuous import ImpactStatus, collision_free_step
from impinge.geometry import Mesh


@pytest.mark.parametrize(("kind", "status"), [("meet", "HIT"), ("fly", "FREE")])
@pytest.mark.parametrize("n", [4, 16])
def test_sheets(kind, status, n):
    cloth, again = sheets(n, kind), cloth_named(f"sheets that {kind}", n)

    assert (cloth.start == again.start).all()
    assert (cloth.end == again.end).all()
    assert cloth.name == f"sheets that {kind}"
    assert cloth.faces.shape == (4 * n * n, 3)
    assert Mesh(cloth.start, cloth.faces).is_oriented
    found = collision_free_step((cloth.start, cloth.faces), cloth.end)
    assert found.status == ImpactStatus[status]
    assert found.step > 0.4


@pytest.mark.parametrize("level", [0, 1, 2])
def test_balls_meet_half_way(level):
    cloth = cloth_named(CORNERS, level)
    found = collision_free_step((cloth.start, cloth.faces), cloth.end)

    assert found.status == ImpactStatus.HIT
    assert abs(found.step - 0.5) < 1e-6
    assert (balls(level).start == cloth.start).all()


def test_none_without_a_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    assert data_folder() is None
    assert real_cloths(quick=False) == []
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert real_cloths(quick=False) == []


def test_real_ones(real_data):
    assert real_cloths(quick=True) == ["cloth-funnel"]
    assert real_cloths(quick=False) == ["cloth-funnel", "cloth-ball"]
    cloth = real_cloth(real_data, "cloth-funnel")

    assert abs(cloth.first_time - 0.04523222) < 1e-8
    assert (cloth_named("cloth-funnel").end == cloth.end).all()
    assert np.abs(cloth.end - cloth.start).max() < 0.02
