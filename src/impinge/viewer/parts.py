"""A page while it is made: layers, tables, meshes, notes, and the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import shown
from impinge.viewer.coordinates import Coordinates
from impinge.viewer.display_mesh import Meshes
from impinge.viewer.payload import VERSION, Arrays
from impinge.viewer.step import Step
from impinge.viewer.tables import MOST_ROWS, Table, table
from impinge.viewer.words import Lengths, Words, plain_words, text_of

PALETTE = (
    "neutral", "a", "b", "c", "touch", "near", "free", "began", "lasting", "ended", "contact",
    "candidate", "cell", "volume", "path", "resting",
)  # fmt: skip
"""Colours by what they mean; the page chooses them for light and dark."""


ROUNDING = 1e-7
"""Separations below this share of the scene's size are those of coordinates in float32 files."""
FAR_ROUNDING = 1e-14
"""The same of how far the scene is from the origin, in float64."""


class Answer(NamedTuple):
    """A part of the headline.

    Of several about the same two things, those of the highest rank are shown: a headline says one
    thing once.
    """

    words: Words
    about: object = None
    rank: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """What a picture shows beside its things: a result or marks, by name; it is ``put`` on a page.

    It may have an ``extent``, (k, 3): points around what it shows beyond the things.
    """

    found: Any
    name: str

    def extent(self) -> Array:
        return np.zeros((0, 3))


def as_colour(colour: Any) -> str:
    """A colour of the palette, or ``#rrggbb``, checked."""
    if isinstance(colour, str) and (colour in PALETTE or re.fullmatch("#[0-9a-fA-F]{6}", colour)):
        return colour
    raise ImpingeError(f"colour: {shown(colour)}, expected #rrggbb or one of {', '.join(PALETTE)}")


class PageParts:
    """What a page will show, gathered layer by layer.

    Parameters
    ----------
    at : Coordinates
        Of the drawing.
    radius : float, optional
        Half the size of the scene [m].
    step : Step, optional
        In which things move; its phases are the frames then.

    Attributes
    ----------
    things : dict of str to (str, int)
        Of each thing by name its layer and its place in it.
    deforming : dict of str to int
        Of each thing that deforms its mesh.
    pane : int
        The picture that layers and tables are added to; see :meth:`begin`.
    drawn_centres : dict of str to (n, 3) float64
        Of each layer of things the points from which its meshes are drawn.
    touched : dict of str to (F,) int64
        Colours of things that robots of this picture touch at each frame, places in the palette of
        scenes; 0 where they touch none.
    thing_rows, tracks, trees : list
        Rows of the tables of things, of tracks, and of trees of bounding volumes of ``kinds``.
    pair_colours : dict of object to str
        Of each pair that an answer is about, the colour of its depth.
    clock_words : list of (str, str), optional
        What the clock says at each frame, instead of seconds and the frame's number.
    moments : list of dict
        Frames that are marked on the slider: ``frame``, ``label``, ``names``, ``known``.
    opening : int
        The frame that is shown first.
    cautions : list of str
        What must be known to read the picture: shown over it. Notes are for those who ask.
    """

    def __init__(self, at: Coordinates, radius: float = 1.0, step: Step | None = None) -> None:
        self.at = at
        self.step = step
        self.panes: list[dict[str, Any]] = []
        self.arrays = Arrays()
        self.meshes = Meshes(at, radius)
        self.plots: list[dict[str, Any]] = []
        self.robots: list[dict[str, Any]] = []
        self.up = (0.0, 0.0, 1.0)
        self.drawn_centres: dict[str, Array] = {}
        self.kinds: set[str] = set()
        self.layers: list[dict[str, Any]] = []
        self.tables: list[Table] = []
        self.legend: dict[str, dict[str, Any]] = {}
        self.labels: list[dict[str, Any]] = []
        self.notes: list[str] = []
        self.cautions: list[str] = []
        self.answers: list[Answer] = []
        self.unit = "m"
        self.pair_colours: dict[object, str] = {}
        self.clock_words: list[tuple[str, str]] | None = None
        self.moments: list[dict[str, Any]] = []
        self.opening = 0

    def begin(self, name: str = "", times: Array | None = None) -> None:
        """Begin a picture, beside those before; ``times`` are those of its frames [s]."""
        self.times = times if self.step is None else self.step.times
        self.pane = len(self.panes)
        self.panes.append({"name": name, "times": self.times})
        self.things: dict[str, tuple[str, int]] = {}
        self.thing_rows: list[Any] = []
        self.deforming: dict[str, int] = {}
        self.trees: list[tuple[str, str, int, int]] = []
        self.touched: dict[str, Ids] = {}
        self.tracks: list[list[Any]] = []

    @property
    def rounding(self) -> float:
        """Separations that are no more than this are shown as zero [m]."""
        return float(ROUNDING * self.at.scale + FAR_ROUNDING * np.abs(self.at.origin).max())

    def say(self, *words: str | Lengths, about: object = None, rank: int = 0) -> None:
        """Add something to the headline."""
        self.answers.append(Answer(words, about, rank))

    def said(self, first: int = 0, between: str = "; ") -> list[str | Lengths]:
        """The headline of all answers from one on: each thing once."""
        answers = self.answers[first:]
        most: dict[object, int] = {}
        for one in answers:
            most[one.about] = max(one.rank, most.get(one.about, one.rank))
        told = {
            tuple(one.words): None
            for one in answers
            if one.about is None or one.rank == most[one.about]
        }
        found: list[str | Lengths] = []
        for words in told:
            found += [between, *words] if found else words
        return found

    @property
    def thing_table(self) -> str:
        """Id of the table of things of this picture."""
        return "things" if self.pane == 0 else f"things-{self.pane + 1}"

    def layer(
        self,
        kind: str,
        name: str,
        colour: str,
        *,
        visible: bool = True,
        about: str | None = None,
        frames: ArrayLike | None = None,
        table: str | None = None,
        rows: ArrayLike | None = None,
        levels: ArrayLike | None = None,
        level: int = 0,
        **more: Any,
    ) -> str:
        """Add a layer, drawn after those before it; its id."""
        key = f"{kind}-{len(self.layers)}"
        self.layers.append({
            "kind": kind, "id": key, "name": name, "visible": visible, "colour": colour,
            "pane": self.pane, "about": about, "frames": self._integers(frames), "table": table,
            "rows": self._integers(rows), "levels": self._integers(levels), "level": level, **more,
        })  # fmt: skip
        return key

    def add_points(
        self, name: str, colour: str, points: ArrayLike, size: float, legend: str = "", **more: Any
    ) -> str:
        """A layer of points of the world, (n, 3), so many pixels large; its id.

        ``legend`` is what the legend says of them, if anything.
        """
        return self._marks(
            "points", name, colour, legend, positions=self.points(points), size=size, **more
        )

    def add_lines(
        self, name: str, colour: str, lines: ArrayLike, width: float, legend: str = "", **more: Any
    ) -> str:
        """A layer of segments of the world, (n, 2, 3), likewise; dashed, or with marked ends."""
        first = {"segments": self.points(lines), "dashed": False, "width": width, "ends": False}
        return self._marks("lines", name, colour, legend, **{**first, **more})

    def add_arrows(
        self, name: str, colour: str, at: ArrayLike, along: ArrayLike, legend: str = "", **more: Any
    ) -> str:
        """A layer of arrows at (n, 3) along (n, 3), likewise: of true length.

        Along unit vectors they are so many ``pixels`` long, if that is given.
        """
        pixels, positions = more.pop("pixels", None), self.points(at)
        vectors = self.vectors(along) if pixels is None else self.arrays.floats(along)
        first = {"positions": positions, "vectors": vectors, "pixels": pixels}
        return self._marks("arrows", name, colour, legend, **first, **more)

    def _marks(self, kind: str, name: str, colour: str, legend: str, **more: Any) -> str:
        if legend:
            self.explain(legend, colour, "dashed" if more.get("dashed") else kind)
        return self.layer(kind, name, colour, **more)

    def table(self, *given: Any, **more: Any) -> str:
        """Add a table, as of :func:`~impinge.viewer.tables.table`; its id, which no other has.

        Of a very long one the first rows are kept, and a note says so.
        """
        made = table(*given, **more)
        rows = made["rows"]
        if made["frames"] is None and len(rows) > MOST_ROWS:
            made["rows"] = rows[:MOST_ROWS]
            self.notes.append(
                f"The table {made['name']} holds the first {MOST_ROWS:,} of {len(rows):,} rows, so "
                "that this page stays small; the picture shows all."
            )
        key = made["id"]
        while any(other["id"] == key for other in self.tables):
            key = _next(key)
        made["id"], made["pane"] = key, self.pane
        self.tables.append(made)
        return key

    def explain(
        self,
        text: str,
        colour: str,
        kind: str = "things",
        values: tuple[float, float] | None = None,
        **more: Any,
    ) -> None:
        """Say in the legend what a mark means: its colour, and the kind of layer it is of.

        With ``values``, colours stand for values from the first to the second.
        """
        ends = {} if values is None else {"range": {"low": values[0], "high": values[1]}}
        self.legend.setdefault(text, {"colour": colour, "kind": kind, **ends, **more})

    def label(
        self,
        text: str | Lengths,
        place: ArrayLike,
        layer: str | None = None,
        since: int | None = None,
        along: ArrayLike | None = None,
    ) -> None:
        """Write something beside a place of the world; hidden with its layer, if it has one.

        With ``since``, it is there from this frame on. With ``along``, a vector, it stands off its
        place to the side of that, so that it hides nothing, and a line leads there.
        """
        at = np.asarray(place, dtype=np.float64)
        if np.isfinite(at).all():
            said: dict[str, Any] = {
                "text": text_of([text], self.unit), "words": plain_words([text]),
                "at": at.tolist(), "layer": layer, "pane": self.pane,
            }  # fmt: skip
            if since is not None:
                said["since"] = since
            if along is not None:
                said["along"] = np.asarray(along, dtype=np.float64).tolist()
            self.labels.append(said)

    def points(self, world: ArrayLike) -> int:
        """The number of an array of places of the world."""
        return self.arrays.floats(self.at.points(world))

    def vectors(self, world: ArrayLike) -> int:
        """The number of an array of lengths or vectors of the world."""
        return self.arrays.floats(self.at.lengths(world))

    def payload(self, title: str, generator: str) -> dict[str, Any]:
        """All of it, JSON-ready."""
        meshes, notes = self.meshes.plain(self.arrays)
        headline = self.said()
        times = [pane["times"] for pane in self.panes if pane["times"] is not None]
        whole = np.unique(np.concatenate(times)) if times else None
        return {
            "version": VERSION,
            "title": title,
            "subtitle": text_of(headline, self.unit),
            "headline": plain_words(headline),
            "unit": self.unit,
            "generator": generator,
            "origin": self.at.origin.tolist(),
            "scale": self.at.scale,
            "up": list(self.up),
            "meshes": meshes,
            "panes": [
                {"name": pane["name"], "clock": self._clock(pane["times"], whole)}
                for pane in self.panes
            ],
            "times": None if whole is None else whole.tolist(),
            "plots": self.plots,
            "robots": self.robots,
            "step": None if self.step is None else self.step.plain(),
            "frame": (self.opening if self.step is None else self.step.phase(self.step.opening)),
            "clock_words": self.clock_words,
            "moments": self.moments,
            "layers": self.layers,
            "tables": self.tables,
            "legend": [{"text": text, **entry} for text, entry in self.legend.items()],
            "labels": self.labels,
            "notes": list(dict.fromkeys([*notes, *self.notes])),
            "cautions": list(dict.fromkeys(self.cautions)),
            "arrays": self.arrays.plain(),
        }

    def _clock(self, times: Any, whole: Any) -> int | None:
        """The frame of a picture at each frame of the page, where these are not the same."""
        if times is None or len(times) == len(whole):
            return None
        return self.arrays.integers(np.maximum(np.searchsorted(times, whole, side="right") - 1, 0))

    def _integers(self, values: ArrayLike | None) -> int | None:
        return None if values is None else self.arrays.integers(values)


def _next(key: str) -> str:
    """``contacts`` becomes ``contacts-2``, and that ``contacts-3``."""
    stem, _, number = key.rpartition("-")
    return f"{stem}-{int(number) + 1}" if stem and number.isdigit() else f"{key}-2"
