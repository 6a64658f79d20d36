"""Bodies that deform while they touch: they do both, and are always the same."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.scenes.polyhedra import POLYHEDRA, globe, polyhedra_scene

OPEN = {"ball-in-cloth", "wheel-on-ground"}


@pytest.mark.parametrize("name", POLYHEDRA)
def test_scene(name):
    scene, again = polyhedra_scene(name), polyhedra_scene(name)
    assert scene.name == name
    assert 400 <= len(scene.mesh_a.faces) <= 560
    assert scene.mesh_a.is_closed
    assert scene.mesh_b.is_closed is (name not in OPEN)
    assert scene.mesh_a.volume > 0.0
    touching, lengths = 0, []
    for time in np.linspace(0.0, 1.0, 9):
        a, b = scene.vertices(time)
        assert all(np.array_equal(x, y) for x, y in zip((a, b), again.vertices(time), strict=True))
        moved = scene.mesh_a.with_vertices(a), scene.mesh_b.with_vertices(b)
        touching += im.overlap(*moved)
        edges = scene.mesh_b.edges if name in ("border", "clamp") else scene.mesh_a.edges
        points = b if name in ("border", "clamp") else a
        lengths.append(np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1))
    assert touching >= 2
    # One of the bodies deforms.
    assert np.ptp(lengths, axis=0).max() > 1e-3


def test_sizes():
    for facets in (100, 500, 5000, 50_000):
        assert abs(len(globe(facets).faces) - facets) < 0.15 * facets
        assert len(polyhedra_scene("balls", facets).mesh_a.faces) < 1.15 * facets


def test_bad_arguments():
    with pytest.raises(ImpingeError, match="name: 'banana'"):
        polyhedra_scene("banana")
    with pytest.raises(ImpingeError, match="facets"):
        polyhedra_scene("balls", 3)
    with pytest.raises(ImpingeError, match="time"):
        polyhedra_scene("balls").vertices(np.nan)
