import pickle

import numpy as np
import pytest
from sphere_cases import coarse, deformed, mesh

from impinge.core.errors import ImpingeError
from impinge.geometry import Skin, TetMesh
from impinge.geometry.skin import KINDS

CORNER = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])


@pytest.mark.parametrize("kind", KINDS)
def test_rest_pose_and_rigid_motion_are_exact(kind):
    dense = mesh("knot").vertices
    skin = Skin(dense, coarse(), kind=kind)

    assert np.abs(skin.moved(coarse().vertices) - dense).max() <= 1e-12
    for k in (0, 3, 6):
        both = deformed(np.vstack([dense, coarse().vertices]), k)
        assert np.abs(skin.moved(both[len(dense) :]) - both[: len(dense)]).max() <= 1e-12
    assert np.allclose(skin.weights.sum(axis=1), 1.0, rtol=1e-13)


def test_links_keep_their_lengths():
    dense = mesh("ball").vertices
    skin = Skin(dense, coarse())

    def lengths(vertices, q):
        origin = np.einsum("nk,nkj->nj", skin.weights, q[skin.triples])
        return np.linalg.norm(vertices - origin, axis=1)

    rest = lengths(dense, coarse().vertices)
    for k in range(12):
        q = deformed(coarse().vertices, k)
        assert np.allclose(lengths(skin.moved(q), q), rest, rtol=0, atol=1e-12)


def test_weights_are_inverse_distances_of_the_nearest_three():
    dense, q = mesh("ball").vertices, coarse().vertices
    skin = Skin(dense, coarse())
    surface = np.unique(coarse().surface.faces)
    gaps = np.linalg.norm(q[surface] - dense[:, None], axis=2)
    nearest = np.sort(surface[np.argsort(gaps, axis=1)[:, :3]], axis=1)
    same = (skin.triples == nearest).all(axis=1)

    # Others had three on a line, or ties.
    assert same.mean() > 0.9
    d = np.linalg.norm(q[skin.triples] - dense[:, None], axis=2)
    assert np.allclose(skin.weights, (1 / d) / (1 / d).sum(axis=1, keepdims=True), rtol=1e-9)


def test_a_vertex_on_a_coarse_one_follows_it():
    skin = Skin([[1, 0, 0]], CORNER)
    q = CORNER.vertices.copy()
    q[1] = (3, 4, 5)

    assert np.allclose(skin.moved(q), [[3, 4, 5]])


def test_linear_skins_use_the_tetrahedron_that_contains_the_point():
    rng = np.random.default_rng(5)
    tet = coarse().tets[7]
    inside = rng.dirichlet((1, 1, 1, 1), 20)
    skin = Skin(inside @ coarse().vertices[tet], coarse(), kind="linear")

    assert skin.triples.shape == (20, 4)
    for k in range(20):
        weights = dict(zip(skin.triples[k].tolist(), skin.weights[k], strict=True))
        assert np.allclose([weights.get(v, 0.0) for v in tet.tolist()], inside[k], atol=1e-9)
    affine = coarse().vertices @ [[1, 0.3, 0], [0, 2, 0.1], [0.2, 0, 0.5]] + [1, 2, 3]
    assert np.allclose(skin.moved(affine), inside @ affine[tet], atol=1e-12)


def test_triples_on_a_line_are_skipped():
    """Four vertices on the x axis, next to the point, and one off it."""
    points = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [1, 5, 0], [1, 0, 5], [1, 5, 5]]
    body = TetMesh(points, [[0, 1, 4, 5], [1, 2, 4, 5], [2, 3, 4, 5], [1, 4, 5, 6]])
    skin = Skin([[1.2, -0.1, -0.1]], body)

    assert len(set(skin.triples[0].tolist()) & {0, 1, 2, 3}) == 2
    assert np.abs(skin.moved(body.vertices) - [[1.2, -0.1, -0.1]]).max() < 1e-12


def test_a_triple_that_falls_on_a_line_keeps_the_last_frame():
    skin = Skin([[0.4, 0.4, -0.3]], CORNER)
    turned = CORNER.vertices @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1.0]])
    before = skin.moved(turned)
    flat = turned.copy()
    flat[:, 1:] *= 1e-9
    flat[:, 0] = [0.0, 1.0, 2.0, 3.0]
    after = skin.moved(flat)
    origin = lambda q: np.einsum("nk,nkj->nj", skin.weights, q[skin.triples])  # noqa: E731

    assert np.isfinite(after).all()
    assert np.allclose(after - origin(flat), before - origin(turned), atol=1e-12)


def test_pickles_and_bad_input():
    skin = pickle.loads(pickle.dumps(Skin(mesh("box").vertices, coarse())))
    assert np.abs(skin.moved(coarse().vertices) - mesh("box").vertices).max() <= 1e-12
    assert repr(skin) == "Skin(8 vertices, 64 coarse, links)"
    with pytest.raises(ImpingeError, match=r"coarse_vertices: 63 rows, expected 64"):
        skin.moved(coarse().vertices[1:])
    bad = coarse().vertices.copy()
    bad[5] = np.nan
    with pytest.raises(ImpingeError, match="coarse_vertices: row 5"):
        skin.moved(bad)
    line = TetMesh([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], [[0, 1, 2, 3]])
    with pytest.raises(ImpingeError, match="coarse: all surface vertices are on a line"):
        Skin([[0, 0, 1]], line)
    with pytest.raises(ImpingeError, match="coarse: no tetrahedron has a volume"):
        Skin([[0, 0, 1]], line, kind="linear")
    with pytest.raises(ImpingeError, match="coarse: 1 surface vertices"):
        Skin([[0, 0, 1]], TetMesh([[0, 0, 0], [1, 0, 0]], [[0, 0, 0, 1]]))
    with pytest.raises(ImpingeError, match="coarse: expected a TetMesh"):
        Skin([[0, 0, 1]], mesh("box"))
