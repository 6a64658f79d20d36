"""What is taken for a box, and what is not; triangles in cells, none missing where it is."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere, overlap_triangles, torus_knot
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid
from impinge.partition.boxes import (
    as_triangles,
    box_rows,
    boxes_of,
    corners_of,
    pairs_of,
)

plain = pytest.mark.plain


@plain
def test_boxes_come_in_any_layout():
    lower = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(4, 3))
    boxes = box_rows(lower[::2], (lower + 1)[::2].tolist())

    assert boxes.flags.carray
    assert boxes.tolist() == [[0, 1, 2, 1, 2, 3], [6, 7, 8, 7, 8, 9]]
    assert box_rows([], []).shape == (0, 6)


@plain
def test_infinite_and_flat_boxes_are_legal():
    boxes = box_rows([[-np.inf, 0, np.inf]], [[np.inf, 0, np.inf]])

    assert boxes.shape == (1, 6)


@pytest.mark.parametrize(
    ("lower", "upper", "message"),
    [
        ([[0, 0]], [[1, 1]], r"lower: expected shape \(n, 3\)"),
        ([[0, 0, 0]], [1, 1, 1], r"upper: expected shape \(n, 3\)"),
        ([["a", "b", "c"]], [[1, 1, 1]], "lower: expected real numbers"),
        ([[0, 0, 0]], np.ones((2, 3)), "lower and upper: 1 and 2 rows"),
        ([[0, 0, 0], [0, np.nan, 0]], np.ones((2, 3)), "lower: row 1 is not a number"),
        ([[0, 0, 0]], [[1, 1, np.nan]], "upper: row 0 is not a number"),
        ([[0, 0, 0], [2, 0, 0]], np.ones((2, 3)), "lower: row 1 .* above upper"),
        ([[0, 0, 0], [0, 0]], np.ones((2, 3)), "lower: rows differ in length"),
        (np.ma.masked_equal([[0, 0, 5]], 5), np.full((1, 3), 9), "lower: row 0 is masked"),
    ],
)
@plain
def test_other_boxes_are_refused(lower, upper, message):
    with pytest.raises(ImpingeError, match=message):
        box_rows(lower, upper)


@plain
def test_codes_of_pairs_are_sorted_rows():
    codes = np.array([(5 << 32) | 7, 9, (5 << 32) | 6])

    assert pairs_of(codes, 10).tolist() == [[0, 9], [5, 6], [5, 7]]


KINDS = {
    "grid": lambda *a, **k: UniformGrid.from_triangles(*a, cell=0.1, **k),
    "hash": lambda *a, **k: SpatialHash.from_triangles(*a, cell=0.1, **k),
    "octree": lambda *a, **k: Octree.from_triangles(*a, leaf_size=8, **k),
    "k-d": lambda *a, **k: KdTree.from_triangles(*a, leaf_size=8, **k),
    "uniform": lambda *a, **k: Octree.from_triangles(*a, adaptive=False, depth=4, **k),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def crossing_meshes():
    """Two meshes that cross, as one, with some triangles of no area."""
    a, b = icosphere(0.6, 2), torus_knot(30, 6)
    vertices = np.concatenate([a.vertices, b.vertices])
    faces = np.concatenate([a.faces, b.faces + len(a.vertices), [[0, 0, 1], [5, 5, 5]]])
    return Mesh(vertices, faces)


MESH = crossing_meshes()


def codes(pairs):
    return set((pairs[:, 0] * 10**6 + pairs[:, 1]).tolist())


def touching(mesh, pairs):
    corners = mesh.vertices[mesh.faces]
    return pairs[overlap_triangles(corners[pairs[:, 0]], corners[pairs[:, 1]])]


@every_kind
def test_exact_cells_are_fewer_and_lose_no_pair(kind):
    box = KINDS[kind](MESH.vertices, MESH.faces, cells="box")
    exact = KINDS[kind](MESH.vertices, MESH.faces, cells="exact")
    by_box, by_cell = box.pairs(), exact.pairs()
    meeting = touching(MESH, by_box)

    assert len(meeting) > 500
    assert codes(meeting) <= codes(by_cell) <= codes(by_box)
    assert len(by_cell) < len(by_box)
    if kind in {"grid", "hash", "uniform"}:
        # The same cells: fewer references. Adaptive trees divide on where they are fewer.
        assert exact.statistics.references < 0.9 * box.statistics.references
        assert exact.statistics.cells <= box.statistics.cells


@every_kind
def test_a_triangle_is_in_each_cell_that_holds_a_point_of_it(kind):
    rng = np.random.default_rng(1)
    held = KINDS[kind](MESH.vertices, MESH.faces, cells="exact")
    cells = held.cells()
    weights = rng.dirichlet([0.5, 0.5, 0.5], (len(MESH.faces), 20))
    points = np.einsum("nij,njk->nik", weights, MESH.vertices[MESH.faces]).reshape(-1, 3)

    # Within some cell that holds something, up to rounding.
    for p in points[::7]:
        assert ((cells.lower - 1e-12 <= p) & (p <= cells.upper + 1e-12)).all(axis=1).any()


@every_kind
@pytest.mark.parametrize("cells", ["box", "exact"])
def test_vertices_move(kind, cells):
    held = KINDS[kind](MESH.vertices, MESH.faces, cells=cells)
    rng = np.random.default_rng(2)
    for _ in range(3):
        moved = Mesh(MESH.vertices + 0.05 * rng.normal(size=MESH.vertices.shape), MESH.faces)
        held.move_vertices(moved.vertices)
        fresh = KINDS[kind](moved.vertices, moved.faces, cells="box").pairs()
        found = held.pairs()
        assert codes(touching(moved, fresh)) <= codes(found) <= codes(fresh)
        if cells == "box":
            np.testing.assert_array_equal(found, fresh)
    assert held.statistics.moved > 0


@every_kind
def test_triangles_are_found_and_removed(kind):
    held = KINDS[kind](MESH.vertices, MESH.faces, cells="exact")
    low, high = np.array([0.0, 0.0, 0.0]), np.array([0.5, 0.5, 0.5])
    boxes = boxes_of(as_triangles(MESH.vertices, MESH.faces)[0])
    meets = np.flatnonzero(((boxes[:, :3] <= high) & (low <= boxes[:, 3:])).all(axis=1))

    np.testing.assert_array_equal(held.find(low, high), meets)
    held.remove(meets)
    assert held.find(low, high).tolist() == []
    held.move_vertices(MESH.vertices + 1.0)
    assert len(held) == len(MESH.faces) - len(meets)
    with pytest.raises(ImpingeError, match="add: the triangles"):
        held.add([[0, 0, 0]], [[1, 1, 1]])
    with pytest.raises(ImpingeError, match="move: triangles are moved by move_vertices"):
        held.move([int(held.ids[0])], [[0, 0, 0]], [[1, 1, 1]])


def test_what_is_wrong_is_named():
    with pytest.raises(ImpingeError, match="cells: 'sphere', expected one of box, exact"):
        Octree.from_triangles(MESH.vertices, MESH.faces, cells="sphere")
    with pytest.raises(ImpingeError, match="faces: row 0 refers to vertex 9"):
        as_triangles(np.zeros((3, 3)), [[0, 1, 9]])
    with pytest.raises(ImpingeError, match="vertices: 2 rows, faces refer to vertex 2"):
        corners_of(np.zeros((2, 3)), np.array([[0, 1, 2]]))
