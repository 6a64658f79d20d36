"""Shaded pictures of meshes, by rays that the library casts itself.

Every pixel is the mean of a few rays from the eye. Where one hits, a second ray asks whether the
sun is hidden, and a third, towards a random side, how much of the sky is: shadows, and the
darkness of corners, come from the library's own queries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.geometry import Mesh
from impinge.hierarchy import cast_ray, closest_point
from impinge.viewer.camera import Camera

SUN = np.array([-0.45, -0.55, 0.95])
SUN_WIDTH = 0.035
"""Half the size of the sun as seen from the ground [rad]: softens the edges of shadows."""
GOLDEN = 0.6180339887
STRIPE = 200_000
"""Rays at a time: bounds the memory and lets Ctrl-C through."""


@dataclass(frozen=True, slots=True, eq=False)
class Contacts:
    """Where parts cross: places on one side's faces that are near the other side's.

    Attributes
    ----------
    sides : (m,) int64
        Of each face of the model: 0 or 1 if it crosses a face of the other side, else -1.
    faces : tuple of two meshes
        The crossing faces of either side, in the world frame.
    width : float
        Of the band that is marked on each side of the line [m].
    colour : tuple of three floats
    """

    sides: NDArray[np.int64]
    faces: tuple[Mesh, Mesh]
    width: float
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What is to be seen.

    Attributes
    ----------
    mesh : Mesh
        All of it, in the world frame.
    normals : (m, 3, 3) float64
        At the corners of each face.
    colours : (m, 3) float64
        Of each face: red, green, blue, 0 to 1, as on a screen.
    contacts : Contacts, optional
        Lines to be marked, where parts cross.
    """

    mesh: Mesh
    normals: Array
    colours: Array
    contacts: Contacts | None = None


def render(
    model: Model,
    camera: Camera,
    *,
    background: tuple[float, float, float] = (1.0, 1.0, 1.0),
    samples: int = 4,
    reach: float = 0.1,
    done: Callable[[int], None] = lambda _: None,
) -> Array:
    """The picture, (height, width, 3) float64, 0 to 1.

    Parameters
    ----------
    model : Model
    camera : Camera
    background : tuple of three floats, optional
        Where nothing is hit.
    samples : int, optional
        Rays a pixel; more are smoother and take longer.
    reach : float, optional
        How far things darken each other [m].
    done : callable, optional
        Called with the number of rays cast so far, of ``samples * width * height``.
    """
    total = np.zeros((camera.height * camera.width, 3))
    eye = np.asarray(camera.eye, dtype=np.float64)
    dither = _dither(camera.width, camera.height)
    for sample in range(samples):
        # Places of a rank-1 lattice: even in both directions, for any number of samples.
        along, across = (sample + 0.5) / samples, (sample * GOLDEN + 0.5) % 1.0
        rays = camera.rays(along, across)
        chance = (dither + np.array([along, across])) % 1.0
        for start in range(0, len(rays), STRIPE):
            part = slice(start, start + STRIPE)
            total[part] += _shade(model, eye, rays[part], np.array(background), reach, chance[part])
            done(sample * len(rays) + min(start + STRIPE, len(rays)))
    return (total / samples).clip(0.0, 1.0).reshape(camera.height, camera.width, 3)


def _shade(
    model: Model, eye: Array, rays: Array, background: Array, reach: float, chance: Array
) -> Array:
    rays = rays / np.linalg.norm(rays, axis=1)[:, None]
    hits = cast_ray(model.mesh, eye, rays)
    feature = np.asarray(hits.feature)
    seen = feature >= 0
    colours = np.tile(background, (len(rays), 1))
    if not seen.any():
        return colours
    face, point, ray = feature[seen], hits.point[seen], rays[seen]
    normal = _interpolated(model, face, point)
    # The side that is seen is lit, whichever way the face looks.
    facing = np.sign(-(normal * ray).sum(axis=1))[:, None]
    normal = np.where(facing < 0.0, -normal, normal)
    flat = hits.normal[seen]
    start = point + 1e-5 * flat

    random = _sphere(chance[seen])
    sun = SUN / np.linalg.norm(SUN)
    lit = np.isinf(np.asarray(cast_ray(model.mesh, start, sun + SUN_WIDTH * random).distance))
    direction = normal + random
    below = (direction * flat).sum(axis=1) <= 0.0
    direction[below] = flat[below]
    free = np.minimum(np.asarray(cast_ray(model.mesh, start, direction).distance) / reach, 1.0)

    diffuse = np.maximum(normal @ sun, 0.0) * lit
    middle = sun - ray
    middle /= np.linalg.norm(middle, axis=1)[:, None]
    shine = np.maximum((normal * middle).sum(axis=1), 0.0) ** 50 * lit
    sky = 0.5 + 0.5 * normal[:, 2]
    light = 0.62 * diffuse + (0.32 + 0.26 * sky) * (0.3 + 0.7 * free)
    # Light adds up linearly, screens do not: out of their scale and back.
    linear = model.colours[face] ** 2.2 * light[:, None] + 0.16 * shine[:, None]
    if model.contacts is not None:
        marked = _marked(model.contacts, face, point)
        linear[marked] = np.array(model.contacts.colour) ** 2.2
    colours[seen] = linear.clip(0.0, 1.0) ** (1.0 / 2.2)
    return colours


def _marked(contacts: Contacts, face: NDArray[np.int64], point: Array) -> NDArray[np.bool_]:
    """Which of these points, on these faces, are near a face that crosses them."""
    marked = np.zeros(len(face), dtype=np.bool_)
    for side in (0, 1):
        rows = np.flatnonzero(contacts.sides[face] == side)
        if len(rows):
            near = closest_point(contacts.faces[1 - side], point[rows])
            marked[rows] = np.asarray(near.distance) < contacts.width
    return marked


def _interpolated(model: Model, face: NDArray[np.int64], point: Array) -> Array:
    """Unit normals at points on faces, between those at the corners."""
    a, b, c = (model.mesh.vertices[model.mesh.faces[face, k]] for k in range(3))
    # Shares of the corners: areas of the three triangles that the point makes with the edges.
    weights = np.stack(
        [
            np.linalg.norm(np.cross(b - point, c - point), axis=1),
            np.linalg.norm(np.cross(c - point, a - point), axis=1),
            np.linalg.norm(np.cross(a - point, b - point), axis=1),
        ],
        axis=1,
    )
    normal = (weights[:, :, None] * model.normals[face]).sum(axis=1)
    length = np.linalg.norm(normal, axis=1)[:, None]
    unit: Array = np.divide(normal, length, out=model.normals[face, 0], where=length > 0.0)
    return unit


def _sphere(chance: Array) -> Array:
    """Unit vectors, evenly spread for evenly spread pairs of numbers from 0 to 1."""
    z, turn = 2.0 * chance[:, 0] - 1.0, 2.0 * np.pi * chance[:, 1]
    r = np.sqrt(1.0 - z * z)
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)


def _dither(width: int, height: int) -> Array:
    """Two numbers a pixel, 0 to 1, that neighbours have as different as can be.

    Interleaved gradient noise: what remains of it looks like fine paper, not like spots.
    """
    row, column = (k.ravel() for k in np.indices((height, width)))
    first = (52.9829189 * ((0.06711056 * column + 0.00583715 * row) % 1.0)) % 1.0
    second = (0.7548776662 * column + 0.5698402910 * row) % 1.0
    return np.stack([first, second], axis=1)
