"""Robots by :func:`impinge.load`: what each kind of file gives, and which options it takes."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import FileError, ImpingeError
from impinge.scene import Robot

URDF = """<robot name="two"><link name="a"/><link name="b"><collision><geometry>
<mesh filename="gone.stl"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"""


def test_options_go_with_robots_only(tmp_path):
    path = tmp_path / "two.urdf"
    path.write_text(URDF)
    (tmp_path / "box.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")

    with pytest.raises(FileError, match=r"link 'b': there is no file .*missing='skip'"):
        im.load(path)
    with pytest.warns(UserWarning, match="left out 1: link 'b'"):
        robot = im.load(path, missing="skip")
    assert isinstance(robot, Robot)
    assert robot.joints == ("j",)
    with pytest.raises(ImpingeError, match="scale and units: URDF"):
        im.load(path, units="mm")
    for options in ({"srdf": path}, {"packages": {"a": tmp_path}}, {"missing": "skip"},
                    {"shapes": {"a": im.Sphere(1)}}):  # fmt: skip
        with pytest.raises(ImpingeError, match=f"{next(iter(options))}: only robots"):
            im.load(tmp_path / "box.obj", **options)
    with pytest.raises(ImpingeError, match="shapes: expected a dictionary"):
        im.load(path, shapes=[1])


def test_the_panda_has_its_groups_states_and_ignored_pairs(real_data):
    folder = real_data / "robots" / "panda"
    robot = im.load(
        folder / "panda.urdf", srdf=folder / "panda.srdf", packages={"meshes": folder / "meshes"}
    )

    assert robot.dof == 7
    assert robot.joints == tuple(f"panda_joint{k}" for k in range(1, 8))
    assert "panda_arm" in robot.groups
    with pytest.warns(UserWarning, match="links touch at its neutral configuration"):
        assert not robot.collides(robot.state("ready"))
    assert robot.ignored["panda_hand", "panda_link3"] == "Never"
    assert all(link.mass > 0 for link in robot.articulation.links[:8])


def test_a_captured_walk_stays_on_the_ground(real_data):
    robot = im.load(real_data / "articulated" / "cmu_bvh" / "02_01.bvh", scale=0.0564)

    motion = robot.motion
    assert motion.q.shape == (344, robot.dof)
    links = robot.links(motion.q)
    feet = [robot.link_names.index(name) for name in ("LeftFoot", "RightFoot")]
    # One foot is low in every frame, and the walk goes on by more than a metre.
    lowest = links[:, feet, 1, 3].min(axis=1)
    assert np.ptp(lowest) < 0.2
    assert np.ptp(links[:, 1, :3, 3], axis=0).max() > 1.0


def test_skinned_characters_stand_upright(real_data):
    robot = im.load(real_data / "articulated" / "gltf" / "CesiumMan.glb")

    links = robot.links(robot.neutral())
    points = np.concatenate([
        shape.vertices @ pose[:3, :3].T + pose[:3, 3]
        for pose, link in zip(links, robot.articulation.links, strict=True)
        for shape, _ in link.shapes
    ])  # fmt: skip
    assert sum(len(s.faces) for link in robot.articulation.links for s, _ in link.shapes) == 4672
    assert 1.0 < np.ptp(points, axis=0).max() < 2.5


def test_errors_of_states_and_sizes_name_the_file(tmp_path):
    text = '<robot name="r"><link name="a"/>{}</robot>'
    joint = (
        '<link name="{0}"/><joint name="{0}" type="continuous"><parent link="a"/>'
        '<child link="{0}"/></joint>'
    )
    path, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    path.write_text(text.format(joint.format("b")))
    srdf.write_text(
        '<robot><group name="g"><joint name="b"/></group><group_state name="s" group="g">'
        '<joint name="b" value="1 2"/></group_state></robot>'
    )
    with pytest.raises(FileError, match=r"r\.srdf: state 's': joint 'b' has 1 number"):
        im.load(path, srdf=srdf)
    path.write_text(text.format("".join(joint.format(f"b{k}") for k in range(2000))))
    with pytest.raises(FileError, match=r"r\.urdf: 2001 links"):
        im.load(path)
