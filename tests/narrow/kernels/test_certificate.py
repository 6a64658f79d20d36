"""A plane between two meshes: it proves what is true, and nothing else."""

import numpy as np
import pytest
from exact import in_frame_of_a
from placing import random_pose, shift

from impinge.geometry import Mesh, box_mesh, closest_triangles, grid_mesh, icosphere
from impinge.narrow.kernels.certificate import settle

BALL = icosphere(1.0, 2)
CUBE = box_mesh((1.0, 1.0, 1.0))
AT_REST = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def settled(a, b, pose, goal=np.inf):
    """What ``settle`` answers from the first pair on, and the distances of all pairs."""
    in_a, in_b, _ = in_frame_of_a(a, b, None, pose)
    rows = [np.column_stack([t.reshape(-1, 9), np.arange(len(t))]) for t in (in_a, in_b)]
    i, j, proved = settle(0, 0, goal, rows[0], 1.0, rows[1], AT_REST, (0.0, 0.0, 0.0))
    m, n = np.divmod(np.arange(len(in_a) * len(in_b)), len(in_b))
    apart = closest_triangles(in_a[m], in_b[n]).distance.reshape(len(in_a), len(in_b))
    return apart[i, j], proved, apart.min()


def test_what_is_proved_is_true():
    rng = np.random.default_rng(1)
    proofs = 0
    for _ in range(60):
        found, proved, least = settled(BALL, CUBE, random_pose(rng, 2.0))
        if proved:
            proofs += 1
            assert found <= least + 1e-14
        else:
            assert found >= least - 1e-14
    # Convex meshes that are apart always have such a plane; a search by support finds most.
    assert 20 < proofs < 60


def test_what_overlaps_is_never_proved_apart():
    rng = np.random.default_rng(2)
    for pose in [shift(1.0), shift(1.0, 1.0, 1.0), *(random_pose(rng, 0.3) for _ in range(20))]:
        _, proved, least = settled(CUBE, CUBE, pose)
        assert least > 0.0 or not proved


def test_a_gap_of_rounding_size_proves_nothing():
    """A sheet 1e-16 above another, and one corner of it that touches."""
    sheet = grid_mesh(1.0, 4)
    vertices = sheet.vertices.copy()
    vertices[:-1, 2] = 1e-16
    _, proved, least = settled(sheet, Mesh(vertices, sheet.faces), None)
    assert least == 0.0
    assert not proved


@pytest.mark.parametrize("tilt", [0.0, 1e-9, 1e-4, 0.3])
def test_flat_faces_are_settled(tilt):
    sheet = grid_mesh(1.0, 8)
    pose = shift(0.1, 0.05, 3.0)
    c, s = np.cos(tilt), np.sin(tilt)
    pose[:3, :3] = [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
    found, proved, least = settled(sheet, sheet, pose)
    assert proved
    assert abs(found - least) <= 1e-14


def test_a_goal_is_proved_out_of_reach():
    _, proved, least = settled(BALL, BALL, shift(1.0, 1.0, 5.0), goal=1e-3)
    assert proved
    assert least > 1e-3
