"""Contacts of a surface with a half space: its vertices."""

from math import inf

from impinge.contacts.kernels import contact_row as row
from impinge.contacts.kernels.contact_row import write_names
from impinge.contacts.kernels.surface import HOME, SLOTS
from impinge.contacts.kernels.tolerances import LEVEL
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import dot, load, sub
from impinge.hierarchy.kernels.one_tree import largest_of
from impinge.narrow.kernels.convex_pair import TOUCH
from impinge.narrow.kernels.relation import row_of

VERTEX_FACE = 2
"""The nature of a single vertex on a plane."""


@inlined
def write_vertex(out, at, p, n, height, home):
    for c in range(3):
        out[at, row.POINT_A + c], out[at, row.NORMAL + c] = p[c], -n[c]
        out[at, row.POINT_B + c] = p[c] - height * n[c]
    features = home // HOME, 0, SLOTS * (1 + home % HOME)
    write_names(out, at, height, features, VERTEX_FACE)


@kernel
def collide_ground(points, homes, pose_a, normal, offset, pose_b, margin, extent, out, first):
    """Write the vertices that a half space holds, or nearly; how many, or -1 if there is no room.

    Those above the margin that are level with the deepest are among them.
    """
    turn, position = rotation_of(pose_a), translation_of(pose_a)
    n = apply(rotation_of(pose_b), (normal[0], normal[1], normal[2]))
    across = apply_transposed(turn, n)
    between = sub(position, translation_of(pose_b))
    level = dot(n, between) - offset
    least = inf
    lowest = (0.0, 0.0, 0.0)
    for i in range(len(points)):
        height = dot(across, load(points, i)) + level
        if height < least:
            least, lowest = height, load(points, i)
    # As far above the plane as overlap and distance take for touching.
    touch = TOUCH * max(largest_of(lowest), largest_of(between), abs(offset))
    if least > max(margin, touch):
        return 0
    bound = max(margin, least + LEVEL * extent)
    count = 0
    for i in range(len(points)):
        height = dot(across, load(points, i)) + level
        if height <= bound:
            if first + count >= len(out):
                return -1
            p = moved(turn, position, load(points, i))
            write_vertex(out, first + count, p, n, height, homes[i])
            count += 1
    return count


@kernel
def collide_ground_rows(
    points, homes, poses_a, normal, offset, poses_b, margins, extent, out, counts, start, stop
):
    """Rows ``start`` onward, one after another in ``out``; the first that found no room."""
    used = 0
    for i in range(start, stop):
        counts[i] = collide_ground(
            points, homes, row_of(poses_a, i), normal, offset,
            row_of(poses_b, i), row_of(margins, i), extent, out, used,
        )  # fmt: skip
        if counts[i] < 0:
            counts[i] = 0
            return i
        used += counts[i]
    return stop
