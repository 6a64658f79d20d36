"""Articulated scenes of real data: a captured walk, an excavator as it was drawn, three robots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.formats.file import read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.robot_parts import numbers_in
from impinge.geometry import Articulation, Joint, Link, pose
from impinge.io import load_mesh
from impinge.scene import Robot, Scene
from impinge.scenes.articulated_scene import ArticulatedScene
from impinge.scenes.construction import free_configurations
from impinge.scenes.mannequin import CYCLE, FRAMES
from impinge.scenes.mesh_pairs import data_folder
from impinge.scenes.robot_models import boxes_around, load_model, model_file
from impinge.scenes.walk import MEN, WALK, walk_among_chessmen

EXCAVATOR = "articulated/excavator_avec/electrical_excavator.urdf.xacro"
"""A file below the folder that ``IMPINGE_DATA`` names."""
DIGGING = {"Swing": (0.0, 0.9), "Boom": (-0.5, 0.4), "Arm": (1.2, 0.5), "Bucket": (0.6, 0.7)}
"""Of each joint the middle and the amplitude of its swing [rad]."""
ROBOTS = ("panda", "ur5", "xarm7")
BOXES, EDGES = 100, 2000
"""Boxes around a robot, and pairs of configurations of it."""


def names_here() -> list[str]:
    """Names of the scenes whose files are here."""
    data = data_folder()
    found = []
    if data is not None and (data / WALK).is_file() and (data / MEN).is_dir():
        found.append("cmu-walk")
    if data is not None and (data / EXCAVATOR).is_file():
        found.append("avec-excavator")
    return found + [f"{name}-among-boxes" for name in ROBOTS if model_file(name) is not None]


def cmu_walk(seed: int = 0) -> ArticulatedScene:  # noqa: ARG001
    """The frames of :func:`impinge.scenes.walk_among_chessmen`."""
    robot, scene = walk_among_chessmen()
    assert robot.motion is not None
    return ArticulatedScene("cmu-walk", {"mannequin": robot}, scene, {"mannequin": robot.motion.q})


def avec_excavator(seed: int = 0) -> ArticulatedScene:
    """An excavator with the meshes of its drawing digs beside a container and fills it."""
    data = data_folder()
    if data is None or not (data / EXCAVATOR).is_file():
        raise ImpingeError(f"IMPINGE_DATA names no folder with {EXCAVATOR}")
    robot = _drawn(data / EXCAVATOR)
    rng = np.random.default_rng(seed)
    beat = 2.0 * np.pi * np.arange(FRAMES) / CYCLE
    q: Array = np.zeros((FRAMES, robot.dof))
    for joint, (middle, amplitude) in DIGGING.items():
        swing = np.sin(rng.uniform(0.3, 0.6) * beat + rng.uniform(0.0, 2.0 * np.pi))
        q[:, robot.articulation.columns(joint)] = (middle + amplitude * swing)[:, None]
    return ArticulatedScene("avec-excavator", {"excavator": robot}, Scene(), {"excavator": q})


def among_boxes(name: str, seed: int = 0) -> ArticulatedScene:
    """A robot of example-robot-data among a hundred boxes, and pairs of free configurations."""
    if model_file(name) is None:
        raise ImpingeError(f"{name}: example-robot-data is not installed; `make peers` adds it")
    robot, scene = load_model(name), boxes_around(BOXES, seed)
    q = free_configurations(robot, scene, 2 * EDGES, seed)
    motions = {name: q.reshape(EDGES, 2, robot.dof)}
    return ArticulatedScene(f"{name}-among-boxes", {name: robot}, scene, motions)


REAL: dict[str, Callable[[int], ArticulatedScene]] = {
    "cmu-walk": cmu_walk,
    "avec-excavator": avec_excavator,
    **{f"{name}-among-boxes": partial(among_boxes, name) for name in ROBOTS},
}


def _drawn(path: Path) -> Robot:
    """The links of a template that have meshes, and the joints between them.

    Its cameras come from other files and are left out. Links that touch as they are drawn are
    ignored.
    """
    root = read_markup(read_bytes(path), path)
    files = {link.attributes["name"]: _mesh_file(link) for link in root.find("link")}
    kept = [name for name, file in files.items() if file or name == "world"]
    links = [
        Link(name, [load_mesh(path.parent / files[name], scale=1e-3)] if files[name] else [])
        for name in kept
    ]
    joints = []
    for joint in root.find("joint"):
        parent, child = (joint.find(tag)[0].attributes["link"] for tag in ("parent", "child"))
        if child in kept:
            places = [numbers_in(at.attributes["xyz"]) for at in joint.find("origin")]
            axes = [numbers_in(axis.attributes["xyz"]) for axis in joint.find("axis")]
            joints.append(Joint(
                joint.attributes["name"], joint.attributes["type"], parent, child,
                pose(places[0]) if places else None, axes[0] if axes else (1.0, 0.0, 0.0),
            ))  # fmt: skip
    robot = Robot(Articulation(links, joints, name="excavator"))
    q = robot.neutral()
    for joint_name, (middle, _) in DIGGING.items():
        q[robot.articulation.columns(joint_name)] = middle
    robot.ignore_touching_at(q)
    return robot


def _mesh_file(link: Element) -> str:
    """Name of the file of a link's mesh; empty if it has none."""
    for visual in link.find("visual"):
        for geometry in visual.find("geometry"):
            for mesh in geometry.find("mesh"):
                return mesh.attributes["filename"].rpartition("/")[2]
    return ""
