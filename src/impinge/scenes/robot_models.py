"""Robots of example-robot-data, and of the data folder, with boxes around them."""

from __future__ import annotations

import warnings
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import numpy as np

from impinge.geometry import Articulation, Box, Joint, Link, pose
from impinge.io import load
from impinge.scene import Robot, Scene
from impinge.scenes.mesh_pairs import data_at

SHARE = "cmeel.prefix/share"
BASE = "root_joint"
"""The joint of a floating base, as pinocchio calls it."""
NEAREST = 0.5
"""From a robot's base to the middle of a box around it, at least [m]."""


class Model(NamedTuple):
    """A file below the robots of example-robot-data, and how its robot stands."""

    file: str
    floating: bool = False


MODELS = {
    "panda": Model("panda_description/urdf/panda.urdf"),
    "ur5": Model("ur_description/urdf/ur5_robot.urdf"),
    "xarm7": Model("xarm_description/urdf/xarm7.urdf"),
    "kinova": Model("kinova_description/robots/kinova.urdf"),
    "baxter": Model("baxter_description/urdf/baxter.urdf"),
    "pr2": Model("pr2_description/urdf/pr2.urdf"),
    "tiago": Model("tiago_description/robots/tiago_no_hand.urdf"),
    "tiago_pro": Model("tiago_pro_description/robots/tiago_pro.urdf"),
    "allegro": Model("allegro_hand_description/urdf/allegro_right_hand.urdf"),
    "so101": Model("so_arm_description/urdf/so101.urdf"),
    "romeo": Model("romeo_description/urdf/romeo_small.urdf"),
    "talos": Model("talos_data/robots/talos_reduced.urdf", floating=True),
    "icub": Model("icub_description/robots/icub.urdf", floating=True),
    "g1": Model("g1_description/urdf/g1_29dof_rev_1_0.urdf", floating=True),
    "solo12": Model("solo_description/robots/solo12.urdf", floating=True),
    "anymal": Model("anymal_b_simple_description/robots/anymal.urdf", floating=True),
}


def share_folder() -> Path | None:
    """Where example-robot-data is installed: the folder of its package; None if it is not."""
    try:
        found = Path(str(distribution("example-robot-data").locate_file(SHARE)))
    except PackageNotFoundError:
        return None
    return found if found.is_dir() else None


def model_file(name: str) -> Path | None:
    """The URDF of a model, if it is here."""
    share = share_folder()
    file = None if share is None else share / "example-robot-data" / "robots" / MODELS[name].file
    return file if file is not None and file.is_file() else None


def panda_folder() -> Path | None:
    """The Panda of MotionBenchMaker, below the folder that ``IMPINGE_DATA`` names."""
    return data_at("robots/panda")


def panda_robot(name: str = "panda") -> Robot:
    """That Panda, with what its SRDF disables; ``"panda_spherized"`` consists of spheres."""
    folder = panda_folder()
    assert folder is not None
    return quiet_robot(folder / f"{name}.urdf", folder / "panda.srdf")


def load_model(name: str, *, floating: bool | None = None) -> Robot:
    """A model's robot; pairs that touch at its neutral pose are ignored.

    ``floating`` overrides how it stands.
    """
    file = model_file(name)
    assert file is not None
    robot = quiet_robot(file)
    if MODELS[name].floating if floating is None else floating:
        tree = robot.articulation
        base = Joint(BASE, "floating", "universe", tree.link_names[0])
        robot = Robot(Articulation([Link("universe"), *tree.links], [base, *tree.joints]))
    robot.ignore_touching_at(robot.neutral())
    return robot


def quiet_robot(file: Path, srdf: Path | None = None) -> Robot:
    """A robot without meshes that its package does not have, and without warnings.

    Its first query has warned that links touch at the neutral pose.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = load(file, srdf=srdf, missing="skip")
        assert isinstance(robot, Robot)
        robot.collides(robot.neutral())
    return robot


def boxes_around(count: int, seed: int = 0) -> Scene:
    """Boxes of all orientations around a robot's base, always as dense: 20 of them within a metre.

    A robot among a thousand stands in a larger hall, and is as free as among twenty.
    """
    rng = np.random.default_rng(seed)
    reach = NEAREST**3 + (1.0 - NEAREST**3) * count / 20
    away = np.cbrt(rng.uniform(NEAREST**3, reach, (count, 1)))
    # Beside it rather than above: a box in its shoulder would leave nothing free.
    places = rng.normal(size=(count, 3)) * (1.0, 1.0, 0.4)
    places *= away / np.linalg.norm(places, axis=1)[:, None]
    scene = Scene()
    shapes = [Box(rng.uniform(0.1, 0.3, 3)) for _ in range(count)]
    turns = rng.normal(size=(count, 4))
    scene.add_many([f"box {k}" for k in range(count)], shapes, pose(places, quaternion=turns))
    return scene
