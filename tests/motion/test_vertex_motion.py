"""Vertices that move straight on."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere
from impinge.motion import VertexMotion

pytestmark = pytest.mark.plain


@given(points(5, 3), points(5, 3), st.floats(0.0, 1.0))
def test_vertices_move_straight_and_meet_both_ends(first, last, t):
    motion = VertexMotion(first, last)

    np.testing.assert_array_equal(motion.vertices(0.0), first)
    np.testing.assert_array_equal(motion.vertices(1.0), last)
    np.testing.assert_allclose(motion.vertices(t), first + t * (last - first), atol=1e-14)
    np.testing.assert_allclose(motion.velocity(t), last - first)
    lengths = np.linalg.norm(last - first, axis=1)
    assert lengths.max() <= motion.speed_bound() <= lengths.max() + 1e-12
    assert motion.vertices([0.0, t]).shape == (2, 5, 3)
    assert motion.velocity([0.0, t]).shape == (2, 5, 3)


@given(points(4, 4, 3))
def test_no_vertex_gets_further_apart(corners):
    one, other = VertexMotion(*corners[:2]), VertexMotion(*corners[2:])
    bound = one.deviation(other)
    times = np.linspace(0.0, 1.0, 33)
    apart = np.linalg.norm(one.vertices(times) - other.vertices(times), axis=2).max()

    assert apart <= bound
    assert bound <= apart * (1 + 1e-12) + 1e-12


def test_meshes_of_one_topology():
    box = box_mesh((1, 1, 1))
    larger = box.with_vertices(2.0 * box.vertices)

    assert len(VertexMotion(box, larger)) == 8
    with pytest.raises(ImpingeError, match="vertices_t1: a mesh with other faces"):
        VertexMotion(box, icosphere(1.0, 0))


def test_it_is_a_value():
    motion = VertexMotion([[0, 0, 0]], [[1, 2, 3]])
    again = pickle.loads(pickle.dumps(motion))

    np.testing.assert_array_equal(again.vertices(0.5), [[0.5, 1.0, 1.5]])
    assert json.loads(json.dumps(motion.to_dict()))["vertices_t1"] == [[1, 2, 3]]
    assert repr(motion) == "VertexMotion(1 vertices)"
    with pytest.raises(ValueError, match="read-only"):
        motion.vertices_t0[0, 0] = 1.0
    with pytest.raises(AttributeError, match="immutable"):
        motion.vertices_t0 = None
    nothing = VertexMotion(np.empty((0, 3)), np.empty((0, 3)))
    assert nothing.speed_bound() == nothing.deviation(nothing) == 0.0


def test_errors_name_the_argument():
    with pytest.raises(ImpingeError, match="vertices_t0: row 0 is not finite"):
        VertexMotion([[np.nan, 0, 0]], [[0, 0, 0]])
    with pytest.raises(ImpingeError, match="vertices_t1: 2 rows, expected 1"):
        VertexMotion([[0, 0, 0]], np.zeros((2, 3)))
    motion = VertexMotion([[0, 0, 0]], [[0, 0, 0]])
    with pytest.raises(ImpingeError, match="t: 2 is outside"):
        motion.vertices(2)
    with pytest.raises(ImpingeError, match="other: expected a VertexMotion, got int"):
        motion.deviation(3)
    with pytest.raises(ImpingeError, match="other: 2 vertices, expected 1"):
        motion.deviation(VertexMotion(np.zeros((2, 3)), np.zeros((2, 3))))
