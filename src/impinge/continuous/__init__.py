"""Exact answers over a step: what touches first, and when.

==============================  ==============================================================
:func:`impact_vertex_face`      when a moving vertex first touches a moving face
:func:`impact_edge_edge`        when two moving edges first touch
:class:`ElementaryImpacts`      their answer: times, bounds, gaps, places, normals
:class:`ImpactStatus`           what an answer over a step says
==============================  ==============================================================

No contact is ever missed: a time is free only if that is proved, rounding included. Points move on
lines here; bodies that turn between their poses have tests of their own. Imports core, geometry and
all rooms up to narrow. Imported by contacts and above.
"""

from impinge.continuous.elementary import impact_edge_edge, impact_vertex_face
from impinge.continuous.impacts import ElementaryImpacts, ImpactStatus

__all__ = [
    "ElementaryImpacts",
    "ImpactStatus",
    "impact_edge_edge",
    "impact_vertex_face",
]
