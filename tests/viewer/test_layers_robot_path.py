import numpy as np
import pytest
from articulated import arm, move
from payload_reading import array, column, layer, table

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.viewer.layers_robot_path import FEW
from impinge.viewer.show import view_of

POST = {"post": (im.Sphere(0.1), im.pose((0, 0.8, 0)))}


def crank():
    shape = (im.Box((1, 0.1, 0.1)), im.pose((0.5, 0, 0)))
    hinge = Joint("hinge", "continuous", "base", "arm", axis=(0, 0, 1))
    return Robot(Articulation([Link("base"), Link("arm", [shape])], [hinge]), name="crank")


@pytest.fixture(scope="module")
def swept():
    robot, scene = crank(), im.Scene.from_dict(POST)
    found = robot.check_path([[0.0], [0.6], [3.0], [0.0]], scene)
    return robot, scene, found, view_of(robot, scene, found).payload()


def test_the_page_opens_at_the_contact_with_its_point_and_normal(swept):
    _, _, found, payload = swept
    last = len(payload["times"]) - 1
    points, arrows = layer(payload, "First contact"), layer(payload, "First contact, normal")
    frames = array(payload, points["frames"])

    assert payload["frame"] == last
    assert frames.tolist() == [0] * (last + 1) + [1]
    at = array(payload, points["positions"])[0] * payload["scale"] + payload["origin"]
    assert at == pytest.approx(0.5 * (found.point_a + found.point_b), abs=1e-6)
    assert array(payload, arrows["vectors"])[0] == pytest.approx(found.normal, abs=1e-6)
    assert payload["subtitle"] == f"arm touches post at {found.time:.4g} of segment 1"
    (said,) = payload["labels"]
    assert (said["text"], said["since"], said["until"]) == ("arm touches post", last, last)


def test_the_tables_have_the_contact_and_all_segments(swept):
    _, _, found, payload = swept
    contacts, segments = table(payload, "impacts"), table(payload, "segments")
    last = len(payload["times"]) - 1

    assert payload["tables"][0]["id"] == "impacts"
    assert column(contacts, "time") == [found.time]
    assert (column(contacts, "link"), column(contacts, "other")) == (["arm"], ["post"])
    assert contacts["moments"] == [last]
    assert column(segments, "answer") == ["free, certified", "first contact", "not searched"]
    assert column(segments, "until") == [1.0, found.time, None]
    assert segments["moments"][1] == last


def test_the_slider_marks_the_contact_and_says_segments(swept):
    _, _, found, payload = swept
    (moment,) = payload["moments"]

    assert moment == {
        "frame": len(payload["times"]) - 1, "label": "first contact", "names": ["arm", "post"],
        "known": True,
    }  # fmt: skip
    assert len(payload["clock_words"]) == len(payload["times"])
    assert payload["clock_words"][0] == ("t = 0.0000", "segment 0, free")
    assert payload["clock_words"][-1] == (f"t = {found.time:.4f}", "segment 1, touching")


def test_link_and_thing_are_coloured_at_the_contact(swept):
    _, _, _, payload = swept
    for name, colour in (("crank", "touch"), ("Scene", "b")):
        made = layer(payload, name)
        seen = np.array(made["palette"])[array(payload, made["colours"])]
        assert colour not in seen[-2]
        assert colour in seen[-1]


def test_boxes_are_those_of_the_segment_that_is_shown(swept):
    robot, _, found, payload = swept
    boxes = layer(payload, "Swept boxes")
    frames = array(payload, boxes["frames"])
    motions = [im.motion.link_boxes(robot.articulation, *found.path[k : k + 2]) for k in (0, 1)]

    assert (np.diff(frames) == 1).all()
    middles = array(payload, boxes["centres"]) * payload["scale"] + payload["origin"]
    assert middles[0] == pytest.approx(motions[0][1].mean(axis=0), abs=1e-6)
    assert middles[-1] == pytest.approx(motions[1][1].mean(axis=0), abs=1e-6)
    assert boxes["visible"]


def test_the_trace_leads_to_the_contact(swept):
    _, _, found, payload = swept
    ends = array(payload, layer(payload, "Path of arm")["segments"])
    last = ends[-1, 1] * payload["scale"] + payload["origin"]
    assert last == pytest.approx(found.point_a, abs=1e-6)


def test_a_free_path_says_so():
    robot = crank()
    one = view_of(robot, robot.time_of_impact([0.0], [9.0])).payload()
    several = view_of(robot, robot.check_path([[0.0], [1.0], [2.0]])).payload()

    assert one["subtitle"] == "free, certified: the whole motion"
    assert several["subtitle"] == "free, certified: all 2 segments"
    assert one["moments"] == several["moments"] == []
    assert one["frame"] == 0
    assert not any(made["id"] == "impacts" for made in several["tables"])
    assert column(table(several, "segments"), "answer") == ["free, certified"] * 2


def test_undecided_ends_where_the_proof_ends():
    robot = crank()
    near = im.Scene.from_dict({"ball": (im.icosphere(0.3, 2), im.pose((0, 1.3015, 0)))})
    found = robot.time_of_impact([0.0], [400.0], near, max_steps=5)
    payload = view_of(robot, near, found).payload()

    assert found.status.name == "OUT_OF_BUDGET"
    assert payload["subtitle"].endswith("not known from there on")
    (moment,) = payload["moments"]
    assert (moment["known"], moment["label"]) == (False, "undecided from here on")
    assert payload["clock_words"][-1][1] == "not known"


def test_a_robot_that_starts_in_contact_says_how_deep():
    robot, scene = crank(), im.Scene.from_dict(POST)
    found = robot.time_of_impact([1.5], [0.0], scene)
    payload = view_of(robot, scene, found).payload()

    assert "arm touches post at the start, " in payload["subtitle"]
    assert column(table(payload, "impacts"), "depth") == [found.depth]


def test_many_motions_have_a_mark_where_a_contact_begins_and_boxes_on_demand():
    robot, scene = crank(), im.Scene.from_dict(POST)
    q = np.linspace(0.0, 4.0, FEW + 30)[:, None]
    found = robot.time_of_impact(q[:-1], q[1:], scene)
    payload = view_of(robot, scene, found).payload()
    touching = int((np.asarray(found.status) != 0).sum())

    assert touching > 1
    assert len(payload["moments"]) == 1
    assert f"{touching} of {len(found)} segments have a contact" in payload["subtitle"]
    assert len(table(payload, "impacts")["rows"]) == touching
    assert not layer(payload, "Swept boxes")["visible"]


def test_it_is_shown_with_its_robot_and_without_another_recording():
    robot, other = crank(), arm()
    found = robot.time_of_impact([0.0], [3.0], im.Scene.from_dict(POST))
    with pytest.raises(ImpingeError, match="add the robot before"):
        im.View().add(found)
    with pytest.raises(ImpingeError, match="add the robot before"):
        im.View().robot(other).add(found)
    with pytest.raises(ImpingeError, match="pose"):
        im.View().robot(robot).add(found, pose=move((1, 0, 0)))
    played = (
        im.View().robot(robot).recording(im.Recording([0.0, 1.0], joints={"crank": [[0], [1]]}))
    )
    with pytest.raises(ImpingeError, match="play already"):
        played.add(found)
