"""From impact to impact: closed forms, conservation, and distances by another library."""

import numpy as np
import pytest
from coal_distances import CoalWorld

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import bumpy_sphere
from impinge.scenes.worlds import box_pile, mixed_pile, precession, world
from impinge.simulation import World
from impinge.simulation.step import StepStatus


def elastic(**options):
    return World(**{"method": "events", "gravity": (0, 0, 0), "friction": 0.0, "restitution": 1.0,
                    **options})  # fmt: skip


def balls_in_a_row(places, radius=1.0):
    made = elastic()
    for k, x in enumerate(places):
        made.add(f"ball {k}", im.Sphere(radius), im.pose((x, 0, 0)), velocity=(k == 0, 0, 0))
    return made


def total(world):
    energy = world.energy()
    return energy.kinetic + energy.potential - energy.repositioned


def run_checked(world, frames):
    """Steps of a world; coal finds every two bodies apart, in every frame. Returns the steps."""
    bodies = world._bodies
    fixed = {name for name, stays in zip(bodies.names, bodies.fixed, strict=True) if stays}
    peer = CoalWorld(bodies.names, bodies.shapes, fixed)
    size = float(bodies.size[~bodies.fixed].min())
    first, steps = total(world), []
    scale = max(1e-12, abs(first), world.energy().kinetic)
    for _ in range(frames):
        steps.append(world.step())
        assert peer.least(world.poses, 0.5 * size)[0] > 0.0
        assert total(world) <= first + 1e-7 * scale
    return steps


def test_three_touching_balls_take_one_projection():
    made = balls_in_a_row([0.0, 2.0, 4.0])
    made.step(10)
    assert made.velocities[:, 0] == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-12)


@pytest.mark.parametrize("gap", [0.1, 1e-4])
def test_the_last_ball_of_a_cradle_flies_off(gap):
    """Also where gaps are far below the security distance."""
    made = balls_in_a_row((2.0 + gap) * np.arange(5))
    assert made.step(int(240 * (4 * gap + 0.2))).impacts == 4
    assert made.velocities[:, 0] == pytest.approx([0, 0, 0, 0, 1], abs=1e-9)


def test_elastic_balls_keep_their_energy():
    made = elastic(step=1 / 30)
    rng = np.random.default_rng(2)
    for k, axis in enumerate(np.vstack([np.eye(3), -np.eye(3)])):
        made.add(f"wall {k}", im.HalfSpace(axis, -1.0), fixed=True)
    for k in range(8):
        at = 0.45 * np.array([k % 2, k // 2 % 2, k // 4]) * 2 - 0.45
        made.add(f"ball {k}", im.Sphere(0.3), im.pose(at), velocity=3 * rng.normal(size=3))
    first = made.energy().kinetic
    found = made.step(60)
    assert found.impacts > 150
    assert found.repositionings == 0
    assert made.energy().kinetic == pytest.approx(first, rel=1e-9)


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_tumbling_solids_keep_their_momentum(restitution):
    """Boxes, cylinders and ellipsoids that meet in the middle, with friction."""
    rng = np.random.default_rng(1)
    made = World(method="events", gravity=(0, 0, 0), restitution=restitution, friction=0.4)
    kinds = im.Box((0.5, 0.4, 0.3)), im.Cylinder(0.2, 0.5), im.Ellipsoid((0.3, 0.2, 0.15))
    for k, sides in enumerate(np.ndindex(2, 2, 2)):
        at = 1.4 * np.array(sides) - 0.7
        speed = -2 * at + 0.3 * rng.normal(size=3)
        made.add(f"{k}", kinds[k % 3], im.pose(at), velocity=speed, spin=3 * rng.normal(size=3))
    before = made.momentum()
    steps = run_checked(made, 90)
    assert sum(step.impacts for step in steps) > 5
    assert np.median([step.repositionings for step in steps]) == 0
    size = (made._bodies.mass * np.linalg.norm(made.velocities[:, :3], axis=1)).sum()
    for now, then in zip(made.momentum(), before, strict=True):
        assert np.abs(now - then).max() < 1e-12 * max(size, np.abs(then).max())


def test_a_ball_bounces_to_the_known_heights():
    made = World(method="events", integrator="rk4", restitution=0.8, friction=0.0)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("ball", im.Sphere(0.1), im.pose((0, 0, 1.1)))
    heights = []
    for _ in range(520):
        made.step()
        heights.append(made.poses[1, 2, 3] - 0.1)
    tops = [b for a, b, c in zip(heights, heights[1:], heights[2:], strict=False) if a < b >= c]
    assert tops[:3] == pytest.approx([0.64, 0.64**2, 0.64**3], rel=1e-3)


@pytest.mark.parametrize(
    ("name", "frames"),
    [("cradle", 40), ("billiard", 40), ("bouncing-ball", 130), ("card-house", 30),
     ("wrong-side", 20), ("dzhanibekov", 5)],
)  # fmt: skip
def test_bodies_of_named_worlds_stay_apart(name, frames):
    steps = run_checked(world(name, method="events"), frames)
    assert np.median([step.repositionings for step in steps]) == 0


@pytest.mark.parametrize("build", [box_pile, mixed_pile])
def test_small_piles_stay_apart(build):
    made = build(np.random.default_rng(3), {"method": "events"}, 8)
    steps = run_checked(made, 80)
    assert sum(step.impacts for step in steps) > 10
    assert np.median([step.repositionings for step in steps]) == 0
    assert all(step.status == StepStatus.DONE for step in steps)


def test_boxes_slide_and_stick_on_a_slope():
    made = world("incline", method="events")
    run_checked(made, 240)
    slope = np.radians(25)
    friction = np.sqrt(0.04)
    pull = 9.81 * (np.sin(slope) - friction * np.cos(slope))
    slides, sticks = (np.linalg.norm(made.velocities[made.names.index(name), :3])
                      for name in ("slides", "sticks"))  # fmt: skip
    assert slides == pytest.approx(pull, rel=0.02)
    assert sticks < 1e-6


def test_a_top_precesses():
    made = world("spinning-top", method="events")
    angles = []
    for _ in range(384):
        made.step()
        angles.append(np.arctan2(*made.poses[1, 1::-1, 2]))
    rate = (np.unwrap(angles)[-1] - angles[0]) / (383 / 960)
    assert rate == pytest.approx(precession(made._bodies.shapes[1], 9.81), rel=0.02)


def test_boxes_fall_on_each_other_and_rest():
    made = World(method="events")
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    for k in range(3):
        made.add(f"box {k}", im.Box((1, 1, 1)), im.pose((0.05 * k, 0, 0.6 + 1.1 * k)))
    steps = run_checked(made, 120)
    assert np.median([step.repositionings for step in steps]) == 0
    assert np.abs(made.velocities).max() < 1e-2
    heights = made.poses[1:, 2, 3]
    assert heights == pytest.approx([0.501, 1.502, 2.503], abs=1e-3)


def test_meshes_fall_on_meshes():
    made = World(method="events")
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    stone = bumpy_sphere(12, 9)
    made.add("low", stone, im.pose((0, 0, 1.0)))
    made.add("high", stone, im.pose((0.1, 0, 2.8)))
    steps = run_checked(made, 150)
    assert sum(step.impacts for step in steps) > 0
    assert max(step.contacts for step in steps) > 4
    assert np.median([step.repositionings for step in steps]) == 0


def test_fast_blocks_stay_on_their_side():
    """Figure 1: springs let a fast block through or push it out at the far side, impacts do not."""
    below = {}
    for method in ("events", "penalty"):
        made = world("wrong-side", method=method)
        made.step(30)
        below[method] = made.poses[1, 2, 3] < 0.0
    assert below == {"events": False, "penalty": True}


def test_a_peg_stays_in_its_hole():
    """Figure 2: impacts keep the peg within the clearance; springs let it into the walls."""
    made = world("peg-in-hole")
    run_checked(made, 120)
    assert made.poses[-1, 2, 3] < 0.21


def test_bullets_do_not_pass():
    made = elastic(restitution=0.3, step=1 / 60)
    rng = np.random.default_rng(4)
    for k in range(12):
        at = 0.25 * k, 0.0, 0.0
        made.add(f"plate {k}", im.Box((0.2, 0.2, 0.001)), im.pose(at), fixed=True)
        start = at[0], rng.uniform(-0.05, 0.05), rng.uniform(0.05, 1.5)
        made.add(f"bullet {k}", im.Capsule(0.004, 0.012), im.pose(start), velocity=(0, 0, -100))
    assert made.step(3).impacts == 12
    assert (made.poses[1::2, 2, 3] > 0.0).all()


def test_a_flood_of_impacts_ends_with_a_status():
    """A ball that is caught between two walls that come nearer hits them ever more often."""
    made = elastic(max_events=20)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.11)), mass=1e-6, velocity=(0, 0, -1000))
    made.add("lid", im.Box((1, 1, 1)), im.pose((0, 0, 0.75)), mass=1e9, velocity=(0, 0, -1))
    found = made.step()
    assert found.status == StepStatus.OUT_OF_EVENTS
    assert found.impacts == 20
    assert found.least_distance > 0.0


def test_the_same_again():
    """A second run has the same bits."""
    ends = []
    for _ in range(2):
        made = World(method="events")
        made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
        for k in range(3):
            turned = im.pose((0.02 * k, 0, 1 + 1.2 * k), euler=(0.3 * k, 0.2, 0))
            made.add(f"box {k}", im.Box((1, 0.8, 0.6)), turned)
        made.step(100)
        ends.append(made.poses)
    assert np.array_equal(*ends)


def test_overlapping_starts_are_refused():
    made = World(method="events")
    made.add("a", im.Sphere(1))
    made.add("b", im.Sphere(1), im.pose((1, 0, 0)))
    with pytest.raises(ImpingeError, match="overlapping start: 'a' and 'b' by 1 m"):
        made.step()
