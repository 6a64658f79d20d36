"""The row of one contact, as kernels write it and :class:`impinge.contacts.Contacts` shows it."""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.row_layout import Layout
from impinge.geometry.kernels.features import swapped_natures

LAYOUT = Layout(
    swap={"normal": np.negative, "nature": swapped_natures},
    point_a=3, point_b=3, normal=3, separation=1, feature_a=1, feature_b=1, slot=1, nature=1,
    part_a=1, part_b=1,
)  # fmt: skip
"""``feature_a`` and ``feature_b`` are the smallest features that the two points are on; ``slot``
tells apart contacts of the same two features: which point of a rim, which of two crossings;
``nature`` is ``3 * dimension on A + dimension on B``: of vertex 0, edge 1, face 2; parts are those
of compounds, or -1. World frame."""
POINT_A, POINT_B, NORMAL = LAYOUT.columns("point_a", "point_b", "normal")
SEPARATION, FEATURE_A, FEATURE_B = LAYOUT.columns("separation", "feature_a", "feature_b")
SLOT, NATURE, PART_A, PART_B = LAYOUT.columns("slot", "nature", "part_a", "part_b")
CONTACT_ROW = LAYOUT.width


@inlined
def write_names(out, at, separation, features, nature):
    """All but the points and the normal; ``features`` are those of A and B, and the slot."""
    out[at, SEPARATION] = separation
    out[at, FEATURE_A], out[at, FEATURE_B], out[at, SLOT] = features
    out[at, NATURE] = nature
    out[at, PART_A] = out[at, PART_B] = -1.0
