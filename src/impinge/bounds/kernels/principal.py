"""Principal axes: the directions along which things spread most, less, least."""

from math import sqrt

from impinge.core.jit import inlined

SWEEPS = 6
SMALL = 1e-12
"""Stop turning when what is off the diagonal is this share of the diagonal: a frame need not be
exact, the boxes are fitted to it as it is."""


@inlined
def jacobi_turn(app, aqq, apq):
    """Tangent, cosine and sine of the rotation that zeroes ``apq``."""
    theta = 0.5 * (aqq - app) / apq
    t = 1.0 / (abs(theta) + sqrt(1.0 + theta * theta))
    t = t if theta >= 0.0 else -t
    c = 1.0 / sqrt(1.0 + t * t)
    return t, c, t * c


@inlined
def turned(c, s, v, w):
    return (c * v[0] - s * w[0], c * v[1] - s * w[1], c * v[2] - s * w[2])


@inlined
def principal_axes(xx, xy, xz, yy, yz, zz):
    """Eigenvectors of a symmetric matrix by cyclic Jacobi rotations [GolubVanLoan2013]_.

    Two of the three, in no order; the third is their cross product.
    """
    u = (1.0, 0.0, 0.0)
    v = (0.0, 1.0, 0.0)
    w = (0.0, 0.0, 1.0)
    for _ in range(SWEEPS):
        if abs(xy) + abs(xz) + abs(yz) <= SMALL * (abs(xx) + abs(yy) + abs(zz)):
            break
        if xy != 0.0:
            t, c, s = jacobi_turn(xx, yy, xy)
            xx, yy, xy = xx - t * xy, yy + t * xy, 0.0
            xz, yz = c * xz - s * yz, s * xz + c * yz
            u, v = turned(c, s, u, v), turned(c, -s, v, u)
        if xz != 0.0:
            t, c, s = jacobi_turn(xx, zz, xz)
            xx, zz, xz = xx - t * xz, zz + t * xz, 0.0
            xy, yz = c * xy - s * yz, s * xy + c * yz
            u, w = turned(c, s, u, w), turned(c, -s, w, u)
        if yz != 0.0:
            t, c, s = jacobi_turn(yy, zz, yz)
            yy, zz, yz = yy - t * yz, zz + t * yz, 0.0
            xy, xz = c * xy - s * xz, s * xy + c * xz
            v, w = turned(c, s, v, w), turned(c, -s, w, v)
    return u, v
