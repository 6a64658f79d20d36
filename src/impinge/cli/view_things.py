"""A view of files: meshes, scenes, robots, recordings, results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import impinge as im
from impinge.cli.configuration_file import RobotOptions, read_configurations
from impinge.cli.units import hint_at_units, unit_file
from impinge.cli.view_result import SHELL, view_of_result
from impinge.contacts.containment import find_containment
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, TetMesh
from impinge.io.robot_file import ROBOT_EXTENSIONS
from impinge.io.scene_file import EXTENSION, read_scene_and_unit
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid
from impinge.scene import Recording, Robot, Scene
from impinge.viewer import View

NOTHING_SAID = RobotOptions()
RATE = 10
"""Configurations without times that are played a second."""
CELLS: dict[str, Any] = {
    "grid": UniformGrid, "hash": SpatialHash, "octree": Octree, "kd": KdTree,
}  # fmt: skip
WITHOUT_UNITS = (".npz", ".rec")
VOLUMES = ("sphere", "aabb", "obb", "kdop", "ellipsoid")


def view_of_files(
    files: Sequence[Path],
    *,
    title: str | None = None,
    poses: Sequence[Any] = (None, None),
    units: str | None = None,
    volumes: Sequence[str] = (),
    pairs: bool = False,
    cells: str | None = None,
    surfaces: bool = False,
    q: Path | None = None,
    robots: RobotOptions = NOTHING_SAID,
) -> View:
    """The view of some files; options are those of ``impinge view``.

    Files are meshes, tetrahedra, points; one scene (.toml); one robot (.urdf, .bvh); a recording
    (.rec, .npz), or two that are played side by side; a result (.json). ``part.stl:mm`` says the
    unit of a file. Two meshes are asked for their distance, their contacts, and whether one is
    inside the other; more for their contacts. ``poses`` are those of the first two meshes.
    """
    view = View(title)
    solids: list[tuple[str, Mesh, Any]] = []
    scene: Scene | None = None
    robot: Robot | None = None
    recordings: list[tuple[str, Recording]] = []
    results: list[Path] = []
    if units is not None:
        view.units(units)
    for number, given in enumerate(files):
        source = unit_file(given, None, units)
        file = source.path
        kind = file.suffix.lower()
        if kind == ".json":
            results.append(file)
            continue
        if number == 0 and units is None and source.units is not None:
            view.units(source.units)
        if kind == EXTENSION:
            if scene is not None:
                raise ImpingeError(f"{file}: a second scene; one page shows one")
            scene, unit = read_scene_and_unit(file)
            view.units(units or unit)
            view._contents.add_scene(scene, file.stem).solid = not surfaces
            continue
        if kind in ROBOT_EXTENSIONS:
            thing: Any = robots.load(*source)
        else:
            thing = im.load(file, units=None if kind in WITHOUT_UNITS else source.units)
        if isinstance(thing, Robot):
            if robot is not None:
                raise ImpingeError(f"{file}: a second robot; one page shows one")
            robot = thing
            robot._model.solid = not surfaces
            continue
        if isinstance(thing, im.Mesh | im.PointCloud):
            hint_at_units(source, thing)
        if isinstance(thing, im.Recording):
            if len(recordings) == 2:
                raise ImpingeError(f"{file}: a third recording; one page plays two")
            recordings.append((_unique(file.stem, [name for name, _ in recordings]), thing))
        elif isinstance(thing, im.PointCloud):
            view.add(thing, file.stem)
        else:
            assert isinstance(thing, Mesh | TetMesh)
            mesh = thing.surface if isinstance(thing, TetMesh) else thing
            pose = poses[len(solids)] if len(solids) < 2 else None
            solids.append((_unique(file.stem, [name for name, _, _ in solids]), mesh, pose))
    if (poses[0] is not None and not solids) or (poses[1] is not None and len(solids) < 2):
        raise ImpingeError("pose: there is no such mesh to be moved")
    if len(solids) > 2:
        several = im.Scene.from_dict({name: (mesh, pose) for name, mesh, pose in solids})
        scene = scene or several
        view._contents.add_scene(several, "Meshes").solid = not surfaces
    elif len(solids) == 2 and not recordings and not results:
        _ask_two(view, solids, surfaces)
    else:
        for name, mesh, pose in solids:
            view.add(mesh, name, pose)
    for file in results:
        view_of_result(file, view)
    if robot is not None:
        add_robot(view, robot, q, recorded=bool(recordings))
    elif q is not None or robots != NOTHING_SAID:
        raise ImpingeError("q, srdf, package, missing: there is no robot")
    if recordings:
        view.recording(recordings[0][1])
    if len(recordings) == 2:
        view.beside(recordings[1][1], (recordings[0][0], recordings[1][0]))
    for kind in volumes:
        if kind not in VOLUMES and not kind.startswith("dop"):
            raise ImpingeError(f"volumes: {kind!r}, expected one of {', '.join(VOLUMES)}")
        for _, mesh, pose in solids:
            view.volumes(mesh, kind, pose if len(solids) > 2 else None)
    if volumes and not solids:
        raise ImpingeError("volumes: there is no mesh; bounding volumes are shown of meshes")
    if pairs:
        if scene is None:
            raise ImpingeError("pairs: there is no scene; give one, or more than two meshes")
        view.pairs(scene)
    if cells is not None:
        view.cells(_partition(cells, scene, solids))
    return view


def add_robot(view: View, robot: Robot, q: Path | None, *, recorded: bool) -> None:
    """A robot at a configuration, or playing those of a file."""
    if q is None:
        view.robot(robot)
        return
    found = read_configurations(q, robot)
    if found.neutral:
        view.note(f"Not in {q.name}, and neutral: {', '.join(found.neutral)}.")
    view.robot(robot, found.q[0])
    if len(found.q) == 1:
        return
    if recorded:
        raise ImpingeError(f"q: {q} has {len(found.q)} rows, and there is a recording; give one")
    times = found.times
    if times is None:
        times = np.arange(len(found.q)) / RATE
        view.note(f"Configurations have no times: they are played {RATE} a second.")
    view.recording(im.Recording(times, joints={robot.name or "robot": found.q}))


def _ask_two(view: View, solids: list[tuple[str, Any, Any]], surfaces: bool) -> None:
    """What ``impinge check`` says of two meshes."""
    (_, a, pose_a), (_, b, pose_b) = solids
    pair = (a, b, pose_a, pose_b)
    near = im.distance(*pair)
    inside = None if surfaces or near.distance == 0.0 else find_containment(*pair)
    for side, (name, mesh, pose) in zip("ab", solids, strict=True):
        outer = inside is not None and inside.inner != side
        view.add(mesh, name, pose, opacity=SHELL if outer else 1.0)
    if near.distance == 0.0:
        view.add(im.collide(*pair))
        view.add(im.intersecting_pairs(*pair))
    elif inside is None:
        view.add(near)
    else:
        view.add(inside)
        view.add(near, "Distance of surfaces")
    for name, mesh, _ in () if surfaces else solids:
        if not mesh.is_closed:
            view.note(f"{name} is open: a surface without an inside.")


def _partition(kind: str, scene: Scene | None, solids: list[tuple[str, Any, Any]]) -> Any:
    """Of the boxes of a scene, or of the triangles of the one mesh there is."""
    if kind not in CELLS:
        raise ImpingeError(f"cells: {kind!r}, expected one of {', '.join(CELLS)}")
    if scene is not None:
        return CELLS[kind](*scene.boxes)
    if len(solids) != 1:
        raise ImpingeError("cells: expected one mesh, or a scene")
    _, mesh, pose = solids[0]
    moved = mesh if pose is None else mesh.transformed(pose)
    return CELLS[kind].from_triangles(moved.vertices, moved.faces)


def _unique(stem: str, taken: list[str]) -> str:
    """The name of a file, with a number if there is another of that name."""
    if stem not in taken:
        return stem
    return next(name for k in range(2, len(taken) + 3) if (name := f"{stem} {k}") not in taken)
