"""Trees small enough for plain Python: built, refitted and walked also without compilation."""

import numpy as np
import pytest
from awkward import needles, soup
from enclosing import room_left
from exact import distance_sq, in_frame_of_a, meeting_pairs, root

from impinge.geometry import Mesh, box_mesh
from impinge.hierarchy import Tree, cast_ray, closest_point, contains, winding_number
from impinge.narrow import distance, intersecting_pairs, overlap

pytestmark = pytest.mark.plain

ORIGIN = np.eye(4)


def pose_at(x, y, z, angle=0.0):
    pose = np.eye(4)
    c, s = np.cos(angle), np.sin(angle)
    pose[:3, :3] = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
    pose[:3, 3] = x, y, z
    return pose


@pytest.mark.parametrize("volume", ["obb", "aabb"])
@pytest.mark.parametrize("builder", ["sah", "morton"])
@pytest.mark.parametrize("leaf_size", [1, 3])
def test_a_tree_encloses(builder, volume, leaf_size):
    for mesh in (soup(1, 20), needles(2, 20), Mesh(np.eye(3), [[0, 1, 2]] * 20)):
        tree = Tree(mesh, builder=builder, volume=volume, leaf_size=leaf_size)
        assert sorted(tree.faces) == list(range(20))
        assert room_left(tree) > 2.0**-22
        moved = mesh.with_vertices(mesh.vertices[:, ::-1] * 3.0 + 7.0)
        assert room_left(tree.refitted(moved)) > 2.0**-22


@pytest.mark.parametrize(
    "pose", [ORIGIN, pose_at(0.4, 0.1, -0.3, 0.5), pose_at(3.0, 1.0, 0.0, 2.0)]
)
def test_two_trees(pose):
    a, b = soup(3, 20), soup(4, 20)
    triangles_a, triangles_b, unit = in_frame_of_a(a, b, ORIGIN, pose)
    expected = meeting_pairs(triangles_a, triangles_b)

    np.testing.assert_array_equal(intersecting_pairs(a, b, None, pose).pairs, expected)
    assert overlap(a, b, None, pose) == (len(expected) > 0)
    exact = unit * float(root(distance_sq(triangles_a, triangles_b)))
    assert distance(a, b, None, pose).distance == pytest.approx(exact, rel=1e-13)


def test_trees_far_apart():
    a, b = soup(3, 20), soup(4, 20)
    pose = pose_at(5e4, -2e5, 1e3, 1.0)
    triangles_a, triangles_b, unit = in_frame_of_a(a, b, ORIGIN, pose)

    exact = unit * float(root(distance_sq(triangles_a, triangles_b)))
    assert distance(a, b, None, pose).distance == pytest.approx(exact, rel=1e-14)
    assert not overlap(a, b, None, pose)


def test_one_tree():
    box = box_mesh((2.0, 2.0, 2.0))

    near = closest_point(box, [[3, 0, 0], [0.5, 0.25, 0.125], [1e9, 1e9, 1e9], [1, 1, 1]])
    np.testing.assert_array_equal(near.point, [[1, 0, 0], [1, 0.25, 0.125], [1, 1, 1], [1, 1, 1]])
    rays = cast_ray(box, [[0, 0, 0], [5, 0, 0], [1e6, 0, 0], [1, 0.5, 0]], [[1, 0, 0]])
    assert rays.distance.tolist() == [1.0, np.inf, np.inf, 0.0]
    back = cast_ray(box, [[5, 0, 0], [1e6, 0.5, 0.5], [1, 1, 1]], [[-1, 0, 0]])
    assert back.distance.tolist() == [4.0, 999999.0, 0.0]
    inside = contains(box, [[0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [1.5, 0, 0], [9, 9, 9]])
    assert inside.tolist() == [True, True, True, False, False]
    assert winding_number(box, (0.1, 0.2, 0.3)) == pytest.approx(1.0)


def test_a_mesh_that_is_not_oriented():
    box = box_mesh((2.0, 2.0, 2.0))
    mixed = Mesh(box.vertices, np.concatenate([box.faces[:5], box.faces[5:, ::-1]]))

    assert contains(mixed, [[0.1, 0, 0], [1.1, 0, 0]]).tolist() == [True, False]


def test_degenerate_faces():
    mesh = Mesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2], [0, 0, 0], [1, 1, 2]])

    found = closest_point(mesh, (1.5, 1, 0))
    assert found.distance == 1.0
    assert cast_ray(mesh, (1.5, 1, 0), (0, -1, 0)).distance == np.inf
    begun = cast_ray(mesh, (1.5, 0, 0), (0, -1, 0))
    assert begun.distance == 0.0
    assert begun.normal.tolist() == [0.0, 1.0, 0.0]
