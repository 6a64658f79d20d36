"""Matrices of three rows as tuples of nine floats, row by row: what kernels compute with."""

import numpy as np

from impinge.core.jit import inlined


@inlined
def times(m, n):
    """The product ``m n``."""
    return (
        m[0] * n[0] + m[1] * n[3] + m[2] * n[6],
        m[0] * n[1] + m[1] * n[4] + m[2] * n[7],
        m[0] * n[2] + m[1] * n[5] + m[2] * n[8],
        m[3] * n[0] + m[4] * n[3] + m[5] * n[6],
        m[3] * n[1] + m[4] * n[4] + m[5] * n[7],
        m[3] * n[2] + m[4] * n[5] + m[5] * n[8],
        m[6] * n[0] + m[7] * n[3] + m[8] * n[6],
        m[6] * n[1] + m[7] * n[4] + m[8] * n[7],
        m[6] * n[2] + m[7] * n[5] + m[8] * n[8],
    )


@inlined
def scaled(s, m):
    """The matrix times a number; exact for a power of two."""
    return (
        s * m[0], s * m[1], s * m[2],
        s * m[3], s * m[4], s * m[5],
        s * m[6], s * m[7], s * m[8],
    )  # fmt: skip


@inlined
def transposed(m):
    return (m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8])


@inlined
def apply(m, v):
    """The vector ``m v``."""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
        m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
    )


@inlined
def apply_transposed(m, v):
    """The vector ``m^T v``: the way back, where ``m`` is a rotation."""
    return (
        m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
        m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
        m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
    )


@inlined
def moved(m, t, v):
    """The point ``m v + t``."""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + t[0],
        m[3] * v[0] + m[4] * v[1] + m[5] * v[2] + t[1],
        m[6] * v[0] + m[7] * v[1] + m[8] * v[2] + t[2],
    )


@inlined
def rotation_of(pose):
    return (
        pose[0, 0], pose[0, 1], pose[0, 2],
        pose[1, 0], pose[1, 1], pose[1, 2],
        pose[2, 0], pose[2, 1], pose[2, 2],
    )  # fmt: skip


@inlined
def translation_of(pose):
    return (pose[0, 3], pose[1, 3], pose[2, 3])


@inlined
def single9(m):
    """The same numbers, rounded to float32."""
    return (
        np.float32(m[0]), np.float32(m[1]), np.float32(m[2]),
        np.float32(m[3]), np.float32(m[4]), np.float32(m[5]),
        np.float32(m[6]), np.float32(m[7]), np.float32(m[8]),
    )  # fmt: skip
