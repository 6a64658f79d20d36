"""Exact answers over a step: what touches first, and when.

==============================  ==============================================================
:func:`time_of_impact`          when two moving shapes first touch
:class:`Impact`                 its answer: time, bounds, points, normal, features
:func:`stay_free`               whether they stay apart: proved, or not claimed
:class:`Freedom`                its answer
:class:`FreedomStatus`          what that says
:func:`cast`                    how far a shape gets along a line
:class:`Cast`                   its answer: an impact, and the distance
:func:`collision_free_step`     how much of a step a whole mesh can take; all its impacts
:class:`FreeStep`               its answer: the step, what ends it
:class:`PairImpacts`            contacts of the features of a mesh, and which those are
:func:`impact_vertex_face`      when a moving vertex first touches a moving face
:func:`impact_edge_edge`        when two moving edges first touch
:class:`ElementaryImpacts`      their answer: times, bounds, gaps, places, normals
:class:`ImpactStatus`           what an answer over a step says
:mod:`.baselines`               what frame by frame tests make of it: they miss contacts
==============================  ==============================================================

No contact is ever missed: a time is free only if that is proved, rounding included. Imports core,
geometry, motion and all rooms up to narrow. Imported by contacts and above.
"""

# These put their pairs of shapes into the tables of the queries.
from impinge.continuous import compounds, surfaces  # noqa: F401
from impinge.continuous.cast import cast
from impinge.continuous.deformable import collision_free_step
from impinge.continuous.elementary import impact_edge_edge, impact_vertex_face
from impinge.continuous.free_step import FreeStep
from impinge.continuous.impact import (
    Cast,
    ElementaryImpacts,
    Freedom,
    FreedomStatus,
    Impact,
    ImpactStatus,
    PairImpacts,
)
from impinge.continuous.stay_free import stay_free
from impinge.continuous.time_of_impact import time_of_impact

__all__ = [
    "Cast",
    "ElementaryImpacts",
    "FreeStep",
    "Freedom",
    "FreedomStatus",
    "Impact",
    "ImpactStatus",
    "PairImpacts",
    "cast",
    "collision_free_step",
    "impact_edge_edge",
    "impact_vertex_face",
    "stay_free",
    "time_of_impact",
]
