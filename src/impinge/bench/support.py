"""Which queries take which shapes: the page ``docs/support.md``, made from the queries' tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge import geometry
from impinge.bench.render import Table, markdown_table, triangle
from impinge.contacts.collide import COLLIDE
from impinge.continuous.stay_free import STAY_FREE
from impinge.continuous.time_of_impact import TIME_OF_IMPACT
from impinge.core.errors import ImpingeError
from impinge.core.table import PairTable
from impinge.geometry import Shape
from impinge.hierarchy import cast_ray, closest_point, contains
from impinge.narrow import penetration
from impinge.narrow.distance import DISTANCE
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.pairs import PAIRS
from impinge.narrow.penetration import KINDS as DEPTHS
from impinge.narrow.penetration import PENETRATION

HEAD = """# What is supported

Every query on two shapes, for every pair of kinds; and every query on one. This page is written
by `impinge bench support --markdown docs/support.md` from the tables in which queries look up their
methods, and `tests/test_support_table.py` asks each cell.

## Two shapes
{legend}.
Both orders are one cell. A letter that is missing stands for an `UnsupportedPairError`, which names
both kinds and what to ask instead.

{pairs}

All take single poses or batches `(n, 4, 4)` on either side, the last two motions of any kind or
batches of them, and `cast` takes what `time_of_impact` does; all but `intersecting_pairs` also take
sequences of shapes (row i with row i, one with all). `solid=True` fills closed meshes, and the
ground below a height field, over its rectangle and down without end; two such grounds are refused.
Compounds are unions, of parts of any kind: a result's `part_a` and `part_b` say which
(`narrow.parts_of` lists them).

## Which depths `penetration` has
{depths}. The hull of a compound is only looked for
where all its parts are polytopes or meshes; `"local"` refuses surfaces that cut each other along
lines that do not close. What each depth claims is written in [How deep?](penetration.md).

{kinds}

## One shape
{ones}
"""


KINDS: tuple[type[Shape], ...] = (
    geometry.Sphere, geometry.Ellipsoid, geometry.Capsule, geometry.Cylinder, geometry.Cone,
    geometry.Box, geometry.Hull, geometry.HalfSpace, geometry.Mesh, geometry.HeightField,
    geometry.Compound,
)  # fmt: skip
"""All kinds of shapes, in the order of the page."""


def samples() -> dict[type[Shape], Shape]:
    """A small shape of each kind; all but the height field have the origin inside."""
    aside = geometry.pose((0.5, 0.0, 0.0))
    box = geometry.Box((1.0, 0.8, 0.6))
    hills = [[0.0, 0.1, 0.0], [0.1, 0.3, 0.1], [0.0, 0.1, 0.0]]
    found: tuple[Shape, ...] = (
        geometry.Sphere(0.5), geometry.Ellipsoid((0.4, 0.5, 0.6)), geometry.Capsule(0.3, 0.5),
        geometry.Cylinder(0.4, 0.9), geometry.Cone(0.5, 1.0), box,
        geometry.Hull(np.concatenate([np.eye(3), -np.eye(3)])),
        geometry.HalfSpace((0.0, 0.0, 1.0), 0.1), geometry.box_mesh((1.0, 0.9, 0.8)),
        geometry.HeightField(hills, spacing=2.0), geometry.Compound([(box, None), (box, aside)]),
    )  # fmt: skip
    return {type(shape): shape for shape in found}


def place_of(shape: Shape) -> NDArray[np.float64]:
    """A pose at which all samples overlap; a height field has its middle at the origin."""
    ground = isinstance(shape, geometry.HeightField)
    return geometry.pose(-shape.bounds.mean(axis=0)) if ground else np.eye(4)


def pair_tables() -> dict[str, PairTable]:
    """The tables of all queries on two shapes, by name."""
    return {
        "overlap": OVERLAP, "distance": DISTANCE, "penetration": PENETRATION, "collide": COLLIDE,
        "intersecting_pairs": PAIRS, "time_of_impact": TIME_OF_IMPACT, "stay_free": STAY_FREE,
    }  # fmt: skip


def one_shape_queries() -> dict[str, Callable[[Any], Any]]:
    """Queries on one shape, each with something to ask about, by name."""
    point, way = (0.1, 0.2, 2.0), (0.0, 0.0, -1.0)
    return {
        "closest_point": lambda shape: closest_point(shape, point),
        "cast_ray": lambda shape: cast_ray(shape, point, way),
        "contains": lambda shape: contains(shape, point),
    }


def depths_of(a: Shape, b: Shape) -> tuple[str, ...]:
    """The kinds of depth that a pair of samples has."""

    def depth(kind: Any) -> Any:
        direction = (0.0, 0.0, 1.0) if kind == "directional" else None
        return penetration(a, b, place_of(a), place_of(b), kind=kind, direction=direction)

    return tuple(kind for kind in DEPTHS if answers(depth, kind))


def answers(query: Callable[[Any], Any], given: Any) -> bool:
    """Whether a query takes this."""
    try:
        query(given)
    except ImpingeError:
        return False
    return True


def support_page() -> str:
    tables, shapes, queries = pair_tables(), samples(), one_shape_queries()
    ones = [
        [_bold(kind), *("yes" if answers(ask, shape) else "" for ask in queries.values())]
        for kind, shape in shapes.items()
    ]
    return HEAD.format(
        legend=_legend(tables),
        pairs=_triangle(lambda a, b: [name for name in tables if tables[name].supports(a, b)]),
        depths=_legend(DEPTHS),
        kinds=_triangle(lambda a, b: depths_of(shapes[a], shapes[b])),
        ones=markdown_table(Table("", ["", *(f"`{name}`" for name in queries)], ones)),
    )


def _legend(names: Any) -> str:
    """What the letters mean: the first one of each name."""
    return ", ".join(f"**{name[0]}** `{name}`" for name in names)


def _triangle(names: Callable[[type[Shape], type[Shape]], Iterable[str]]) -> str:
    """A table of kinds by kinds, in letters."""
    rows = triangle(KINDS, lambda a, b: " ".join(name[0] for name in names(a, b)), _bold)
    return markdown_table(Table("", ["", *(kind.__name__ for kind in KINDS)], rows))


def _bold(kind: type[Shape]) -> str:
    return f"**{kind.__name__}**"
