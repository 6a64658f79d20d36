"""MJCF files: where bodies and geoms are, compared with MuJoCo itself; what is refused."""

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.mjcf import read_mjcf
from impinge.formats.robot_meshes import MeshFolder
from impinge.geometry import Box, Capsule, Hull
from impinge.scene import Robot

MODEL = """<mujoco model="arm">
<compiler angle="degree" eulerseq="xyz" meshdir="meshes"/>
<default>
  <joint range="-90 90"/><geom size="0.1"/>
  <default class="finger"><geom type="capsule" size="0.05 0.2"/><joint axis="0 1 0"/></default>
</default>
<asset><mesh name="wedge" file="wedge.obj" scale="2 1 1"/></asset>
<worldbody>
  <geom type="plane" size="1 1 1"/>
  <body name="base" pos="0 0 1" euler="10 20 30">
    <freejoint name="root"/>
    <inertial pos="0.1 0 0" mass="2" diaginertia="1 2 3" quat="0.8 0 0.6 0"/>
    <geom type="box" size="0.1 0.2 0.3" pos="0.5 0 0"/>
    <body name="arm" pos="1 0 0" quat="0.5 0.5 0.5 0.5">
      <joint name="lift" type="slide" axis="1 1 0" range="-1 1"/>
      <joint name="swing" axis="0 0 1" pos="0 0.3 0"/>
      <geom type="cylinder" fromto="0 0 0 1 2 2" size="0.1"/>
      <geom type="mesh" mesh="wedge" contype="0" conaffinity="0"/>
      <body name="tip" pos="0 0 1" axisangle="1 1 0 40" childclass="finger">
        <joint name="bend" pos="0.1 0 0.2"/>
        <geom pos="0 0 0.2" zaxis="1 0 1"/>
        <geom class="main" type="mesh" mesh="wedge"/>
        <body name="nail" pos="0 0 0.5" xyaxes="0 1 0 -1 0 0"><joint name="ball" type="ball"
          range="0 90"/>
          <geom type="ellipsoid" size="0.1 0.2 0.3"/></body>
      </body>
    </body>
  </body>
</worldbody>
<contact><exclude body1="base" body2="nail"/></contact>
<keyframe><key name="home" qpos="1 2 3 1 0 0 0 0.5 0.25 -0.5 0 1 0 0"/></keyframe>
</mujoco>
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "wedge.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
    (tmp_path / "arm.xml").write_text(MODEL)
    return tmp_path / "arm.xml"


def read(path):
    return read_mjcf(path, MeshFolder(path, {}, "error"))


def test_the_tree_is_that_of_the_file(path):
    parts = read(path)
    tree = parts.articulation

    assert tree.link_names == ("world", "base", "arm/1", "arm", "tip", "nail")
    assert [joint.kind for joint in tree.joints] == [
        "floating", "prismatic", "revolute", "revolute", "ball"
    ]  # fmt: skip
    assert tree.joints[2].upper == pytest.approx(np.pi / 2)
    assert [type(shape) for shape, _ in tree.links[4].shapes] == [Capsule, Hull]
    assert isinstance(tree.links[1].shapes[0][0], Box)
    assert parts.ignored == {("base", "nail"): "excluded in the MJCF"}
    assert parts.states["home"]["root"] == (1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0)
    assert parts.states["initial"]["root"][:3] == (0.0, 0.0, 1.0)
    assert parts.states["home"]["ball"] == (1.0, 0.0, 0.0, 0.0)
    assert ["plane" in line for line in parts.skipped] == [True]


def test_bodies_and_geoms_are_where_mujoco_has_them(path):
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed (make peers)")
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    robot = Robot(read(path).articulation)
    rng, found = np.random.default_rng(4), 0
    for _ in range(5):
        q = robot.random(seed=int(rng.integers(1000)))
        # Ours are x, y, z, w.
        data.qpos[:] = np.concatenate([q[:3], q[[6, 3, 4, 5]], q[7:10], q[[13, 10, 11, 12]]])
        mujoco.mj_forward(model, data)
        links = robot.links(q)
        for name in ("base", "arm", "tip", "nail"):
            link = robot.articulation.links[robot.link_names.index(name)]
            pose = links[robot.link_names.index(name)]
            body = data.body(name)
            np.testing.assert_allclose(
                pose[:3, :3], body.xmat.reshape(3, 3), atol=1e-12, err_msg=name
            )
            geoms = [
                g for g in range(model.ngeom)
                if model.geom_bodyid[g] == model.body(name).id and model.geom_contype[g]
            ]  # fmt: skip
            for g, (shape, at) in zip(geoms, link.shapes, strict=True):
                if isinstance(shape, Hull):
                    # MuJoCo moves a mesh's frame to its middle.
                    continue
                np.testing.assert_allclose((pose @ at)[:3, 3], data.geom_xpos[g], atol=1e-12)
                axis = data.geom_xmat[g].reshape(3, 3)[:, 2]
                np.testing.assert_allclose(abs((pose @ at)[:3, 2] @ axis), 1.0, atol=1e-12)
                found += 1
        body = model.body("base")
        centre = links[1] @ [*robot.articulation.links[1].centre, 1.0]
        np.testing.assert_allclose(centre[:3], data.body("base").xipos, atol=1e-12)
        assert robot.articulation.links[1].mass == body.mass
    assert found == 5 * 4


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("<mujoco", "<robot", "well-formed"),
        ('type="slide"', 'type="screw"', r"line 15: <joint>: type is 'screw'"),
        ('pos="1 0 0"', 'pos="1 0"', r"line 14: <body>: pos is '1 0', expected 3 numbers"),
        ('quat="0.5 0.5 0.5 0.5"', 'quat="0 0 0 0"', "expected a rotation"),
        ('eulerseq="xyz"', 'eulerseq="xxy"', "eulerseq is 'xxy'"),
        ('quat="0.5 0.5 0.5 0.5"', 'quat="1e-320 0 0 0"', "expected a rotation"),
        ('quat="0.5 0.5 0.5 0.5"', 'quat="1_0 0 0 0"', "expected 4 numbers"),
        ('xyaxes="0 1 0 -1 0 0"', 'xyaxes="0 1 0 0 2 0"', "xyaxes has no direction"),
        ('mesh="wedge" c', 'mesh="stone" c', None),
        ('class="main" type="mesh" mesh="wedge"', 'type="mesh" mesh="stone"', "no mesh 'stone'"),
        ('childclass="finger"', 'childclass="toe"', "no default class 'toe'"),
        ('body2="nail"', 'body2="toe"', "body2 is 'toe'"),
        ('size="0.1 0.2 0.3" pos', 'size="0.1" pos', "needs 3 numbers"),
        ("wedge.obj", "../../wedge.obj", "outside the folder"),
        ('name="tip"', 'name="nail"', "two are called 'nail'"),
    ],
)
def test_what_is_wrong_is_named(path, old, new, told):
    assert old in MODEL
    path.write_text(MODEL.replace(old, new, 1))
    if told is None:
        assert len(read(path).articulation.links) == 6
        return
    with pytest.raises(FileError, match=told):
        read(path)


def test_bodies_and_joints_may_share_names_and_chains_be_long(tmp_path):
    path = tmp_path / "chain.xml"
    links = "".join(f'<body name="{k}"><joint name="{k}"/><geom/>' for k in range(60))
    path.write_text(
        '<mujoco><default class="all"><geom size="2"/></default><worldbody>'
        f"{links}{'</body>' * 60}</worldbody></mujoco>"
    )
    tree = read(path).articulation
    assert tree.joint_names == tuple(map(str, range(60)))
    assert tree.links[60].shapes[0][0].radius == 2.0
