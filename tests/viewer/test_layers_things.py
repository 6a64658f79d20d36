"""Shapes in their poses."""

import numpy as np
import pytest
from payload_reading import array, at, column, layers, table, world
from populated import random_pose

import impinge as im
from impinge.motion import PiecewiseMotion
from impinge.viewer import layers_things


def drawn(made, one, frame=None):
    """World vertices of the first thing of a layer."""
    mesh = made["meshes"][array(made, one["mesh"])[0]]
    poses = array(made, one["poses"]).astype(np.float64)
    pose = (poses if frame is None else poses[frame])[0].reshape(3, 4)
    points = array(made, mesh["positions"]).astype(np.float64)
    return world(made, points @ pose[:, :3].T + pose[:, 3])


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e12])
@pytest.mark.parametrize("offset", [0.0, 1e7])
def test_meshes_are_drawn_where_they_are(scale, offset):
    """Sizes of 1e-9 and 1e12 metres, and 1e7 of their sizes away from the origin."""
    pose = random_pose(np.random.default_rng(0))
    pose[:3, 3] = scale * (pose[:3, 3] + offset)
    ball = im.icosphere(scale, 2)
    made = im.View().add(ball, "ball", pose).add(im.Sphere(scale), "other", pose).payload()
    expected = ball.vertices @ pose[:3, :3].T + pose[:3, 3]
    found = drawn(made, layers(made, "things")[0])
    np.testing.assert_allclose(found, expected, rtol=0, atol=scale * (1e-6 + 4e-16 * offset))
    assert column(table(made, "things"), "position") == [pose[:3, 3].tolist()] * 2


def test_tiny_and_huge_things_go_together():
    made = im.View().add(im.Sphere(1e-9), "dust").add(im.Sphere(1e12), "star").payload()
    dust, star = layers(made, "things")
    assert np.abs(drawn(made, star)).max() == pytest.approx(1e12, rel=1e-6)
    assert np.ptp(drawn(made, dust), axis=0).max() == pytest.approx(2e-9, rel=1e-5)


def test_each_is_a_layer_of_its_own_up_to_a_dozen():
    few, many = im.View(), im.View()
    for k in range(20):
        many.add(im.Box((1, 1, 1)), f"box {k}", at(2 * k), opacity=1.0 if k % 2 else 0.5)
    for k in range(12):
        few.add(im.Box((1, 1, 1)), f"box {k}", at(2 * k))
    made = few.payload()
    assert [one["name"] for one in layers(made)] == [f"box {k}" for k in range(12)]
    assert len(made["meshes"]) == 1
    made = many.payload()
    assert [len(one["names"]) for one in layers(made)] == [10, 10]
    assert sorted(column(table(made, "things"), "name")) == sorted(f"box {k}" for k in range(20))
    for one in layers(made):
        rows = array(made, one["rows"])
        names = column(table(made, "things"), "name")
        assert [names[r] for r in rows] == one["names"]


def test_a_recording_moves_those_that_it_names():
    rng = np.random.default_rng(1)
    poses = np.stack([random_pose(rng) for _ in range(3)])
    view = im.View().add(im.icosphere(1.0, 1), "ball").add(im.Box((1, 1, 1)), "box")
    made = view.recording(im.Recording([0, 1, 2], {"ball": poses})).payload()
    ball, box = layers(made, "things")
    assert array(made, ball["poses"]).shape == (3, 1, 12)
    assert array(made, box["poses"]).shape == (1, 12)
    for frame in range(3):
        expected = im.icosphere(1.0, 1).vertices @ poses[frame, :3, :3].T + poses[frame, :3, 3]
        np.testing.assert_allclose(drawn(made, ball, frame), expected, atol=1e-5)
    things = table(made, "things")
    assert things["frames"] == [0, 2, 4, 6]
    assert made["times"] == [0.0, 1.0, 2.0]
    for frame in range(3):
        rows = things["rows"][2 * frame : 2 * frame + 2]
        np.testing.assert_array_equal(column(things, "position", rows)[0], poses[frame, :3, 3])


def test_long_tables_show_the_first_frame(monkeypatch):
    monkeypatch.setattr(layers_things, "MOST_ROWS", 3)
    view = im.View().add(im.Sphere(1), "ball").add(im.Sphere(1), "other", at(5))
    made = view.recording(im.Recording([0, 1], {"ball": [at(), at(1)]})).payload()
    things = table(made, "things")
    assert things["frames"] is None
    assert len(things["rows"]) == 2
    assert any("first frame" in note for note in made["notes"])


def test_what_rests_among_many_has_one_pose(monkeypatch):
    monkeypatch.setattr(layers_things, "MOST_ALONE", 2)
    view = im.View()
    for k in range(4):
        view.add(im.Sphere(1), f"ball {k}")
    run = im.Recording([0, 1, 2], {"ball 1": [at(), at(1), at(2)]})
    made = view.recording(run).payload()
    found = {tuple(one["names"]): array(made, one["poses"]).shape for one in layers(made, "things")}
    assert found == {("ball 1",): (3, 1, 12), ("ball 0", "ball 2", "ball 3"): (3, 12)}


def test_a_half_space_in_two_poses_is_drawn_around_the_scene_in_both():
    wall = im.HalfSpace((0, 0, 1))
    made = im.View().add(im.Sphere(1)).add(wall, "a", at(1000)).add(wall, "b").payload()
    for one in layers(made, "things")[1:]:
        np.testing.assert_allclose(drawn(made, one).mean(axis=0), 0.0, atol=1e-4)
    assert made["notes"][0].startswith("2 half spaces")


def test_a_step_sends_rows_of_motions_and_poses_of_its_opening():
    rng = np.random.default_rng(2)
    path = PiecewiseMotion(np.stack([random_pose(rng) for _ in range(4)]))
    slide = im.Motion(at(), at(3))
    view = im.View().add(im.icosphere(1.0, 1), "ball", path).add(im.Box((1, 1, 1)), "box", slide)
    made = view.add(im.Sphere(1), "rest", at(9)).payload()
    ball, box, rest = layers(made, "things")
    np.testing.assert_array_equal(array(made, ball["motions"]), path._rows)
    assert array(made, ball["pieces"]).tolist() == [0, 3]
    assert array(made, box["pieces"]).tolist() == [0, 1]
    assert rest["motions"] is None
    expected = im.icosphere(1.0, 1).vertices @ path.pose(0)[:3, :3].T + path.pose(0)[:3, 3]
    np.testing.assert_allclose(drawn(made, ball), expected, atol=1e-5)
    things = table(made, "things")
    assert things["frames"] is None
    assert column(things, "position")[0] == path.pose(0)[:3, 3].tolist()
    # All of the way is in the picture.
    far = world(made, [[1.0, 1.0, 1.0], [-1.0, -1.0, -1.0]])
    assert (far[0] > slide.pose(1.0)[:3, 3]).all()
    assert (far[1] < path.poses[:, :3, 3].min(axis=0)).all()


def test_what_goes_among_many_is_a_layer_of_its_own(monkeypatch):
    monkeypatch.setattr(layers_things, "MOST_ALONE", 2)
    view = im.View()
    for k in range(4):
        view.add(im.Sphere(1), f"ball {k}", im.Motion(at(), at(k)) if k % 2 else at(k))
    made = view.payload()
    found = {tuple(one["names"]): one["motions"] is None for one in layers(made, "things")}
    assert found == {("ball 0", "ball 2"): True, ("ball 1", "ball 3"): False}
