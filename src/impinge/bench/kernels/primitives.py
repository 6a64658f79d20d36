"""What one test or update costs, on its own: as the walk over two trees makes them."""

from impinge.bounds.kernels.volume import gap_volumes, move_volume
from impinge.core.jit import kernel
from impinge.core.mat import scaled
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.narrow.kernels.distance import measure
from impinge.narrow.kernels.relation import moved_corners, relate, scaled_corners
from impinge.narrow.kernels.volume_walk import turning


@kernel
def overlap_pairs(triangles_a, place_a, pose_a, triangles_b, place_b, pose_b, pairs):
    """How many of the given pairs of triangles meet."""
    rotation, shift, _, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    turn_b = scaled(scale_b, rotation)
    bound = orient_bound(8.0)
    count = 0
    for k in range(len(pairs)):
        p, q, r = moved_corners(triangles_b, pairs[k, 1], turn_b, shift)
        x, y, z = scaled_corners(triangles_a, pairs[k, 0], scale_a)
        if overlap_triangle_triangle(x, y, z, p, q, r, bound):
            count += 1
    return count


@kernel
def distance_sq_pairs(triangles_a, place_a, pose_a, triangles_b, place_b, pose_b, pairs, limit):
    """The least squared distance of the given pairs of triangles, in the common unit.

    Pairs further apart than ``limit`` may be left early, as in a walk that knows a nearer one.
    """
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    turn_b = scaled(scale_b, rotation)
    best_sq = (limit / unit) * (limit / unit)
    least_sq = best_sq
    for k in range(len(pairs)):
        p, q, r = moved_corners(triangles_b, pairs[k, 1], turn_b, shift)
        x, y, z = scaled_corners(triangles_a, pairs[k, 0], scale_a)
        least_sq = min(least_sq, measure(x, y, z, p, q, r, best_sq))
    return least_sq


@kernel
def gap_pairs(kind, volumes_a, volumes_b, pairs, lengths, gaps):
    """Gaps of given pairs of volumes."""
    for i in range(len(pairs)):
        gaps[i] = gap_volumes(kind, volumes_a, pairs[i, 0], volumes_b, pairs[i, 1], lengths)


@kernel
def move_rows(kind, dop, volumes, turn, shift, chosen, out):
    """Given volumes in another frame, in the same unit."""
    sides, weights, shifts = turning(kind, dop, turn, shift)
    for i in range(len(chosen)):
        move_volume(
            kind, volumes, chosen[i], turn, shift, 1.0, sides, weights, shifts, out, chosen[i]
        )
