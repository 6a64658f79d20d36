"""``impinge bench scene``: thousands of mesh objects, some of which move each frame.

Each frame is given to all contenders, who begins changes from frame to frame, and the names of all
colliding pairs are compared before any ratio is taken.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.machine import machine, versions
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.scene import Scene
from impinge.scenes.crowds import Crowd, mesh_crowd

Report = dict[str, Any]
Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Pairs = set[tuple[str, str]]

FULL: dict[str, Any] = {"objects": 10_000, "faces": (80, 240, 720), "frames": 5}
QUICK: dict[str, Any] = {"objects": 60, "faces": (80,), "frames": 2}
DENSITIES = {"sparse": 1.0, "medium": 4.0, "dense": 12.0}
"""Boxes that the box of each object meets, about."""
MOVING = 0.1
"""Share of objects that move each frame."""
PARTS = ("moves", "boxes", "broad phase", "narrow phase", "names")


class Ours:
    """A scene of ours, timed in parts."""

    name = "impinge"

    def __init__(self, crowd: Crowd) -> None:
        self.scene = Scene()
        self.scene.add_many(crowd.names, list(crowd.meshes), crowd.poses)
        self.parts: list[list[float]] = []

    def place(self, names: list[str], poses: Array) -> None:
        self.scene.move(names, poses)

    def frame(self, names: list[str], poses: Array) -> Any:
        begin = perf_counter()
        self.scene.move(names, poses)
        moved = perf_counter()
        found = self.scene.overlaps()
        end = perf_counter()
        took = self.scene.last_update
        known = took.fit_seconds, took.near_seconds, took.test_seconds
        self.parts.append([moved - begin, *known, end - moved - sum(known)])
        return found


class Manager:
    """A collision manager with the verbs of trimesh: trimesh's own, or ours."""

    def __init__(self, name: str, manager: Any, meshes: dict[int, Any], crowd: Crowd) -> None:
        self.name = name
        self._manager = manager
        for thing, mesh, pose in zip(crowd.names, crowd.meshes, crowd.poses, strict=True):
            manager.add_object(thing, meshes[id(mesh)], pose)
        # trimesh takes first poses in single precision, later ones in double.
        self.place(list(crowd.names), crowd.poses)

    def place(self, names: list[str], poses: Array) -> None:
        for name, pose in zip(names, poses, strict=True):
            self._manager.set_transform(name, pose)

    def frame(self, names: list[str], poses: Array) -> Any:
        self.place(names, poses)
        return self._manager.in_collision_internal(return_names=True)[1]


def bench_scene(
    *,
    peers: bool = False,
    quick: bool = False,
    objects: int | None = None,
    faces: list[int] | None = None,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
    seed: int = 5,
) -> Report:
    """Milliseconds a frame, by size of meshes and density, as one dictionary ready for JSON.

    Parameters
    ----------
    peers : bool, optional
        Compare with trimesh's CollisionManager, which needs python-fcl.
    quick : bool, optional
        A few objects: does everything run? Its figures mean nothing.
    objects, faces : int and list of int, optional
        Another number of objects; other numbers of triangles a mesh.
    say, keep : callable, optional
        Called with a line about what is being done, and with the report as it grows.
    seed : int, optional
        Of crowds and moves.
    """
    size = {**(QUICK if quick else FULL)}
    size["objects"] = objects or size["objects"]
    size["faces"] = faces or size["faces"]
    report: Report = {
        "benchmark": "scene",
        "quick": quick,
        "machine": machine(),
        "versions": versions(),
        "objects": size["objects"],
        "moving": MOVING,
        "rows": [],
    }
    for count in size["faces"]:
        crowds = {
            d: mesh_crowd(size["objects"], count, near, seed) for d, near in DENSITIES.items()
        }
        say(f"{size['objects']:,} objects of {count} triangles: adding")
        begin = perf_counter()
        contenders = list(_contenders(next(iter(crowds.values())), peers))
        say(f"added in {perf_counter() - begin:.1f} s")
        for density, crowd in crowds.items():
            row = {"faces": len(crowd.meshes[0].faces), "density": density}
            row |= frames_of(crowd, contenders, size["frames"], seed)
            report["rows"].append(row)
            say(f"{density}: {row['milliseconds']}")
            keep(report)
    return report


def _contenders(crowd: Crowd, peers: bool) -> Iterator[Any]:
    yield Ours(crowd)
    if not peers:
        return
    try:
        import trimesh

        theirs: Any = trimesh.collision.CollisionManager()  # type: ignore[no-untyped-call]
    except (ImportError, ValueError) as error:
        raise ImpingeError("peers: trimesh and python-fcl are needed; make peers") from error
    from impinge.io.trimesh_manager import CollisionManager

    meshes = {
        id(mesh): trimesh.Trimesh(mesh.vertices, mesh.faces, process=False) for mesh in crowd.meshes
    }
    yield Manager("impinge manager", CollisionManager(), meshes, crowd)
    yield Manager("trimesh", theirs, meshes, crowd)


def frames_of(crowd: Crowd, contenders: list[Any], count: int, seed: int) -> Report:
    """One row: times of all contenders over the same frames, their answers compared."""
    names = np.array(crowd.names, object)
    for contender in contenders:
        contender.place(list(crowd.names), crowd.poses)
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    colliding, differing = [], 0
    with use_threads(1):
        # The first frame asks all pairs, of everybody; it is not counted.
        for k, (moved, poses) in enumerate(crowd.frames(count + 1, MOVING, seed)):
            turn = k % len(contenders)
            answers = {}
            for contender in contenders[turn:] + contenders[:turn]:
                spent, answers[contender.name] = _timed(contender, names[moved].tolist(), poses)
                if k > 0:
                    seconds[contender.name].append(spent)
            ours = {tuple(pair) for pair in answers[contenders[0].name]}
            differing += sum(len(ours ^ set(found)) for found in answers.values())
            colliding.append(len(ours))
    medians = {name: 1e3 * float(np.median(spent)) for name, spent in seconds.items()}
    parts = np.median(contenders[0].parts[-count:], axis=0)
    update = contenders[0].scene.last_update
    return {
        "colliding": int(np.median(colliding)),
        "near": update.near,
        "tested": update.tested,
        "differing": differing,
        "milliseconds": medians,
        "parts": {name: 1e3 * float(part) for name, part in zip(PARTS, parts, strict=True)},
        "ratios": {
            name: None if differing else medians["trimesh"] / medians[name]
            for name in medians
            if "trimesh" in medians and name != "trimesh"
        },
    }


def _timed(contender: Any, names: list[str], poses: Array) -> tuple[float, Any]:
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        begin = perf_counter()
        found = contender.frame(names, poses)
        return perf_counter() - begin, found
    finally:
        if was_on:
            gc.enable()
