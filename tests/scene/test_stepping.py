"""Steps as they are put together: the first contact, where things are then, and casts."""

import numpy as np
import pytest
from populated import random_pose, random_scene
from stepping import at

import impinge as im
from impinge.continuous import Impact, ImpactStatus
from impinge.core.errors import ImpingeError


def test_a_free_step_tells_no_place():
    """As a pair that stays free does."""
    of_scene = im.Scene().time_of_impact()
    of_pair = im.cast(im.Sphere(1), im.Sphere(1), (1, 0, 0), at(9, 0, 0))
    assert of_pair.status == ImpactStatus.FREE
    assert of_pair.point_a.tolist() == [np.inf] * 3
    for name in Impact._names:
        if name != "steps":
            np.testing.assert_array_equal(getattr(of_scene, name), getattr(of_pair, name))


@pytest.mark.parametrize("seed", range(4))
def test_casts_meet_what_single_casts_meet(seed):
    scene, rng = random_scene(12, seed, 6.0), np.random.default_rng(seed)
    shape, start, way = im.Capsule(0.2, 0.5), random_pose(rng, 9.0), 9.0 * rng.normal(size=3)
    end = start.copy()
    end[:3, 3] += way
    alone = {}
    for name in scene.names:
        thing = scene[name]
        alone[name] = im.time_of_impact(
            shape, thing.shape, im.Motion(start, end), thing.pose, margin=thing.margin + 0.1
        )
    found = scene.cast(shape, way, start, margin=0.1)
    started = [n for n, hit in alone.items() if hit.status == ImpactStatus.STARTED_TOUCHING]
    assert found.started == tuple(sorted(started))
    hits = [(h.time, n) for n, h in alone.items() if n not in started and h.time < np.inf]
    if hits:
        time, name = min(hits)
        assert found.name == name
        assert found.time == time
        assert found.distance == pytest.approx(time * np.linalg.norm(way))
        np.testing.assert_array_equal(found.normal, alone[name].normal)
    else:
        assert found.name is None
        assert found.distance == np.inf


def test_a_cast_changes_nothing_and_counts_starts_if_asked():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(5))})
    before = scene.to_dict()
    found = scene.cast(im.Sphere(0.5), (9, 0, 0))
    assert found.name == "b"
    assert found.started == ("a",)
    assert found.distance == pytest.approx(3.5, abs=1e-5)
    counted = scene.cast(im.Sphere(0.5), (9, 0, 0), count_started=True)
    assert counted.name == "a"
    assert counted.distance == 0.0
    assert counted.depth == pytest.approx(1.5)
    assert scene.to_dict() == before
    assert scene.names == ("a", "b")


def test_ties_of_casts_go_by_name():
    ball = im.Sphere(0.5)
    scene = im.Scene.from_dict({"y": (ball, at(5, 1)), "x": (ball, at(5, -1))})
    assert scene.cast(im.Box((1, 4, 1)), (9, 0, 0)).name == "x"


def test_errors_of_casts():
    scene = im.Scene.from_dict({"a": im.Sphere(1)})
    with pytest.raises(ImpingeError, match="direction: has no length"):
        scene.cast(im.Sphere(0.5), (0, 0, 0))
    with pytest.raises(ImpingeError, match="direction"):
        scene.cast(im.Sphere(1), (1, 0))
    with pytest.raises(ImpingeError, match="direction"):
        scene.cast(im.Sphere(1), (np.nan, 0, 0))
    with pytest.raises(ImpingeError, match="shape"):
        scene.cast(3, (1, 0, 0))
    with pytest.raises(ImpingeError, match="margin"):
        scene.cast(im.Sphere(1), (1, 0, 0), margin=-1)
