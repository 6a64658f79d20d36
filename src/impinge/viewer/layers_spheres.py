"""Sphere trees, reduced bodies, and the spheres that answered within a budget."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.hierarchy import ReducedBody, SphereTree
from impinge.narrow import SphereContacts
from impinge.narrow.contacts_within import level_of
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import column, integers, metres

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


class SphereTreeItem(Item):
    """A sphere tree at rest."""

    found: SphereTree

    def extent(self) -> Array:
        """Corners of the boxes around its finest spheres."""
        centres, radii = self.found.level(self.found.levels)
        used = radii >= 0.0
        at, reach = centres[used], radii[used][:, None]
        return np.concatenate([at - reach, at + reach])

    def put(self, page: PageParts) -> None:
        tree = self.found
        put_levels(page, tree, self.name, (tree.centres, tree.radii), True)
        page.table(
            "sphere-levels", "Levels",
            [integers("level"), integers("spheres"), metres("error", "worst sticks out")],
            [[k, len(tree.level(k)[1]), float(error)] for k, error in enumerate(tree.errors)],
            about="Spheres of each level, and how far the worst one sticks out of the solid.",
        )  # fmt: skip
        page.say(f"{int((tree.radii >= 0.0).sum()):,} spheres in {tree.levels + 1} levels")


class ReducedBodyItem(Item):
    """What drives a dense mesh: its spheres, the coarse mesh and links, to switch on."""

    found: ReducedBody

    def extent(self) -> Array:
        return np.asarray(self.found.coarse.vertices)

    def put(self, page: PageParts) -> None:
        body, name = self.found, self.name
        put_levels(page, body.tree, f"{name}: spheres", body.spheres, False)
        surface = body.coarse.surface
        edges = surface.vertices[surface.edges]
        page.add_lines(
            f"{name}: coarse mesh", "path", edges, 1.0, visible=False,
            about=f"{len(edges):,} edges of the coarse mesh",
        )  # fmt: skip
        skin, q = body._skin, body.coarse.vertices
        starts = np.einsum("nk,nkj->nj", skin.weights, q[skin.triples])
        links = np.stack([starts, body.mesh.vertices], axis=1)
        links = links[:: -(-len(links) // MOST_LINKS)]
        page.add_lines(
            f"{name}: links", "near", links, 1.0, visible=False,
            about="From the weighted sum of coarse vertices to the dense vertex that they drive",
        )  # fmt: skip


class SphereContactsItem(Item):
    """Spheres that answered, of both bodies, and contacts between them."""

    found: SphereContacts

    def extent(self) -> Array:
        return np.asarray(self.found.point)

    def put(self, page: PageParts) -> None:
        found, pairs = self.found, self.found.pairs
        rows = [
            [*pair, level_of(pair).mean(), depth]
            for pair, depth in zip(pairs, found.depth, strict=True)
        ]
        key = page.table(
            "sphere-contacts", self.name,
            [integers("a", "sphere of A"), integers("b", "sphere of B"), column("level"),
             metres("depth")],
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
        page.add_points(
            self.name, "contact", found.point, 5.0, table=key, rows=np.arange(len(pairs)),
            about=f"{len(pairs):,} contacts",
        )  # fmt: skip
        page.explain("spheres that answered", "touch", "balls")
        state = "complete" if found.complete else "stopped early"
        page.say(f"{len(pairs):,} contacts at level {found.level:.2f}, {state}")
