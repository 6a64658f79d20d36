"""A picture of motions: ways between the same two poses, how far they part, and enclosures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.plot_style import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PINK,
    QUIET,
    RED,
    Report,
    drawn,
    panels,
)
from impinge.motion import Motion, PiecewiseMotion, RigidMotion, ScrewMotion
from impinge.motion.kernels.enclose import enclose_point

Array = NDArray[np.float64]

BODY = np.array([[-0.5, -0.2], [0.5, -0.2], [0.5, 0.2], [-0.5, 0.2], [-0.5, -0.2]])
"""The outline of the body that moves, in its frame [m]."""
TIP = (0.5, 0.2, 0.0)
"""A corner of it."""
TIMES = np.linspace(0.0, 1.0, 201)
SHOWN = np.linspace(0.0, 1.0, 6)
"""Times at which the body is drawn."""
PARTS = (4, 16)
"""Intervals of the step that the way of a corner is enclosed on."""


def motions() -> dict[str, RigidMotion]:
    """Ways from one pose to another, 130 degrees and three metres on."""
    first, last = np.eye(4), np.eye(4)
    c, s = np.cos(np.radians(130.0)), np.sin(np.radians(130.0))
    last[:2, :2] = [[c, -s], [s, c]]
    last[:2, 3] = 3.0, 0.6
    between = np.eye(4)
    between[:2, 3] = 1.2, 1.1
    return {
        "Motion: its origin moves straight on": Motion(first, last),
        "Motion about a corner": Motion(first, last, centre=TIP),
        "ScrewMotion: about an axis of the world": ScrewMotion(first, last),
        "PiecewiseMotion: through a pose": PiecewiseMotion([first, between, last]),
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
    ends = np.linspace(0.0, 1.0, count + 1)
    found = [
        enclose_point(motion._rows, 0, TIP, float(low), float(high)) for low, high in pairwise(ends)
    ]
    return np.array(found)[:, :2]


def plot_motions(file: Path | str) -> Path:
    """Write the picture; the file."""
    return drawn(_draw, motion_report(), file)


def _apart(one: RigidMotion, other: RigidMotion) -> Array:
    """How far points of the body's ball are apart at most, at each time."""
    a, b = one.pose(TIMES), other.pose(TIMES)
    turned = np.linalg.norm(a[:, :3, :3] - b[:, :3, :3], ord=2, axis=(1, 2))
    shifted = np.linalg.norm(a[:, :3, 3] - b[:, :3, 3], axis=1)
    return np.asarray(shifted + np.linalg.norm(TIP) * turned)


def _draw(report: Report) -> Any:
    figure, axes = panels(
        2, 3, (9.6, 5.8), "One step, four ways",
        "A body of 1 m between the same two poses, and the way of one corner (line). Below right: "
        "how far each way is from the first, and the bound that deviation() gives (dashed); boxes "
        "that the corner does not leave, on quarters and sixteenths of the step.",
    )  # fmt: skip
    places = [axes[0, 0], axes[0, 1], axes[0, 2], axes[1, 0]]
    colours = (BLUE, ORANGE, GREEN, PINK)
    for axis, colour, (title, motion) in zip(
        places, colours, report["motions"].items(), strict=True
    ):
        _draw_motion(axis, colour, title, motion)
    _draw_apart(axes[1, 1], report, colours[1:])
    _draw_boxes(axes[1, 2], report)
    return figure


def _draw_motion(axis: Any, colour: str, title: str, motion: RigidMotion) -> None:
    for t, pose in zip(SHOWN, motion.pose(SHOWN), strict=True):
        outline = BODY @ pose[:2, :2].T + pose[:2, 3]
        ends = t in {0.0, 1.0}
        axis.plot(*outline.T, color=INK if ends else QUIET, linewidth=1.4 if ends else 0.6)
    axis.plot(*_way(motion).T, color=colour)
    axis.set_title(title, fontsize=8.5)
    _plain(axis)


def _draw_apart(axis: Any, report: Report, colours: tuple[str, ...]) -> None:
    for colour, apart, bound in zip(colours, report["apart"], report["bounds"], strict=True):
        axis.plot(TIMES, apart, color=colour)
        axis.axhline(bound, color=colour, linestyle="--", linewidth=0.9)
    axis.set_ylim(bottom=0.0)
    axis.set_title("apart from the first [m]", fontsize=8.5)
    axis.set_xlabel("time of the step")


def _draw_boxes(axis: Any, report: Report) -> None:
    for colour, found in zip((QUIET, RED), report["boxes"].values(), strict=True):
        for (left, right), (bottom, top) in found:
            corners = [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
            axis.plot(*np.transpose(corners), color=colour, linewidth=0.8)
    axis.plot(*_way(next(iter(report["motions"].values()))).T, color=BLUE)
    axis.set_title("boxes that a corner does not leave", fontsize=8.5)
    _plain(axis)


def _way(motion: RigidMotion) -> Array:
    return np.asarray((motion.pose(TIMES) @ np.append(TIP, 1.0))[:, :2])


def _plain(axis: Any) -> None:
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.08)
    axis.set_xticks([])
    axis.set_yticks([])
    axis.grid(visible=False)
    for spine in axis.spines.values():
        spine.set_visible(False)
