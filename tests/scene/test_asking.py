"""What a box, a shape or a ray meets in a scene."""

import json
import pickle

import numpy as np
import pytest
from populated import SHAPES, random_pose, random_scene

import impinge as im
from impinge.scene import Scene


def test_boxes_meet_what_shapes_do():
    scene, rng = random_scene(40, 2, 4.0), np.random.default_rng(3)
    counts = []
    for _ in range(15):
        lower = rng.uniform(-2.0, 2.0, 3)
        upper = lower + rng.uniform(0.05, 1.5, 3)
        box, pose = im.Box(upper - lower), np.eye(4)
        pose[:3, 3] = 0.5 * (lower + upper)
        expected = sorted(
            n for n in scene.names
            if im.overlap(scene[n].shape, box, scene[n].pose, pose, margin=scene[n].margin)
        )  # fmt: skip
        assert scene.overlaps_box(lower, upper) == expected
        assert scene.overlaps_shape(box, pose) == expected
        counts.append(len(expected))
    assert max(counts) > 3


def test_a_shape_with_a_margin():
    scene, rng = random_scene(30, 4, 4.0), np.random.default_rng(5)
    for _ in range(10):
        pose = random_pose(rng, 4.0)
        expected = sorted(
            n for n in scene.names
            if im.overlap(
                scene[n].shape, SHAPES["knot"], scene[n].pose, pose, margin=scene[n].margin + 0.1
            )
        )  # fmt: skip
        assert scene.overlaps_shape(SHAPES["knot"], pose, 0.1) == expected
    with pytest.raises(im.ImpingeError, match="shape"):
        scene.overlaps_shape("knot")


@pytest.mark.parametrize("upper", [(1, 1, 0), (1, 0, 0), (0, 0, 0)])
def test_flat_boxes(upper):
    scene = Scene.from_dict({"ball": im.Sphere(0.5), "mesh": im.icosphere(0.3, 1)})
    found = scene.overlaps_box((0, 0, 0), upper)
    assert found == (["ball", "mesh"] if any(upper) else ["ball"])
    assert scene.overlaps_box((3, 0, 0), (3, 1, 1)) == []


@pytest.mark.parametrize(
    ("lower", "upper", "message"),
    [((0, 0, 1), (1, 1, 0), "1 is above 0 along z"), ((0, 0), (1, 1, 1), "lower: expected 3"),
     ((0, 0, 0), (1, np.inf, 1), "upper: row 0 is not finite")],
)  # fmt: skip
def test_boxes_that_are_none(lower, upper, message):
    with pytest.raises(im.ImpingeError, match=message):
        Scene().overlaps_box(lower, upper)


def test_rays_hit_what_is_first():
    scene, rng = random_scene(40, 6, 5.0), np.random.default_rng(7)
    scene.add("floor", im.HalfSpace((0, 0, 1), -6.0))
    origins = rng.uniform(-6.0, 6.0, (300, 3))
    directions = rng.normal(size=(300, 3))
    found = scene.cast_ray(origins, directions)

    names = sorted(scene.names)
    each = np.stack(
        [im.cast_ray(scene[n].shape, origins, directions, scene[n].pose).distance for n in names]
    )
    np.testing.assert_array_equal(found.distance, each.min(axis=0))
    for k, name in enumerate(found.name):
        first = names[int(np.argmin(each[:, k]))] if np.isfinite(each[:, k].min()) else None
        assert name == first
    hit = np.isfinite(found.distance)
    assert 50 < hit.sum() < 300
    np.testing.assert_array_equal(np.asarray(found.feature) >= 0, hit)


def test_single_rays_and_rows():
    scene = Scene.from_dict({"ball": im.Sphere(1.0)})
    hit = scene.cast_ray((0, 0, 5), (0, 0, -2))
    assert (hit.name, hit.distance) == ("ball", 4.0)
    assert scene.cast_ray((0, 0, 5), (0, 0, 1)).name is None
    many = scene.cast_ray([[0, 0, 5], [9, 0, 5]], (0, 0, -1))
    assert many.name == ["ball", None]
    assert many[1].name is None
    assert many[0].to_dict() == hit.to_dict()
    assert many[np.array([1, 0])].name == [None, "ball"]
    assert pickle.loads(pickle.dumps(many)).to_dict() == many.to_dict()
    json.dumps(many.to_dict())
    with pytest.raises(TypeError, match="has no rows"):
        hit[0]
    with pytest.raises(im.ImpingeError, match="directions"):
        scene.cast_ray((0, 0, 0), (0, 0, 0))


def test_rays_along_the_sides_of_boxes_and_from_far_away():
    scene = Scene.from_dict({"mesh": im.box_mesh((2, 2, 2)), "box": im.Box((1, 1, 1))})
    far = scene.cast_ray([[1e7, 0.3, 0.4], [1e12, 0.999, 0.1]], [[-1, 0, 0], [-1, 0, 0]])
    assert far.name == ["mesh", "mesh"]
    along = scene.cast_ray((-5.0, 1.0, 0.2), (1, 0, 0))
    alone = im.cast_ray(im.box_mesh((2, 2, 2)), (-5.0, 1.0, 0.2), (1, 0, 0))
    assert along.distance == alone.distance
