"""Scenes of articulated models by name: those of the CATCH paper with its counts, and real ones.

Of real data are a captured walk, in which a mannequin of capsules and meshes passes chessmen and
touches some; an excavator as it was drawn; three robots.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_whole
from impinge.core.errors import ImpingeError
from impinge.formats.file import read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.robot_parts import CapturedMotion, numbers_in
from impinge.geometry import Articulation, Capsule, Joint, Link, Mesh, icosphere, pose
from impinge.io import load, load_mesh
from impinge.scene import Robot, Scene
from impinge.scenes import construction, mannequin, trains
from impinge.scenes.articulated_scene import ArticulatedScene
from impinge.scenes.construction import free_configurations
from impinge.scenes.mannequin import CYCLE, FRAMES
from impinge.scenes.mesh_pairs import data_at, needed_data
from impinge.scenes.robot_models import boxes_around, load_model, model_file

WALK, MEN = "articulated/cmu_bvh/07_01.bvh", "articulated/chess_chesseract"
EXCAVATOR = "articulated/excavator_avec/electrical_excavator.urdf.xacro"
"""Files below the folder that ``IMPINGE_DATA`` names."""
UNIT = 0.0254 / 0.45
"""Metres of a unit of the captured motions."""
MEN_SIZE = 0.6
"""Of the chessmen: a king is 1.03 m high, and a square 0.6 m wide."""
FLESH = {"Head": 2.4, "Spine1": 7.0, "Spine": 7.0, "LowerBack": 6.0, "Hips": 5.0,
         "LeftUpLeg": 1.3, "RightUpLeg": 1.3, "LeftFoot": 1.6, "RightFoot": 1.6}  # fmt: skip
"""Links that are meshes, and how much wider than their bones."""
ROWS = (("rook", "knight", "bishop", "queen", "king", "knight"),
        ("king", "bishop", "queen", "rook", "bishop", "pawn"))  # fmt: skip
"""Chessmen to the left and to the right of the path, from its begin."""
ASIDE = 0.34
"""From the middle of the path to the middle of a man [m]."""
BELOW = 0.06
"""From the feet's lowest point down to the board [m]: steps on it are no contacts worth telling."""
DIGGING = {"Swing": (0.0, 0.9), "Boom": (-0.5, 0.4), "Arm": (1.2, 0.5), "Bucket": (0.6, 0.7)}
"""Of each joint the middle and the amplitude of its swing [rad]."""
ROBOTS = ("panda", "ur5", "xarm7")
BOXES, EDGES = 100, 2000
"""Boxes around a robot, and pairs of configurations of it."""
GENERATED: dict[str, Callable[[int], ArticulatedScene]] = {
    "walk": mannequin.walk,
    "exercise": mannequin.exercise,
    "two-mannequins": mannequin.two_mannequins,
    "arm-against-arm": mannequin.arm_against_arm,
    **{name: partial(construction.planned, name) for name in construction.MACHINES},
    "four-trains": trains.four_trains,
    "falling-train": trains.falling_train,
}


def articulated_names() -> list[str]:
    """The names that :func:`articulated` knows here: real scenes only where their files are.

    Examples
    --------
    >>> articulated_names()[:3]
    ['walk', 'exercise', 'two-mannequins']
    """
    files = {"cmu-walk": (WALK, MEN), "avec-excavator": (EXCAVATOR,)}
    real = [name for name, needed in files.items() if all(map(data_at, needed))]
    robots = [f"{name}-among-boxes" for name in ROBOTS if model_file(name) is not None]
    return [*GENERATED, *real, *robots]


def articulated(name: str, seed: int = 0) -> ArticulatedScene:
    """A scene of articulated models, and how they move; the same for the same seed.

    Parameters
    ----------
    name : str
        One of :func:`articulated_names`.
    seed : int, optional
        Of the joints' motions, and of what is scattered.

    Raises
    ------
    ImpingeError
        If there is no such scene, or its files are not here.

    Examples
    --------
    >>> found = articulated("exercise")
    >>> found
    ArticulatedScene('exercise', 1 robots, 0 things, 600 frames)
    >>> found.pairs(), found.triangles()["mannequin"]
    (81, 20000)
    """
    known = {**GENERATED, **REAL}
    if not isinstance(name, str) or name not in known:
        raise ImpingeError(f"name: {name!r}, expected one of {', '.join(articulated_names())}")
    return known[name](as_whole(seed, "seed", 0, 2**63))


def walk_among_chessmen() -> tuple[Robot, Scene]:
    """A mannequin with a walk as its ``motion``, and the chessmen that it passes; z is up.

    Raises
    ------
    ImpingeError
        If ``IMPINGE_DATA`` names no folder with the files.
    """
    walk, men = needed_data(WALK), needed_data(MEN)
    robot = _mannequin(load(walk, scale=UNIT))
    assert robot.motion is not None
    walked = robot.links(robot.motion.q)[:, :, :3, 3]
    # Along y, from where it begins.
    hips = walked[:, robot.link_names.index("Hips")]
    middle, begin = float(np.median(hips[:, 0])), float(hips[0, 1])
    forward = float(np.sign(hips[-1, 1] - begin))
    floor = float(walked[:, 1:, 2].min()) - BELOW
    kinds = ("pawn", "square", *ROWS[0], *ROWS[1])
    meshes = {kind: load_mesh(men / f"{kind}.obj", scale=MEN_SIZE) for kind in kinds}
    scene = Scene()

    def put(name: str, kind: str, across: float, along: float, group: str) -> None:
        at = middle + across, begin + along * forward * MEN_SIZE, floor
        scene.add(name, meshes[kind], pose(at, euler=(90, 0, 0), degrees=True), group=group)

    for row, side, across in zip(ROWS, ("left", "right"), (-ASIDE, ASIDE), strict=True):
        for k, kind in enumerate(row):
            put(f"{side} {kind} {k}", kind, forward * across, k + 1, "men")
    put("pawn in the way", "pawn", 0.05, 4.6, "men")
    for i in range(-1, 2):
        for j in range(8):
            put(f"square {i + 1} {j}", "square", i * MEN_SIZE, j, "board")
    # Men stand on squares beside each other: what counts is the walk.
    for a, b in (("men", "men"), ("men", "board"), ("board", "board")):
        scene.ignore_groups(a, b)
    return robot, scene


def _mannequin(captured: Any) -> Robot:
    """The captured skeleton, standing upright, with some bones as meshes; without its first pose.

    The first frame of these files is no part of the motion: arms are stretched out.
    """
    tree, motion = captured.articulation, captured.motion
    links = [
        Link(link.name, [_fleshed(shape, at, link.name) for shape, at in link.shapes])
        for link in tree.links
    ]
    given = {pair: why for pair, why in captured.ignored.items() if why != "adjacent"}
    robot = Robot(
        Articulation(links, tree.joints, name="mannequin"),
        base=pose(euler=(90, 0, 0), degrees=True), ignored=given,
        motion=CapturedMotion(motion.times[1:] - motion.times[1], motion.q[1:]),
    )  # fmt: skip
    robot.ignore_touching_at(motion.q[0])
    return robot


def _fleshed(shape: Any, at: Any, name: str) -> tuple[Any, Any]:
    """A bone, or a mesh of an egg around it."""
    if name not in FLESH or not isinstance(shape, Capsule):
        return shape, at
    half = 0.5 * shape.length + shape.radius
    wide = min(FLESH[name] * shape.radius, 0.16)
    ball = icosphere(1.0, 2)
    return Mesh(ball.vertices * (wide, wide, half), ball.faces), at


def cmu_walk(seed: int = 0) -> ArticulatedScene:  # noqa: ARG001
    """The frames of :func:`walk_among_chessmen`."""
    robot, scene = walk_among_chessmen()
    assert robot.motion is not None
    return ArticulatedScene("cmu-walk", {"mannequin": robot}, scene, {"mannequin": robot.motion.q})


def avec_excavator(seed: int = 0) -> ArticulatedScene:
    """An excavator with the meshes of its drawing digs beside a container and fills it."""
    robot = _drawn(needed_data(EXCAVATOR))
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
