"""Soft bodies for tests."""

import numpy as np
from scipy.sparse import bsr_array

from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld

MODELS = ("stvk", "corotational")
INTEGRATORS = ("implicit", "rk4")


def sparse(matrix):
    """A stiffness as a matrix (3 n, 3 n) of SciPy."""
    size = 3 * (len(matrix.starts) - 1)
    return bsr_array((matrix.data, matrix.columns, matrix.starts), shape=(size, size))


def moved(mesh, shift):
    return TetMesh(mesh.vertices + shift, mesh.tets)


def rotation(rng):
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.linalg.det(q)


def deformed(mesh, rng, size=0.12):
    """Turned, and moved at random by a share of the edges."""
    return mesh.vertices @ rotation(rng).T + size * rng.normal(size=mesh.vertices.shape)


def bar(model="stvk", **more):
    """A metre of elastic, hung up at its upper end."""
    mesh = brick((2, 2, 10), 0.1)
    top = np.flatnonzero(mesh.vertices[:, 2] > 0.999)
    return SoftBody(mesh, young=1e6, poisson=0.0, model=model, pinned=top, **more)


def pressing(model="corotational", speed=1.0, gap=0.02, **options):
    """Two blocks that fly at each other, off centre."""
    mesh = brick((3, 3, 3), 1 / 3)
    bodies = {
        "low": SoftBody(mesh, model=model),
        "high": SoftBody(moved(mesh, [0.13, 0.07, 1.0 + gap]), model=model),
    }
    start = {"low": (0, 0, speed), "high": (0, 0, -speed)}
    return SoftWorld(bodies, **{"velocities": start, "gravity": (0, 0, 0), **options})
