import copy

import numpy as np
import pytest
from articulated import FOLDED, arm, move, random_articulation
from payload_reading import array, at, column, layer, table

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, Joint, Link
from impinge.scene import Robot
from impinge.viewer.colouring import STEPS
from impinge.viewer.layers_robot import MOST_CHECKED, track_of
from impinge.viewer.show import view_of

STRAIGHT = [0.0, 0.0, 0.0]
WALL = {
    "wall": (im.Box((0.2, 4, 4)), move((2.5, 0, 0))),
    "far": (im.Box((1, 1, 1)), move((0, 9, 0))),
}


def robot_of(payload):
    (found,) = payload["robots"]
    return found


def colours(payload, name):
    made = layer(payload, name)
    return np.array(made["palette"])[array(payload, made["colours"])]


def test_links_are_things_and_joints_are_sliders():
    robot = arm(states={"bent": {"2": 1.0}})
    payload = view_of(robot).payload()
    made, found = layer(payload, "arm"), robot_of(payload)

    assert made["names"] == ["base", "upper", "lower", "hand"]
    assert array(payload, made["links"]).tolist() == [0, 1, 2, 3]
    assert [joint["name"] for joint in found["joints"]] == ["1", "2", "3"]
    assert found["joints"][0]["parts"] == [
        {"label": "", "unit": "rad", "lower": -3.0, "upper": 3.0, "low": -3.0, "high": 3.0}
    ]
    assert [(s["name"], s["q"]) for s in found["states"]] == [
        ("Neutral", STRAIGHT), ("bent", [0.0, 1.0, 0.0]),
    ]  # fmt: skip
    assert column(table(payload, "joints"), "link") == ["upper", "lower", "hand"]
    assert payload["subtitle"] == "arm is free"


def test_contacts_at_q_are_those_of_collide_and_colour_both_sides():
    robot, scene = arm(), im.Scene.from_dict(WALL)
    payload = im.View().robot(robot, STRAIGHT, scene).payload()
    found = robot.collide(STRAIGHT, scene)
    rows = table(payload, "contacts")

    assert list(zip(column(rows, "a"), column(rows, "b"), strict=True)) == list(found.pairs)
    assert found.pairs == (("hand", "wall"),)
    # By depth, as things of scenes.
    deepest = STEPS[-1]
    assert colours(payload, "arm").tolist() == ["a", "a", "a", deepest]
    names = layer(payload, "Scene")["names"]
    assert dict(zip(names, colours(payload, "Scene"), strict=True)) == {
        "wall": deepest, "far": "neutral",
    }  # fmt: skip
    # Set by hand nothing is known of contacts: the page has the colours without them.
    apart = array(payload, layer(payload, "Scene")["apart"])
    assert not apart.any()
    assert rows["posed"]
    assert layer(payload, "Contact points")["posed"]
    assert payload["subtitle"].startswith("arm: hand touches wall, 0.5 m deep")


def test_links_touch_each_other_at_q_and_contacts_can_be_left_out():
    payload = view_of((arm(), FOLDED)).payload()
    without = im.View().robot(arm(), FOLDED, contacts=False).payload()

    assert {*colours(payload, "arm").tolist()} == {"a", STEPS[-1]}
    assert {*colours(without, "arm").tolist()} == {"a"}
    assert [made["id"] for made in without["tables"]] == ["joints", "things"]


def test_a_recording_of_joints_moves_the_robot_of_its_name_and_tells_contacts_by_frame():
    robot, q = arm(), np.array([STRAIGHT, [1.0, 1.0, 0.2], FOLDED])
    run = im.Recording([0.0, 1.0, 2.0], joints={"arm": q})
    payload = view_of(run, robot).payload()
    free = ~robot.collides(q)

    assert np.array_equal(array(payload, robot_of(payload)["frames"]), q)
    assert payload["times"] == [0.0, 1.0, 2.0]
    assert np.array_equal((colours(payload, "arm") == "a").all(axis=1), free)
    assert np.array_equal(np.diff(table(payload, "contacts")["frames"]) == 0, free)
    assert table(payload, "contacts")["rows"][0][2] == "began"
    assert payload["subtitle"].startswith("arm touches in 1 of 3 frames")


def test_contacts_follow_things_that_move_past_a_robot():
    robot, scene = arm(), im.Scene.from_dict(WALL)
    away = [move((2.5, 0, 0)), move((9, 0, 0)), move((2.5, 0, 0))]
    payload = view_of(robot, scene, im.Recording([0, 1, 2], {"wall": away})).payload()

    assert np.diff(table(payload, "contacts")["frames"]).tolist() == [1, 0, 1]
    assert (colours(payload, "arm")[:, 3] != "a").tolist() == [True, False, True]
    assert robot_of(payload)["frames"] is None


def test_tracks_belong_to_robots_by_name_or_where_there_is_one_of_each():
    run = im.Recording([0, 1], joints={"other": np.zeros((2, 3))})

    assert track_of(run, "other", 2) == "other"
    assert track_of(run, "arm", 1) == "other"
    assert track_of(run, "arm", 2) is None
    wrong = im.Recording([0, 1], joints={"arm": np.zeros((2, 5))})
    with pytest.raises(ImpingeError, match=r"joints of 'arm'.*\(2, 5\)"):
        view_of(arm(), wrong).payload()


def test_captured_motion_plays_and_its_y_is_up(tmp_path):
    file = tmp_path / "nod.bvh"
    file.write_text(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "JOINT Head\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "End Site\n{\nOFFSET 0 0.5 0\n}\n}\n}\n"
        "MOTION\nFrames: 3\nFrame Time: 0.1\n"
        "0 0 0 0 0 0 0 0 0\n0 0.1 0 0 0 0 10 0 0\n0 0.2 0 0 0 0 20 0 0\n"
    )
    robot = im.load(file)
    payload = view_of(robot).payload()
    parts = [[part["label"] for part in joint["parts"]] for joint in robot_of(payload)["joints"]]

    assert np.array_equal(array(payload, robot_of(payload)["frames"]), robot.motion.q)
    assert payload["up"] == [0, 1, 0]
    assert parts == [["x", "y", "z", "roll", "pitch", "yaw"], ["roll", "pitch", "yaw"]]
    assert view_of((robot, robot.neutral())).payload()["times"] is None


def test_a_view_keeps_the_robot_as_it_was():
    robot = arm()
    view = im.View().add(robot)
    robot.attach("box", "tool", Box((0.1, 0.1, 0.1)))

    assert layer(view.payload(), "arm")["names"] == ["base", "upper", "lower", "hand"]
    held = layer(view_of(robot).payload(), "arm")
    assert held["names"][-1] == "box"
    assert copy.copy(robot).attached == ("box",)


def test_names_that_others_have_come_with_the_name_of_the_robot():
    scene = im.Scene.from_dict({"hand": (im.Box((1, 1, 1)), move((5, 5, 5)))})
    alone = view_of(arm(), scene).payload()
    two = view_of(arm(), arm(base=at(0, 0, 2), name="other")).payload()

    assert layer(alone, "arm")["names"][0] == "arm base"
    assert layer(two, "other")["names"][0] == "other base"
    assert "Contacts between two robots are not looked for." in two["notes"]


def test_groups_have_sliders_of_their_own_joints():
    robot = arm().group(["1", "3"], [0.1, 0.2, 0.3])
    found = robot_of(view_of((robot, [0.5, 0.6])).payload())

    assert found["q"] == [0.5, 0.2, 0.6]
    assert found["columns"] == [0, 2]
    assert [joint["name"] for joint in found["joints"]] == ["1", "3"]


def test_ranges_contain_what_is_shown_and_end_where_limits_do():
    joints = [
        Joint("slide", "prismatic", "a", "b", lower=0.0, upper=0.5),
        Joint("spin", "continuous", "b", "c"),
        Joint("lift", "prismatic", "c", "d", lower=3.0),
        Joint("copy", "prismatic", "c", "e", mimic=("lift", 1.0, 0.0)),
    ]
    robot = Robot(Articulation([Link(n, [Box((1, 1, 1))]) for n in "abcde"], joints), name="r")
    with pytest.warns(UserWarning, match="out of limits"):
        payload = view_of((robot, [0.7, 1.0, 3.0])).payload()
    found = {joint["name"]: joint for joint in robot_of(payload)["joints"]}
    ends = {n: (j["parts"][0]["low"], j["parts"][0]["high"]) for n, j in found.items()}

    assert ends == {"slide": (0.0, 0.7), "spin": (-np.pi, np.pi), "lift": (3.0, 5.0)}
    assert found["lift"]["followers"] == ["copy"]
    assert found["lift"]["parts"][0]["upper"] is None
    assert "r: 1 of 1 configurations are out of limits." in payload["notes"]


def test_links_without_shapes_are_said_so():
    robot = Robot(Articulation([Link("a"), Link("b")], [Joint("j", "revolute", "a", "b")]))
    payload = view_of(robot).payload()

    assert payload["cautions"] == ["robot: no link has a shape."]
    assert len(robot_of(payload)["joints"]) == 1


def test_long_recordings_are_played_without_contacts_and_said_so():
    q = np.zeros((MOST_CHECKED + 1, 3))
    payload = view_of(arm(), im.Recording(np.arange(len(q)), joints={"arm": q})).payload()

    assert any("contacts are found for up to" in note for note in payload["notes"])
    assert len(robot_of(payload)["q"]) == 3


def test_distances_of_robots_are_shown_with_the_names_of_links():
    robot, scene = arm(), im.Scene.from_dict({"ball": (im.Sphere(0.1), move((0.5, 0.5, 0)))})
    payload = view_of(robot, scene, robot.closest(STRAIGHT, scene)).payload()

    assert any("ball" in said and "apart" in said for said in payload["subtitle"].split(";"))


def test_what_cannot_be_shown_is_refused():
    for given, words in (
        (lambda: im.View().robot(arm(), [[0, 0, 0]] * 2), "q: expected one configuration"),
        (lambda: im.View().robot(arm(), [0, 0]), "q: expected shape"),
        (lambda: im.View().robot(im.Sphere(1)), "robot: expected a Robot"),
        (lambda: im.View().add(arm(), pose=np.eye(4)), "pose: a robot has none"),
    ):
        with pytest.raises(ImpingeError, match=words):
            given()


def test_every_kind_of_joint_has_sliders():
    tree = random_articulation(3, links=20, meshes=False)
    found = robot_of(im.View().robot(Robot(tree), contacts=False).payload())
    numbers = sum(len(joint["parts"]) for joint in found["joints"])

    assert {joint["kind"] for joint in found["joints"]} == {
        joint.kind for joint in tree.joints if joint.mimic is None and joint.kind != "fixed"
    }
    assert numbers == tree.speeds
