"""First contacts of things that move, as the page is told."""

import json

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.continuous import ImpactStatus
from impinge.viewer import layers_impacts

A, B = im.Box((1, 1, 1)), im.Sphere(0.5)
SLIDE = im.Motion.from_velocity(at(-3), (4, 0, 0), (0, 0, 0.5))
FAR = im.Motion.from_velocity(at(-3), (-4, 0, 0), (0, 0, 0.5))


def page(found, motion=SLIDE, pose=None, **more):
    return im.View().add(A, "box", motion).add(B, "ball", pose).add(found, **more).payload()


def hit():
    return im.time_of_impact(A, B, SLIDE)


def test_a_hit_is_a_moment_a_row_and_marks_from_then_on():
    found = hit()
    made = page(found)
    json.dumps(made, allow_nan=False)
    assert made["times"] == [0.0, found.time]
    assert made["frame"] == 1
    assert made["step"]["time"] == found.time
    assert [moment["time"] for moment in made["step"]["moments"]] == [found.time]
    assert made["subtitle"] == f"box and ball: first contact at {found.time:.6g} of the step"
    rows = table(made, "impacts")
    assert made["tables"][0] is rows
    assert rows["moments"] == [found.time]
    for key in ("time", "gap", "feature_a", "feature_b", "upper", "steps"):
        assert column(rows, key) == [getattr(found, key)]
    for key in ("point_a", "point_b", "normal"):
        assert column(rows, key) == [getattr(found, key).tolist()]
    assert column(rows, "nature") == ["face-face"]
    assert (column(rows, "a"), column(rows, "b")) == (["box"], ["ball"])
    assert column(rows, "status") == ["first contact"]
    assert "depth" not in [c["key"] for c in rows["columns"]]
    marks = layer(made, "First contact")
    assert array(made, marks["frames"]).tolist() == [0, 0, 1]
    place = world(made, array(made, marks["positions"])[0])
    np.testing.assert_allclose(place, found.point_a, atol=1e-5)
    normal = array(made, layer(made, "First contact, normal")["vectors"])[0]
    np.testing.assert_allclose(normal, found.normal, atol=1e-6)
    assert made["labels"][0]["since"] == 1


def test_things_are_free_until_then():
    box, ball = layers(page(hit()), "things")
    made = page(hit())
    paint = [
        [one["palette"][k] for k in array(made, one["colours"]).ravel()] for one in (box, ball)
    ]
    assert paint == [["neutral", "touch"], ["neutral", "b"]]
    assert [entry["text"] for entry in made["legend"]][:3] == [
        "free", "box, from first contact on", "ball, from first contact on",
    ]  # fmt: skip


def test_colours_that_were_asked_for_stay():
    view = im.View().add(A, "box", SLIDE, "c").add(B, "ball").add(im.HalfSpace((0, 0, 1)), "floor")
    made = view.add(hit(), between=("box", "ball")).payload()
    box, ball, _ = layers(made, "things")
    assert array(made, box["colours"]).tolist() == [0]
    assert box["palette"] == ["c"]
    assert array(made, ball["colours"]).shape == (2, 1)


def test_the_way_there_ends_at_the_contact():
    found = hit()
    made = page(found)
    way = layer(made, "First contact, ways")
    ends = world(made, array(made, way["segments"]))
    np.testing.assert_allclose(ends[-1, 1], found.point_a, atol=1e-5)
    own = np.linalg.inv(SLIDE.pose(found.time)) @ [*found.point_a, 1.0]
    np.testing.assert_allclose(ends[0, 0], (SLIDE.pose(0.0) @ own)[:3], atol=1e-5)
    # The ball rests: it has no way.
    assert len(ends) < 200


def test_of_many_turns_the_last_are_drawn():
    spin = im.Motion.from_velocity(at(-3), (4, 0, 0), (0, 0, 100 * np.pi))
    found = im.time_of_impact(A, B, spin)
    made = page(found, spin)
    ends = world(made, array(made, layer(made, "First contact, ways")["segments"]))
    np.testing.assert_allclose(ends[-1, 1], found.point_a, atol=1e-5)
    assert np.ptp(ends[..., 0]) < 2.0


@pytest.mark.parametrize(
    ("motion", "pose", "options", "words", "answer"),
    [
        (FAR, None, {}, "free in the whole step", "box and ball: free in the whole step"),
        (
            SLIDE, at(-2.5), {}, "touching at the start",
            "box and ball: touching at the start, 0.5 m deep",
        ),
        (
            SLIDE, None, {"max_steps": 1}, "out of budget",
            "box and ball: free until 0 of the step; what comes then is not known",
        ),
    ],
)  # fmt: skip
def test_other_answers_are_said_in_words(motion, pose, options, words, answer):
    found = im.time_of_impact(A, B, motion, pose, **options)
    made = page(found, motion, pose)
    json.dumps(made, allow_nan=False)
    rows = table(made, "impacts")
    assert column(rows, "status") == [words]
    if found.status is not ImpactStatus.OUT_OF_BUDGET:
        assert made["subtitle"] == answer
    else:
        assert made["subtitle"].startswith("box and ball: free until ")
        assert made["subtitle"].endswith("not known")
    # What stays free has no place of contact.
    keys = [one["key"] for one in rows["columns"]]
    told = {
        "time",
        "gap",
        "point_a",
        "point_b",
        "normal",
        "nature",
        "feature_a",
        "feature_b",
        "upper",
    }
    assert told & {*keys} == (set() if found.status is ImpactStatus.FREE else told)
    if found.status is not ImpactStatus.FREE:
        assert column(rows, "time") == [found.time]
    drawn = found.status is ImpactStatus.STARTED_TOUCHING
    assert bool(layers(made, "points")) == drawn
    if drawn:
        assert column(rows, "depth") == [found.depth]
        assert made["step"]["time"] == 0.0


def test_several_are_one_table_and_the_page_opens_at_the_first():
    late = im.Motion.from_velocity(at(-3, 5), (3, 0, 0), (0, 0, 0))
    view = (
        im.View().add(A, "box", SLIDE).add(B, "ball").add(A, "crate", late).add(B, "pea", at(0, 5))
    )
    one, two = hit(), im.time_of_impact(A, B, late, at(0, 5))
    free = im.time_of_impact(A, B, SLIDE, at(0, 5))
    view.add(two, between=("crate", "pea")).add(one, between=("box", "ball"))
    made = view.add(free, between=("box", "pea")).payload()
    assert made["times"] == sorted([0.0, one.time, two.time])
    assert made["step"]["time"] == one.time
    rows = table(made, "impacts")
    assert column(rows, "a") == ["crate", "box", "box"]
    assert rows["moments"] == [two.time, one.time, None]
    for key in ("time", "gap", "point_a", "point_b", "normal", "feature_a", "feature_b"):
        assert [cell is None for cell in column(rows, key)] == [False, False, True]
    marks = layer(made, "First contacts")
    assert array(made, marks["frames"]).tolist() == [0, 0, 1, 3]
    assert array(made, marks["rows"]).tolist() == [1, 0, 1]
    assert made["subtitle"] == (
        f"2 of 3 pairs touch; box and ball: first contact at {one.time:.6g} of the step"
    )


def test_without_motions_it_is_told_at_rest():
    made = im.View().add(A, "box").add(B, "ball").add(hit()).payload()
    assert made["step"] is None
    assert made["times"] is None
    assert layer(made, "First contact")["frames"] is None
    assert "nothing on this page moves" in made["cautions"][0]
    assert not made["notes"]
    alone = im.View().add(hit()).payload()
    assert alone["subtitle"].startswith("first contact at")


def test_things_that_do_not_move_while_others_do_are_told():
    view = im.View().add(A, "box", at(-3)).add(B, "ball").add(A, "crate", FAR)
    made = view.add(hit(), between=("box", "ball")).payload()
    assert "box and ball: neither moves" in made["cautions"][0]
    assert not page(hit())["cautions"]
    free = im.time_of_impact(A, B, FAR)
    assert not im.View().add(A, "box").add(B, "ball").add(free).payload()["cautions"]


def test_words_stand_off_the_contact_beside_the_line_of_middles():
    found = hit()
    label = page(found)["labels"][0]
    np.testing.assert_allclose(label["at"], 0.5 * (found.point_a + found.point_b))
    along = np.array(label["along"])
    way = -SLIDE.pose(found.time)[:3, 3]
    np.testing.assert_allclose(along / np.linalg.norm(along), way / np.linalg.norm(way), atol=1e-9)


def test_beside_ground_words_stand_beside_the_normal():
    floor = im.HalfSpace((0, 0, 1))
    fall = im.Motion(at(0, 0, 3), at(1, 0, -1))
    found = im.time_of_impact(A, floor, fall)
    made = im.View().add(A, "box", fall).add(floor, "floor").add(found).payload()
    along = np.array(made["labels"][0]["along"])
    np.testing.assert_allclose(along / np.linalg.norm(along), found.normal, atol=1e-9)


def test_a_batch_is_refused():
    many = im.Motion.from_velocity(np.stack([at(-3), at(-4)]), (4, 0, 0), (0, 0, 0))
    found = im.time_of_impact(A, B, many)
    with pytest.raises(im.ImpingeError, match=r"found\[i\]"):
        im.View().add(found)
    assert page(found[1], many[1])["step"]["time"] == found.time[1]


def test_first_contacts_of_a_scene():
    scene = im.Scene.from_dict({
        "crate": (A, at(-3)), "ball": B, "pea": (B, at(0, 5)), "late": (A, at(-4, 5)),
    })  # fmt: skip
    targets = {"crate": at(0), "late": at(0, 5)}
    first = scene.time_of_impact(targets)
    made = im.View().add(scene).motions(targets).add(first).payload()
    assert first.names == ("ball", "crate")
    assert made["step"]["moments"] == [
        {"time": first.time, "label": "first contact", "names": ["ball", "crate"], "known": True}
    ]
    assert made["step"]["time"] == first.time
    every = scene.impacts(targets)
    made = im.View().add(scene).motions(targets).add(every).payload()
    assert table(made, "impacts")["moments"] == every.time.tolist()
    assert column(table(made, "impacts"), "a") == ["ball", "late"]
    away = im.View().add(scene).motions({"crate": at(-5)})
    made = away.add(scene.time_of_impact({"crate": at(-5)})).payload()
    assert made["subtitle"] == "free in the whole step"


def test_what_a_shape_meets_in_a_scene():
    scene = im.Scene.from_dict({"ball": B})
    found = scene.cast(A, (4, 0, 0), at(-3))
    view = im.View().add(scene).add(A, "probe", im.Motion(at(-3), at(1))).add(found)
    made = view.payload()
    assert made["step"]["moments"][0]["names"] == ["probe", "ball"]
    alone = im.View().add(scene).add(found).payload()
    assert column(table(alone, "impacts"), "a") == ["it"]
    free = scene.cast(A, (-4, 0, 0), at(-3))
    assert im.View().add(scene).add(free).payload()["subtitle"].startswith("free")


def test_what_touches_at_the_start_does_not_hide_the_first_contact():
    resting = im.time_of_impact(A, B, SLIDE, at(-3.2))
    view = im.View().add(A, "box", SLIDE).add(B, "ball").add(B, "rider", at(-3.2))
    made = view.add(resting, between=("box", "rider")).add(hit(), between=("box", "ball")).payload()
    assert made["step"]["time"] == hit().time
    assert made["subtitle"].startswith("2 of 2 pairs touch; box and ball: first contact at")


def test_of_many_each_is_marked_until_the_next(monkeypatch):
    monkeypatch.setattr(layers_impacts, "MANY", 1)
    late = im.Motion.from_velocity(at(-3, 5), (3, 0, 0), (0, 0, 0))
    view = im.View().add(A, "box", SLIDE).add(B, "ball").add(hit())
    view.add(A, "crate", late).add(B, "pea", at(0, 5))
    made = view.add(im.time_of_impact(A, B, late, at(0, 5))).payload()
    assert array(made, layer(made, "First contacts")["frames"]).tolist() == [0, 0, 1, 2]
    assert not made["labels"]
    assert not layers(made, "lines")


def test_parts_of_compounds_are_named():
    pair = im.Compound([(A, at(0, 5)), (A, None)])
    found = im.time_of_impact(pair, B, SLIDE)
    made = im.View().add(pair, "box", SLIDE).add(B, "ball").add(found).payload()
    rows = table(made, "impacts")
    assert (column(rows, "part_a"), column(rows, "part_b")) == ([1], [-1])
    keys = [one["key"] for one in table(page(hit()), "impacts")["columns"]]
    assert "part_a" not in keys


def fallen(*shapes):
    """A scene of things above ground, and where they fall to."""
    scene = im.Scene()
    scene.add("floor", im.HalfSpace((0, 0, 1), 0.0))
    for k, shape in enumerate(shapes):
        scene.add(f"thing {k}", shape, at(3 * k, 0, 2))
    return scene, {f"thing {k}": at(3 * k, 0, 0.1 - 0.1 * k) for k in range(len(shapes))}


@pytest.mark.parametrize(("shapes", "chosen"), [((A,), None), ((A, B, A), 2)])
def test_among_more_than_its_two_things_the_first_contact_is_chosen(shapes, chosen):
    scene, targets = fallen(*shapes)
    view = im.View().add(scene).motions(targets)
    made = view.add(scene.impacts(targets)).payload()
    rows = table(made, "impacts")
    assert len(rows["rows"]) == len(shapes)
    row = rows["select"]
    if chosen is None:
        assert row is None
    else:
        assert f"thing {chosen}" in (column(rows, "a")[row], column(rows, "b")[row])
        assert column(rows, "time")[row] == min(column(rows, "time"))


def test_nothing_is_chosen_where_nothing_touches_or_nothing_moves():
    far = im.View().add(A, "box", FAR).add(B, "ball").add(B, "third", at(0, 5))
    found = im.time_of_impact(A, B, FAR)
    assert table(far.add(found, between=("box", "ball")).payload(), "impacts")["select"] is None
    still = im.View().add(A, "box", at(-3)).add(B, "ball").add(B, "third", at(0, 5))
    made = still.add(hit(), between=("box", "ball")).payload()
    assert table(made, "impacts")["select"] is None


def test_ways_are_counted_and_not_their_pieces():
    ways = layer(page(hit()), "First contact, ways")
    assert ways["ways"] == 1
    both = im.Motion(at(3), at(-1))
    found = im.time_of_impact(A, B, SLIDE, both)
    made = im.View().add(A, "box", SLIDE).add(B, "ball", both).add(found).payload()
    assert layer(made, "First contact, ways")["ways"] == 2


def test_long_names_are_cut_beside_a_contact():
    scene, targets = im.Scene(), {}
    for k in range(3):
        name = "a part of a very large assembly, number " + "abc"[k]
        scene.add(name, A, at(3 * k))
        targets[name] = at(0.9 * k)
    made = im.View().add(scene).motions(targets).add(scene.impacts(targets)).payload()
    assert len(made["labels"]) > 1
    for said in made["labels"]:
        assert "a part of a \u2026ly, number " in said["text"]
        assert len(said["text"]) < 80
