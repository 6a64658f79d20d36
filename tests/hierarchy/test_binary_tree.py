"""Builders: rows in the form that everything else reads."""

import numpy as np
import pytest
from awkward import awkward_meshes

from impinge.hierarchy.binary_tree import BUILDERS, BinaryTree

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
