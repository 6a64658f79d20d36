"""Pictures of an assembly and its clashes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.geometry import Mesh
from impinge.viewer.camera import Camera
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_things import things_extent
from impinge.viewer.model import colour, model_of
from impinge.viewer.shading import render

Done = Callable[[int], None]

# Orange and blue of Okabe and Ito: told apart with every kind of colour vision, and in grey.
TOUCHING, TOUCHING_PALE, CONTACT = "#E69F00", "#F3DFB4", "#0057A8"
OTHER_SIDE = "#7FC4EE"
FREE = {
    "plate": "#AEB6BF",
    "bolt": "#757D86",
    "main": "#DDE1E5",
    "rail": "#8F98A3",
    "leg": "#8F98A3",
}
FREE_REST = "#CBD0D6"
INK, QUIET = "#1F2328", "#6A737D"
DPI, WIDTH = 200, 1600
"""Resolution of a picture of this width; others are scaled."""


class Found(Protocol):
    """Two parts that touch: as ``impinge.scenes.Clash``."""

    @property
    def a(self) -> int: ...
    @property
    def b(self) -> int: ...
    @property
    def depth(self) -> float: ...
    @property
    def pairs(self) -> NDArray[np.int64]: ...
    @property
    def where(self) -> Array: ...


class Parts(Protocol):
    """Many parts in one frame: as ``impinge.scenes.Assembly``."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def meshes(self) -> tuple[Mesh, ...]: ...
    @property
    def poses(self) -> Array: ...


def draw_overview(
    path: Path,
    parts: Parts,
    clashes: Sequence[Found],
    title: str,
    subtitle: str,
    *,
    size: tuple[int, int] = (1600, 960),
    samples: int = 4,
    done: Done = lambda _: None,
) -> None:
    """Write a picture of all parts: touching ones in orange, contacts in blue, the rest in grey.

    Parameters
    ----------
    path : Path
        Of the PNG file.
    parts : Parts
        All of them.
    clashes : sequence of Found
        The deepest first: the first eight are numbered.
    title, subtitle : str
        Written above.
    size : tuple of two ints, optional
        Pixels of the view; the band with the title is added.
    samples : int, optional
        Rays a pixel.
    done : callable, optional
        Called with the number of rays cast so far, of ``samples`` times the pixels of the view.
    """
    width, height = size
    touching = {part for clash in clashes for part in (clash.a, clash.b)}
    paint = [colour(_shade_of(name, i in touching)) for i, name in enumerate(parts.names)]
    corners = things_extent(parts.meshes, parts.poses)
    floor = float(corners[:, 2].min()) - 0.02
    crossings = [(clash.a, clash.b, clash.pairs) for clash in clashes if len(clash.pairs)]
    model = model_of(
        parts.meshes, parts.poses, paint, crossings, colour(CONTACT), width=0.004, floor=floor
    )
    camera = Camera.framing(corners, (0.72, -1.35, 1.08), width, height, 30.0, 0.95)
    image = render(model, camera, samples=samples, reach=0.08, done=done)

    # All lengths below are in pixels of a picture of this width.
    scale = width / WIDTH
    top = height / scale + 130
    figure = figure_of(width, round(top * scale), DPI * scale)
    figure.figimage(image, 0, 0, origin="upper")
    left = 40 / WIDTH
    figure.text(left, 1 - 46 / top, title, fontsize=12.5, weight="bold", color=INK, va="center")
    figure.text(left, 1 - 92 / top, subtitle, fontsize=7.5, color=QUIET, va="center")
    _legend(figure, top)
    _number(figure, camera, clashes[:8], top, scale)
    figure.savefig(path)


def draw_largest(
    path: Path,
    parts: Parts,
    clashes: Sequence[Found],
    *,
    size: tuple[int, int] = (530, 430),
    samples: int = 4,
    done: Done = lambda _: None,
) -> None:
    """Write a picture of the first six clashes, each close up, its two parts alone.

    Arguments are those of :func:`draw_overview`; ``size`` is that of one view, and ``done`` is
    called with the number of views done.
    """
    width, height = size
    columns, rows = 3, 2
    scale = columns * width / WIDTH
    caption, band = round(64 * scale), round(90 * scale)
    total = columns * width, rows * (height + caption) + band
    figure = figure_of(*total, DPI * scale)
    title = "The deepest clashes, close up"
    left, line = 40 / WIDTH, scale / total[1]
    figure.text(left, 1 - 46 * line, title, fontsize=12.5, weight="bold", color=INK, va="center")
    for k, clash in enumerate(clashes[: columns * rows]):
        column, row = k % columns, k // columns
        bottom = total[1] - band - (row + 1) * (height + caption) + caption
        image = _close_up(parts, clash, size, samples)
        figure.figimage(image, column * width, bottom, origin="upper")
        x, y = column / columns + left, bottom / total[1]
        label = f"{k + 1}   {parts.names[clash.a]}  and  {parts.names[clash.b]}"
        figure.text(x, y - 16 * line, label, fontsize=7.5, weight="bold", color=INK, va="center")
        count = f"{1e3 * clash.depth:.1f} mm deep, {len(clash.pairs):,} pairs of triangles"
        figure.text(x, y - 42 * line, count, fontsize=6.5, color=QUIET, va="center")
        done(k + 1)
    figure.savefig(path)


def _close_up(parts: Parts, clash: Found, size: tuple[int, int], samples: int) -> Array:
    both = (clash.a, clash.b)
    meshes, poses = [parts.meshes[i] for i in both], parts.poses[list(both)]
    # The contact, with as much around it; all of the smaller part if that is not much more.
    corners = moved(meshes[0].vertices, poses[0])[meshes[0].faces[clash.pairs[:, 0]]].reshape(-1, 3)
    # One part inside the other, or barely touching: no triangles meet.
    contact = np.concatenate([corners, clash.where + clash.depth * np.eye(3), [clash.where]])
    centre = 0.5 * (contact.min(axis=0) + contact.max(axis=0))
    reach = 0.5 * float(np.linalg.norm(np.ptp(contact, axis=0)))
    whole = min(
        float(np.linalg.norm(moved(mesh.vertices, pose) - centre, axis=1).max())
        for mesh, pose in zip(meshes, poses, strict=True)
    )
    near = max(min(whole, 4.0 * reach), 1.3 * reach)
    crossings = [(0, 1, clash.pairs)] if len(clash.pairs) else []
    model = model_of(
        meshes, poses, [colour(TOUCHING), colour(OTHER_SIDE)], crossings, colour(INK),
        width=0.016 * near,
    )  # fmt: skip
    sphere = centre + near * np.concatenate([np.eye(3), -np.eye(3)])
    camera = Camera.framing(sphere, (0.8, -1.1, 0.85), *size, 24.0, 0.92)
    return render(model, camera, samples=samples, reach=0.05)


def _shade_of(name: str, touching: bool) -> str:
    kind = name.split()[1]
    if touching:
        # Plates and rails are large: full colour would draw the eye away from what hits them.
        return TOUCHING_PALE if kind in ("plate", "rail") else TOUCHING
    return FREE.get(kind, FREE_REST)


def figure_of(width: int, height: int, dpi: float) -> Any:
    """An empty figure of so many pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / dpi, height / dpi), dpi=dpi, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def _legend(figure: Any, top: float) -> None:
    """Colours and what they mean, at the right of the title."""
    from matplotlib.patches import Rectangle

    x = WIDTH - 560
    for text, code, step in (
        ("touching", TOUCHING, 190), ("contact", CONTACT, 180), ("free", FREE_REST, 0),
    ):  # fmt: skip
        corner, size = (x / WIDTH, 1 - 56 / top), (20 / WIDTH, 20 / top)
        figure.patches.append(
            Rectangle(corner, *size, transform=figure.transFigure, facecolor=code)
        )
        figure.text((x + 30) / WIDTH, 1 - 46 / top, text, fontsize=7.5, color=INK, va="center")
        x += step


def _number(
    figure: Any, camera: Camera, clashes: Sequence[Found], top: float, scale: float
) -> None:
    """A numbered ring at each of these clashes, moved off it, with a line to it."""
    from matplotlib.lines import Line2D

    if not clashes:
        return
    ring = {"boxstyle": "circle,pad=0.35", "facecolor": INK, "edgecolor": "white", "lw": 0.6}
    taken: list[Array] = []
    for k, seen in enumerate(camera.pixels([clash.where for clash in clashes]) / scale):
        spot = seen + np.array([0.0, -70.0])
        while any(np.linalg.norm(spot - other) < 44.0 for other in taken):
            spot = spot + np.array([30.0, -22.0])
        taken.append(spot)
        # Rows of the view count from its upper edge, which is 130 below that of the figure.
        x, y = seen[0] / WIDTH, 1.0 - (seen[1] + 130) / top
        u, v = spot[0] / WIDTH, 1.0 - (spot[1] + 130) / top
        figure.lines.append(Line2D([x, u], [y, v], transform=figure.transFigure, color=INK, lw=0.7))
        figure.text(
            u, v, str(k + 1), fontsize=6.5, color="white", ha="center", va="center", weight="bold",
            bbox=ring,
        )  # fmt: skip
