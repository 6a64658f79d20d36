"""A still picture of a page by the library's own rays, where there is no browser."""

from __future__ import annotations

import base64
import io
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.formats.writing import write_file
from impinge.geometry import Mesh
from impinge.viewer.camera import Camera
from impinge.viewer.clash import figure_of
from impinge.viewer.coordinates import moved
from impinge.viewer.display_mesh import simplified
from impinge.viewer.model import Colour, colour, model_of
from impinge.viewer.shading import render

COLOURS = {
    "neutral": "#C3CAD2", "a": "#0072B2", "b": "#E69F00", "c": "#009E73", "touch": "#D55E00",
    "near": "#E69F00", "free": "#DDE1E6", "began": "#E69F00", "lasting": "#0072B2",
    "ended": "#CC79A7", "contact": "#111418", "candidate": "#6A737D", "cell": "#56B4E9",
    "volume": "#56B4E9", "path": "#CC79A7", "resting": "#58A79C",
}  # fmt: skip
"""Those of the page, in light; of Okabe and Ito, told apart with every kind of colour vision."""
INK, QUIET = "#1F2328", "#6A737D"
MOST_TRIANGLES = 1_500_000
"""Triangles of a picture, whose tree is built at once; meshes are made simpler beyond."""
TOWARDS = (0.75, -1.2, 0.8)
DPI = 150


def draw_still(
    payload: dict[str, Any], path: Path, *, size: tuple[int, int] = (1600, 1000), samples: int = 2
) -> None:
    """Write a PNG of what a page shows first: things, points and lines; volumes are left out.

    Of pictures beside each other it is the first. The payload is that of
    :meth:`impinge.View.payload`, the size in pixels, with so many rays for each.
    """
    arrays = [_array(plain) for plain in payload["arrays"]]
    width, height = size
    meshes, poses, paint = _things(payload, arrays)
    marks = [
        (layer, _places(layer, arrays, payload["frame"]))
        for layer in payload["layers"]
        if _seen(layer) and layer.get("of") is None and layer.keys() & {"positions", "segments"}
    ]
    cloud = [moved(mesh.vertices, pose) for mesh, pose in zip(meshes, poses, strict=True)]
    cloud += [places.reshape(-1, 3) for _, places in marks]
    points = np.concatenate([np.zeros((0, 3)), *cloud])
    if len(points) == 0:
        points = np.zeros((1, 3))
    camera = Camera.framing(points, TOWARDS, width, height, 28.0, 0.82)
    figure = figure_of(width, height, DPI)
    if meshes:
        model = model_of(meshes, poses, paint)
        figure.figimage(render(model, camera, samples=samples, reach=0.3), 0, 0, origin="upper")
    for layer, places in marks:
        if layer["kind"] != "arrows":
            _mark(figure, camera, layer, places)
        elif layer["pixels"] is None:
            heads = places + _shown(layer, "vectors", arrays, payload["frame"])
            _mark(figure, camera, layer, np.stack([places, heads], axis=1))
    _text(figure, payload)
    out = io.BytesIO()
    figure.savefig(out, format="png")
    write_file(path, out.getvalue())


def _array(plain: dict[str, Any]) -> NDArray[Any]:
    raw = base64.b64decode(plain["data"])
    found = np.frombuffer(raw, f"<{plain['dtype']}").reshape(plain["shape"])
    return found if "step" not in plain else plain["low"] + found * np.array(plain["step"])


def _things(
    payload: dict[str, Any], arrays: list[NDArray[Any]]
) -> tuple[list[Mesh], Array, list[Colour]]:
    """Mesh, pose and colour of each thing, at the frame that the page opens with."""
    at = payload["frame"]
    layers = [x for x in payload["layers"] if x["kind"] == "things" and _seen(x)]
    numbers = [k for layer in layers for k in arrays[layer["mesh"]].tolist()]
    counts = [len(arrays[mesh["indices"]]) for mesh in payload["meshes"]]
    share = MOST_TRIANGLES / max(sum(counts[k] for k in numbers), 1)
    made = []
    for mesh, count in zip(payload["meshes"], counts, strict=True):
        vertices = arrays[mesh["positions"]].astype(np.float64)
        if mesh["frames"] is not None:
            vertices = arrays[mesh["frames"]].reshape(-1, len(vertices), 3)[at]
        faces = arrays[mesh["indices"]].astype(np.int64)
        if share < 1.0:
            vertices, faces = simplified(vertices, faces, max(4, int(share * count)))
        made.append(Mesh(vertices, faces) if len(faces) else None)
    meshes, poses, paint = [], [np.zeros((0, 4, 4))], []
    for layer in layers:
        rows = arrays[layer["poses"]].astype(np.float64)
        first = (rows[at] if rows.ndim == 3 else rows).reshape(-1, 3, 4)
        chosen = arrays[layer["colours"]]
        chosen = chosen[at] if chosen.ndim == 2 else chosen
        bottom = np.tile([0.0, 0.0, 0.0, 1.0], (len(first), 1, 1))
        whole = np.concatenate([first, bottom], axis=1)
        numbers = arrays[layer["mesh"]].tolist()
        there = [i for i, k in enumerate(numbers) if made[k] is not None]
        meshes += [made[numbers[i]] for i in there]
        paint += [_colour(layer["palette"][chosen[i]]) for i in there]
        poses.append(whole[there])
    return meshes, np.concatenate(poses), paint  # type: ignore[return-value]


def _seen(layer: dict[str, Any]) -> bool:
    return bool(layer["visible"] and layer["pane"] == 0)


def _places(layer: dict[str, Any], arrays: list[NDArray[Any]], frame: int) -> Array:
    """(n, 3) points, or (n, 2, 3) segments, of a layer at a frame; strands are segments."""
    if layer["kind"] != "strands":
        return _shown(layer, "segments" if "segments" in layer else "positions", arrays, frame)
    first, end = arrays[layer["frames"]][frame : frame + 2].tolist()
    ends, points = arrays[layer["offsets"]][first : end + 1], arrays[layer["positions"]]
    lines = [points[a:b] for a, b in pairwise(ends)]
    pairs = [np.stack([line[:-1], line[1:]], axis=1) for line in lines]
    return np.concatenate([np.zeros((0, 2, 3)), *pairs])


def _colour(name: str) -> Colour:
    return colour(COLOURS.get(name, name))


def _shown(layer: dict[str, Any], key: str, arrays: list[NDArray[Any]], frame: int) -> Array:
    """The rows of a layer at a frame."""
    rows = arrays[layer[key]].astype(np.float64)
    if layer["frames"] is None:
        return rows
    first, end = arrays[layer["frames"]][frame : frame + 2].tolist()
    return rows[first:end]


def _mark(figure: Any, camera: Camera, layer: dict[str, Any], places: Array) -> None:
    """Points and lines over the picture; what is behind a surface is seen through it."""
    from matplotlib.collections import LineCollection
    from matplotlib.lines import Line2D

    code = _colour(layer["colour"])
    seen = camera.pixels(places.reshape(-1, 3)) / (camera.width, camera.height)
    spots = np.stack([seen[:, 0], 1.0 - seen[:, 1]], axis=1)
    if layer["kind"] == "points":
        dots = Line2D(
            *spots.T, transform=figure.transFigure, color=code, marker="o", linestyle="none",
            markersize=0.5 * layer["size"], markeredgewidth=0.0,
        )  # fmt: skip
        figure.lines.append(dots)
    elif layer["kind"] in ("lines", "strands", "arrows") and len(spots):
        lines = LineCollection(
            list(spots.reshape(-1, 2, 2)), transform=figure.transFigure, colors=[code],
            linewidths=0.6 * layer.get("width", 2.0),
            linestyles="dashed" if layer.get("dashed") else "solid",
        )  # fmt: skip
        figure.add_artist(lines)


def _text(figure: Any, payload: dict[str, Any]) -> None:
    """Title and answer above, the legend below."""
    width, height = figure.bbox.width, figure.bbox.height
    left = 28 / width
    title, answer = _plain(payload["heading"]), _plain(payload["subtitle"])
    figure.text(left, 1 - 40 / height, title, fontsize=14, weight="bold", color=INK, va="center")
    figure.text(left, 1 - 76 / height, answer, fontsize=9, color=QUIET, va="center")
    x = 28.0
    for entry in payload["legend"]:
        text = _plain(entry["text"])
        code = _colour(entry["colour"])
        figure.text(x / width, 28 / height, "\u25a0", fontsize=11, color=code, va="center")
        figure.text((x + 22) / width, 28 / height, text, fontsize=8.5, color=INK, va="center")
        x += 60 + 9.5 * len(text)


def _plain(text: str) -> str:
    """Without the signs by which matplotlib knows formulas, and what no font has."""
    return "".join(c if c.isprintable() and c != "$" else " " for c in str(text))
