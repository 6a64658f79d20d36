"""Bodies in time.

============================  =====================================================================
:func:`mass_matrix`           of a robot, in the space of its joints
:func:`inverse_dynamics`      torques that accelerate its joints as given
:func:`forward_dynamics`      how joints accelerate under torques
:func:`joint_rows`            contacts of links as linear functions of joint speeds
============================  =====================================================================

``link_bodies`` has masses and inertias of links. ``kernels`` has the recursions over the tree of
joints. Imports scene, response and rooms below. Imported by rooms above.
"""

from impinge.simulation.joint_dynamics import (
    forward_dynamics,
    inverse_dynamics,
    joint_rows,
    mass_matrix,
)

__all__ = ["forward_dynamics", "inverse_dynamics", "joint_rows", "mass_matrix"]
