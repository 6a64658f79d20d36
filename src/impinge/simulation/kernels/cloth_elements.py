"""Membrane triangles and hinges: forces, energies, stiffness.

A triangle has Green's strain in its plane and a linear law (St. Venant and Kirchhoff). A hinge, two
triangles at an edge, has the energy k (1 - cos(angle - rest)), in which the angle is that between
the normals [Grinspun2003]_. The cosine instead of the angle's square leaves no jump where a hinge
folds over. Gradients of the angle are those of [Bridson2003]_.
"""

from math import atan2, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.vec import add, along, cross, dot, load, neg, norm_sq, scale, store, sub
from impinge.simulation.kernels.corner_sums import put_blocks

LAMBDA, MU, TRIANGLE_DAMPING, TRIANGLE_NUMBERS = 4, 5, 6, 7
"""Columns of a triangle, behind the inverse (2, 2) of its edges at rest: constants times area [J],
damping [s]."""
STIFFNESS, ANGLE, HINGE_DAMPING, HINGE_NUMBERS = 0, 1, 2, 3
"""Columns of a hinge: k [J], angle at rest, damping [s]."""
ELASTIC, LOST, ENERGY_NUMBERS = 0, 1, 2
"""Columns of an element: energy [J], power lost to damping [W]."""
FLAT = 1e-12
"""A hinge bends nothing while a triangle's squared height is below this share of the squared edge:
its angle is not known."""


class ClothElements(NamedTuple):
    """Elements as kernels take them.

    ``triangles``  (t, 3) int64, corners.
    ``sheets``     (t, 7) float64, their numbers.
    ``hinges``     (h, 4) int64, both ends of an edge, and the corners opposite.
    ``bends``      (h, 3) float64, their numbers.
    """

    triangles: Any
    sheets: Any
    hinges: Any
    bends: Any


@merged
def as_cloth_elements(arrays):
    """The elements that Python handed over as a plain tuple."""
    return ClothElements(arrays[0], arrays[1], arrays[2], arrays[3])


@inlined
def columns_of(elements, t, field):
    """Both columns of the change of a field over triangle ``t``."""
    corners, rest = elements.triangles, elements.sheets
    base = load(field, corners[t, 0])
    p, q = sub(load(field, corners[t, 1]), base), sub(load(field, corners[t, 2]), base)
    return (along(scale(rest[t, 0], p), rest[t, 2], q), along(scale(rest[t, 1], p), rest[t, 3], q))


@inlined
def law(rest, t, xx, yy, xy):
    """Stress by strain, in the plane, and half of their product; both times the area."""
    first, second = rest[t, LAMBDA] * (xx + yy), 2.0 * rest[t, MU]
    sxx, syy, sxy = first + second * xx, first + second * yy, second * xy
    return sxx, syy, sxy, 0.5 * (sxx * xx + syy * yy) + sxy * xy


@inlined
def strain_of(f, g):
    """Green's strain of two columns."""
    return 0.5 * (dot(f, f) - 1.0), 0.5 * (dot(g, g) - 1.0), 0.5 * dot(f, g)


@inlined
def angle_of(elements, h, field):
    """Angle of hinge ``h``, its gradient at the four corners, and whether it is known."""
    corners = elements.hinges
    a, b = load(field, corners[h, 0]), load(field, corners[h, 1])
    c, d = load(field, corners[h, 2]), load(field, corners[h, 3])
    edge, ac, ad = sub(b, a), sub(c, a), sub(d, a)
    # Of the flat hinge, both point the same way.
    m, n = cross(edge, ac), cross(ad, edge)
    mm, nn, ee = norm_sq(m), norm_sq(n), norm_sq(edge)
    if not (mm > FLAT * ee * ee and nn > FLAT * ee * ee):
        none = (0.0, 0.0, 0.0)
        return 0.0, none, none, none, none, False
    length = sqrt(ee)
    angle = atan2(dot(edge, cross(m, n)) / length, dot(m, n))
    p, q = scale(-length / mm, m), scale(-length / nn, n)
    s, r = dot(ac, edge) / ee, dot(ad, edge) / ee
    at_b = neg(add(scale(s, p), scale(r, q)))
    return angle, neg(add(add(p, q), at_b)), at_b, p, q, True


@kernel
def cloth_force_rows(arrays, vertices, places, rates, forces, energies, start, stop):
    """Forces on corners, and energies: of triangles, and of hinges behind them.

    Elastic forces are those of ``vertices``, damping is that of the velocities ``rates`` of a cloth
    at ``places``: linear in the rates where these are kept.
    """
    elements = as_cloth_elements(arrays)
    count, rest, bends = len(elements.triangles), elements.sheets, elements.bends
    for row in range(start, stop):
        lost = 0.0
        if row < count:
            f, g = columns_of(elements, row, vertices)
            exx, eyy, exy = strain_of(f, g)
            xx, yy, xy, energy = law(rest, row, exx, eyy, exy)
            p, q = along(scale(xx, f), xy, g), along(scale(xy, f), yy, g)
            if rest[row, TRIANGLE_DAMPING] != 0.0:
                f, g = columns_of(elements, row, places)
                u, v = columns_of(elements, row, rates)
                rxx, ryy, rxy = dot(f, u), dot(g, v), 0.5 * (dot(f, v) + dot(g, u))
                xx, yy, xy, power = law(rest, row, rxx, ryy, rxy)
                damping = rest[row, TRIANGLE_DAMPING]
                p = add(p, scale(damping, along(scale(xx, f), xy, g)))
                q = add(q, scale(damping, along(scale(xy, f), yy, g)))
                lost = 2.0 * damping * power
            one = neg(along(scale(rest[row, 0], p), rest[row, 1], q))
            two = neg(along(scale(rest[row, 2], p), rest[row, 3], q))
            # So the three sum up to zero but for one rounding.
            store(forces, 3 * row, neg(add(one, two)))
            store(forces, 3 * row + 1, one)
            store(forces, 3 * row + 2, two)
        else:
            h = row - count
            angle, _, pb, pc, pd, known = angle_of(elements, h, vertices)
            energy, push = 0.0, 0.0
            if known:
                away = angle - bends[h, ANGLE]
                energy = 2.0 * bends[h, STIFFNESS] * sin(0.5 * away) ** 2
                push = -bends[h, STIFFNESS] * sin(away)
            pb, pc, pd = scale(push, pb), scale(push, pc), scale(push, pd)
            damping = bends[h, STIFFNESS] * bends[h, HINGE_DAMPING]
            if damping != 0.0:
                _, qa, qb, qc, qd, _ = angle_of(elements, h, places)
                corners = elements.hinges
                rate = dot(qa, load(rates, corners[h, 0])) + dot(qb, load(rates, corners[h, 1]))
                rate += dot(qc, load(rates, corners[h, 2])) + dot(qd, load(rates, corners[h, 3]))
                lost = damping * rate * rate
                pb, pc = along(pb, -damping * rate, qb), along(pc, -damping * rate, qc)
                pd = along(pd, -damping * rate, qd)
            at = 3 * count + 4 * h
            store(forces, at, neg(add(pb, add(pc, pd))))
            store(forces, at + 1, pb)
            store(forces, at + 2, pc)
            store(forces, at + 3, pd)
        energies[row, ELASTIC], energies[row, LOST] = energy, lost


@inlined
def pull_of(xx, yy, xy):
    """A symmetric matrix of two rows without its negative eigenvalue."""
    middle, half = 0.5 * (xx + yy), 0.5 * (xx - yy)
    radius = sqrt(half * half + xy * xy)
    low, high = middle - radius, middle + radius
    if low >= 0.0:
        return xx, yy, xy
    if high <= 0.0 or radius == 0.0:
        return 0.0, 0.0, 0.0
    share = high / (2.0 * radius)
    # high times (S - low) / (high - low), the projection on the other eigenvector.
    return share * (xx - low), share * (yy - low), share * xy


@inlined
def gradient_of(rest, t, corner):
    """Gradient of the shape function of a corner of a triangle, in its plane."""
    if corner == 0:
        return -(rest[t, 0] + rest[t, 2]), -(rest[t, 1] + rest[t, 3])
    k = 2 * corner - 2
    return rest[t, k], rest[t, k + 1]


@inlined
def add_membrane(rest, t, share, f, g, pull, blocks):
    """Blocks of a triangle: of the linear law, times ``share``, and of a pull in its plane."""
    xx, yy, xy = pull
    for i in range(3):
        ix, iy = gradient_of(rest, t, i)
        u = along(scale(ix, f), iy, g)
        for j in range(i, 3):
            jx, jy = gradient_of(rest, t, j)
            v = along(scale(jx, f), jy, g)
            gram = share * rest[t, MU] * (ix * jx + iy * jy)
            along_both = xx * ix * jx + yy * iy * jy + xy * (ix * jy + iy * jx)
            for a in range(3):
                for b in range(3):
                    blocks[i, j, a, b] += share * (
                        rest[t, LAMBDA] * u[a] * v[b] + rest[t, MU] * v[a] * u[b]
                    ) + gram * (f[a] * f[b] + g[a] * g[b])
                blocks[i, j, a, a] += along_both


@inlined
def add_hinge(stiffness, pa, pb, pc, pd, blocks):
    """Blocks of a spring along the gradient of an angle."""
    gradients = (pa, pb, pc, pd)
    for i in range(4):
        for j in range(i, 4):
            for a in range(3):
                for b in range(3):
                    blocks[i, j, a, b] += stiffness * gradients[i][a] * gradients[j][b]


@kernel
def add_cloth_stiffness(arrays, fields, per_second, slots, bodies, out, start, stop):
    """Add the stiffness of elements to their blocks of a matrix; damping by 1 / dt.

    ``fields`` are vertices, and places of damping. Rows are bodies, whose triangles and hinges
    begin at ``bodies`` (k + 1, 2): no two of them share a block. Each element's matrix is positive
    semidefinite: pressure in a triangle is left out, and the curvature of a hinge's angle.
    """
    elements = as_cloth_elements(arrays)
    vertices, places = fields[0], fields[1]
    rest, bends = elements.sheets, elements.bends
    blocks = np.zeros((4, 4, 3, 3))
    for t in range(bodies[start, 0], bodies[stop, 0]):
        f, g = columns_of(elements, t, vertices)
        exx, eyy, exy = strain_of(f, g)
        xx, yy, xy, _ = law(rest, t, exx, eyy, exy)
        add_membrane(rest, t, 1.0, f, g, pull_of(xx, yy, xy), blocks)
        if rest[t, TRIANGLE_DAMPING] != 0.0:
            f, g = columns_of(elements, t, places)
            share = per_second * rest[t, TRIANGLE_DAMPING]
            add_membrane(rest, t, share, f, g, (0.0, 0.0, 0.0), blocks)
        put_blocks(blocks, 3, slots[0], t, out)
    for h in range(bodies[start, 1], bodies[stop, 1]):
        _, pa, pb, pc, pd, _ = angle_of(elements, h, vertices)
        add_hinge(bends[h, STIFFNESS], pa, pb, pc, pd, blocks)
        if bends[h, HINGE_DAMPING] != 0.0:
            _, pa, pb, pc, pd, _ = angle_of(elements, h, places)
            share = per_second * bends[h, HINGE_DAMPING] * bends[h, STIFFNESS]
            add_hinge(share, pa, pb, pc, pd, blocks)
        put_blocks(blocks, 4, slots[1], h, out)
