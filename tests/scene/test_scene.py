"""Scenes: the answers of all pairs asked one by one, whatever happened before."""

import copy
import json
import pickle
from itertools import count
from threading import Event, Thread

import numpy as np
import pytest
import trimesh
from populated import (
    GROUPS,
    SHAPES,
    add_random,
    assert_same_contacts,
    brute_overlaps,
    random_pose,
    random_scene,
    single_contacts,
)

import impinge as im
from impinge.core.threads import use_threads
from impinge.geometry import Articulation, Joint, Link
from impinge.hierarchy import tree as trees
from impinge.scene import Robot, Scene


def check_against_brute_force(scene):
    expected = brute_overlaps(scene)
    found = scene.collide()

    assert scene.overlaps() == expected
    assert found.pairs == expected
    for a, b, contacts in found:
        assert_same_contacts(contacts, single_contacts(scene, a, b))
    return expected


def change_at_random(scene, rng, fresh):
    """Something comes, goes, moves, is ignored or heeded again."""
    names = list(scene.names)
    what = rng.integers(8)
    if what == 0 or len(names) < 8:
        add_random(scene, rng, fresh)
    elif what == 1:
        scene.remove(names[rng.integers(len(names))])
    elif what == 2:
        a, b = rng.choice(names, 2, replace=False)
        scene.ignore(str(a), str(b))
    elif what == 3 and scene.ignored:
        scene.unignore(*scene.ignored[0])
    elif what == 4:
        change = scene.ignore_groups if rng.integers(2) else scene.unignore_groups
        change(GROUPS[1], GROUPS[1 + rng.integers(2)])
    elif what == 5:
        scene.set_margin(names[rng.integers(len(names))], float(rng.uniform(0.0, 0.2)))
    elif what == 6:
        kind = list(SHAPES)[rng.integers(len(SHAPES))]
        scene.set_shape(names[rng.integers(len(names))], SHAPES[kind])
    else:
        some = [str(n) for n in rng.choice(names, rng.integers(1, 6), replace=False)]
        scene.move(some, np.stack([random_pose(rng) for _ in some]))


@pytest.mark.parametrize("seed", range(3))
def test_all_pairs_one_by_one_give_the_same_after_any_change(seed):
    rng, scene = np.random.default_rng(seed), random_scene(24, seed)
    for group in ("red", "blue"):
        scene.ignore_groups(group)
        scene.unignore_groups(group)

    counts = [len(check_against_brute_force(scene))]
    for step in range(25):
        for change in range(rng.integers(1, 4)):
            change_at_random(scene, rng, f"new {step} {change}")
        counts.append(len(check_against_brute_force(scene)))

    assert min(counts) > 5
    assert len(set(counts)) > 5


def test_filled_meshes_hold_what_is_in_them():
    kinds = ("ball mesh", "box mesh", "sphere", "hull", "compound")
    scene = random_scene(16, 3, size=1.2, kinds=kinds, solid=True)

    found = check_against_brute_force(scene)

    surfaces = Scene.from_dict({name: (scene[name].shape, scene[name].pose) for name in scene})
    assert len(found) > len(surfaces.overlaps())


def test_kept_answers_are_those_of_a_fresh_scene():
    rng, scene = np.random.default_rng(5), random_scene(30, 5)
    scene.collide()
    for _ in range(6):
        some = [str(n) for n in rng.choice(scene.names, 3, replace=False)]
        scene.move(some, np.stack([random_pose(rng) for _ in some]))
        kept = scene.collide()
        fresh = Scene.from_dict(scene.to_dict()).collide()

        assert kept.pairs == fresh.pairs
        assert kept.contacts._rows.tobytes() == fresh.contacts._rows.tobytes()
        assert scene.last_update.changed == 3


def test_the_order_of_adding_does_not_matter():
    scene = random_scene(25, 6)
    turned = Scene()
    for name in np.random.default_rng(1).permutation(scene.names):
        turned.add(*scene[str(name)])

    assert turned.overlaps() == scene.overlaps()
    assert turned.collide().contacts._rows.tobytes() == scene.collide().contacts._rows.tobytes()


def test_moving_everything_changes_no_pair():
    scene = random_scene(25, 7, kinds=("ball mesh", "box", "sphere", "capsule", "compound", "knot"))
    before = scene.collide()
    motion = random_pose(np.random.default_rng(3), 20.0)

    scene.move(scene.names, motion @ scene.poses)
    after = scene.collide()

    assert after.pairs == before.pairs
    assert after.lasting == before.pairs
    inverse = np.linalg.inv(motion)
    for a, b, contacts in after:
        if not isinstance(scene[a].shape, im.Mesh) and not isinstance(scene[b].shape, im.Mesh):
            least = before.of(a, b).separation.min()
            assert contacts.separation.min() == pytest.approx(least, abs=1e-9)
    points = after.contacts.point @ inverse[:3, :3].T + inverse[:3, 3]
    assert np.abs(points).max() < 2.5


def test_scaling_by_a_power_of_two_changes_no_pair():
    small = {"box": im.Box((1, 1, 1)), "ball": im.Sphere(0.5), "mesh": im.icosphere(0.5, 1)}
    large = {"box": im.Box((8, 8, 8)), "ball": im.Sphere(4.0), "mesh": im.icosphere(4.0, 1)}
    rng, scenes = np.random.default_rng(2), (Scene(), Scene())
    for i in range(20):
        kind, pose = list(small)[rng.integers(3)], random_pose(rng)
        margin = float(rng.choice([0.0, 0.125]))
        scenes[0].add(f"{i}", small[kind], pose, margin)
        grown = pose.copy()
        grown[:3, 3] *= 8.0
        scenes[1].add(f"{i}", large[kind], grown, 8.0 * margin)

    assert scenes[0].overlaps() == scenes[1].overlaps()
    assert len(scenes[0].overlaps()) > 10


def test_margins_add_up():
    pose = np.eye(4)
    pose[0, 3] = 1.25
    scene = Scene()
    scene.add("a", im.Box((1, 1, 1)), margin=0.125)
    scene.add("b", im.Box((1, 1, 1)), pose, margin=0.125)

    assert scene.overlaps() == [("a", "b")]
    assert scene.collide().of("a", "b").separation.tolist() == [0.25] * 4
    scene.set_margin("b", 0.1249)
    assert scene.overlaps() == []


def test_nothing_is_asked_again_where_nothing_moved():
    scene = random_scene(20, 8)
    first = scene.collide()
    scene.move(scene.names, scene.poses)

    with im.count() as cost:
        assert scene.collide() is first
        scene.overlaps()

    assert cost.primitive_tests == cost.volume_tests == 0


def test_only_pairs_of_what_moved_are_asked():
    scene = random_scene(40, 9)
    scene.overlaps()
    whole = scene.last_update.tested
    scene.move("thing 3", random_pose(np.random.default_rng(0)))

    scene.overlaps()

    assert scene.last_update.changed == 1
    assert 0 < scene.last_update.tested < whole / 5


def test_the_same_bits_for_any_number_of_threads():
    answers = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            scene = random_scene(40, 10)
            answers.add(scene.collide().contacts._rows.tobytes())
    assert len(answers) == 1


def test_many_threads_may_ask_at_once():
    scene = random_scene(40, 12)
    expected = random_scene(40, 12).collide()
    found, errors = [], []

    def ask():
        try:
            for _ in range(3):
                found.append(
                    (scene.collide().pairs, scene.overlaps(), scene.closest("thing 1").name)
                )
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert {str(answer) for answer in found} == {str((expected.pairs, expected.pairs, found[0][2]))}
    assert len(found) == 18


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_copies_are_scenes_of_their_own_that_know_the_last_frame(copied):
    scene = random_scene(15, 13)
    scene.ignore("thing 1", "thing 2")
    before = scene.collide().pairs
    other = copied(scene)
    other.move("thing 0", random_pose(np.random.default_rng(1), 50.0) + np.eye(4, k=3) * 99.0)

    assert scene.collide().pairs == before
    assert other.ignored == [("thing 1", "thing 2")]
    after = other.collide()
    assert after.lasting == [pair for pair in before if "thing 0" not in pair]
    assert after.ended == [pair for pair in before if "thing 0" in pair]
    other.add("last", im.Sphere(1.0))
    assert "last" not in scene


def test_pickles_of_scenes_and_robots_build_no_tree_or_hull_again(monkeypatch):
    ball = im.icosphere(1.0, 2)
    ground = im.HeightField(np.random.default_rng(1).normal(size=(9, 8)), 0.5)
    both = im.Compound([(im.icosphere(0.5, 1), None), (im.Box((1, 1, 1)), im.pose((1, 0, 0)))])
    scene = Scene(solid=True)
    for name, shape in (("ball", ball), ("ground", ground), ("both", both)):
        scene.add(name, shape)
    links = [Link("base", [ball]), Link("hand", [(im.icosphere(0.5, 1), im.pose((1.2, 0, 0)))])]
    robot = Robot(Articulation(links, [Joint("turn", "continuous", "base", "hand")]))

    def asked(scene, robot):
        found = scene.collide(), scene.near_pairs(5.0), robot.closest([0.3])
        return [str(answer.to_dict()) for answer in found]

    # Contacts of the second are lasting, as are those of a pickle.
    asked(scene, robot)
    expected, data = asked(scene, robot), pickle.dumps((scene, robot))
    monkeypatch.setattr(trees, "BinaryTree", None)
    monkeypatch.setattr(im.Hull, "_of_surface", None)
    again = pickle.loads(data)
    assert asked(*again) == expected


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_made_while_things_come_and_move_are_whole(copied):
    scene, ends, errors = random_scene(60, 16), Event(), []
    side = np.eye(4)

    def change():
        try:
            for k in count():
                side[0, 3] = float(k)
                # One change: all things are at the same place, before and after it.
                scene.move(list(scene.names), np.tile(side, (len(scene), 1, 1)))
                scene.add(f"new {k}", im.Sphere(0.1), side)
                scene.ignore(f"new {k}", "thing 0")
                if ends.wait(0.0):
                    return
                for name in scene.names[60::2]:
                    scene.remove(name)
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    scene.move(list(scene.names), np.tile(side, (len(scene), 1, 1)))
    changing = Thread(target=change)
    changing.start()
    try:
        for _ in range(60):
            other = copied(scene)
            things = other._things
            assert len(other.poses) == len(other) == things.alive.sum()
            assert len({float(x) for x in other.poses[:60, 0, 3]}) == 1
            assert things.clock >= things.changed.max()
            assert all(name in other for pair in other.ignored for name in pair)
    finally:
        ends.set()
        changing.join()
    assert errors == []


def test_a_scene_is_plain_data_and_back():
    scene = random_scene(15, 14)
    scene.add("floor", im.HalfSpace((0, 0, 1), -3))
    scene.ignore("thing 0", "floor")
    scene.ignore_groups("red")
    plain = json.loads(json.dumps(scene.to_dict()))

    again = Scene.from_dict(plain)

    assert again.to_dict() == plain
    assert again.overlaps() == scene.overlaps()
    assert again.names == scene.names


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"objects": [{}], "shapes": []}, "not what to_dict returns"),
        ({"objects": [], "shapes": [], "ignored": ["abc"]}, "not what to_dict returns"),
        ({"objects": [], "shapes": [{"kind": "Ball"}]}, "no kind of shape 'Ball'"),
        ({"objects": [], "shapes": [3]}, "expected a dictionary with a kind"),
        ({"objects": [], "shapes": [{"kind": "Box", "size": 1}]}, "not made from size"),
        ([], "expected a dictionary"),
        ({"a": 3}, "shape of 'a'"),
        ({3: im.Sphere(1.0)}, "expected text"),
        ({"a": (im.Sphere(1.0), np.zeros((4, 4)))}, "pose of 'a'"),
    ],
)
def test_what_is_no_scene_is_refused(broken, message):
    with pytest.raises(im.ImpingeError, match=message):
        Scene.from_dict(broken)


def test_calls_without_a_change_are_one_frame():
    scene = random_scene(12, 15)
    first = scene.collide()

    assert scene.collide() is first
    assert scene.collide(limit=1) is not first
    with pytest.raises(im.ImpingeError, match="limit"):
        scene.collide(limit=0)


def test_things_without_end_are_named():
    scene = Scene.from_dict(
        {"floor": im.HalfSpace((0, 0, 1)), "wall": im.HalfSpace((1, 0, 0)), "ball": im.Sphere(1)}
    )
    assert len(scene.overlaps()) == 3

    with pytest.raises(
        im.ImpingeError, match=r"'floor' and 'wall'.*scene.ignore\('floor', 'wall'\)"
    ):
        scene.collide()

    scene.ignore("floor", "wall")
    assert scene.collide().pairs == [("ball", "floor"), ("ball", "wall")]


def test_an_empty_scene_answers():
    scene = Scene()

    assert scene.overlaps() == []
    assert len(scene.collide()) == 0
    assert scene.closest_pair() is None
    assert scene.closest_to(im.Sphere(1.0)) is None
    assert scene.overlaps_box((0, 0, 0), (1, 1, 1)) == []
    assert scene.cast_ray((0, 0, 0), (1, 0, 0)).name is None
    assert scene.poses.shape == (0, 4, 4)
    assert Scene.from_dict({}).names == ()
    assert repr(scene) == "Scene(0 things of 0 shapes)"


def test_scenes_of_trimesh_load():
    theirs = trimesh.Scene()
    theirs.add_geometry(trimesh.creation.box(), node_name="box 0", geom_name="box")
    for i, x in enumerate((0.9, 3.0)):
        matrix = np.eye(4)
        matrix[0, 3] = x
        theirs.graph.update(frame_to=f"box {i + 1}", geometry="box", matrix=matrix)
    wide = np.diag([4.0, 1.0, 1.0, 1.0])
    wide[2, 3] = 5.0
    theirs.graph.update(frame_to="wide", geometry="box", matrix=wide)

    scene = Scene.from_trimesh(theirs)

    assert scene.overlaps() == [("box 0", "box 1")]
    assert scene["box 0"].shape is scene["box 2"].shape
    np.testing.assert_allclose(np.ptp(scene["wide"].shape.bounds, axis=0), [4, 1, 1])
    with pytest.raises(im.ImpingeError, match=r"expected a trimesh\.Scene, got int"):
        Scene.from_trimesh(3)
    theirs.add_geometry(trimesh.PointCloud(np.zeros((3, 3))), node_name="dust")
    with pytest.raises(im.ImpingeError, match=r"'dust'.*PointCloud"):
        Scene.from_trimesh(theirs)
