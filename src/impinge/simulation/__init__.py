"""Bodies in time.

============================  =====================================================================
:class:`World`                bodies that fall, hit, rest and slide
:class:`Step`                 what steps of a world did; :class:`StepStatus`, how they ended
:class:`SoftBody`             tetrahedra with masses, elastic energy and forces
:class:`SoftWorld`            soft bodies that fall, press, rest and separate
:class:`SoftStep`             what steps of a soft world did; :class:`SoftEnergy`
:class:`Cloth`                triangles with mass that resist stretching, and bending at edges
:class:`ClothWorld`           cloths that fall, drape and fold, and never pass through each other
:func:`cloth_step`            a step of surfaces that never cross; :class:`ClothStep`,
                              :class:`ClothStatus`
:class:`Run`                  frames of a world over time; :func:`read_run` reads them from a folder
:func:`mass_matrix`           of a robot, in the space of its joints
:func:`inverse_dynamics`      torques that accelerate its joints as given
:func:`forward_dynamics`      how joints accelerate under torques
:func:`joint_rows`            contacts of links as linear functions of joint speeds
============================  =====================================================================

``bodies`` has the arrays of a world and says what a method is; ``stepping``, ``events``,
``quasi_static`` and ``penalty`` are methods. ``body_mass`` has masses and inertias of bodies and
links. ``elements``, ``soft_state`` and ``soft_contacts`` have the arrays of a soft world;
``soft_detection`` finds its contacts, ``backward_euler`` and ``runge_kutta`` integrate it,
``soft_balance`` keeps momentum and energy. ``vertex_world`` is what worlds of soft bodies and of
cloths share; ``cloth_elements``, ``cloth_contacts`` and ``obstacles`` are of cloths. ``kernels``
has the recursions over the tree of joints, contacts of a time step, and elements. Imports scene,
response and rooms below. Imported by rooms above.
"""

from impinge.simulation.cloth import Cloth
from impinge.simulation.cloth_step import ClothStatus, ClothStep, cloth_step
from impinge.simulation.cloth_world import ClothWorld
from impinge.simulation.joint_dynamics import (
    forward_dynamics,
    inverse_dynamics,
    joint_rows,
    mass_matrix,
)
from impinge.simulation.run import Run, read_run
from impinge.simulation.soft_body import SoftBody
from impinge.simulation.soft_world import SoftStep, SoftWorld
from impinge.simulation.step import Step, StepStatus
from impinge.simulation.vertex_world import SoftEnergy
from impinge.simulation.world import World

__all__ = [
    "Cloth",
    "ClothStatus",
    "ClothStep",
    "ClothWorld",
    "Run",
    "SoftBody",
    "SoftEnergy",
    "SoftStep",
    "SoftWorld",
    "Step",
    "StepStatus",
    "World",
    "cloth_step",
    "forward_dynamics",
    "inverse_dynamics",
    "joint_rows",
    "mass_matrix",
    "read_run",
]
