"""Rows of convex shapes: tables that name each other."""

import numpy as np
import pytest
from convex_rows import check_row
from every_shape import ALL, CONVEX, FLAT

from impinge.geometry.kernels.convex_row import CENTRE, COUNT, HEADER, HULL, KIND, REACH, SIZES
from impinge.geometry.packing import (
    count_features,
    edges_of_loops,
    length_outward,
    pack_header,
    pack_tables,
)

pytestmark = pytest.mark.plain

CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
LOOPS = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def test_a_header_alone():
    row = pack_header(HULL, (1, 2), reach=3.0, centre=(4, 5, 6))

    assert len(row) == HEADER
    assert (row[KIND], row[REACH], row[COUNT]) == (HULL, 3.0, 0)
    assert row[SIZES : SIZES + 4].tolist() == [1, 2, 0, 0]
    assert row[CENTRE : CENTRE + 3].tolist() == [4, 5, 6]
    assert check_row(row) == (0, 0, 0)


def test_edges_know_the_faces_on_both_sides():
    edges = edges_of_loops(LOOPS)

    assert edges.tolist() == [
        [0, 1, 1, 0],
        [0, 2, 0, 2],
        [0, 3, 2, 1],
        [1, 2, 3, 0],
        [1, 3, 1, 3],
        [2, 3, 3, 2],
    ]


def test_a_tetrahedron():
    s = 3**-0.5
    planes = np.array([[0, 0, -1, 0], [0, -1, 0, 0], [-1, 0, 0, 0], [s, s, s, s]])
    centre = CORNERS.mean(axis=0)
    reach = length_outward(*(CORNERS[1] - centre).tolist())

    row = pack_tables(pack_header(HULL, reach=reach, centre=centre), CORNERS, LOOPS, planes)
    assert check_row(row) == (4, 6, 4)


@pytest.mark.parametrize("count", [1, 2])
def test_points_and_segments_have_no_faces(count):
    arms = CORNERS[:count] - CORNERS[:count].mean(axis=0)
    reach = length_outward(*arms[-1].tolist())
    header = pack_header(HULL, reach=reach, centre=CORNERS[:count].mean(axis=0))

    assert check_row(pack_tables(header, CORNERS[:count])) == (count, count - 1, 0)


def test_lengths_are_rounded_up():
    rng = np.random.default_rng(0)
    for v in rng.normal(size=(200, 3)).tolist():
        exact = np.sqrt((np.array(v, np.longdouble) ** 2).sum())
        assert exact <= length_outward(*v) <= exact * (1 + 1e-14)
    assert np.isfinite(length_outward(1e150, 1e150, 1e150))


def test_features_are_counted():
    counts = {
        "sphere": 1, "ellipsoid": 1, "capsule": 3, "cylinder": 5, "cone": 4, "box": 26,
        "turned box": 26, "polygon": 10, "segment": 3, "point": 1,
    }  # fmt: skip
    for name, count in counts.items():
        shape = {**CONVEX, **FLAT}[name]
        assert count_features(shape._packed) == shape.feature_count == count
    assert ALL["half-space"].feature_count == 1
    assert ALL["height field"].feature_count == len(ALL["height field"].mesh.faces) == 24
    assert ALL["mesh"].feature_count == 12
