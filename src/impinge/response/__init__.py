"""What follows a contact, arrays in and arrays out: masses, rows of contacts, bounds, solvers.

==============================  ===================================================================
:class:`Masses`                 masses and inertias of bodies
:func:`contact_rows`            contacts as linear functions of motions: :class:`ContactRows`
:func:`project`                 the least change of a motion that meets bounds: :class:`Projection`
:func:`solve_contacts`          impulses with Coulomb friction: :class:`Solution`
:func:`impact_bounds`           bounds of velocities after an impact
:func:`acceleration_bounds`     bounds of accelerations at resting contacts
:func:`reposition_bounds`       bounds of displacements that restore a security distance
:func:`normal_rates`            how fast contact normals turn
:func:`penalty_forces`          springs and dampers at penetrating contacts
:func:`facet_forces`            the same on the facets of two polyhedra that deform
:func:`sphere_forces`           the same between sphere trees, on coarse vertices
:func:`tet_penalty`             the same for vertices inside tetrahedral meshes
:func:`mechanical`              springs, dampers and friction between features of a surface
:func:`geometrical`             changes of their positions and velocities instead
:class:`SolverStatus`           how a solver ended
==============================  ===================================================================

Bodies are rows 0 ... n-1, and -1 is the fixed world. A motion is (n, 6): linear of the centre of
mass, then angular, world frame; an acceleration, a velocity or a displacement. ``kernels`` has the
solvers: ``nearest_point`` (active set), ``pivoting`` (LCP), ``gauss_seidel``; ``sparse_rows`` has
what they share, ``projection`` what comes before and after them. ``quantities`` checks input,
``stencils`` takes velocities from vertices to contacts and forces back.
Imports core, geometry, hierarchy, narrow and contacts. Imported by simulation.
"""

from impinge.response.bounds import (
    acceleration_bounds,
    impact_bounds,
    normal_rates,
    reposition_bounds,
)
from impinge.response.contact_rows import ContactRows, contact_rows
from impinge.response.contact_solver import Solution, solve_contacts
from impinge.response.masses import Masses
from impinge.response.penalty import facet_forces, penalty_forces, tet_penalty
from impinge.response.projection import Projection, SolverStatus, project
from impinge.response.proximity_response import geometrical, mechanical
from impinge.response.sphere_forces import sphere_forces

__all__ = [
    "ContactRows",
    "Masses",
    "Projection",
    "Solution",
    "SolverStatus",
    "acceleration_bounds",
    "contact_rows",
    "facet_forces",
    "geometrical",
    "impact_bounds",
    "mechanical",
    "normal_rates",
    "penalty_forces",
    "project",
    "reposition_bounds",
    "solve_contacts",
    "sphere_forces",
    "tet_penalty",
]
