"""Parts of a step follow each other, and grow as long as that is worth it."""

from itertools import pairwise

import pytest

from impinge.continuous.step_parts import GROWTH, SHORTEST, StepParts


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
