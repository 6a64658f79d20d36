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
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.distance import direction_at, measure
from impinge.narrow.kernels.pair_row import PAIR, TRIANGLE_TESTS
from impinge.narrow.kernels.relation import moved_corners, scaled_corners

LAYOUT = PAIR.extended(
    certain=1, overlap=1, elapsed=1, started=1, best_a=1, best_b=1, best_sq=1, along=3,
    side=1, bucket=1, count=1, top=1, floor=1, least=1, probed=1,
    patience=1, phase=1, turn=1, next=1, across=3,
    highest=1, lowest=1, front_a=1, front_b=1, before_sq=1, proved=1,
    pose_a=16, pose_b=16,
)  # fmt: skip
CERTAIN, OVERLAP, ELAPSED = LAYOUT.columns("certain", "overlap", "elapsed")
"""Is the question answered, do the meshes touch as far as is known, and the time the last call took
[s]. The distance lies between ``lower`` and that of the witness."""
STARTED, BEST_A, BEST_B = LAYOUT.columns("started", "best_a", "best_b")
BEST_SQ, ALONG = LAYOUT.columns("best_sq", "along")
"""The nearest pair of triangles found (places in leaf order), its squared distance in the common
unit, and the direction of its connection (three numbers)."""
SIDE, BUCKET, COUNT = LAYOUT.columns("side", "bucket", "count")
"""The level that is read, the bucket of it, and how many pairs the next level has so far."""
TOP, FLOOR = LAYOUT.columns("top", "floor")
"""How many pairs are on the stack, and a key that none of them is below."""
LEAST, PROBED = LAYOUT.columns("least", "probed")
"""The least gap of boxes that were not followed, and the steps since the last probe."""
PATIENCE, PHASE, TURN, NEXT = LAYOUT.columns("patience", "phase", "turn", "next")
NORMAL, HIGHEST, LOWEST = LAYOUT.columns("across", "highest", "lowest")
FRONT_A, FRONT_B = LAYOUT.columns("front_a", "front_b")
BEFORE_SQ, PROVED = LAYOUT.columns("before_sq", "proved")
"""Where a proof has come to: see ``proof``."""
POSE_A, POSE_B = LAYOUT.columns("pose_a", "pose_b")
ROW = LAYOUT.width
LARGEST = 8.0
"""No two coordinates in the common unit differ by more."""


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
    u = vector_at(row, ALONG)
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
        row[BEST_SQ], row[BEST_A], row[BEST_B] = d_sq, i, j
        row[ALONG], row[ALONG + 1], row[ALONG + 2] = direction_at(d_sq, x, y, z, p, q, r)
