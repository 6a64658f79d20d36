"""Distances by hull trees are those of triangle trees, whatever the cache says."""

import numpy as np
import pytest
from awkward import awkward_meshes

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, bumpy_sphere, grid_mesh, icosphere, pose, torus_knot
from impinge.hierarchy import hull_tree
from impinge.io import load_mesh
from impinge.narrow import hull_tree_distance
from impinge.narrow.kernels.pair_row import BOX_TESTS
from impinge.scenes.mesh_pairs import data_folder
from impinge.scenes.poses import random_rotation

RNG = np.random.default_rng(5)
SOUP = Mesh(RNG.normal(size=(90, 3)), np.arange(90).reshape(-1, 3))
MESHES = {
    "bumpy": bumpy_sphere(20, 33),
    "knot": torus_knot(80, 10),
    "ball": icosphere(1.0, 2),
    "sheet": grid_mesh(1.0, 5),
    "box": im.box_mesh((1, 2, 3)),
    "soup": SOUP,
    **{f"awkward {name}": mesh for name, mesh in awkward_meshes().items()},
}


def random_pose(rng, reach):
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = random_rotation(rng), reach * rng.normal(size=3)
    return found


def compare(a, b, pose_a, pose_b, cache=None):
    expected = im.distance(a, b, pose_a, pose_b)
    found, cache = hull_tree_distance(a, b, pose_a, pose_b, cache=cache)
    assert (found.distance == 0.0) == (expected.distance == 0.0)
    assert found.distance == pytest.approx(expected.distance, rel=1e-12, abs=0.0)
    between = np.linalg.norm(found.point_b - found.point_a)
    assert between == pytest.approx(found.distance, rel=1e-9, abs=1e-14)
    return found, cache


@pytest.mark.parametrize("name", MESHES)
def test_the_same_as_by_triangle_trees(name):
    rng, hits = np.random.default_rng(len(name)), []
    mesh = MESHES[name]
    size = np.ptp(mesh.vertices[mesh.faces].reshape(-1, 3), axis=0).max()
    for other in ("bumpy", "knot", "box", "soup", name):
        for reach in (0.1, 0.5, 1.0, 3.0):
            at = random_pose(rng, reach * max(size, 1.0))
            found, _ = compare(mesh, MESHES[other], at, random_pose(rng, 0.1))
            hits.append(found.distance == 0.0)
            compare(MESHES[other], mesh, None, at, None)
    assert sum(hits) < len(hits)


@pytest.mark.parametrize("name", ["bumpy", "knot", "sheet", "soup"])
def test_coherent_steps_with_a_cache(name):
    mesh, cache, rng = MESHES[name], None, np.random.default_rng(1)
    turn = random_rotation(rng)
    cached, plain = 0, 0
    for step in range(60):
        at = pose((3.0 - 0.05 * step, 0.01 * step, 0.3), axis_angle=(0.0, 0.0, 0.02 * step))
        at[:3, :3] = at[:3, :3] @ turn
        found, cache = compare(mesh, mesh, None, at, cache)
        assert cache.shape == (4,)
        other, _ = compare(mesh, mesh, None, at)
        cached, plain = cached + found._rows[BOX_TESTS], plain + other._rows[BOX_TESTS]
    assert cached <= plain + 120


def test_a_cache_from_anywhere_changes_nothing():
    mesh, rng = MESHES["bumpy"], np.random.default_rng(2)
    tree = hull_tree(mesh)
    for _ in range(40):
        at = random_pose(rng, 1.2)
        places, nodes = (
            rng.integers(len(mesh.faces), size=2),
            rng.integers(len(tree.children), size=2),
        )
        compare(mesh, mesh, None, at, np.r_[places, nodes])
        compare(mesh, mesh, None, at, np.r_[places, -1, -1])


def test_one_inside_the_other():
    """Surfaces have a distance though their hulls overlap: the triangle tree answers."""
    outer, inner = icosphere(2.0, 3), icosphere(0.5, 3)
    for shift in ((0.0, 0.0, 0.0), (0.3, 0.2, 0.1)):
        compare(outer, inner, None, pose(shift))


@pytest.mark.parametrize("scale", [1e-60, 1e-5, 1e5, 1e60])
def test_any_size(scale):
    mesh = bumpy_sphere(10, 8)
    scaled = Mesh(scale * mesh.vertices, mesh.faces)
    compare(scaled, scaled, None, pose((3.0 * scale, 0.2 * scale, 0.0)))


def test_rigid_motion_and_order():
    mesh, other, rng = MESHES["bumpy"], MESHES["knot"], np.random.default_rng(4)
    for _ in range(10):
        a, b, moved = random_pose(rng, 1.5), random_pose(rng, 1.5), random_pose(rng, 2.0)
        d = hull_tree_distance(mesh, other, a, b)[0].distance
        assert hull_tree_distance(other, mesh, b, a)[0].distance == pytest.approx(d, rel=1e-12)
        again = hull_tree_distance(mesh, other, moved @ a, moved @ b)[0].distance
        assert again == pytest.approx(d, rel=1e-9, abs=1e-13)


def test_chessmen():
    data = data_folder()
    folder = None if data is None else data / "articulated" / "chess_chesseract"
    if folder is None or not folder.is_dir():
        pytest.skip("IMPINGE_DATA names no folder with chessmen")
    king, knight = load_mesh(folder / "king.obj"), load_mesh(folder / "knight.obj")
    rng, cache = np.random.default_rng(6), None
    for _ in range(15):
        _, cache = compare(king, knight, random_pose(rng, 0.7), None, cache)


def test_bad_arguments():
    mesh = MESHES["box"]
    with pytest.raises(ImpingeError, match="a: "):
        hull_tree_distance(im.Sphere(1.0), mesh)
    with pytest.raises(ImpingeError, match="batches are not supported"):
        hull_tree_distance(mesh, mesh, np.stack([np.eye(4)] * 2))
    for cache in ([0, 0, 0], [0.5, 0, 0, 0], [12, 0, 0, 0], [0, 0, 0, 1], [0, -1, 0, 0]):
        with pytest.raises(ImpingeError, match="cache: "):
            hull_tree_distance(mesh, mesh, cache=cache)
