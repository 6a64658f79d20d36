"""Curves over a logarithmic axis, as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from impinge.viewer.clash import CONTACT, DPI, INK, QUIET, TOUCHING

COLOURS = (CONTACT, TOUCHING)
MARKS = ("o", "s")
SIZE = (1600, 900)
"""Pixels."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Points of one curve, and what it shows."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def draw_curves(
    path: Path, title: str, subtitle: str, x_label: str, y_label: str, curves: Sequence[Curve]
) -> None:
    """Write a picture of up to two curves, both axes logarithmic.

    Colours differ in lightness and marks in shape: told apart with every kind of colour vision,
    and in grey. A value of zero has no place on such an axis: the curve ends before it.

    Parameters
    ----------
    path : Path
        Of the PNG file.
    title, subtitle : str
        Written above.
    x_label, y_label : str
        With units.
    curves : sequence of Curve
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(SIZE[0] / DPI, SIZE[1] / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.09, 0.13, 0.88, 0.68))
    for curve, colour, mark in zip(curves, COLOURS, MARKS, strict=False):
        shown = [(x, y) for x, y in zip(curve.x, curve.y, strict=True) if y > 0.0]
        axes.plot(
            [x for x, _ in shown], [y for _, y in shown],
            color=colour, marker=mark, markersize=3.5, linewidth=1.4, label=curve.name,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(x_label, fontsize=7.5, color=INK)
    axes.set_ylabel(y_label, fontsize=7.5, color=INK)
    axes.tick_params(which="both", labelsize=6.5, colors=QUIET, width=0.5)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.grid(which="major", color="#E3E6E9", linewidth=0.6)
    for side, spine in axes.spines.items():
        spine.set_visible(side in {"left", "bottom"})
        spine.set_color(QUIET)
        spine.set_linewidth(0.6)
    axes.legend(fontsize=7, frameon=False, labelcolor=INK)
    figure.text(0.025, 0.945, title, fontsize=12.5, weight="bold", color=INK, va="center")
    figure.text(0.025, 0.88, subtitle, fontsize=7.5, color=QUIET, va="center")
    figure.savefig(path)
