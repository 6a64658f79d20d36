"""The verbs of trimesh's CollisionManager: the same questions to both, the same answers."""

import copy
import gc
import pickle
import sys

import numpy as np
import pytest
import trimesh
from populated import random_pose

import impinge as im
from impinge.io.trimesh_manager import CollisionManager, scene_to_collision


def managers():
    """Ours, and trimesh's where python-fcl is installed."""
    found = [pytest.param(CollisionManager, id="impinge")]
    try:
        trimesh.collision.CollisionManager()
    except ValueError:
        return found
    return [*found, pytest.param(trimesh.collision.CollisionManager, id="trimesh")]


def both():
    pytest.importorskip("fcl", reason="python-fcl is not installed: nothing to compare with")
    return CollisionManager(), trimesh.collision.CollisionManager()


def at(*place):
    pose = np.eye(4)
    pose[:3, 3] = place
    return pose


CUBE = trimesh.creation.box()
TORUS = trimesh.creation.torus(1.0, 0.3)


@pytest.mark.parametrize("manager", managers())
def test_objects_come_move_and_go(manager):
    m = manager()
    m.add_object("left", CUBE)
    m.add_object("right", CUBE, at(5, 0, 0))
    assert m.in_collision_internal() is False
    assert m.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    m.add_object("guest", CUBE, at(5.5, 0, 0))
    assert m.in_collision_internal(return_names=True) == (True, {("guest", "right")})
    m.set_transform("guest", at(0.5, 0.2, 0.1))
    found, names, data = m.in_collision_internal(return_names=True, return_data=True)
    assert (found, names) == (True, {("guest", "left")})
    assert all(contact.names == {"guest", "left"} for contact in data)
    assert max(contact.depth for contact in data) == pytest.approx(0.5, abs=1e-6)
    assert all(contact.point.shape == contact.normal.shape == (3,) for contact in data)
    m.remove_object("guest")
    assert m.in_collision_internal() is False


@pytest.mark.parametrize("manager", managers())
def test_one_against_all(manager):
    m = manager()
    m.add_object("left", CUBE)
    m.add_object("ring", TORUS, at(5, 0, 0))
    assert m.in_collision_single(CUBE) is True
    assert m.in_collision_single(CUBE, at(9, 9, 9)) is False
    found, names, data = m.in_collision_single(
        CUBE, at(4, 0, 0), return_names=True, return_data=True
    )
    assert (found, names) == (True, {"ring"})
    assert {n for contact in data for n in contact.names} == {"ring", "__external"}
    assert all(0 <= contact.index("ring") < len(TORUS.faces) for contact in data)
    assert m.min_distance_single(CUBE, at(-3, 0, 0)) == pytest.approx(2.0)
    far, name, data = m.min_distance_single(CUBE, at(-3, 0, 0), return_name=True, return_data=True)
    assert (far, name) == (pytest.approx(2.0), "left")
    gap = np.linalg.norm(data.point("left") - data.point("__external"))
    assert gap == pytest.approx(far) == data.distance
    # Convex ones overlap by a depth.
    assert m.min_distance_single(CUBE, at(-0.75, 0, 0)) == pytest.approx(-0.25)


@pytest.mark.parametrize("manager", managers())
def test_nearest_of_all(manager):
    m = manager()
    m.add_object("a", CUBE, at(5, 0, 0))
    m.add_object("b", CUBE, at(-5, 0, 0))
    assert m.min_distance_internal() == pytest.approx(9.0)
    m.add_object("c", TORUS, at(2, 0, 0))
    far, names, data = m.min_distance_internal(return_names=True, return_data=True)
    assert (far, names) == (pytest.approx(1.2, abs=1e-6), ("a", "c"))
    assert data.names == {"a", "c"}
    assert 0 <= data.index("c") < len(TORUS.faces)
    # fcl is content with a few parts in a thousand.
    far, names = m.min_distance_internal(name="b", return_names=True)
    assert (far, names) == (pytest.approx(5.2, abs=0.01), ("b", "c"))


@pytest.mark.parametrize("manager", managers())
def test_manager_against_manager(manager):
    m, n = manager(), manager()
    m.add_object("x", CUBE)
    m.add_object("y", TORUS, at(5, 0, 0))
    n.add_object("p", CUBE, at(-5, 0, 0))
    assert m.in_collision_other(n) is False
    far, names, data = m.min_distance_other(n, return_names=True, return_data=True)
    assert (far, names) == (pytest.approx(4.0), ("x", "p"))
    gap = np.linalg.norm(data.point("x") - data.point("p"))
    assert gap == pytest.approx(far)
    n.add_object("q", CUBE, at(6, 0, 0))
    found, names = m.in_collision_other(n, return_names=True)
    assert (found, names) == (True, {("y", "q")})
    found, names, data = m.in_collision_other(n, return_names=True, return_data=True)
    assert all(contact.names == {"y", "q"} for contact in data)
    assert data


@pytest.mark.parametrize("manager", managers())
def test_unknown_names_are_refused(manager):
    m = manager()
    for ask in (
        lambda: m.remove_object("x"),
        lambda: m.set_transform("x", np.eye(4)),
        lambda: m.min_distance_internal(name="x"),
    ):
        with pytest.raises(ValueError, match="x not in collision manager"):
            ask()


def test_random_scenes_have_the_same_collisions():
    """Convex and other meshes, moved about: every pair of names, every frame."""
    ours, theirs = both()
    rng = np.random.default_rng(6)
    meshes = [CUBE, TORUS, trimesh.creation.icosphere(2, 0.6), trimesh.creation.cone(0.5, 1.0)]
    names = [f"{i}" for i in range(40)]
    for name in names:
        mesh, pose = meshes[rng.integers(4)], random_pose(rng, 6.0)
        for manager in (ours, theirs):
            manager.add_object(name, mesh, pose)
    counts = []
    for _ in range(6):
        found = [m.in_collision_internal(return_names=True) for m in (ours, theirs)]
        assert found[0] == found[1]
        counts.append(len(found[0][1]))
        for name in rng.choice(names, 8, replace=False):
            pose = random_pose(rng, 6.0)
            ours.set_transform(str(name), pose)
            theirs.set_transform(str(name), pose)
    assert min(counts) > 5


def test_random_distances_are_the_same():
    ours, theirs = both()
    rng = np.random.default_rng(7)
    for i in range(12):
        mesh, pose = (CUBE, TORUS)[i % 2], random_pose(rng, 40.0)
        for manager in (ours, theirs):
            manager.add_object(f"{i}", mesh, pose)
    for _ in range(8):
        pose = random_pose(rng, 60.0)
        found = [m.min_distance_single(TORUS, pose, return_name=True) for m in (ours, theirs)]
        assert found[0][1] == found[1][1]
        assert found[0][0] == pytest.approx(max(0.0, found[1][0]), abs=1e-4)
    found = [m.min_distance_internal(return_names=True) for m in (ours, theirs)]
    assert found[0][1] == found[1][1]
    assert found[0][0] == pytest.approx(found[1][0], abs=1e-4)


def test_scenes_of_trimesh():
    scene = trimesh.Scene()
    scene.add_geometry(CUBE, node_name="a")
    scene.add_geometry(TORUS, node_name="b", transform=at(1, 0, 0))
    manager, objects = scene_to_collision(scene)
    assert set(objects) == {"a", "b"}
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "b")})


def test_names_may_be_anything_that_is_a_key():
    m = CollisionManager()
    m.add_object(3, CUBE)
    m.add_object(("a", 1), CUBE, at(9, 0, 0))
    m.add_object(3, CUBE, at(9.5, 0, 0))
    _, names = m.in_collision_other(_one("x", CUBE, at(9, 0, 0)), return_names=True)
    assert names == {(3, "x"), (("a", 1), "x")}
    with pytest.raises(im.ImpingeError, match="cannot be a key"):
        m.add_object([], CUBE)


def _one(name, mesh, pose):
    manager = CollisionManager()
    manager.add_object(name, mesh, pose)
    return manager


def test_a_replaced_object_is_gone():
    m = CollisionManager()
    m.add_object("a", CUBE)
    m.add_object("b", CUBE)
    m.add_object("a", CUBE, at(9, 0, 0))
    assert m.in_collision_internal() is False
    m.add_object("a", im.Sphere(1.0))
    assert m.in_collision_internal() is True


def test_equal_meshes_share_a_tree_and_bad_ones_are_named():
    m = CollisionManager()
    first, second = m.add_object("a", TORUS), m.add_object("b", TORUS.copy(), at(9, 0, 0))
    assert first.shape is second.shape
    with pytest.raises(im.ImpingeError, match="mesh of 'c'"):
        m.add_object("c", "torus")
    with pytest.raises(im.ImpingeError, match="'c'"):
        m.add_object("c", TORUS, np.full((4, 4), np.nan))
    with pytest.raises(im.ImpingeError, match=r"transform of 'c': expected shape \(4, 4\)"):
        m.add_object("c", TORUS, np.eye(3))


def test_names_of_different_kinds_have_an_order():
    m = CollisionManager()
    m.add_object("b", CUBE)
    m.add_object(3, CUBE, at(0.5, 0, 0))
    assert m.in_collision_internal() is True
    assert m.in_collision_internal(return_names=True)[1] == {(3, "b")}
    assert m.min_distance_internal() == pytest.approx(-0.5)
    assert m.min_distance_internal(return_names=True)[1] == (3, "b")


def test_the_deepest_of_several_is_the_least_distance():
    m = CollisionManager()
    for name, x in (("a", 0.9), ("b", 0.4), ("c", -0.7), ("ring", 0.0)):
        m.add_object(name, TORUS if name == "ring" else CUBE, at(x, 0, 0))
    far, name, data = m.min_distance_single(CUBE, return_name=True, return_data=True)
    assert (far, name) == (pytest.approx(-0.6), "b")
    assert data.names == {"b", "__external"}
    assert m.min_distance_internal("c", return_names=True)[0] == 0.0
    m.set_transform("c", at(0.6, 0, 0))
    found = m.min_distance_internal(return_names=True)
    assert found == (pytest.approx(-0.8), ("b", "c"))
    assert m.min_distance_internal("a", return_names=True) == (pytest.approx(-0.7), ("a", "c"))


def test_surfaces_that_cross_are_no_distance_apart():
    m = CollisionManager()
    m.add_object("ring", TORUS)
    m.add_object("other", TORUS, at(0.5, 0, 0))
    far, names, data = m.min_distance_internal(return_names=True, return_data=True)
    assert (far, names, data.distance) == (0.0, ("other", "ring"), 0.0)
    assert m.min_distance_single(CUBE, at(1, 0, 0)) == 0.0
    assert m.min_distance_other(_one("x", TORUS, at(0.2, 0, 0))) == 0.0


def test_managers_of_others_are_refused():
    with pytest.raises(im.ImpingeError, match=r"other_manager: .* got builtins.dict"):
        CollisionManager().in_collision_other({})


def questions(m, n, probe):
    """All that two managers can be asked, in plain numbers."""
    names = sorted(m._objects._keys)
    return [
        m.in_collision_internal(return_names=True),
        m.in_collision_other(n, return_names=True),
        m.in_collision_single(CUBE, probe, return_names=True),
        m.min_distance_internal(return_names=True),
        m.min_distance_other(n, return_names=True),
        m.min_distance_single(CUBE, probe, return_name=True),
        *(m.min_distance_internal(name, return_names=True) for name in names[:3]),
        len(m.in_collision_other(n, return_data=True)[1]),
    ]


@pytest.mark.parametrize(("few", "wide"), [(0, 3.0), (2, 9.0), (16, 3.0), (16, 9.0)])
def test_answers_are_those_of_new_managers_whatever_came_before(monkeypatch, few, wide):
    """Objects come, move, change and go in two managers that are asked all the time."""
    for module in ("objects", "nearest"):
        monkeypatch.setattr(f"impinge.io.trimesh_{module}.FEW", few)
    rng = np.random.default_rng(13)
    kept = CollisionManager(), CollisionManager()
    state = {}, {}
    for _ in range(40):
        side = int(rng.integers(2))
        name = f"{rng.integers(6)}"
        if name in state[side] and rng.random() < 0.3:
            kept[side].remove_object(name)
            del state[side][name]
        elif name in state[side] and rng.random() < 0.6:
            pose = random_pose(rng, wide)
            kept[side].set_transform(name, pose)
            state[side][name] = state[side][name][0], pose
        else:
            state[side][name] = (CUBE, TORUS)[rng.integers(2)], random_pose(rng, wide)
            kept[side].add_object(name, *state[side][name])
        fresh = CollisionManager(), CollisionManager()
        for manager, objects in zip(fresh, state, strict=True):
            for each in objects:
                manager.add_object(each, *objects[each])
        probe = random_pose(rng, wide)
        found, wanted = questions(*kept, probe), questions(*fresh, probe)
        assert found[:3] == wanted[:3]
        # Of equals, whoever came first is named: distances only.
        for one, other in zip(found[3:-1], wanted[3:-1], strict=True):
            assert one[0] == pytest.approx(other[0], abs=1e-9)
        assert kept[0].in_collision_other(kept[0], return_names=True) == fresh[
            0
        ].in_collision_other(fresh[0], return_names=True)


def row_of(count):
    """Balls in a row a metre apart, each smaller than the last; the first two are nearest."""
    m = CollisionManager()
    for i in range(count):
        m.add_object(i, im.Sphere(0.4 - 0.1 * i / count), at(i, 0, 0))
    return m


def calls(function):
    """How many functions it calls, of Python and of C."""
    count = 0

    def see(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    function()
    sys.setprofile(see)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_a_question_takes_as_many_steps_among_many_objects_as_among_few():
    """No scene is made for it, and no loop runs over all objects in Python."""
    small, large = row_of(20), row_of(400)
    other = _one("x", CUBE, at(0, 3, 0))
    for k, ask in enumerate((
        lambda m: m.min_distance_single(CUBE, at(3, 2, 0), return_name=True, return_data=True),
        lambda m: m.min_distance_internal(3, return_names=True, return_data=True),
        lambda m: (m.set_transform(5, at(5, 0.01 * _next(), 0)), m.min_distance_internal()),
        lambda m: (m.set_transform(5, at(5, 0.01 * _next(), 0)), m.in_collision_internal()),
        lambda m: (m.set_transform(5, at(5, 0.01 * _next(), 0)), m.in_collision_other(other)),
        lambda m: (m.set_transform(5, at(5, 0.01 * _next(), 0)), m.min_distance_other(other)),
        lambda m: m.in_collision_single(CUBE, at(3, 2, 0), return_names=True),
    )):  # fmt: skip
        few, many = (calls(lambda m=m, ask=ask: ask(m)) for m in (small, large))
        assert many < 1.5 * few + 100, k


def _next(state=[0]):  # noqa: B006
    state[0] += 1
    return state[0] % 7


def test_the_joint_scene_lives_as_long_as_both_managers():
    m, n = _one("a", CUBE, at(0, 0, 0)), _one("b", CUBE, at(3, 0, 0))
    assert m.min_distance_other(n) == pytest.approx(2.0)
    joint = m._joint(n)
    n.set_transform("b", at(2, 0, 0))
    assert m.min_distance_other(n) == pytest.approx(1.0)
    assert m._joint(n) is joint
    del n
    gc.collect()
    assert len(m._joints) == 0


def test_managers_copy_and_pickle():
    m, n = _one("a", CUBE, at(0, 0, 0)), _one("b", TORUS, at(3, 0, 0))
    far = m.min_distance_other(n)
    for other in (copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
        assert other.min_distance_other(n) == far
        other.remove_object("a")
    assert m.min_distance_other(n) == far


def test_an_empty_manager():
    m = CollisionManager()
    assert m.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    assert m.min_distance_internal(return_names=True) == (np.inf, None)
    assert m.min_distance_single(CUBE, return_name=True, return_data=True) == (np.inf, None, None)
    assert m.in_collision_single(CUBE, return_names=True) == (False, set())
    assert m.min_distance_other(CollisionManager()) == np.inf
