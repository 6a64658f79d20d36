"""What the rows of convex shapes must keep, checked table by table."""

from itertools import pairwise

import numpy as np

from impinge.geometry.kernels.cells import (
    IN_CELL,
    LISTED,
    NUMBER,
    NUMBER_BITS,
    OCTANTS,
    furthest_by_cells,
)
from impinge.geometry.kernels.convex_row import (
    ACROSS,
    AT_CELLS,
    AT_EDGES,
    AT_LOOPS,
    AT_NEIGHBOURS,
    AT_PLANES,
    AT_VERTEX_FACES,
    AT_VERTICES,
    CENTRE,
    COUNT,
    EDGES,
    FACES,
    HEADER,
    LANES,
    LENGTH,
    RADIUS,
    REACH,
    STRIDE,
)

ROUNDING = 2.0**-46
"""Of planes and of joined faces, as a share of the largest coordinate."""


def table(row, slot, count, width):
    start = int(row[slot])
    return row[start : start + count * width].reshape(count, width)


def lists(row, slot, count, width=1):
    """The lists of a table, and where it ends."""
    start = int(row[slot])
    places = row[start : start + count + 1].astype(int)
    assert places[0] == start + count + 1
    assert (np.diff(places) >= 0).all()
    found = [
        row[a:b].astype(int).reshape(-1, width) if width > 1 else row[a:b].astype(int).tolist()
        for a, b in pairwise(places)
    ]
    return found, places[-1]


def vertices_of(row):
    n, stride = int(row[COUNT]), int(row[STRIDE])
    start = int(row[AT_VERTICES])
    columns = row[start : start + 3 * stride].reshape(3, stride)
    assert (columns[:, n:] == columns[:, :1]).all()
    return columns[:, :n].T.copy()


def check_cells(row, vertices, end):
    """The table of directions stands at the end, and each cell lists what is furthest in it."""
    across = int(row[ACROSS])
    if len(vertices) <= LANES:
        assert across == 0
        assert len(row) == end
        return
    cells = OCTANTS * across * across
    assert row[AT_CELLS] == end
    assert np.isfinite(row).all()
    named = row[end : end + cells].view(np.int64)
    here = end + cells
    for place in np.unique(named[named >= LISTED]) - LISTED:
        # Lists lie one after the other, up to the end of the row.
        assert place == here
        here += 1 + int(row[place])
    assert len(row) == here
    own = named[named < LISTED, None] >> (NUMBER_BITS * np.arange(IN_CELL)) & NUMBER
    assert (own < len(vertices)).all()
    directions = np.random.default_rng(5).normal(size=(50, 3))
    directions[:20] = np.round(directions[:20])
    for d in directions:
        point, k = furthest_by_cells(row, 0, tuple(d.tolist()))
        heights = vertices[:, 0] * d[0] + vertices[:, 1] * d[1] + vertices[:, 2] * d[2]
        assert k == heights.argmax()
        assert point == tuple(vertices[k].tolist())


def check_row(row):
    """Tables name each other, planes bound the shape, loops turn left. Returns (V, E, F)."""
    assert row.dtype == np.float64
    assert row.flags.carray
    assert row[LENGTH] == len(row)
    n, e, f = (int(row[k]) for k in (COUNT, EDGES, FACES))
    if n == 0:
        assert len(row) == HEADER
        return 0, 0, 0
    assert row[STRIDE] % LANES == 0
    assert 0 <= row[STRIDE] - n < LANES
    vertices = vertices_of(row)
    # At unit size, where nothing overflows.
    _, exponent = np.frexp(np.abs(vertices).max())
    unit = np.ldexp(1.0, min(-int(exponent), 1000))
    vertices = vertices * unit
    rounding = ROUNDING * max(np.abs(vertices).max(), 0.5)
    centre = row[CENTRE : CENTRE + 3] * unit
    arms = vertices - centre
    reach = np.hypot(np.hypot(arms[:, 0], arms[:, 1]), arms[:, 2]).max() + row[RADIUS] * unit
    assert reach <= row[REACH] * unit <= reach * (1.0 + 1e-14)

    near, end = lists(row, AT_NEIGHBOURS, n, 2)
    assert end == row[AT_VERTEX_FACES]
    faces_at, end = lists(row, AT_VERTEX_FACES, n)
    assert end == row[AT_LOOPS]
    loops, end = lists(row, AT_LOOPS, f)
    assert end == row[AT_PLANES]
    assert row[AT_EDGES] == row[AT_PLANES] + 4 * f
    check_cells(row, vertices_of(row), int(row[AT_EDGES]) + 4 * e)
    planes = table(row, AT_PLANES, f, 4) * [1.0, 1.0, 1.0, unit]
    edges = table(row, AT_EDGES, e, 4).astype(int)

    assert (edges[:, 0] < edges[:, 1]).all()
    assert edges.tolist() == sorted(edges.tolist())
    expected = [[] for _ in range(n)]
    for k, (i, j, *_) in enumerate(edges.tolist()):
        expected[i].append([j, k])
        expected[j].append([i, k])
    assert [pairs.tolist() for pairs in near] == [sorted(pairs) for pairs in expected]
    for v in range(n):
        assert faces_at[v] == [k for k, loop in enumerate(loops) if v in loop]

    runs = {}
    for k, loop in enumerate(loops):
        assert len(loop) == len(set(loop)) >= 3
        for i, j in zip(loop, loop[1:] + loop[:1], strict=True):
            assert (i, j) not in runs
            runs[i, j] = k
    if f:
        assert len(runs) == 2 * e
        for i, j, forth, back in edges.tolist():
            assert (runs[i, j], runs[j, i]) == (forth, back)
        assert n - e + f == 2
        assert np.abs(np.linalg.norm(planes[:, :3], axis=1) - 1.0).max() < 1e-15 * 4
    for (*normal, offset), loop in zip(planes.tolist(), loops, strict=True):
        heights = arms @ normal + np.dot(centre, normal) - offset
        assert heights.max() <= rounding
        corners = vertices[loop]
        sides = np.roll(corners, -1, axis=0) - corners
        before = np.roll(sides, 1, axis=0)
        across = np.linalg.norm(before + sides, axis=1)
        # Each corner is in front of the line of its neighbours, or on it within rounding.
        assert (np.cross(before, sides) @ normal >= -rounding * across).all()
        width = (
            np.linalg.norm(np.cross(sides[0], sides), axis=1).max()
            / np.linalg.norm(sides, axis=1).max()
        )
        if width > 1e-3 * np.ptp(vertices, axis=0).max():
            assert heights[loop].min() >= -rounding
    return n, e, f
