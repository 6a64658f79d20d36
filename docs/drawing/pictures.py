"""Pictures of the documents that no benchmark draws: contacts, motions, partitions.

``python docs/drawing/pictures.py`` writes them to ``docs/images``.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bench import plot_style as style
from impinge.bench.render import Line, Panel, Report, line_plot
from impinge.bench.timing import Array, Ids
from impinge.contacts import Contacts, collide
from impinge.geometry import Box, Capsule, Cylinder, HalfSpace, HeightField, Mesh, Shape
from impinge.geometry.surfaces import icosphere, torus_knot
from impinge.motion import Motion, PiecewiseMotion, RigidMotion, ScrewMotion
from impinge.motion.kernels.enclose import enclose_point
from impinge.partition import BspTree, KdTree, Octree, SpatialHash, UniformGrid
from impinge.partition.bsp_tree import Planes
from impinge.partition.kernels.bsp_build import AHEAD, BEHIND, SOLID
from impinge.scenes.assembly import placed, rotation

DEEP = 1e-3
"""How deep shapes lie in each other in the scenes [m]."""
TILTS = np.linspace(-4.0, 4.0, 401)
"""Of the box that rocks on a floor [degrees]."""
MARGIN = 0.02
"""Up to which its contacts are asked for [m]."""
BODY = np.array([[-0.5, -0.2], [0.5, -0.2], [0.5, 0.2], [-0.5, 0.2], [-0.5, -0.2]])
"""The outline of the body that moves, in its frame [m]."""
TIP = (0.5, 0.2, 0.0)
"""A corner of it."""
TIMES = np.linspace(0.0, 1.0, 201)
SHOWN = np.linspace(0.0, 1.0, 6)
"""Times at which the body is drawn."""
PARTS = (4, 16)
"""Intervals of the step that the way of a corner is enclosed on."""
FLAT = 1e-3
"""Height of the boxes that are seen from above [m]."""
PIXELS = 800
"""Of the side of a picture of planes."""
CELLS = np.geomspace(0.5, 0.04, 8)
"""Edges of the cells that triangles are put into [m]; the knot is about two metres wide."""
LEVELS = (1, 2, 3, 4, 5)
"""Of balls that trees are built for: 80 to 20,480 faces."""
KINDS: tuple[Planes, ...] = ("faces", "mixed", "discrete")


class Scene(NamedTuple):
    """Two shapes that touch, and their outlines seen along the normal."""

    title: str
    a: Shape
    b: Shape
    pose_a: Array
    outline_a: Array
    outline_b: Array


def scenes() -> list[Scene]:
    """What the picture of contacts shows, seen from above."""
    cube, field = Box((1, 1, 1)), HeightField(np.zeros((6, 6)), 0.4)
    can, rod = Cylinder(0.45, 1.0), Capsule(0.2, 1.4)
    angle = np.linspace(0.0, 2.0 * np.pi, 97)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    square = 0.5 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    pill = 0.2 * ring + np.where(ring[:, :1] >= 0.0, 0.7, -0.7) * np.array([1.0, 0.0])
    # The edges of a height field as one line, with gaps.
    corners = field.mesh.vertices[field.mesh.faces][:, [0, 1, 2, 0, 0], :2]
    corners[:, 4] = np.nan
    above, turns = 1.0 - DEEP, np.radians([30.0, 25.0, 15.0])
    found = [
        Scene("box on box", cube, cube, placed(0.0, 0.0, above, turns[0]), square, square),
        Scene("cylinder over an edge", can, cube, placed(0.3, 0.2, above), 0.45 * ring, square),
        Scene("cylinder on cylinder", can, can, placed(0.4, 0.1, above), 0.45 * ring, 0.45 * ring),
        Scene("capsule on box", rod, cube, placed(0.25, 0.1, 0.7 - DEEP, turns[1]), pill, square),
        Scene("box on a height field", cube, field, placed(0.9, 0.95, 0.5 - DEEP, turns[2]),
              square, corners.reshape(-1, 2)),
    ]  # fmt: skip
    found = [scene._replace(outline_a=_moved(scene.outline_a, scene.pose_a)) for scene in found]
    # The capsule lies along x.
    found[3] = found[3]._replace(pose_a=found[3].pose_a @ _about_y(90.0))
    return found


def _about_y(degrees: float) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = rotation(np.array([0.0, np.radians(degrees), 0.0]))
    return pose


def _moved(outline: Array, pose: Array) -> Array:
    return np.asarray(outline @ pose[:2, :2].T + pose[:2, 3])


def contact_report() -> Report:
    """Contacts of all scenes, all of them and four; and of a box that rocks on a floor."""
    limits = (None, 4)
    found = [(s, *(collide(s.a, s.b, s.pose_a, limit=k) for k in limits)) for s in scenes()]
    return {"scenes": found, "rocking": rocking()}


def rocking() -> Contacts:
    """A box that tips to both sides, its middle at one height."""
    poses = np.stack([_about_y(tilt) for tilt in TILTS])
    poses[:, 2, 3] = 0.5
    return collide(Box((1, 1, 1)), HalfSpace((0, 0, 1)), poses, margin=MARGIN)


def plot_contacts(file: Path | str) -> Path:
    """Write the picture of contacts; the file."""
    return style.drawn(_draw_contacts, contact_report(), file)


def _draw_contacts(report: Report) -> Any:
    return line_plot(
        "Where shapes touch",
        "Five pairs, seen along the normal: outlines of both parts, all contact points (rings), "
        "and the four that are kept (filled). Below right: a box that rocks on a floor; each line "
        "is one corner, known by its key.",
        [*(_contacts(*found) for found in report["scenes"]), _rocking(report["rocking"])],
        (9.6, 6.6), columns=3,
    )  # fmt: skip


def _line(points: Array, **look: Any) -> Line:
    return Line(points[:, 0], points[:, 1], look=look)


def _contacts(scene: Scene, everything: Contacts, four: Contacts) -> Panel:
    def finish(ax: Any) -> None:
        ax.fill(*scene.outline_a.T, facecolor=style.ORANGE, alpha=0.18)
        # All panels of one size, so that their titles stand in line.
        bare(ax, 0.12)

    a, b = (np.concatenate([x, x[:1]]) for x in (scene.outline_a, scene.outline_b))
    # The edges of a net are many: thinner, lest they hide the points.
    width = 0.6 if np.isnan(b).any() else 1.2
    dots: Report = {"marker": "o", "linestyle": "none"}
    lines = [
        _line(a, color=style.ORANGE),
        _line(b, color=style.BLUE, linewidth=width),
        _line(everything.point[:, :2], color=style.INK, fillstyle="none", markersize=7, **dots),
        _line(four.point[:, :2], color=style.GREEN, markersize=5, **dots),
    ]
    return Panel(lines, f"{scene.title}: {len(four)} of {len(everything)}", more=finish)


def _rocking(found: Contacts) -> Panel:
    tilts, keys, lines = TILTS[found.rows()], found.key, []
    for k, key in enumerate(np.unique(keys)):
        mine = keys == key
        # Corners of one edge are equally high: one is drawn wide, the other over it.
        wide: Report = {"linewidth": 4.0, "alpha": 0.35} if k % 2 else {}
        heights = np.full(len(TILTS), np.nan)
        heights[np.searchsorted(TILTS, tilts[mine])] = 1e3 * found.separation[mine]
        lines.append(Line(TILTS, heights, look={"color": style.SERIES[k], **wide}))

    def finish(ax: Any) -> None:
        ax.text(TILTS[-1], -36.0, "corners 1 and 3", ha="right", va="top", fontsize=8)
        ax.text(TILTS[0], -36.0, "corners 0 and 2", ha="left", va="top", fontsize=8)
        ax.axhline(1e3 * MARGIN, color=style.QUIET, linestyle=":", linewidth=1.0)
        ax.text(TILTS[0], 1e3 * MARGIN, "margin", color=style.QUIET, fontsize=8, va="bottom")

    labels = ("a box that rocks", "tilt [degrees]", "separation [mm]")
    return Panel(lines, *labels, y_limits=(-42.0, 26.0), more=finish)


def motions() -> dict[str, RigidMotion]:
    """Ways from one pose to another, 130 degrees and three metres on."""
    first, last = np.eye(4), placed(3.0, 0.6, 0.0, np.radians(130.0))
    return {
        "Motion: its origin moves straight on": Motion(first, last),
        "Motion about a corner": Motion(first, last, centre=TIP),
        "ScrewMotion: about an axis of the world": ScrewMotion(first, last),
        "PiecewiseMotion: through a pose": PiecewiseMotion([first, placed(1.2, 1.1), last]),
    }


def motion_report() -> Report:
    """The motions, how far each is from the first over time, and boxes around a corner's way."""
    ways = motions()
    first, *others = ways.values()
    return {
        "motions": ways,
        "apart": [_apart(first, other) for other in others],
        "bounds": [first.deviation(other, float(np.linalg.norm(TIP))) for other in others],
        "boxes": {count: boxes(first, count) for count in PARTS},
    }


def boxes(motion: RigidMotion, count: int) -> Array:
    """(count, 2, 2) float64: boxes around the way of the corner in equal parts of the step."""
    ends = pairwise(np.linspace(0.0, 1.0, count + 1).tolist())
    return np.array([enclose_point(motion._rows, 0, TIP, *parts) for parts in ends])[:, :2]


def _apart(one: RigidMotion, other: RigidMotion) -> Array:
    """How far points of the body's ball are apart at most, at each time."""
    off = one.pose(TIMES) - other.pose(TIMES)
    turned = np.linalg.norm(off[:, :3, :3], ord=2, axis=(1, 2))
    return np.asarray(np.linalg.norm(off[:, :3, 3], axis=1) + np.linalg.norm(TIP) * turned)


def plot_motions(file: Path | str) -> Path:
    """Write the picture of motions; the file."""
    return style.drawn(_draw_motions, motion_report(), file)


def _draw_motions(report: Report) -> Any:
    colours = (style.BLUE, style.ORANGE, style.GREEN, style.PINK)
    plain = partial(bare, margin=0.08)
    moving, corner = report["motions"], np.append(TIP, 1.0)
    ways = [(motion.pose(TIMES) @ corner)[:, :2] for motion in moving.values()]
    shown = []
    for colour, way, (title, motion) in zip(colours, ways, moving.items(), strict=True):
        lines = []
        for t, pose in zip(SHOWN, motion.pose(SHOWN), strict=True):
            ink, width = (style.INK, 1.4) if t in {0.0, 1.0} else (style.QUIET, 0.6)
            lines.append(_line(_moved(BODY, pose), color=ink, linewidth=width))
        shown.append(Panel([*lines, _line(way, color=colour)], title, more=plain))
    apart = zip(colours[1:], report["apart"], strict=True)
    lines = [Line(TIMES, y, look={"color": colour}) for colour, y in apart]

    def finish(ax: Any) -> None:
        for colour, bound in zip(colours[1:], report["bounds"], strict=True):
            ax.axhline(bound, color=colour, linestyle="--", linewidth=0.9)
        ax.set_ylim(bottom=0.0)

    shown.append(Panel(lines, "apart from the first [m]", "time of the step", more=finish))
    lines = []
    for colour, found in zip((style.QUIET, style.RED), report["boxes"].values(), strict=True):
        for (x, high_x), (y, high_y) in found:
            around = np.array([(x, y), (high_x, y), (high_x, high_y), (x, high_y), (x, y)])
            lines.append(_line(around, color=colour, linewidth=0.8))
    lines.append(_line(ways[0], color=style.BLUE))
    shown.append(Panel(lines, "boxes that a corner does not leave", more=plain))
    figure = line_plot(
        "One step, four ways",
        "A body of 1 m between the same two poses, and the way of one corner (line). Below right: "
        "how far each way is from the first, and the bound that deviation() gives (dashed); boxes "
        "that the corner does not leave, on quarters and sixteenths of the step.",
        shown, (9.6, 5.8), columns=3,
    )  # fmt: skip
    for ax in figure.axes:
        ax.set_title(ax.get_title("left"), fontsize=8.5)
    return figure


def flat_scene() -> tuple[Array, Array]:
    """Boxes seen from above: a heap, others here and there, and one large box."""
    rng = np.random.default_rng(4)
    heap = np.array([0.27, 0.7]) + 0.07 * rng.normal(size=(90, 2))
    middle = np.concatenate([heap, rng.uniform(0.0, 1.0, (50, 2)), [[0.68, 0.35]]])
    half = rng.uniform(0.006, 0.02, (len(middle), 2))
    half[-1] = 0.17, 0.12
    lower, upper = np.zeros((len(middle), 3)), np.full((len(middle), 3), FLAT)
    lower[:, :2], upper[:, :2] = middle - half, middle + half
    return lower, upper


def needles() -> tuple[Array, Ids]:
    """Three triangles that their boxes fit badly."""
    flat = [[0.05, 0.05], [0.95, 0.8], [0.9, 0.9], [0.1, 0.95], [0.2, 0.6], [0.14, 0.97],
            [0.5, 0.1], [0.95, 0.2], [0.75, 0.42]]  # fmt: skip
    return np.c_[flat, np.full(9, 0.5 * FLAT)], np.arange(9).reshape(3, 3)


def star() -> Mesh:
    """A prism over a star of five points, about two metres wide."""
    angle = np.linspace(0.0, 2.0 * np.pi, 10, endpoint=False) + 0.3
    radius = np.where(np.arange(10) % 2 == 0, 1.0, 0.45)
    rim = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    ends = [np.c_[np.vstack([rim, [[0, 0]]]), np.full(11, z)] for z in (-0.5, 0.5)]
    i = np.arange(10)
    j = (i + 1) % 10
    cap, wall = np.stack([np.full(10, 10), j, i], 1), np.stack([i, j, j + 11], 1)
    other = np.stack([i, j + 11, i + 11], 1)
    return Mesh(np.concatenate(ends), np.concatenate([cap, cap[:, ::-1] + 11, wall, other]))


def partition_report() -> Report:
    """What the picture of partitions shows."""
    boxes, (corners, faces) = flat_scene(), needles()
    found: list[Any] = [UniformGrid(*boxes), SpatialHash(*boxes)]
    found += [kind(*boxes, leaf_size=6) for kind in (Octree, KdTree)]
    cells = {
        kind: UniformGrid.from_triangles(corners, faces, cell=0.05, cells=kind)
        for kind in ("box", "exact")
    }
    return {
        "boxes": boxes, "partitions": found, "needles": corners[faces], "cells": cells,
        "star": star(), "tree": BspTree(star()),
    }  # fmt: skip


def count_report(levels: tuple[int, ...] = LEVELS, sizes: Array = CELLS) -> Report:
    """References by the size of cells, nodes and levels of BSP trees by faces: whole numbers."""
    knot, balls = torus_knot(120, 12), [icosphere(1.0, level) for level in levels]

    def references(kind: Any, size: float) -> int:
        held = SpatialHash.from_triangles(knot.vertices, knot.faces, cell=size, cells=kind)
        return held.statistics.references

    found = {kind: [references(kind, size) for size in sizes] for kind in ("box", "exact")}
    trees = {kind: [BspTree(ball, kind).statistics for ball in balls] for kind in KINDS}
    return {"sizes": sizes, "references": found, "faces": len(knot.faces), "trees": trees}


def plot_partitions(file: Path | str) -> Path:
    """Write the picture of six partitions; the file."""
    return style.drawn(_draw_partitions, partition_report(), file)


def plot_partition_counts(file: Path | str, report: Report | None = None) -> Path:
    """Write the plots of references, nodes and levels; the file."""
    return style.drawn(_draw_counts, count_report() if report is None else report, file)


def _draw_partitions(report: Report) -> Any:
    found: Report = {}
    for held in report["partitions"]:
        s, finish = held.statistics, partial(_cells, held=held, boxes=report["boxes"])
        found[f"{type(held).__name__}: {s.cells} cells, {s.references} refs"] = finish
    box, exact = (report["cells"][kind].statistics.references for kind in ("box", "exact"))
    found[f"exact cells: {exact} refs of {box}"] = partial(_needles, report=report)
    tree = report["tree"]
    planes = partial(_planes, mesh=report["star"], tree=tree)
    found[f"BspTree: {tree.nodes} planes, depth {tree.depth}"] = planes
    shown = [Panel([], title, more=finish) for title, finish in found.items()]
    return line_plot(
        "Six ways to divide space",
        "Above and below left: 141 boxes seen from above, and the cells that hold some, darker for "
        "more; the large box is in larger cells. Below: cells of three triangles, by their boxes "
        "(pale) and exactly; a cut through the cells of a BSP tree, inside and outside of a star.",
        shown, (9.6, 6.9), columns=3,
    )  # fmt: skip


def _rectangles(ax: Any, lower: Array, upper: Array, **look: Any) -> None:
    from matplotlib.patches import Rectangle

    for low, high in zip(lower, upper, strict=True):
        ax.add_patch(Rectangle((low[0], low[1]), *(high - low)[:2], **look))


def _cells(ax: Any, held: Any, boxes: tuple[Array, Array]) -> None:
    cells = held.cells()
    for k, count in enumerate(cells.counts.tolist()):
        one = cells.lower[k : k + 1], cells.upper[k : k + 1]
        _rectangles(ax, *one, facecolor=style.BLUE, alpha=min(0.06 + 0.04 * count, 0.6))
        _rectangles(ax, *one, fill=False, edgecolor=style.QUIET, linewidth=0.4)
    _rectangles(ax, *boxes, fill=False, edgecolor=style.ORANGE, linewidth=1.0)
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    bare(ax)


def _needles(ax: Any, report: Report) -> None:
    for kind, colour in (("box", style.pale(style.BLUE)), ("exact", style.BLUE)):
        cells, look = report["cells"][kind].cells(), {"edgecolor": "white", "linewidth": 0.5}
        _rectangles(ax, cells.lower, cells.upper, facecolor=colour, **look)
    for triangle in report["needles"]:
        ax.fill(*triangle[:, :2].T, facecolor=style.ORANGE, edgecolor=style.INK, linewidth=0.8)
    ax.set(xlim=(0.0, 1.03), ylim=(0.0, 1.03))
    bare(ax)


def _planes(ax: Any, mesh: Mesh, tree: BspTree) -> None:
    """Leaves of the tree at half height, told apart by lines; those inside are filled."""
    from matplotlib.colors import to_rgb

    side = np.linspace(-1.2, 1.2, PIXELS)
    x, y = np.meshgrid(side, side)
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.05)], axis=1)
    leaf, inside = (found.reshape(x.shape) for found in _leaves(tree, points))
    picture = np.where(inside[..., None], style.pale(style.GREEN), to_rgb("#F3F5F7"))
    border = np.zeros(x.shape, np.bool_)
    border[:, 1:] |= leaf[:, 1:] != leaf[:, :-1]
    border[1:] |= leaf[1:] != leaf[:-1]
    border[:, :-1] |= border[:, 1:]
    border[:-1] |= border[1:]
    picture[border] = to_rgb(style.QUIET)
    ax.imshow(picture, origin="lower", extent=(-1.2, 1.2, -1.2, 1.2), interpolation="antialiased")
    ax.plot(*mesh.vertices[np.r_[0:10, 0], :2].T, color=style.INK, linewidth=1.2)
    bare(ax)


def _leaves(tree: BspTree, points: Array) -> tuple[Ids, NDArray[np.bool_]]:
    """A number of the leaf that each point is in, and whether it is inside."""
    p = (points - tree._centre) / tree._unit
    at, leaf = np.zeros((2, len(p)), np.int64)
    while (going := np.flatnonzero(at >= 0)).size:
        planes = tree._node_planes[at[going]]
        front = np.einsum("ij,ij->i", planes[:, :3], p[going]) > planes[:, 3]
        leaf[going] = 2 * at[going] + front
        at[going] = np.where(front, tree._links[at[going], AHEAD], tree._links[at[going], BEHIND])
    return leaf, at == SOLID


def _draw_counts(report: Report) -> Any:
    trees = report["trees"]
    references = [Line(report["sizes"], n, kind) for kind, n in report["references"].items()]
    planes, levels = [], []
    for kind, found in trees.items():
        faces = [s.faces for s in found]
        planes.append(Line(faces, [s.nodes / s.faces for s in found], kind))
        levels.append(Line(faces, [s.depth for s in found], kind))
    n = np.array([s.faces for s in trees["mixed"]], float)
    dotted = {"color": style.QUIET, "linestyle": ":"}
    levels.append(Line(n, 3.0 * np.log2(n) + 8.0, "3 log2 n + 8", dotted))
    limits: tuple[float, float] = (40.0, 40_000.0)

    def legend(ax: Any) -> None:
        ax.legend(fontsize=8)

    return line_plot(
        "References, planes and levels",
        f"Left: cells of a knot's {report['faces']:,} triangles, by their boxes and exactly. "
        "Middle, right: BSP trees of balls, whose faces' planes have everything on one side.",
        [
            Panel(references, "references", "edge of a cell [m]", "", "xy", more=legend),
            Panel(planes, "planes for each face", "faces", "", "x", x_limits=limits, more=legend),
            Panel(levels, "levels", "faces", "", "xy", x_limits=limits, more=legend),
        ],
        (9.6, 3.7),
    )  # fmt: skip


def bare(ax: Any, margin: float | None = None) -> None:
    """Axes of a picture: true to scale, without numbers or lines around it."""
    ax.set_aspect("equal", adjustable="box" if margin is None else "datalim")
    if margin is not None:
        ax.margins(margin)
    ax.set(xticks=[], yticks=[])
    ax.grid(visible=False)
    for spine in ax.spines.values():
        spine.set_visible(False)


if __name__ == "__main__":
    images = Path(__file__).parents[1] / "images"
    for plot in (plot_contacts, plot_motions, plot_partitions, plot_partition_counts):
        print(plot(images / f"{plot.__name__.removeprefix('plot_')}.png"))
