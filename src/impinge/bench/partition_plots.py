"""Pictures of partitions: the same boxes in four of them, exact cells, planes of a BSP tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.plot_style import (
    BLUE,
    GREEN,
    INK,
    MARKS,
    ORANGE,
    QUIET,
    SERIES,
    Report,
    drawn,
    pale,
    panels,
    plain_log,
)
from impinge.geometry import Mesh, icosphere, torus_knot
from impinge.partition import BspTree, KdTree, Octree, SpatialHash, UniformGrid
from impinge.partition.bsp_tree import Planes
from impinge.partition.kernels.bsp_build import AHEAD, BEHIND, SOLID

Array = NDArray[np.float64]

FLAT = 1e-3
"""Height of the scene that is seen from above [m]."""
PIXELS = 800
"""Of the side of a picture of planes."""
CELLS = np.geomspace(0.5, 0.04, 8)
"""Edges of the cells that triangles are put into [m]; the knot is about two metres wide."""
LEVELS = (1, 2, 3, 4, 5)
"""Of balls that trees are built for: 80 to 20,480 faces."""
KINDS: tuple[Planes, ...] = ("faces", "mixed", "discrete")


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


def needles() -> tuple[Array, NDArray[np.int64]]:
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
    lower, upper = flat_scene()
    corners, faces = needles()
    return {
        "boxes": (lower, upper),
        "partitions": [
            UniformGrid(lower, upper),
            SpatialHash(lower, upper),
            Octree(lower, upper, leaf_size=6),
            KdTree(lower, upper, leaf_size=6),
        ],
        "needles": corners[faces],
        "cells": {
            kind: UniformGrid.from_triangles(corners, faces, cell=0.05, cells=kind)
            for kind in ("box", "exact")
        },
        "star": star(),
        "tree": BspTree(star()),
    }


def count_report(levels: tuple[int, ...] = LEVELS, sizes: Array = CELLS) -> Report:
    """References by the size of cells, nodes and levels of BSP trees by faces: whole numbers."""
    knot = torus_knot(120, 12)
    references = {
        kind: [
            SpatialHash.from_triangles(
                knot.vertices, knot.faces, cell=float(size), cells=kind
            ).statistics.references
            for size in sizes
        ]
        for kind in ("box", "exact")
    }
    balls = [icosphere(1.0, level) for level in levels]
    trees = {kind: [BspTree(ball, kind).statistics for ball in balls] for kind in KINDS}
    return {"sizes": sizes, "references": references, "faces": len(knot.faces), "trees": trees}


def plot_partitions(file: Path) -> Path:
    """Write the picture of six partitions; the file."""
    return drawn(_draw_partitions, partition_report(), file)


def plot_partition_counts(file: Path, report: Report | None = None) -> Path:
    """Write the plots of references, nodes and levels; the file."""
    return drawn(_draw_counts, count_report() if report is None else report, file)


def _draw_partitions(report: Report) -> Any:
    figure, axes = panels(
        2, 3, (9.6, 6.9), "Six ways to divide space",
        "Above and below left: 141 boxes seen from above, and the cells that hold some, darker for "
        "more; the large box is in larger cells. Below: cells of three triangles, by their boxes "
        "(pale) and exactly; a cut through the cells of a BSP tree, inside and outside of a star.",
    )  # fmt: skip
    for axis, held in zip(axes.flat, report["partitions"], strict=False):
        _draw_cells(axis, held.cells(), BLUE)
        _draw_boxes(axis, *report["boxes"])
        s = held.statistics
        axis.set_title(f"{type(held).__name__}: {s.cells} cells, {s.references} refs")
    _draw_needles(axes[1, 1], report)
    _draw_planes(axes[1, 2], report["star"], report["tree"])
    for axis in axes.flat:
        axis.set_aspect("equal")
        axis.set_xticks([])
        axis.set_yticks([])
        axis.grid(visible=False)
        for spine in axis.spines.values():
            spine.set_visible(False)
    return figure


def _draw_cells(axis: Any, cells: Any, colour: str) -> None:
    from matplotlib.patches import Rectangle

    for low, high, count in zip(cells.lower, cells.upper, cells.counts, strict=True):
        width, height = (high - low)[:2]
        strength = min(0.06 + 0.04 * float(count), 0.6)
        place = (low[0], low[1])
        axis.add_patch(Rectangle(place, width, height, facecolor=colour, alpha=strength))
        axis.add_patch(Rectangle(place, width, height, fill=False, edgecolor=QUIET, linewidth=0.4))
    axis.set_xlim(-0.03, 1.03)
    axis.set_ylim(-0.03, 1.03)


def _draw_boxes(axis: Any, lower: Array, upper: Array) -> None:
    from matplotlib.patches import Rectangle

    for low, high in zip(lower, upper, strict=True):
        width, height = (high - low)[:2]
        axis.add_patch(
            Rectangle((low[0], low[1]), width, height, fill=False, edgecolor=ORANGE, linewidth=1.0)
        )


def _draw_needles(axis: Any, report: Report) -> None:
    from matplotlib.patches import Rectangle

    for kind, colour in (("box", pale(BLUE)), ("exact", BLUE)):
        cells = report["cells"][kind].cells()
        for low, high in zip(cells.lower, cells.upper, strict=True):
            width, height = (high - low)[:2]
            axis.add_patch(
                Rectangle((low[0], low[1]), width, height, facecolor=colour, edgecolor="white",
                          linewidth=0.5)
            )  # fmt: skip
    for triangle in report["needles"]:
        axis.fill(*triangle[:, :2].T, facecolor=ORANGE, edgecolor=INK, linewidth=0.8)
    axis.set_xlim(0.0, 1.03)
    axis.set_ylim(0.0, 1.03)
    box, exact = (report["cells"][kind].statistics.references for kind in ("box", "exact"))
    axis.set_title(f"exact cells: {exact} refs of {box}")


def _draw_planes(axis: Any, mesh: Mesh, tree: BspTree) -> None:
    """Leaves of the tree at half height, told apart by lines; those inside are filled."""
    from matplotlib.colors import to_rgb

    side = np.linspace(-1.2, 1.2, PIXELS)
    x, y = np.meshgrid(side, side)
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.05)], axis=1)
    leaf, inside = _leaves(tree, points)
    leaf, inside = leaf.reshape(x.shape), inside.reshape(x.shape)
    picture = np.where(inside[..., None], pale(GREEN), to_rgb("#F3F5F7"))
    border = np.zeros(x.shape, np.bool_)
    border[:, 1:] |= leaf[:, 1:] != leaf[:, :-1]
    border[1:] |= leaf[1:] != leaf[:-1]
    border[:, :-1] |= border[:, 1:]
    border[:-1] |= border[1:]
    picture[border] = to_rgb(QUIET)
    axis.imshow(picture, origin="lower", extent=(-1.2, 1.2, -1.2, 1.2), interpolation="antialiased")
    rim = mesh.vertices[np.r_[0:10, 0], :2]
    axis.plot(*rim.T, color=INK, linewidth=1.2)
    axis.set_title(f"BspTree: {tree.nodes} planes, depth {tree.depth}")


def _leaves(tree: BspTree, points: Array) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """A number of the leaf that each point is in, and whether it is inside."""
    p = (points - tree._centre) / tree._unit
    at = np.zeros(len(p), np.int64)
    leaf = np.zeros(len(p), np.int64)
    while (going := np.flatnonzero(at >= 0)).size:
        planes = tree._node_planes[at[going]]
        front = np.einsum("ij,ij->i", planes[:, :3], p[going]) > planes[:, 3]
        leaf[going] = 2 * at[going] + front
        at[going] = np.where(front, tree._links[at[going], AHEAD], tree._links[at[going], BEHIND])
    return leaf, at == SOLID


def _draw_counts(report: Report) -> Any:
    knot, trees = report["faces"], report["trees"]
    figure, axes = panels(
        1, 3, (9.6, 3.7), "References, planes and levels",
        f"Left: cells of a knot's {knot:,} triangles, by their boxes and exactly. Middle, right: "
        "BSP trees of balls, whose faces' planes have everything on one side.",
    )  # fmt: skip
    left, middle, right = axes[0]
    for k, (kind, counts) in enumerate(report["references"].items()):
        left.plot(report["sizes"], counts, color=SERIES[k], marker=MARKS[k], label=kind)
    left.set_xlabel("edge of a cell [m]")
    left.set_title("references")
    for k, kind in enumerate(KINDS):
        faces = [s.faces for s in trees[kind]]
        style = {"color": SERIES[k], "marker": MARKS[k], "label": kind}
        middle.plot(faces, [s.nodes / s.faces for s in trees[kind]], **style)
        right.plot(faces, [s.depth for s in trees[kind]], **style)
    n = np.array([s.faces for s in trees["mixed"]], float)
    right.plot(n, 3.0 * np.log2(n) + 8.0, color=QUIET, linestyle=":", label="3 log2 n + 8")
    middle.set_title("planes for each face")
    right.set_title("levels")
    for axis in (middle, right):
        axis.set_xlabel("faces")
        axis.set_xlim(40.0, 40_000.0)
    for axis in axes[0]:
        axis.set_xscale("log")
        axis.legend(fontsize=8)
        plain_log(axis.xaxis)
    for axis in (left, right):
        axis.set_yscale("log")
        plain_log(axis.yaxis)
    return figure
