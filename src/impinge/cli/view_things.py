"""A view of files: meshes, scenes, recordings, results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from impinge.core.errors import ImpingeError

if TYPE_CHECKING:
    from impinge.scene import Recording, Scene
    from impinge.viewer import View

CELLS = ("grid", "hash", "octree", "kd")
VOLUMES = ("sphere", "aabb", "obb", "kdop")


def view_of_files(
    files: Sequence[Path],
    *,
    title: str | None = None,
    poses: Sequence[Any] = (None, None),
    units: str | None = None,
    volumes: Sequence[str] = (),
    pairs: bool = False,
    cells: str | None = None,
) -> View:
    """The view of some files.

    Parameters
    ----------
    files : sequence of Path
        Meshes, tetrahedra, points; one scene (.toml); a recording (.rec, .npz), or two that are
        played side by side; a result (.json).
        Two meshes are asked for their distance and their crossing, more for their contacts.
    title : str, optional
    poses : two poses or None, optional
        Of the first two meshes.
    units : str, optional
        Of the meshes.
    volumes : sequence of str, optional
        Kinds of bounding volumes whose trees are shown of each mesh.
    pairs : bool, optional
        Show candidates of the broad phase.
    cells : str, optional
        Show the cells of this partition of the triangles, or of the boxes of a scene.
    """
    import impinge as im
    from impinge.cli.view_result import view_of_result
    from impinge.geometry import Mesh, TetMesh

    view = im.View(title)
    solids: list[tuple[str, Mesh, Any]] = []
    scene: Scene | None = None
    recordings: list[tuple[str, Recording]] = []
    for file in files:
        if file.suffix.lower() == ".json":
            view_of_result(file, view)
            continue
        thing = im.load(file, units=units if _has_units(file) else None)
        if isinstance(thing, im.Scene):
            if scene is not None:
                raise ImpingeError(f"{file}: a second scene; one page shows one")
            scene = thing
            view.add(thing, file.stem)
        elif isinstance(thing, im.Recording):
            if len(recordings) == 2:
                raise ImpingeError(f"{file}: a third recording; one page plays two")
            recordings.append((_unique(file.stem, [name for name, _ in recordings]), thing))
        elif isinstance(thing, im.PointCloud):
            view.add(thing, file.stem)
        else:
            mesh = thing.surface if isinstance(thing, TetMesh) else thing
            pose = poses[len(solids)] if len(solids) < 2 else None
            solids.append((_unique(file.stem, [name for name, _, _ in solids]), mesh, pose))
    if (poses[0] is not None and not solids) or (poses[1] is not None and len(solids) < 2):
        raise ImpingeError("pose: there is no such mesh to be moved")
    if len(solids) > 2:
        several = im.Scene.from_dict({name: (mesh, pose) for name, mesh, pose in solids})
        scene = scene or several
        view.add(several, "Meshes")
    else:
        for name, mesh, pose in solids:
            view.add(mesh, name, pose)
        if len(solids) == 2 and not recordings:
            _ask_two(view, solids)
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


def _ask_two(view: View, solids: list[tuple[str, Any, Any]]) -> None:
    """What ``impinge check`` says of two meshes."""
    import impinge as im

    (_, a, pose_a), (_, b, pose_b) = solids
    near = im.distance(a, b, pose_a, pose_b)
    view.add(near)
    if near.distance == 0.0:
        view.add(im.intersecting_pairs(a, b, pose_a, pose_b))
        view.add(im.collide(a, b, pose_a, pose_b))


def _partition(kind: str, scene: Scene | None, solids: list[tuple[str, Any, Any]]) -> Any:
    """Of the boxes of a scene, or of the triangles of the one mesh there is."""
    from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid

    kinds: dict[str, Any] = dict(
        zip(CELLS, (UniformGrid, SpatialHash, Octree, KdTree), strict=True)
    )
    if kind not in kinds:
        raise ImpingeError(f"cells: {kind!r}, expected one of {', '.join(CELLS)}")
    if scene is not None:
        return kinds[kind](*scene.boxes)
    if len(solids) != 1:
        raise ImpingeError("cells: expected one mesh, or a scene")
    _, mesh, pose = solids[0]
    moved = mesh if pose is None else mesh.transformed(pose)
    return kinds[kind].from_triangles(moved.vertices, moved.faces)


def _has_units(file: Path) -> bool:
    return file.suffix.lower() not in {".toml", ".npz", ".rec"}


def _unique(stem: str, taken: list[str]) -> str:
    """The name of a file, with a number if there is another of that name."""
    if stem not in taken:
        return stem
    return next(name for k in range(2, len(taken) + 3) if (name := f"{stem} {k}") not in taken)
