"""Problems of MotionBenchMaker: from an archive, in order, and nothing that is too large."""

import bz2
import io
import tarfile

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import FileError
from impinge.scenes import motion_bench
from impinge.scenes.motion_bench import MOST_MEMBER_BYTES

pytest.importorskip("yaml", reason="PyYAML is not installed (impinge[robots])")

REQUEST = """
goal_constraints:
  - joint_constraints: [{joint_name: elbow, position: 0.5}, {joint_name: wrist, position: -1}]
start_state:
  joint_state: {name: [elbow, wrist, finger], position: [0, 1e-1, 0.04]}
"""
POSE = "{position: [1, 2, 3], orientation: [0, 0, 2, 0]}"


def thing(name, primitives, poses, more=""):
    return f"{{id: {name}, primitives: [{primitives}], primitive_poses: [{poses}]{more}}}"


CAN = thing("can", "{type: cylinder, dimensions: [0.4, 0.1]}", POSE)
BALL = thing("ball", "{type: sphere, dimensions: [0.2]}", POSE, f", pose: {POSE}")
PAIR = thing("pair", "{type: sphere, dimensions: [1]}, {type: box, dimensions: [1, 2, 3]}",
             f"{POSE}, {POSE}")  # fmt: skip


def world(*things):
    return f"world: {{collision_objects: [{', '.join(things)}]}}"


def archive(tmp_path, files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:bz2") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
    path = tmp_path / "problems.tar.bz2"
    path.write_bytes(data.getvalue())
    return path


def one(tmp_path, scene, request=REQUEST):
    return motion_bench(archive(tmp_path, {"a/scene1.yaml": scene, "a/request1.yaml": request}))


def test_scenes_starts_and_goals(tmp_path):
    files = {f"x/{s}/{k}{n}.yaml": world(CAN, BALL, PAIR) if k == "scene" else REQUEST
             for s in "ba" for n in ("0002", "0001") for k in ("request", "scene")}  # fmt: skip
    found = motion_bench(archive(tmp_path, {**files, "x/readme": "no problem"}))

    names = [(problem.scenario, problem.name) for problem in found]
    assert names == [("a", "0001"), ("a", "0002"), ("b", "0001"), ("b", "0002")]
    some = motion_bench(archive(tmp_path, files), 2)
    assert [problem.scenario for problem in some] == ["a", "b"]
    assert len(motion_bench(archive(tmp_path, files), 3)) == 3
    assert found[0].start == {"elbow": 0.0, "wrist": 0.1, "finger": 0.04}
    assert found[0].goal == {"elbow": 0.5, "wrist": -1.0}
    assert repr(found[0]) == "MotionProblem('a', '0001', 3 things)"
    scene = dict(zip(found[0].scene.names, zip(found[0].scene.shapes, found[0].scene.poses,
                                               strict=True), strict=True))  # fmt: skip
    can, place = scene["can"]
    assert (can.radius, can.length) == (0.1, 0.4)
    np.testing.assert_allclose(place, im.pose((1, 2, 3), euler=(0, 0, np.pi)), atol=1e-15)
    # Its own pose comes before that of its primitive.
    np.testing.assert_allclose(scene["ball"][1][:3, 3], [0, 0, 6], atol=1e-15)
    assert len(scene["pair"][0].parts) == 2


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        ("{}", "a/scene1.yaml: world: is missing"),
        (world("{id: x}"), "primitives: is missing"),
        (world(thing("x", "", "")), "object 'x': 0 primitives and 0 poses"),
        (world(thing("x", "{type: cone, dimensions: [1, 1]}", POSE)), "object 'x': 'cone'"),
        (world(thing("x", "{type: box, dimensions: [1, 1]}", POSE)), "expected 3 numbers"),
        (world(thing("x", "{type: box, dimensions: [1, 1, .nan]}", POSE)), "expected 3 numbers"),
        (world(thing("x", "{type: sphere, dimensions: [-1]}", POSE)), "a/scene1.yaml: "),
        (world(CAN, CAN), "a/scene1.yaml: .*can"),
        (world(thing("x", "{type: sphere, dimensions: [1]}", POSE, ", meshes: [1]")), "meshes are"),
    ],
)
def test_bad_scenes_are_named(tmp_path, scene, reason):
    with pytest.raises(FileError, match=reason):
        one(tmp_path, scene)


def test_bad_requests_are_named(tmp_path):
    for old, new, reason in (
        ("position: 0.5", "position: far", "a/request1.yaml: joint 'elbow': expected 1"),
        ("[0, 1e-1, 0.04]", "[0, 1]", "start_state: position: expected 3 numbers"),
        ("- joint_constraints", "- position_constraints", "joint_constraints: is missing"),
    ):
        with pytest.raises(FileError, match=reason):
            one(tmp_path, world(), REQUEST.replace(old, new))


def test_bad_archives_are_refused(tmp_path):
    with pytest.raises(FileError, match=r"a/request1.yaml: is missing"):
        motion_bench(archive(tmp_path, {"a/scene1.yaml": world()}))
    with pytest.raises(FileError, match="bytes are too many"):
        motion_bench(archive(tmp_path, {"a/scene1.yaml": " " * (MOST_MEMBER_BYTES + 1)}))
    with pytest.raises(FileError, match="has no scenes"):
        motion_bench(archive(tmp_path, {"../readme": ""}))
    bomb = tmp_path / "bomb.tar.bz2"
    bomb.write_bytes(bz2.compress(bytes(80 * 1024**2)))
    with pytest.raises(FileError, match="unpacks to more than 67108864 bytes"):
        motion_bench(bomb)
    bomb.write_bytes(b"BZh9 nothing")
    with pytest.raises(FileError, match=r"bomb.tar.bz2: broken"):
        motion_bench(bomb)


def test_the_problems_of_the_panda(real_data):
    found = motion_bench(real_data / "robots" / "panda" / "problems.tar.bz2")

    assert len(found) == 700
    assert len({problem.scenario for problem in found}) == 7
    assert all(len(problem.goal) == 7 and len(problem.scene) for problem in found)
