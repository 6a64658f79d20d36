"""Boxes hold what moves in them, and edges are all there."""

import numpy as np
import pytest
from moving_surfaces import layers, sheet

from impinge.continuous.moving_surface import MovingSurface
from impinge.geometry import Mesh


def surface(start, end, faces, apart=0.0):
    return MovingSurface([(Mesh(start, faces), end)], apart, 1e-6, 1000)


def test_a_little_motion_is_no_reason_for_parts():
    assert surface(*layers(2, 3, 0, motion=0.1)).parts().at_end
    assert surface(*layers(2, 3, 0, motion=0.1, travel=1e4)).parts().at_end
    assert not surface(*layers(2, 3, 0, motion=10.0)).parts().at_end


def test_nor_is_one_fast_vertex():
    vertices, faces = sheet(6)
    end = vertices.copy()
    end[0] += 1e6

    assert surface(vertices, end, faces).parts().at_end


@pytest.mark.parametrize("faces", [[[0, 0, 0]], [[0, 1, 2]]])
def test_no_lengths_are_no_measure(faces):
    points = np.zeros((3, 3))

    assert surface(points, points, np.array(faces)).parts().at_end
    assert surface(points, points + np.eye(3), np.array(faces)).parts().at_end


@pytest.mark.parametrize("travel", [0.0, 1e4])
def test_boxes_hold_features_at_all_times_of_their_part(travel):
    start, end, faces = layers(2, 3, 1, travel=travel)
    moving = surface(start, end, faces)
    nodes, order, first = moving._trees(0.25, 0.75)["face"].levels

    boxes = nodes[: first[1]].reshape(-1, 6, 8).transpose(0, 2, 1).reshape(-1, 6)
    for time in np.linspace(0.25, 0.75, 11):
        places = (1 - time) * start + time * end - time * moving._shift
        corners = places[faces[order]]
        assert (boxes[: len(faces), :3] <= corners.min(axis=1)).all()
        assert (boxes[: len(faces), 3:] >= corners.max(axis=1)).all()
