"""Pictures of a scene from frame to frame: what began to touch, what still does, what ceased.

``python docs/drawing/frames.py`` writes one to ``docs/images``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import HalfSpace, Shape
from impinge.scene import Scene, SceneContacts
from impinge.scenes.tray import stir, tray_of_parts
from impinge.viewer.camera import Camera
from impinge.viewer.layers_things import things_extent
from impinge.viewer.model import Colour, colour, model_of
from impinge.viewer.shading import render
from impinge.viewer.surfaces import surface_of

# Of Okabe and Ito: told apart with every kind of colour vision.
BEGAN, LASTING, ENDED, FREE = "#E69F00", "#0072B2", "#CC79A7", "#CBD0D6"
INK, QUIET = "#1F2328", "#6A737D"
MEANING = (("began", BEGAN), ("lasting", LASTING), ("ended", ENDED), ("free", FREE))
DPI = 150
BAND = 96
"""Pixels above the views, for the title."""


class Snapshot(NamedTuple):
    """A scene at one instant: shapes, poses, and its contacts."""

    names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    poses: Array
    found: SceneContacts


def snapshot(scene: Scene) -> Snapshot:
    """The scene as it is now; its contacts are asked for."""
    found = scene.collide()
    return Snapshot(scene.names, scene.shapes, scene.poses, found)


def draw_frames(
    path: Path,
    frames: Sequence[Snapshot],
    title: str,
    *,
    floor: float | None = None,
    towards: tuple[float, float, float] = (0.3, -1.0, 1.1),
    size: tuple[int, int] = (780, 500),
    samples: int = 4,
    done: Callable[[int], None] = lambda _: None,
) -> None:
    """Write a picture of frames side by side: things in the colour of what happened to them.

    Parameters
    ----------
    path : Path
        Of the PNG file.
    frames : sequence of Snapshot
        Seen from the same place. Half spaces are not drawn.
    title : str
    floor : float, optional
        Height of a white floor [m].
    towards : tuple of three floats, optional
        From the scene to the camera.
    size : tuple of two ints, optional
        Pixels of one view.
    samples : int, optional
        Rays a pixel.
    done : callable, optional
        Called with the number of views done.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = size
    models = [_model(frame, floor) for frame in frames]
    corners = np.concatenate([things_extent(frame.shapes, frame.poses) for frame in frames])
    camera = Camera.framing(corners, towards, width, height, 30.0, 0.94)
    total = width * len(frames), height + BAND
    figure = Figure(figsize=(total[0] / DPI, total[1] / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    for k, (frame, model) in enumerate(zip(frames, models, strict=True)):
        figure.figimage(render(model, camera, samples=samples, reach=0.6), k * width, 0)
        counts = len(frame.found), len(frame.found.began), len(frame.found.ended)
        text = "frame {}: {} pairs touch, {} began, {} ended".format(k + 1, *counts)
        x, y = (k * width + 24) / total[0], 1.0 - 72 / total[1]
        figure.text(x, y, text, fontsize=8.5, color=QUIET, va="center")
        done(k + 1)
    left, top = 24 / total[0], 1.0 - 32 / total[1]
    figure.text(left, top, title, fontsize=13, weight="bold", color=INK, va="center")
    _legend(figure, total)
    figure.savefig(path)


def _model(frame: Snapshot, floor: float | None) -> Any:
    drawn = [i for i, shape in enumerate(frame.shapes) if not isinstance(shape, HalfSpace)]
    meshes = [surface_of(frame.shapes[i]) for i in drawn]
    paint = [_colour_of(frame.names[i], frame) for i in drawn]
    return model_of(meshes, frame.poses[drawn], paint, floor=floor)


def _colour_of(name: str, frame: Snapshot) -> Colour:
    """The latest that happened: began, then lasting, then ended; ground counts for nothing."""
    ground = {n for n, s in zip(frame.names, frame.shapes, strict=True) if isinstance(s, HalfSpace)}
    found = frame.found
    for pairs, code in ((found.began, BEGAN), (found.lasting, LASTING), (found.ended, ENDED)):
        if any(name in pair and not ground & {*pair} for pair in pairs):
            return colour(code)
    return colour(FREE)


def _legend(figure: Any, total: tuple[int, int]) -> None:
    from matplotlib.patches import Rectangle

    x = total[0] - 460
    for text, code in MEANING:
        corner, size = (x / total[0], 1.0 - 40 / total[1]), (16 / total[0], 16 / total[1])
        figure.patches.append(
            Rectangle(corner, *size, transform=figure.transFigure, facecolor=code)
        )
        place = (x + 24) / total[0], 1.0 - 32 / total[1]
        figure.text(*place, text, fontsize=8.5, color=INK, va="center")
        x += 112


if __name__ == "__main__":
    tray = tray_of_parts()
    shown = [snapshot(tray)]
    stir(tray)
    file = Path(__file__).parents[1] / "images" / "scene_frames.png"
    title = "Forty-four parts, a quarter of them stirred"
    draw_frames(file, [*shown, snapshot(tray)], title, floor=0.0)
