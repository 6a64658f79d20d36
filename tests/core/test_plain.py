"""The plain loops say what eight lanes mean: checked against boxes written as corner points."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, rotations

from impinge.core import plain
from impinge.core.lanes import CHILD, FRAME, HALF, WIDTH

pytestmark = pytest.mark.plain

CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))


def node_of(centres, halves, frame):
    """One node row; centres are in the node's frame, whose rows are its axes."""
    nodes = np.zeros((1, 64), np.float32)
    nodes[0, :HALF] = centres.T.ravel()
    nodes[0, HALF:CHILD] = halves.T.ravel()
    nodes[0, FRAME : FRAME + 6] = frame[:2].ravel()
    nodes[0].view(np.int32)[CHILD:FRAME] = np.arange(WIDTH) - 3
    return nodes


def sampled_distance(corners_a, corners_b):
    """Distance of corner points: never less than that of the boxes."""
    return np.linalg.norm(corners_a[:, None] - corners_b[None], axis=2).min()


@given(points(8, 3), rotations(), rotations(), points(3))
def test_bounds_never_exceed_the_distance(centres, frame, turn, shift):
    """No pair of points, one of each box, is nearer than the gap or the key says."""
    halves = 0.1 + np.abs(np.roll(centres, 1, axis=0)) / 10.0
    nodes = node_of(centres, halves, frame)
    half = np.array([0.5, 0.25, 1.0])
    gaps = np.zeros((1, WIDTH), np.float32)
    keys = np.zeros((1, WIDTH), np.int32)
    box = (tuple(np.zeros(3)), tuple(half), tuple(turn.ravel()), tuple(shift))

    plain.gaps8(nodes, 0, *box, np.float32(1e3), gaps)
    touching, _ = plain.keys8(nodes, 0, *box, np.float32(1.0), np.float32(1e30), keys, 0)

    for lane in range(WIDTH):
        corners = ((centres[lane] + CORNERS * halves[lane]) @ frame) @ turn.T + shift
        bound = sampled_distance(CORNERS * half, corners)
        assert gaps[0, lane] <= bound * (1 + 1e-4) + 1e-4
        if not touching >> lane & 1:
            key = np.int32(keys[0, lane]).view(np.float32)
            assert np.sqrt(key) <= bound * (1 + 1e-4) + 1e-4


@given(st.integers(1, 2**8 - 1))
def test_the_lowest_bit(mask):
    lowest = plain.lowest_bit(mask)

    assert mask >> lowest & 1
    assert mask & ((1 << lowest) - 1) == 0


def test_keys_are_taken_in_order():
    keys = np.array([[7, 3, 9, plain.NO_KEY, 5, 1, 8, 2]], np.int32)
    found, after = [], -1

    while (after := plain.next_key8(keys, 0, after)) != plain.NO_KEY:
        found.append(after)

    assert found == [1, 2, 3, 5, 7, 8, 9]


def test_boxes_grow_by_a_minimum():
    target = np.array([[1, 1, 1, 0, -2, -2, -2, 0]], np.float32)
    source = np.array([[0, 3, 0, 0, -3, -1, -3, 0]], np.float32)

    plain.lower8(target, 0, source, 0)

    assert target.tolist() == [[0, 1, 0, 0, -3, -2, -3, 0]]


def test_the_box_around_eight_holds_their_corners():
    rng = np.random.default_rng(2)
    centres, halves = rng.uniform(-1, 1, (8, 3)), rng.uniform(0.1, 0.5, (8, 3))
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    signs = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, 8).T
    corners = (centres[:, None] + signs * halves[:, None]).reshape(-1, 3) @ turn.T

    found = plain.span8(node_of(centres, halves, np.eye(3)), 0, turn.ravel())

    np.testing.assert_allclose(found[:3], corners.min(axis=0), atol=1e-6)
    np.testing.assert_allclose(found[3:], corners.max(axis=0), atol=1e-6)


def test_children_and_bits():
    nodes = node_of(np.zeros((8, 3)), np.ones((8, 3)), np.eye(3))

    assert [plain.child_of(nodes, 0, lane) for lane in range(WIDTH)] == list(range(-3, 5))
    assert plain.bits_of(1.0) == 0x3F800000
