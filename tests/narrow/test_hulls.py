"""Convex hulls of shapes that are not convex."""

import pickle

import numpy as np
import pytest
from every_shape import ALL, pose_of

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Compound, HeightField, Hull, Mesh, Sphere, box_mesh
from impinge.narrow.hulls import convex_of, hull_of

RNG = np.random.default_rng(1)


def test_convex_shapes_are_their_own():
    for name in ("box", "sphere", "half-space"):
        assert convex_of(ALL[name]) is ALL[name]


@pytest.mark.parametrize(
    "shape",
    [
        box_mesh((1, 2, 3)),
        HeightField(RNG.normal(size=(4, 5)), 0.3),
        Compound(
            [
                (Box((1, 1, 1)), pose_of((3, 0, 0), (1, 2, 3))),
                (Compound([(ALL["hull"], pose_of((0, 2, 0)))]), pose_of((1, 0, 0), (0, 1, 0))),
                (box_mesh(), pose_of((0, 0, -2))),
                (HeightField(RNG.normal(size=(3, 3)), 0.2), None),
            ]
        ),
        Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]),
    ],
)
def test_a_hull_reaches_as_far_in_all_directions(shape):
    directions = RNG.normal(size=(200, 3))
    hull = convex_of(shape)

    far, there = hull.support(directions), shape.support(directions)

    np.testing.assert_allclose((far * directions).sum(1), (there * directions).sum(1), atol=1e-12)
    assert convex_of(shape) is hull


def test_round_parts_have_no_polytope():
    with pytest.raises(ImpingeError, match='part 1 is a Sphere; use "local"'):
        convex_of(Compound([(Box((1, 1, 1)), None), (Sphere(1), None)]))


def test_a_convex_mesh_is_its_own_hull(monkeypatch):
    monkeypatch.setattr("impinge.geometry.hull.hull_of", None)
    assert repr(hull_of(box_mesh())) == "Hull(8 vertices, 12 edges, 6 faces)"


def test_a_pickle_of_a_mesh_carries_its_hull(monkeypatch):
    mesh = Mesh(RNG.normal(size=(60, 3)), RNG.integers(0, 60, (80, 3)))
    expected = hull_of(mesh)._packed.tobytes()
    made, values, carried = mesh.__reduce__()
    monkeypatch.setattr(Hull, "_of_surface", None)
    assert hull_of(pickle.loads(pickle.dumps(mesh)))._packed.tobytes() == expected
    monkeypatch.undo()

    # Damaged, of another kind, or of another mesh: made anew.
    monkeypatch.setattr(Hull, "_of_row", None)
    row, seal = carried["hull"]["row"], carried["hull"]["seal"]
    damaged = row.copy()
    damaged[-1] += 1.0
    for bad in (damaged, row[1:], row[None], row.astype(object), None, "x"):
        again = made(*values)
        again.__setstate__({"hull": {"row": bad, "seal": seal}})
        assert hull_of(again)._packed.tobytes() == expected
    for state in ({"row": row}, {"row": row, "seal": 1}, None):
        again = made(*values)
        again.__setstate__({"hull": state})
        assert hull_of(again)._packed.tobytes() == expected
    larger = mesh.with_vertices(2.0 * mesh.vertices)
    larger.__setstate__(carried)
    assert hull_of(larger).volume == pytest.approx(8.0 * hull_of(mesh).volume)
