"""Conjugate gradients for blocks of three rows, preconditioned by the inverse diagonal blocks.

Compiled, because SciPy's solver asks threads of BLAS for each product of two vectors: fifty times
as slow on a busy machine.
"""

from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, dot, load, store


class BlockSystem(NamedTuple):
    """A symmetric matrix: sparse blocks, and blocks on differences of five vertices.

    ``data``, ``columns``, ``starts``  (k, 3, 3), (k,), (n + 1,) of sparse rows of blocks.
    ``inverse``                        (n, 3, 3) of the diagonal blocks; zero for what is held.
    ``vertices``, ``weights``          (m, w) of the differences.
    ``springs``                        (m, 3, 3) their blocks.
    """

    data: Any
    columns: Any
    starts: Any
    inverse: Any
    vertices: Any
    weights: Any
    springs: Any


@inlined
def times_block(blocks, k, v):
    return (
        blocks[k, 0, 0] * v[0] + blocks[k, 0, 1] * v[1] + blocks[k, 0, 2] * v[2],
        blocks[k, 1, 0] * v[0] + blocks[k, 1, 1] * v[1] + blocks[k, 1, 2] * v[2],
        blocks[k, 2, 0] * v[0] + blocks[k, 2, 1] * v[1] + blocks[k, 2, 2] * v[2],
    )


@inlined
def write_product(system, field, out):
    """The matrix times a field (n, 3)."""
    for i in range(len(field)):
        total = (0.0, 0.0, 0.0)
        for k in range(system.starts[i], system.starts[i + 1]):
            part = times_block(system.data, k, load(field, system.columns[k]))
            total = add(total, part)
        store(out, i, total)
    for row in range(len(system.springs)):
        moved = (0.0, 0.0, 0.0)
        for c in range(system.weights.shape[1]):
            moved = along(moved, system.weights[row, c], load(field, system.vertices[row, c]))
        force = times_block(system.springs, row, moved)
        for c in range(system.weights.shape[1]):
            v = system.vertices[row, c]
            store(out, v, along(load(out, v), system.weights[row, c], force))


@kernel
def advance_gradients(arrays, x, residual, search, product, goal, state, rounds):
    """Some rounds; returns how many, fewer than ``rounds`` at the goal or where nothing is gained.

    ``state`` is the product of residual and preconditioned residual; negative before the first
    round. The goal is for the squared length of the residual.
    """
    system = BlockSystem(
        arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], arrays[6]
    )
    n = len(x)
    if state[0] < 0.0:
        state[0] = 0.0
        for i in range(n):
            z = times_block(system.inverse, i, load(residual, i))
            store(search, i, z)
            state[0] += dot(load(residual, i), z)
    for done in range(rounds):
        size = 0.0
        for i in range(n):
            size += dot(load(residual, i), load(residual, i))
        if not size > goal:
            return done
        write_product(system, search, product)
        bend = 0.0
        for i in range(n):
            bend += dot(load(search, i), load(product, i))
        if not bend > 0.0:
            return done
        step, before = state[0] / bend, state[0]
        state[0] = 0.0
        for i in range(n):
            store(x, i, along(load(x, i), step, load(search, i)))
            r = along(load(residual, i), -step, load(product, i))
            if system.inverse[i, 0, 0] == 0.0:
                # What pulls at held vertices is no residual.
                r = (0.0, 0.0, 0.0)
            store(residual, i, r)
            z = times_block(system.inverse, i, r)
            state[0] += dot(r, z)
            store(product, i, z)
        share = state[0] / before
        for i in range(n):
            store(search, i, along(load(product, i), share, load(search, i)))
    return rounds
