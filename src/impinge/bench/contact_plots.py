"""A picture of contacts: which points are found, which are kept, and how they behave in motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bench.plot_style import BLUE, GREEN, INK, ORANGE, QUIET, SERIES, Report, drawn, panels
from impinge.contacts import Contacts, collide
from impinge.geometry import Box, Capsule, Cylinder, HalfSpace, HeightField, Shape

Array = NDArray[np.float64]

DEEP = 1e-3
"""How deep shapes lie in each other in the scenes [m]."""
TILTS = np.linspace(-4.0, 4.0, 401)
"""Of the box that rocks on a floor [degrees]."""
MARGIN = 0.02
"""Up to which its contacts are asked for [m]."""
ROUND = np.linspace(0.0, 2.0 * np.pi, 97)


class Scene(NamedTuple):
    """Two shapes that touch, and their outlines seen along the normal."""

    title: str
    a: Shape
    b: Shape
    pose_a: Array
    outline_a: Array
    outline_b: Array


def scenes() -> list[Scene]:
    """What the picture shows, seen from above."""
    cube, field = Box((1, 1, 1)), HeightField(np.zeros((6, 6)), 0.4)
    can, rod = Cylinder(0.45, 1.0), Capsule(0.2, 1.4)
    square, circle = _square(0.5), 0.45 * _circle()
    turned = _pose(0.0, 0.0, 1.0 - DEEP, about_z=30.0)
    over, beside = _pose(0.3, 0.2, 1.0 - DEEP), _pose(0.4, 0.1, 1.0 - DEEP)
    lying = _pose(0.25, 0.1, 0.7 - DEEP, about_z=25.0)
    on_field = _pose(0.9, 0.95, 0.5 - DEEP, about_z=15.0)
    along_x = lying @ _about_y(90.0)
    return [
        Scene("box on box", cube, cube, turned, _moved(square, turned), square),
        Scene("cylinder over an edge", can, cube, over, _moved(circle, over), square),
        Scene("cylinder on cylinder", can, can, beside, _moved(circle, beside), circle),
        Scene("capsule on box", rod, cube, along_x, _moved(_pill(0.2, 0.7), lying), square),
        Scene(
            "box on a height field", cube, field, on_field, _moved(square, on_field), _net(field)
        ),
    ]


def contact_report() -> Report:
    """Contacts of all scenes, all of them and four; and of a box that rocks on a floor."""
    return {
        "scenes": [
            (
                scene,
                collide(scene.a, scene.b, scene.pose_a, limit=None),
                collide(scene.a, scene.b, scene.pose_a),
            )
            for scene in scenes()
        ],
        "rocking": rocking(),
    }


def rocking() -> Contacts:
    """A box that tips to both sides, its middle at one height."""
    poses = np.stack([_about_y(tilt) for tilt in TILTS])
    poses[:, 2, 3] = 0.5
    return collide(Box((1, 1, 1)), HalfSpace((0, 0, 1)), poses, margin=MARGIN)


def plot_contacts(file: Path) -> Path:
    """Write the picture; the file."""
    return drawn(_draw, contact_report(), file)


def _draw(report: Report) -> Any:
    figure, axes = panels(
        2, 3, (9.6, 6.6), "Where shapes touch",
        "Five pairs, seen along the normal: outlines of both parts, all contact points (rings), "
        "and the four that are kept (filled). Below right: a box that rocks on a floor; each line "
        "is one corner, known by its key.",
    )  # fmt: skip
    for axis, (scene, everything, four) in zip(axes.flat, report["scenes"], strict=False):
        _draw_scene(axis, scene, everything, four)
    _draw_rocking(axes[1, 2], report["rocking"])
    return figure


def _draw_scene(axis: Any, scene: Scene, everything: Contacts, four: Contacts) -> None:
    axis.fill(*scene.outline_a.T, facecolor=ORANGE, alpha=0.18)
    axis.plot(*_closed(scene.outline_a).T, color=ORANGE)
    # The edges of a net are many: thinner, lest they hide the points.
    width = 0.6 if np.isnan(scene.outline_b).any() else 1.2
    axis.plot(*_closed(scene.outline_b).T, color=BLUE, linewidth=width)
    axis.plot(*everything.point[:, :2].T, "o", color=INK, fillstyle="none", markersize=7)
    axis.plot(*four.point[:, :2].T, "o", color=GREEN, markersize=5)
    axis.set_title(f"{scene.title}: {len(four)} of {len(everything)}")
    # All panels of one size, so that their titles stand in line.
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.12)
    axis.set_xticks([])
    axis.set_yticks([])
    axis.grid(visible=False)
    for spine in axis.spines.values():
        spine.set_visible(False)


def _draw_rocking(axis: Any, found: Contacts) -> None:
    tilts, keys = TILTS[found.rows()], found.key
    for k, key in enumerate(np.unique(keys)):
        mine = keys == key
        # Corners of one edge are equally high: one is drawn wide, the other over it.
        style: dict[str, Any] = {"linewidth": 4.0, "alpha": 0.35} if k % 2 else {}
        heights = np.full(len(TILTS), np.nan)
        heights[np.searchsorted(TILTS, tilts[mine])] = 1e3 * found.separation[mine]
        axis.plot(TILTS, heights, color=SERIES[k], **style)
    for side, names in ((1.0, "corners 1 and 3"), (-1.0, "corners 0 and 2")):
        where = "right" if side > 0.0 else "left"
        axis.text(side * TILTS[-1], -36.0, names, ha=where, va="top", fontsize=8)
    axis.set_ylim(-42.0, 26.0)
    axis.axhline(1e3 * MARGIN, color=QUIET, linestyle=":", linewidth=1.0)
    axis.text(TILTS[0], 1e3 * MARGIN, "margin", color=QUIET, fontsize=8, va="bottom")
    axis.set_title("a box that rocks")
    axis.set_xlabel("tilt [degrees]")
    axis.set_ylabel("separation [mm]")


def _pose(x: float, y: float, z: float, about_z: float = 0.0) -> Array:
    pose = np.eye(4)
    c, s = np.cos(np.radians(about_z)), np.sin(np.radians(about_z))
    pose[:2, :2] = [[c, -s], [s, c]]
    pose[:3, 3] = x, y, z
    return pose


def _about_y(degrees: float) -> Array:
    pose = np.eye(4)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    pose[0, 0], pose[0, 2], pose[2, 0], pose[2, 2] = c, s, -s, c
    return pose


def _circle() -> Array:
    return np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)


def _pill(radius: float, half: float) -> Array:
    """The outline of a capsule that lies along x."""
    circle = _circle()
    return radius * circle + np.where(circle[:, :1] >= 0.0, half, -half) * np.array([1.0, 0.0])


def _square(half: float) -> Array:
    return half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def _moved(outline: Array, pose: Array) -> Array:
    return np.asarray(outline @ pose[:2, :2].T + pose[:2, 3])


def _net(field: HeightField) -> Array:
    """The edges of a height field as one line, with gaps."""
    mesh = field.mesh
    corners = mesh.vertices[mesh.faces][:, [0, 1, 2, 0], :2]
    gap = np.full((len(corners), 1, 2), np.nan)
    return np.concatenate([corners, gap], axis=1).reshape(-1, 2)


def _closed(outline: Array) -> Array:
    return np.concatenate([outline, outline[:1]])
