"""The result of tracking the contact of two polyhedra."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.core.rows import plain_values
from impinge.geometry.nature import Nature
from impinge.narrow.hull_separation import HullSeparation, HullStatus


class Disk(NamedTuple):
    """A disk square to the contact direction."""

    centre: Array
    """(3,) float64 [m]."""
    radius: float
    """[m]."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PolyhedraContact:
    """What :class:`ContactTracker` finds in one frame. Arrays are read-only.

    Attributes
    ----------
    separation : HullSeparation
        Contact direction, and gap or depth of the hulls. Hulls may overlap where the bodies do not:
        its depth is none of the bodies.
    disk_a, disk_b : Disk
        ``centre`` (3,) and ``radius`` of the impact zones of A and B: the smallest disk around the
        body's part of the contact slab, in the plane of ``lowest_b`` and of ``highest_a``. Of hulls
        that are apart, the supporting point and 0.
    facets_a, facets_b : (k,) int64
        Facets that pass all three criteria, sorted.
    kept : (2, 3) int64
        How many facets of A and of B pass each criterion: 1 look at the other body, 2 reach into
        the slab, 3 meet the other body's disk. Zeros if the hulls are apart.
    pairs : (m, 2) int64
        Facet of A, facet of B that meet; exact, sorted, the same as of
        :func:`intersecting_pairs`.
    nature : (m,) int64
        Features that touch last when a pair is moved apart along the direction, as :class:`Nature`.
    points : (m, 3) float64
        Halfway between these features [m].
    depths : (m,) float64
        How far the facets of each pair overlap along the direction [m], not negative.
    restricted : bool
        Whether all pairs lie among the selected facets.
    fallback : bool
        Whether facets that criterion 1 had dropped meet: opposite sides of a body are in contact,
        and pairs are those of the search without criterion 1.
    inside : {"a", "b"} or None
        The body that is wholly within the other, without facets that meet. None for open meshes.
    turned : bool
        Whether the direction has changed by more than 30 degrees since the last frame.
    """

    separation: HullSeparation
    disk_a: Disk
    disk_b: Disk
    facets_a: Ids
    facets_b: Ids
    kept: Ids
    pairs: Ids
    nature: Ids
    points: Array
    depths: Array
    restricted: bool
    fallback: bool
    inside: str | None
    turned: bool
    _codes: tuple[NDArray[np.int8], NDArray[np.int8]]
    """Criteria that drop each facet, as bits."""
    _weights: Array
    """(m, 6): barycentric coordinates of the points in both facets."""

    def dropped_by(self, side: str) -> Ids:
        """(f,) int64: the first criterion that drops each facet of ``"a"`` or ``"b"``; 0 if kept.

        Of hulls that are apart, criterion 2 drops all.
        """
        codes = self._codes[as_choice(side, "side", ("a", "b")) == "b"].astype(np.int64)
        # The lowest bit: 1, 2 or 4.
        return np.asarray(FIRST_BIT[codes])

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        names = (field.name for field in fields(self) if not field.name.startswith("_"))
        nature = [Nature(code).name for code in self.nature.tolist()]
        return {**plain_values(self, *names), "nature": nature}

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self) -> str:
        words = [HullStatus(int(self.separation.status)).name.lower().replace("_", " ")]
        words.append(f"{len(self.pairs)} pairs of {len(self.facets_a)} x {len(self.facets_b)}")
        words += ["fallback"] if self.fallback else []
        words += [f"{self.inside} inside"] if self.inside else []
        return f"PolyhedraContact({', '.join(words)})"


FIRST_BIT = np.array([0, 1, 2, 1, 3, 1, 2, 1])
"""The number of the lowest bit of a code, from 1 on."""
