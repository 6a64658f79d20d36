"""Parts have the triangles they promise, closed and facing outward."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes.articulated_parts import (
    PROFILES,
    beams,
    chessman,
    ground,
    lattice,
    limb,
    prism,
    rolling,
)


@pytest.mark.parametrize(("around", "rings"), [(20, 33), (20, 38), (3, 1), (35, 42)])
def test_limbs_are_closed_and_bumpy(around, rings):
    mesh = limb(around, rings, (0.1, 0.2, 0.5))
    assert len(mesh.faces) == 2 * around * rings
    assert mesh.is_closed
    assert mesh.volume > 0.0
    smooth = limb(60, 60, (1, 2, 3), bumps=0.0)
    assert smooth.volume == pytest.approx(4.0 / 3.0 * np.pi * 6.0, rel=1e-2)


@pytest.mark.parametrize("kind", PROFILES)
def test_chessmen_stand_on_the_floor(kind):
    mesh = chessman(kind, 40, 79, 1.2, 0.3)
    assert len(mesh.faces) == 6320
    assert mesh.is_closed
    assert mesh.volume > 0.0
    assert mesh.bounds[0, 2] == 0.0
    assert 1.1 < mesh.bounds[1, 2] <= 1.2
    assert np.hypot(*mesh.vertices[:, :2].T).max() <= 0.3 + 1e-12


def test_ground_has_two_triangles_a_cell():
    heights = rolling((6, 4), (3.0, 2.0), np.random.default_rng(0), waves=3)
    mesh = ground((6, 4), (3.0, 2.0), heights)
    assert len(mesh.faces) == 48
    assert np.abs(heights).max() == pytest.approx(1.0)
    assert mesh.bounds[:, :2].tolist() == [[-1.5, -1.0], [1.5, 1.0]]
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    assert (np.cross(b - a, c - a)[:, 2] > 0.0).all()


def test_beams_reach_from_end_to_end():
    mesh = beams([((0, 0, 0), (0, 0, 2)), ((1, 0, 0), (1, 3, 0)), ((0, 0, 0), (1, 1, 1))], 0.1)
    assert len(mesh.faces) == 36
    assert mesh.volume == pytest.approx(0.01 * (5.0 + np.sqrt(3.0)))
    mast = lattice(10.0, 1.0, 3, 0.1)
    assert len(mast.faces) == 12 * (4 + 8 * 3)
    assert np.ptp(mast.bounds[:, 2]) < 10.2


def test_prism():
    mesh = prism(6, 1.0, 2.0)
    assert len(mesh.faces) == 20
    assert mesh.volume == pytest.approx(3.0 * np.sqrt(3.0))


def test_bad_kinds_and_counts():
    with pytest.raises(ImpingeError, match="kind: 'dragon'"):
        chessman("dragon", 40, 79, 1.0, 0.2)
    with pytest.raises(ImpingeError, match="around, rings"):
        limb(2, 5, (1, 1, 1))
