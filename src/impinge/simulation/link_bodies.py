"""Masses and inertias of the links of an articulation."""

from __future__ import annotations

from math import isfinite

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Compound, Link
from impinge.simulation.kernels.joint_dynamics import BODY_NUMBERS, CENTRE, INERTIA, MASS

DENSITY = 1000.0
"""Of links without mass of their own [kg/m^3]."""


def link_bodies(tree: Articulation, density: float = DENSITY) -> Array:
    """(links, 13) float64: mass, centre and inertia of each link, in its frame.

    A link without mass of its own has its shapes' volume times the density; without shapes none.
    Links that no joint moves have none either.

    Raises
    ------
    ImpingeError
        If a link without mass has a shape that bounds no volume, or an endless one.

    Examples
    --------
    >>> from impinge.geometry import Box, Joint
    >>> links = [Link("rail"), Link("cart", [Box((1, 1, 2))])]
    >>> cart = Articulation(links, [Joint("slide", "prismatic", "rail", "cart")])
    >>> link_bodies(cart)[:, 0]
    array([   0., 2000.])
    """
    return derived(tree, ("link bodies", density), lambda: _bodies(tree, density))


def _bodies(tree: Articulation, density: float) -> Array:
    bodies = np.zeros((len(tree.links), BODY_NUMBERS))
    moving = np.zeros(len(tree.links), np.bool_)
    for k, link in enumerate(tree.links):
        moving[k] = tree.starts[k] >= 0 or (k > 0 and moving[tree.parents[k]])
        if moving[k]:
            mass, centre, inertia = _body(link, density)
            bodies[k, MASS], bodies[k, CENTRE:INERTIA] = mass, centre
            bodies[k, INERTIA:] = inertia.ravel()
    return frozen(bodies)


def _body(link: Link, density: float) -> tuple[float, Array, Array]:
    if link.mass > 0.0 or link.inertia.any():
        return link.mass, link.centre, 0.5 * (link.inertia + link.inertia.T)
    if not link.shapes or not density:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    try:
        solid = Compound(link.shapes)
        mass, inertia = density * solid.volume, density * solid.inertia
        centre = solid.centroid
    except ImpingeError as error:
        raise ImpingeError(f"link {link.name!r}: has no mass, and no volume: {error}") from error
    if not isfinite(mass):
        raise ImpingeError(f"link {link.name!r}: has no mass, and a shape that does not end")
    return mass, centre, inertia
