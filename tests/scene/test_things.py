"""Things as arrays: slots, stamps, ranks."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Sphere, box_mesh
from impinge.scene import Scene
from impinge.scene.things import Things, check_poses, scratch


def filled(*names):
    things = Things()
    things.add(list(names), [Sphere(1.0)] * len(names), np.eye(4), 0.0)
    return things


def test_names_have_ranks_in_alphabetical_order():
    things = filled("b", "c", "a")
    assert things.ranks[:3].tolist() == [1, 2, 0]
    assert things.ordered(np.array([[0, 2], [2, 1]])).tolist() == [[2, 0], [2, 1]]
    things.remove("a")
    assert things.ranks[:2].tolist() == [0, 1]


def test_what_does_not_move_has_not_changed():
    things = filled("a", "b")
    stamp = things.changed.copy()
    poses = np.stack([np.eye(4), np.eye(4)])
    things.move(np.array([0, 1]), poses)
    np.testing.assert_array_equal(things.changed, stamp)
    poses[1, 0, 3] = 1.0
    things.move(np.array([0, 1]), poses)
    assert things.changed[0] == stamp[0]
    assert things.changed[1] == things.clock > stamp[1]


def test_room_grows_and_slots_are_used_again():
    things = filled(*(f"{i}" for i in range(40)))
    assert len(things.alive) == 40
    things.remove("3")
    things.add(["x", "y"], [Box((1, 1, 1))] * 2, np.eye(4), 0.5)
    assert things.slots["x"] == 3
    assert things.slots["y"] == 40
    assert things.alive.sum() == 41
    assert things.names[3] == "x"
    things.fit()
    assert things.fitted == things.clock
    np.testing.assert_allclose(things.upper[[0, 3]], [[1, 1, 1], [1, 1, 1]])


def test_shapes_are_counted():
    things, mesh = Things(), box_mesh()
    things.add(["a", "b"], [mesh, mesh], np.eye(4), 0.0)
    things.remove("a")
    assert things.shapes == [mesh]
    things.remove("b")
    assert things.shapes == [None]
    things.add(["c"], [Sphere(1.0)], np.eye(4), 0.0)
    assert len(things.shapes) == 1
    things.reshape(things.slots["c"], mesh)
    assert mesh in things.shapes


def test_copies_share_shapes_and_nothing_else():
    things = filled("a", "b")
    other = things.copy()
    other.remove("a")
    other.move(np.array([1]), 2 * np.eye(4)[None])
    assert list(things.slots) == ["a", "b"]
    assert things.poses[1, 0, 0] == 1.0
    assert things.shapes[0] is other.shapes[0]


def test_the_box_of_one_thing_alone():
    alone = scratch(Sphere(1.0), np.eye(4), 0.25)
    np.testing.assert_allclose(alone.upper[0], 1.25)


def test_a_bad_pose_of_many_is_named():
    poses = np.stack([np.eye(4)] * 3)
    poses[1, 0, 0] = np.nan
    with pytest.raises(ImpingeError, match="pose of 'b': is not finite"):
        check_poses(poses, ["a", "b", "c"])
    with pytest.raises(ImpingeError, match=r"poses: expected \(2, 4, 4\), one a name"):
        check_poses(np.eye(4), ["a", "b"])
    with pytest.raises(ImpingeError, match="pose of 'a': expected real numbers"):
        check_poses("abc", ["a"])


def test_boxes_whose_fitting_was_interrupted_are_fitted_the_next_time(monkeypatch):
    scene = Scene.from_dict({"a": Box((1, 1, 1)), "b": Box((1, 1, 1))})

    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("impinge.scene.things.run_rows", interrupted)
        with pytest.raises(KeyboardInterrupt):
            scene.overlaps()
    assert scene.overlaps() == [("a", "b")]


def test_names_are_ranked_anew_after_an_interruption(monkeypatch):
    scene = Scene.from_dict({name: Sphere(1.0) for name in "bdf"})
    assert scene.overlaps() == [("b", "d"), ("b", "f"), ("d", "f")]

    class Interrupted(list):
        def insert(self, *_):
            super().insert(*_)
            raise KeyboardInterrupt

    monkeypatch.setattr(scene._things, "_sorted", Interrupted(scene._things._sorted))
    with pytest.raises(KeyboardInterrupt):
        scene.add("a", Sphere(1.0))
    assert scene.overlaps()[:3] == [("a", "b"), ("a", "d"), ("a", "f")]
