"""``impinge bench scene``: thousands of mesh objects, some of which move each frame.

Each frame is given to all contenders, who begins changes from frame to frame, and the names of all
colliding pairs are compared before any ratio is taken.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bench.machine import report_head
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.scene import Scene
from impinge.scenes.crowds import Crowd, mesh_crowd

Report = dict[str, Any]
Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Pairs = set[tuple[str, str]]

FULL: dict[str, Any] = {"objects": 10_000, "faces": (80, 240, 720), "frames": 5}
QUICK: dict[str, Any] = {"objects": 60, "faces": (80,), "frames": 2}
MIDDLE = 240
"""Triangles of a mesh where one size has to do: ten thousand trees of them take a gigabyte."""


class Kind(NamedTuple):
    """What a crowd consists of, and how it is asked about."""

    distinct: bool = False
    solid: bool = False
    densities: Sequence[str] = ("sparse", "medium", "dense")
    every_size: bool = False


CROWDS = {
    "shared": Kind(every_size=True),
    "distinct": Kind(distinct=True),
    "solid": Kind(solid=True, densities=("medium",)),
    "distinct solid": Kind(distinct=True, solid=True, densities=("medium",)),
}
"""Four meshes for all; a mesh for each; and both with meshes filled, which peers cannot do."""
DENSITIES = {"sparse": 1.0, "medium": 4.0, "dense": 12.0}
"""Boxes that the box of each object meets, about."""
MOVING = 0.1
"""Share of objects that move each frame."""
PARTS = ("moves", "boxes", "broad phase", "narrow phase", "names")


class Ours:
    """A scene of ours, timed in parts."""

    name = "impinge"

    def __init__(self, crowd: Crowd, *, solid: bool = False) -> None:
        self.scene = Scene(solid=solid)
        self.scene.add_many(crowd.names, list(crowd.meshes), crowd.poses)
        _plant(crowd.meshes)
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
            added = manager.add_object(thing, meshes[id(mesh)], pose)
            _plant([getattr(added, "shape", None)])
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
    crowds: Sequence[str] | None = None,
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
    crowds : sequence of str, optional
        Some of :data:`CROWDS` only.
    say, keep : callable, optional
        Called with a line about what is being done, and with the report as it grows.
    seed : int, optional
        Of crowds and moves.
    """
    size = {**(QUICK if quick else FULL)}
    size["objects"] = objects or size["objects"]
    chosen = {name: CROWDS[name] for name in map(_known, crowds or CROWDS)}
    report: Report = {
        **report_head("scene", quick=quick),
        "objects": size["objects"],
        "moving": MOVING,
        "rows": [],
    }
    for name, kind in chosen.items():
        counts = size["faces"] if quick or kind.every_size else [MIDDLE]
        for count in faces or counts:
            say(f"{size['objects']:,} objects of {count} triangles, {name}: adding")
            for row in _rows(kind, size["objects"], count, peers, size["frames"], seed, say):
                report["rows"].append(row)
                say(f"{row['density']}: {row['milliseconds']}")
                keep(report)
    return report


def _known(name: str) -> str:
    if name not in CROWDS:
        raise ImpingeError(f"crowds: {name!r}, expected one of {', '.join(CROWDS)}")
    return name


def _rows(
    kind: Kind, objects: int, faces: int, peers: bool, frames: int, seed: int,
    say: Callable[[str], None],
) -> Iterator[Report]:  # fmt: skip
    """A row for each density, of the same objects."""
    first = mesh_crowd(objects, faces, DENSITIES["sparse"], seed, distinct=kind.distinct)
    begin = perf_counter()
    contenders = list(_contenders(first, peers and not kind.solid, kind.solid))
    say(f"added in {perf_counter() - begin:.1f} s")
    for density in kind.densities:
        row = {
            "faces": len(first.meshes[0].faces),
            "meshes": len(set(first.meshes)),
            "solid": kind.solid,
            "density": density,
        }
        crowd = first.with_near(DENSITIES[density])
        yield row | frames_of(crowd, contenders, frames, seed)


def _contenders(crowd: Crowd, peers: bool, solid: bool) -> Iterator[Any]:
    yield Ours(crowd, solid=solid)
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


def _plant(shapes: Iterable[Any]) -> None:
    """Build trees now, as fcl does when objects are added, and not in the frame that asks first."""
    for shape in shapes:
        if isinstance(shape, Mesh):
            tree_of(shape)


def frames_of(crowd: Crowd, contenders: list[Any], count: int, seed: int) -> Report:
    """One row: times of all contenders over the same frames, their answers compared."""
    names = np.array(crowd.names, object)
    for contender in contenders:
        contender.place(list(crowd.names), crowd.poses)
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    colliding, differing = [], 0
    with use_threads(1), _frozen():
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


@contextmanager
def _frozen() -> Iterator[None]:
    """What there is before is not looked through each time that garbage is collected."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


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
