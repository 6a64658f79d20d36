"""Equations of motion of joint trees: composite inertias, recursive Newton-Euler, a solve.

After [Featherstone2008]_, chapters 5 and 6. Deviation: vectors lie along the axes of the world, and
moments are taken about the origin of each link, which keeps digits far away from the world's.

A body is a row of numbers: mass, centre of mass (3), inertia about it (9), in the link's frame.
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, rotation_of, times, translation_of, transposed
from impinge.core.vec import add, along, cross, dot, load, neg, scale, store, sub, vector_of
from impinge.motion.kernels.joint_tree import NOWHERE, as_joints, pose_links, write_axes

MASS, CENTRE, INERTIA, BODY_NUMBERS = 0, 1, 4, 13
SINGULAR = 1e-14
"""A pivot below this share of its diagonal element is rounding of zero."""


@inlined
def joint_motion(tree, k, axes, count, values):
    """What joint ``k`` adds to linear and angular motion, with these numbers as its speeds."""
    linear, angular = NOWHERE, NOWHERE
    at, factor = tree.columns[k, 1], tree.mimic[k, 0]
    for c in range(count):
        x = factor * values[at + c]
        linear = along(linear, x, vector_of(axes[k, c]))
        angular = along(angular, x, vector_of(axes[k, c, 3:]))
    return linear, angular


@inlined
def power(axes, k, c, force, moment):
    """Axis ``c`` of joint ``k`` times a force, and a moment about the link's origin."""
    return (
        axes[k, c, 0] * force[0] + axes[k, c, 1] * force[1] + axes[k, c, 2] * force[2]
        + axes[k, c, 3] * moment[0] + axes[k, c, 4] * moment[1] + axes[k, c, 5] * moment[2]
    )  # fmt: skip


@inlined
def centre_of(bodies, k, turn):
    """From the origin of link ``k`` to its centre of mass, world frame."""
    return apply(turn, vector_of(bodies[k, CENTRE:]))


@inlined
def inertia_of(bodies, k, turn):
    """Inertia of link ``k`` about its centre of mass, world frame."""
    b = bodies[k]
    own = (
        b[INERTIA], b[INERTIA + 1], b[INERTIA + 2], b[INERTIA + 3], b[INERTIA + 4],
        b[INERTIA + 5], b[INERTIA + 6], b[INERTIA + 7], b[INERTIA + 8],
    )  # fmt: skip
    return times(turn, times(own, transposed(turn)))


@kernel
def torque_rows(joints, bodies, q, speeds, rates, gravity, out, start, stop):
    """Torques that give the rates of speeds, by Newton's and Euler's laws from root to leaves.

    The base is accelerated against gravity, which stands for the weights of all links.
    """
    tree = as_joints(joints)
    n = len(tree.parents)
    poses, axes, counts = np.empty((n, 4, 4)), np.empty((n, 6, 6)), np.empty(n, np.int64)
    spins, turns, lifts = np.empty((n, 3)), np.empty((n, 3)), np.empty((n, 3))
    forces, moments = np.empty((n, 3)), np.empty((n, 3))
    for i in range(start, stop):
        pose_links(tree, q[i], poses)
        for k in range(n):
            p = tree.parents[k]
            w, turn, lift = NOWHERE, NOWHERE, neg(vector_of(gravity))
            if p >= 0:
                arm = sub(translation_of(poses[k]), translation_of(poses[p]))
                w, turn, lift = load(spins, p), load(turns, p), load(lifts, p)
                lift = add(lift, add(cross(turn, arm), cross(w, cross(w, arm))))
            counts[k] = write_axes(tree, k, poses, axes[k])
            slide, spin = joint_motion(tree, k, axes, counts[k], speeds[i])
            pull, twist = joint_motion(tree, k, axes, counts[k], rates[i])
            lift = add(lift, add(pull, scale(2.0, cross(w, slide))))
            turn = add(turn, add(twist, cross(w, spin)))
            w = add(w, spin)
            store(spins, k, w)
            store(turns, k, turn)
            store(lifts, k, lift)
            rotation = rotation_of(poses[k])
            centre, inertia = centre_of(bodies, k, rotation), inertia_of(bodies, k, rotation)
            lift = add(lift, add(cross(turn, centre), cross(w, cross(w, centre))))
            force = scale(bodies[k, MASS], lift)
            moment = add(apply(inertia, turn), cross(w, apply(inertia, w)))
            store(forces, k, force)
            store(moments, k, add(moment, cross(centre, force)))
        for column in range(out.shape[1]):
            out[i, column] = 0.0
        for k in range(n - 1, -1, -1):
            force, moment, at = load(forces, k), load(moments, k), tree.columns[k, 1]
            for c in range(counts[k]):
                out[i, at + c] += tree.mimic[k, 0] * power(axes, k, c, force, moment)
            p = tree.parents[k]
            if p >= 0:
                arm = sub(translation_of(poses[k]), translation_of(poses[p]))
                store(forces, p, add(load(forces, p), force))
                store(moments, p, add(load(moments, p), add(moment, cross(arm, force))))


@inlined
def shift_inertia(mass, moment, inertia, arm):
    """Inertia about a point from which ``arm`` leads to the one that ``moment`` is about.

    ``moment`` is the mass times the arm to its centre.
    """
    both = 2.0 * dot(arm, moment) + mass * dot(arm, arm)
    h = add(moment, scale(0.5 * mass, arm))
    return (
        inertia[0] + both - 2.0 * h[0] * arm[0],
        inertia[1] - h[0] * arm[1] - h[1] * arm[0],
        inertia[2] - h[0] * arm[2] - h[2] * arm[0],
        inertia[3] - h[1] * arm[0] - h[0] * arm[1],
        inertia[4] + both - 2.0 * h[1] * arm[1],
        inertia[5] - h[1] * arm[2] - h[2] * arm[1],
        inertia[6] - h[2] * arm[0] - h[0] * arm[2],
        inertia[7] - h[2] * arm[1] - h[1] * arm[2],
        inertia[8] + both - 2.0 * h[2] * arm[2],
    )


@inlined
def tensor_at(inertias, k):
    t = inertias[k]
    return (t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8])


@kernel
def mass_rows(joints, bodies, q, out, start, stop):
    """Mass matrices (speeds, speeds): what hangs on each joint moves as one rigid body."""
    tree = as_joints(joints)
    n = len(tree.parents)
    poses, axes, counts = np.empty((n, 4, 4)), np.empty((n, 6, 6)), np.empty(n, np.int64)
    masses, firsts, inertias = np.empty(n), np.empty((n, 3)), np.empty((n, 9))
    for i in range(start, stop):
        pose_links(tree, q[i], poses)
        for k in range(n):
            counts[k] = write_axes(tree, k, poses, axes[k])
            turn, mass = rotation_of(poses[k]), bodies[k, MASS]
            centre = centre_of(bodies, k, turn)
            own = shift_inertia(mass, NOWHERE, inertia_of(bodies, k, turn), centre)
            masses[k] = mass
            store(firsts, k, scale(mass, centre))
            for c in range(9):
                inertias[k, c] = own[c]
        found = out[i]
        for a in range(found.shape[0]):
            for b in range(found.shape[1]):
                found[a, b] = 0.0
        for k in range(n - 1, -1, -1):
            mass, first, inertia = masses[k], load(firsts, k), tensor_at(inertias, k)
            at, origin = tree.columns[k, 1], translation_of(poses[k])
            for c in range(counts[k]):
                linear, angular = vector_of(axes[k, c]), vector_of(axes[k, c, 3:])
                force = add(scale(mass, linear), cross(angular, first))
                moment = add(cross(first, linear), apply(inertia, angular))
                for b in range(c + 1):
                    x = tree.mimic[k, 0] * tree.mimic[k, 0] * power(axes, k, b, force, moment)
                    found[at + c, at + b] += x
                    if b < c:
                        found[at + b, at + c] += x
                p = tree.parents[k]
                while p >= 0:
                    arm = sub(origin, translation_of(poses[p]))
                    whole = add(moment, cross(arm, force))
                    for b in range(counts[p]):
                        other = tree.columns[p, 1] + b
                        x = tree.mimic[k, 0] * tree.mimic[p, 0] * power(axes, p, b, force, whole)
                        found[at + c, other] += x
                        found[other, at + c] += x
                    p = tree.parents[p]
            p = tree.parents[k]
            if p >= 0:
                arm = sub(origin, translation_of(poses[p]))
                moved = shift_inertia(mass, first, inertia, arm)
                masses[p] += mass
                store(firsts, p, add(load(firsts, p), add(first, scale(mass, arm))))
                for c in range(9):
                    inertias[p, c] += moved[c]


@kernel
def solve_rows(matrices, values, failed, start, stop):
    """Replace values by ``matrix^-1 values``; matrices by their Cholesky factors.

    ``failed`` gets the column at which a matrix is not positive definite, or -1.
    """
    n = matrices.shape[1]
    for i in range(start, stop):
        m, x = matrices[i], values[i]
        failed[i] = -1
        for a in range(n):
            for b in range(a + 1):
                total = m[a, b]
                for c in range(b):
                    total -= m[a, c] * m[b, c]
                if b < a:
                    m[a, b] = total / m[b, b]
                elif total > SINGULAR * m[a, a]:
                    m[a, a] = sqrt(total)
                else:
                    failed[i] = a
                    break
            if failed[i] >= 0:
                break
        if failed[i] >= 0:
            continue
        for a in range(n):
            for b in range(a):
                x[a] -= m[a, b] * x[b]
            x[a] /= m[a, a]
        for a in range(n - 1, -1, -1):
            x[a] /= m[a, a]
            for b in range(a):
                x[b] -= m[a, b] * x[a]
