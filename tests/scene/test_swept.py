"""Boxes of motions, attacked by samples: nothing leaves them, and they are tight."""

from itertools import pairwise

import numpy as np
import pytest
from moving import motions
from populated import SHAPES
from stepping import at

import impinge as im
from impinge.motion import Motion
from impinge.scene.broad import Broad
from impinge.scene.step import Step
from impinge.scene.swept import SweptBoxes
from impinge.scenes.steps import crowd_step

TIMES = np.linspace(0.0, 1.0, 21)


def swept(scene, targets, stop=1.0):
    scene._things.fit()
    return SweptBoxes(Step(scene._things, targets), stop)


@pytest.mark.parametrize("name", list(SHAPES))
def test_nothing_leaves_its_box(name):
    shape = SHAPES[name]
    own = sample_points(shape)
    for k, motion in enumerate(motions(3)):
        scene = im.Scene()
        scene.add("it", shape, motion.pose(0.0), margin=0.01 * (k % 2))
        boxes = swept(scene, {"it": motion})
        parts = [(0.0, 1.0), (0.0, 0.3), (0.3, 0.7), (0.7, 1.0)]
        held = [boxes._sweep(*part, boxes._swept) for part in parts]
        for t in TIMES:
            points = own @ motion.pose(t)[:3, :3].T + motion.pose(t)[:3, 3]
            low, high = points.min(axis=0), points.max(axis=0)
            assert (low >= boxes.low[0] + t * boxes.rates[0, :, 0]).all()
            assert (high <= boxes.high[0] + t * boxes.rates[0, :, 1]).all()
            for (first, last), (lower, upper, _) in zip(parts, held, strict=True):
                if first <= t <= last:
                    assert (low >= lower[0]).all()
                    assert (high <= upper[0]).all()


def sample_points(shape):
    if isinstance(shape, im.Compound):
        parts = zip(shape.shapes, shape.poses, strict=True)
        return np.concatenate([sample_points(s) @ p[:3, :3].T + p[:3, 3] for s, p in parts])
    if hasattr(shape, "mesh"):
        shape = shape.mesh
    if hasattr(shape, "vertices"):
        return np.asarray(shape.vertices)
    return np.stack([shape.support(d) for d in np.random.default_rng(0).normal(size=(200, 3))])


def test_translations_are_as_tight_as_their_ends():
    scene = im.Scene.from_dict({"box": im.Box((1, 2, 3))})
    boxes = swept(scene, {"box": at(5.0, 0.0, -1.0)})
    np.testing.assert_allclose(boxes._lower[0], (-0.5, -1.0, -2.5), atol=1e-11)
    np.testing.assert_allclose(boxes._upper[0], (5.5, 1.0, 1.5), atol=1e-11)
    np.testing.assert_allclose(boxes.rates[0], [(5, 5), (0, 0), (-1, -1)], atol=1e-12)


def test_a_blade_that_turns_many_times_fills_a_disc():
    scene = im.Scene.from_dict({"blade": im.Box((2.0, 0.1, 0.1))})
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 300.0))
    boxes = swept(scene, {"blade": spin})
    reach = np.hypot(1.0, 0.05)
    np.testing.assert_allclose(boxes._upper[0], (reach, reach, 0.05), atol=1e-3)


def test_a_small_turn_costs_little():
    scene = im.Scene.from_dict({"blade": im.Box((2.0, 0.1, 0.1))})
    end = Motion.from_velocity(None, (0, 0, 0), (0, 0, 0.1)).pose(1.0)
    boxes = swept(scene, {"blade": end})
    exact = np.sin(0.1) + 0.05 * np.cos(0.1)
    assert exact <= boxes._upper[0, 1] <= exact + 0.002


def test_what_has_no_end_and_turns_is_everywhere():
    scene = im.Scene.from_dict(
        {
            "floor": im.HalfSpace((0, 0, 1)),
            "wall": im.HalfSpace((1, 0, 0)),
            "both": im.Compound([(im.HalfSpace((0, 0, 1)), None), (im.Sphere(1.0), None)]),
        }
    )
    turn = Motion.from_velocity(None, (0, 0, 0), (0.1, 0, 0))
    boxes = swept(scene, {"floor": turn, "wall": at(2.0), "both": turn})
    assert np.isinf(boxes._lower[[0, 2]]).all()
    assert np.isinf(boxes._upper[[0, 2]]).all()
    assert boxes._upper[1].tolist() == [pytest.approx(2.0), np.inf, np.inf]


def test_solid_ground_goes_down_without_end():
    field = im.HeightField(np.zeros((3, 3)), 1.0)
    scene = im.Scene(solid=True)
    scene.add("ground", field)
    boxes = swept(scene, {"ground": at(1.0)})
    assert boxes._lower[0, 2] == -np.inf
    assert boxes._upper[0, 0] == pytest.approx(field.bounds[1][0] + 1.0)


def test_windows_hold_every_time_at_which_boxes_meet():
    scene, targets = crowd_step(60, 40, seed=4, room=1.3, way=6.0, turn=1.0)
    boxes = swept(scene, targets)
    _, pairs, times = boxes.meeting(0.0, 1.0)
    first = {tuple(pair): time for pair, time in zip(pairs.tolist(), times, strict=True)}
    moving, names = boxes.moving, list(scene.names)
    motion = Motion(scene.poses, np.stack([targets.get(n, scene[n].pose) for n in names]))
    seen = 0
    for t in np.linspace(0.0, 1.0, 21):
        scene.move(names, motion.pose(t))
        low, high = scene.boxes
        for i in range(len(names)):
            meets = (low[i] <= high[i + 1 :]).all(axis=1) & (high[i] >= low[i + 1 :]).all(axis=1)
            for j in i + 1 + np.flatnonzero(meets):
                if moving[i] or moving[j]:
                    assert first[i, j] <= t + 1e-12
                    seen += 1
    assert seen > 50


def test_parts_of_the_step_find_the_same_pairs():
    scene, targets = crowd_step(400, 300, seed=2, room=2.7, way=15.0, turn=2.0)
    boxes = swept(scene, targets)
    ends = boxes.parts()
    assert len(ends) > 2
    assert ends[0] == 0.0
    assert ends[-1] == 1.0
    _, whole, _ = boxes.meeting(0.0, 1.0)
    found = set()
    for first, last in pairwise(ends):
        _, pairs, times = boxes.meeting(first, last)
        assert (times >= first).all()
        assert (times <= last).all()
        found |= set(map(tuple, pairs.tolist()))
    # Boxes of parts are tighter: what they leave out is nowhere near.
    assert found <= set(map(tuple, whole.tolist()))


def test_a_step_of_small_ways_is_one_part():
    scene, targets = crowd_step(100, 100, way=0.1)
    assert swept(scene, targets).parts().tolist() == [0.0, 1.0]
    assert swept(scene, {}).parts().tolist() == [0.0, 1.0]


@pytest.mark.parametrize("moving", [1, 5, 8, 9])
def test_few_that_move_are_compared_with_all(moving):
    scene, targets = crowd_step(200, moving, room=0.8, way=3.0)
    boxes = swept(scene, targets)
    near, pairs, times = boxes.meeting(0.0, 1.0)
    by_tree = Broad().near_pairs(boxes._lower, boxes._upper, scene._things.alive, boxes.moving)
    assert near == len(by_tree) > 0
    assert set(map(tuple, pairs.tolist())) <= set(map(tuple, by_tree.tolist()))
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert len(times) == len(pairs)
