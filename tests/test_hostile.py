"""Whatever is given for whatever argument: an answer, or an ImpingeError."""

from importlib import import_module

import pytest
from good_arguments import EXAMPLES, FOUR, SELVES, cube
from hostile import BAD_VALUES, Hostility

import impinge as im


@pytest.fixture
def hostility(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A page is not opened.
    monkeypatch.setattr(import_module("impinge.viewer.show"), "show_view", lambda _view: None)
    im.save(cube(), "kept.stl")
    im.save(im.PointCloud(FOUR), "kept.ply")
    im.save(im.TetMesh(FOUR, [[0, 1, 2, 3]]), "kept.vtk")
    return Hostility(EXAMPLES, SELVES)


def test_bad_arguments_are_refused_by_errors_of_ours(hostility):
    hostility.run()

    assert not hostility.missing, "no example in EXAMPLES or SELVES of " + ", ".join(
        sorted(set(hostility.missing))
    )
    assert not hostility.wrong, "\n".join(hostility.wrong)
    assert len(BAD_VALUES) >= 40
    assert hostility.refused > 0.7 * hostility.calls > 20_000
