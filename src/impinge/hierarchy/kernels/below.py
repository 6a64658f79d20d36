"""Is a point below a height field? Exact, by the triangle it stands over."""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import load
from impinge.geometry.kernels.orientation import orient2d_sign, orient3d_sign
from impinge.hierarchy.kernels.one_tree import to_body


@inlined
def cell_of(x, step, count):
    """The cell from ``i step`` to ``(i + 1) step``, both rounded, in which ``x`` lies; else -1."""
    if not 0.0 <= x <= (count - 1) * step:
        return -1
    i = min(int(x / step), count - 2)
    # The quotient is rounded: it may have gone into the next one.
    if i * step > x:
        i -= 1
    elif (i + 1) * step < x:
        i += 1
    return i


@inlined
def is_below(heights, dx, dy, p):
    """Is the point over the rectangle, and on the surface or below it?"""
    rows, columns = heights.shape
    j, i = cell_of(p[0], dx, columns), cell_of(p[1], dy, rows)
    if i < 0 or j < 0:
        return False
    x0, x1 = j * dx, (j + 1) * dx
    y0, y1 = i * dy, (i + 1) * dy
    a, c = (x0, y0, heights[i, j]), (x1, y1, heights[i + 1, j + 1])
    if orient2d_sign(x0, y0, x1, y1, p[0], p[1]) <= 0:
        b = (x1, y0, heights[i, j + 1])
        return orient3d_sign(a, b, c, p) >= 0
    b = (x0, y1, heights[i + 1, j])
    return orient3d_sign(a, c, b, p) >= 0


@kernel
def below_rows(heights, dx, dy, pose, points, answers, start, stop):
    for i in range(start, stop):
        answers[i] = is_below(heights, dx, dy, to_body(pose, load(points, i)))
