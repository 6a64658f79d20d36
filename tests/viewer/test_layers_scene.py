"""A scene with its contacts, at one instant or at every frame."""

import copy

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world
from populated import random_pose, random_scene

import impinge as im
from impinge.viewer import layers_scene
from impinge.viewer.colouring import DEPTH_COLOURS


def assert_rows(made, rows, found):
    """The rows say exactly what scene.collide() gave."""
    assert list(zip(column(made, "a", rows), column(made, "b", rows), strict=True)) == found.pairs
    for row, (_, _, contacts) in zip(rows, found, strict=True):
        k = int(contacts.separation.argmin())
        said = dict(zip([c["key"] for c in made["columns"]], row, strict=True))
        assert said["separation"] == contacts.separation[k]
        assert said["points"] == len(contacts)
        assert said["where"] == contacts.point[k].tolist()


def test_the_table_says_what_the_scene_says():
    scene = random_scene(25, seed=3)
    found = copy.copy(scene).collide()
    assert len(found) > 5
    made = im.View().add(scene).payload()
    assert_rows(table(made, "contacts"), table(made, "contacts")["rows"], found)
    depth = -found.contacts.separation.min()
    deep = f"up to {depth:.4g} m deep (local)"
    assert made["subtitle"] == f"touching: {len(found)} pairs of 25 things, {deep}"
    points = layer(made, "Contact points")
    np.testing.assert_allclose(
        world(made, array(made, points["positions"])), found.contacts.point, atol=1e-4
    )
    assert array(made, points["rows"]).tolist() == found.contacts.rows().tolist()
    things = table(made, "things")
    counts = [len(found.touching(name)) for name in column(things, "name")]
    assert column(things, "touching") == counts
    (one,) = layers(made, "things")
    colours = [one["palette"][k] for k in array(made, one["colours"])]
    assert [colour in DEPTH_COLOURS for colour in colours] == [n > 0 for n in counts]
    assert {colour for colour, n in zip(colours, counts, strict=True) if not n} <= {"neutral"}


def test_frames_say_what_the_scene_says_at_each():
    scene, rng = random_scene(12, seed=4), np.random.default_rng(5)
    names = list(scene.names)[:8]
    poses = {name: np.stack([random_pose(rng) for _ in range(6)]) for name in names}
    recording = im.Recording(np.arange(6) * 0.1, poses)
    made = im.View().recording(recording, scene).payload()
    rows = table(made, "contacts")
    asked, total = copy.copy(scene), 0
    asked._frame = None
    for frame in range(6):
        asked.move(names, np.stack([recording.of(name)[frame] for name in names]))
        found = asked.collide()
        shown = rows["rows"][rows["frames"][frame] : rows["frames"][frame + 1]]
        assert_rows(rows, shown, found)
        states = ["began" if pair in found.began else "lasting" for pair in found.pairs]
        assert column(rows, "state", shown) == states
        total += len(found.contacts.separation)
        offsets = array(made, layer(made, "Contact points")["frames"])
        assert offsets[frame + 1] == total
        moving = layer(made, "Scene, moving")
        colours = [moving["palette"][k] for k in array(made, moving["colours"])[frame]]
        touch = {name for pair in found.pairs for name in pair}
        assert [colour in DEPTH_COLOURS for colour in colours] == [
            name in touch for name in moving["names"]
        ]
    rest = layer(made, "Scene, at rest")
    assert array(made, rest["poses"]).shape == (4, 12)
    assert array(made, rest["colours"]).shape == (6, 4)
    assert array(made, layer(made, "Scene, moving")["poses"]).shape == (6, 8, 12)


def test_the_scene_of_the_user_is_not_changed():
    scene = random_scene(6, seed=1)
    before, poses = scene.collide(), scene.poses.copy()
    view = im.View().add(scene)
    recording = im.Recording([0, 1], {scene.names[0]: [at(), at(1)]})
    view.recording(recording).payload()
    np.testing.assert_array_equal(scene.poses, poses)
    assert scene.collide() is before
    # What is added stays as it was.
    scene.move(scene.names[0], at(99))
    assert 99.0 not in np.ravel(column(table(view.payload(), "things"), "position"))


def test_half_spaces_are_ground_and_empty_scenes_are_empty():
    scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
    made = im.View().add(scene).payload()
    ball, floor = layers(made, "things")
    for one, colour in ((ball, DEPTH_COLOURS[-1]), (floor, "free")):
        assert [one["palette"][k] for k in array(made, one["colours"])] == [colour]
    # The camera looks at what stands on the ground, not at all of the ground.
    assert [ball["frame"], floor["frame"]] == [True, False]
    patches = [made["meshes"][int(array(made, one["mesh"])[0])]["patch"] for one in (ball, floor)]
    assert patches == [False, True]
    assert [ball["name"], floor["name"]] == ["Scene", "Scene, ground"]
    empty = im.View().add(im.Scene()).payload()
    assert empty["subtitle"] == "empty: there is nothing in it"
    assert (empty["layers"], empty["legend"]) == ([], [])
    free = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(9))})
    made = im.View().add(free).payload()
    assert made["subtitle"] == "free: none of 2 things touch"
    plain = im.View().add(free, contacts=False).payload()
    assert [t["id"] for t in plain["tables"]] == ["things"]
    assert plain["subtitle"] == "2 things"


def test_given_contacts_are_not_asked_again(monkeypatch):
    scene = random_scene(10, seed=3)
    found = scene.collide()
    monkeypatch.setattr(im.Scene, "collide", lambda *_: pytest.fail("asked again"))
    made = im.View().add(scene).add(found).payload()
    assert len(table(made, "contacts")["rows"]) == len(found)
    alone = im.View().add(found).payload()
    assert len(table(alone, "contacts")["rows"]) == len(found)


def test_two_floors_say_which():
    scene = im.Scene.from_dict({"x": im.HalfSpace((1, 0, 0)), "y": im.HalfSpace((0, 1, 0))})
    with pytest.raises(im.ImpingeError, match=r"'x' and 'y'.*ignore"):
        im.View().add(scene).payload()


def test_contacts_alone_are_counted_without_their_scene():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(1))})
    said = im.View().add(scene.collide()).payload()["subtitle"]
    assert said == "touching: 1 pair, up to 1 m deep (local)"


def test_a_scene_moves_in_a_step():
    box, ball = im.Box((1, 1, 1)), im.Sphere(0.5)
    scene = im.Scene.from_dict({
        "crate": (box, at(-3)), "ball": ball, "bystander": (ball, at(0, 9)),
        "floor": (im.HalfSpace((0, 0, 1)), at(z=-5)),
    })  # fmt: skip
    motion = im.Motion(at(-3), at(0))
    found = im.time_of_impact(box, ball, motion)
    view = im.View().add(scene).motions({"crate": motion}).add(found, between=("crate", "ball"))
    made = view.payload()
    moving, rest, ground = layers(made, "things")
    assert [one["names"] for one in (moving, rest, ground)] == [
        ["crate"], ["ball", "bystander"], ["floor"],
    ]  # fmt: skip
    assert moving["motions"] is not None
    assert rest["motions"] is None
    assert array(made, moving["colours"]).tolist() == [[layers_scene.NEUTRAL], [layers_scene.TOUCH]]
    assert array(made, rest["colours"]).tolist() == [
        [layers_scene.NEUTRAL] * 2, [layers_scene.OTHER, layers_scene.NEUTRAL],
    ]  # fmt: skip
    assert [entry["text"] for entry in made["legend"]][:3] == [
        "free", "crate, from first contact on", "ball, from first contact on",
    ]  # fmt: skip
    # Contacts would be those of one time only.
    assert [one["id"] for one in made["tables"]] == ["impacts", "things"]
    assert made["step"]["moments"][0]["names"] == ["crate", "ball"]


def test_of_more_than_two_that_touch_all_look_alike():
    box, ball = im.Box((1, 1, 1)), im.Sphere(0.5)
    scene = im.Scene.from_dict({
        "crate": (box, at(-3)), "ball": ball, "late": (box, at(-4, 5)), "pea": (ball, at(0, 5)),
    })  # fmt: skip
    targets = {"crate": at(0), "late": at(0, 5)}
    made = im.View().add(scene).motions(targets).add(scene.impacts(targets)).payload()
    codes = {int(k) for one in layers(made, "things") for k in array(made, one["colours"]).ravel()}
    assert codes == {layers_scene.NEUTRAL, layers_scene.TOUCH}
    assert "from first contact on" in [entry["text"] for entry in made["legend"]]


def test_ground_that_is_touched_stays_ground():
    floor = im.HalfSpace((0, 0, 1))
    scene = im.Scene.from_dict({"crate": (im.Box((1, 1, 1)), at(z=2)), "f": floor})
    targets = {"crate": at(z=-1)}
    made = im.View().add(scene).motions(targets).add(scene.time_of_impact(targets)).payload()
    words = [entry["text"] for entry in made["legend"]]
    assert "crate, from first contact on" in words
    assert "f, from first contact on" not in words


def test_a_step_beside_a_scene_leaves_its_contacts():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Sphere(1), at(1))})
    view = im.View().add(scene).add(im.Sphere(1), "c", im.Motion(at(9), at(8)))
    made = view.payload()
    assert len(table(made, "contacts")["rows"]) == 1
    assert made["times"] == [0.0]


def test_things_are_coloured_by_their_deepest_contact():
    box = im.Box((1, 1, 1))
    scene = im.Scene.from_dict({
        "rest": box, "rest 2": (box, at(1)), "shallow": (box, at(0, 5)),
        "shallow 2": (box, at(0.99, 5)), "deep": (box, at(0, 9)), "deep 2": (box, at(0.5, 9)),
        "free": (box, at(0, 0, 9)),
    })  # fmt: skip
    made = im.View().add(scene).payload()
    (one,) = layers(made, "things")
    paint = dict(
        zip(one["names"], [one["palette"][k] for k in array(made, one["colours"])], strict=True)
    )
    assert [paint[name] for name in ("rest", "rest 2")] == ["resting"] * 2
    assert [paint[name] for name in ("shallow", "shallow 2")] == [DEPTH_COLOURS[1]] * 2
    assert [paint[name] for name in ("deep", "deep 2")] == [DEPTH_COLOURS[-1]] * 2
    assert paint["free"] == "neutral"
    assert [entry["text"] for entry in made["legend"]][:3] == [
        "resting contact", "local depth", "free",
    ]  # fmt: skip


def test_ignored_pairs_are_named():
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1), "c": (im.Sphere(1), at(9))})
    scene.ignore("b", "a")
    made = im.View().add(scene).payload()
    rows = table(made, "ignored")
    assert rows["rows"] == [["a", "b", "the pair is ignored"]]
    assert made["subtitle"] == "free: none of 3 things touch; 1 pair ignored"
    moving = im.Recording([0, 1], {"a": [at(), at(1)]})
    played = im.View().recording(moving, scene).payload()
    assert column(table(played, "ignored"), "b") == ["b"]


def test_things_inside_others_are_a_kind_of_their_own():
    things = {"case": im.box_mesh((2, 2, 2)), "pearl": im.icosphere(0.3, 2)}
    surfaces = im.View().add(im.Scene.from_dict(things)).payload()
    assert surfaces["subtitle"] == "free: none of 2 things touch"
    solid = im.View().add(im.Scene.from_dict(things, solid=True)).payload()
    view = im.View()
    view._contents.add_scene(im.Scene.from_dict(things), "Scene").solid = True
    for made in (solid, view.payload()):
        rows = table(made, "contacts")
        assert column(rows, "kind") == ["pearl inside"]
        assert rows["select"] == 0
        assert made["subtitle"].endswith("deep (local), 1 inside another")
    recording = im.Recording([0, 1], {"pearl": [at(), at(9)]})
    played = view.recording(recording).payload()
    assert table(played, "contacts")["frames"] == [0, 1, 1]
