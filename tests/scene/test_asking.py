"""What a box, a shape or a ray meets in a scene."""

import json
import pickle

import numpy as np
import pytest
from populated import SHAPES, random_pose, random_scene

import impinge as im
from impinge.core.threads import use_threads
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
    assert many.name == ("ball", None)
    assert many[1].name is None
    assert many[0].to_dict() == hit.to_dict()
    assert many[np.array([1, 0])].name == (None, "ball")
    assert pickle.loads(pickle.dumps(many)).to_dict() == many.to_dict()
    json.dumps(many.to_dict())
    with pytest.raises(TypeError, match="has no rows"):
        hit[0]
    with pytest.raises(im.ImpingeError, match="directions"):
        scene.cast_ray((0, 0, 0), (0, 0, 0))


def test_rays_along_the_sides_of_boxes_and_from_far_away():
    scene = Scene.from_dict({"mesh": im.box_mesh((2, 2, 2)), "box": im.Box((1, 1, 1))})
    far = scene.cast_ray([[1e7, 0.3, 0.4], [1e12, 0.999, 0.1]], [[-1, 0, 0], [-1, 0, 0]])
    assert far.name == ("mesh", "mesh")
    along = scene.cast_ray((-5.0, 1.0, 0.2), (1, 0, 0))
    alone = im.cast_ray(im.box_mesh((2, 2, 2)), (-5.0, 1.0, 0.2), (1, 0, 0))
    assert along.distance == alone.distance


@pytest.mark.parametrize("seed", range(4))
def test_many_rays_through_many_things_are_those_of_brute_force(seed):
    scene, rng = random_scene(120, seed, 8.0), np.random.default_rng(seed)
    scene.add("floor", im.HalfSpace((0, 0, 1), -5.0))
    scene.add("wall", im.HalfSpace((1, 1, 0), -9.0))
    # Twins: of equals, the first by name.
    for i in range(30):
        thing = scene[f"thing {i}"]
        scene.add(f"a twin {i}" if i % 2 else f"z twin {i}", thing.shape, thing.pose)
    for name in ("thing 40", "thing 50", "thing 60"):
        scene.remove(name)
    origins = rng.uniform(-6.0, 6.0, (400, 3))
    directions = rng.normal(size=(400, 3)) * 10.0 ** rng.uniform(-3, 3, (400, 1))
    # Along axes, from surfaces, from afar, and all from one place.
    directions[:60] = np.eye(3)[rng.integers(3, size=60)] * rng.choice([-1.0, 1.0], (60, 1))
    origins[60:90] = scene.cast_ray(origins[60:90], directions[60:90]).point
    origins[60:90] = np.nan_to_num(origins[60:90], posinf=1.0)
    origins[90:120] -= (
        1e6 * directions[90:120] / np.linalg.norm(directions[90:120], axis=1, keepdims=True)
    )
    origins[120:140] = 0.3

    found = scene.cast_ray(origins, directions)

    names = sorted(scene.names)
    each = [im.cast_ray(scene[n].shape, origins, directions, scene[n].pose) for n in names]
    distances = np.stack([hits.distance for hits in each])
    first = distances.argmin(axis=0)
    np.testing.assert_array_equal(found.distance, distances.min(axis=0))
    hit = np.isfinite(found.distance)
    assert found.name == tuple(names[k] if h else None for k, h in zip(first, hit, strict=True))
    for i in np.flatnonzero(hit):
        np.testing.assert_array_equal(found._rows[i], each[first[i]]._rows[i])
    assert hit.sum() > 150
    for threads in (1, 3):
        with use_threads(threads):
            assert scene.cast_ray(origins, directions)._rows.tobytes() == found._rows.tobytes()


@pytest.mark.parametrize("kinds", [("sphere",), ("knot",), ("field",), ("compound",)])
def test_rays_through_things_of_one_kind(kinds):
    scene, rng = random_scene(9, 3, 2.0, kinds), np.random.default_rng(1)
    origins, directions = rng.uniform(-3.0, 3.0, (60, 3)), rng.normal(size=(60, 3))
    each = [im.cast_ray(scene[n].shape, origins, directions, scene[n].pose) for n in scene.names]
    found = scene.cast_ray(origins, directions)
    np.testing.assert_array_equal(found.distance, np.min([e.distance for e in each], axis=0))


def test_every_margin_of_its_own():
    rng, scene = np.random.default_rng(8), random_scene(50, 8, 4.0)
    for name in scene.names:
        scene.set_margin(name, float(rng.uniform(0.0, 0.3)))
    pose = random_pose(rng, 2.0)
    for shape in (SHAPES["compound"], SHAPES["knot"], SHAPES["field"], im.HalfSpace((0, 0, 1))):
        expected = sorted(
            n for n in scene.names
            if im.overlap(
                scene[n].shape, shape, scene[n].pose, pose, margin=scene[n].margin + 0.125
            )
        )  # fmt: skip
        assert scene.overlaps_shape(shape, pose, 0.125) == expected
