import pickle

import numpy as np
import pytest
from sphere_cases import coarse, deformed, mesh, outside_chains, points_at, surface_points, tree

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Skin
from impinge.hierarchy import ReducedBody, sphere_rig

DEFORMATIONS = 40
ONE_TWO_THREE = np.array([1.0, 2.0, 3.0])


def body(name, **options):
    return ReducedBody(mesh(name), coarse(), tree=tree(name), **options)


@pytest.mark.parametrize("skin", ["links", "linear"])
@pytest.mark.parametrize("name", ["box", "ball", "knot", "needles"])
def test_conservative_spheres_lose_nothing(name, skin):
    """Each surface point stays in a chain, after rotations, affine maps and bumps."""
    made = body(name, skin=skin)
    faces, weights = surface_points(mesh(name), 500)
    for k in range(DEFORMATIONS):
        now = made.moved(deformed(coarse().vertices, k))
        points = points_at(now.mesh, faces, weights)
        assert outside_chains(*now.spheres, points) == 0, k


def test_grouped_links_lose_nothing_either(monkeypatch):
    monkeypatch.setattr(sphere_rig, "EXACT", 0)
    made = body("ball")
    faces, weights = surface_points(mesh("ball"), 500)
    for k in range(DEFORMATIONS):
        now = made.moved(deformed(coarse().vertices, k))
        assert outside_chains(*now.spheres, points_at(now.mesh, faces, weights)) == 0, k


def test_the_published_heuristic_loses():
    made = body("ball", spheres="published")
    faces, weights = surface_points(mesh("ball"), 500)
    lost = 0
    for k in range(DEFORMATIONS):
        now = made.moved(deformed(coarse().vertices, k))
        lost += outside_chains(*now.spheres, points_at(now.mesh, faces, weights)) > 0
    assert lost > DEFORMATIONS // 4


def test_rigid_motion_is_exact():
    made = body("knot")
    used = tree("knot").radii >= 0.0
    for k in (0, 3, 6, 9):
        both = deformed(np.vstack([tree("knot").centres, coarse().vertices]), k)
        centres, radii = made.moved(both[73:]).spheres
        assert np.abs(radii - tree("knot").radii)[used].max() < 1e-11
        assert np.abs(centres - both[:73])[used].max() < 1e-11
    assert (radii[~used] == -1.0).all()


@pytest.mark.parametrize("kind", ["links", "linear"])
def test_radii_are_those_of_the_formula(kind):
    """The largest sum over the links of all corners of the faces touched, in NumPy."""
    made = body("box", skin=kind)
    skin = Skin(mesh("box").vertices, coarse(), kind=kind)
    q, now = coarse().vertices, deformed(coarse().vertices, 2)
    vertices = np.unique(mesh("box").faces)
    steer = np.unique(skin.triples[vertices])
    p0, p1 = q[steer], now[steer]
    u, _, vt = np.linalg.svd((p0 - p0.mean(0)).T @ (p1 - p1.mean(0)))
    turn = (u @ np.diag([1, 1, np.sign(np.linalg.det(u @ vt))]) @ vt).T
    shift = p1.mean(0) - turn @ p0.mean(0)
    stray = np.linalg.norm(now - q @ turn.T - shift, axis=1)
    grown = (np.abs(skin.weights) * stray[skin.triples]).sum(axis=1)
    if kind == "links":
        for k, triple in enumerate(skin.triples):
            frames = [np.stack(axes(points[triple])) for points in (q, now)]
            length = np.linalg.norm(skin._local[k])
            grown[k] += length * np.linalg.norm(frames[1].T - turn @ frames[0].T, 2)

    centres, radii = made.moved(now).spheres
    assert np.allclose(centres[0], turn @ tree("box").centres[0] + shift, atol=1e-10)
    assert radii[0] == pytest.approx(tree("box").radii[0] + grown[vertices].max(), rel=1e-9)


def axes(p):
    n = np.cross(p[1] - p[0], p[2] - p[0])
    e0, e1 = n / np.linalg.norm(n), (p[1] - p[0]) / np.linalg.norm(p[1] - p[0])
    return e0, e1, np.cross(e1, e0)


def test_spheres_are_little_larger_than_needed():
    made = body("ball")
    ratios = []
    for k in (1, 2, 4, 5, 7, 8):
        now = made.moved(deformed(coarse().vertices, k))
        centres, radii = now.spheres
        ratios.append(radii[0] / np.linalg.norm(now.mesh.vertices - centres[0], axis=1).max())
    assert np.median(ratios) < 1.6


def test_moved_mesh_pickles_and_repr():
    made = body("box")
    now = made.moved(coarse().vertices + ONE_TWO_THREE)

    assert np.allclose(now.mesh.vertices, mesh("box").vertices + ONE_TWO_THREE)
    assert np.array_equal(now.coarse.vertices, coarse().vertices + ONE_TWO_THREE)
    assert np.array_equal(now.mesh.faces, mesh("box").faces)
    kept = pickle.loads(pickle.dumps(now))
    assert np.array_equal(kept.spheres[1], now.spheres[1])
    assert repr(made) == "ReducedBody(8 vertices, 64 coarse)"


def test_bad_input_names_argument_and_reason():
    with pytest.raises(ImpingeError, match="tree: built for another mesh"):
        ReducedBody(mesh("ball"), coarse(), tree=tree("box"))
    with pytest.raises(ImpingeError, match="tree: expected a SphereTree"):
        ReducedBody(mesh("ball"), coarse(), tree=3)
    with pytest.raises(ImpingeError, match="coarse: expected a TetMesh"):
        ReducedBody(mesh("ball"), mesh("ball"))
    with pytest.raises(ImpingeError, match="mesh: open"):
        ReducedBody(im.Mesh(mesh("box").vertices, mesh("box").faces[1:]), coarse())
    with pytest.raises(ImpingeError, match="levels: "):
        ReducedBody(mesh("box"), coarse(), levels=9)
    for name, value in (("skin", "wool"), ("spheres", "big"), ("nearest", 0)):
        with pytest.raises(ImpingeError, match=f"{name}: "):
            body("box", **{name: value})
    with pytest.raises(ImpingeError, match="coarse_vertices: 63 rows"):
        body("box").moved(coarse().vertices[1:])
