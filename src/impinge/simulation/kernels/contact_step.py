"""Contacts of a time step: their matrices, corrections of positions, islands."""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import any_square_to, cross, dot, load, scale, sub
from impinge.response.kernels.gauss_seidel import apply_impulse, clip_to_disc, opening


@kernel
def assemble_contacts(
    pairs, points, normals, centres, inverses, friction, jacobian, change, inverse, impulses,
    velocities,
):  # fmt: skip
    """Matrices for ``sweep_cones``, and impulses of the start moved from the world to the frames.

    Rows of ``inverses`` are a body's 1/m and inverse inertia; zero for the world, the last row.
    Impulses of the start are clipped to the cones and applied to the velocities.
    """
    for i in range(len(pairs)):
        normal = load(normals, i)
        first = any_square_to(normal)
        frame = normal, first, cross(normal, first)
        point = load(points, i)
        for axis in range(3):
            direction = frame[axis]
            for side in range(2):
                body = pairs[i, side]
                sign = 2.0 * side - 1.0
                linear = scale(sign, direction)
                angular = scale(sign, cross(sub(point, load(centres, body)), direction))
                for c in range(3):
                    jacobian[i, axis, side, c] = linear[c]
                    jacobian[i, axis, side, 3 + c] = angular[c]
                    change[i, axis, side, c] = inverses[body, 0] * linear[c]
                    row = 1 + 3 * c
                    change[i, axis, side, 3 + c] = (
                        inverses[body, row] * angular[0]
                        + inverses[body, row + 1] * angular[1]
                        + inverses[body, row + 2] * angular[2]
                    )
        for a in range(3):
            for b in range(3):
                total = 0.0
                for side in range(2):
                    for c in range(6):
                        total += jacobian[i, a, side, c] * change[i, b, side, c]
                inverse[i, a, b] = total
        start_impulse(i, frame, friction, impulses)
        for axis in range(3):
            apply_impulse(change, pairs, i, axis, impulses[i, axis], velocities)


@inlined
def start_impulse(i, frame, friction, impulses):
    world = load(impulses, i)
    p = max(0.0, dot(frame[0], world))
    x, y = clip_to_disc(dot(frame[1], world), dot(frame[2], world), friction[i] * p)
    impulses[i, 0], impulses[i, 1], impulses[i, 2] = p, x, y


@kernel
def impulses_to_world(normals, impulses):
    """Turn impulses from the frames of contacts to the world, in place."""
    for i in range(len(normals)):
        normal = load(normals, i)
        first = any_square_to(normal)
        second = cross(normal, first)
        p, x, y = load(impulses, i)
        for c in range(3):
            impulses[i, c] = p * normal[c] + x * first[c] + y * second[c]


@kernel
def correct_positions(jacobian, change, pairs, inverse, wanted, weights, moves, budget):
    """Displacements that open contacts by at least ``wanted``, by Gauss-Seidel on the normals.

    Contacts with ``wanted`` not above zero only keep others from closing them.
    """
    for _ in range(budget):
        for i in range(len(wanted)):
            if inverse[i, 0, 0] <= 0.0:
                continue
            before = weights[i]
            gap = opening(jacobian, pairs, i, 0, moves) - wanted[i]
            weights[i] = max(0.0, before - gap / inverse[i, 0, 0])
            if weights[i] != before:
                apply_impulse(change, pairs, i, 0, weights[i] - before, moves)


@kernel
def label_islands(pairs, count, labels):
    """Bodies that contacts connect get one label, the lowest of them; ``count`` is the world."""
    for body in range(count):
        labels[body] = body
    for i in range(len(pairs)):
        a, b = pairs[i, 0], pairs[i, 1]
        if a == count or b == count:
            continue
        while labels[a] != a:
            a = labels[a]
        while labels[b] != b:
            b = labels[b]
        low, high = min(a, b), max(a, b)
        labels[high] = low
        # Shorten the paths of both.
        for side in range(2):
            body = pairs[i, side]
            while labels[body] != low and labels[body] != body:
                above = labels[body]
                labels[body] = low
                body = above
    for body in range(count):
        labels[body] = labels[labels[body]]
