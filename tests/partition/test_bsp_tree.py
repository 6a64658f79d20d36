"""The BSP tree: inside and outside as others say, a painter's order, and few planes."""

import copy
import pickle

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere, torus_knot
from impinge.hierarchy import contains, winding_number
from impinge.narrow import overlap
from impinge.partition import BspTree, Side


def l_shape():
    """An L, two metres long and wide, one metre high: concave, all faces along the axes."""
    flat = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], float)
    vertices = np.concatenate([np.c_[flat, np.zeros(6)], np.c_[flat, np.ones(6)]])
    top = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])
    i = np.arange(6)
    j = (i + 1) % 6
    walls = np.concatenate([np.stack([i, j, j + 6], 1), np.stack([i, j + 6, i + 6], 1)])
    return Mesh(vertices, np.concatenate([top[:, ::-1], top + 6, walls]))


MESHES = {
    "box": box_mesh((1, 2, 3)),
    "ball": icosphere(1.0, 3),
    "knot": torus_knot(40, 8),
    "bumpy": bumpy_sphere(30, 16),
    "L": l_shape(),
}
KINDS = ("mixed", "faces", "discrete")
every_mesh = pytest.mark.parametrize("name", MESHES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def random_points(mesh, count, seed=0):
    low, high = mesh.bounds
    size = high - low
    return np.random.default_rng(seed).uniform(low - 0.2 * size, high + 0.2 * size, (count, 3))


def crossings(mesh, points, direction):
    """How many faces a half-line from each point meets."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    along = normal @ direction
    found = np.zeros(len(points), int)
    for i, p in enumerate(points):
        t = np.einsum("ij,ij->i", normal, a - p) / along
        q = p + t[:, None] * direction
        inside = t > 0.0
        for u, v in ((a, b), (b, c), (c, a)):
            inside &= np.einsum("ij,ij->i", np.cross(v - u, q - u), normal) > 0.0
        found[i] = inside.sum()
    return found


@every_mesh
@every_kind
def test_inside_is_what_contains_parity_and_winding_say(name, kind):
    mesh = MESHES[name]
    tree = BspTree(mesh, kind)
    points = random_points(mesh, 3000)
    inside = tree.contains(points)

    assert 150 < inside.sum() < 2850
    np.testing.assert_array_equal(inside, contains(mesh, points))
    some = points[:200]
    np.testing.assert_array_equal(inside[:200], np.round(winding_number(mesh, some)) == 1)
    odd = crossings(mesh, some, np.array([0.3234, 0.8235, 0.4618])) % 2 == 1
    np.testing.assert_array_equal(inside[:200], odd)


@every_mesh
@every_kind
def test_points_of_the_surface_are_on_it_and_those_beside_it_are_not(name, kind):
    mesh = MESHES[name]
    tree = BspTree(mesh, kind)
    corners = mesh.vertices[mesh.faces]
    weights = np.random.default_rng(1).dirichlet([2.0, 2.0, 2.0], len(corners))
    on = np.einsum("ij,ijk->ik", weights, corners)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    far = 20.0 * tree.thickness

    assert (tree.locate(on) == Side.ON).all()
    assert (tree.locate(mesh.vertices) == Side.ON).all()
    assert (tree.locate(on + far * normal) == Side.OUTSIDE).all()
    assert (tree.locate(on - far * normal) == Side.INSIDE).all()
    assert tree.contains(on).all()


@every_mesh
@every_kind
def test_no_later_triangle_is_behind_an_earlier_one(name, kind):
    """Painter's law: along each line of sight, triangles come in the order of their distance."""
    mesh = MESHES[name]
    tree = BspTree(mesh, kind)
    pieces, rng = tree.pieces, np.random.default_rng(2)
    low, high = mesh.bounds
    compared = 0
    for view in (2.0 * high - low, 0.5 * (low + high) + 1e-3, low - [0.1, -0.3, -0.2]):
        order = tree.back_to_front(view)
        assert np.array_equal(np.sort(order), np.arange(len(pieces)))
        a, b, c = (pieces[order, k] for k in range(3))
        normal = np.cross(b - a, c - a)
        for target in rng.uniform(low, high, (25, 3)):
            d = target - view
            with np.errstate(divide="ignore", invalid="ignore"):
                t = np.einsum("ij,ij->i", normal, a - view) / (normal @ d)
                q = view + t[:, None] * d
                seen = t > 0.0
                for u, v in ((a, b), (b, c), (c, a)):
                    seen &= np.einsum("ij,ij->i", np.cross(v - u, q - u), normal) > 0.0
            distances = t[seen]
            assert (np.diff(distances) <= 1e-6).all()
            compared += len(distances) > 1
    assert compared > 20


@every_mesh
@every_kind
def test_pieces_are_the_faces_cut_up(name, kind):
    mesh = MESHES[name]
    tree = BspTree(mesh, kind)
    pieces = tree.pieces
    area = 0.5 * np.linalg.norm(
        np.cross(pieces[:, 1] - pieces[:, 0], pieces[:, 2] - pieces[:, 0]), axis=1
    )
    corners = mesh.vertices[mesh.faces]
    whole = 0.5 * np.linalg.norm(
        np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1
    )
    summed = np.bincount(tree.piece_faces, area, len(whole))

    np.testing.assert_allclose(summed, whole, rtol=1e-6, atol=1e-9)
    assert len(pieces) == tree.statistics.pieces >= len(whole)


def test_nodes_and_levels_stay_few():
    """A ball of 5,120 faces: its own planes make a list, planes through the middle a flat tree."""
    ball = icosphere(1.0, 4)
    n = len(ball.faces)
    flat, chain = BspTree(ball), BspTree(ball, "faces")

    assert chain.depth == chain.nodes == n
    assert flat.depth < 3.0 * np.log2(n) + 8
    assert n <= flat.nodes <= n * np.log2(n)
    assert BspTree(ball, "discrete").depth < 3.0 * np.log2(n) + 8


@every_mesh
def test_sizes_are_bounded(name):
    n = len(MESHES[name].faces)
    for kind in KINDS:
        s = BspTree(MESHES[name], kind).statistics
        assert s.faces == n
        assert s.nodes <= n * np.log2(n) + 8
        if kind != "faces":
            assert s.depth < 3.0 * np.log2(n) + 8


@pytest.mark.parametrize("name", ["box", "L"])
def test_faces_along_the_axes_need_no_other_planes(name):
    s = BspTree(MESHES[name], "discrete", directions=6).statistics

    assert s.discrete == s.nodes


def test_fixed_directions_are_used_for_most_planes_of_large_cells():
    tree = BspTree(MESHES["ball"], "discrete", directions=14)
    normals = tree._node_planes[:, :3]
    directions = np.array(
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]], float
    )
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    along = np.abs(normals @ directions.T).max(axis=1) > 1.0 - 1e-9

    assert along.sum() >= tree.statistics.discrete > 100
    # From the root down: cells of more than a few faces.
    assert along[0]
    assert along[:5].all()


@every_kind
@pytest.mark.parametrize("exponent", [-400, -10, 300])
def test_scaling_by_a_power_of_two_changes_nothing(kind, exponent):
    mesh = MESHES["knot"]
    a = BspTree(mesh, kind)
    b = BspTree(Mesh(np.ldexp(mesh.vertices, exponent), mesh.faces), kind)
    points = random_points(mesh, 300)

    assert a.statistics == b.statistics
    np.testing.assert_array_equal(a.locate(points), b.locate(np.ldexp(points, exponent)))
    np.testing.assert_array_equal(np.ldexp(a.pieces, exponent), b.pieces)


def test_far_from_the_origin():
    mesh = MESHES["L"]
    shift = np.array([1e6, -2e6, 3e6])
    tree = BspTree(Mesh(mesh.vertices + shift, mesh.faces))
    points = random_points(mesh, 500)

    np.testing.assert_array_equal(tree.contains(points + shift), contains(mesh, points))


def test_several_bodies_and_hollow_ones():
    """A shell with a hole in it, and a box beside it."""
    outer, inner, beside = icosphere(1.0, 2), icosphere(0.5, 2).flipped(), box_mesh((1, 1, 1))
    vertices = np.concatenate(
        [outer.vertices, inner.vertices, beside.vertices + np.array([2.5, 0, 0])]
    )
    n = len(outer.vertices)
    faces = np.concatenate([outer.faces, inner.faces + n, beside.faces + 2 * n])
    mesh = Mesh(vertices, faces)
    points = random_points(mesh, 2000)

    for kind in KINDS:
        np.testing.assert_array_equal(BspTree(mesh, kind).contains(points), contains(mesh, points))


def test_inside_out_is_as_good():
    mesh = MESHES["L"]
    points = random_points(mesh, 300)

    np.testing.assert_array_equal(
        BspTree(mesh.flipped()).contains(points), BspTree(mesh).contains(points)
    )


def test_faces_of_no_area_are_harmless():
    box = box_mesh((1, 1, 1))
    # An edge with two flat faces back to back, and a face that is a point.
    extra = [[0, 1, 1], [2, 2, 2]]
    mesh = Mesh(box.vertices, np.concatenate([box.faces, extra]))
    points = random_points(box, 300)

    np.testing.assert_array_equal(BspTree(mesh).contains(points), contains(box, points))


@every_kind
@pytest.mark.parametrize("height", [1e-15, 1e-10, 3e-9, 1e-7, 1e-4])
def test_needles_are_harmless(kind, height):
    """A corner just inside a face, next to its edge: the needle's plane is mostly rounding."""
    box = box_mesh((1, 1, 1)).transformed(
        [[0.6, -0.8, 0, 0.1], [0.8, 0.6, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]
    )
    a, b, c = box.faces[0]
    p, q, r = box.vertices[[a, b, c]]
    near = 0.63 * p + 0.37 * q + height * (r - 0.5 * (p + q))
    fan = [[a, b, 8], [b, c, 8], [c, a, 8]]
    mesh = Mesh(np.vstack([box.vertices, near]), np.concatenate([box.faces[1:], fan]))
    points = random_points(box, 1000)

    np.testing.assert_array_equal(BspTree(mesh, kind).contains(points), contains(box, points))


def test_one_point_gives_one_answer():
    tree = BspTree(MESHES["box"])

    assert tree.contains((0, 0, 0)) is True
    assert tree.contains((9, 0, 0)) is False
    assert tree.locate((0, 0, 0)) is Side.INSIDE
    assert tree.locate((0.5, 0, 0)) is Side.ON
    assert tree.contains(np.empty((0, 3))).shape == (0,)
    assert repr(tree).startswith("BspTree(12 faces")


def test_the_same_bits_for_any_number_of_threads_and_after_a_copy():
    mesh = MESHES["knot"]
    tree = BspTree(mesh)
    points = random_points(mesh, 5000)
    expected = tree.locate(points).tobytes()

    for other in (BspTree(mesh), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        for threads in (1, 3):
            with use_threads(threads):
                assert other.locate(points).tobytes() == expected
        np.testing.assert_array_equal(other.back_to_front((3, 2, 1)), tree.back_to_front((3, 2, 1)))


@every_kind
def test_meshes_without_an_inside_are_refused(kind):
    box = box_mesh((1, 1, 1))
    with pytest.raises(ImpingeError, match=r"mesh: it bounds no volume, it is not closed"):
        BspTree(Mesh(box.vertices, box.faces[1:]), kind)
    with pytest.raises(ImpingeError, match="not closed"):
        BspTree(grid_mesh(1.0, 3), kind)
    turned = box.faces.copy()
    turned[0] = turned[0, ::-1]
    with pytest.raises(ImpingeError, match="not oriented"):
        BspTree(Mesh(box.vertices, turned), kind)
    flat = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 1]])
    with pytest.raises(ImpingeError, match="no border between inside and outside"):
        BspTree(flat, kind)
    with pytest.raises(ImpingeError, match="no face has an area"):
        BspTree(Mesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2], [0, 2, 1]]), kind)


@every_kind
def test_bodies_that_overlap_are_refused(kind):
    a = box_mesh((1, 1, 1))
    for shift in ([0.3, 0.2, 0.1], [0.0, 0.0, 0.0]):
        second = a.vertices * (1.0 if any(shift) else 0.5) + shift
        mesh = Mesh(np.concatenate([a.vertices, second]), np.concatenate([a.faces, a.faces + 8]))
        with pytest.raises(ImpingeError, match="no border between inside and outside"):
            BspTree(mesh, kind)


def joined(*meshes):
    """Several bodies as one mesh."""
    firsts = np.cumsum([0, *(len(m.vertices) for m in meshes)])
    faces = [m.faces + n for m, n in zip(meshes, firsts, strict=False)]
    return Mesh(np.concatenate([m.vertices for m in meshes]), np.concatenate(faces))


def placed(mesh, rng, size, reach):
    """The mesh turned at random, scaled, and put somewhere within reach."""
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    turn *= np.linalg.det(turn)
    return Mesh(size * mesh.vertices @ turn.T + rng.uniform(-reach, reach, 3), mesh.faces)


def accepted(mesh, kind):
    """The tree; None of a mesh that is refused for what it is made of."""
    try:
        return BspTree(mesh, kind)
    except ImpingeError as error:
        if "no border between inside and outside" not in str(error):
            raise
        return None


@every_kind
def test_bodies_that_overlap_in_a_corner_are_refused(kind):
    """A part of the faces so small that no middle of a face is in it."""
    a = box_mesh((1, 1, 1))
    for shift in (0.9, 0.99, 0.999, 1.0 - 1e-5):
        assert accepted(joined(a, Mesh(a.vertices + shift, a.faces)), kind) is None
    assert accepted(joined(a, Mesh(a.vertices + 1.0 + 1e-5, a.faces)), kind) is not None


@every_kind
def test_two_bodies_are_taken_where_they_do_not_overlap_and_only_there(kind):
    """Against the definition, in random places: a corner in the other, or an edge through it."""
    rng = np.random.default_rng(7)
    outcomes = []
    for _ in range(60):
        a = placed(box_mesh((1.0, 0.6, 0.3)), rng, 1.0, 0.0)
        b = placed(icosphere(0.5, 0), rng, rng.choice([1.0, 0.2]), 0.8)
        free = not overlap(a, b, solid=True)
        tree = accepted(joined(a, b), kind)
        assert (tree is not None) == free
        outcomes.append(free)
        if tree is not None:
            points = random_points(joined(a, b), 300)
            inside = contains(a, points) | contains(b, points)
            np.testing.assert_array_equal(tree.contains(points), inside)
    assert 15 < sum(outcomes) < 45


@every_kind
def test_a_mesh_that_crosses_itself_is_refused(kind):
    """Corners of a ball are moved at random: where it is folded, some points are wound around
    twice or less than never. What is taken is right, what is folded is not taken."""
    rng = np.random.default_rng(3)
    ball = icosphere(1.0, 1)
    taken = folded = 0
    for step in np.linspace(0.02, 0.8, 40):
        mesh = Mesh(ball.vertices + step * rng.normal(size=ball.vertices.shape), ball.faces)
        points = random_points(mesh, 1500)
        turns = np.round(winding_number(mesh, points))
        tree = accepted(mesh, kind)
        twice = not np.isin(turns, (0, 1)).all() and not np.isin(turns, (0, -1)).all()
        folded += twice
        if tree is not None:
            taken += 1
            assert not twice
            np.testing.assert_array_equal(tree.contains(points), contains(mesh, points))
    assert taken > 5
    assert folded > 10


@every_kind
def test_bodies_in_holes_are_legal_and_bodies_in_bodies_are_not(kind):
    balls = [icosphere(r, 2) for r in (1.0, 0.7, 0.4, 0.2)]
    shell = joined(balls[0], balls[1].flipped(), balls[2], balls[3].flipped())
    points = random_points(shell, 2000)

    tree = accepted(shell, kind)
    np.testing.assert_array_equal(tree.contains(points), contains(shell, points))
    assert 200 < tree.contains(points).sum() < 1800
    for wrong in (
        joined(balls[0], balls[1]),
        joined(balls[0], balls[1].flipped(), balls[2].flipped()),
        joined(balls[0], balls[1], balls[2].flipped()),
    ):
        assert accepted(wrong, kind) is None


@every_kind
def test_bodies_may_touch_in_edges_and_corners_and_be_cut_along_one_face(kind):
    a = box_mesh((1, 1, 1))
    for shift in ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, 0.3]):
        mesh = joined(a, Mesh(a.vertices + shift, a.faces))
        points = random_points(mesh, 500)
        np.testing.assert_array_equal(accepted(mesh, kind).contains(points), contains(mesh, points))


def test_other_options_are_refused():
    with pytest.raises(ImpingeError, match="planes: 'round', expected one of faces, mixed"):
        BspTree(MESHES["box"], "round")
    with pytest.raises(ImpingeError, match=r"directions: .*, expected one of"):
        BspTree(MESHES["box"], "discrete", directions=7)
    with pytest.raises(ImpingeError, match="mesh: expected a Mesh"):
        BspTree(3)
