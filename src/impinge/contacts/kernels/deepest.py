"""The pair of points at which the gap of two shapes was found, and its place among the contacts.

It is the deepest contact, and most often one of the corners that were found anyway.
"""

from math import inf, sqrt

from impinge.contacts.kernels import flat
from impinge.contacts.kernels import found as point
from impinge.contacts.kernels.discs import in_disc, on_disc
from impinge.contacts.kernels.found import add_found, copy_found
from impinge.contacts.kernels.meeting import corner, locate
from impinge.contacts.kernels.tolerances import LEVEL
from impinge.core.jit import inlined, kernel
from impinge.geometry.kernels.convex_row import CYLINDER

TOUCHING = 2.0**-40
"""Share of the coordinates by which a candidate may be higher than the gap and still be the place
that the gap was found at: their rounding, with some room."""
BETWEEN_SAMPLES = 0.07612046748871326
"""1 - cos 22.5 degrees: the most by which a level rim's deepest point lies below its points, per
lean and radius."""
HALF_STEP_SQ = 0.15224093497742652
"""Squared chord of 22.5 degrees, half the angle between the points of a rim."""


@inlined
def place_on_line(corners, x, y, snap):
    """An end, for what is at it or beyond: a capsule's cap reaches further than its side."""
    p, q = corner(corners, 0), corner(corners, 1)
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = sqrt(dx * dx + dy * dy)
    if not length > 0.0:
        return 0
    along = ((x - p[0]) * dx + (y - p[1]) * dy) / length
    if along <= snap:
        return 0
    return 1 if length - along <= snap else 2


@inlined
def place_of(head, corners, x, y, snap):
    """The code of a point that is on a flat part, of any form."""
    form = int(head[flat.FORM])
    if form == flat.DOT or form == flat.PLANE:
        return 0
    if form == flat.DISC:
        code, _ = on_disc(head, x, y, snap / head[flat.RADIUS_OF_DISC])
        return max(code, 0)
    if form == flat.LINE:
        return place_on_line(corners, x, y, snap)
    code, _ = locate(head, corners, x, y, snap)
    return code if code >= 0 else 2 * int(head[flat.CORNERS])


@inlined
def leans(head):
    """Has a disc a deepest point?"""
    return (
        head[flat.FORM] == flat.DISC
        and head[flat.RISE_X] ** 2 + head[flat.RISE_Y] ** 2 > LEVEL * LEVEL
    )


@inlined
def drop_samples(found, count, head, at, code, x, y):
    """Leave out the points of a rim that are next to its deepest one, at (x, y)."""
    u, v = in_disc(head, x, y)
    kept = 0
    for k in range(count):
        s, t = in_disc(head, found[k, at], found[k, at + 1])
        near = (s - u) ** 2 + (t - v) ** 2 < HALF_STEP_SQ
        if not (found[k, point.SLOT] >= point.SAMPLE and found[k, code] == 0.0 and near):
            copy_found(found, k, kept)
            kept += 1
    return kept


@inlined
def witness_of(kind_a, head_a, corners_a, kind_b, head_b, corners_b, gap):
    """The pair of points at which the gap was found; a corner that touches is one of them.

    Not so for curved shapes: their furthest point is more sensitive to the normal than the gap.
    """
    if head_a[flat.FORM] == flat.DOT and kind_a < CYLINDER:
        a = corner(corners_a, 0)
        return a, (a[0], a[1], a[2] + gap)
    if head_b[flat.FORM] == flat.DOT and kind_b < CYLINDER:
        b = corner(corners_b, 0)
        return (b[0], b[1], b[2] - gap), b
    return (0.0, 0.0, -0.5 * gap), (0.0, 0.0, 0.5 * gap)


@inlined
def on_side(head, code):
    """Is this a place on a side, and at no corner? All of a line is, and the rim of a disc."""
    form = int(head[flat.FORM])
    if form == flat.DISC:
        return code == 0
    return form == flat.LINE or (form == flat.POLYGON and code < 2 * head[flat.CORNERS])


@kernel
def add_witness(head_a, corners_a, head_b, corners_b, a, b, gap, snap, extent, size, found, count):
    """Make sure that the pair of points at which the gap was found is among the candidates.

    Where none of them is as low, it takes the place of one at the same corner, or between the same
    two places, or is added. Of a level rim, which has no deepest point that would stay where it
    is, it is not.
    """
    code_a = place_of(head_a, corners_a, a[0], a[1], snap)
    code_b = place_of(head_b, corners_b, b[0], b[1], snap)
    rim_a = head_a[flat.FORM] == flat.DISC and code_a == 0
    rim_b = head_b[flat.FORM] == flat.DISC and code_b == 0
    slack = TOUCHING * size
    for head in (head_a, head_b):
        if head[flat.FORM] == flat.DISC and not leans(head):
            slack += BETWEEN_SAMPLES * LEVEL * min(head[flat.RADIUS_OF_DISC], extent)
    slack = min(slack, LEVEL * extent)
    if rim_a and leans(head_a):
        count = drop_samples(found, count, head_a, point.AT_A, point.CODE_A, a[0], a[1])
    if rim_b and leans(head_b):
        count = drop_samples(found, count, head_b, point.AT_B, point.CODE_B, b[0], b[1])

    corner_a, corner_b = code_a < head_a[flat.CORNERS], code_b < head_b[flat.CORNERS]
    slot = point.TIP if rim_a or rim_b else point.CROSSING
    lowest = inf
    for k in range(count):
        lowest = min(lowest, found[k, point.GAP])
    # A height is least at a corner of the figure, or along a rim: elsewhere only rounding speaks
    # for a lower place.
    is_corner = corner_a or corner_b or (on_side(head_a, code_a) and on_side(head_b, code_b))
    is_corner = is_corner or rim_a or rim_b
    if lowest <= gap + (slack if is_corner else LEVEL * extent):
        return count
    for k in range(count):
        same_a, same_b = found[k, point.CODE_A] == code_a, found[k, point.CODE_B] == code_b
        here = same_a and same_b and found[k, point.SLOT] == slot
        if here or (same_a and corner_a) or (same_b and corner_b):
            add_found(found, k, a, b, code_a, code_b, slot)
            found[k, point.GAP] = gap
            return count
    count = add_found(found, count, a, b, code_a, code_b, slot)
    found[count - 1, point.GAP] = gap
    return count
