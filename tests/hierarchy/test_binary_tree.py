"""Builders: rows in the form that everything else reads."""

import numpy as np
import pytest
from awkward import awkward_meshes

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.binary_tree import BUILDERS, BinaryTree, used_vertices

MESHES = awkward_meshes()


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("name", MESHES)
def test_children_follow_their_parents_and_share_out_the_faces(name, builder):
    mesh = MESHES[name]
    for leaf_size in (1, 4):
        tree = BinaryTree(mesh, builder, leaf_size)
        links = tree.links[: tree.count]
        assert sorted(tree.order) == list(range(len(mesh.faces)))
        covered = np.zeros(len(mesh.faces), int)
        parents = np.zeros(tree.count, int)
        for node, (first, count) in enumerate(links):
            if count > 0:
                assert count <= leaf_size
                covered[first : first + count] += 1
            else:
                assert first > node
                parents[first : first + 2] += 1
        assert (covered == 1).all()
        assert parents[0] == 0
        assert (parents[1:] == 1).all()
        areas = tree.areas[: tree.count]
        assert np.isfinite(areas).all()
        inner = np.flatnonzero(links[:, 1] == 0)
        for child in (0, 1):
            assert (areas[inner] >= areas[links[inner, 0] + child] * (1.0 - 1e-6)).all()


def test_a_leaf_size_is_a_plain_int():
    mesh = Mesh(np.eye(3), [[0, 1, 2]])
    assert type(BinaryTree(mesh, "sah", np.int8(3)).leaf_size) is int
    for value in (0, 9, 2.0, "2", True, None):
        with pytest.raises(ImpingeError, match="leaf_size: expected a whole number from 1 to 8"):
            BinaryTree(mesh, "sah", value)


def test_vertices_without_faces_are_left_out():
    mesh = Mesh(np.eye(5)[:, :3], [[0, 1, 3]])
    assert used_vertices(mesh).tolist() == [0, 1, 3]
