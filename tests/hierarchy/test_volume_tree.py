"""Trees of any volume: every face once, every corner in every volume above it."""

import copy
import pickle

import numpy as np
import pytest
from awkward import awkward_meshes, soup

from impinge.bounds.kernels.volume import DOP, ELLIPSOID, SPHERE
from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, bumpy_sphere, grid_mesh, icosphere
from impinge.hierarchy import Tree, VolumeTree
from impinge.hierarchy.binary_tree import BUILDERS
from impinge.hierarchy.kernels.widen import CHILDREN, COUNT, FIRST, FIRST_CHILD
from impinge.hierarchy.volume_tree import ARITIES, REFITS, VOLUMES
from impinge.narrow import pairs_trees

MESHES = awkward_meshes()


def outside(tree, row):
    """How far the corners below a row stick out of its volume, in the tree's unit."""
    first = tree._rows[row, FIRST]
    points = tree._triangles[first : first + tree._rows[row, COUNT], :9].reshape(-1, 3)
    # Beyond float64, so that the test rounds nothing.
    points, volume = points.astype(np.longdouble), tree._volumes[row].astype(np.longdouble)
    if tree._kind == SPHERE:
        return np.sqrt(((points - volume[:3]) ** 2).sum(axis=1)).max() - volume[3]
    if tree._kind >= DOP:
        m = len(volume) // 2
        values = points @ tree._directions.T
        return max((volume[:m] - values).max(), (values - volume[m:]).max())
    along = (points - volume[:3]) @ volume[6:].reshape(3, 3).T
    if tree._kind == ELLIPSOID and volume[3:6].all():
        return np.sqrt(((along / volume[3:6]) ** 2).sum(axis=1)).max() - 1.0
    return (np.abs(along) - volume[3:6]).max()


def check(tree, mesh):
    rows = tree._rows
    assert sorted(tree.faces) == list(range(len(mesh.faces)))
    seen = np.zeros(len(rows), int)
    seen[0] = 1
    for row in range(len(rows)):
        first, children = rows[row, FIRST_CHILD], rows[row, CHILDREN]
        assert outside(tree, row) <= 0.0
        if children == 0:
            assert 1 <= rows[row, COUNT] <= tree.leaf_size
            continue
        assert 2 <= children <= tree.arity
        seen[first : first + children] += 1
        # Children share out the triangles of their parent, in order.
        ends = rows[first : first + children, FIRST] + rows[first : first + children, COUNT]
        assert rows[first, FIRST] == rows[row, FIRST]
        np.testing.assert_array_equal(rows[first + 1 : first + children, FIRST], ends[:-1])
        assert ends[-1] == rows[row, FIRST] + rows[row, COUNT]
    assert (seen == 1).all()
    assert np.isfinite(tree._volumes).all()


@pytest.mark.parametrize("volume", VOLUMES)
@pytest.mark.parametrize("name", MESHES)
def test_volumes_enclose(name, volume):
    mesh = MESHES[name]
    check(VolumeTree(mesh, volume=volume, arity=4, leaf_size=2), mesh)


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("name", MESHES)
def test_every_builder_takes_every_face_once(name, builder):
    mesh = MESHES[name]
    for arity in ARITIES:
        for leaf_size in (1, 3, 8):
            tree = VolumeTree(
                mesh, volume="aabb", builder=builder, arity=arity, leaf_size=leaf_size
            )
            check(tree, mesh)
            assert tree.depth == depth_below(tree)


def depth_below(tree, row=0):
    first = tree._rows[row, FIRST_CHILD]
    children = range(first, first + tree._rows[row, CHILDREN])
    return 1 + max((depth_below(tree, child) for child in children), default=0)


@pytest.mark.parametrize("builder", ["median", "mean", "nearest"])
def test_the_wide_tree_takes_every_builder(builder):
    mesh = soup(3, 300)

    tree = Tree(mesh, builder=builder)

    assert sorted(tree.faces) == list(range(300))


def test_median_halves_and_mean_does_not():
    # Many triangles at one end of a line: the middle of them is far from the middle of the line.
    x = np.concatenate([np.linspace(0.0, 1.0, 96), np.linspace(10.0, 100.0, 32)])
    corners = x[:, None, None] * [1.0, 0.0, 0.0] + 0.01 * np.eye(3)
    mesh = Mesh(corners.reshape(-1, 3), np.arange(384).reshape(-1, 3))

    median = VolumeTree(mesh, volume="aabb", builder="median")
    mean = VolumeTree(mesh, volume="aabb", builder="mean")

    assert median._rows[1:3, COUNT].tolist() == [64, 64]
    assert mean._rows[1:3, COUNT].tolist() == [np.sum(x < x.mean()), np.sum(x >= x.mean())]
    assert median.depth == 8


def test_many_equal_triangles_are_paired_in_few_rounds():
    corner = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

    tree = VolumeTree(Mesh(corner, [[0, 1, 2]] * 4096), volume="aabb", builder="nearest")

    assert tree.depth == 13


@pytest.mark.parametrize("how", REFITS)
@pytest.mark.parametrize("volume", VOLUMES)
def test_refitted_volumes_enclose(volume, how):
    mesh = bumpy_sphere(14, 12)
    tree = VolumeTree(mesh, volume=volume, leaf_size=2)
    waves = mesh.with_vertices(mesh.vertices * [1.0, 3.0, 0.2] + 0.2 * np.sin(5.0 * mesh.vertices))

    fitted = tree.refitted(waves, how)

    if how != "bottom-up":
        assert fitted.stale_count > 0
        # A walk that must visit everything fits everything.
        pairs_trees(fitted, fitted)
    assert fitted.stale_count == 0
    check(fitted, waves)
    check(tree, mesh)


def test_what_is_fitted_when_visited_is_as_tight_as_new():
    mesh = bumpy_sphere(14, 12)
    moved = mesh.with_vertices(mesh.vertices + 0.3 * np.sin(4.0 * mesh.vertices))
    tree = VolumeTree(mesh, volume="obb").refitted(moved, "top-down")
    pairs_trees(tree, tree)
    loose = VolumeTree(mesh, volume="obb").refitted(moved, "bottom-up")

    assert tree.looseness < loose.looseness


def test_refitting_counts_its_updates():
    mesh = icosphere(1.0, 2)
    tree = VolumeTree(mesh, volume="sphere")

    with count() as bottom_up:
        tree.refitted(mesh)
    with count() as top_down:
        tree.refitted(mesh, "top-down")
    with count() as hybrid:
        tree.refitted(mesh, "hybrid")

    assert bottom_up.updates == tree.node_count
    assert top_down.updates == 0
    assert 0 < hybrid.updates < tree.node_count


def test_looseness_grows_where_shape_is_lost():
    mesh = icosphere(1.0, 3)
    for tree in (Tree(mesh), VolumeTree(mesh, volume="obb")):
        flat = mesh.with_vertices(mesh.vertices * [4.0, 1.0, 0.25])
        assert tree.refitted(flat).looseness > 1.5 * type(tree)(flat, volume="obb").looseness
        large = Mesh(mesh.vertices * 2.0**20, mesh.faces)
        assert type(tree)(large, volume="obb").looseness == tree.looseness


def test_looseness_of_points_is_infinite():
    points = MESHES["equal vertices"]
    assert Tree(points).looseness == np.inf
    assert VolumeTree(points).looseness == np.inf


def test_what_waits_is_fitted_to_be_measured_or_pickled():
    mesh = icosphere(1.0, 2)
    tree = VolumeTree(mesh)
    waiting = tree.refitted(mesh, "top-down")
    with count() as cost:
        assert waiting.looseness == tree.looseness
    assert cost.updates == tree.node_count
    assert waiting.stale_count == 0
    again = pickle.loads(pickle.dumps(tree.refitted(mesh, "hybrid")))
    assert again.stale_count == 0
    assert again.looseness <= tree.refitted(mesh).looseness


def test_the_surface_of_boxes_is_theirs():
    """A flat sheet that is stretched has boxes as close to it as before."""
    mesh = grid_mesh(1.0, 16)
    long = mesh.with_vertices(mesh.vertices * [100.0, 1.0, 1.0])
    assert VolumeTree(mesh, volume="aabb").refitted(long).decay == pytest.approx(1.0, rel=1e-9)


def test_shells_in_shells_are_paired_in_few_rounds():
    """Everybody's best partner is the next smaller one: only the two innermost agree."""
    corners = np.array([[1.0, 0.0, -0.5], [-0.5, 0.9, -0.5], [-0.5, -0.9, 1.0]])
    sizes = 1.01 ** np.arange(1000.0)
    vertices = (sizes[:, None, None] * corners).reshape(-1, 3)
    tree = VolumeTree(
        Mesh(vertices, np.arange(3000).reshape(-1, 3)), volume="aabb", builder="nearest"
    )
    assert tree.depth < 100


def test_a_pair_of_arrays_is_a_mesh():
    ball = icosphere(1.0, 1)
    tree = VolumeTree((ball.vertices, ball.faces))
    assert repr(tree.refitted((2.0 * ball.vertices, ball.faces))) == repr(tree)
    with pytest.raises(ImpingeError, match="mesh: "):
        VolumeTree("ball")


def test_copies_and_pickles():
    tree = VolumeTree(icosphere(1.0, 2), volume="dop18", builder="nearest", arity=8)
    again = pickle.loads(pickle.dumps(tree))

    np.testing.assert_array_equal(again._volumes, tree._volumes)
    np.testing.assert_array_equal(pairs_trees(again, tree), pairs_trees(tree, tree))
    assert repr(again) == repr(tree)
    assert copy.deepcopy(tree) is tree
    assert copy.copy(tree) is tree


def test_the_same_mesh_gives_the_same_tree():
    for builder in BUILDERS:
        one, two = (VolumeTree(soup(4, 200), builder=builder) for _ in range(2))
        np.testing.assert_array_equal(one._volumes, two._volumes)
        np.testing.assert_array_equal(one._rows, two._rows)


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError, match=r"refitted\(\) returns a new one"):
        VolumeTree(icosphere(1.0, 1)).arity = 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"volume": "cone"}, r"volume: 'cone', expected one of sphere, aabb, obb, dop12"),
        ({"volume": "dop16"}, r"volume: 'dop16', expected one of"),
        ({"builder": "best"}, r"builder: 'best', expected one of sah, median"),
        ({"arity": 3}, r"arity: 3, expected one of 2, 4, 8"),
        ({"arity": True}, r"arity: .*, expected one of 2, 4, 8"),
        ({"leaf_size": 0}, r"leaf_size: expected a whole number from 1 to 8, got 0"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ImpingeError, match=message):
        VolumeTree(icosphere(1.0, 1), **options)


def test_refitting_another_mesh_is_an_error():
    tree = VolumeTree(icosphere(1.0, 1))
    with pytest.raises(ImpingeError, match="faces are not the 80"):
        tree.refitted(icosphere(1.0, 2))
    with pytest.raises(ImpingeError, match="how: 'sideways', expected one of bottom-up"):
        tree.refitted(icosphere(1.0, 1), "sideways")
