"""``impinge bench scene``: thousands of mesh objects, some moving each frame.

Each frame is given to all contenders, who begins changes from frame to frame, and the names of all
colliding pairs are compared before any ratio is taken.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from impinge.bench import render
from impinge.bench.render import Report, Section, Table
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, no_collection
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.scene import Scene
from impinge.scenes.steps import Crowd, mesh_crowd

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
        self.name, self._manager = name, manager
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


def measure(run: Run) -> None:
    """Milliseconds a frame, by size of meshes and density; a row for each density."""
    objects = run.options["objects"] or run.size["objects"]
    names = run.options["crowds"] or CROWDS
    for name in names:
        if name not in CROWDS:
            raise ImpingeError(f"crowds: {name!r}, expected one of {', '.join(CROWDS)}")
    run.report |= {"objects": objects, "moving": MOVING, "rows": []}
    for name in names:
        kind, seed = CROWDS[name], run.options["seed"]
        counts = run.size["faces"] if run.quick or kind.every_size else [MIDDLE]
        for faces in run.options["faces"] or counts:
            run.say(f"{objects:,} objects of {faces} triangles, {name}: adding")
            crowd = mesh_crowd(objects, faces, DENSITIES["sparse"], seed, distinct=kind.distinct)
            begin = perf_counter()
            peers = bool(run.peers) and not kind.solid
            contenders = list(_contenders(crowd, peers, kind.solid))
            run.say(f"added in {perf_counter() - begin:.1f} s")
            for density in kind.densities:
                now = crowd.with_near(DENSITIES[density])
                row = {
                    "faces": len(crowd.meshes[0].faces), "meshes": len(set(crowd.meshes)),
                    "solid": kind.solid, "density": density,
                    **frames_of(now, contenders, run.size["frames"], seed),
                }  # fmt: skip
                run.add("rows", row)
                run.say(f"{density}: {row['milliseconds']}")


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
    with no_collection():
        # The first frame asks all pairs, of everybody; it is not counted.
        for k, (moved, poses) in enumerate(crowd.frames(count + 1, MOVING, seed)):
            turn, who, answers = k % len(contenders), names[moved].tolist(), {}
            for contender in contenders[turn:] + contenders[:turn]:
                gc.collect(0)
                begin = perf_counter()
                answers[contender.name] = contender.frame(who, poses)
                seconds[contender.name].append(perf_counter() - begin)
            ours = {tuple(pair) for pair in answers[contenders[0].name]}
            differing += sum(len(ours ^ set(found)) for found in answers.values())
            colliding.append(len(ours))
    ms = {name: 1e3 * float(np.median(spent[1:])) for name, spent in seconds.items()}
    parts = 1e3 * np.median(contenders[0].parts[-count:], axis=0)
    update = contenders[0].scene.last_update
    others = [name for name in ms if name != "trimesh"] if "trimesh" in ms else []
    ratios = {name: ms["trimesh"] / ms[name] for name in others}
    return {
        "colliding": int(np.median(colliding)), "near": update.near, "tested": update.tested,
        "differing": differing, "milliseconds": ms,
        "parts": dict(zip(PARTS, parts.tolist(), strict=True)),
        "ratios": dict.fromkeys(ratios) if differing else ratios,
    }  # fmt: skip


def _tables(report: Report) -> Iterator[Table]:
    rows = report["rows"]
    crowd: dict[str, render.Cell] = {
        "triangles": "{faces:,}",
        "meshes": lambda row: f"{row['meshes']:,}{', solid' if row['solid'] else ''}",
        "density": "{density}",
    }
    columns = {**crowd, "pairs asked": "{tested:,}", "colliding": "{colliding:,}"}
    # Some rows have no peers.
    for name in dict.fromkeys(name for row in rows for name in row["milliseconds"]):
        columns[f"{name} [ms]"] = f"{{milliseconds[{name}]:,.2f}}"
    for name in dict.fromkeys(name for row in rows for name in row["ratios"]):
        columns[f"trimesh / {name}"] = partial(ratio_text, name=name)
    title = "{objects:,} mesh objects, {moving!p:g} % moving: a frame, one thread, medians"
    yield render.table(render.cell(title, report), rows, columns, words=3)
    parts = {name: f"{{parts[{name}]:.2f}}" for name in rows[0]["parts"]}
    yield render.table("impinge, by parts [ms]", rows, {**crowd, **parts}, words=3)


def ratio_text(row: Report, name: str) -> str:
    """How many times longer trimesh takes; refused where answers differ."""
    ratio = row["ratios"].get(name, "")
    return "[red]refused[/red]" if ratio is None else f"{ratio:.1f}" if ratio else ""


def _notes(report: Report) -> Iterator[str]:
    differing = render.total(report["rows"], "differing")
    yield f"{render.marked(differing)} answers differ" if differing else "all answers agree"


bench_scene = Study(
    "scene",
    {"rows": measure},
    [Section("rows", _tables, _notes, "bench:scene")],
    full=FULL, small=QUICK, installed=lambda: {"trimesh": None}, first="crowds",
    threads=1, options={"objects": None, "faces": None, "crowds": None, "seed": 5},
)  # fmt: skip
