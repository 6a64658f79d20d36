"""When moving boxes meet: vector instructions as plain loops, and neither is ever too late."""

import numpy as np
from moving import turn

from impinge.core import plain, simd_moving
from impinge.core.jit import kernel
from impinge.core.lanes import CHILD, EMPTY, FRAME, HALF, WIDTH


@kernel
def times(nodes, row, centre, half, turn_t0, shift_t0, turn_t1, shift_t1, latest, out):
    return simd_moving.times8(
        nodes, row, centre, half, turn_t0, shift_t0, turn_t1, shift_t1, latest, out
    )


def rotation(rng):
    return turn(rng.normal(size=3), rng.uniform(0.0, np.pi))


def random_nodes(rng, count):
    nodes = np.zeros((count, 64), np.float32)
    nodes[:, :HALF] = rng.uniform(-1.2, 1.2, (count, 24))
    nodes[:, HALF:CHILD] = rng.uniform(0.05, 0.6, (count, 24))
    for node in nodes:
        node[FRAME : FRAME + 6] = rotation(rng)[:2].ravel()
    return nodes


def floats(values):
    return tuple(np.float32(value) for value in np.ravel(values))


def moving_box(rng):
    """A box and where the node's tree is at both ends, in its frame: turned by a little."""
    first = rotation(rng)
    last = turn(rng.normal(size=3), 0.2) @ first
    start = rng.normal(size=3) * rng.uniform(0.5, 4.0)
    end = start * rng.uniform(-1.0, 0.5) + rng.normal(size=3)
    return (
        floats(rng.uniform(-0.3, 0.3, 3)), floats(rng.uniform(0.05, 0.8, 3)),
        floats(first), floats(start), floats(last), floats(end),
    )  # fmt: skip


def test_vectors_and_loops_agree():
    rng = np.random.default_rng(0)
    nodes = random_nodes(rng, 4)
    nodes[:, HALF + 7 :: WIDTH][:, :3] = EMPTY
    met = 0
    for _ in range(300):
        row, box = int(rng.integers(4)), moving_box(rng)
        found, expected = np.empty((2, 8), np.float32), np.empty((2, 8), np.float32)
        mask = times(nodes, row, *box, np.float32(0.7), found)
        expected_mask = plain.times8(nodes, row, *box, np.float32(0.7), expected)

        both = [k for k in range(8) if (mask & expected_mask) >> k & 1]
        np.testing.assert_allclose(found[:, both], expected[:, both], atol=1e-4)
        # A lane may be kept by one and not the other where it is a matter of rounding.
        assert (mask ^ expected_mask).bit_count() <= 1
        assert not (mask | expected_mask) >> 7
        met += len(both)
    assert met > 100


def test_boxes_overlap_at_no_other_time():
    """Boxes whose offsets and reaches change linearly, sampled."""
    rng = np.random.default_rng(1)
    nodes = random_nodes(rng, 4)
    shares = np.linspace(0.0, 1.0, 101)
    outside = 0
    for _ in range(200):
        row, box = int(rng.integers(4)), moving_box(rng)
        centre, half, turn_t0, shift_t0, turn_t1, shift_t1 = box
        found = np.empty((2, 8), np.float32)
        mask = times(nodes, row, *box, np.float32(1.0), found)
        first = plain.box_offsets(nodes, row, centre, half, turn_t0, shift_t0)
        last = plain.box_offsets(nodes, row, centre, half, turn_t1, shift_t1)
        for lane in range(8):
            offset_t0, offset_t1 = (np.concatenate(end[:2])[:, lane] for end in (first, last))
            reach_t0, reach_t1 = (np.concatenate(end[2:4])[:, lane] for end in (first, last))
            offset = offset_t0 + shares[:, None] * (offset_t1 - offset_t0)
            reach = reach_t0 + shares[:, None] * (reach_t1 - reach_t0)
            meeting = (np.abs(offset) < reach - 1e-4).all(axis=1)
            if not mask >> lane & 1:
                assert not meeting.any()
                outside += 1
            else:
                begins, ends = found[:, lane]
                assert not meeting[(shares < begins - 1e-6) | (shares > ends + 1e-6)].any()
    assert outside > 300


def test_nothing_after_the_latest_time_is_met():
    rng = np.random.default_rng(2)
    nodes = random_nodes(rng, 2)
    cut = 0
    for _ in range(100):
        box, found = moving_box(rng), np.empty((2, 8), np.float32)
        every = times(nodes, 0, *box, np.float32(1.0), found)
        some = times(nodes, 0, *box, np.float32(0.3), found)

        assert some & ~every == 0
        for lane in range(8):
            if every >> lane & 1:
                assert (some >> lane & 1) == (found[0, lane] <= np.float32(0.3))
                cut += found[0, lane] > 0.3
    assert cut > 5
