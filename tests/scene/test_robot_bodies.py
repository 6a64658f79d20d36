"""Bodies of links and things: volumes hold shapes, hulls are there for every mesh."""

import numpy as np
from articulated import random_pose, random_shape

import impinge as im
from impinge.scene import Scene
from impinge.scene.kernels.robot import BALL, HALF, MIDDLE, RADIUS
from impinge.scene.robot_bodies import Bodies, is_bounded, world_of


def test_volumes_hold_their_shapes():
    rng = np.random.default_rng(0)
    parts = [(random_shape(rng), random_pose(rng)) for _ in range(3)]
    shapes = [random_shape(rng) for _ in range(8)] + [im.Compound(parts), im.torus_knot()]
    bodies = Bodies([(k, shape, random_pose(rng), 0.0) for k, shape in enumerate(shapes)])
    units = rng.normal(size=(200, 3))

    assert bodies.owners.tolist() == [*range(8), 8, 8, 8, 9]
    for kind, volumes in zip(bodies.kinds, bodies.volumes, strict=True):
        points = bodies.table.shape(kind).support(units)
        away = np.linalg.norm(points - volumes[BALL:RADIUS], axis=1)
        assert (away <= volumes[RADIUS] * (1 + 1e-12)).all()
        assert (np.abs(points - volumes[MIDDLE:HALF]) <= volumes[HALF:] * (1 + 1e-12)).all()
    begins, hulls = bodies.arrays[3], bodies.arrays[4]
    assert (begins < 0).any()
    assert (hulls >= 0).all()


def test_a_world_lists_things_by_name_with_parts_in_place():
    rng = np.random.default_rng(1)
    inner, outer = random_pose(rng), random_pose(rng)
    scene = Scene()
    scene.add("b", im.Compound([(im.Sphere(1), inner), (im.Box((1, 1, 1)), None)]), outer, 0.1)
    scene.add("a", im.HalfSpace((0, 0, 1)))
    world = world_of(scene._things)

    assert world.names == ("a", "b")
    assert world.bodies.owners.tolist() == [0, 1, 1]
    assert world.bodies.padding.tolist() == [0.0, 0.1, 0.1]
    assert np.allclose(world.bodies.places[1], outer @ inner)
    assert len(world_of(None).bodies) == 0


def test_half_spaces_do_not_end():
    assert is_bounded(im.Box((1, 1, 1)))
    assert not is_bounded(im.Compound([(im.HalfSpace((0, 0, 1)), None)]))
