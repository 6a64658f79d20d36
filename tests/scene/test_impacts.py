"""First contacts of scenes, compared with asking all pairs one by one."""

import numpy as np
import pytest
from populated import random_pose, random_scene
from stepping import EVERY_STEP, SOLIDS, at, brute_impacts, random_step, random_targets

import impinge as im
from impinge.continuous import Impact, ImpactStatus
from impinge.core.errors import ImpingeError
from impinge.motion import Motion
from impinge.scenes.steps import crowd_step


def assert_as_one_by_one(scene, targets):
    expected = brute_impacts(scene, targets)
    every, first = scene.impacts(targets), scene.time_of_impact(targets)
    assert list(every.pairs) == [pair for pair, _ in expected]
    for row, (_, impact) in zip(every._rows, expected, strict=True):
        np.testing.assert_array_equal(row, impact._rows)
    started = [pair for pair, hit in expected if hit.status == ImpactStatus.STARTED_TOUCHING]
    assert list(first.started.pairs) == started
    later = expected[len(started) :]
    if not later:
        assert first.names is None
        assert first.time == np.inf
        assert first.status == ImpactStatus.FREE
        return
    assert first.names == later[0][0]
    np.testing.assert_array_equal(first._rows, later[0][1]._rows)


@pytest.mark.parametrize(("kinds", "seed", "solid"), EVERY_STEP)
def test_random_scenes(kinds, seed, solid):
    assert_as_one_by_one(*random_step(kinds, seed, solid))


def test_filters_hold():
    rng = np.random.default_rng(7)
    scene = random_scene(14, 7, 5.0, SOLIDS)
    targets = random_targets(scene, rng, way=3.0)
    first = scene.time_of_impact(targets)
    scene.ignore(*first.names)
    scene.ignore_groups("red", "blue")
    assert scene.time_of_impact(targets).names != first.names
    assert_as_one_by_one(scene, targets)


def test_margins_count():
    scene = im.Scene.from_dict({"ball": im.Sphere(1.0), "floor": im.HalfSpace((0, 0, 1), -5.0)})
    down = {"ball": at(0, 0, -10)}
    assert scene.time_of_impact(down).time == pytest.approx(0.4, abs=1e-6)
    scene.set_margin("ball", 0.5)
    scene.set_margin("floor", 0.5)
    found = scene.time_of_impact(down)
    assert found.time == pytest.approx(0.3, abs=1e-6)
    assert found.gap == pytest.approx(1.0, abs=1e-5)


def test_nothing_to_ask():
    for scene in (im.Scene(), im.Scene.from_dict({"one": im.Sphere(1)}), random_scene(10, 0)):
        found = scene.time_of_impact()
        assert found.names is None
        assert found.time == np.inf
        assert len(found.started) == 0
        assert scene.last_step[:4] == (0, 0, 0, 0)
        assert len(scene.impacts()) == 0
    alone = im.Scene.from_dict({"one": im.Sphere(1)})
    assert alone.time_of_impact({"one": at(5)}).names is None
    assert alone.last_step.moving == 1
    assert im.Scene().time_of_impact(np.empty((0, 4, 4))).names is None


def test_what_rests_is_not_asked_though_it_touches():
    scene = im.Scene.from_dict({name: im.Sphere(1) for name in "abc"})
    scene.move("c", at(5))
    assert len(scene.time_of_impact({"c": at(6)}).started) == 0
    assert scene.time_of_impact({"b": at(0, 0, 1)}).started.pairs == (("a", "b"),)


def test_starts_do_not_hide_the_first_new_contact():
    scene = im.Scene.from_dict(
        {
            "floor": im.HalfSpace((0, 0, 1)),
            "crate": (im.Box((1, 1, 1)), at(0, 0, 0.4)),
            "wall": (im.Box((1, 9, 9)), at(3, 0, 5)),
        }
    )
    scene.ignore("floor", "wall")
    slide = {"crate": at(4, 0, 0.4)}
    found = scene.time_of_impact(slide)
    assert found.names == ("crate", "wall")
    assert found.time == pytest.approx(0.5, abs=1e-6)
    assert found.started.pairs == (("crate", "floor"),)
    assert found.started.depth[0] == pytest.approx(0.1)
    assert found.started.status.tolist() == [ImpactStatus.STARTED_TOUCHING]
    counted = scene.time_of_impact(slide, count_started=True)
    assert counted.names == ("crate", "floor")
    assert counted.time == 0.0
    assert counted.status == ImpactStatus.STARTED_TOUCHING
    assert counted.depth == pytest.approx(0.1)


def test_ties_go_by_name_and_not_by_the_order_of_adding():
    places = {"a": (3, 0), "b": (0, -3), "c": (-3, 0), "d": (0, 3)}
    for order in ("dacb", "bcad"):
        scene = im.Scene.from_dict({n: (im.Sphere(0.5), at(*places[n])) for n in order})
        scene.add("floor", im.HalfSpace((0, 0, 1), -2.0))
        targets = {n: at(*places[n], -5) for n in order}
        found = scene.time_of_impact(targets)
        assert found.names == ("a", "floor")
        every = scene.impacts(targets)
        assert every.pairs == tuple((n, "floor") for n in "abcd")
        assert len(set(every.time.tolist())) == 1


def test_few_of_many_are_asked():
    scene, targets = crowd_step(3000, 5, seed=1)
    found = scene.time_of_impact(targets)
    cost = scene.last_step
    assert cost.moving == 5
    assert cost.asked <= cost.possible <= cost.near < 60
    with im.count() as counted:
        scene.time_of_impact(targets)
    assert counted.volume_tests == cost.near
    assert counted.updates == 5
    few = im.Scene()
    for name in scene.names:
        if name in targets or name in (found.names or ()):
            few.add(name, scene[name].shape, scene[name].pose)
    assert few.time_of_impact(targets).names == found.names


def test_bullets_among_many():
    scene, _ = crowd_step(1000, 0, seed=3)
    rng, bullets = np.random.default_rng(0), {}
    for i in range(30):
        start, end = (at(*rng.uniform(-10, 10, 3)) for _ in range(2))
        scene.add(f"bullet {i:02}", im.Sphere(0.002), start)
        bullets[f"bullet {i:02}"] = end
    every, first = scene.impacts(bullets), scene.time_of_impact(bullets)
    assert scene.last_step.asked < 0.1 * scene.last_step.near
    sample = [f"bullet {i:02}" for i in range(3)]
    for name in sample:
        alone = im.time_of_impact(
            scene[name].shape, list(scene.shapes), Motion(scene[name].pose, bullets[name]),
            Motion(scene.poses, [bullets.get(n, scene[n].pose) for n in scene.names]),
        )  # fmt: skip
        hit = [n for n, time in zip(scene.names, alone.time, strict=True) if time < np.inf]
        ours = {n for pair in every.pairs if name in pair for n in pair}
        assert ours | {name} == {*hit}
    new = every.status == ImpactStatus.HIT
    assert first.time == every.time[new][0]


def test_the_first_of_meshes_is_not_followed_by_all():
    scene = im.Scene()
    knot = im.torus_knot(24, 5)
    for i in range(30):
        scene.add(f"{i:02}", knot, at(4.0 * i))
        scene.add(f"{i:02} wall", im.Box((0.1, 3, 3)), at(4.0 * i, 0.0, 5.0 + i))
    targets = {f"{i:02}": at(4.0 * i, 0.0, 60.0) for i in range(30)}
    found = scene.time_of_impact(targets)
    assert found.names == ("00", "00 wall")
    assert scene.last_step.asked < 12


def test_times_do_not_depend_on_threads():
    scene, targets = crowd_step(400, 400, room=1.1, way=2.0)
    found = []
    for threads in (1, 2, 5):
        with im.use_threads(threads):
            found.append((scene.time_of_impact(targets), scene.impacts(targets)))
    for first, every in found[1:]:
        np.testing.assert_array_equal(first._rows, found[0][0]._rows)
        np.testing.assert_array_equal(every._rows, found[0][1]._rows)
        assert first.names == found[0][0].names
        assert every.pairs == found[0][1].pairs


def test_max_time_ends_the_step():
    scene = im.Scene.from_dict({"ball": im.Sphere(1.0), "floor": im.HalfSpace((0, 0, 1), -5.0)})
    down = {"ball": at(0, 0, -10)}
    assert scene.time_of_impact(down, max_time=0.39).names is None
    assert scene.time_of_impact(down, max_time=0.41).names == ("ball", "floor")
    assert scene.time_of_impact(down, max_time=0.0).names is None


def test_what_ran_out_of_budget_ends_the_step_there():
    scene = im.Scene.from_dict({
        "blade": im.Box((2.0, 0.1, 0.1)), "post": (im.Cylinder(0.05, 1.0), at(0.75, 0.75)),
    })  # fmt: skip
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 90.0))
    found = scene.time_of_impact({"blade": spin}, max_steps=3)
    assert found.status == ImpactStatus.OUT_OF_BUDGET
    assert found.names == ("blade", "post")
    assert 0.0 < found.time < 1.0


def test_errors_name_the_pair():
    scene = im.Scene.from_dict({"a": im.HalfSpace((0, 0, 1)), "b": im.HalfSpace((1, 0, 0))})
    turn = Motion.from_velocity(None, (0, 0, 0), (0, 1.0, 0))
    with pytest.raises(ImpingeError, match=r"'a' and 'b': .*scene.ignore\('a', 'b'\)"):
        scene.time_of_impact({"a": turn})
    with pytest.raises(ImpingeError, match="max_time"):
        scene.time_of_impact(max_time=2.0)
    with pytest.raises(ImpingeError, match="tolerance"):
        scene.time_of_impact(tolerance=-1.0)


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
