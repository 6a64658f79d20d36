"""Every result of a batch has a length in rows, and its row i is the result of pose i alone."""

import numpy as np
import pytest

import impinge as im
from impinge import geometry
from impinge.continuous import impact_edge_edge, impact_vertex_face
from impinge.narrow import directional_depth, regions_of

KNOT, BALL = im.torus_knot(60, 8), im.icosphere(0.6, 2)
CRATE, EGG = im.Box((1, 1, 1)), im.Ellipsoid((0.4, 0.5, 0.6))
PLACES = np.array([[0.2, 0, 0], [9, 0, 0], [0.5, 0.4, 0.1], [1.1, 0, 0], [0, 0, 0.3]])
POSES = im.pose(PLACES, euler=0.3 * PLACES)
POINTS = POSES[:, :3, 3]
FEATURES = np.random.default_rng(2).normal(size=(2, 5, 4, 3))
AWAY = im.pose((9, 0, 0))
BATCHES = {
    "distance": lambda some: im.distance(KNOT, BALL, None, POSES[some]),
    "distance of convex shapes": lambda some: im.distance(CRATE, EGG, POSES[some]),
    "penetration": lambda some: im.penetration(CRATE, EGG, POSES[some]),
    "collide": lambda some: im.collide(CRATE, EGG, POSES[some], margin=0.1),
    "collide meshes": lambda some: im.collide(KNOT, BALL, None, POSES[some]),
    "intersecting_pairs": lambda some: im.intersecting_pairs(KNOT, BALL, None, POSES[some]),
    "regions_of": lambda some: regions_of(KNOT, BALL, None, POSES[some]),
    "directional_depth": lambda some: directional_depth(
        BALL, BALL, None, POSES[some], direction=(1, 0, 0)
    ),
    "closest_point": lambda some: im.closest_point(KNOT, POINTS[some]),
    "cast_ray": lambda some: im.cast_ray(KNOT, POINTS[some], (0, 0.1, 1)),
    "time_of_impact": lambda some: im.time_of_impact(CRATE, EGG, im.Motion(POSES[some], AWAY)),
    "stay_free": lambda some: im.stay_free(CRATE, EGG, im.Motion(POSES[some], AWAY)),
    "cast": lambda some: im.cast(CRATE, EGG, (0, 0, 3), POSES[some]),
    "impact_vertex_face": lambda some: impact_vertex_face(FEATURES[0][some], FEATURES[1][some]),
    "impact_edge_edge": lambda some: impact_edge_edge(FEATURES[0][some], FEATURES[1][some]),
}


def plain(found):
    """All numbers of a result; the offsets of a single one are None."""
    return found.to_dict()


@pytest.mark.parametrize("ask", BATCHES.values(), ids=BATCHES)
def test_rows_of_a_batch(ask):
    batch = ask(slice(None))

    assert len(batch) == len(POSES)
    for i in range(len(POSES)):
        assert plain(batch[i]) == plain(ask(i))
    assert plain(batch[-1]) == plain(batch[len(POSES) - 1])
    assert [plain(row) for row in batch] == [plain(batch[i]) for i in range(len(POSES))]
    with pytest.raises(IndexError):
        batch[len(POSES)]


@pytest.mark.parametrize("ask", BATCHES.values(), ids=BATCHES)
@pytest.mark.parametrize(
    "some", [slice(1, 4), [3, 0], np.array([True, False, True, True, False]), slice(0)]
)
def test_some_rows_of_a_batch(ask, some):
    chosen = np.arange(len(POSES))[some]
    part = ask(slice(None))[some]

    assert len(part) == len(chosen)
    assert [plain(row) for row in part] == [plain(ask(int(i))) for i in chosen]


def test_single_contacts_are_rows_too():
    touch = im.collide(CRATE, im.HalfSpace((0, 0, 1), -0.4))

    assert len(touch) == 4
    np.testing.assert_array_equal(touch[2].point, touch.point[2:3])
    np.testing.assert_array_equal(touch[touch.separation < 0].key, touch.key)
    pairs = im.intersecting_pairs(KNOT, BALL)
    np.testing.assert_array_equal(pairs[3:5].pairs, pairs.pairs[3:5])
    assert len(pairs) == len(pairs.pairs)


def test_scenes_and_measures():
    scene = im.Scene.from_dict({name: im.Sphere(1) for name in "abc"})
    frame = scene.collide()
    assert frame[1][:2] == frame.pairs[1]
    assert frame[1][2].to_dict() == frame.of(*frame.pairs[1]).to_dict()
    assert [row[:2] for row in frame] == frame.pairs
    rays = scene.cast_ray([[0, 0, 5], [9, 0, 5]], (0, 0, -1))
    assert (len(rays), rays[0].name, rays[1].name) == (2, "a", None)
    found = scene.impacts({"a": AWAY})
    assert len(found) == len(found.pairs) == 2
    assert found[1].status == im.ImpactStatus.STARTED_TOUCHING
    near = geometry.closest_points_on_triangles(POINTS[:2], BALL.vertices[BALL.faces[:2]])
    assert len(near) == 2
    assert near[1].distance == near.distance[1]
    np.testing.assert_array_equal(near[1].point_b, near.point_b[1])
