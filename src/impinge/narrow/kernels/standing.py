"""How far a walk has come, as one row of numbers: its answer so far, and where it goes on.

The first columns are those of ``witness``: the connection of the nearest pair of triangles found.
The row is all there is to a walk besides the pairs that wait (``front``), so that a walk can be
left and taken up again.
"""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.narrow.kernels.certificate import span_above, span_below
from impinge.narrow.kernels.distance import direction_at, measure
from impinge.narrow.kernels.relation import moved_corners, scaled_corners
from impinge.narrow.kernels.witness import ROW as WITNESS
from impinge.narrow.kernels.witness import TRIANGLE_TESTS

CERTAIN, OVERLAP, LOWER, ELAPSED = WITNESS, WITNESS + 1, WITNESS + 2, WITNESS + 3
"""Is the question answered, do the meshes touch as far as is known, a lower bound of the distance
[m], and the time the last call took [s]. The upper bound is the distance of the witness."""
STARTED = WITNESS + 4
BEST_A, BEST_B, BEST_SQ, ALONG = WITNESS + 5, WITNESS + 6, WITNESS + 7, WITNESS + 8
"""The nearest pair of triangles found (places in leaf order), its squared distance in the common
unit, and the direction of its connection (three numbers)."""
SIDE, BUCKET, COUNT = WITNESS + 11, WITNESS + 12, WITNESS + 13
"""The level that is read, the bucket of it, and how many pairs the next level has so far."""
TOP, FLOOR = WITNESS + 14, WITNESS + 15
"""How many pairs are on the stack, and a key that none of them is below."""
LEAST, PROBED = WITNESS + 16, WITNESS + 17
"""The least gap of boxes that were not followed, and the steps since the last probe."""
PATIENCE, PHASE, TURN, NEXT, NORMAL = (WITNESS + 18 + k for k in range(5))
HIGHEST, LOWEST, FRONT_A, FRONT_B, BEFORE_SQ, PROVED = (WITNESS + 25 + k for k in range(6))
"""Where a proof has come to: see ``proof``."""
LARGEST = 8.0
"""No two coordinates in the common unit differ by more."""
POSE_A, POSE_B = WITNESS + 31, WITNESS + 47
ROW = WITNESS + 63


@inlined
def keep_poses(pose_a, pose_b, row):
    for k in range(16):
        row[POSE_A + k] = pose_a[k >> 2, k & 3]
        row[POSE_B + k] = pose_b[k >> 2, k & 3]


@inlined
def kept_pose(row, column):
    return row[column : column + 16].reshape(4, 4)


@kernel
def consider(placing, triangles_a, i, triangles_b, j, meeting, row):
    """Measure a pair of triangles, unless it is further than the best along that one's direction,
    and keep it if it is the nearest so far. With ``meeting`` they are expected to meet.
    """
    scale_a, turn_b, shift = placing
    x, y, z = scaled_corners(triangles_a, i, scale_a)
    p, q, r = moved_corners(triangles_b, j, turn_b, shift)
    u = (row[ALONG], row[ALONG + 1], row[ALONG + 2])
    best_sq = row[BEST_SQ]
    if span_above(u, x, y, z) <= span_below(u, p, q, r) - sqrt(best_sq):
        return
    row[TRIANGLE_TESTS] += 1.0
    # Whether they meet is quickly decided where they do; their distance, zero, is not.
    if meeting and overlap_triangle_triangle(x, y, z, p, q, r, orient_bound(LARGEST)):
        d_sq = 0.0
    else:
        d_sq = measure(x, y, z, p, q, r, best_sq)
    if d_sq < best_sq:
        row[BEST_SQ] = d_sq
        row[BEST_A] = i
        row[BEST_B] = j
        row[ALONG], row[ALONG + 1], row[ALONG + 2] = direction_at(d_sq, x, y, z, p, q, r)
