"""Mass, centre and inertia of one body, from what is given and its shape."""

from __future__ import annotations

from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, as_numbers, as_scalar
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, Shape
from impinge.response import Masses

DENSITY = 1000.0
"""Of bodies without mass [kg/m^3]."""


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
    kilograms = None if mass is None else _positive(mass, f"mass of {name!r}")
    kilograms_per_volume = (
        DENSITY if density is None else _positive(density, f"density of {name!r}")
    )
    tensor = None if inertia is None else _as_inertia(inertia, f"inertia of {name!r}")
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


def _positive(value: Any, name: str) -> float:
    number = as_scalar(value, name)
    if number <= 0.0:
        raise ImpingeError(f"{name}: {number:g} is not positive")
    return number


def _as_inertia(values: Any, name: str) -> Array:
    numbers = as_numbers(values, name, "shape (3, 3)")
    if numbers.shape != (3, 3):
        raise ImpingeError(f"{name}: expected shape (3, 3), got {numbers.shape}")
    return np.array(numbers, np.float64)
