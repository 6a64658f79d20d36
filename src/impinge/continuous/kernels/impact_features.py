"""Features of two meshes that touch: vertices, edges, faces."""

from impinge.continuous.kernels.impact_row import FEATURE_A, FEATURE_B, NATURE, POINT_A, POINT_B
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed
from impinge.core.vec import sub
from impinge.geometry.kernels.features import edge_number, feature_at
from impinge.motion.kernels.pose_at import pose_at


@inlined
def feature_of_side(surface, motions, i, t, out, point, feature):
    turn, shift = pose_at(motions, i, t)
    p = apply_transposed(turn, sub((out[point], out[point + 1], out[point + 2]), shift))
    dimension, number = feature_at(surface[0], surface[1], int(out[feature]), p)
    out[feature] = number
    return dimension


@inlined
def name_features(pair, surfaces, t, out):
    """Replace the faces in ``out`` by the features that its points lie on at ``t``.

    Surfaces are vertices and faces of A and of B. Edges get keys, for :func:`number_edges_rows`:
    numbers are not known to a search.
    """
    a = feature_of_side(surfaces[0], pair.motions_a, pair.i, t, out, POINT_A, FEATURE_A)
    b = feature_of_side(surfaces[1], pair.motions_b, pair.j, t, out, POINT_B, FEATURE_B)
    out[NATURE] = 3 * a + b


@kernel
def number_edges_rows(edges_a, count_a, edges_b, count_b, out, start, stop):
    """Replace keys of edges by their numbers; ``count_a`` and ``count_b`` are those of vertices."""
    for r in range(start, stop):
        nature = int(out[r, NATURE])
        if nature >= 0 and nature // 3 == 1:
            out[r, FEATURE_A] = edge_number(edges_a, count_a, int(out[r, FEATURE_A]))
        if nature >= 0 and nature % 3 == 1:
            out[r, FEATURE_B] = edge_number(edges_b, count_b, int(out[r, FEATURE_B]))
