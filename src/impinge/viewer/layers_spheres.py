"""Sphere trees, reduced bodies, and the spheres that answered within a budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.hierarchy import ReducedBody, SphereTree
from impinge.narrow import SphereContacts
from impinge.narrow.contacts_within import level_of
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

MOST_SPHERES = 4096
"""Spheres of a level; a level with more is not drawn."""
MOST_LINKS = 20_000
FILL, ANSWERED = 0.10, 0.35
TREE_TEXT = "Level by level: all spheres of a level cover the surface; shorter branches by leaves"


def put_levels(
    page: PageParts, tree: SphereTree, name: str, spheres: tuple[Array, Array], visible: bool
) -> None:
    """The spheres of a tree, with its levels on a slider."""
    levels = [tree._level_rows(k) for k in range(tree.levels + 1)]
    drawn = [rows for rows in levels if len(rows) <= MOST_SPHERES]
    if len(drawn) < len(levels):
        page.notes.append(f"{name}: the last level has too many spheres to be drawn.")
    rows = np.concatenate(drawn)
    page.layer(
        "balls", name, "volume", centres=page.points(spheres[0][rows]),
        radii=page.vectors(spheres[1][rows]), visible=visible, fill=FILL,
        levels=np.concatenate([[0], np.cumsum([len(some) for some in drawn])]), level=1,
        about=TREE_TEXT,
    )  # fmt: skip
    page.explain("spheres of a level", "volume", "balls")


def extent_of(centres: Array, radii: Array) -> Array:
    """Corners of the boxes around spheres."""
    used = radii >= 0.0
    at, reach = centres[used], radii[used][:, None]
    return np.concatenate([at - reach, at + reach])


@dataclass(frozen=True, slots=True, eq=False)
class SphereTreeItem:
    """A sphere tree at rest."""

    tree: SphereTree
    name: str

    def extent(self) -> Array:
        return extent_of(*self.tree.level(self.tree.levels))

    def put(self, page: PageParts) -> None:
        tree = self.tree
        put_levels(page, tree, self.name, (tree.centres, tree.radii), True)
        page.table(
            "sphere-levels", "Levels",
            [column("level", "level", "integer"), column("spheres", "spheres", "integer"),
             column("error", "worst sticks out", unit="m")],
            [[k, len(tree.level(k)[1]), float(error)] for k, error in enumerate(tree.errors)],
            about="Spheres of each level, and how far the worst one sticks out of the solid.",
        )  # fmt: skip
        page.say(f"{int((tree.radii >= 0.0).sum()):,} spheres in {tree.levels + 1} levels")


@dataclass(frozen=True, slots=True, eq=False)
class ReducedBodyItem:
    """What drives a dense mesh: its spheres, the coarse mesh and links, to switch on."""

    body: ReducedBody
    name: str

    def extent(self) -> Array:
        return np.asarray(self.body.coarse.vertices)

    def put(self, page: PageParts) -> None:
        body, name = self.body, self.name
        put_levels(page, body.tree, f"{name}: spheres", body.spheres, False)
        surface = body.coarse.surface
        edges = surface.vertices[surface.edges]
        page.layer(
            "lines", f"{name}: coarse mesh", "path", segments=page.points(edges), dashed=False,
            width=1.0, ends=False, visible=False, about=f"{len(edges):,} edges of the coarse mesh",
        )  # fmt: skip
        skin, q = body._skin, body.coarse.vertices
        starts = np.einsum("nk,nkj->nj", skin.weights, q[skin.triples])
        links = np.stack([starts, body.mesh.vertices], axis=1)
        links = links[:: -(-len(links) // MOST_LINKS)]
        page.layer(
            "lines", f"{name}: links", "near", segments=page.points(links), dashed=False,
            width=1.0, ends=False, visible=False,
            about="From the weighted sum of coarse vertices to the dense vertex that they drive",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class SphereContactsItem:
    """Spheres that answered, of both bodies, and contacts between them."""

    found: SphereContacts
    name: str

    def extent(self) -> Array:
        return np.asarray(self.found.point)

    def put(self, page: PageParts) -> None:
        found = self.found
        pairs = found.pairs
        rows = [
            [int(i), int(j), float(level_of(pair).mean()), float(depth)]
            for pair, depth in zip(pairs, found.depth, strict=True)
            for i, j in (pair,)
        ]
        key = page.table(
            "sphere-contacts", self.name,
            [column("a", "sphere of A", "integer"), column("b", "sphere of B", "integer"),
             column("level", "level"), column("depth", "depth", unit="m")],
            rows, about="Pairs of spheres that overlap, found or still waiting.",
        )  # fmt: skip
        for k, (side, what) in enumerate(((found._walk.a, "A"), (found._walk.b, "B"))):
            some = np.unique(pairs[:, k])[:MOST_SPHERES]
            centres, radii = side.spheres(some)
            page.layer(
                "balls", f"{self.name}: spheres of {what}", "touch", centres=page.points(centres),
                radii=page.vectors(radii), fill=ANSWERED,
                about="The spheres that answered: of pairs found, and of waiting ones that overlap",
            )  # fmt: skip
        page.layer(
            "points", self.name, "contact", positions=page.points(found.point), size=5.0,
            table=key, rows=np.arange(len(pairs)), about=f"{len(pairs):,} contacts",
        )  # fmt: skip
        page.explain("spheres that answered", "touch", "balls")
        state = "complete" if found.complete else "stopped early"
        page.say(f"{len(pairs):,} contacts at level {found.level:.2f}, {state}")
