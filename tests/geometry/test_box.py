"""Boxes: the numbering of their corners, edges and faces, and sizes that are refused."""

import numpy as np
import pytest
from convex_rows import check_row, lists, table, vertices_of

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Hull, box_mesh
from impinge.geometry.kernels.convex_row import AT_EDGES, AT_LOOPS, AT_PLANES

pytestmark = pytest.mark.plain


def test_corners_and_faces_are_numbered_by_bits():
    row = Box((2, 4, 6))._packed

    assert check_row(row) == (8, 12, 6)
    for number, corner in enumerate(vertices_of(row)):
        bits = [number >> k & 1 for k in range(3)]
        assert corner.tolist() == [
            (2 * bit - 1) * size for bit, size in zip(bits, (1, 2, 3), strict=True)
        ]
    expected = [
        [-1, 0, 0, 1],
        [1, 0, 0, 1],
        [0, -1, 0, 2],
        [0, 1, 0, 2],
        [0, 0, -1, 3],
        [0, 0, 1, 3],
    ]
    assert table(row, AT_PLANES, 6, 4).tolist() == expected
    loops, _ = lists(row, AT_LOOPS, 6)
    for face, loop in enumerate(loops):
        assert {v >> face // 2 & 1 for v in loop} == {face % 2}
    pairs = table(row, AT_EDGES, 12, 4)[:, :2].astype(int).tolist()
    assert pairs == sorted([i, i | 1 << k] for i in range(8) for k in range(3) if not i >> k & 1)


def test_measures():
    box = Box([1, 2, 3])
    mesh = box_mesh((1, 2, 3))

    assert box.sizes.tolist() == [1, 2, 3]
    assert box.volume == mesh.volume
    np.testing.assert_allclose(box.inertia, mesh.inertia, atol=1e-14)
    np.testing.assert_array_equal(box.bounds, mesh.bounds)
    np.testing.assert_array_equal(
        box.support([[1, -1, 1], [0, 0, -1]]), [[0.5, -1, 1.5], [0.5, 1, -1.5]]
    )
    hull = Hull(vertices_of(box._packed))
    assert hull.volume == pytest.approx(box.volume, rel=1e-15)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((1, 2), "sizes: expected 3 numbers"),
        (1, "sizes: expected 3 numbers"),
        ([[1, 2, 3]], "sizes: expected 3 numbers"),
        ((1, 2, 0), r"sizes\[2\]: 0 is not above zero"),
        ((-1, 2, 3), r"sizes\[0\]: -1 is not above zero"),
        ((1, np.nan, 3), r"sizes\[1\]: nan is not finite"),
        ((1, "2", 3), r"sizes\[1\]: expected a number"),
        (([1], 2, 3), "sizes: rows differ in length"),
    ],
)
def test_sizes_that_are_none(sizes, message):
    with pytest.raises(ImpingeError, match=message):
        Box(sizes)
