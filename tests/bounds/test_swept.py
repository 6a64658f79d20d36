"""Volumes on intervals of time: attacked by samples, and not much larger than they must be."""

import numpy as np
import pytest
from moving import motions, pose, random_pose, unit

from impinge.bounds import (
    Aabb,
    BoundingEllipsoid,
    BoundingSphere,
    Kdop,
    Obb,
    apart_until,
    swept_aabb,
    swept_kdop,
    swept_sphere,
)
from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere
from impinge.motion import Motion, PiecewiseMotion
from impinge.motion.kernels.motion_row import EASED, TURN

KINDS = {
    "sphere": BoundingSphere.of,
    "aabb": Aabb.of,
    "obb": Obb.of,
    "ellipsoid": BoundingEllipsoid.of,
    "kdop": lambda points: Kdop.of(points, 14),
}


def near(seed):
    return [m for m in motions(seed) if np.abs(m.pose([0.0, 1.0])[:, :3, 3]).max() < 50.0]


def ways(motion, points, times):
    poses = motion.pose(times)
    return np.einsum("tij,pj->tpi", poses[:, :3, :3], points) + poses[:, None, :3, 3]


def test_no_point_leaves_the_volume_of_its_way():
    rng = np.random.default_rng(0)
    for motion in near(0)[::2]:
        points = rng.normal(size=(8, 3))
        start, stop = np.sort(rng.uniform(0.0, 1.0, 2))
        places = ways(motion, points, np.linspace(start, stop, 40)).reshape(-1, 3)
        window = {"start": start, "stop": stop}
        for source in (points, *(make(points) for make in KINDS.values())):
            for volume in (
                swept_aabb(source, motion, **window),
                swept_kdop(source, motion, 18, **window),
                swept_sphere(source, motion, **window),
            ):
                grown = volume.inflated(1e-12 * (1.0 + np.abs(places).max()))
                assert np.all(grown.contains(places))


def test_boxes_of_points_are_the_least():
    rng = np.random.default_rng(1)
    for motion in near(1)[::3]:
        if motion._rows[0, EASED] == 2.0 or motion._rows[0, TURN] > 6.0:
            continue
        points = rng.normal(size=(5, 3))
        places = ways(motion, points, np.linspace(0.0, 1.0, 4001)).reshape(-1, 3)
        box = swept_aabb(points, motion)
        speed = motion.speed_bound(float(np.linalg.norm(points, axis=1).max()))
        # Between two samples a point gets no further than half of what its speed allows.
        assert np.all(box.lower >= places.min(axis=0) - speed / 8000 - 1e-9)
        assert np.all(box.upper <= places.max(axis=0) + speed / 8000 + 1e-9)


def test_a_proxy_holds_what_it_stands_for():
    rng = np.random.default_rng(2)
    mesh = icosphere(1.0, 2)
    for _ in range(10):
        motion = Motion(random_pose(rng), random_pose(rng))
        exact = swept_aabb(mesh, motion)
        for make in KINDS.values():
            assert swept_aabb(make(mesh), motion).contains(exact)


def volumes_at(volume, motion, t):
    return volume.moved(motion.pose(t))


@pytest.mark.parametrize("kind", list(KINDS))
def test_apart_is_only_said_where_it_is_so(kind):
    rng = np.random.default_rng(3)
    every = near(2)
    decided = early = 0
    for k in range(40):
        offset = 3.0 * unit(rng.normal(size=3))
        a, b = (KINDS[kind](s * offset + 0.3 * rng.normal(size=(6, 3))) for s in (0.5, -0.5))
        motion_a, motion_b = every[k % len(every)], every[(11 * k + 5) % len(every)]
        until = apart_until(a, b, motion_a, motion_b)
        times = np.linspace(0.0, 1.0, 30)
        if kind in {"sphere", "obb", "ellipsoid"}:
            meet = [volumes_at(a, motion_a, t).overlaps(volumes_at(b, motion_b, t)) for t in times]
        else:
            around = (Aabb.of, KINDS["kdop"])[kind == "kdop"]
            meet = [
                around(ways(motion_a, a.corners, [t])[0]).overlaps(
                    around(ways(motion_b, b.corners, [t])[0])
                )
                for t in times
            ]
        first = times[np.argmax(meet)] if any(meet) else 1.0
        assert until <= first + 1e-12
        decided += until > 0.0
        early += until < first - 0.02
    assert decided > 15
    assert early < 15


def test_fifteen_axes_tell_more_than_boxes_of_ways():
    """A bar that turns above another, which the boxes around them touch."""
    bar = Obb((0, 0, 0), (1, 0.05, 0.05))
    spin = Motion.from_velocity(pose(shift=(0, 0, 0.2)), (0, 0, 0), (0, 0, 6.0))
    assert apart_until(bar, bar, motion_a=spin) == 1.0
    lower = Motion.from_velocity(pose(shift=(0, 0, 0.2)), (0, 0, -0.2), (0, 0, 6.0))
    assert apart_until(bar, bar, motion_a=lower) == pytest.approx(0.5, abs=2e-3)
    beside = Motion(pose(shift=(0, 0.5, 0)), pose((0, 0, 1), 0.3, (0, 0.5, 0)))
    assert apart_until(bar, bar, motion_a=beside) == 1.0


def test_paths_have_pieces():
    path = PiecewiseMotion(np.stack([pose(shift=(x, 0, 0)) for x in (5, 9, 0)]))
    ball = BoundingSphere((0, 0, 0), 1)
    assert apart_until(ball, ball, motion_a=path) == pytest.approx(0.5 + 0.5 * 7 / 9, abs=2e-3)
    box = swept_aabb([[0, 0, 0]], path)
    np.testing.assert_allclose([box.lower[0], box.upper[0]], [0, 9], atol=1e-12)
    assert apart_until(ball, ball, motion_a=path, start=0.1, stop=0.6) == 0.6


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: apart_until(Aabb.of([[0, 0, 0]]), Obb.of([[0, 0, 0]])), "b: Obb, and a is Aabb"),
        (lambda: apart_until(Kdop.of([[0, 0, 0]], 6), Kdop.of([[0, 0, 0]], 14)), "b: a k-DOP of"),
        (lambda: apart_until(1, 2), "a, b: expected BoundingSphere"),
        (lambda: swept_aabb([[0, 0, 0]], np.tile(np.eye(4), (2, 1, 1))), "motion: expected one"),
        (lambda: swept_aabb([[0, 0, 0]], None, start=0.5, stop=0.2), "start and stop: 0.5 and 0.2"),
        (lambda: swept_aabb(np.empty((0, 3)), None), "source: no rows"),
    ],
)
def test_errors_name_the_argument(ask, message):
    with pytest.raises(ImpingeError, match=message):
        ask()


def test_box_of_a_mesh():
    motion = Motion.from_velocity(None, (1, 0, 0), 3 * unit((1, 1, 1)))
    mesh = box_mesh((1, 1, 1))
    assert swept_aabb(mesh, motion) == swept_aabb(mesh.vertices, motion)
