"""How plots look: one set of colours and marks, told apart with every kind of colour vision."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

Report = dict[str, Any]

# Okabe and Ito.
BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PINK, INK, QUIET, FAINT = "#56B4E9", "#CC79A7", "#1F2328", "#6A737D", "#D8DCE0"
SERIES = (BLUE, ORANGE, GREEN, PINK, RED, SKY, INK)
MARKS = ("o", "s", "^", "D", "v", "P", "X")

DPI = 130
LETTERS = 15.0
"""Letters of a note that fit on an inch."""
PALE = 0.4
"""Share of the colour that pale parts keep."""
WIDE = 600.0
"""An axis over more than this ratio has a number at each power of ten only."""
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans", "font.size": 9.0, "text.color": INK, "figure.facecolor": "white",
    "axes.titlesize": 10.0, "axes.titlelocation": "left", "axes.titleweight": "bold",
    "axes.labelcolor": INK, "axes.edgecolor": QUIET, "axes.linewidth": 0.8, "axes.grid": True,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "grid.color": FAINT, "grid.linewidth": 0.6, "xtick.color": QUIET, "ytick.color": QUIET,
    "xtick.labelcolor": INK, "ytick.labelcolor": INK, "legend.frameon": False,
    "lines.linewidth": 1.6, "lines.markersize": 5.5,
}  # fmt: skip


def drawn(draw: Callable[[Report], Any], report: Report, file: Path | str) -> Path:
    """Draw a report in our style and write it; the file."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    file = Path(file)
    with mpl.rc_context(STYLE):
        figure = draw(report)
        FigureCanvasAgg(figure)
        file.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(file, dpi=DPI)
    return file


def panels(rows: int, columns: int, size: tuple[float, float], title: str, note: str) -> Any:
    """A figure and its (rows, columns) axes, with a heading and a line that says what is shown."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    lines = textwrap.wrap(note, int(LETTERS * size[0]))
    # Inches above the panels for heading and note, whatever the figure's height.
    head = 0.45 + 0.17 * len(lines)
    layout = ConstrainedLayoutEngine(
        rect=(0.0, 0.0, 1.0, 1.0 - head / size[1]), w_pad=0.08, h_pad=0.08
    )
    figure = Figure(figsize=size, dpi=DPI, layout=layout)
    axes = figure.subplots(rows, columns, squeeze=False)
    figure.text(0.008, 1.0 - 0.1 / size[1], title, fontsize=13, weight="bold", va="top")
    figure.text(0.008, 1.0 - 0.36 / size[1], "\n".join(lines), fontsize=9, color=QUIET, va="top")
    return figure, axes


def plain_log(axis: Any) -> None:
    """A logarithmic axis with numbers instead of powers of ten, as many as there is room for."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    parts = (1.0, 2.0, 5.0) if high < WIDE * low else (1.0,)
    axis.set_major_locator(LogLocator(base=10.0, subs=parts, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.10g}"))
    axis.set_minor_formatter(NullFormatter())


def pale(colour: str) -> Any:
    """The same colour, most of the way to white, and not to be seen through."""
    from matplotlib.colors import to_rgb

    return tuple(1.0 - PALE * (1.0 - part) for part in to_rgb(colour))


def legend_below(figure: Any, axes: Any, columns: int) -> None:
    """One legend for all panels, under them, in as many columns as there is room for."""
    handles, labels = axes.get_legend_handles_labels()
    room = int(figure.get_figwidth() / (0.6 + max(map(len, labels), default=0) / LETTERS))
    figure.legend(
        handles, labels, loc="outside lower center", ncols=max(1, min(columns, room)), fontsize=9
    )
