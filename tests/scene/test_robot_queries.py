"""Collisions of robots against every pair by ``overlap`` and ``distance``, one by one."""

from functools import cache

import numpy as np
import pytest
from articulated import move, random_articulation, random_pose, random_shape

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot, Scene

SEEDS = range(6)


@cache
def robot_of(seed, padding=0.0):
    tree = random_articulation(seed, links=7)
    return Robot(tree, base=random_pose(np.random.default_rng(seed)), padding=padding)


@cache
def scene_of(seed):
    """Boxes, a mesh, a compound, ground and a plane, some with margins."""
    rng = np.random.default_rng(seed + 100)
    scene = Scene()
    for k in range(6):
        scene.add(f"thing{k}", random_shape(rng), random_pose(rng, 1.5), margin=0.01 * (k % 2))
    parts = [(random_shape(rng), random_pose(rng, 0.2)) for _ in range(3)]
    scene.add("parts", im.Compound(parts), random_pose(rng, 1.5))
    heights = rng.uniform(-0.1, 0.1, (5, 5)) - 2.0
    scene.add("ground", im.HeightField(heights, 1.0))
    scene.add("floor", im.HalfSpace((0, 0, 1), -2.3))
    return scene


def shapes_at(robot, q):
    """(name, shape, pose, padding) of all shapes at a configuration."""
    poses = robot.links(q)
    return [
        (link.name, shape, pose @ place, robot.padding[link.name])
        for link, pose in zip(robot.articulation.links, poses, strict=True)
        for shape, place in link.shapes
    ]


def every_pair(robot, q, scene, solid=False):
    """(name, name, overlap, distance) of all pairs that are not ignored."""
    own = shapes_at(robot, q)
    things = [tuple(scene[name])[:4] for name in scene]
    pairs = [(a, b) for i, a in enumerate(own) for b in own[i + 1 :] if a[0] != b[0]]
    pairs += [(a, b) for a in own for b in things]
    return [
        (
            a[0], b[0],
            im.overlap(a[1], b[1], a[2], b[2], margin=a[3] + b[3], solid=solid),
            im.distance(a[1], b[1], a[2], b[2], solid=solid).distance,
        )
        for a, b in pairs
        if tuple(sorted((a[0], b[0]))) not in robot.ignored
    ]  # fmt: skip


@pytest.mark.filterwarnings("ignore:robot")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_query_agrees_with_all_pairs_one_by_one(seed):
    robot, scene = robot_of(seed, padding=0.005 * (seed % 2)), scene_of(seed)
    q = robot.random(12, seed)
    hits, touching, nearest = (
        robot.collides(q, scene), robot.collide(q, scene), robot.closest(q, scene)
    )  # fmt: skip
    for i, row in enumerate(q):
        pairs = every_pair(robot, row, scene)
        expected = sorted({(a, b) for a, b, overlap, _ in pairs if overlap})
        found = [pair for pair, at in zip(touching.pairs, touching.rows, strict=True) if at == i]
        assert found == expected
        assert hits[i] == bool(expected)
        assert nearest.distance[i] == pytest.approx(min(pair[3] for pair in pairs), abs=1e-12)
        near = {(a, b) for a, b, _, gap in pairs if gap <= nearest.distance[i] + 1e-12}
        assert (nearest.link[i], nearest.other[i]) in near


def test_the_samples_have_both_answers():
    robots = [(robot_of(seed, padding=0.005 * (seed % 2)), scene_of(seed)) for seed in SEEDS]
    hits = np.array([
        robot.collides(robot.random(12, seed), scene)
        for seed, (robot, scene) in enumerate(robots)
    ])  # fmt: skip
    assert 0.2 < hits.mean() < 0.9


def test_solid_meshes_hold_what_is_inside():
    root = Link("root", [(im.Sphere(0.1), move((0, 0, 5)))])
    outer, inner = Link("outer", [im.icosphere(1.0, 2)]), Link("inner", [im.icosphere(0.1, 1)])
    joints = [
        Joint("fix", "fixed", "root", "outer"),
        Joint("slide", "prismatic", "root", "inner", lower=0, upper=3),
    ]
    rail = Articulation([root, outer, inner], joints)
    q = [[0.0], [1.0], [2.0]]
    assert Robot(rail).collides(q).tolist() == [False, True, False]
    with pytest.warns(UserWarning, match="'inner' and 'outer'"):
        assert Robot(rail, solid=True).collides(q).tolist() == [True, True, False]
    robot, tiny = Robot(Articulation([outer], [])), {"tiny": im.Sphere(0.01)}
    assert not robot.collides([], Scene.from_dict(tiny))
    assert robot.collides([], Scene.from_dict(tiny, solid=True))


@pytest.mark.filterwarnings("ignore:robot")
def test_gradient_is_the_derivative_of_the_distance():
    h, count = 1e-6, 0
    for seed in SEEDS:
        robot, scene = robot_of(seed), scene_of(seed)
        q = robot.random(40, seed + 50)
        found = robot.closest(q, scene)
        steps = np.repeat(q, robot.speeds, axis=0)
        speeds = np.tile(np.eye(robot.speeds), (len(q), 1))
        above, below = (
            robot.closest(robot.integrate(steps, speeds, side * h), scene)
            .distance.reshape(len(q), -1)
            for side in (1.0, -1.0)
        )  # fmt: skip
        # Where another pair, or another feature, takes over within the step there is no derivative.
        bent = np.abs(above + below - 2 * found.distance[:, None]).max(axis=1) > 1e-9
        smooth = (found.distance > 1e-3) & ~bent
        slopes = (above - below) / (2 * h)
        assert np.abs(slopes - found.gradient)[smooth].max(initial=0.0) < 1e-5
        assert not found.gradient[found.distance == 0.0].any()
        count += smooth.sum()
    assert count > 30


@pytest.mark.filterwarnings("ignore:robot")
def test_bits_do_not_depend_on_threads():
    robot, scene = robot_of(0), scene_of(0)
    q = robot.random(3000, 7)
    found = []
    for count in (1, 2):
        with im.use_threads(count):
            near = robot.closest(q[:200], scene)
            found.append((robot.collides(q, scene), near._rows, near.gradient))
    for a, b in zip(*found, strict=True):
        assert np.array_equal(a, b)


@pytest.mark.filterwarnings("ignore:robot")
def test_nothing_to_test_is_free_and_infinitely_far():
    ball = Articulation([Link("ball", [im.Sphere(1)])], [])
    robot = Robot(ball)
    near = robot.closest([])
    assert not robot.collides([])
    assert (near.link, near.other, near.distance) == (None, None, np.inf)
    assert near.gradient.shape == (0,)
    assert len(robot.collide([])) == 0
    empty = Robot(Articulation([Link("nothing")], []))
    assert not empty.collides([], Scene.from_dict({"ball": im.Sphere(1)}))
