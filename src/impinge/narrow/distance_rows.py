"""The answer to: how far apart are two shapes, and where?"""

from __future__ import annotations

from impinge.core.rows import scalar, vector
from impinge.narrow.pair_rows import PairRows


class Distance(PairRows):
    """The shortest connection of two shapes; one row a pair of poses, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        [m], never negative; 0 just where the shapes overlap.
    point_a, point_b : (3,) or (n, 3) float64
        Its ends on A and on B [m], world frame. Where the shapes overlap, one point that both
        have in common.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B. Where they overlap, a way out: that of a face of A at the common
        point, or the direction of the shortest way out of convex shapes.
    feature_a, feature_b : int, or (n,) int64
        What ``point_a`` and ``point_b`` lie on: triangles of meshes, features of convex shapes.
    part_a, part_b : int, or (n,) int64
        Of compounds, the parts that these are of; -1 for other shapes. Parts of compounds within
        compounds are numbered as they come (:func:`~impinge.narrow.parts_of`).
    """

    __slots__ = ()

    _names: tuple[str, ...] = (
        "distance", "point_a", "point_b", "normal", "feature_a", "feature_b",
    )  # fmt: skip

    distance, normal = scalar("gap"), vector()
