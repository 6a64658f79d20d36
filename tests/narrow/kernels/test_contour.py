"""Contours of closed surfaces close, in every degenerate position, and enclose what they should."""

import numpy as np
import pytest
from awkward import tilted
from placing import random_pose, shift

from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere
from impinge.narrow import intersecting_pairs
from impinge.narrow.kernels.contour import cut_triangle_triangle, touch_triangle_triangle


def as_tuples(corners):
    return tuple(tuple(p) for p in corners.tolist())


def normal(t):
    return tuple(np.cross(t[1] - t[0], t[2] - t[0]).tolist())


def contour(a, b, pose, way=1):
    """(from, to) of all pieces, (k, 2, 3); B moved out of ties one way or the other."""
    there = b.transformed(pose)
    pieces = []
    for i, j in intersecting_pairs(a, there).pairs:
        s, t = a.vertices[a.faces[i]], there.vertices[there.faces[j]]
        cut = cut_triangle_triangle(*as_tuples(s), normal(s), *as_tuples(t), normal(t), way)
        if cut[0]:
            pieces.append([cut[2], cut[3]])
    return np.array(pieces).reshape(-1, 2, 3)


def area_vector(pieces):
    return 0.5 * np.cross(pieces[:, 0], pieces[:, 1]).sum(axis=0)


def steps(seed):
    """Whole-numbered boxes: faces in one plane, edges on edges, corners on corners."""
    rng = np.random.default_rng(seed)
    sizes, offset = 2.0 * rng.integers(1, 3, (2, 3)), rng.integers(-2, 3, 3)
    return box_mesh(sizes[0]), box_mesh(sizes[1]), shift(*offset.tolist())


@pytest.mark.plain
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("seed", range(20))
def test_contours_of_boxes_on_a_grid_close_and_are_those_of_moved_boxes(seed, way):
    a, b, pose = steps(seed)
    pieces = contour(a, b, pose, way)
    np.testing.assert_array_equal(pieces[:, 1].sum(axis=0), pieces[:, 0].sum(axis=0))
    # Each end is the beginning of another piece.
    starts, ends = (sorted(map(tuple, pieces[:, k].tolist())) for k in range(2))
    assert starts == ends
    nearby = pose.copy()
    nearby[:3, 3] += way * np.array([1e-4, 1e-6, 1e-8])
    np.testing.assert_allclose(
        area_vector(pieces), area_vector(contour(a, b, nearby, 1)), atol=1e-2
    )


@pytest.mark.parametrize("seed", range(6))
def test_contours_in_general_position_close(seed):
    rng = np.random.default_rng(seed)
    a, b = tilted(bumpy_sphere(16, 12)), icosphere(0.7, 2)
    pieces = contour(a, b, random_pose(rng, 0.3))
    assert len(pieces) > 20
    length = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1).sum()
    assert np.abs((pieces[:, 1] - pieces[:, 0]).sum(axis=0)).max() < 1e-13 * length


def test_a_contour_runs_around_what_is_behind():
    """A ball that dips into the ground from above: seen from above, counter-clockwise on the ground
    is what lies before the ball, so its contour runs clockwise there, and S points to the ball."""
    ground, ball = grid_mesh(4.0, 3), icosphere(1.0, 2)
    pieces = contour(ground, ball, shift(0.02, 0.03, 0.6))
    area = area_vector(pieces)
    assert area[2] == pytest.approx(np.pi * 0.64, rel=0.05)
    assert np.abs(area[:2]).max() < 1e-12
    swapped = contour(ball.transformed(shift(0.02, 0.03, 0.6)), ground, np.eye(4))
    np.testing.assert_allclose(area_vector(swapped), -area, atol=1e-12)


@pytest.mark.plain
class TestTouching:
    @staticmethod
    def touch(s, t):
        s, t = np.array(s, float), np.array(t, float)
        return touch_triangle_triangle(*as_tuples(s), normal(s), *as_tuples(t), normal(t))

    FLAT = ((0, 0, 0), (4, 0, 0), (0, 4, 0))

    def test_a_corner(self):
        length, point, area = self.touch(self.FLAT, ((1, 1, 0), (2, 1, 3), (1, 2, 3)))
        assert (length, area) == (0.0, 0.0)
        assert point == (1.0, 1.0, 0.0)

    def test_an_edge(self):
        length, point, area = self.touch(self.FLAT, ((1, 1, 0), (1, 9, 0), (1, 2, 3)))
        assert (length, area) == (2.0, 0.0)
        assert point == (1.0, 2.0, 0.0)

    def test_a_common_area(self):
        length, point, area = self.touch(self.FLAT, ((1, 1, 0), (1, 2, 0), (2, 1, 0)))
        assert length == pytest.approx(2.0 + 2.0**0.5)
        assert area == pytest.approx(0.5)
        assert 1.0 < point[0] == pytest.approx(point[1])
        same = self.touch(self.FLAT, self.FLAT)
        assert same[2] == pytest.approx(8.0)

    def test_triangles_without_area(self):
        length, point, area = self.touch(self.FLAT, ((1, 1, 0), (1, 1, 0), (1, 1, 0)))
        assert (length, area, point) == (0.0, 0.0, (1.0, 1.0, 0.0))
        length, point, area = self.touch(self.FLAT, ((1, 1, -1), (1, 1, 1), (1, 1, 0)))
        assert (length, area) == (0.0, 0.0)
        np.testing.assert_allclose(point, (1.0, 1.0, 0.0), atol=1e-15)


@pytest.mark.plain
def test_a_sheet_ends_its_contour_at_its_border():
    sheet, wall = grid_mesh(1.0, 3), Mesh([[0, -2, -2], [0, 2, -2], [0, 0, 3]], [[0, 1, 2]])
    pieces = contour(sheet, wall, np.eye(4))
    way = (pieces[:, 1] - pieces[:, 0]).sum(axis=0)
    np.testing.assert_allclose(np.abs(way), [0, 1, 0], atol=1e-15)
