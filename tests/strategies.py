"""Input for property tests: ordinary, degenerate, tiny, huge, near-parallel, coplanar."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

ORDINARY = st.floats(-10.0, 10.0, allow_subnormal=False)
# Few values, so that coordinates coincide: shared vertices, coplanar and axis-parallel features.
GRID = st.integers(-3, 3).map(float)
SCALES = st.sampled_from([1e-6, 1e-3, 1.0, 1e3, 1e6])


def points(*shape, elements=None):
    """Finite coordinates of this shape; small whole numbers are as likely as any others."""
    if elements is not None:
        return arrays(np.float64, shape, elements=elements)
    return st.one_of(
        arrays(np.float64, shape, elements=ORDINARY),
        arrays(np.float64, shape, elements=GRID),
    )


@st.composite
def rotations(draw):
    """Rotation matrices (3, 3), exact to rounding; quarter turns among them."""
    q = draw(arrays(np.float64, 4, elements=st.one_of(st.floats(-1.0, 1.0), GRID)))
    length = np.linalg.norm(q)
    if length < 1e-3:
        return np.eye(3)
    x, y, z, w = q / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


@st.composite
def rigid_motions(draw):
    """A rotation (3, 3) and a shift (3,)."""
    return draw(rotations()), draw(points(3))


@st.composite
def poses(draw):
    """A rigid motion as a 4x4 matrix."""
    rotation, shift = draw(rigid_motions())
    pose = np.eye(4)
    pose[:3, :3] = rotation
    pose[:3, 3] = shift
    return pose


@st.composite
def degenerate_triangles(draw):
    """Triangles of no area: a point, a doubled corner, three corners on a line."""
    a, b = draw(points(2, 3))
    kind = draw(st.sampled_from(["point", "doubled", "line", "line inside"]))
    third = {
        "point": a,
        "doubled": b,
        "line": a + 2.0 * (b - a),
        "line inside": a + 0.5 * (b - a),
    }[kind]
    corners = [a, a, a] if kind == "point" else [a, b, third]
    return np.array(draw(st.permutations(corners)))


@st.composite
def needle_triangles(draw):
    """Triangles a million times longer than wide."""
    a, b, c = draw(points(3, 3))
    return np.array([a, b, a + 1e-6 * (c - a)])


def triangles():
    """One triangle (3, 3), of any kind and of any size from 1e-6 to 1e6."""
    shapes = st.one_of(points(3, 3), degenerate_triangles(), needle_triangles())
    return st.tuples(shapes, SCALES).map(lambda pair: pair[0] * pair[1])


@st.composite
def triangle_pairs(draw):
    """Two triangles (2, 3, 3) that have something to do with each other."""
    a = draw(st.one_of(points(3, 3), degenerate_triangles(), needle_triangles()))
    b = draw(st.one_of(points(3, 3), degenerate_triangles()))
    kind = draw(
        st.sampled_from(["any", "shared corner", "shared edge", "same", "coplanar", "parallel"])
    )
    if kind == "shared corner":
        b[0] = a[draw(st.integers(0, 2))]
    elif kind == "shared edge":
        b[0], b[1] = a[1], a[0]
    elif kind == "same":
        b = a[draw(st.permutations([0, 1, 2]))]
    elif kind == "coplanar":
        uv = draw(points(3, 2))
        b = a[0] + uv[:, :1] * (a[1] - a[0]) + uv[:, 1:] * (a[2] - a[0])
    elif kind == "parallel":
        b = a + draw(st.sampled_from([1e-12, 1e-6, 1e-3])) * draw(points(3, 3))
    return np.array([a, b]) * draw(SCALES)
