"""Contacts of a time step: velocities by Gauss-Seidel, corrections of positions.

A contact is one row of numbers, a quarter of its matrices: sweeps are bound by memory.
"""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply
from impinge.core.vec import add, any_square_to, cross, dot, scale, sub
from impinge.response.kernels.gauss_seidel import clip_to_disc, largest_of

NORMAL, TANGENT, LEVER_A, LEVER_B = 0, 3, 6, 9
"""Columns: unit vectors, and from the centres of A and B to the point."""
INVERSE = 12
"""Columns: how an impulse changes velocities, in the frame: nn, nt, ns, tt, ts, ss."""
BOUND, FRICTION = 18, 19
RATE = 20
"""Column: the larger eigenvalue of (tt, ts; ts, ss)."""
CONTACT_NUMBERS = 21


@inlined
def vector_at(rows, i, column):
    return rows[i, column], rows[i, column + 1], rows[i, column + 2]


@inlined
def inertia_at(inverses, body):
    return (
        inverses[body, 1], inverses[body, 2], inverses[body, 3],
        inverses[body, 4], inverses[body, 5], inverses[body, 6],
        inverses[body, 7], inverses[body, 8], inverses[body, 9],
    )  # fmt: skip


@inlined
def response(inverses, body, lever, direction):
    """Velocity that an impulse along a direction gives to the point of a body."""
    spin = apply(inertia_at(inverses, body), cross(lever, direction))
    return add(scale(inverses[body, 0], direction), cross(spin, lever))


@inlined
def point_velocity(velocities, body, lever):
    return add(vector_at(velocities, body, 0), cross(vector_at(velocities, body, 3), lever))


@inlined
def relative_velocity(contacts, pairs, i, velocities):
    b = point_velocity(velocities, pairs[i, 1], vector_at(contacts, i, LEVER_B))
    return sub(b, point_velocity(velocities, pairs[i, 0], vector_at(contacts, i, LEVER_A)))


@inlined
def push(inverses, body, lever, impulse, velocities):
    spin = apply(inertia_at(inverses, body), cross(lever, impulse))
    for c in range(3):
        velocities[body, c] += inverses[body, 0] * impulse[c]
        velocities[body, 3 + c] += spin[c]


@inlined
def push_both(contacts, pairs, i, inverses, impulse, velocities):
    """An impulse on B, and its opposite on A."""
    push(inverses, pairs[i, 1], vector_at(contacts, i, LEVER_B), impulse, velocities)
    against = scale(-1.0, impulse)
    push(inverses, pairs[i, 0], vector_at(contacts, i, LEVER_A), against, velocities)


@inlined
def frame_of(contacts, i):
    normal, first = vector_at(contacts, i, NORMAL), vector_at(contacts, i, TANGENT)
    return normal, first, cross(normal, first)


@kernel
def assemble_contacts(pairs, points, centres, inverses, contacts, impulses, velocities):
    """Fill rows of contacts that have normals, bounds and frictions.

    Rows of ``inverses`` are a body's 1/m and inverse inertia; zero for the world, the last row.
    Impulses of the start come in the world frame; they are moved to the frames, clipped to the
    cones and applied to the velocities.
    """
    for i in range(len(pairs)):
        first = any_square_to(vector_at(contacts, i, NORMAL))
        point = vector_at(points, i, 0)
        levers = (
            sub(point, vector_at(centres, pairs[i, 0], 0)),
            sub(point, vector_at(centres, pairs[i, 1], 0)),
        )
        for c in range(3):
            contacts[i, TANGENT + c] = first[c]
            contacts[i, LEVER_A + c], contacts[i, LEVER_B + c] = levers[0][c], levers[1][c]
        frame = frame_of(contacts, i)
        column = INVERSE
        for k in range(3):
            change = add(
                response(inverses, pairs[i, 0], levers[0], frame[k]),
                response(inverses, pairs[i, 1], levers[1], frame[k]),
            )
            for other in range(k, 3):
                contacts[i, column] = dot(frame[other], change)
                column += 1
        a, b, d = vector_at(contacts, i, INVERSE + 3)
        contacts[i, RATE] = largest_of(a, b, d)
        world = vector_at(impulses, i, 0)
        p = max(0.0, dot(frame[0], world))
        radius = contacts[i, FRICTION] * p
        x, y = clip_to_disc(dot(frame[1], world), dot(frame[2], world), radius)
        impulses[i, 0], impulses[i, 1], impulses[i, 2] = p, x, y
        push_both(contacts, pairs, i, inverses, to_world(frame, p, x, y), velocities)


@inlined
def to_world(frame, p, x, y):
    return add(scale(p, frame[0]), add(scale(x, frame[1]), scale(y, frame[2])))


@kernel
def impulses_to_world(contacts, impulses):
    """Turn impulses from the frames of contacts to the world, in place."""
    for i in range(len(impulses)):
        p, x, y = vector_at(impulses, i, 0)
        found = to_world(frame_of(contacts, i), p, x, y)
        for c in range(3):
            impulses[i, c] = found[c]


@kernel
def opening_speeds(contacts, pairs, velocities, speeds):
    """Speeds at which gaps open."""
    for i in range(len(pairs)):
        relative = relative_velocity(contacts, pairs, i, velocities)
        speeds[i] = dot(vector_at(contacts, i, NORMAL), relative)


@inlined
def slide_or_stick(contacts, i, p, q, u, w, radius):
    """Tangential impulse after (p, q) at velocity (u, w): sticking if the cone allows it.

    Otherwise one step towards it, projected to the cone: where nothing changes any more, friction
    is against the velocity.
    """
    a, b, d = vector_at(contacts, i, INVERSE + 3)
    determinant = a * d - b * b
    if determinant > 1e-14 * a * d:
        x, y = p - (d * u - b * w) / determinant, q - (a * w - b * u) / determinant
        if x * x + y * y <= radius * radius:
            return x, y
    x, y = p - u / contacts[i, RATE], q - w / contacts[i, RATE]
    square = x * x + y * y
    if square > radius * radius:
        share = radius / sqrt(square)
        x, y = x * share, y * share
    return x, y


@kernel
def sweep_contacts(contacts, pairs, inverses, impulses, velocities, tolerance, budget):
    """Impulses within Coulomb's cones, as ``sweep_cones``; returns the number of sweeps.

    Ends when no velocity of a contact changes by more than the tolerance.
    """
    m = len(pairs)
    for sweep in range(budget):
        moved = 0.0
        for turn in range(m):
            # Forward and backward in turn: stacks carry loads both ways.
            i = turn if sweep % 2 == 0 else m - 1 - turn
            if contacts[i, INVERSE] <= 0.0:
                continue
            frame = frame_of(contacts, i)
            relative = relative_velocity(contacts, pairs, i, velocities)
            before, p, q = impulses[i, 0], impulses[i, 1], impulses[i, 2]
            gap = dot(frame[0], relative) - contacts[i, BOUND]
            now = max(0.0, before - gap / contacts[i, INVERSE])
            step = now - before
            radius = contacts[i, FRICTION] * now
            x, y = 0.0, 0.0
            if radius > 0.0:
                u = dot(frame[1], relative) + contacts[i, INVERSE + 1] * step
                w = dot(frame[2], relative) + contacts[i, INVERSE + 2] * step
                x, y = slide_or_stick(contacts, i, p, q, u, w, radius)
            if step == 0.0 and x == p and y == q:
                continue
            impulses[i, 0], impulses[i, 1], impulses[i, 2] = now, x, y
            change = to_world(frame, step, x - p, y - q)
            push_both(contacts, pairs, i, inverses, change, velocities)
            slide = max(abs(x - p), abs(y - q)) * contacts[i, RATE]
            moved = max(moved, max(abs(step) * contacts[i, INVERSE], slide))
        if moved <= tolerance:
            return sweep + 1
    return budget


@kernel
def correct_positions(contacts, pairs, inverses, wanted, weights, moves, budget):
    """Displacements that open contacts by at least ``wanted``, by Gauss-Seidel on the normals.

    Contacts with ``wanted`` not above zero only keep others from closing them.
    """
    m = len(pairs)
    for sweep in range(budget):
        for turn in range(m):
            i = turn if sweep % 2 == 0 else m - 1 - turn
            if contacts[i, INVERSE] <= 0.0:
                continue
            normal = vector_at(contacts, i, NORMAL)
            before = weights[i]
            gap = dot(normal, relative_velocity(contacts, pairs, i, moves)) - wanted[i]
            weights[i] = max(0.0, before - gap / contacts[i, INVERSE])
            if weights[i] != before:
                impulse = scale(weights[i] - before, normal)
                push_both(contacts, pairs, i, inverses, impulse, moves)
