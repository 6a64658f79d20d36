"""Trees over moving segments, triangles and tets: build, refit and self-pairs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np

from impinge.bench.render import Report, Section
from impinge.bench.study import Run
from impinge.bench.timing import Array, Ids, in_turns
from impinge.core.errors import ImpingeError
from impinge.pairs import ElementTree, all_pairs, element_boxes

SHAPES = {
    "segments": ((25, 40, 101), (2,)),
    "triangles": ((251, 201), (0, 1)),
    "tets": ((21, 29, 31), (0, 1, 2)),
}
"""Vertices along each axis of a lattice of some 100,000 elements, and the axes that elements span:
strands, a crumpled sheet, a block."""
STEP = 0.1
"""How far vertices go in a frame, in lengths of an edge."""
CRUMPLED = 0.4
"""Standard deviation of a step of the random walks that bend strands and sheets."""
FRAMES = 20
"""Frames in a row, to and fro."""


def lattice(counts: tuple[int, ...], axes: tuple[int, ...]) -> Ids:
    """Simplices that fill the cells of a lattice along some of its axes, by vertex number.

    Examples
    --------
    >>> lattice((2, 3), (1,)).tolist()
    [[0, 1], [1, 2], [3, 4], [4, 5]]
    >>> lattice((2, 2), (0, 1)).tolist()
    [[0, 2, 3], [0, 1, 3]]
    """
    numbers = np.arange(np.prod(counts)).reshape(counts)
    cells = tuple(slice(-1) if k in axes else slice(None) for k in range(len(counts)))
    strides = np.cumprod((1, *counts[:0:-1]))[::-1]
    # A path from corner to corner of a cell along its edges is a simplex (Kuhn).
    paths = [np.cumsum((0, *strides[list(path)])) for path in permutations(axes)]
    return (numbers[cells].reshape(-1, 1, 1) + np.array(paths)).reshape(-1, len(axes) + 1)


def placed(counts: tuple[int, ...], axes: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Vertices of a lattice in space, edges about one long; strands and sheets are crumpled."""
    places = np.zeros((*counts, 3))
    places[..., : len(counts)] = np.moveaxis(np.indices(counts), 0, -1)
    for axis in axes if len(axes) < 3 else ():
        # A random walk along the axis, each strand its own.
        sizes = [1 if k in axes and k != axis else count for k, count in enumerate(counts)]
        places += np.cumsum(rng.normal(0.0, CRUMPLED, (*sizes, 3)), axis)
    return places.reshape(-1, 3)


def element_row(name: str, repetitions: int, share: int = 1) -> Report:
    """Times for one kind of element; its lattice is ``share`` times smaller.

    A frame is a tree refitted to moved boxes. Its pairs must be those of comparing all boxes.
    """
    rng = np.random.default_rng(5)
    counts, axes = tuple(max(2, count // share) for count in SHAPES[name][0]), SHAPES[name][1]
    elements, start = lattice(counts, axes), placed(counts, axes, rng)
    vertices = start, start + rng.normal(0.0, STEP, start.shape)
    frames = [element_boxes(places, elements) for places in vertices]
    tree = ElementTree(*frames[0])
    tree.refit(*frames[1])
    pairs = tree.pairs()
    if not np.array_equal(pairs, all_pairs(*frames[1])):
        raise ImpingeError(f"elements: {name}: other pairs than by comparing all")
    asked: dict[str, Callable[[int], Any]] = {
        "boxes": lambda k: element_boxes(vertices[k % 2], elements),
        "build": lambda k: ElementTree(*frames[k % 2]),
        "refit": lambda k: tree.refit(*frames[k % 2]),
        "pairs": lambda _: tree.pairs(),
    }
    times = in_turns({what: (ask, FRAMES) for what, ask in asked.items()}, repetitions)
    return {
        "elements": name, "count": len(elements), "pairs": len(pairs),
        "ms": {what: 1e3 * seen.undisturbed() for what, seen in times.items()},
        "ratio": times["build"].undisturbed() / times["refit"].undisturbed(),
    }  # fmt: skip


def elements(run: Run) -> None:
    for name in SHAPES:
        run.say(f"elements: {name}")
        run.add("elements", element_row(name, *run.size["elements"]))


SECTION = Section.of_rows("elements", "elements that move: ms, one thread, best repetitions", {
    "elements": "{elements}", "number": "{count:,}", "boxes": "{ms[boxes]:.2f}",
    "build": "{ms[build]:.2f}", "refit": "{ms[refit]:.2f}", "build / refit": "{ratio:.1f}",
    "self-pairs": "{ms[pairs]:.2f}", "pairs": "{pairs:,}",
}, "bench:pairs-elements")  # fmt: skip
