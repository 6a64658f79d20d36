"""What is nearest, compared with measuring every pair."""

import json
import pickle

import numpy as np
import pytest
from populated import SHAPES, random_pose, random_scene

import impinge as im
from impinge.scene import Scene


def all_distances(scene, solid=False):
    names, found = sorted(scene.names), {}
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            p, q = scene[a], scene[b]
            found[a, b] = im.distance(p.shape, q.shape, p.pose, q.pose, solid=solid).distance
    return found


@pytest.mark.parametrize("size", [2.5, 12.0, 60.0])
def test_the_nearest_of_each_thing(size):
    scene = random_scene(30, 1, size)
    scene.ignore("thing 0", "thing 1")
    distances = all_distances(scene)
    del distances["thing 0", "thing 1"]
    for name in scene.names:
        mine = sorted((d, *({*pair} - {name})) for pair, d in distances.items() if name in pair)
        found = scene.closest(name)
        assert found.name == mine[0][1]
        assert found.distance == pytest.approx(mine[0][0], abs=1e-9)
        gap = np.linalg.norm(found.point_b - found.point_a)
        assert gap == pytest.approx(found.distance, abs=1e-9)


@pytest.mark.parametrize("size", [2.5, 30.0])
def test_the_nearest_pair(size):
    for seed in range(4):
        scene = random_scene(25, seed, size)
        scene.ignore_groups("red", "blue")
        distances = {
            pair: d
            for pair, d in all_distances(scene).items()
            if {scene[n].group for n in pair} != {"red", "blue"}
        }
        best = min((d, pair) for pair, d in distances.items())
        found = scene.closest_pair()
        assert found.names == best[1]
        assert found.distance == pytest.approx(best[0], abs=1e-9)
        assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
        assert json.dumps(found.to_dict())
        assert repr(found).startswith("NearestPair(")


def test_nearest_to_a_shape_that_is_not_there():
    scene, rng = random_scene(30, 3, 8.0), np.random.default_rng(1)
    for _ in range(10):
        pose = random_pose(rng, 12.0)
        found = scene.closest_to(SHAPES["box"], pose)
        each = [
            (im.distance(SHAPES["box"], scene[n].shape, pose, scene[n].pose).distance, n)
            for n in scene.names
        ]
        assert found.distance == pytest.approx(min(each)[0], abs=1e-9)
        assert found.name == min(each)[1]


def test_half_spaces_and_lonely_things():
    scene = Scene.from_dict({"ball": im.Sphere(1.0)})
    assert scene.closest("ball") is None
    assert scene.closest_pair() is None
    scene.add("floor", im.HalfSpace((0, 0, 1), -3.0))
    assert scene.closest("ball").distance == pytest.approx(2.0)
    assert scene.closest("floor").name == "ball"
    assert scene.closest_pair().names == ("ball", "floor")
    scene.ignore("ball", "floor")
    assert scene.closest("ball") is None
    assert scene.closest_pair() is None


def test_margins_do_not_count():
    pose = np.eye(4)
    pose[0, 3] = 3.0
    scene = Scene()
    scene.add("a", im.Sphere(1.0), margin=0.4)
    scene.add("b", im.Sphere(1.0), pose, margin=0.4)
    assert scene.closest("a").distance == pytest.approx(1.0)


def test_of_equals_the_first_by_name():
    scene = Scene()
    for name, x in (("c", 3.0), ("b", -3.0), ("d", 0.0), ("a", 30.0)):
        pose = np.eye(4)
        pose[0, 3] = x
        scene.add(name, im.Sphere(1.0), pose)
    assert scene.closest("d").name == "b"
    found = scene.closest("d")
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    assert repr(found) == "Nearest('b', distance=1)"


def test_a_far_cluster_and_things_that_have_nobody():
    """An upper bound from things far out would let all pairs of a cluster be measured."""
    rng, scene = np.random.default_rng(0), Scene()
    for i in range(60):
        pose = random_pose(rng, 30.0)
        if i % 2:
            pose[:3, 3] += 1e4 * (1 + i)
        scene.add(f"{i:02}", im.Sphere(0.1), pose, group="alone" if i < 10 else None)
    scene.ignore_groups("alone")
    best = min(
        (np.linalg.norm(scene[a].pose[:3, 3] - scene[b].pose[:3, 3]), (a, b))
        for a in scene.names for b in scene.names
        if a < b and not (a < "10" and b < "10")
    )  # fmt: skip
    found = scene.closest_pair()
    assert found.names == best[1]
    assert found.distance == pytest.approx(best[0] - 0.2)
    for name in [n for n in scene.names if n >= "10"]:
        scene.remove(name)
    assert scene.closest_pair() is None


@pytest.mark.parametrize(("size", "within"), [(2.5, 0.0), (12.0, 1.5), (60.0, 12.0), (12.0, 1e6)])
def test_all_pairs_within_a_distance(size, within):
    scene = random_scene(25, 5, size)
    scene.ignore("thing 0", "thing 1")
    distances = all_distances(scene)
    del distances["thing 0", "thing 1"]
    expected = {pair: d for pair, d in distances.items() if d <= within}
    found = scene.near_pairs(within)

    assert set(found.names) == set(expected)
    assert len(found) == len(expected) == len(found.names) > 0
    np.testing.assert_allclose(found.distance, [expected[pair] for pair in found.names], atol=1e-9)
    assert sorted(zip(found.distance, found.names, strict=True)) == [
        *zip(found.distance, found.names, strict=True)
    ]
    gaps = np.linalg.norm(found.point_b - found.point_a, axis=1)
    np.testing.assert_allclose(gaps, found.distance, atol=1e-9)
    first = scene.closest_pair()
    assert first.to_dict() == found[0].to_dict()


def test_pairs_within_a_distance_do_not_depend_on_the_order_of_adding():
    scene = random_scene(25, 5, 12.0)
    other = Scene.from_dict({n: (scene[n].shape, scene[n].pose) for n in reversed(scene.names)})

    assert scene.near_pairs(2.0).to_dict() == other.near_pairs(2.0).to_dict()


def test_pairs_within_a_distance_are_rows():
    scene = random_scene(25, 5, 12.0)
    found = scene.near_pairs(2.0)

    assert isinstance(found[1], type(scene.closest_pair()))
    assert (found[1].names, found[1].distance) == (found.names[1], found.distance[1])
    assert found[1:3].names == found.names[1:3]
    assert found.swapped().names[0] == found.names[0][::-1]
    np.testing.assert_array_equal(found.swapped().point_a, found.point_b)
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    assert repr(found) == f"NearPairs({len(found)} pairs)"
    assert len(Scene().near_pairs(1.0)) == 0
    for bad in (-1.0, np.nan, np.inf, "far", None):
        with pytest.raises(im.ImpingeError, match=r"^within: "):
            scene.near_pairs(bad)


@pytest.mark.parametrize("size", [2.5, 12.0, 60.0])
def test_several_nearest(size):
    scene = random_scene(30, 1, size)
    scene.ignore("thing 0", "thing 1")
    distances = all_distances(scene)
    del distances["thing 0", "thing 1"]
    for name in scene.names[:10]:
        mine = sorted((d, *({*pair} - {name})) for pair, d in distances.items() if name in pair)
        for count in (1, 5, 100):
            found = scene.closest(name, count=count)
            assert len(found) == min(count, len(mine))
            assert found.name == tuple(other for _, other in mine[:count])
            np.testing.assert_allclose(found.distance, [d for d, _ in mine[:count]], atol=1e-9)
        alone = scene.closest(name)
        assert (alone.name, alone.distance) == (found[0].name, found[0].distance)
        np.testing.assert_array_equal(alone.point_b, found[0].point_b)


def test_several_nearest_are_rows():
    scene = random_scene(10, 1, 12.0)
    found = scene.closest("thing 0", 3)

    assert [near.name for near in found] == [*found.name]
    assert found[2].distance == found.distance[2]
    assert found[::-1].name == found.name[::-1]
    assert repr(found) == f"NearestThings({', '.join(map(repr, found.name))})"
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()
    assert len(Scene.from_dict({"a": im.Sphere(1)}).closest("a", 3)) == 0
    for bad in (0, -1, 2.5, "two", True):
        with pytest.raises(im.ImpingeError, match=r"^count: expected a whole number from 1"):
            scene.closest("thing 0", bad)
