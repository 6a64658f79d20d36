"""Hull trees: patches are convex and cover all faces, hulls contain what is below them."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from awkward import awkward_meshes

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.hierarchy import HullTree, hull_tree, tree_of

KNOT = torus_knot(60, 8)
MESHES = {
    "box": box_mesh((1, 2, 3)),
    "ball": icosphere(1.0, 2),
    "bumpy": bumpy_sphere(20, 33),
    "knot": KNOT,
    "sheet": grid_mesh(1.0, 5),
    "soup": Mesh(np.random.default_rng(3).normal(size=(60, 3)), np.arange(60).reshape(-1, 3)),
    "triangle": Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]),
    **{f"awkward {name}": mesh for name, mesh in awkward_meshes().items()},
}
each_mesh = pytest.mark.parametrize("name", MESHES)


def height(mesh, face, vertex):
    """Exact: positive where a vertex is above the plane of a face."""
    a, b, c, p = (
        [Fraction(float(x)) for x in mesh.vertices[v]] for v in (*mesh.faces[face], vertex)
    )
    u, v, w = ([x - y for x, y in zip(q, a, strict=True)] for q in (b, c, p))
    n = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    return sum(x * y for x, y in zip(n, w, strict=True))


@each_mesh
def test_every_face_is_in_one_convex_patch(name):
    mesh, tree = MESHES[name], hull_tree(MESHES[name])
    assert tree.patches.shape == (len(mesh.faces),)
    assert np.array_equal(np.unique(tree.patches), np.arange(tree.patch_count))
    rng = np.random.default_rng(0)
    for patch in rng.permutation(tree.patch_count)[:12]:
        faces = np.flatnonzero(tree.patches == patch)
        corners = np.unique(mesh.faces[faces])
        for face in faces[:8]:
            assert len(faces) == 1 or max(height(mesh, face, v) for v in corners) <= 0


@each_mesh
def test_hulls_contain_what_is_below_them(name):
    mesh, tree = MESHES[name], hull_tree(MESHES[name])
    size = np.abs(mesh.vertices[mesh.faces]).max()
    below = {}
    for node, (a, b) in enumerate(tree.children):
        if a < 0:
            below[node] = np.unique(mesh.faces[tree.patches == node])
        else:
            assert b >= 0
            assert max(a, b) < node
            below[node] = np.union1d(below.pop(int(a)), below.pop(int(b)))
        points, hull = mesh.vertices[below[node]], tree.hull(node)
        n, offset = hull.planes[:, :3], hull.planes[:, 3]
        assert (points @ n.T - offset).max(initial=0.0) <= 1e-13 * size
    # One root, above everything.
    assert list(below) == [len(tree.children) - 1]
    assert tree.depth <= 4 * np.log2(tree.patch_count + 1) + 4


@each_mesh
def test_original_faces_of_a_leaf_are_those_of_its_patch(name):
    tree = hull_tree(MESHES[name])
    for node in range(min(tree.patch_count, 40)):
        faces, listed = np.flatnonzero(tree.patches == node), tree.original_faces(node)
        assert np.array_equal(tree.virtual(node), [len(some) == 0 for some in listed])
        if len(listed):
            assert np.array_equal(np.unique(np.concatenate(listed)), faces)
        else:
            # A patch without area.
            assert len(faces) == 1


def test_faces_of_upper_hulls_are_original_where_the_mesh_is():
    mesh, tree = MESHES["bumpy"], hull_tree(MESHES["bumpy"])
    root = len(tree.children) - 1
    hull, listed = tree.hull(root), tree.original_faces(root)
    some = 0
    for plane, faces in zip(hull.planes, listed, strict=True):
        for face in faces:
            some += 1
            assert np.allclose(mesh.vertices[mesh.faces[face]] @ plane[:3], plane[3], atol=1e-13)
    assert some > 10
    assert 0.5 < tree.virtual(root).mean() < 1.0


def test_counts():
    assert hull_tree(MESHES["box"]).patch_count == 1
    assert hull_tree(MESHES["ball"]).patch_count == 1
    assert hull_tree(MESHES["sheet"]).patch_count == 1
    assert hull_tree(MESHES["soup"]).patch_count == 20
    # Of a bumpy surface about one in four faces, as the mannequin of CATCH has it.
    assert 1320 / 6 < hull_tree(MESHES["bumpy"]).patch_count < 1320 / 3


def test_edges_of_three_faces_end_patches():
    fan = Mesh([[0, 0, 0], [0, 0, 1], [1, 0, 0], [-1, 1, 0], [-1, -1, 0]],
               [[0, 1, 2], [0, 1, 3], [0, 1, 4]])  # fmt: skip
    assert hull_tree(fan).patch_count == 3


def test_it_is_kept_immutable_and_pickled():
    mesh = MESHES["knot"]
    tree = hull_tree(mesh)
    assert hull_tree(mesh) is tree
    assert tree._tree is tree_of(mesh)
    with pytest.raises(AttributeError, match="cannot be changed"):
        tree.patches = None
    with pytest.raises(ValueError, match="read-only"):
        tree.patches[0] = 1
    other = pickle.loads(pickle.dumps(tree))
    assert repr(other) == repr(tree)
    assert all(map(np.array_equal, other._arrays, tree._arrays))
    assert all(map(np.array_equal, HullTree(mesh)._arrays, tree._arrays))
    assert tree.bytes > 10_000


def test_bad_arguments():
    with pytest.raises(ImpingeError, match=r"mesh: .*Mesh"):
        HullTree("mesh")
    with pytest.raises(ImpingeError, match="node: expected a whole number from 0 to 0"):
        hull_tree(MESHES["box"]).hull(1)
