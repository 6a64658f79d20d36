"""Sums of what elements give to their corners, and to blocks of a matrix."""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, load, store


@kernel
def gather_rows(starts, corners, parts, out, start, stop):
    """Sums of what elements give to each vertex, always in the same order."""
    for v in range(start, stop):
        total = (0.0, 0.0, 0.0)
        for k in range(starts[v], starts[v + 1]):
            total = add(total, load(parts, corners[k]))
        store(out, v, total)


@inlined
def put_blocks(blocks, width, slots, row, out):
    """Add the blocks of an element to those of a matrix, and clear them."""
    for i in range(width):
        for j in range(i, width):
            at, mirrored = slots[row, width * i + j], slots[row, width * j + i]
            for a in range(3):
                for b in range(3):
                    out[at, a, b] += blocks[i, j, a, b]
                    if j > i:
                        out[mirrored, b, a] += blocks[i, j, a, b]
                    blocks[i, j, a, b] = 0.0
