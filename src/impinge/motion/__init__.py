"""How things move in a step: motions between poses, and what encloses them at any time of it.

========================  ======================================================================
:class:`Motion`           constant velocity and angular velocity about a centre of the body
:class:`ScrewMotion`      a turn about an axis of the world, and a slide along it
:class:`PiecewiseMotion`  through a list of poses
:class:`RigidMotion`      what these three can be asked: pose, velocity, bounds, deviation
:class:`Velocity`         linear and angular, what they answer
:class:`VertexMotion`     vertices that move straight on, of what deforms
:class:`InBetween`        an articulation between two configurations; boxes and speeds of links
:func:`link_boxes`        boxes that its links do not leave
:class:`TaylorModel`      functions of time, enclosed by a cubic and a remainder
========================  ======================================================================

A step lasts from 0 to 1. ``row_motion`` has motions of several kinds in one batch. ``kernels``
holds the same for compiled code: ``motion_row`` (the numbers of a motion), ``pose_at``, ``enclose``
(poses and points on an interval of time), ``speed`` (bounds by lever arms), ``interval`` and
``interval_vectors`` (arithmetic that never loses a value), ``waves`` (ranges of sinusoids).
``kinematics`` has configurations of articulations, ``kernels`` the chains of motion rows of their
links: ``joint_rows``, ``link_boxes``, ``chain_speed``.
Imports core and geometry. Imported by bounds and above.
"""

from impinge.motion.constant import Motion
from impinge.motion.in_between import InBetween, link_boxes
from impinge.motion.piecewise import PiecewiseMotion
from impinge.motion.rigid import RigidMotion, Velocity
from impinge.motion.screw import ScrewMotion
from impinge.motion.taylor import TaylorModel
from impinge.motion.vertex_motion import VertexMotion

__all__ = [
    "InBetween",
    "Motion",
    "PiecewiseMotion",
    "RigidMotion",
    "ScrewMotion",
    "TaylorModel",
    "Velocity",
    "VertexMotion",
    "link_boxes",
]
