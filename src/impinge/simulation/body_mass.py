"""Mass, centre and inertia of a body, from what is given and its shape; of links likewise."""

from __future__ import annotations

from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, as_scalar, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Compound, Link, Mesh, Shape
from impinge.response import Masses
from impinge.response.quantities import as_numbers
from impinge.simulation.kernels.joint_dynamics import BODY_NUMBERS, CENTRE, INERTIA, MASS

DENSITY = 1000.0
"""Of bodies and links without mass of their own [kg/m^3]."""


class BodyMass(NamedTuple):
    """Mass [kg], centre of mass [m] and inertia [kg m^2] about it, in the body frame."""

    mass: float
    centre: Array
    inertia: Array


FIXED = BodyMass(np.inf, np.zeros(3), np.eye(3))


def body_mass(name: str, shape: Shape, density: Any, mass: Any, inertia: Any) -> BodyMass:
    """Mass of a body: the density times the volume, or the given mass, spread evenly.

    An open mesh needs a mass, which is spread over its surface.

    Raises
    ------
    ImpingeError
        If numbers are no mass or no inertia, both mass and density are given, or the shape has
        neither a volume nor a given mass.
    """
    if density is not None and mass is not None:
        raise ImpingeError(f"density of {name!r}: given beside a mass; give one of them")
    kilograms = None if mass is None else positive(mass, f"mass of {name!r}")
    kilograms_per_volume = DENSITY if density is None else positive(density, f"density of {name!r}")
    tensor = None if inertia is None else as_numbers(inertia, f"inertia of {name!r}", (3, 3))
    measures = _measures(name, shape, kilograms is None)
    if kilograms is None:
        kilograms = kilograms_per_volume * measures.mass
        if not isfinite(kilograms):
            raise ImpingeError(f"density of {name!r}: {kilograms_per_volume:g} is too large")
    if tensor is None:
        with np.errstate(over="ignore", invalid="ignore"):
            tensor = measures.inertia * (kilograms / measures.mass)
    found = BodyMass(kilograms, measures.centre, tensor)
    try:
        Masses([found.mass], [found.inertia])
    except ImpingeError as error:
        what, _, reason = str(error).partition(": row 0 ")
        raise ImpingeError(f"{what.rstrip('es')} of {name!r}: {reason}") from error
    return found


def _measures(name: str, shape: Shape, needs_volume: bool) -> BodyMass:
    """Of the shape with density 1, or of its surface if it has no volume."""
    if isinstance(shape, Mesh) and not shape.is_closed and not needs_volume:
        return _shell(name, shape)
    try:
        found = BodyMass(shape.volume, shape.centroid, shape.inertia)
        if isfinite(found.mass) and found.mass > 0.0:
            return found
        reason = "its shape does not end" if found.mass > 0.0 else "its shape has no volume"
    except ImpingeError as error:
        reason = str(error)
    raise ImpingeError(f"mass of {name!r}: unknown, {reason}; give a mass, or fixed=True")


def _shell(name: str, mesh: Mesh) -> BodyMass:
    """Of the surface of a mesh as a sheet of equal thickness, density 1."""
    corners = mesh.vertices[mesh.faces]
    sides = corners[:, 1:] - corners[:, :1]
    areas = 0.5 * np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    if not areas.any():
        raise ImpingeError(f"mass of {name!r}: its shape has no area to lie on")
    centre = (areas[:, None] * corners.mean(axis=1)).sum(axis=0) / areas.sum()
    local = corners - centre
    points = np.concatenate([local, local.sum(axis=1, keepdims=True)], axis=1)
    second = np.einsum("f,fki,fkj->ij", areas / 12.0, points, points)
    return BodyMass(float(areas.sum()), centre, np.trace(second) * np.eye(3) - second)


def positive(value: Any, name: str) -> float:
    number = as_scalar(value, name)
    if number <= 0.0:
        raise ImpingeError(f"{name}: {number:g} is not positive")
    return number


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
    return derived(tree, ("link bodies", density), lambda: _link_rows(tree, density))


def _link_rows(tree: Articulation, density: float) -> Array:
    bodies = np.zeros((len(tree.links), BODY_NUMBERS))
    moving = np.zeros(len(tree.links), np.bool_)
    for k, link in enumerate(tree.links):
        moving[k] = tree.starts[k] >= 0 or (k > 0 and moving[tree.parents[k]])
        if moving[k]:
            mass, centre, inertia = _link_mass(link, density)
            bodies[k, MASS], bodies[k, CENTRE:INERTIA] = mass, centre
            bodies[k, INERTIA:] = inertia.ravel()
    return frozen(bodies)


def _link_mass(link: Link, density: float) -> tuple[float, Array, Array]:
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
