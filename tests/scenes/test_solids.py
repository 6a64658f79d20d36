"""Turned, swept, cut and bent surfaces are closed, and enclose what formulas say."""

import numpy as np
import pytest

from impinge.scenes.solids import bent, circle, joined, lathe, moved, sheet, sweep


def test_a_turned_rectangle_is_a_tube():
    tube = lathe([(1, 0), (2, 0), (2, 3), (1, 3)], 400)

    assert tube.is_closed
    assert tube.is_oriented
    assert tube.volume == pytest.approx(np.pi * 3 * 3, rel=1e-3)


def test_a_turned_outline_on_the_axis_is_a_solid():
    cone = lathe([(0, 0), (1, 0), (0, 2)], 400)

    assert cone.is_closed
    assert cone.volume == pytest.approx(2 * np.pi / 3, rel=1e-3)


def test_a_swept_circle_is_a_cylinder():
    rod = sweep([[0, 0, 0], [0, 0, 1], [0, 0, 2]], circle(0.5, 200))

    assert rod.is_closed
    assert rod.volume == pytest.approx(0.25 * np.pi * 2, rel=1e-3)


def test_a_circle_swept_around_a_circle_is_a_ring():
    turn = np.linspace(0, 2 * np.pi, 300, endpoint=False)
    ring = sweep(
        np.stack([2 * np.cos(turn), 2 * np.sin(turn), 0 * turn], 1), circle(0.3, 60), closed=True
    )

    assert ring.is_closed
    assert ring.is_oriented
    assert ring.volume == pytest.approx(2 * np.pi**2 * 2 * 0.09, rel=5e-3)


def test_a_closed_path_that_leaves_its_plane_closes_without_a_step():
    turn = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    path = np.stack([np.cos(turn), np.sin(turn), 0.4 * np.sin(2 * turn)], 1)

    edges = sweep(path, circle(0.1, 8), closed=True)

    lengths = np.linalg.norm(np.diff(edges.vertices[edges.edges], axis=1), axis=2)
    assert lengths.max() < 0.12


def test_a_sheet_lacks_what_its_holes_took():
    whole = sheet([0, 1, 2], [0, 1], [[0, 0], [0, 0]], 0.1).volume
    holed = sheet([0, 1, 2], [0, 1], [[0.3, 0], [0, 0]], 0.1, fine=40)

    assert whole == pytest.approx(0.2)
    assert holed.is_closed
    assert holed.volume == pytest.approx(0.2 - 0.1 * np.pi * 0.09, rel=1e-3)


def test_bending_keeps_the_volume_and_turns_the_end_up():
    x = [0.0, 1.0, *np.linspace(1.0, 1.0 + 0.5 * np.pi * 0.2, 30)[1:], 2.5]
    flat = sheet(x, [0, 1], np.zeros((len(x) - 1, 1)), 0.05)

    bracket = bent(flat, 1.0, 0.2, 0.5 * np.pi)

    assert bracket.volume == pytest.approx(flat.volume, rel=1e-3)
    assert bracket.bounds[1, 2] > 0.9


def test_joined_and_moved_keep_their_faces():
    rod = sweep([[0, 0, 0], [0, 0, 1]], circle(0.5, 8))
    two = joined(rod, moved(rod, 3.0))

    assert len(two.faces) == 2 * len(rod.faces)
    assert two.volume == pytest.approx(2 * rod.volume)
