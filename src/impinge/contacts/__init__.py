"""Where and how things touch: contact points, manifolds, and which contact is which over time.

==================  ==========================================================================
:func:`collide`     contact points of two posed shapes, single or in batches
:class:`Contacts`   what it returns: points, normals, separations, features, natures, keys
:class:`Nature`     which features touch: vertex, edge or face
:func:`match`       which contact continues which, from one instant to the next
:func:`tet_depth`   how deep vertices of tetrahedral meshes are inside others: :class:`TetDepths`
==================  ==========================================================================

:mod:`~impinge.contacts.containment` finds parts inside others, surfaces apart.

Imports core, geometry, hierarchy, narrow. Imported by scene, response and above.
"""

# This puts its pairs of shapes into the table of the query.
from impinge.contacts import height_fields  # noqa: F401
from impinge.contacts.collide import collide
from impinge.contacts.identity import match
from impinge.contacts.result import Contacts
from impinge.contacts.tet_depth import TetDepths, TetExits, tet_depth
from impinge.geometry.nature import Nature

__all__ = ["Contacts", "Nature", "TetDepths", "TetExits", "collide", "match", "tet_depth"]
