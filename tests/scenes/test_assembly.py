"""Parts in one frame, and the poses that put them there."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Box, Cylinder, HeightField, Sphere, box_mesh
from impinge.scenes.assembly import Assembly, aimed, drawn, placed, rotation


def test_poses_are_rigid():
    rng = np.random.default_rng(3)
    poses = [placed(1, 2, 3, 0.7)]
    for _ in range(20):
        poses.append(aimed(rng.normal(size=3), rng.normal(size=3), rng.uniform(0, 6)))
        turned = np.eye(4)
        turned[:3, :3] = rotation(rng.normal(size=3))
        poses.append(turned)
    poses.append(aimed(np.zeros(3), np.array([0.0, 0.0, 1.0])))

    assert as_poses(np.stack(poses), "poses") is not None


def test_aimed_looks_where_it_is_told():
    pose = aimed(np.array([1.0, 2.0, 3.0]), np.array([0.0, 3.0, 4.0]))

    np.testing.assert_allclose(pose[:3, 0], [0.0, 0.6, 0.8])
    np.testing.assert_allclose(pose[:3, 3], [1.0, 2.0, 3.0])


def test_no_rotation_is_none():
    np.testing.assert_array_equal(rotation(np.zeros(3)), np.eye(3))


def test_world_bounds_hold_the_moved_parts():
    box = box_mesh((2.0, 2.0, 2.0))
    two = Assembly(
        ("A1 box", "A2 box"), (box, box), np.stack([placed(), placed(5.0)]), np.zeros(2, bool)
    )

    low, high = two.world_bounds()

    np.testing.assert_allclose(low, [[-1, -1, -1], [4, -1, -1]])
    np.testing.assert_allclose(high, [[1, 1, 1], [6, 1, 1]])
    assert len(two) == 2
    assert two.face_count == 24


def test_a_scene_of_the_parts_and_back():
    box = Box((2.0, 2.0, 2.0))
    poses = np.stack([placed(), placed(5.0)])
    two = Assembly(("A1 box", "A2 lid"), (box, box), poses, np.array([True, False]))
    scene = two.scene()

    assert scene.solid
    assert scene.groups == ("box", "lid")
    again = Assembly.of_scene(scene)
    assert again.names == two.names
    assert again.shapes == two.shapes
    np.testing.assert_array_equal(again.poses, two.poses)
    assert not again.displaced.any()
    assert again.meshes[0] is again.meshes[1]


@pytest.mark.parametrize("shape", [Box((1, 2, 3)), Cylinder(1.0, 2.0), box_mesh((1, 1, 1))])
def test_surfaces_are_closed_outward_and_as_large(shape):
    mesh = drawn(shape)

    assert mesh is drawn(shape)
    assert mesh.volume == pytest.approx(shape.volume, rel=0.01)
    assert mesh.bounds == pytest.approx(shape.bounds)


def test_a_height_field_is_its_mesh():
    field = HeightField([[0, 1], [1, 0]], 1.0)

    assert drawn(field) is field.mesh


def test_other_shapes_are_not_drawn():
    with pytest.raises(ImpingeError, match="a Sphere is not drawn"):
        drawn(Sphere(1))
