"""URDF files: every kind of joint, masses, limits; what is wrong is named."""

import numpy as np
import pytest

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.robot_meshes import MeshFolder
from impinge.formats.urdf import read_urdf, yourdfpy_parts
from impinge.geometry import Box, Cylinder, Mesh, Sphere

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <material name="grey"/>
  <link name="base">
    <visual><geometry><box/></geometry></visual>
    <inertial>
      <origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/><mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/>
    </inertial>
    <collision><origin xyz="1 2 3" rpy="0 0 0"/><geometry><box size="1 2 3"/></geometry></collision>
    <collision><geometry><sphere radius="0.5"/></geometry><verbose value="Yes"/></collision>
  </link>
  <link name="upper"><collision><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
  </link>
  <link name="hand"><collision><geometry><mesh filename="hand.obj" scale="1 1 -2"/></geometry>
  </collision></link>
  <link name="finger"/><link name="thumb"/><link name="cart"/><link name="kite"/>
  <joint name="b" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><axis xyz="0 0 2"/>
    <limit lower="-1" upper="2" velocity="3" effort="4"/></joint>
  <joint name="a" type="continuous"><parent link="upper"/><child link="hand"/></joint>
  <joint name="f" type="prismatic"><parent link="hand"/><child link="finger"/>
    <limit lower="0" upper="0.1" velocity="0" effort="1"/></joint>
  <joint name="e" type="prismatic"><parent link="hand"/><child link="thumb"/>
    <mimic joint="f" multiplier="-1" offset="0.1"/></joint>
  <joint name="p" type="planar"><parent link="base"/><child link="cart"/></joint>
  <joint name="q" type="floating"><parent link="base"/><child link="kite"/></joint>
  <transmission/><gazebo reference="hand"/>
</robot>
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "hand.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")
    return tmp_path


def read(folder, text, **options):
    path = folder / "robot.urdf"
    path.write_text(text)
    return read_urdf(path, MeshFolder(path, options.pop("packages", {}), **options))


def test_links_and_joints_are_those_of_the_file(folder):
    tree = read(folder, ARM, missing="error").articulation

    assert tree.link_names == ("base", "upper", "hand", "thumb", "finger", "cart", "kite")
    # Children by the names of their joints; a joint that mimics takes no number.
    assert tree.joint_names == ("b", "a", "f", "p", "q")
    assert tree.dof == 1 + 1 + 1 + 3 + 7
    base, upper, hand = tree.links[:3]
    assert [type(shape) for shape, _ in base.shapes] == [Box, Sphere]
    assert base.shapes[0][1][:3, 3].tolist() == [1.0, 2.0, 3.0]
    assert isinstance(upper.shapes[0][0], Cylinder)
    assert base.mass == 2.0
    assert base.centre.tolist() == [0.0, 0.0, 1.0]
    # Turned by a quarter about z, x and y change places.
    np.testing.assert_allclose(base.inertia, np.diag([2.0, 1.0, 3.0]), atol=1e-15)
    mesh = hand.shapes[0][0]
    assert isinstance(mesh, Mesh)
    assert mesh.bounds[0].tolist() == [0.0, 0.0, -2.0]
    first = tree.joints[0]
    assert (first.lower, first.upper, first.velocity, first.effort) == (-1.0, 2.0, 3.0, 4.0)
    assert first.axis.tolist() == [0.0, 0.0, 1.0]
    # Roll, pitch, yaw about fixed axes.
    c, s = np.cos((0.1, 0.2, 0.3)), np.sin((0.1, 0.2, 0.3))
    assert first.origin[2, 0] == pytest.approx(-s[1], abs=1e-15)
    assert first.origin[1, 0] == pytest.approx(c[1] * s[2], abs=1e-15)
    assert tree.joints[2].mimic == ("f", -1.0, 0.1)
    assert tree.velocity[2] == np.inf


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('<parent link="base"/><child link="upper"/>', '<parent link="x"/><child link="upper"/>',
         r"robot.urdf: joint 'b': its parent 'x' is no link"),
        ('<parent link="base"/><child link="upper"/>',
         '<parent link="hand"/><child link="upper"/>', "circle|no parent"),
        ('<link name="finger"/>', "", "joint 'f': its child 'finger' is no link"),
        ('<link name="finger"/>', '<link name="finger"/><link name="spare"/>', "'base', 'spare'"),
        ('lower="-1"', 'lower="nan"', "joint 'b'"),
        ('xyz="0 0 2"', 'xyz="0 0 0"', "joint 'b'.*axis"),
        ('radius="0.5"', 'radius="-1"', "link 'base', collision 2"),
        ('joint="f"', 'joint="e"', "'e' mimic"),
        ('rpy="0.1 0.2 0.3"', 'rpy="0.1 0.2"', "line 18: joint 'b': rpy of its <origin>"),
        ('radius="0.5"', 'radius="1_0"', "link 'base': radius of its <sphere>"),
        ('radius="0.5"', 'radius="\uff15"', "link 'base': radius of its <sphere>"),
        ('scale="1 1 -2"', 'scale="1 2"', "link 'hand': scale of its <mesh>"),
        ("hand.obj", "h" * 5000 + ".obj", "link 'hand'.*too long"),
        ('<link name="finger"/>', "<link/>", "line 17: <link> has no name"),
        ("<robot", '<!DOCTYPE x [<!ENTITY a "b">]><robot', "DTD"),
        ("hand.obj", "../hand.obj", r"link 'hand'.*outside the folder"),
        ("hand.obj", "package://other/hand.obj", r"link 'hand'.*package 'other'"),
        ("hand.obj", "none.obj", "link 'hand': there is no file"),
        ('scale="1 1 -2"', 'scale="1 0 1"', "link 'hand'.*scale of 0"),
        ("</robot>", "", "no well-formed XML"),
        ('type="continuous"', 'type="screw"', "joint 'a'"),
        ('lower="-1" upper="2"', 'lower="3" upper="2"', "joint 'b'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(folder, old, new, told):
    assert old in ARM
    with pytest.raises(FileError, match=told):
        read(folder, ARM.replace(old, new), missing="error")


def test_missing_meshes_can_be_skipped(folder):
    text = ARM.replace("hand.obj", "package://gone/hand.obj")

    parts = read(folder, text, missing="skip")

    assert parts.articulation.links[2].shapes == ()
    assert len(parts.skipped) == 1
    assert "link 'hand'" in parts.skipped[0]


def test_a_parsed_robot_is_taken_as_it_is(folder):
    yourdfpy = pytest.importorskip("yourdfpy")
    (folder / "robot.urdf").write_text(
        ARM.replace("<visual><geometry><box/></geometry></visual>", "")
    )
    parsed = yourdfpy.URDF.load(str(folder / "robot.urdf"), build_scene_graph=False,
                                load_meshes=False)  # fmt: skip

    tree = yourdfpy_parts(parsed).articulation

    assert tree.link_names == read(folder, ARM, missing="error").articulation.link_names
    assert len(tree.links[2].shapes[0][0].faces) == 2
    with pytest.raises(ImpingeError, match="urdf: expected a yourdfpy"):
        yourdfpy_parts(3)
