"""Trees in pickles of their meshes: not built again, and taken only as they were written."""

import pickle

import numpy as np
import pytest

from impinge.geometry import (
    HeightField,
    TetMesh,
    bumpy_sphere,
    icosphere,
)
from impinge.hierarchy import tree as trees
from impinge.hierarchy import tree_of, tree_pickle
from impinge.hierarchy.tree import Tree

ARRAYS = ("_nodes", "_triangles", "_place", "_sources", "_faces")
TETS = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]], [[0, 1, 2, 3]])


def bits(tree):
    return [getattr(tree, name).tobytes() for name in ARRAYS], tree.decay, tree.builder, tree.volume


def mesh_with_tree():
    mesh = bumpy_sphere(24, 22)
    tree_of(mesh)
    return mesh


MADE = {
    "built": lambda: bumpy_sphere(24, 22),
    "a point, refitted": lambda: icosphere(1.0, 0).with_vertices(np.zeros((12, 3))),
    "refitted": lambda: icosphere(1.0, 2).with_vertices(icosphere(1.0, 2).vertices * [1, 2, 3]),
}


@pytest.mark.parametrize("name", MADE)
def test_a_tree_comes_back_bit_by_bit_and_is_not_built(name, monkeypatch):
    mesh = MADE[name]()
    expected = bits(tree_of(mesh))
    once = pickle.dumps(mesh)
    # Before the tree is asked for, and after.
    unused = pickle.loads(once)
    twice, used = pickle.dumps(unused), pickle.loads(once)
    tree_of(used)
    monkeypatch.setattr(trees, "BinaryTree", None)
    monkeypatch.setattr(trees.fit, "refit_tree", None)
    for data in (once, twice, pickle.dumps(used)):
        again = pickle.loads(data)
        assert bits(tree_of(again)) == expected
        assert tree_of(again)._faces is again._faces
        assert not again._derived.carried
    assert len(once) == len(twice)


def test_a_mesh_without_a_tree_carries_none():
    assert len(bumpy_sphere(24, 22).__reduce__()) == 2


@pytest.mark.parametrize(
    ("owner", "mesh_of"),
    [
        (HeightField(np.random.default_rng(1).normal(size=(6, 5)), 0.5), lambda f: f.mesh),
        (TETS, lambda t: t.surface),
        (TETS.with_vertices(TETS.vertices * 2.0), lambda t: t.surface),
    ],
)
def test_meshes_that_are_made_with_their_owner_have_it_too(owner, mesh_of, monkeypatch):
    expected = bits(tree_of(mesh_of(owner)))
    # Twice in its memo, once in the pickle.
    owner._derived.values["shown"] = mesh_of(owner)
    data = pickle.dumps(pickle.loads(pickle.dumps(owner)))
    monkeypatch.setattr(trees, "BinaryTree", None)
    again = pickle.loads(data)
    assert "shown" not in again._derived.carried
    assert bits(tree_of(mesh_of(again))) == expected


def test_another_layout_of_nodes_builds_anew(monkeypatch):
    data = pickle.dumps(mesh_with_tree())
    for layout in ("collapse.py", "gone.py"):
        monkeypatch.setattr(tree_pickle, "LAYOUT", tree_pickle.LAYOUT.with_name(layout))
        monkeypatch.setattr(tree_pickle, "gather_triangles", None)
        again = pickle.loads(data)
        assert bits(tree_of(again)) == bits(Tree(again))
    assert len(mesh_with_tree().__reduce__()) == 2


def test_damage_of_any_byte_builds_anew(monkeypatch):
    """Of vertices, faces, boxes, links, order or scaling: no link of a damaged node is followed."""
    buffers = []
    data = pickle.dumps(mesh_with_tree(), protocol=5, buffer_callback=buffers.append)
    monkeypatch.setattr(tree_pickle, "gather_triangles", None)
    rng, rebuilt = np.random.default_rng(3), 0
    assert len(buffers) == 5
    for which in range(5):
        for _ in range(30):
            parts = [bytearray(buffer.raw()) for buffer in buffers]
            parts[which][rng.integers(len(parts[which]))] ^= 1 << rng.integers(8)
            try:
                again = pickle.loads(data, buffers=parts)
            except trees.ImpingeError:
                # A coordinate or a vertex number that no mesh has.
                continue
            assert bits(tree_of(again)) == bits(Tree(again))
            rebuilt += 1
    assert rebuilt > 100


def test_data_of_another_kind_builds_anew(monkeypatch):
    made, values, carried = mesh_with_tree().__reduce__()
    monkeypatch.setattr(tree_pickle, "gather_triangles", None)
    plain = carried["tree"]
    states = [None, 3, {"tree": None}, {"tree": {}}, {"tree": {**plain, "seal": 3}}]
    for name in plain:
        bad = plain[name]
        others = [None, "x", 2]
        if isinstance(bad, np.ndarray):
            others += [bad[1:], bad.astype(object), bad.astype(complex), bad[None], bad[:0]]
        states += [{"tree": {**plain, name: other}} for other in others]
        states.append({"tree": {key: value for key, value in plain.items() if key != name}})
    for state in states:
        again = made(*values)
        again.__setstate__(state)
        assert bits(tree_of(again)) == bits(Tree(again))


def test_a_tree_of_another_mesh_is_not_taken():
    mesh, other = mesh_with_tree(), bumpy_sphere(24, 22).flipped()
    other.__setstate__(mesh.__reduce__()[2])

    assert bits(tree_of(other)) == bits(Tree(other))


def test_read_only_buffers_will_do():
    buffers = []
    data = pickle.dumps(mesh_with_tree(), protocol=5, buffer_callback=buffers.append)
    again = pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])

    assert tree_of(again)._nodes.flags.carray
    assert bits(tree_of(again)) == bits(tree_of(mesh_with_tree()))
