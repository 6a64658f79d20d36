"""A captured walk: a mannequin of capsules and meshes passes chessmen, and touches some."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.formats.robot_parts import CapturedMotion
from impinge.geometry import Articulation, Capsule, Link, Mesh, icosphere, pose
from impinge.io import load, load_mesh
from impinge.scene import Robot, Scene
from impinge.scenes.mesh_pairs import data_folder

WALK, MEN = "articulated/cmu_bvh/07_01.bvh", "articulated/chess_chesseract"
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


def walk_among_chessmen() -> tuple[Robot, Scene]:
    """A mannequin with a walk as its ``motion``, and the chessmen that it passes; z is up.

    Raises
    ------
    ImpingeError
        If ``IMPINGE_DATA`` names no folder with the files.
    """
    data = data_folder()
    if data is None or not (data / WALK).is_file() or not (data / MEN).is_dir():
        raise ImpingeError(f"IMPINGE_DATA names no folder with {WALK} and {MEN}")
    robot = _mannequin(load(data / WALK, scale=UNIT))
    assert robot.motion is not None
    walked = robot.links(robot.motion.q)[:, :, :3, 3]
    # Along y, from where it begins.
    hips = walked[:, robot.link_names.index("Hips")]
    middle, begin = float(np.median(hips[:, 0])), float(hips[0, 1])
    forward = float(np.sign(hips[-1, 1] - begin))
    floor = float(walked[:, 1:, 2].min()) - BELOW
    kinds = ("pawn", "square", *ROWS[0], *ROWS[1])
    meshes = {kind: load_mesh(data / MEN / f"{kind}.obj", scale=MEN_SIZE) for kind in kinds}
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
