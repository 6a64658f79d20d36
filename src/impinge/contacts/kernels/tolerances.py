"""Tolerances of contacts, each with its reason, and what a change of it does."""

LEVEL = 2.0**-10
"""What rises by less than this share of its size counts as level.

A box that stands on a floor is never quite level; its corners must not come and go. So points that
are this little above the deepest are contacts too, also beyond the margin: their separation says
so. Edges that are this little from parallel touch along both, and a rim that leans this little has
no deepest point. Larger would report points that are visibly off, smaller would let contacts
flicker in a simulation, where a body at rest trembles by 1e-4 or so.
"""
SNAP = 2.0**-14
"""Share of the smaller part's size within which corners and sides touch each other.

Far above what poses lose by rounding or in one small step, far below what can be seen: the error it
brings is a point beside its feature by as much, never beside its surface.
"""
