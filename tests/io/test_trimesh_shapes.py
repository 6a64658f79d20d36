"""Shapes of meshes are of what the meshes hold now, and made once for equal ones."""

import gc

import numpy as np

import impinge as im
from impinge.io.trimesh_manager import CollisionManager
from impinge.io.trimesh_shapes import _made, shape_of

CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
FACES = np.array([
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
    [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
])  # fmt: skip


class Changing:
    """A mesh of some other library, with the hash that every object has."""

    def __init__(self, vertices, faces=FACES, is_convex=True):
        self.vertices, self.faces, self.is_convex = vertices.copy(), faces, is_convex


def test_a_mesh_that_changes_in_place_has_another_shape():
    mesh, m = Changing(CORNERS), CollisionManager()
    before = m.add_object("a", mesh).shape
    mesh.vertices *= 3.0
    after = m.add_object("a", mesh).shape
    np.testing.assert_array_equal(after.bounds, 3.0 * before.bounds)
    assert m.in_collision_single(im.Sphere(0.1), _at(1.2)) is True
    mesh.vertices /= 3.0
    assert m.in_collision_single(mesh, _at(1.9)) is True
    mesh.vertices *= 0.1
    assert m.in_collision_single(mesh, _at(1.9)) is False


def test_a_mesh_at_the_address_of_another_has_its_own_shape():
    m = CollisionManager()
    for k in range(1, 30):
        # Each dies before the next is made, often at the same address.
        thing = m.add_object("a", Changing(CORNERS * k))
        np.testing.assert_array_equal(thing.shape.bounds, [[-0.5 * k] * 3, [0.5 * k] * 3])


def test_equal_ones_share_a_shape_over_managers():
    a, b = (CollisionManager().add_object("x", Changing(CORNERS)) for _ in range(2))
    assert a.shape is b.shape
    assert shape_of((CORNERS, FACES), "x") is shape_of(Changing(CORNERS, is_convex=False), "x")
    assert isinstance(a.shape, im.Hull)
    assert isinstance(shape_of(Changing(CORNERS, is_convex=False), "x"), im.Mesh)
    assert shape_of(Changing(CORNERS, FACES[:-1], is_convex=False), "x").faces.shape == (11, 3)


def test_nothing_is_kept_that_nobody_uses():
    gc.collect()
    before = len(_made)
    shape = shape_of(Changing(CORNERS * 7.25), "x")
    assert len(_made) == before + 1
    del shape
    gc.collect()
    assert len(_made) == before


def test_what_was_asked_about_last_is_kept_for_the_next_time():
    m, mesh = CollisionManager(), Changing(CORNERS * 5.125, is_convex=False)
    m.in_collision_single(mesh)
    kept = m._recent[-1]
    m.min_distance_single(mesh)
    assert shape_of(mesh, "x") is kept
    assert len(m._recent) == 1
    for k in range(10):
        m.in_collision_single(im.Sphere(1.0 + k))
    assert len(m._recent) < 10


def _at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose
