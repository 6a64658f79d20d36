"""Queries about moving features: made ones by family, and real ones with exact answers."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from impinge.bench.timing import Array, Flags, Ids
from impinge.scenes.cloth_steps import read_frames
from impinge.scenes.mesh_pairs import needed_data

FEATURES = ("vertex-face", "edge-edge")
FAMILIES = ("random", "small motion", "near-degenerate", "turning together", "on the border")
FLAT = 1e-7
"""Size of what is left of the third side of a flat face, or of the angle of two edges."""
APART = 1e-3
"""Distance of features that turn together, of sizes about one."""
SCENES = (
    "erleben-cube-cliff-edges", "erleben-sliding-spike", "erleben-spike-hole", "erleben-spikes",
    "erleben-wedges", "unit-tests",
)  # fmt: skip
"""Sets of exact queries below ccd/sample-queries."""


@dataclass(frozen=True, slots=True, eq=False)
class Queries:
    """Rows of four points at both ends of a step; what is known about them, if anything."""

    features: str
    points_t0: Array
    points_t1: Array
    touches: Flags | None = None
    """Whether there is contact: exact."""
    times: Array | None = None
    """Of first contact, to some 1e-16; infinite where there is none."""

    def __len__(self) -> int:
        return len(self.points_t0)

    def some(self, most: int) -> Queries:
        """At most so many of them, spread over all."""
        chosen = np.unique(np.linspace(0, len(self) - 1, min(most, len(self))).astype(int))
        cut = [None if x is None else x[chosen] for x in (self.touches, self.times)]
        return Queries(self.features, self.points_t0[chosen], self.points_t1[chosen], *cut)


def made_queries(family: str, features: str, count: int, seed: int = 0) -> Queries:
    """Queries whose boxes meet on the way, as a broad phase would hand them on.

    Examples
    --------
    >>> len(made_queries("random", "edge-edge", 10))
    10
    """
    rng = np.random.default_rng([seed, FAMILIES.index(family), FEATURES.index(features)])
    if family == "on the border":
        return _on_border(features, count, rng)
    kept: list[Array] = []
    while sum(len(both) for both in kept) < count:
        both = _drawn(family, features, count, rng)
        kept.append(both[_boxes_meet(both, features)])
    both = np.concatenate(kept)[:count]
    return Queries(features, both[:, 0].copy(), both[:, 1].copy())


def _drawn(family: str, features: str, n: int, rng: np.random.Generator) -> Array:
    start = rng.uniform(-1.0, 1.0, (n, 4, 3))
    if family == "random":
        end = rng.uniform(-1.0, 1.0, (n, 4, 3))
    elif family == "small motion":
        end = start + rng.normal(0.0, 0.05, (n, 4, 3))
    elif family == "near-degenerate":
        noise = FLAT * rng.normal(size=(n, 3))
        if features == "edge-edge":
            shift = start[:, 2] - start[:, 0]
            start[:, 3] = start[:, 1] + 0.1 * shift + noise
            start[:, 2] = start[:, 0] + 0.1 * shift
        else:
            start[:, 3] = 0.5 * (start[:, 1] + start[:, 2]) + noise
        end = start + rng.normal(0.0, 0.05, (n, 4, 3))
    else:
        if features == "edge-edge":
            middle = [start[:, some].mean(axis=1)[:, None] for some in (slice(2), slice(2, 4))]
            start[:, 2:] = middle[0] + 0.5 * (start[:, 2:] - middle[1])
            start[:, 2:] += _away(start[:, 1] - start[:, 0], start[:, 3] - start[:, 2])[:, None]
        else:
            start[:, 0] = start[:, 1:].mean(axis=1)
            start[:, 0] += _away(start[:, 2] - start[:, 1], start[:, 3] - start[:, 1])
        turn = np.linalg.qr(rng.normal(size=(n, 3, 3)))[0]
        # Reflections would turn a face inside out.
        turn *= np.sign(np.linalg.det(turn))[:, None, None]
        # Half the way to a rotation by any angle, so that nothing shrinks to a point.
        end = 0.5 * (start + np.einsum("nij,nkj->nki", turn, start))
    return np.stack([start, end], axis=1)


def _away(u: Array, v: Array) -> Array:
    """A little across both."""
    normal = np.cross(u, v)
    return normal * (APART / np.linalg.norm(normal, axis=1))[:, None]


def _on_border(features: str, n: int, rng: np.random.Generator) -> Queries:
    """Contact exactly on the border of a face, or at the end of an edge, at a known time.

    All numbers are multiples of a power of two, and nothing is rounded on the way.
    """
    fine = 2.0**-10
    time = rng.integers(1, 1024, n) * fine
    a, q, s = (np.round(rng.uniform(-1.0, 1.0, (n, 3)) / fine) * fine for _ in range(3))
    speeds = np.round(rng.uniform(-1.0, 1.0, (n, 4, 3)) / fine) * fine
    along = (rng.integers(0, 257, n) / 256.0)[:, None]
    if features == "edge-edge":
        at = [a, a + q, a - along * s, a + (1.0 - along) * s]
    else:
        at = [a + along * q, a, a + q, a + s]
    points = np.stack(at, axis=1)
    start = points - time[:, None, None] * speeds
    return Queries(features, start, start + speeds, np.ones(n, bool))


def _boxes_meet(both: Array, features: str) -> Flags:
    cut = 2 if features == "edge-edge" else 1
    low_a, high_a = (f(both[:, :, :cut], axis=(1, 2)) for f in (np.min, np.max))
    low_b, high_b = (f(both[:, :, cut:], axis=(1, 2)) for f in (np.min, np.max))
    return ((low_a <= high_b) & (low_b <= high_a)).all(axis=1)  # type: ignore[no-any-return]


def sample_queries(scene: str, features: str) -> Queries:
    """A scene of ccd/sample-queries: eight rows a query, with the exact answer."""
    files = sorted(needed_data(f"ccd/sample-queries/{scene}/{features}").glob("*.csv"))
    rows = [line.split(",") for file in files for line in file.read_text().split()]
    touches = np.array([row[6] == "1" for row in rows], bool).reshape(-1, 8)[:, 0]
    return Queries(features, *_points(rows), touches)


def funnel_queries(features: str) -> Queries:
    """Candidate pairs of a cloth in a funnel, with exact answers and exact times."""
    place = needed_data("ccd/scalable-ccd/cloth-funnel")
    short = {"vertex-face": "227vf", "edge-edge": "227ee"}[features]
    with gzip.open(place / "queries" / f"{short}.csv.gz", "rt") as file:
        points = _points([line.split(",") for line in file.read().split()])
    touches = np.array(_read_json(place / "mma_bool" / f"{short}_mma_bool.json.gz"), bool)
    times = np.full(len(touches), np.inf)
    for line in (place / f"{short}_toi.csv").read_text().split()[1:]:
        row, _, time = line.split(",")
        times[int(row)] = float(time)
    return Queries(features, *points, touches, times)


def ball_queries(features: str) -> Queries:
    """Candidate pairs of a cloth on a ball, two frames of 92,230 triangles, with exact answers."""
    place = needed_data("ccd/scalable-ccd/cloth-ball")
    first, last, faces = real_frames("cloth-ball")
    short = {"vertex-face": "92vf", "edge-edge": "92ee"}[features]
    ids = np.array(_read_json(place / "boxes" / f"{short}.json.gz"))
    touches = np.array(_read_json(place / "mma_bool" / f"{short}_mma_bool.json.gz"), bool)
    sides = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    edges = np.unique(sides[:, ::-1], axis=0)[:, ::-1]
    if features == "edge-edge":
        corners = edges[ids - len(first)].reshape(-1, 4)
    else:
        corners = np.column_stack([ids[:, 0], faces[ids[:, 1] - len(first) - len(edges)]])
    return Queries(features, first[corners], last[corners], touches)


def real_frames(cloth: str) -> tuple[Array, Array, Ids]:
    """Vertices of a cloth in two frames of ccd/scalable-ccd, and its faces."""
    first, last = read_frames(cloth)
    return first.vertices, last.vertices, first.faces


def _points(rows: list[list[str]]) -> tuple[Array, Array]:
    """(n, 4, 3) at both ends, from numerators and denominators, each exact in float64."""
    values = [float(Fraction(int(row[k]), int(row[k + 1]))) for row in rows for k in (0, 2, 4)]
    start, end = np.array(values).reshape(-1, 2, 4, 3).transpose(1, 0, 2, 3).copy()
    return start, end


def _read_json(file: Path) -> Any:
    with gzip.open(file, "rt") as text:
        return json.load(text)
