"""Volumes, builders, arities and leaf sizes: F = N_u C_u + N_bv C_bv + N_p C_p of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from impinge.bench.timing import in_turns
from impinge.bench.volume_costs import counts, primitive_prices, volume_prices
from impinge.bench.volume_scenes import ASK, QUESTIONS, VolumeScene
from impinge.bench.volume_tightness import tightness
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.binary_tree import BUILDERS
from impinge.hierarchy.volume_tree import ARITIES, VOLUMES

Report = dict[str, Any]

LEAF_SIZES = tuple(range(1, 9))


@dataclass(frozen=True, slots=True)
class Choice:
    """How a tree is made. The defaults are the base around which one thing at a time is varied."""

    volume: str = "obb"
    builder: str = "sah"
    arity: int = 2
    leaf_size: int = 1

    def tree(self, mesh: Any) -> VolumeTree:
        """The tree of a mesh, made so."""
        return VolumeTree(mesh, **asdict(self))


BASE = Choice()
CHOICES: dict[str, dict[str, Choice]] = {
    "volumes": {volume: Choice(volume=volume) for volume in VOLUMES},
    "builders": {builder: Choice(builder=builder) for builder in BUILDERS},
    "arities": {str(arity): Choice(arity=arity) for arity in ARITIES},
    "leaf sizes": {str(size): Choice(leaf_size=size) for size in LEAF_SIZES},
}
"""What is compared, by section."""


def choices(scene: VolumeScene, calls: int, repetitions: int) -> Report:
    """Every choice of every section on one scene, answers compared before anything is timed."""
    # The base is in every section, and is one tree.
    all_of = dict.fromkeys(choice for section in CHOICES.values() for choice in section.values())
    trees = {choice: choice.tree(scene.mesh) for choice in all_of}
    for tree in trees.values():
        scene.check(tree)
    early = _prices(scene, trees, calls, repetitions)
    primitive = primitive_prices(scene, repetitions)
    measured = {question: _measured(scene, question, trees, repetitions) for question in QUESTIONS}
    # Twice, with time between: other work on the machine comes and goes in seconds.
    late = _prices(scene, trees, calls, repetitions)
    prices = {
        volume: {name: min(price, late[volume][name]) for name, price in found.items()}
        for volume, found in early.items()
    }
    makers = {choice: partial(choice.tree, scene.mesh) for choice in trees}
    refits = {choice: partial(tree.refitted, scene.mesh) for choice, tree in trees.items()}
    builds, refitted = _made(makers, repetitions), _made(refits, repetitions)
    rows = {}
    for choice, tree in trees.items():
        asked = {}
        for question in QUESTIONS:
            found = counts(scene, question, tree)
            price = prices[choice.volume]
            parts = {
                "updates_us": 1e-3 * found["updates"] * price["update_ns"],
                "volumes_us": 1e-3 * found["volume_tests"] * price["volume_ns"],
                "primitives_us": 1e-3 * found["primitive_tests"] * primitive[question],
            }
            asked[question] = {
                **found,
                **parts,
                "model_us": sum(parts.values()),
                "measured_us": measured[question][choice],
            }
        rows[choice] = {
            **asdict(choice),
            "nodes": tree.node_count,
            "depth": tree.depth,
            "build_us": builds[choice],
            "refit_us": refitted[choice],
            "questions": asked,
        }
    for choice in CHOICES["volumes"].values():
        rows[choice]["tightness"] = tightness(trees[choice])
    return {
        "faces": len(scene.mesh.faces),
        "poses": {question: len(scene.poses[question]) for question in QUESTIONS},
        "prices": prices,
        "primitive_ns": primitive,
        **{
            section: {name: rows[choice] for name, choice in of.items()}
            for section, of in CHOICES.items()
        },
    }


def _prices(
    scene: VolumeScene, trees: dict[Choice, VolumeTree], calls: int, repetitions: int
) -> dict[str, dict[str, float]]:
    return {
        volume: volume_prices(scene, trees[choice], calls, repetitions)
        for volume, choice in CHOICES["volumes"].items()
    }


def _made(
    makers: Mapping[Choice, Callable[[], VolumeTree]], repetitions: int
) -> dict[Choice, float]:
    """Microseconds to make each tree, in turns."""
    contenders = {repr(choice): (lambda _, make=make: make(), 1) for choice, make in makers.items()}
    times = in_turns(contenders, repetitions)
    return {choice: 1e6 * times[repr(choice)].undisturbed() for choice in makers}


def _measured(
    scene: VolumeScene, question: str, trees: dict[Choice, VolumeTree], repetitions: int
) -> dict[Choice, float]:
    """Microseconds a query through the public call, contenders in turns."""
    poses, ask = scene.poses[question], ASK[question]
    contenders = {
        repr(choice): (lambda row, tree=tree: ask(tree, tree, poses[row]), len(poses))
        for choice, tree in trees.items()
    }
    times = in_turns(contenders, repetitions)
    return {choice: 1e6 * times[repr(choice)].undisturbed() for choice in trees}
