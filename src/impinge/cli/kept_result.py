"""Results of queries from what their ``to_dict`` has written into a file."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from impinge.contacts import Contacts, Nature
from impinge.continuous import Impact
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.rows import Field, Rows
from impinge.hierarchy import ClosestPoint, RayHits
from impinge.narrow import (
    Bounded,
    Distance,
    FeaturePairs,
    Penetration,
    Proximities,
    TrianglePairs,
)
from impinge.narrow.kernels.pair_row import KIND, PART_A, PART_B
from impinge.narrow.pair_rows import PairRows
from impinge.narrow.penetration import KINDS
from impinge.scene import Nearest, NearestPair, NearestThings, NearPairs, Scene, SceneRayHits
from impinge.simulation import ClothStatus, ClothStep

MADE_OF: tuple[tuple[type[Rows], set[str]], ...] = (
    (Impact, {"time", "status", "gap", "point_a", "point_b", "normal"}),
    (Bounded, {"overlap", "certain", "lower", "upper", "point_a", "point_b", "elapsed"}),
    (Penetration, {"depth", "direction", "kind", "point_a", "point_b", "lower"}),
    (Contacts, {"separation", "normal", "nature", "point_a", "point_b"}),
    (NearestPair, {"names", "distance", "normal", "point_a", "point_b"}),
    (Nearest, {"name", "distance", "normal", "point_a", "point_b"}),
    (Distance, {"distance", "normal", "point_a", "point_b", "feature_a", "feature_b"}),
    (SceneRayHits, {"name", "distance", "point", "normal", "feature"}),
    (RayHits, {"distance", "point", "normal", "feature"}),
    (ClosestPoint, {"distance", "point", "feature"}),
)
"""Results, and what a dictionary of each has; the first that fits is taken."""
BATCHES: dict[type[Rows], type[Rows]] = {NearestPair: NearPairs, Nearest: NearestThings}
"""Results whose batches are of another kind."""
TABLES: tuple[tuple[str, set[str]], ...] = (
    ("Free step", {"step", "status", "features", "tested"}),
    ("Elementary impacts", {"time", "status", "parameters", "normal"}),
    ("Freedom", {"free", "status", "time", "steps"}),
    ("Regions", {"point", "normal", "depth", "point_a", "point_b"}),
    ("Explanation", {"reason", "text"}),
    ("Walk of two trees", {"volume_tests", "primitive_tests"}),
    ("Triangle pairs", {"pairs", "offsets"}),
    ("Self-intersections", {"pairs", "visited", "tested"}),
    ("Cloth step", {"vertices", "taken", "zones"}),
    ("Proximities", {"vertex_face", "edge_edge", "edges"}),
    ("Contacts of a robot", {"pairs", "rows", "contacts"}),
    ("Detected pairs", {"pairs", "time", "substeps"}),
    ("Ignored pairs", {"samples", "never", "always"}),
    ("Motion", {"kind", "pose_t0"}),
)
"""Results whose values a page shows as they are: titles and fields."""
MAY_BE_ENDLESS = (Impact, RayHits)
"""Results without a place where nothing was found."""


class KeptSelfIntersections(NamedTuple):
    """Faces that meet others of their surface, as they were written."""

    pairs: Ids
    visited: int
    tested: int
    looked_at: Ids


def result_of(plain: dict[str, Any]) -> Any | None:
    """The result, or None if the dictionary is none.

    A ``KeyError``, ``TypeError`` or ``ValueError`` if it looks like one and something in it is not.

    Examples
    --------
    >>> import impinge as im
    >>> near = im.distance(im.Sphere(1), im.Box((1, 1, 1)))
    >>> result_of(near.to_dict()).to_dict() == near.to_dict()
    True
    """
    keys = plain.keys()
    if keys >= {"shapes", "objects"}:
        return Scene.from_dict(plain)
    if keys >= {"pairs", "began", "contacts"}:
        return SimpleNamespace(
            pairs=[(str(a), str(b)) for a, b in plain["pairs"]],
            began=[(str(a), str(b)) for a, b in plain["began"]],
            contacts=_rows_of(Contacts, plain["contacts"]),
        )
    if keys == {"pairs", "offsets"}:
        pairs = np.asarray(plain["pairs"], dtype=np.int64).reshape(-1, 2)
        return TrianglePairs(pairs, _offsets(plain["offsets"], len(pairs)))
    if keys >= {"pairs", "visited", "tested", "looked_at"}:
        rows = (_numbered(plain[name], 2) for name in ("pairs", "looked_at"))
        return KeptSelfIntersections(next(rows), int(plain["visited"]), int(plain["tested"]), *rows)
    if keys == {"vertex_face", "edge_edge", "edges"}:
        vertex_face, edge_edge = (_features_of(plain[k]) for k in ("vertex_face", "edge_edge"))
        return Proximities(vertex_face, edge_edge, _numbered(plain["edges"], 2))
    if keys >= {"vertices", "velocities", "taken", "impacts", "zones"}:
        return _cloth_step(plain)
    for kind, needed in MADE_OF:
        if needed <= keys:
            several = isinstance(plain.get("distance"), list)
            return _rows_of(BATCHES.get(kind, kind) if several else kind, plain)
    return None


def table_of(plain: dict[str, Any]) -> str | None:
    """The title of a result that is shown as a table of its fields; None if it is no result.

    Examples
    --------
    >>> table_of({"free": True, "status": "FREE", "time": 1.0, "steps": 1})
    'Freedom'
    """
    return next((title for title, needed in TABLES if needed <= plain.keys()), None)


def _cloth_step(plain: dict[str, Any]) -> ClothStep:
    vertices, velocities = (_finite(plain[name], 3, name) for name in ("vertices", "velocities"))
    zones = tuple(_numbered(zone, 1).ravel() for zone in plain["zones"])
    if any(zone.max(initial=0) >= len(vertices) for zone in zones):
        raise ValueError("zones: a number beyond the vertices")
    return ClothStep(
        vertices, velocities, ClothStatus[plain["status"]], float(plain["taken"]),
        int(plain["repulsions"]), tuple(map(int, plain["impacts"])), zones,
        {str(stage): float(time) for stage, time in plain["seconds"].items()},
    )  # fmt: skip


def _features_of(plain: dict[str, Any]) -> FeaturePairs:
    widths = {"weights": 4, "distance": 1, "normal": 3}
    floats = {name: _finite(plain[name], width, name) for name, width in widths.items()}
    nature = np.array([Nature[word] for word in plain["nature"]], np.int64)
    pair, vertices = _numbered(plain["pair"], 2), _numbered(plain["vertices"], 4)
    distance = floats["distance"].ravel()
    found = pair, vertices, floats["weights"], distance, floats["normal"], nature
    if len({len(part) for part in found}) > 1:
        raise ValueError("pair: expected as many rows as of the others")
    return FeaturePairs(*found)


def _numbered(value: Any, width: int) -> Ids:
    """Rows of numbers of faces, vertices and the like."""
    found = np.asarray(value, dtype=np.int64).reshape(-1, width)
    if found.min(initial=0) < 0:
        raise ValueError("a negative number")
    return found


def _finite(value: Any, width: int, name: str) -> Array:
    found = np.asarray(value, dtype=np.float64).reshape(-1, width)
    if not np.isfinite(found).all():
        raise ValueError(f"{name}: expected finite numbers")
    return found


def _rows_of(kind: type[Rows], plain: dict[str, Any]) -> Any:
    """A result from its fields; what was not written is zero, or -1 for numbers of features."""
    fields = {
        name: field
        for base in reversed(kind.__mro__)
        for name, field in vars(base).items()
        if isinstance(field, Field) and name in plain
    }
    values = {name: _numbers(plain[name], field, name) for name, field in fields.items()}
    if not issubclass(kind, MAY_BE_ENDLESS):
        for name, found in values.items():
            if found.shape[-1:] == (3,) and not np.isfinite(found).all():
                raise ValueError(f"{name}: expected finite numbers")
    single = not issubclass(kind, Contacts) and min(v.ndim for v in values.values()) == 0
    count = 1 if single else len(next(iter(values.values())))
    layout, given = kind._layout, {}
    for name, found in values.items():
        own = fields[name]._name or name
        given[own] = found.reshape(count, layout._widths[own])
    rows = layout.rows(count, **given)
    if issubclass(kind, PairRows):
        # Rows of shapes without parts end before these.
        if "part_a" in plain:
            rows[:, PART_A], rows[:, PART_B] = plain["part_a"], plain["part_b"]
        else:
            rows = rows[:, :PART_A]
    if kind is Penetration:
        rows[:, KIND] = [KINDS.index(word) for word in np.atleast_1d(plain["kind"])]
    if kind is Contacts:
        return Contacts(rows, _offsets(plain.get("offsets"), count))
    return kind(rows[0] if single else rows, *(_tupled(plain[name]) for name in kind._beside))


def _tupled(names: Any) -> Any:
    return tuple(map(_tupled, names)) if isinstance(names, list) else names


def _numbers(value: Any, field: Field[Any], name: str) -> Any:
    """Numbers of a field: None stands for infinity, words for their codes."""
    found = np.asarray(value, dtype=object)
    if field.words is not None:
        codes = [-1 if word is None else field.words[word] for word in found.ravel()]
        return np.array(codes, np.float64).reshape(found.shape)
    numbers = np.where(found == None, np.inf, found).astype(np.float64)  # noqa: E711 (by element)
    if np.isnan(numbers).any():
        raise ValueError(f"{name}: not a number")
    return numbers


def _offsets(value: Any, count: int) -> Any:
    if value is None:
        return None
    found = np.asarray(value, dtype=np.int64)
    if found.ndim != 1 or len(found) < 1 or (np.diff(found, prepend=0, append=count) < 0).any():
        raise ValueError("offsets: expected numbers of rows that grow")
    return found
