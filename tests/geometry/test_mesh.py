"""A mesh is immutable, checked where it enters, and says what it is."""

import copy
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
import trimesh
from hypothesis import given
from strategies import poses

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Mesh,
    Sphere,
    as_mesh,
    as_shape,
    box_mesh,
    bumpy_sphere,
    grid_mesh,
    icosphere,
)

POINTS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def test_arrays_are_copied_and_shown_read_only():
    points, faces = np.array(POINTS, dtype=float), np.array(FACES)
    mesh = Mesh(points, faces)
    points[:] = 7.0
    faces[:] = 0

    assert mesh.vertices.tolist() == POINTS
    assert mesh.faces.tolist() == FACES
    for shown in (
        mesh.vertices,
        mesh.faces,
        mesh.edges,
        mesh.adjacency,
        mesh.bounds,
        mesh.centroid,
        mesh.inertia,
        mesh.surface_centroid,
    ):
        with pytest.raises(ValueError, match="read-only"):
            shown[...] = 0


def test_kernels_get_writable_contiguous_arrays():
    mesh = Mesh(np.array(POINTS, dtype=np.float32, order="F"), np.array(FACES, dtype=np.uint8))

    for array, dtype in ((mesh._vertices, np.float64), (mesh._faces, np.int64)):
        assert array.dtype == dtype
        assert array.flags.carray


def test_nothing_can_be_assigned():
    mesh = box_mesh()
    with pytest.raises(AttributeError, match="immutable"):
        mesh.vertices = None
    with pytest.raises(AttributeError, match="immutable"):
        del mesh.faces
    with pytest.raises(AttributeError):
        mesh.colour = "red"


@pytest.mark.parametrize(
    ("vertices", "faces", "message"),
    [
        ([], [], "faces: no rows"),
        (POINTS, [], "faces: no rows"),
        (POINTS, np.zeros((0, 3), int), "faces: no rows"),
        (POINTS, [[0, 1, 2, 3]], "4 corners a face, expected triangles"),
        (POINTS, [[0, 1, 2], [0, 1, 2, 3]], "rows differ in length"),
        (POINTS, [[0, 1]], "faces: expected shape"),
        (POINTS, [[0, 1, 4]], "faces: row 0 refers to vertex 4, but there are 4"),
        (POINTS, [[0, 1, 2], [0, 1, -1]], "faces: row 1 refers to vertex -1"),
        (POINTS, [[0, 1, 1.5]], "faces: row 0 holds 1.5"),
        ([[0, 0]], [[0, 0, 0]], "vertices: expected shape"),
        ([[0, 0, np.nan]], [[0, 0, 0]], "vertices: row 0 is not finite"),
        ([[0, 0, 0], [0, np.inf, 0]], [[0, 0, 0]], "vertices: row 1 is not finite"),
        ([[0, 0, 1e160]], [[0, 0, 0]], "vertices: row 0 holds 1e\\+160"),
        ([["a", "b", "c"]], [[0, 0, 0]], "vertices"),
        (None, [[0, 0, 0]], "vertices"),
    ],
)
def test_bad_input_is_named(vertices, faces, message):
    with pytest.raises(ImpingeError, match=message):
        Mesh(vertices, faces)
    with pytest.raises(ImpingeError, match="part"):
        as_mesh((vertices, faces), "part")


def test_degenerate_and_repeated_faces_are_legal():
    mesh = Mesh(POINTS, [[0, 0, 0], [0, 1, 2], [0, 1, 2], [1, 1, 2]])

    assert mesh.area == pytest.approx(1.0)
    assert np.isfinite(mesh.bounds).all()


def test_unused_vertices_count_in_nothing():
    mesh = Mesh([*POINTS, [100, 100, 100]], FACES)

    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert mesh.volume == pytest.approx(1 / 6)
    assert len(mesh.welded().vertices) == 4


def test_measures_of_the_volume_say_what_is_missing():
    for name in ("volume", "centroid", "inertia"):
        with pytest.raises(ImpingeError, match=f"{name}: .*not closed .*such as"):
            getattr(grid_mesh(), name)
        with pytest.raises(ImpingeError, match=f"{name}: .*not oriented"):
            getattr(Mesh(POINTS, [*FACES[:3], FACES[3][::-1]]), name)
    assert grid_mesh().area == pytest.approx(1.0)


def test_inside_out_and_flat_meshes():
    inward = box_mesh((1, 2, 3)).flipped()
    assert inward.volume == pytest.approx(-6.0)
    with pytest.raises(ImpingeError, match="look inward"):
        _ = inward.centroid
    sheet = Mesh(POINTS, [[0, 1, 2], [2, 1, 0]])
    assert sheet.volume == 0.0
    with pytest.raises(ImpingeError, match="encloses no volume"):
        _ = sheet.inertia


def test_sizes_at_the_ends_of_the_range():
    box = box_mesh()
    large = box.with_vertices(box.vertices * 1e149)
    with pytest.raises(ImpingeError, match="volume: too large"):
        _ = large.volume
    assert large.area == pytest.approx(6e298)
    tiny = box.with_vertices(box.vertices * 2.0**-900)
    assert tiny.volume == 0.0
    np.testing.assert_array_equal(tiny.centroid, 0.0)


def test_with_vertices_shares_topology():
    first = icosphere(1.0, 2)
    second = first.with_vertices(first.vertices * 2.0)
    third = second.with_vertices(first.vertices * 3.0)

    assert second._topology is first._topology
    assert third._faces is first._faces
    assert third._first is first
    assert first._first is None
    assert second.volume == first.volume * 8.0
    for bad, message in (
        (first.vertices[1:], "161 rows, expected 162"),
        ([[np.nan] * 3], "finite"),
    ):
        with pytest.raises(ImpingeError, match=message):
            first.with_vertices(bad)


@given(poses())
def test_transformed_moves_the_measures(pose):
    mesh = bumpy_sphere(10, 6)
    moved = mesh.transformed(pose)

    assert moved.volume == pytest.approx(mesh.volume, rel=1e-12)
    expected = pose[:3, :3] @ mesh.centroid + pose[:3, 3]
    np.testing.assert_allclose(moved.centroid, expected, atol=1e-12)


@pytest.mark.parametrize("pose", [None, np.stack([np.eye(4)] * 2), np.diag([2.0, 2, 2, 1])])
def test_transformed_takes_one_rigid_pose(pose):
    with pytest.raises(ImpingeError, match="pose"):
        box_mesh().transformed(pose)


def test_pickles_carry_the_arrays_only_and_a_copy_is_the_mesh():
    mesh = box_mesh().with_vertices(box_mesh().vertices * 2.0)
    derived(mesh, "tree", object)
    assert copy.copy(mesh) is copy.deepcopy(mesh) is mesh
    other = pickle.loads(pickle.dumps(mesh))

    np.testing.assert_array_equal(other.vertices, mesh.vertices)
    np.testing.assert_array_equal(other.faces, mesh.faces)
    assert other is not mesh
    assert other != mesh
    assert other._topology is not mesh._topology
    assert not other._derived.values
    assert other._vertices.flags.carray


def test_welding_closes_a_soup():
    soup = icosphere(1.0, 2)
    loose = Mesh(soup.vertices[soup.faces].reshape(-1, 3), np.arange(960).reshape(-1, 3))
    assert not loose.is_closed

    welded = loose.welded()
    assert repr(welded) == repr(soup)
    np.testing.assert_array_equal(welded.vertices[welded.faces], soup.vertices[soup.faces])


def test_welding_joins_what_is_equal_within_a_tolerance():
    """Zero, minus zero and 1e-17 are one corner in CAD files."""
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1e-17, -0.0], [0, 1, 1e-17], [1, -1e-17, 0]]
    folded = Mesh(points, [[0, 1, 2], [3, 4, 5]])

    assert len(folded.welded().vertices) == 6
    assert folded.welded(1e-9).is_closed
    with pytest.raises(ImpingeError, match="tolerance"):
        folded.welded(-1.0)


def test_objects_of_other_libraries_are_meshes():
    box = trimesh.creation.box()
    assert as_mesh(box, "part").volume == pytest.approx(1.0)
    like_open3d = SimpleNamespace(vertices=POINTS, triangles=FACES)
    assert as_mesh(like_open3d, "part").is_closed
    mesh = box_mesh()
    assert as_mesh(mesh, "part") is mesh


def test_a_mesh_is_made_from_anything_with_vertices_and_faces():
    box = trimesh.creation.box()
    for thing in (box, SimpleNamespace(vertices=POINTS, triangles=FACES), (POINTS, FACES)):
        expected = as_mesh(thing, "part")
        found = Mesh(thing)
        np.testing.assert_array_equal(found.vertices, expected.vertices)
        np.testing.assert_array_equal(found.faces, expected.faces)
    mesh = box_mesh()
    copied = Mesh(mesh)
    assert copied is not mesh
    assert not np.shares_memory(copied.vertices, mesh.vertices)
    with pytest.raises(ImpingeError, match="vertices: expected a Mesh, got a Sphere"):
        Mesh(Sphere(1))
    with pytest.raises(ImpingeError, match=r"vertices: expected .* or a pair \(vertices, faces\)"):
        Mesh(POINTS)
    with pytest.raises(ImpingeError, match="faces: row 0 refers to vertex 9"):
        Mesh(SimpleNamespace(vertices=POINTS, faces=[[0, 1, 9]]))


@pytest.mark.parametrize("thing", [None, 3, "part.stl", (POINTS,), POINTS, {}, trimesh.PointCloud])
def test_everything_else_is_refused(thing):
    with pytest.raises(ImpingeError, match="part: expected a Mesh"):
        as_mesh(thing, "part")


def test_other_shapes_are_no_meshes():
    with pytest.raises(ImpingeError, match="part: expected a Mesh, got a Sphere"):
        as_mesh(Sphere(1), "part")


def test_shapes_of_any_kind():
    ball, mesh = Sphere(1), box_mesh()
    assert as_shape(ball, "part") is ball
    assert as_shape(mesh, "part") is mesh
    assert as_shape((POINTS, FACES), "part").is_closed
    assert as_shape(trimesh.creation.box(), "part").volume == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("thing", "found"),
    [(None, "NoneType"), ("ball", "str"), (Sphere, "the class Sphere"), (3, "int")],
)
def test_what_is_no_shape_is_named(thing, found):
    with pytest.raises(ImpingeError, match=f"part: expected a shape, .* got {found}"):
        as_shape(thing, "part")


def test_furthest_vertices_are_those_of_faces():
    mesh = Mesh([*POINTS, [9, 9, 9]], FACES)

    np.testing.assert_array_equal(mesh.support([1, 1, 2]), [0, 0, 1])
    assert mesh.feature_count == 4
