"""Features near each other: all pairs, with the stencil of their closest points."""

from fractions import Fraction

import numpy as np
import pytest
from exact import as_integers, crossing_segments_sq, point_segment_sq, point_triangle_sq, smaller
from moving_surfaces import edges_by_hand, every_pair, layers, sheet, soup
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.core.threads import use_threads
from impinge.geometry import closest_points_on_triangles, closest_segments
from impinge.geometry.nature import Nature
from impinge.narrow import proximities
from impinge.narrow.flat_regions import flat_regions
from impinge.scenes import folded_sheet

KINDS = ("vertex-face", "edge-edge")
FIELDS = ("pair", "vertices", "weights", "distance", "normal", "nature")


def features(found):
    return dict(zip(KINDS, (found.vertex_face, found.edge_edge), strict=True))


def by_hand(vertices, faces, thickness):
    """All pairs that share no vertex, measured one by one: pairs, vertices, distances."""
    pairs, corners = every_pair(faces, len(vertices))
    vf, ee = (vertices[corners[kind]] for kind in KINDS)
    distances = {
        "vertex-face": closest_points_on_triangles(vf[:, 0], vf[:, 1:]).distance,
        "edge-edge": closest_segments(ee[:, :2], ee[:, 2:]).distance,
    }
    near = {kind: distances[kind] <= thickness for kind in KINDS}
    return {
        kind: (pairs[kind][k], corners[kind][k], distances[kind][k]) for kind, k in near.items()
    }


def meshes():
    for seed in range(4):
        start, end, faces = layers(2, 3, seed)
        yield start, faces, 0.5
        yield end, faces, 0.2
        start, _, faces = soup(25, seed)
        yield start, faces, 0.1


def is_a_stencil(vertices, near, size):
    """Weights give the vector from the second closest point to the first; normals are units."""
    difference = (near.weights[:, :, None] * vertices[near.vertices]).sum(axis=1)
    across = -near.distance[:, None] * near.normal
    assert np.abs(difference - across).max(initial=0.0) < 1e-14 * size
    assert np.abs(near.weights.sum(axis=1)).max(initial=0.0) < 1e-15
    assert np.abs(np.linalg.norm(near.normal, axis=1) - 1.0).max(initial=0.0) < 1e-15


def test_all_pairs_are_there():
    rows = 0
    for vertices, faces, thickness in meshes():
        found = proximities(im.Mesh(vertices, faces), thickness)

        assert (found.edges == edges_by_hand(faces)).all()
        wanted = by_hand(vertices, faces, thickness)
        for kind, near in features(found).items():
            pairs, corners, distances = wanted[kind]
            assert near.pair.tolist() == pairs.tolist()
            assert (near.vertices == corners).all()
            assert np.abs(near.distance - distances).max(initial=0.0) < 1e-14
            is_a_stencil(vertices, near, 10.0)
            rows += len(pairs)
    assert rows > 1500


def exact_distance_sq(points, corners, kind):
    a, b, c, d = (points[k] for k in corners)
    if kind == "vertex-face":
        return point_triangle_sq(a, b, c, d)
    best = smaller(point_segment_sq(a, c, d), point_segment_sq(b, c, d))
    best = smaller(best, smaller(point_segment_sq(c, a, b), point_segment_sq(d, a, b)))
    crossing = crossing_segments_sq(a, b, c, d)
    return best if crossing is None else smaller(best, crossing)


@pytest.mark.parametrize("shape", ["needles", "parallel", "grid", "far"])
def test_distances_err_by_less_than_is_promised(shape):
    rng = np.random.default_rng(7)
    vertices, _, faces = soup(8, 3)
    if shape == "needles":
        vertices[1::3] = vertices[0::3] + 1e-9 * rng.normal(size=(8, 3))
    elif shape == "parallel":
        vertices *= [1.0, 1e-8, 1e-12]
    elif shape == "grid":
        vertices = np.round(3.0 * vertices) / 3.0
    else:
        vertices += 1e7
    (points,), shift = as_integers(vertices)
    found = proximities((vertices, faces), 100.0)
    for kind, near in features(found).items():
        assert len(near) == len(every_pair(faces, len(vertices))[0][kind])
        for corners, distance in zip(near.vertices.tolist(), near.distance, strict=True):
            size = np.ptp(vertices[corners], axis=0).max()
            low, high = (
                max(0, Fraction(distance) + s * Fraction(2.0**-49 * size)) for s in (-1, 1)
            )
            square = Fraction(*exact_distance_sq(points, corners, kind)) / shift**2
            assert low**2 <= square <= high**2


def test_natures():
    flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]
    above = [[1.0, 1.0, 0.1], [2.0, -0.1, 0.1], [-0.1, -0.1, 0.0], [3.0, 3.0, 0.0]]
    # Vertices without a face count, too.
    near = proximities((flat + above, [[0, 1, 2]]), 2.0).vertex_face
    assert near.pair.tolist() == [[3, 0], [4, 0], [5, 0], [6, 0]]
    expected = [Nature.VERTEX_FACE, Nature.VERTEX_EDGE, Nature.VERTEX_VERTEX, Nature.VERTEX_EDGE]
    assert near.nature.tolist() == expected
    assert near.weights[3].tolist() == [1.0, 0.0, -0.5, -0.5]
    assert np.allclose(near.normal[0], [0.0, 0.0, -1.0])


@pytest.mark.parametrize(
    ("edge", "nature"),
    [
        ([[0.5, -1.0, 0.1], [0.5, 1.0, 0.1]], Nature.EDGE_EDGE),
        ([[0.5, 0.1, 0.1], [0.5, 1.0, 0.1]], Nature.EDGE_VERTEX),
        ([[1.1, -1.0, 0.1], [1.1, 1.0, 0.1]], Nature.VERTEX_EDGE),
        ([[1.1, 0.1, 0.1], [1.1, 1.0, 0.1]], Nature.VERTEX_VERTEX),
    ],
)
def test_natures_of_edges(edge, nature):
    vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], *edge]
    near = proximities((vertices, [[0, 0, 1], [2, 2, 3]]), 0.5).edge_edge
    assert near.pair.tolist() == [[0, 1]]
    assert near.nature.tolist() == [nature]


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_distance_zero_has_a_normal(offset):
    # A vertex on a face, edges that cross, vertices in one place, faces without area.
    vertices = np.array(
        [[0, 0, 0], [3, 0, 0], [0, 3, 0], [1, 1, 0], [1, -1, 0], [0, 0, 0], [1, 1, 0], [1, 1, 0]]
    )
    faces = [[0, 1, 2], [3, 3, 4], [5, 6, 7], [6, 6, 6]]
    mesh = im.Mesh(vertices + offset, faces)
    found = proximities(mesh, 0.0)
    assert [3, 0] in found.vertex_face.pair.tolist()
    assert len(found.vertex_face) > 8
    assert len(found.edge_edge) > 5
    for near in features(found).values():
        assert (near.distance == 0.0).all()
        is_a_stencil(mesh.vertices, near, 1.0 + offset)
    row = found.vertex_face.pair.tolist().index([3, 0])
    # The vertex counts as outside.
    assert found.vertex_face.normal[row].tolist() == [0.0, 0.0, -1.0]


def test_touching_counts_where_coordinates_are_rounded():
    corners, weights = (
        np.random.default_rng(0).uniform(-1, 1, (200, 3, 3)),
        np.array([0.1, 0.3, 0.6]),
    )
    vertices = np.concatenate([corners.reshape(-1, 3), np.einsum("k,nkj->nj", weights, corners)])
    found = proximities((vertices, np.arange(600).reshape(-1, 3)), 0.0).vertex_face
    assert {(600 + k, k) for k in range(200)} <= {tuple(row) for row in found.pair.tolist()}


def test_all_vertices_in_one_place():
    near = proximities((np.ones((12, 3)), np.arange(12).reshape(-1, 3)), 0.0)
    assert len(near.vertex_face) == 12 * 3
    assert len(near.edge_edge) == 6 * 9
    assert np.isfinite(near.edge_edge.normal).all()


def test_a_vertex_far_away_does_not_widen_the_boxes_of_others():
    vertices, faces = sheet(12)
    flown = np.concatenate([vertices, [[1e149, 0.0, 0.0]]])
    assert len(proximities((flown, faces), 0.1).edge_edge) == 0


def same(found, other):
    for near, again in zip(features(found).values(), features(other).values(), strict=True):
        assert near.pair.tolist() == again.pair.tolist()
        yield near, again


def test_moved_surfaces_have_moved_proximities():
    for vertices, faces, thickness in meshes():
        turn = Rotation.from_rotvec([0.3, -2.0, 1.0]).as_matrix()
        found = proximities((vertices, faces), thickness)
        moved = proximities((vertices @ turn.T + [10.0, -20.0, 5.0], faces), thickness)
        for near, again in same(found, moved):
            assert np.abs(near.distance - again.distance).max(initial=0.0) < 1e-13


@pytest.mark.parametrize("scale", [2.0**-40, 2.0**40])
def test_scaled_surfaces_have_scaled_proximities(scale):
    for vertices, faces, thickness in meshes():
        found = proximities((vertices, faces), thickness)
        scaled = proximities((scale * vertices, faces), scale * thickness)
        for near, again in same(found, scaled):
            assert np.array_equal(near.weights, again.weights)
            assert np.array_equal(scale * near.distance, again.distance)
            assert np.array_equal(near.normal, again.normal)


def test_threads_and_later_frames_have_the_same_rows():
    start, end, faces = layers(3, 8, 0)
    moved = proximities(im.Mesh(start, faces).with_vertices(end), 0.3)
    assert len(moved.edge_edge) > 1000
    for threads in (1, 3):
        with use_threads(threads):
            again = proximities(im.Mesh(end, faces), 0.3)
        for near, other in zip(features(moved).values(), features(again).values(), strict=True):
            for name in FIELDS:
                assert np.array_equal(getattr(near, name), getattr(other, name))


def test_masks_leave_out_what_is_inside_one_flat_region():
    flat = sheet(12)
    assert len(proximities(flat, 1.5).edge_edge) > 1000
    assert len(proximities(flat, 1.5, culling="masks").edge_edge) == 0
    assert len(proximities(flat, 1.5, culling="masks").vertex_face) == 0
    mesh = folded_sheet(24, gap=0.04)
    every, few = proximities(mesh, 0.06), proximities(mesh, 0.06, culling="masks")
    regions = flat_regions(mesh)
    at = [set(regions[(mesh.faces == v).any(axis=1)].tolist()) for v in range(len(mesh.vertices))]
    for near, kept in zip(features(every).values(), features(few).values(), strict=True):
        around = [set.union(*(at[v] for v in row)) for row in near.vertices.tolist()]
        stays = np.array([len(found) > 1 or -1 in found for found in around])
        assert 0.1 * len(near) < stays.sum() < 0.97 * len(near)
        for name in FIELDS:
            assert np.array_equal(getattr(near, name)[stays], getattr(kept, name))


def test_rows_are_those_of_another_library():
    ipctk = pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    _, vertices, faces = layers(3, 8, 1, motion=0.3)
    found = proximities((vertices, faces), 0.2)
    theirs = ipctk.NormalCollisions()
    mesh = ipctk.CollisionMesh(vertices, found.edges, faces)
    theirs.build(mesh, vertices, 0.2)
    near = found.vertex_face
    inside = near.pair[near.nature == Nature.VERTEX_FACE].tolist()
    assert len(inside) > 50
    assert inside == sorted([row.vertex_id, row.face_id] for row in theirs.fv_collisions)
    # Nearly parallel edges are listed there wherever their closest points are.
    near = found.edge_edge
    edges = [[row.edge0_id, row.edge1_id] for row in theirs.ee_collisions]
    listed = {tuple(sorted(row)) for row in edges}
    assert {tuple(row) for row in near.pair[near.nature == Nature.EDGE_EDGE].tolist()} <= listed
    assert listed <= {tuple(row) for row in near.pair.tolist()}


def test_results_are_immutable():
    found = proximities(sheet(3), 0.5)
    with pytest.raises(ValueError, match="read-only"):
        found.edge_edge.pair[:] = 0
    assert found.edges.flags.writeable is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"thickness": -1.0}, "thickness: -1 is less than 0"),
        ({"thickness": np.nan}, "thickness: nan is not finite"),
        ({"culling": "box"}, "culling: 'box', expected one of"),
        ({"mesh": ([[0, 0, np.inf]] * 3, [[0, 1, 2]])}, r"mesh\.vertices: row 0 is not finite"),
        ({"mesh": 3}, "mesh: expected a Mesh"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(im.ImpingeError, match=message):
        proximities(**{"mesh": sheet(2), "thickness": 0.1, **arguments})
