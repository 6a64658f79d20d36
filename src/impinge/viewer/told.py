"""Contacts as a page tells them: rows of a table, points, and colours by depth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Shape
from impinge.scene import RobotContacts, SceneContacts
from impinge.viewer.colouring import DepthScale
from impinge.viewer.display_mesh import size_of
from impinge.viewer.layers_contacts import put_contacts
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import integers, metres, named, places, texts

TABLE = "contacts"
MOST_CONTACTS = 200_000
"""Contact points that are drawn, of all frames."""


class PairRow(NamedTuple):
    """Two things in contact, as the table says it."""

    a: str
    b: str
    separation: float
    points: int
    where: Sequence[float]
    state: str | None = None
    inner: str | None = None
    """Which of the two lies inside the other, surfaces apart."""


class Told(NamedTuple):
    """Contacts of one instant: what the table says, and points, if they are known.

    Attributes
    ----------
    rows : list of PairRow
    sides : (m, 2, 3) float64
        Points on A and on B.
    normals : (m, 3) float64
    owners : (m,) int64
        The row that each point belongs to.
    """

    rows: list[PairRow]
    sides: Array
    normals: Array
    owners: Ids


def told_by(
    found: SceneContacts | RobotContacts, began: Collection[tuple[str, str]] | None = None
) -> Told:
    """What a page says of the contacts of one configuration.

    With ``began``, pairs that did not touch before, it says which began and which last.
    """
    contacts, rows = found.contacts, []
    for k, pair in enumerate(found.pairs):
        part = contacts.of_row(k)
        state = None if began is None else "began" if pair in began else "lasting"
        if len(part) == 0:
            rows.append(PairRow(*pair, np.nan, 0, (np.nan,) * 3, state))
            continue
        deepest = int(part.separation.argmin())
        least, where = float(part.separation[deepest]), part.point[deepest].tolist()
        rows.append(PairRow(*pair, least, len(part), where, state))
    sides = np.stack([contacts.point_a, contacts.point_b], axis=1)
    return Told(rows, sides, contacts.normal, contacts.rows())


def told_together(told: Sequence[Told]) -> Told:
    """Contacts of several scenes, or of several instants."""
    starts = np.cumsum([0, *(len(one.rows) for one in told)])
    return Told(
        [row for one in told for row in one.rows],
        np.concatenate([one.sides for one in told]),
        np.concatenate([one.normals for one in told]),
        np.concatenate([one.owners + start for one, start in zip(told, starts, strict=False)]),
    )


def told_in_file(pairs: Iterable[PairRow]) -> Told:
    """What a page says of contacts that were found before: where they are is all that is known."""
    rows = list(pairs)
    where = np.array([row.where for row in rows], dtype=np.float64).reshape(-1, 3)
    return Told(rows, np.stack([where, where], axis=1), np.zeros((0, 3)), np.arange(len(rows)))


def put_told(
    page: PageParts,
    told: list[Told],
    title: str,
    *,
    moves: bool,
    colour: str,
    posed: bool = False,
) -> None:
    """The table and the points of contacts, at one instant or, if it moves, at each frame.

    ``posed`` says that they are those of robots: set by hand, these have none that are known.
    """
    held = any(row.inner for one in told for row in one.rows)
    columns = [
        named("a", "thing"), named("b", "touches"), texts("state", shown=moves),
        texts("kind", shown=held), metres("separation", zero=page.rounding), integers("points"),
        places("where", "deepest at"),
    ]  # fmt: skip
    key = page.table(
        TABLE,
        title,
        columns,
        [
            [row.a, row.b, row.state, _kind(row), row.separation, row.points, row.where]
            for one in told
            for row in one.rows
        ],
        about="Pairs in contact, with the least separation of their contact points: where it "
        "is negative, a local depth, of the deepest point. Less than rounding is 0.",
        frames=np.cumsum([0, *(len(one.rows) for one in told)]).tolist() if moves else None,
        sort=("separation", False),
    )
    if held and not moves:
        # What is inside another is not seen unless it is chosen.
        first = min(
            (k for k, row in enumerate(told[0].rows) if row.inner),
            key=lambda k: told[0].rows[k].separation,
        )
        next(made for made in page.tables if made["id"] == key)["select"] = first
    every, before = told_together(told), len(page.layers)
    frames = np.cumsum([0, *(len(one.sides) for one in told)]) if moves else None
    put_points(page, every.sides, every.normals, key, every.owners, frames, colour)
    if posed:
        for made in (page.tables[-1], *page.layers[before:]):
            made["posed"] = True


def put_points(
    page: PageParts,
    sides: Array,
    normals: Array,
    key: str | None,
    owners: Ids,
    frames: Ids | None,
    colour: str,
) -> None:
    """Contact points whose sides are (m, 2, 3), with normals if those are known."""
    if len(sides) > MOST_CONTACTS:
        page.notes.append(
            f"The first {MOST_CONTACTS:,} of {len(sides):,} contact points are drawn; the table "
            "has all pairs."
        )
        sides, normals = sides[:MOST_CONTACTS], normals[:MOST_CONTACTS]
        owners = owners[:MOST_CONTACTS]
        frames = None if frames is None else np.minimum(frames, MOST_CONTACTS)
    if len(normals) == len(sides):
        put_contacts(
            page, "Contact points", sides[:, 0], sides[:, 1], normals, table=key, rows=owners,
            frames=frames, colour=colour,
        )  # fmt: skip
        return
    page.add_points(
        "Deepest points", colour, sides[:, 0], 8.0, "deepest point of a pair", table=key,
        rows=owners, frames=frames, about="The deepest contact of each pair",
    )  # fmt: skip


def counts_of(names: Sequence[str], told: list[Told]) -> Ids:
    """(F, n) int64: how many others each thing touches."""
    number = {name: i for i, name in enumerate(names)}
    found = np.zeros((len(told), len(names)), np.int64)
    for frame, one in enumerate(told):
        for row in one.rows:
            for name in (row.a, row.b):
                if name in number:
                    found[frame, number[name]] += 1
    return found


def depths_of(
    names: Sequence[str], shapes: Sequence[Shape], told: list[Told], rounding: float
) -> tuple[DepthScale, Array]:
    """(F, n): the depth of the deepest contact of each thing, and a scale for all of them."""
    number = {name: i for i, name in enumerate(names)}
    size = {id(shape): size_of(shape) for shape in shapes}
    found, sizes = np.zeros((len(told), len(names))), []
    for frame, one in enumerate(told):
        for row in one.rows:
            pair = [number[name] for name in (row.a, row.b) if name in number]
            found[frame, pair] = np.fmax(found[frame, pair], -row.separation)
            sizes.append(min((size[id(shapes[i])] for i in pair), default=np.inf))
    known = [size for size in sizes if np.isfinite(size)]
    typical = float(np.median(known)) if known else 0.0
    return DepthScale.of(found, rounding, typical), found


def _kind(row: PairRow) -> str:
    return "touching" if row.inner is None else f"{row.inner} inside"
