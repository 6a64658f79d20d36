"""Boxes hold what moves in them, and edges are all there."""

from itertools import pairwise

import numpy as np
import pytest
from moving_surfaces import layers, sheet

from impinge.continuous.moving_surface import GROWTH, SHORTEST, MovingSurface, StepParts
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


def walked(length, travel, work):
    """All parts; ``work`` says what a part of some length costs."""
    parts = StepParts(length, travel)
    found = [(parts.begin, parts.end)]
    while not parts.at_end:
        parts.go_on(work(parts.end - parts.begin))
        found.append((parts.begin, parts.end))
    return found


@pytest.mark.parametrize("travel", [0.0, 1e-9, 0.5, 2.0, 3.0, 40.0, 1e9, 1e200])
@pytest.mark.parametrize("power", [0, 1, 3])
def test_they_cover_the_step(travel, power):
    found = walked(1.0, travel, lambda part: int(1e6 * part**power) + 1)

    assert found[0][0] == 0.0
    assert found[-1][1] == 1.0
    assert all(begin < end for begin, end in found)
    assert [end for _, end in found[:-1]] == [begin for begin, _ in found[1:]]
    assert len(found) <= 2.0 / SHORTEST
    assert (len(found) == 1) == (travel <= 2.0)


def test_no_length_is_no_measure():
    assert walked(0.0, 1.0, lambda _: 1) == [(0.0, 1.0)]


def test_they_grow_while_the_work_stays_the_same():
    lengths = [end - begin for begin, end in walked(1.0, 1e3, lambda _: 1000)]

    assert len(lengths) < 15
    for one, other in pairwise(lengths[:-1]):
        assert other == pytest.approx(GROWTH * one)


def test_they_stay_short_where_longer_ones_meet_too_much():
    lengths = [end - begin for begin, end in walked(1.0, 64.0, lambda part: int(1e9 * part**3) + 9)]

    # One is tried that is too long, and no other.
    assert lengths[1] == GROWTH * lengths[0]
    assert lengths[2] == lengths[3] == lengths[0]
