"""Answers about distances, depths, points and rays."""

import json

import numpy as np
import pytest
from payload_reading import array, at, column, layer, table, world

import impinge as im

A, B = im.Box((1, 1, 1)), im.Sphere(0.5)


def two(result, pose):
    return im.View().add(A, "box").add(B, "ball", pose).add(result).payload()


def test_a_distance_is_a_line_between_its_points():
    near = im.distance(A, B, None, at(2, 0.2, 0.1))
    made = two(near, at(2, 0.2, 0.1))
    found = table(made, "distance")
    assert column(found, "distance") == [near.distance]
    assert column(found, "point_a") == [near.point_a.tolist()]
    assert column(found, "a") == ["box"]
    assert column(found, "b") == ["ball"]
    ends = world(made, array(made, layer(made, "Distance")["segments"])[0])
    np.testing.assert_allclose(ends, [near.point_a, near.point_b], atol=1e-6)
    assert made["subtitle"] == f"box and ball: {near.distance:.4g} m apart"
    assert made["tables"][0]["id"] == "distance"


def test_touching_and_batches_are_said():
    assert two(im.distance(A, B), None)["subtitle"] == "box and ball: touching"
    many = im.distance(A, B, None, np.stack([at(2), at(0.5), at(3)]))
    made = two(many, None)
    assert made["subtitle"] == "3 pairs, 1 touching, the others 1 to 2 m apart"
    assert column(table(made, "distance"), "row") == [0, 1, 2]
    alone = im.View().add(im.distance(A, B, None, at(2))).payload()
    assert alone["subtitle"] == "1 m apart"
    assert "a" not in str(alone["tables"][0]["things"])


def test_the_answers_of_scenes_have_names():
    scene = im.Scene.from_dict({"a": A, "b": (B, at(2)), "c": (B, at(9))})
    made = im.View().add(scene).add(scene.closest_pair()).payload()
    found = table(made, "distance")
    assert (column(found, "a"), column(found, "b")) == (["a"], ["b"])
    made = im.View().add(scene).add(scene.closest("a")).payload()
    assert column(table(made, "distance"), "b") == ["b"]
    made = im.View().add(scene).add(scene.cast_ray([[-5, 0, 0], [0, 9, 9]], [1, 0, 0])).payload()
    assert column(table(made, "rays"), "hit") == ["a", None]


def test_a_depth_is_an_arrow_of_its_length():
    deep = im.penetration(A, B, None, at(0.7))
    made = two(deep, at(0.7))
    found = table(made, "penetration")
    assert column(found, "depth") == [deep.depth]
    assert column(found, "kind") == [deep.kind]
    vector = array(made, layer(made, "Penetration")["vectors"])[0] * made["scale"]
    np.testing.assert_allclose(vector, deep.depth * deep.direction, atol=1e-6)
    assert "m deep" in made["subtitle"]
    apart = two(im.penetration(A, B, None, at(5)), at(5))
    assert "not in each other" in apart["subtitle"]
    assert len(array(apart, layer(apart, "Penetration")["vectors"])) == 0


def test_a_depth_without_end_is_left_empty():
    floor = im.HalfSpace((0, 0, 1))
    endless = im.penetration(floor, B, kind="directional", direction=(1, 0, 0))
    assert not np.isfinite(endless.depth)
    made = im.View().add(floor).add(B).add(endless).payload()
    assert column(table(made, "penetration"), "depth") == [None]
    assert "no way out" in made["subtitle"]
    json.dumps(made, allow_nan=False)


def test_rays_that_miss_are_said_and_not_drawn():
    hits = im.cast_ray(A, [[-5, 0, 0], [-5, 9, 0]], [1, 0, 0])
    made = im.View().add(A, "box").add(hits).payload()
    found = table(made, "rays")
    assert column(found, "hit") == ["hit", "none"]
    assert column(found, "distance") == [4.5, None]
    assert column(found, "place")[1] is None
    assert array(made, layer(made, "Hits")["rows"]).tolist() == [0]
    assert made["subtitle"] == "1 of 2 rays hit"
    none = im.View().add(im.cast_ray(A, [9, 9, 9], [1, 0, 0])).payload()
    json.dumps(none, allow_nan=False)


def test_closest_points_and_bounds_are_shown():
    near = im.closest_point(A, [[2, 0, 0], [0, 3, 0]])
    made = im.View().add(A).add(near).payload()
    assert column(table(made, "closest"), "distance") == [1.5, 2.5]
    assert made["subtitle"] == "2 points, 1.5 to 2.5 m from the surface"
    single = im.View().add(im.closest_point(A, [2, 0, 0])).payload()
    assert single["subtitle"] == "1.5 m from the surface"
    knot = im.torus_knot(40, 6)
    within = im.distance_within(knot, knot, None, at(3), budget=1.0)
    made = im.View().add(knot).add(knot, pose=at(3)).add(within).payload()
    assert column(table(made, "bounded"), "lower") == [within.lower]
    assert made["subtitle"].startswith("between")


@pytest.mark.parametrize("ask", [im.distance, im.collide])
def test_a_result_has_no_pose(ask):
    with pytest.raises(im.ImpingeError, match="pose"):
        im.View().add(ask(A, B), pose=np.eye(4))


def test_rays_of_a_scene_name_what_they_hit():
    scene = im.Scene.from_dict({"ball": im.Sphere(1), "floor": im.HalfSpace((0, 0, 1), -2)})
    hits = scene.cast_ray([[0, 0, 5], [3, 0, 5], [3, 0, -5]], [[0, 0, -1], [0, 0, -1], [1, 0, 0]])
    found = table(im.View().add(scene).add(hits).payload(), "rays")
    assert column(found, "hit") == list(hits.name)
    single = table(im.View().add(scene).add(hits[0]).payload(), "rays")
    assert column(single, "hit") == ["ball"]


def test_pairs_of_a_scene_have_their_names():
    scene = im.Scene.from_dict({name: im.Sphere(1) for name in "abc"})
    scene.move(["b", "c"], im.pose([[5, 0, 0], [9, 0, 0]]))
    made = im.View().add(scene, contacts=False).add(scene.near_pairs(3.0)).payload()
    rows = table(made, "distance")["rows"]
    assert [row[1:4] for row in rows] == [["b", "c", 2.0], ["a", "b", 3.0]]
    near = im.View().add(scene, contacts=False).add(scene.closest("a", count=2)).payload()
    assert [row[2:4] for row in table(near, "distance")["rows"]] == [["b", 3.0], ["c", 7.0]]
    none = im.View().add(scene, contacts=False).add(scene.near_pairs(0.5)).payload()
    assert none["subtitle"] == "no pairs"
