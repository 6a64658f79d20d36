"""Sphere trees compared: methods, reducers, long thin triangles, and spheres of a robot."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.interruptible_cases import built, points_at, surface, surface_points
from impinge.bench.render import Report, Section, Table, table
from impinge.bench.study import Run
from impinge.bench.timing import Array
from impinge.core.ids import Ids
from impinge.geometry import Articulation, Mesh, Sphere
from impinge.hierarchy import sphere_tree
from impinge.hierarchy.sphere_overhang import Solid
from impinge.scenes import needle_fan
from impinge.scenes.robot_models import panda_folder, panda_robot

KINDS: dict[str, dict[str, Any]] = {
    "octree": {"method": "octree"}, "enclosing": {"method": "enclosing"},
    **{name: {"reduce": name} for name in ("merge", "burst", "expand", "best")},
}  # fmt: skip


def measure_trees(run: Run) -> None:
    """How far the worst sphere of each level sticks out, by method and reducer."""
    faces, levels = run.size["covered_faces"], run.size["covered_levels"]
    for name in run.size["covered"]:
        cells: Array | None = None
        for kind in KINDS if name in run.size["table"] else ("octree", "best"):
            run.say(f"tree of {name}: {kind}")
            start = perf_counter()
            if kind == "best":
                mesh, tree = built(name, faces, levels)
            else:
                mesh = surface(name, faces)
                tree = sphere_tree(mesh, levels=levels, **KINDS[kind])
            cells = tree.errors if cells is None else cells
            run.add("trees", {
                "mesh": name, "faces": len(mesh.faces), "kind": kind,
                "errors": tree.errors.tolist(), "of_octree": (tree.errors / cells).tolist(),
                "spheres": int((tree.radii >= 0.0).sum()), "seconds": perf_counter() - start,
            })  # fmt: skip
    fan = needle_fan(run.size["needles"])
    for kind in ("enclosing", "best"):
        tree = sphere_tree(fan, levels=levels, **KINDS[kind])
        run.add("needles", {
            "kind": kind, "faces": len(fan.faces), "errors": tree.errors.tolist(),
            "radius": float(np.median(tree.level(tree.levels)[1])),
        })  # fmt: skip


def measure_robot(run: Run) -> None:
    """Covering spheres of the Panda beside the published ones: area outside, overhang, count."""
    if panda_folder() is None:
        return
    run.say("spheres of the Panda")
    meshes, published = panda_robot(), panda_robot("panda_spherized")
    theirs = given_spheres(published.articulation, meshes.link_names)
    for name, spheres in (("published", theirs), ("level 1", meshes.spheres(1))):
        centres, radii, links = spheres
        found = compared_spheres(meshes.articulation, centres, radii, links, run.size["samples"])
        run.add("robot", {"spheres": name, "count": len(radii), **found})


def given_spheres(articulation: Articulation, names: tuple[str, ...]) -> tuple[Array, Array, Ids]:
    """Centres, radii and links of the spheres that a robot is made of."""
    rows = [
        (*pose[:3, 3], shape.radius, names.index(link.name))
        for link in articulation.links
        for shape, pose in link.shapes
        if isinstance(shape, Sphere) and link.name in names
    ]
    found = np.array(rows).reshape(-1, 5)
    return found[:, :3], found[:, 3], found[:, 4].astype(np.int64)


def compared_spheres(
    articulation: Articulation, centres: Array, radii: Array, links: Ids, samples: int
) -> Report:
    """Share of the area of meshes outside the spheres of their link, and the worst overhang."""
    outside, areas, overhangs = 0.0, 0.0, [0.0]
    for row, link in enumerate(articulation.links):
        own = links == row
        for mesh, pose in link.shapes:
            if not isinstance(mesh, Mesh):
                continue
            at = (centres[own] - pose[:3, 3]) @ pose[:3, :3]
            points = points_at(mesh, *surface_points(mesh, samples, 0))
            gaps = np.linalg.norm(points[:, None] - at, axis=2) - radii[own]
            bare = float((gaps.min(axis=1, initial=np.inf) > 0.0).mean())
            outside, areas = outside + bare * mesh.area, areas + mesh.area
            solid = mesh if mesh.is_closed else mesh.welded()
            if solid.is_closed and own.any():
                overhangs.append(Solid(solid).worst_overhang(at, radii[own]))
    return {"outside": outside / areas, "overhang": max(overhangs)}


def _tree_tables(report: Report) -> Iterator[Table]:
    levels = len(report["trees"][0]["errors"])
    yield table("how far the worst sphere sticks out [m], and of octree spheres", report["trees"], {
        "mesh": "{mesh}", "spheres by": "{kind}", "triangles": "{faces:,}",
        **{f"level {k}": f"{{errors[{k}]:.3f}} ({{of_octree[{k}]:.2f}})" for k in range(levels)},
        "spheres": "{spheres}", "seconds": "{seconds:.1f}"}, words=2, groups=1)  # fmt: skip
    yield table("long thin triangles: worst overhang [m]", report["needles"], {
        "spheres by": "{kind}", **{f"level {k}": f"{{errors[{k}]:.3f}}" for k in range(levels)},
        "median leaf radius [m]": "{radius:.3f}"})  # fmt: skip


TREE_SECTIONS = (
    Section("trees", _tree_tables, block="bench:interruptible-trees"),
    Section.of_rows("robot", "spheres of the Panda", {
        "spheres": "{spheres}", "count": "{count}", "area outside": "{outside!p:.1f} %",
        "overhang [m]": "{overhang:.3f}",
    }, "bench:interruptible-robot"),
)  # fmt: skip
