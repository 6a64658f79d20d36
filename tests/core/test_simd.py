"""Vector instructions and plain loops give the same answer, up to float32 rounding."""

import numpy as np
import pytest

from impinge.core import plain, simd
from impinge.core.jit import kernel
from impinge.core.lanes import CHILD, EMPTY, FRAME, HALF, WIDTH


@kernel
def gaps(nodes, row, centre, half, turn, shift, limit, out):
    return simd.gaps8(nodes, row, centre, half, turn, shift, limit, out)


@kernel
def keys(nodes, row, centre, half, turn, shift, unit_sq, limit_sq, out, group):
    return simd.keys8(nodes, row, centre, half, turn, shift, unit_sq, limit_sq, out, group)


@kernel
def next_key(found, group, after):
    return simd.next_key8(found, group, np.int32(after))


@kernel
def lower(target, i, source, j):
    simd.lower8(target, i, source, j)


@kernel
def span(nodes, row, turn):
    return simd.span8(nodes, row, turn)


@kernel
def sum_after_fetching(nodes):
    total = 0.0
    for row in range(len(nodes)):
        simd.fetch_row(nodes, (row + 7) % len(nodes))
        total += nodes[row, 0]
    return total


@kernel
def small_things(nodes, row, lane, mask, number):
    return (
        simd.child_of(nodes, row, lane),
        simd.lowest_bit(np.int32(mask)),
        simd.bits_of(np.float32(number)),
    )


def rotation(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q *= np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


def random_nodes(rng, count):
    nodes = np.zeros((count, 64), np.float32)
    nodes[:, :HALF] = rng.uniform(-1.2, 1.2, (count, 24))
    nodes[:, HALF:CHILD] = rng.uniform(0.05, 0.6, (count, 24))
    for node in nodes:
        node[FRAME : FRAME + 6] = rotation(rng)[:2].ravel()
    nodes.view(np.int32)[:, CHILD:FRAME] = rng.integers(-(2**30), 2**30, (count, WIDTH))
    return nodes


def random_box(rng):
    def floats(values):
        return tuple(np.float32(value) for value in np.ravel(values))

    return (
        floats(rng.uniform(-0.5, 0.5, 3)),
        floats(rng.uniform(0.05, 0.8, 3)),
        floats(rotation(rng)),
        floats(rng.uniform(-1.0, 1.0, 3)),
    )


def test_gaps_of_eight_boxes():
    rng = np.random.default_rng(1)
    nodes = random_nodes(rng, 300)
    hits = 0
    for row in range(len(nodes)):
        box = random_box(rng)
        found, expected = np.zeros((2, 1, WIDTH), np.float32)

        mask = gaps(nodes, row, *box, np.float32(0.0), found)
        mask_expected = plain.gaps8(nodes, row, *box, np.float32(0.0), expected)

        np.testing.assert_allclose(found, expected, atol=3e-6)
        clear = np.abs(expected[0]) > 1e-5
        for lane in np.flatnonzero(clear):
            assert mask >> lane & 1 == mask_expected >> lane & 1
        hits += int(mask).bit_count()
    # Hits and misses, both in number.
    assert 0.1 < hits / (WIDTH * len(nodes)) < 0.9


def test_keys_of_eight_boxes():
    rng = np.random.default_rng(2)
    nodes = random_nodes(rng, 300)
    apart = 0
    for row in range(len(nodes)):
        box = random_box(rng)
        limits = np.float32(2.0), np.float32(3.0)
        found = np.zeros((2, WIDTH), np.int32)
        expected = np.zeros((2, WIDTH), np.int32)

        touching, lowest = keys(nodes, row, *box, *limits, found, 1)
        plain.keys8(nodes, row, *box, *limits, expected, 1)

        assert lowest == found[1].min()
        assert (found[0] == 0).all()
        both = (found[1] != plain.NO_KEY) & (expected[1] != plain.NO_KEY)
        np.testing.assert_allclose(
            found[1][both].view(np.float32),
            expected[1][both].view(np.float32),
            rtol=1e-3,
            atol=1e-6,
        )
        assert (found[1][both] & 7 == np.flatnonzero(both)).all()
        assert not any(touching >> lane & 1 for lane in np.flatnonzero(found[1] != plain.NO_KEY))
        apart += both.sum()
    assert 0.1 < apart / (WIDTH * len(nodes)) < 0.9


def test_keys_in_order():
    rng = np.random.default_rng(3)
    found = rng.integers(0, 1000, (50, WIDTH)).astype(np.int32)
    for group in range(len(found)):
        for after in (-1, 0, 300, 999, int(found[group, 2])):
            assert next_key(found, group, after) == plain.next_key8(found, group, after)


def test_minima():
    rng = np.random.default_rng(4)
    target, source = rng.normal(size=(2, 20, WIDTH)).astype(np.float32)
    expected = target.copy()
    for i in range(20):
        lower(target, i, source, (i + 3) % 20)
        plain.lower8(expected, i, source, (i + 3) % 20)

    assert (target == expected).all()


def test_boxes_around_eight():
    rng = np.random.default_rng(6)
    nodes = random_nodes(rng, 200)
    nodes[::3, HALF + 5 : CHILD : WIDTH] = EMPTY

    for row in range(len(nodes)):
        turn = tuple(np.float32(number) for number in rotation(rng).ravel())
        found = span(nodes, row, turn)

        np.testing.assert_allclose(found, plain.span8(nodes, row, turn), atol=1e-6)
        assert np.abs(found).max() < 10.0


def test_fetching_changes_nothing():
    nodes = random_nodes(np.random.default_rng(7), 50)

    assert sum_after_fetching(nodes) == pytest.approx(float(nodes[:, 0].sum()), abs=1e-4)


@pytest.mark.parametrize("number", [0.0, 1.0, -2.5, 3.4e38, 1e-45])
@pytest.mark.parametrize("mask", [1, 8, 0b10110000])
def test_small_things(mask, number):
    nodes = random_nodes(np.random.default_rng(5), 3)

    for lane in range(WIDTH):
        assert small_things(nodes, 2, lane, mask, number) == (
            plain.child_of(nodes, 2, lane),
            plain.lowest_bit(mask),
            plain.bits_of(number),
        )


@kernel
def ask_furthest(numbers, at, stride, x, y, z):
    return simd.furthest(numbers, at, stride, x, y, z)


@pytest.mark.parametrize("stride", [8, 16, 64, 400])
@pytest.mark.parametrize("at", [0, 5])
def test_the_furthest_row_is_that_of_the_plain_loop(stride, at):
    rng = np.random.default_rng(stride)
    numbers = rng.normal(size=at + 3 * stride + 2)

    for d in rng.normal(size=(50, 3)):
        assert ask_furthest(numbers, at, stride, *d) == plain.furthest(numbers, at, stride, *d)


def test_of_equals_the_first_wins():
    numbers = np.zeros(3 * 16)
    numbers[[3, 4, 11]] = 1.0

    assert ask_furthest(numbers, 0, 16, 1.0, 0.0, 0.0) == 3
    assert ask_furthest(numbers, 0, 16, 0.0, 1.0, 0.0) == 0
    assert ask_furthest(numbers, 0, 16, -1.0, 0.0, 0.0) == 0


@pytest.mark.plain
def test_the_plain_loop_finds_the_greatest_product():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(24, 3))
    d = rng.normal(size=3)

    assert plain.furthest(points.T.ravel(), 0, 24, *d) == np.argmax(points @ d)


@kernel
def meeting(nodes, row, box):
    return simd.meet8(nodes, row, box)


@kernel
def lowest_of_long(mask):
    return simd.lowest_of_64(mask)


def test_boxes_that_meet_are_those_of_the_plain_loop():
    rng = np.random.default_rng(8)
    lower = rng.integers(0, 4, (40, 3, WIDTH)) * 1.0
    nodes = np.concatenate((lower, lower + 1.0), axis=1).reshape(40, -1)
    nodes[::4, 3::WIDTH] = np.nan
    nodes[1::4, 24 + 2] = np.inf
    masks = set()
    for row in range(40):
        for corner in rng.integers(0, 4, (10, 3)) * 1.0:
            box = (*corner, *(corner + 1.0))
            assert meeting(nodes, row, box) == plain.meet8(nodes, row, box)
            masks.add(meeting(nodes, row, box))
        everywhere = (-np.inf,) * 3 + (np.inf,) * 3
        assert meeting(nodes, row, everywhere) == (0xFF if row % 4 else 0xF7)
    assert len(masks) > 50


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62, 63])
def test_the_lowest_of_64_bits(bit):
    mask = np.int64(np.uint64(1) << np.uint64(bit)) | np.int64(-(2**63))

    assert lowest_of_long(mask) == plain.lowest_bit(mask) == bit
