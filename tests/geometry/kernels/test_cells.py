"""The table of directions: the furthest vertex is in the list of the cell, always."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points

from impinge.geometry import Hull, icosphere
from impinge.geometry.kernels.cells import LEAST, LISTED, OCTANTS, cell_of, furthest_by_cells
from impinge.geometry.kernels.convex_row import ACROSS, AT_CELLS

HARD = {
    "round": lambda rng: rng.normal(size=(300, 3)),
    "needle": lambda rng: rng.normal(size=(60, 3)) * (1e6, 1, 1),
    "plate": lambda rng: rng.normal(size=(60, 3)) * (1, 1, 1e-7),
    "far away": lambda rng: rng.normal(size=(60, 3)) + 1e6,
    "tiny": lambda rng: rng.normal(size=(60, 3)) * 1e-120,
    "huge": lambda rng: rng.normal(size=(60, 3)) * 1e120,
    "crowded": lambda rng: np.concatenate(
        [rng.normal(size=(20, 3)), 1e-3 * unit(rng.normal(size=(400, 3))) + (3, 0, 0)]
    ),
    "wheel": lambda rng: np.concatenate([ring(rng, 200, z) for z in (-0.1, 0.1)]),
}  # fmt: skip


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def ring(rng, count, z):
    angle = np.sort(rng.uniform(0.0, 2.0 * np.pi, count))
    return np.column_stack([np.cos(angle), np.sin(angle), np.full(count, z)])


def heights(vertices, d):
    """In the order in which kernels add."""
    return vertices[:, 0] * d[0] + vertices[:, 1] * d[1] + vertices[:, 2] * d[2]


def hard_directions(hull, across, rng):
    """Random ones, those on borders of cells and a hair beside, axes, and normals of faces."""
    grid = rng.integers(0, across + 1, (60, 2)) / across
    corners = np.column_stack([grid, 1.0 - grid.sum(axis=1)]) * rng.choice([-1, 1], (60, 3))
    beside = corners * (1.0 + 1e-16 * rng.integers(-4, 5, corners.shape))
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    some = rng.normal(size=(100, 3)) * 10.0 ** rng.uniform(-9, 9, (100, 3))
    return np.concatenate([some, corners, beside, axes, hull.planes[:100, :3]])


@pytest.mark.parametrize("name", HARD)
def test_the_furthest_vertex_is_found_exactly(name):
    rng = np.random.default_rng(7)
    hull = Hull(HARD[name](rng))
    across = int(hull._packed[ACROSS])
    assert across > 0

    for d in hard_directions(hull, across, rng):
        _, k = furthest_by_cells(hull._packed, 0, tuple(d.tolist()))
        assert k == heights(hull.vertices, d).argmax()


@given(points(12, 3), points(20, 3))
def test_of_any_points_in_any_direction(p, directions):
    # Twelve more that are vertices in any case, so that there is a table; the furthest of the
    # points stick out between them.
    reach = max(np.linalg.norm(p, axis=1).max(), 1.0)
    hull = Hull(np.concatenate([p, icosphere(1.2 * reach, 0).vertices]))
    assert hull._packed[ACROSS] > 0.0
    for d in directions[np.abs(directions).sum(axis=1) >= LEAST]:
        point, k = furthest_by_cells(hull._packed, 0, tuple(d.tolist()))
        assert heights(hull.vertices, d)[k] == heights(hull.vertices, d).max()
        assert point == tuple(hull.vertices[k].tolist())


@given(points(1, 3), st.integers(1, 64))
def test_each_direction_has_a_cell(d, across):
    d = d[0]
    cell = cell_of(tuple(d.tolist()), across)

    assert 0 <= cell < OCTANTS * across * across
    if np.abs(d).sum() >= LEAST:
        # Where it is: its octant, and the square it goes through.
        octant, i, j = cell // across**2, cell // across % across, cell % across
        assert octant == (d < 0.0) @ (1, 2, 4)
        x, y = np.abs(d[:2]) / np.abs(d).sum() * across
        assert i - 1e-9 <= x <= i + 1 + 1e-9
        assert j - 1e-9 <= y <= j + 1 + 1e-9


def test_a_direction_without_length_is_answered():
    hull = Hull(np.random.default_rng(0).normal(size=(40, 3)))

    assert 0 <= furthest_by_cells(hull._packed, 0, (0.0, 0.0, 0.0))[1] < len(hull.vertices)


def test_most_cells_list_few():
    """The reason for the table: what is looked at does not grow with the hull."""
    rng = np.random.default_rng(3)
    for count in (50, 500, 3000):
        row = Hull(unit(rng.normal(size=(count, 3))))._packed
        across, at = int(row[ACROSS]), int(row[AT_CELLS])
        named = row[at : at + OCTANTS * across**2].view(np.int64)
        assert np.mean(named >= LISTED) <= 0.1
