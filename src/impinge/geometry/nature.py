"""What kind of contact it is: which features touch."""

from __future__ import annotations

from enum import IntEnum


class Nature(IntEnum):
    """Features of A and of B that touch, after [Joukhadar1999]_, section 2.

    Bring two shapes that overlap, or are apart, into contact by the shortest translation: what
    they then have in common is a point, a segment or a piece of a plane. The nature of the contact
    says on which features of A and of B that lies; here in both orders. Faces that are curved
    count as faces, rims as edges, the apex of a cone as a vertex. That of an impact is the nature
    of its points.

    Examples
    --------
    >>> Nature.VERTEX_FACE.swapped
    <Nature.FACE_VERTEX: 6>
    >>> Nature.EDGE_EDGE.dimensions
    (1, 1)
    """

    VERTEX_VERTEX = 0
    VERTEX_EDGE = 1
    VERTEX_FACE = 2
    EDGE_VERTEX = 3
    EDGE_EDGE = 4
    EDGE_FACE = 5
    FACE_VERTEX = 6
    FACE_EDGE = 7
    FACE_FACE = 8

    @property
    def dimensions(self) -> tuple[int, int]:
        """Of the features of A and of B: vertex 0, edge 1, face 2."""
        return self.value // 3, self.value % 3

    @property
    def label(self) -> str:
        """As text: ``vertex-face``."""
        return self.name.lower().replace("_", "-")

    @property
    def swapped(self) -> Nature:
        """The same contact, asked as (B, A)."""
        a, b = self.dimensions
        return Nature(3 * b + a)
