"""Where and how things touch: contact points, manifolds, and which contact is which over time.

==================  ==========================================================================
:func:`at_impact`   contact points at the time of an impact
:func:`collide`     contact points of two posed shapes, single or in batches
:class:`Contacts`   what it returns: points, normals, separations, features, natures, keys
:class:`Nature`     which features touch: vertex, edge or face
:func:`match`       which contact continues which, from one instant to the next
:func:`tet_depth`   how deep vertices of tetrahedral meshes are inside others: :class:`TetDepths`
==================  ==========================================================================

:mod:`~impinge.contacts.containment` finds parts inside others, surfaces apart.

Imports core, geometry, hierarchy, narrow, continuous. Imported by scene, response and above.
"""

from impinge.contacts.at_impact import at_impact
from impinge.contacts.collide import collide
from impinge.contacts.result import Contacts, match
from impinge.contacts.tet_depth import TetDepths, TetExits, tet_depth
from impinge.geometry.nature import Nature

__all__ = [
    "Contacts",
    "Nature",
    "TetDepths",
    "TetExits",
    "at_impact",
    "collide",
    "match",
    "tet_depth",
]
