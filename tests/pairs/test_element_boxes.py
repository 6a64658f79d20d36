"""Boxes of elements, at one time and over a step."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import TetMesh, icosphere
from impinge.pairs import element_boxes


@pytest.mark.plain
@pytest.mark.parametrize("corners", [1, 2, 3, 4, 7])
def test_boxes_are_least_and_greatest_coordinates(corners):
    rng = np.random.default_rng(corners)
    start, end = rng.normal(size=(2, 30, 3))
    elements = rng.integers(0, 30, (50, corners))

    lower, upper = element_boxes(start, elements)
    np.testing.assert_array_equal(lower, start[elements].min(axis=1))
    np.testing.assert_array_equal(upper, start[elements].max(axis=1))

    lower, upper = element_boxes(start, elements, end)
    both = np.concatenate([start[elements], end[elements]], axis=1)
    np.testing.assert_array_equal(lower, both.min(axis=1))
    np.testing.assert_array_equal(upper, both.max(axis=1))


@given(points(4, 3))
@pytest.mark.parametrize("margin", [1e-300, 0.1, 1.0 / 3.0, 1e30])
def test_a_margin_is_never_rounded_away(margin, vertices):
    """Compared in rational numbers; boxes are at most four steps of float64 too large."""
    elements = np.arange(len(vertices))[:, None]

    lower, upper = element_boxes(vertices, elements, margin=margin)

    for given_at, low, high in zip(vertices.ravel(), lower.ravel(), upper.ravel(), strict=True):
        below = Fraction(float(given_at)) - Fraction(margin)
        above = Fraction(float(given_at)) + Fraction(margin)
        assert Fraction(float(low)) <= below <= Fraction(float(low + 4.0 * np.spacing(abs(low))))
        assert Fraction(float(high)) >= above >= Fraction(float(high - 4.0 * np.spacing(abs(high))))


def test_elements_of_meshes():
    ball = icosphere(1.0, 2)
    tets = TetMesh(
        [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], [[0, 1, 2, 3], [1, 2, 3, 4]]
    )
    for vertices, elements in (
        (ball.vertices, ball.faces), (ball.vertices, ball.edges), (tets.vertices, tets.tets),
    ):  # fmt: skip
        lower, upper = element_boxes(vertices, elements)
        assert (
            (lower[:, None] <= vertices[elements]) & (vertices[elements] <= upper[:, None])
        ).all()


def test_same_bits_for_any_number_of_threads():
    rng = np.random.default_rng(3)
    vertices, elements = rng.normal(size=(9_000, 3)), rng.integers(0, 9_000, (40_000, 4))
    found = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            found.add(np.array(element_boxes(vertices, elements, margin=0.1)).tobytes())
    assert len(found) == 1


@pytest.mark.plain
def test_what_is_refused():
    vertices = np.zeros((3, 3))
    assert element_boxes(vertices, [])[0].shape == (0, 3)
    for message, ask in {
        "elements: row 1 refers to vertex 3": lambda: element_boxes(vertices, [[0, 1], [2, 3]]),
        "elements: rows differ": lambda: element_boxes(vertices, [[0, 1], [2]]),
        r"elements: expected shape \(n, 1\), got \(3,\)": lambda: element_boxes(
            vertices, [0, 1, 2]
        ),
        r"elements: expected shape": lambda: element_boxes(vertices, np.empty((2, 0))),
        "vertices: row 1 is not finite": lambda: element_boxes([[0] * 3, [np.inf] * 3], [[0, 1]]),
        "vertices_t1: 2 rows, expected 3": lambda: element_boxes(vertices, [[0]], vertices[:2]),
        "margin: -1 is less than 0": lambda: element_boxes(vertices, [[0]], margin=-1.0),
    }.items():
        with pytest.raises(ImpingeError, match=message):
            ask()
