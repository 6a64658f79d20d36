"""Batches of configurations: poses of links, Jacobians, steps along speeds and between two."""

import numpy as np

from impinge.core.jit import kernel
from impinge.core.mat import translation_of
from impinge.core.vec import cross, scale, sub
from impinge.motion.kernels.joint_tree import (
    BALL,
    FLOATING,
    PLANAR,
    add_turn,
    as_joints,
    between,
    point_of_link,
    pose_links,
    write_axes,
)


@kernel
def pose_links_rows(joints, q, out, start, stop):
    """Poses of all links, world frame: row i of ``out (n, links, 4, 4)`` for row i of ``q``."""
    tree = as_joints(joints)
    for i in range(start, stop):
        pose_links(tree, q[i], out[i])


@kernel
def jacobian_rows(joints, q, links, points, out, start, stop):
    """Jacobians (6, speeds), linear then angular, of points given in the frames of links.

    Row i is of link ``links[i]`` and point i at configuration i.
    """
    tree = as_joints(joints)
    poses, axes = np.empty(tree.origins.shape), np.empty((6, 6))
    for i in range(start, stop):
        pose_links(tree, q[i], poses)
        row = out[i]
        for c in range(6):
            for column in range(row.shape[1]):
                row[c, column] = 0.0
        k = links[i]
        p = point_of_link(poses, k, points, i)
        while k >= 0:
            at, factor = tree.columns[k, 1], tree.mimic[k, 0]
            arm = sub(p, translation_of(poses[k]))
            for a in range(write_axes(tree, k, poses, axes)):
                spin = (axes[a, 3], axes[a, 4], axes[a, 5])
                swept = cross(spin, arm)
                for c in range(3):
                    row[c, at + a] += factor * (axes[a, c] + swept[c])
                    row[3 + c, at + a] += factor * spin[c]
            k = tree.parents[k]


@kernel
def integrate_rows(joints, q, speeds, dt, out, start, stop):
    """Configurations after moving with constant speeds for ``dt``.

    Mimic joints have no numbers, or write those of their source again.
    """
    tree = as_joints(joints)
    for i in range(start, stop):
        a, v, b = q[i], speeds[i], out[i]
        for k in range(len(tree.parents)):
            at, s, kind = tree.columns[k, 0], tree.columns[k, 1], tree.kinds[k]
            if at < 0:
                continue
            count = 3 if kind == PLANAR or kind == FLOATING else 1
            if kind == BALL:
                add_turn(a, at, scale(dt, (v[s], v[s + 1], v[s + 2])), b)
                continue
            for c in range(count):
                b[at + c] = a[at + c] + dt * v[s + c]
            if kind == FLOATING:
                add_turn(a, at + 3, scale(dt, (v[s + 3], v[s + 4], v[s + 5])), b)


@kernel
def difference_rows(joints, q0, q1, out, start, stop):
    """Speeds that lead from one configuration to another in unit time."""
    tree = as_joints(joints)
    for i in range(start, stop):
        a, b, v = q0[i], q1[i], out[i]
        for k in range(len(tree.parents)):
            at, s, kind = tree.columns[k, 0], tree.columns[k, 1], tree.kinds[k]
            if at < 0:
                continue
            count = 3 if kind == PLANAR or kind == FLOATING else 1
            if kind != BALL:
                for c in range(count):
                    v[s + c] = b[at + c] - a[at + c]
            if kind == BALL or kind == FLOATING:
                turn = between(a, b, at if kind == BALL else at + 3)
                first = s if kind == BALL else s + 3
                for c in range(3):
                    v[first + c] = turn[c]
