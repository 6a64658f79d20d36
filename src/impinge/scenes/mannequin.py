"""A mannequin of fifteen limbs, and how it walks, exercises, meets another and crosses its arms."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.geometry import Articulation, Joint, Link, Mesh, pose
from impinge.scene import Robot, Scene
from impinge.scenes.articulated_parts import chessman, limb
from impinge.scenes.articulated_scene import WORLD, ArticulatedScene
from impinge.scenes.solids import moved

FRAMES, CYCLE = 600, 60
"""Frames of a motion, and of a cycle."""
LIMBS = {
    # name: (parent, joint in the parent's frame, middle in the link's frame, half lengths)
    "neck": ("torso", (0.0, 0.0, 0.55), (0.0, 0.0, 0.05), (0.045, 0.045, 0.08)),
    "head": ("neck", (0.0, 0.0, 0.1), (0.0, 0.0, 0.14), (0.09, 0.08, 0.14)),
    "upper arm": ("torso", (0.0, 0.25, 0.5), (0.0, 0.0, -0.15), (0.045, 0.045, 0.15)),
    "forearm": ("upper arm", (0.0, 0.0, -0.31), (0.0, 0.0, -0.14), (0.04, 0.04, 0.135)),
    "hand": ("forearm", (0.0, 0.0, -0.28), (0.0, 0.0, -0.09), (0.035, 0.02, 0.09)),
    "thigh": ("torso", (0.0, 0.1, 0.0), (0.0, 0.0, -0.22), (0.07, 0.07, 0.22)),
    "shank": ("thigh", (0.0, 0.0, -0.44), (0.0, 0.0, -0.21), (0.05, 0.05, 0.21)),
    "foot": ("shank", (0.0, 0.0, -0.43), (0.06, 0.0, -0.03), (0.12, 0.045, 0.035)),
}
TORSO = ((0.0, 0.0, 0.28), (0.11, 0.16, 0.3))
BALLS = ("upper arm", "thigh", "neck")
"""Limbs on ball joints; others turn about y, forward."""
HIPS = 0.95
"""Height of the torso's frame above the ground [m]."""
SIDES = {"left": 1.0, "right": -1.0}
MEN = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook", *8 * ("pawn",))
ASIDE, BETWEEN = 0.44, 1.5
"""From the middle of the path to a chessman beside a hand, and between two men along it [m]."""
STRIDE = 1.2
"""Length of a cycle of the walk [m]."""


def mannequin(name: str = "mannequin", at: ArrayLike | None = None) -> Robot:
    """Fifteen links of 20,000 triangles, on a root that floats about a pose ``at``.

    Joints are called as the links they move. The five limbs at the torso touch each other as they
    move, as neighbours at a joint do: these pairs are ignored.
    """
    middle, half = TORSO
    links = [Link(WORLD), Link("torso", [_body(middle, half)])]
    joints = [Joint("root", "floating", WORLD, "torso", at)]
    for what, (parent, joint, middle, half) in LIMBS.items():
        for side in SIDES if what not in ("neck", "head") else ("",):
            mirror = (1.0, SIDES.get(side, 1.0), 1.0)
            child = f"{side} {what}".strip()
            above = parent if parent == "torso" else f"{side} {parent}".strip()
            rings = 38 if what == "head" else 33
            links.append(Link(child, [_body(middle, half, rings)]))
            kind = "ball" if what in BALLS else "revolute"
            origin = pose(np.multiply(joint, mirror))
            joints.append(Joint(child, kind, above, child, origin, (0.0, 1.0, 0.0)))
    siblings = [joint.child for joint in joints if joint.parent == "torso"]
    ignored = dict.fromkeys(combinations(siblings, 2), "sibling")
    return Robot(Articulation(links, joints, name=name), name=name, ignored=ignored)


def walk(seed: int = 0) -> ArticulatedScene:
    """A mannequin walks between two rows of chessmen, and brushes against some."""
    rng = np.random.default_rng(seed)
    robot, scene = mannequin(), Scene()
    order = rng.permutation(len(MEN))
    for place, k in enumerate(order.tolist()):
        kind, fine = MEN[k], (50, 62) if k == len(MEN) - 1 else (40, 79)
        height = {"pawn": 0.8, "king": 1.3, "queen": 1.2}.get(kind, 1.0)
        man = chessman(kind, *fine, height, 0.26)
        row, side = divmod(place, 2)
        across = (2 * side - 1) * (ASIDE + _reach(man) + rng.uniform(-0.03, 0.03))
        along = BETWEEN * (row + 0.5 + rng.uniform(-0.2, 0.2))
        scene.add(f"{kind} {k}", man, pose((along, across, 0.0)), group="men")
    scene.ignore_groups("men", "men")
    q = _gait(robot, rng)
    q[:, 0] = np.linspace(0.0, STRIDE * FRAMES / CYCLE, FRAMES)
    return ArticulatedScene("walk", {"mannequin": robot}, scene, {"mannequin": q})


def exercise(seed: int = 0) -> ArticulatedScene:
    """A mannequin swings its arms and legs, claps, and reaches for its feet; it is alone."""
    rng = np.random.default_rng(seed)
    robot = mannequin()
    beat = _phase()
    bend = 0.5 - 0.5 * np.cos(0.5 * beat)
    q = _rest(robot)
    for side, sign in SIDES.items():
        jitter = _drift(rng, 5, 0.08)
        lift = 0.5 + 0.7 * jitter[0] * (0.5 - 0.5 * np.cos(beat + 0.3 * sign))
        spread = 0.25 + 0.5 * jitter[1] * (0.5 - 0.5 * np.cos(0.5 * beat + 0.4 * sign))
        _ball(robot, q, f"{side} upper arm", [sign * spread * (1.0 - 1.95 * bend), -lift, 0.0])
        _turn(robot, q, f"{side} forearm", -0.3 - 0.9 * jitter[2] * bend)
        _turn(robot, q, f"{side} hand", 0.3 * np.sin(beat))
        raised = jitter[3] * np.maximum(0.0, np.sin(0.5 * beat) * sign) ** 2
        _ball(robot, q, f"{side} thigh", [sign * 0.088 * np.sin(beat), -1.3 * raised, 0.0])
        _turn(robot, q, f"{side} shank", 0.1 + 1.7 * jitter[4] * raised)
        _turn(robot, q, f"{side} foot", -0.2 * raised)
    _ball(robot, q, "neck", [0.0, 0.2 * np.sin(beat), 0.4 * np.sin(0.5 * beat)])
    q[:, 2] = HIPS + 0.03 * np.cos(2.0 * beat)
    return ArticulatedScene("exercise", {"mannequin": robot}, Scene(), {"mannequin": q})


def arm_against_arm(seed: int = 0) -> ArticulatedScene:
    """A mannequin that stands still crosses its arms in front of it, again and again."""
    rng = np.random.default_rng(seed)
    robot = mannequin()
    beat = _phase()
    q = _rest(robot)
    for side, sign in SIDES.items():
        jitter = _drift(rng, 3, 0.15)
        inward = 0.5 - 0.5 * np.cos(beat + 0.2 * sign)
        # Arms forward and to the middle; the right one a little lower.
        lift = 1.2 + 0.045 * sign + 0.1 * np.sin(0.5 * beat)
        _ball(robot, q, f"{side} upper arm", [0.0 * beat, -lift, -sign * 0.7 * jitter[0] * inward])
        _turn(robot, q, f"{side} forearm", -0.3 - 0.15 * jitter[1] * np.sin(beat))
        _turn(robot, q, f"{side} hand", 0.2 * jitter[2] * np.sin(2.0 * beat))
    return ArticulatedScene("arm-against-arm", {"mannequin": robot}, Scene(), {"mannequin": q})


def two_mannequins(seed: int = 0) -> ArticulatedScene:
    """Two mannequins walk up to each other and past, swinging their arms."""
    rng = np.random.default_rng(seed)
    half = 0.5 * STRIDE * FRAMES / CYCLE
    robots = {
        "blue": mannequin("blue", pose((-half, -0.34, 0.0))),
        "red": mannequin("red", pose((half, 0.34, 0.0), euler=(0.0, 0.0, np.pi))),
    }
    motions = {}
    for name, robot in robots.items():
        q = _gait(robot, rng)
        q[:, 0] = np.linspace(0.0, 2.0 * half, FRAMES)
        motions[name] = q
    return ArticulatedScene("two-mannequins", robots, Scene(), motions)


def _body(middle: ArrayLike, half: ArrayLike, rings: int = 33) -> Mesh:
    return moved(limb(20, rings, half), *np.asarray(middle).tolist())


def _reach(man: Mesh) -> float:
    """Radius of a chessman at the height of hands."""
    x, y, z = man.vertices.T
    return float(np.hypot(x, y)[(z > 0.6) & (z < 1.0)].max())


def _drift(rng: np.random.Generator, count: int, share: float) -> Array:
    """(count, FRAMES): factors about one that change slowly, so that no cycle repeats another."""
    rates, phases = rng.uniform(0.05, 0.2, (count, 1)), rng.uniform(0.0, 2.0 * np.pi, (count, 1))
    return 1.0 + share * np.sin(rates * _phase() + phases)


def _phase() -> Array:
    return 2.0 * np.pi * np.arange(FRAMES) / CYCLE


def _rest(robot: Robot) -> Array:
    """(FRAMES, dof): upright, arms beside it, a little apart."""
    q = np.repeat(robot.neutral()[None], FRAMES, axis=0)
    q[:, 2] = HIPS
    for side, sign in SIDES.items():
        _ball(robot, q, f"{side} upper arm", [sign * 0.15, 0.0, 0.0])
    return q


def _gait(robot: Robot, rng: np.random.Generator) -> Array:
    """Steps on the spot: hips by 0.6 rad, knees from 0 to 1, shoulders by 0.5, against the legs."""
    q, beat = _rest(robot), _phase()
    slow = 0.2 * np.sin(beat / 7.0 + rng.uniform(0.0, 2.0 * np.pi))
    for side, sign in SIDES.items():
        jitter = _drift(rng, 5, 0.08)
        swing = sign * np.sin(beat)
        lag = 0.5 - 0.5 * np.cos(beat + (0.0 if sign > 0 else np.pi) + 0.5)
        _ball(robot, q, f"{side} thigh", [-0.04 * sign + 0.1 * slow, -0.6 * jitter[0] * swing, 0.0])
        _turn(robot, q, f"{side} shank", jitter[1] * lag)
        _turn(robot, q, f"{side} foot", 0.2 * jitter[2] * swing)
        outward = sign * (0.18 + slow * sign)
        _ball(robot, q, f"{side} upper arm", [outward, 0.5 * jitter[3] * swing, 0.0])
        _turn(robot, q, f"{side} forearm", -0.45 + 0.2 * jitter[4] * swing)
        _turn(robot, q, f"{side} hand", 0.1 * np.sin(2.0 * beat))
    _ball(robot, q, "neck", [0.0, 0.1 * np.sin(2.0 * beat), 0.3 * np.sin(beat / 3.0)])
    q[:, 2] = HIPS + 0.02 * np.cos(2.0 * beat)
    return q


def _turn(robot: Robot, q: Array, joint: str, angle: ArrayLike) -> None:
    q[:, robot.articulation.columns(joint)] = np.reshape(angle, (-1, 1))


def _ball(robot: Robot, q: Array, joint: str, turn: list[ArrayLike]) -> None:
    """Set a ball joint by rotation vectors, whose parts are numbers or (FRAMES,)."""
    q[:, robot.articulation.columns(joint)] = quaternions(
        np.stack([np.broadcast_to(np.asarray(part, float), len(q)) for part in turn], axis=1)
    )


def quaternions(turns: Array) -> Array:
    """(n, 4) float64, x y z w, of rotation vectors (n, 3) [rad].

    Examples
    --------
    >>> quaternions(np.array([[0.0, 0.0, 0.0]])).tolist()
    [[0.0, 0.0, 0.0, 1.0]]
    """
    angle = np.linalg.norm(turns, axis=1, keepdims=True)
    half = 0.5 * angle
    return np.hstack([0.5 * np.sinc(half / np.pi) * turns, np.cos(half)])
