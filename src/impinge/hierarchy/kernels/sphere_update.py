"""Spheres of a tree where its body is now: posed, or carried by the vertices of a coarse mesh."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from impinge.bounds.kernels.principal import jacobi_turn
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply
from impinge.core.vec import add, along, load, norm, store, sub
from impinge.hierarchy.kernels.one_tree import to_world

POSED, CONSERVATIVE, PUBLISHED = 0, 1, 2
"""How spheres follow: by a pose; so that they cover what they covered; by a heuristic."""
ROUNDED = 2.0**-40
"""Radii grow by this share of the coordinates that they were computed from."""
NEAR = 1e-6
"""The heuristic leaves out coarse vertices nearer to a centre than this share of its radius."""
SWEEPS = 12
WIDTH = 4


class Rig(NamedTuple):
    """What does not change: spheres at rest, and what carries each.

    ``steer[steer_starts[i] : steer_starts[i + 1]]`` are the coarse vertices of row i, and in the
    same way ``links`` has rows of four coarse vertices: ``caps`` are the largest weights they have
    in a group of links, ``sums`` the largest sum of weights and the largest length, ``frame`` the
    number of the group's frame or -1.
    """

    centres: np.ndarray
    radii: np.ndarray
    leaf: np.ndarray
    steer_starts: np.ndarray
    steer: np.ndarray
    starts: np.ndarray
    links: np.ndarray
    caps: np.ndarray
    sums: np.ndarray
    frame: np.ndarray
    nearest: np.ndarray
    rest: np.ndarray


class Now(NamedTuple):
    """What does: pose, or coarse vertices and how frames are turned; spheres, where ``known``."""

    mode: int
    pose: np.ndarray
    points: np.ndarray
    turns: np.ndarray
    centres: np.ndarray
    radii: np.ndarray
    known: np.ndarray


@kernel
def fit_rotation(rig, points, row, middle, middle_now, work):
    """The rotation that carries a row's coarse vertices best, about their means.

    Horn 1987 [Horn1987]_: the quaternion is the first eigenvector of a 4x4 matrix, found by Jacobi
    rotations in ``work`` (8, 4). Any rotation keeps the bound of the radius valid.
    """
    xx = xy = xz = yx = yy = yz = zx = zy = zz = 0.0
    for k in range(rig.steer_starts[row], rig.steer_starts[row + 1]):
        p = sub(load(rig.rest, rig.steer[k]), middle)
        q = sub(load(points, rig.steer[k]), middle_now)
        xx, xy, xz = xx + p[0] * q[0], xy + p[0] * q[1], xz + p[0] * q[2]
        yx, yy, yz = yx + p[1] * q[0], yy + p[1] * q[1], yz + p[1] * q[2]
        zx, zy, zz = zx + p[2] * q[0], zy + p[2] * q[1], zz + p[2] * q[2]
    work[0, 0], work[1, 1] = xx + yy + zz, xx - yy - zz
    work[2, 2], work[3, 3] = -xx + yy - zz, -xx - yy + zz
    work[0, 1], work[0, 2], work[0, 3] = yz - zy, zx - xz, xy - yx
    work[1, 2], work[1, 3], work[2, 3] = xy + yx, zx + xz, yz + zy
    for i in range(4):
        for j in range(4):
            work[4 + i, j] = 1.0 if i == j else 0.0
            if j < i:
                work[i, j] = work[j, i]
    for _ in range(SWEEPS):
        off = big = 0.0
        for i in range(4):
            big = max(big, abs(work[i, i]))
            for j in range(i + 1, 4):
                off = max(off, abs(work[i, j]))
        if off <= 1e-18 * big:
            break
        for p in range(3):
            for q in range(p + 1, 4):
                if work[p, q] == 0.0:
                    continue
                _, c, s = jacobi_turn(work[p, p], work[q, q], work[p, q])
                for k in range(4):
                    a, b = work[k, p], work[k, q]
                    work[k, p], work[k, q] = c * a - s * b, s * a + c * b
                for k in range(4):
                    a, b = work[p, k], work[q, k]
                    work[p, k], work[q, k] = c * a - s * b, s * a + c * b
                    a, b = work[4 + k, p], work[4 + k, q]
                    work[4 + k, p], work[4 + k, q] = c * a - s * b, s * a + c * b
    best = 0
    for k in range(1, 4):
        if work[k, k] > work[best, best]:
            best = k
    w, x, y, z = work[4, best], work[5, best], work[6, best], work[7, best]
    n = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        1.0 - n * (y * y + z * z), n * (x * y - w * z), n * (x * z + w * y),
        n * (x * y + w * z), 1.0 - n * (x * x + z * z), n * (y * z - w * x),
        n * (x * z - w * y), n * (y * z + w * x), 1.0 - n * (x * x + y * y),
    )  # fmt: skip


@inlined
def largest_sum(rig, e, strays):
    """No sum of weights times strays of a group of links is larger. Exact for a single link."""
    far = total = 0.0
    for k in range(WIDTH):
        stray = strays[rig.links[e, k]]
        far = max(far, stray)
        total += rig.caps[e, k] * stray
    return min(total, rig.sums[e, 0] * far)


@inlined
def frame_stray(turns, f, r):
    """How far a frame is from the rotated one: the spectral norm of the difference of rotations,
    which is the Frobenius norm over sqrt(2).
    """
    total = 0.0
    for k in range(9):
        d = turns[f, k] - r[k]
        total += d * d
    return sqrt(0.5 * total)


@kernel
def turn_rows(before, after, out, start, stop):
    """The rotation that carries each frame, three axes a row, to where it is now."""
    for f in range(start, stop):
        for i in range(3):
            for j in range(3):
                out[f, 3 * i + j] = (
                    after[f, i] * before[f, j]
                    + after[f, 3 + i] * before[f, 3 + j]
                    + after[f, 6 + i] * before[f, 6 + j]
                )


@kernel
def update_conservative(rig, now, row, strays, work):
    """The sphere moved by the best rigid motion of what steers it, and grown by the most that a
    corner of its faces can stray from that motion. ``strays`` has a number for each coarse vertex.
    """
    first, stop = rig.steer_starts[row], rig.steer_starts[row + 1]
    middle = middle_now = (0.0, 0.0, 0.0)
    share = 1.0 / max(stop - first, 1)
    for k in range(first, stop):
        middle = along(middle, share, load(rig.rest, rig.steer[k]))
        middle_now = along(middle_now, share, load(now.points, rig.steer[k]))
    r = fit_rotation(rig, now.points, row, middle, middle_now, work)
    for k in range(first, stop):
        i = rig.steer[k]
        carried = add(middle_now, apply(r, sub(load(rig.rest, i), middle)))
        strays[i] = norm(sub(load(now.points, i), carried))
    worst, last, stray = 0.0, -1, 0.0
    for e in range(rig.starts[row], rig.starts[row + 1]):
        f = rig.frame[e]
        if f < 0:
            stray = 0.0
        elif f != last:
            stray, last = frame_stray(now.turns, f, r), f
        worst = max(worst, largest_sum(rig, e, strays) + rig.sums[e, 1] * stray)
    centre = add(middle_now, apply(r, sub(load(rig.centres, row), middle)))
    return centre, rig.radii[row] + worst


@kernel
def update_published(rig, now, row):
    """The centre moved by the mean displacement of its nearest coarse vertices, and the radius
    scaled by the largest ratio of their distances, [Mendoza2005]_ section 4.4. No bound.
    """
    c = load(rig.centres, row)
    moved, share = c, 1.0 / rig.nearest.shape[1]
    for k in range(rig.nearest.shape[1]):
        i = rig.nearest[row, k]
        moved = along(moved, share, sub(load(now.points, i), load(rig.rest, i)))
    ratio = 0.0
    for k in range(rig.nearest.shape[1]):
        i = rig.nearest[row, k]
        before = norm(sub(load(rig.rest, i), c))
        if before > NEAR * rig.radii[row]:
            ratio = max(ratio, norm(sub(load(now.points, i), moved)) / before)
    return moved, rig.radii[row] * (ratio if ratio > 0.0 else 1.0)


@kernel
def update_sphere(rig, now, row, strays, work):
    """Write where the sphere of a row is now."""
    if now.mode == CONSERVATIVE:
        c, r = update_conservative(rig, now, row, strays, work)
        r += ROUNDED * (max(abs(c[0]), abs(c[1]), abs(c[2])) + r)
    elif now.mode == PUBLISHED:
        c, r = update_published(rig, now, row)
    else:
        c, r = to_world(now.pose, load(rig.centres, row)), rig.radii[row]
    store(now.centres, row, c)
    now.radii[row] = r
    now.known[row] = 1


@kernel
def update_rows(rig, now, rows, strays, work):
    """Update the spheres of some rows, where that has not been done; unused ones stay unused."""
    for k in range(len(rows)):
        row = rows[k]
        if now.known[row] == 0 and rig.radii[row] >= 0.0:
            update_sphere(rig, now, row, strays, work)
        elif now.known[row] == 0:
            store(now.centres, row, load(rig.centres, row))
            now.radii[row], now.known[row] = -1.0, 1
