"""Sums of what elements give to their corners."""

from impinge.core.jit import kernel


@kernel
def gather_rows(starts, corners, parts, out, start, stop):
    """Sums of what elements give to each vertex, always in the same order."""
    for v in range(start, stop):
        x, y, z = 0.0, 0.0, 0.0
        for k in range(starts[v], starts[v + 1]):
            c = corners[k]
            x += parts[c, 0]
            y += parts[c, 1]
            z += parts[c, 2]
        out[v, 0], out[v, 1], out[v, 2] = x, y, z
