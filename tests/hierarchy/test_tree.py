"""Trees: every face once, every corner in every box above it, the same bits each time."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, soup
from enclosing import room_left, triangles_below

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, bumpy_sphere, icosphere, torus_knot
from impinge.hierarchy import Tree, tree_of
from impinge.hierarchy.kernels.node import DEPTH, PLACE

MESHES = awkward_meshes()
KINDS = [
    (builder, volume) for builder in ("sah", "nearest", "morton") for volume in ("obb", "aabb")
]
REAL = [
    "rigid/fcl/env.obj",
    "rigid/trimesh/angle_block.STL",
    "rigid/trimesh/soup.stl",
    "rigid/trimesh/wallhole.obj",
    "rigid/trimesh/chair_model.obj",
    "rigid/manifold/Havocglass8_left.obj",
]
MOVED = {
    "nothing": lambda v, size, rng: v,
    "noise": lambda v, size, rng: v + 0.3 * size * rng.normal(size=v.shape),
    "a little noise": lambda v, size, rng: v + 1e-6 * size * rng.normal(size=v.shape),
    "far away": lambda v, size, rng: v + 1e6 * size,
    "larger": lambda v, size, rng: v * 1e6,
    "smaller": lambda v, size, rng: v * 1e-6,
    "flat": lambda v, size, rng: v * [1.0, 0.0, 1.0],
    "a point": lambda v, size, rng: v * 0.0 + 0.7,
}


def real_mesh(folder, name):
    loaded = trimesh.load(folder / name, process=False, force="mesh")
    return Mesh(loaded.vertices, loaded.faces)


def check(tree, mesh):
    below = triangles_below(tree)
    everything = below[0, 0]
    assert sorted(everything) == list(range(len(mesh.faces)))
    assert sorted(tree.faces) == list(range(len(mesh.faces)))
    expected = mesh.vertices[mesh.faces][tree.faces] / tree._place[0]
    np.testing.assert_array_equal(tree._triangles[:, :9].reshape(-1, 3, 3), expected)
    # More than nothing is left of the pad after all rounding, for what the walks take from it.
    assert room_left(tree, below) > 2.0**-22
    return below


def real_depth(tree, row=0):
    children = tree._nodes.view(np.int32)[row, 48:56]
    filled = tree._nodes[row, 24:32] >= 0.0
    return 1 + max([real_depth(tree, c) for c in children[filled] if c > 0], default=0)


@pytest.mark.parametrize(("builder", "volume"), KINDS)
@pytest.mark.parametrize("name", MESHES)
def test_boxes_enclose(name, builder, volume):
    mesh = MESHES[name]
    for leaf_size in (1, 2, 3, 8):
        tree = Tree(mesh, builder=builder, volume=volume, leaf_size=leaf_size)
        below = check(tree, mesh)
        children = tree._nodes.view(np.int32)
        leaves = [
            len(places) for (row, lane), places in below.items() if children[row, 48 + lane] < 0
        ]
        assert max(leaves) <= leaf_size
        assert sum(leaves) == len(mesh.faces)


@pytest.mark.parametrize("volume", ["obb", "aabb"])
@pytest.mark.parametrize("name", MESHES)
def test_refitted_boxes_enclose(name, volume):
    mesh = MESHES[name]
    tree = Tree(mesh, volume=volume)
    rng = np.random.default_rng(7)
    size = float(np.abs(mesh.vertices).max()) or 1.0
    for move in MOVED.values():
        moved = mesh.with_vertices(move(mesh.vertices, size, rng))
        refitted = tree.refitted(moved)
        check(refitted, moved)
        np.testing.assert_array_equal(refitted.faces, tree.faces)


@pytest.mark.parametrize("name", REAL)
def test_real_meshes(name, real_data):
    mesh = real_mesh(real_data, name)
    for builder, volume in (("morton", "aabb"), ("sah", "obb")):
        tree = Tree(mesh, builder=builder, volume=volume)
        check(tree, mesh)
    shaken = mesh.with_vertices(mesh.vertices + np.random.default_rng(1).normal(size=(1, 3)))
    check(tree.refitted(shaken), shaken)


@pytest.mark.parametrize("name", MESHES)
def test_the_depth_is_the_real_one(name):
    """Stacks are sized by it: seven lanes a level wait, and eight may be pushed at the last."""
    for builder, volume in KINDS:
        tree = Tree(MESHES[name], builder=builder, volume=volume)
        assert tree.depth == real_depth(tree)
        assert tree.depth == tree._place[DEPTH]


def test_the_depth_stays_small():
    for builder in ("sah", "morton"):
        assert Tree(torus_knot(400, 30), builder=builder).depth < 12
        # Halving equal triangles: three levels of a binary tree make one of ours.
        same = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]] * 5000)
        assert Tree(same, builder=builder).depth < 12


def test_geometric_spacing_does_not_overflow_the_builders():
    """Each triangle half the size of the last: splits are as unequal as they can be."""
    k = 2.0 ** -np.arange(900.0)[:, None, None]
    corners = k * np.array([[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [1.0, 0.0, 0.5]])
    mesh = Mesh(corners.reshape(-1, 3), np.arange(2700).reshape(-1, 3))
    for builder, volume in KINDS:
        check(Tree(mesh, builder=builder, volume=volume), mesh)


def test_the_same_bits_each_time():
    mesh = bumpy_sphere(40, 30)
    for builder, volume in KINDS:
        trees = [Tree(mesh, builder=builder, volume=volume) for _ in range(3)]
        for name in ("_nodes", "_triangles", "_place"):
            assert len({getattr(tree, name).tobytes() for tree in trees}) == 1


def test_scaling_by_a_power_of_two_changes_the_unit_only():
    mesh = soup(4, 200)
    one = Tree(mesh)
    for exponent in (-300, -20, 1, 40, 300):
        other = Tree(Mesh(mesh.vertices * 2.0**exponent, mesh.faces))
        assert other._nodes.tobytes() == one._nodes.tobytes()
        assert other._triangles.tobytes() == one._triangles.tobytes()
        assert other._place[0] == one._place[0] * 2.0**exponent


def test_a_tree_pickles():
    tree = Tree(icosphere(1.0, 2))
    again = pickle.loads(pickle.dumps(tree))

    assert again._nodes.tobytes() == tree._nodes.tobytes()
    assert again._triangles.tobytes() == tree._triangles.tobytes()
    assert repr(again) == repr(tree)
    assert copy.deepcopy(tree) is tree


def test_a_mesh_with_a_tree_pickles_and_copies():
    mesh = icosphere(1.0, 2)
    tree_of(mesh)

    again = pickle.loads(pickle.dumps(mesh))
    assert tree_of(again) is not tree_of(mesh)
    assert tree_of(again)._nodes.tobytes() == tree_of(mesh)._nodes.tobytes()
    assert tree_of(copy.deepcopy(mesh)) is tree_of(mesh)


def test_a_moved_mesh_gets_a_refitted_tree():
    mesh = icosphere(1.0, 3)
    first = mesh.with_vertices(mesh.vertices * 2.0)
    tree_of(mesh)
    second = mesh.with_vertices(mesh.vertices * 3.0)
    third = second.with_vertices(mesh.vertices + 1.0)

    for moved in (first, second, third):
        np.testing.assert_array_equal(tree_of(moved).faces, tree_of(mesh).faces)
        check(tree_of(moved), moved)


def test_many_threads_get_one_tree():
    for round_ in range(20):
        mesh = soup(round_, 300)
        with ThreadPoolExecutor(8) as pool:
            trees = list(pool.map(lambda _, mesh=mesh: tree_of(mesh), range(16)))
        assert all(tree is trees[0] for tree in trees)
        moved = mesh.with_vertices(mesh.vertices + 1.0)
        with ThreadPoolExecutor(8) as pool:
            trees = list(pool.map(lambda _, moved=moved: tree_of(moved), range(16)))
        assert all(tree is trees[0] for tree in trees)
        check(trees[0], moved)


def test_a_tree_is_immutable_and_says_what_it_is():
    tree = Tree(icosphere(1.0, 2), builder="morton", volume="aabb")

    with pytest.raises(AttributeError, match="refitted"):
        tree.builder = "sah"
    with pytest.raises(ValueError):
        tree.faces[0] = 1
    assert repr(tree).startswith("Tree(320 triangles, ")
    assert repr(tree).endswith("morton, aabb)")
    assert tree.face_count == 320
    assert tree.bytes == 256 * len(tree._nodes) + (80 + 16) * 320 + 8 * PLACE


def test_building_and_refitting_are_counted():
    mesh = icosphere(1.0, 2)
    with count() as built:
        tree = Tree(mesh)
    with count() as refitted:
        tree.refitted(mesh)

    assert built.updates == refitted.updates == 8 * len(tree._nodes)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"builder": "kd"},
            "builder: 'kd', expected one of sah, median, mean, morton, nearest",
        ),
        ({"volume": "sphere"}, "volume: 'sphere', expected one of obb, aabb"),
        ({"leaf_size": 0}, "leaf_size: expected a whole number from 1 to 8, got 0"),
        ({"leaf_size": 9}, "leaf_size"),
        ({"leaf_size": True}, "leaf_size"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(ImpingeError, match=message):
        Tree(icosphere(1.0, 0), **options)


def test_a_tree_refuses_another_mesh():
    tree = Tree(icosphere(1.0, 0))

    with pytest.raises(ImpingeError, match="mesh: its 80 faces are not the 20 that this tree"):
        tree.refitted(icosphere(1.0, 1))
    with pytest.raises(ImpingeError, match="build a new Tree"):
        tree.refitted(icosphere(1.0, 0).flipped())


def test_equal_faces_of_another_mesh_will_do():
    tree, other = Tree(icosphere(1.0, 1)), icosphere(2.0, 1)

    np.testing.assert_array_equal(tree.refitted(other).faces, tree.faces)


def test_a_mesh_flat_to_subnormal_size_is_a_point():
    """Its extent was subnormal, the reciprocal infinite, all boxes NaN: walks left their stack."""
    flat = Mesh([[1, 0, 0], [1, 1e-310, 0], [1, 0, 1e-310]], [[0, 1, 2]])

    assert np.isfinite(Tree(flat)._nodes[:, :48]).all()


def test_centres_closer_than_bins_can_tell_are_halved():
    """With a spread of 1e-41 the width of a bin overflowed, and a bin was NaN."""
    big = [[-1.0, -1, -1], [1, 1, 1], [1, -1, 0]]
    tiny = [[x, y, z] for x in np.arange(9) * 1e-41 for y, z in ((0, 0), (1e-42, 0), (0, 1e-42))]
    mesh = Mesh(big + tiny, np.arange(30).reshape(10, 3))

    assert sorted(Tree(mesh).faces) == list(range(10))


@pytest.mark.parametrize("size", [2.0, "2", True, 0, 9, None])
def test_leaf_sizes_are_whole_numbers(size):
    with pytest.raises(ImpingeError, match="leaf_size: expected a whole number from 1 to 8"):
        Tree(icosphere(1.0, 0), leaf_size=size)


def test_pickled_trees_can_be_asked_whatever_buffers_they_come_from():
    tree = Tree(icosphere(1.0, 1), leaf_size=np.int32(2))
    buffers = []
    data = pickle.dumps(tree, protocol=5, buffer_callback=buffers.append)

    again = pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])

    assert again._nodes.flags.carray
    np.testing.assert_array_equal(again._triangles, tree._triangles)


def test_refitted_boxes_stay_within_what_bounds_are_argued_for():
    """Boxes around turned boxes grow from level to level; their half extents must not exceed 3."""
    rng = np.random.default_rng(8)
    mesh = icosphere(1.0, 4)

    tree = Tree(mesh).refitted(mesh.with_vertices(rng.uniform(-1, 1, mesh.vertices.shape)))

    halves = tree._nodes[:, 24:48].reshape(-1, 3, 8)
    full = halves[:, 0] > 0.0
    assert np.linalg.norm(halves, axis=1)[full].max() < 3.001
