import sys

import pytest

import impinge as im
from impinge.geometry import coarse_tets, icosphere
from impinge.simulation import SoftBody


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "fast_simplification", None)
    with pytest.raises(
        im.ImpingeError, match=r"needs fast_simplification; pip install 'impinge\[tets\]'"
    ):
        coarse_tets(icosphere(2))


def test_bad_input_is_refused():
    with pytest.raises(im.ImpingeError, match="mesh"):
        coarse_tets("bunny")
    with pytest.raises(im.ImpingeError, match="faces"):
        coarse_tets(icosphere(2), faces=3)


def test_a_ball_becomes_a_coarse_body():
    pytest.importorskip("fast_simplification")
    pytest.importorskip("pytetwild")
    ball = icosphere(4)
    found = coarse_tets(ball, faces=100)
    assert 50 <= len(found.surface.faces) <= 300
    assert found.volume == pytest.approx(ball.volume, rel=0.15)
    assert len(found.turned) == 0
    assert SoftBody(found).masses.sum() == pytest.approx(1000 * found.volume)
