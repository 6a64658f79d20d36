"""Named things in one frame, and questions about all of them at once.

========================  =====================================================================
:class:`Scene`            things that come, move and go; what touches, what is near, what rays hit
:class:`SceneContacts`    all contacts of a frame: began, lasting, ended
:class:`Explanation`      why two things are in contact or not
:class:`Nearest`          the thing nearest to another
:class:`NearestThings`    several that are nearest to it
:class:`NearestPair`      the two nearest to each other
:class:`NearPairs`        all that are near each other
:class:`SceneRayHits`     what rays hit first
:class:`SceneImpact`      the first contact in a step, with names
:class:`SceneImpacts`     every pair's first contact in a step
:class:`SceneFreedom`     whether a step is free of contacts, and which pairs may not be
:class:`SceneCast`        the first thing on the way of a shape
:class:`StepCost`         what a question about a step has taken
:class:`Thing`            one thing of a scene
:class:`Update`           what bringing the answers up to date has taken
:func:`detect`            contacts during a step, looked for at some instants only; a baseline
:class:`Detected`         what it returns
:class:`Robot`            an articulation: where its links are, what they touch
:class:`RobotContacts`    which links touch what, and where
:class:`RobotNearest`     the nearest pair of a configuration, with its gradient
:class:`IgnoredReport`    which pairs of links need no test, as learned from samples
:class:`PairExplanation`  why two links are tested or not
:class:`Recording`        tracks over time: poses, vertices, points, lines, joints, scalars
:class:`Recorder`         writes a recording frame by frame
========================  =====================================================================

Frames of a recording may stay in their file: :mod:`~impinge.scene.recording_frames`.
:mod:`~impinge.scene.containment` finds things inside others, :mod:`~impinge.scene.ignored` names
near pairs that are not tested.

Imports core, geometry, motion, formats, hierarchy, pairs, narrow, continuous, contacts.
Imported by io and above.
"""

from impinge.scene.contacts import SceneContacts
from impinge.scene.detect import Detected, detect
from impinge.scene.explain import Explanation
from impinge.scene.impact_results import (
    SceneCast,
    SceneFreedom,
    SceneImpact,
    SceneImpacts,
    StepCost,
)
from impinge.scene.path_results import Clearance, Culling, PathImpact, RobotImpact
from impinge.scene.recorder import Recorder
from impinge.scene.recording import Recording
from impinge.scene.results import Nearest, NearestPair, NearestThings, NearPairs, SceneRayHits
from impinge.scene.robot import Robot
from impinge.scene.robot_results import IgnoredReport, PairExplanation, RobotContacts, RobotNearest
from impinge.scene.scene import Scene
from impinge.scene.things import Thing
from impinge.scene.touching import Update

__all__ = [
    "Clearance",
    "Culling",
    "Detected",
    "Explanation",
    "IgnoredReport",
    "NearPairs",
    "Nearest",
    "NearestPair",
    "NearestThings",
    "PairExplanation",
    "PathImpact",
    "Recorder",
    "Recording",
    "Robot",
    "RobotContacts",
    "RobotImpact",
    "RobotNearest",
    "Scene",
    "SceneCast",
    "SceneContacts",
    "SceneFreedom",
    "SceneImpact",
    "SceneImpacts",
    "SceneRayHits",
    "StepCost",
    "Thing",
    "Update",
    "detect",
]
