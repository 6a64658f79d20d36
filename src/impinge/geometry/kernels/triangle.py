"""Measures between points and triangles, and between two triangles: accurate at every shape."""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, norm_sq, sub
from impinge.geometry.kernels.intersect import overlap_triangle_triangle_exact
from impinge.geometry.kernels.orientation import orient3d_rounded
from impinge.geometry.kernels.segment import closest_edge_edge, closest_point_segment


@inlined
def point_at(a, ab, ac, v, w):
    """The point ``a + v ab + w ac``."""
    return along(along(a, v, ab), w, ac)


@inlined
def closest_point_triangle(p, a, b, c):
    """Barycentric (v, w) of the point ``a + v ab + w ac`` of the triangle closest to ``p``.

    The best of the three edges, and then from there the foot on the face where it lies inside.
    Ericson 2005, section 5.1.5 [Ericson2005]_ asks for the region first, by differences of
    products that cancel in needles; starting at the border, only the step into the face suffers
    from a poor normal, and a second step mends it. A triangle without area is its edges.
    """
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    pa, pb = sub(p, a), sub(p, b)

    s = closest_point_segment(p, a, b)
    v, w = s, 0.0
    best_sq = norm_sq(along(pa, -s, ab))
    s = closest_point_segment(p, a, c)
    distance_sq = norm_sq(along(pa, -s, ac))
    if distance_sq < best_sq:
        best_sq, v, w = distance_sq, 0.0, s
    s = closest_point_segment(p, b, c)
    distance_sq = norm_sq(along(pb, -s, bc))
    if distance_sq < best_sq:
        best_sq, v, w = distance_sq, 1.0 - s, s

    n = cross(ab, ac)
    nn = norm_sq(n)
    if nn > 0.0:
        for _ in range(2):
            # From where the search is to the foot of the point on the plane.
            r = along(along(pa, -v, ab), -w, ac)
            foot_v, foot_w = v + dot(cross(r, ac), n) / nn, w + dot(cross(ab, r), n) / nn
            if not (foot_v >= 0.0 and foot_w >= 0.0 and foot_v + foot_w <= 1.0):
                break
            distance_sq = norm_sq(along(along(pa, -foot_v, ab), -foot_w, ac))
            if not distance_sq < best_sq:
                break
            best_sq, v, w = distance_sq, foot_v, foot_w
    return v, w


@inlined
def improve_by_edges(best_sq, best_a, best_b, p, d, q, e):
    """The closer of the pair so far and that of the edges ``p + s d`` and ``q + t e``."""
    r = sub(p, q)
    s, t = closest_edge_edge(d, e, r, norm_sq(d), norm_sq(e))
    distance_sq = norm_sq(along(along(r, s, d), -t, e))
    if distance_sq < best_sq:
        return distance_sq, along(p, s, d), along(q, t, e)
    return best_sq, best_a, best_b


@kernel
def improve_by_edge(best_sq, best_a, best_b, p, d, b0, b1, b2):
    """The same for one edge of A and the three edges of B."""
    best_sq, best_a, best_b = improve_by_edges(best_sq, best_a, best_b, p, d, b0, sub(b1, b0))
    best_sq, best_a, best_b = improve_by_edges(best_sq, best_a, best_b, p, d, b1, sub(b2, b1))
    return improve_by_edges(best_sq, best_a, best_b, p, d, b2, sub(b0, b2))


@kernel
def improve_by_point(best_sq, best_p, best_b, p, b0, b1, b2):
    """The closer of the pair so far and that of the point ``p`` and the triangle."""
    ab, ac = sub(b1, b0), sub(b2, b0)
    v, w = closest_point_triangle(p, b0, b1, b2)
    distance_sq = norm_sq(along(along(sub(p, b0), -v, ab), -w, ac))
    if distance_sq < best_sq:
        return distance_sq, p, point_at(b0, ab, ac, v, w)
    return best_sq, best_p, best_b


@kernel
def closest_features(a0, a1, a2, b0, b1, b2):
    """(distance_sq, point_a, point_b) over 9 pairs of edges and 6 of vertex and face.

    The closest points of triangles that do not cross are among these. Every candidate lies in
    both triangles, so the answer is never too small, and each is solved to rounding.
    """
    best_sq, best_a, best_b = norm_sq(sub(a0, b0)), a0, b0
    for p, q in ((a0, a1), (a1, a2), (a2, a0)):
        best_sq, best_a, best_b = improve_by_edge(best_sq, best_a, best_b, p, sub(q, p), b0, b1, b2)
    for p in (a0, a1, a2):
        best_sq, best_a, best_b = improve_by_point(best_sq, best_a, best_b, p, b0, b1, b2)
    for p in (b0, b1, b2):
        best_sq, best_b, best_a = improve_by_point(best_sq, best_b, best_a, p, a0, a1, a2)
    return best_sq, best_a, best_b


@kernel
def improve_by_crossing(best_sq, best_p, p, q, b0, b1, b2):
    """The better of two points common to an edge pq and a triangle: where pq cuts its plane.

    Of nearly coplanar needles even the signs of plain heights are wrong, so these are exact sums.
    """
    p_height, q_height = orient3d_rounded(b0, b1, b2, p), orient3d_rounded(b0, b1, b2, q)
    if (p_height < 0.0) == (q_height < 0.0) or p_height == 0.0 or q_height == 0.0:
        return best_sq, best_p
    cut = along(p, p_height / (p_height - q_height), sub(q, p))
    distance_sq, _, _ = improve_by_point(best_sq, cut, cut, cut, b0, b1, b2)
    if distance_sq < best_sq:
        return distance_sq, cut
    return best_sq, best_p


@kernel
def common_point(a0, a1, a2, b0, b1, b2):
    """A point of both triangles, which must meet; off either by rounding at most.

    The intersection always holds a point where an edge of one meets the other: the candidates
    are the cuts of edges and planes, and the pairs of features.
    """
    best_sq, best, _ = closest_features(a0, a1, a2, b0, b1, b2)
    for p, q in ((a0, a1), (a1, a2), (a2, a0)):
        best_sq, best = improve_by_crossing(best_sq, best, p, q, b0, b1, b2)
    for p, q in ((b0, b1), (b1, b2), (b2, b0)):
        best_sq, best = improve_by_crossing(best_sq, best, p, q, a0, a1, a2)
    return best


@kernel
def closest_triangle_triangle(a0, a1, a2, b0, b1, b2):
    """(distance_sq, point_a, point_b); the distance is 0, at a common point, where they meet.

    Whether they meet is exact. The distance errs by less than 1e-15 of the size of both triangles
    together, for needles and nearly parallel edges too; the points by the rounding of their
    coordinates. For one pair: :func:`distance_sq_triangle_triangle` is the one for many.
    """
    if overlap_triangle_triangle_exact(a0, a1, a2, b0, b1, b2):
        common = common_point(a0, a1, a2, b0, b1, b2)
        return 0.0, common, common
    return closest_features(a0, a1, a2, b0, b1, b2)
