"""Which faces of a mesh meet: every pair compared in exact arithmetic, by clipping edges."""

from fractions import Fraction

import numpy as np
from exact import as_integers, cross, dot, sub


def faces_that_meet(mesh):
    """(m, 2): faces i < j that meet elsewhere than at what they share, or share all three vertices;
    and which of these pairs share a vertex."""
    (points,), _ = as_integers(mesh.vertices)
    corners = mesh.vertices[mesh.faces]
    low, high = corners.min(axis=1), corners.max(axis=1)
    near = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    found, sharing = [], []
    for i, j in np.argwhere(np.triu(near, 1)).tolist():
        one, other = mesh.faces[i].tolist(), mesh.faces[j].tolist()
        shared = sorted(set(one) & set(other))
        a, b = ([points[k] for k in face] for face in (one, other))
        ends = [points[k] for k in shared]
        if len(shared) > 2 or (
            not (beside(a, b) or beside(b, a))
            and any(not (ends and on_segment(p, ends[0], ends[-1])) for p in common_points(a, b))
        ):
            found.append((i, j))
            sharing.append(len(shared) > 0)
    return np.array(found, np.int64).reshape(-1, 2), np.array(sharing, np.bool_)


def beside(one, other):
    """Is one triangle on one side of the other's plane, without touching it?"""
    a, b, c = other
    n = cross(sub(b, a), sub(c, a))
    sides = [dot(n, sub(p, a)) for p in one]
    return min(sides) > 0 or max(sides) < 0


def common_points(one, other):
    """Points of two triangles' common part, all its corners among them."""
    found = []
    for a, b in ((one, other), (other, one)):
        for k in range(3):
            found += clip(a[k], a[(k + 1) % 3], b)
    return found


def clip(p, q, triangle):
    """Ends of the common part of a segment and a triangle."""
    a, b, c = triangle
    n = cross(sub(b, a), sub(c, a))
    if n == (0, 0, 0):
        return [x for r, s in ((a, b), (b, c), (c, a)) for x in clip_to_segment(p, q, r, s)]
    # On both sides of the plane, and inside the three sides.
    limits = [(n, a), (sub((0, 0, 0), n), a)]
    limits += [(cross(n, sub(s, r)), r) for r, s in ((a, b), (b, c), (c, a))]
    begin, end = 0, 1
    for inward, corner in limits:
        at_p, at_q = dot(inward, sub(p, corner)), dot(inward, sub(q, corner))
        if at_p < 0 and at_q < 0:
            return []
        if at_p < 0:
            begin = max(begin, Fraction(at_p, at_p - at_q))
        elif at_q < 0:
            end = min(end, Fraction(at_p, at_p - at_q))
    if begin > end:
        return []
    return [tuple(x + t * (y - x) for x, y in zip(p, q, strict=True)) for t in (begin, end)]


def clip_to_segment(p, q, r, s):
    """Ends of the common part of two segments."""
    d, e = sub(q, p), sub(s, r)
    n = cross(d, e)
    if n == (0, 0, 0):
        return [x for x in (p, q) if on_segment(x, r, s)] + [
            x for x in (r, s) if on_segment(x, p, q)
        ]
    if dot(n, sub(r, p)) != 0:
        return []
    t = Fraction(dot(cross(sub(r, p), e), n), dot(n, n))
    x = tuple(a + t * b for a, b in zip(p, d, strict=True))
    return [x] if 0 <= t <= 1 and on_segment(x, r, s) else []


def on_segment(x, r, s):
    along = dot(sub(x, r), sub(s, r))
    return cross(sub(x, r), sub(s, r)) == (0, 0, 0) and (
        0 <= along <= dot(sub(s, r), sub(s, r)) if r != s else x == r
    )
