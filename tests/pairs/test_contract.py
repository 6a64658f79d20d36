"""Every broad phase keeps one contract: it finds exactly what comparing everything finds."""

import numpy as np
import pytest
from box_cases import CASES, STATEFUL, boxes_of, meeting
from hypothesis import given
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import METHODS
from impinge.scenes import box_set, drifted

METHOD = pytest.mark.parametrize("method", METHODS)
KEPT = pytest.mark.parametrize("kind", STATEFUL)


def test_there_are_methods_to_check():
    assert set(METHODS) >= {"tree", "sweep", "all"}
    assert len(STATEFUL) >= 4


@METHOD
@pytest.mark.parametrize("case", CASES)
def test_a_method_agrees_with_the_definition(method, case):
    lower, upper = boxes_of(case)

    found = METHODS[method](lower, upper)

    assert found.dtype == np.int64
    assert found.shape[1:] == (2,)
    np.testing.assert_array_equal(found, meeting(lower, upper))


def test_cases_have_hits_and_misses():
    shares = {}
    for case in CASES:
        lower, upper = boxes_of(case)
        n = len(lower)
        shares[case] = len(meeting(lower, upper)) / max(1, n * (n - 1) // 2)

    assert sum(0.0 < share < 0.2 for share in shares.values()) > 10
    assert [case for case, share in shares.items() if share == 1.0] == [
        "two", "all coincident", "one point", "nested",
    ]  # fmt: skip


@METHOD
@given(corner=points(12, 3), size=points(12, 3))
def test_a_method_agrees_on_anything(method, corner, size):
    lower, upper = corner, corner + np.abs(size)

    np.testing.assert_array_equal(METHODS[method](lower, upper), meeting(lower, upper))


@METHOD
@pytest.mark.parametrize("exponent", [-1000, -200, 200, 1000])
def test_scaling_by_a_power_of_two_changes_nothing(method, exponent):
    lower, upper = boxes_of("mixed")

    scaled = METHODS[method](np.ldexp(lower, exponent), np.ldexp(upper, exponent))

    np.testing.assert_array_equal(scaled, METHODS[method](lower, upper))


@METHOD
def test_numbers_follow_the_boxes(method):
    lower, upper = boxes_of("clustered")
    order = np.random.default_rng(5).permutation(len(lower))
    place = np.argsort(order)

    found = METHODS[method](lower[order], upper[order])

    expected = np.sort(place[meeting(lower, upper)], axis=1)
    expected = expected[np.lexsort((expected[:, 1], expected[:, 0]))]
    np.testing.assert_array_equal(found, expected)


@METHOD
def test_same_bits_for_any_number_of_threads(method):
    lower, upper = box_set("clustered", 6_000)

    answers = []
    for threads in (1, 2, 7):
        with use_threads(threads):
            answers.append(METHODS[method](lower, upper).tobytes())

    assert len(set(answers)) == 1
    assert 6_000 < len(answers[0]) // 16 < 60_000


@METHOD
def test_boxes_are_not_changed_and_any_layout_will_do(method):
    lower, upper = (np.asfortranarray(corners) for corners in boxes_of("uniform"))
    before = lower.copy(), upper.copy()
    lower.flags.writeable = False

    found = METHODS[method](lower, upper)

    np.testing.assert_array_equal(found, meeting(*before))
    np.testing.assert_array_equal(lower, before[0])
    np.testing.assert_array_equal(upper, before[1])


@METHOD
def test_bad_boxes_are_refused_by_row(method):
    lower, upper = np.zeros((400, 3)), np.ones((400, 3))
    upper[310, 1] = -1.0
    with pytest.raises(ImpingeError, match="row 310"):
        METHODS[method](lower, upper)
    upper[310, 1] = np.nan
    with pytest.raises(ImpingeError, match=r"upper.*row 310"):
        METHODS[method](lower, upper)
    with pytest.raises(ImpingeError, match="lower"):
        METHODS[method](lower[:3], upper[:2])


@KEPT
@pytest.mark.parametrize("case", CASES)
def test_kept_boxes_agree_with_the_definition(kind, case):
    lower, upper = boxes_of(case)
    phase = STATEFUL[kind](lower, upper)

    np.testing.assert_array_equal(phase.pairs(), meeting(lower, upper))
    np.testing.assert_array_equal(phase.pairs(), meeting(lower, upper))


class Book:
    """What a broad phase should hold: corners by id."""

    def __init__(self, lower, upper):
        self.boxes = {
            i: (low, high) for i, (low, high) in enumerate(zip(lower, upper, strict=True))
        }

    def set(self, ids, lower, upper):
        self.boxes |= {int(i): (low, high) for i, low, high in zip(ids, lower, upper, strict=True)}

    def remove(self, ids):
        for i in ids:
            del self.boxes[int(i)]

    def corners(self):
        ids = np.array(sorted(self.boxes), dtype=np.int64)
        corners = np.array([self.boxes[int(i)] for i in ids]).reshape(-1, 2, 3)
        return ids, corners[:, 0], corners[:, 1]

    def pairs(self):
        ids, lower, upper = self.corners()
        return ids[meeting(lower, upper)]


@KEPT
@pytest.mark.parametrize("case", ["uniform", "clustered", "giant", "line", "touching exactly",
                                  "half spaces", "all coincident", "every scale"])  # fmt: skip
def test_boxes_come_move_and_go(kind, case):
    rng = np.random.default_rng(3)
    lower, upper = boxes_of(case)
    phase, book = STATEFUL[kind](lower, upper), Book(lower, upper)
    for frame in range(32):
        ids, low, high = book.corners()
        # Small steps of most, and now and then a leap; at times of a few boxes only.
        few = 2.0 / max(1, len(ids))
        step, share = ((0.02, 0.9), (0.5, few), (20.0, 0.1), (0.1, few), (3.0, few))[frame % 5]
        if len(ids):
            moved, (new_low, new_high) = drifted((low, high), step, share, frame)
            if case == "touching exactly":
                shift = np.round(2.0 * (new_low - low[moved]))
                new_low, new_high = low[moved] + shift, high[moved] + shift
            book.set(ids[moved], new_low, new_high)
            phase.move(ids[moved], new_low, new_high)
        if frame % 4 == 1:
            gone = rng.permutation(ids)[: len(ids) // 10 if frame % 8 == 1 else 1]
            book.remove(gone)
            phase.remove(gone)
        if frame % 4 == 2:
            some = rng.integers(len(lower), size=1 if frame % 8 == 2 else 60)
            new = phase.add(lower[some], upper[some])
            assert not set(new.tolist()) & set(book.boxes)
            book.set(new, lower[some], upper[some])
        if frame % 7 != 5:
            np.testing.assert_array_equal(phase.pairs(), book.pairs(), err_msg=f"frame {frame}")


@KEPT
def test_all_boxes_may_go_and_others_come(kind):
    lower, upper = boxes_of("uniform")
    phase = STATEFUL[kind](lower, upper)
    phase.pairs()

    phase.remove(np.arange(len(lower)))
    assert phase.pairs().shape == (0, 2)
    new = phase.add(lower[:50], upper[:50])

    assert len(set(new.tolist())) == 50
    expected = np.sort(new[meeting(lower[:50], upper[:50])], axis=1)
    np.testing.assert_array_equal(
        phase.pairs(), expected[np.lexsort((expected[:, 1], expected[:, 0]))]
    )


@KEPT
def test_a_phase_may_begin_empty_and_grow_one_by_one(kind):
    lower, upper = boxes_of("clustered")
    phase = STATEFUL[kind](np.empty((0, 3)), np.empty((0, 3)))
    assert phase.pairs().shape == (0, 2)

    for i in range(60):
        (number,) = phase.add(lower[i : i + 1], upper[i : i + 1])
        assert number == i
        if i % 9 == 0:
            np.testing.assert_array_equal(phase.pairs(), meeting(lower[: i + 1], upper[: i + 1]))

    np.testing.assert_array_equal(phase.pairs(), meeting(lower[:60], upper[:60]))


@KEPT
def test_unknown_ids_are_refused_by_name(kind):
    lower, upper = boxes_of("uniform")
    phase = STATEFUL[kind](lower[:5], upper[:5])
    phase.remove([3])

    for ids in ([3], [5], [-1]):
        with pytest.raises(ImpingeError, match=f"no box has the id {ids[0]}"):
            phase.move(ids, lower[:1], upper[:1])
        with pytest.raises(ImpingeError, match=f"no box has the id {ids[0]}"):
            phase.remove(ids)
    with pytest.raises(ImpingeError, match="ids"):
        phase.remove([0, 0])
    with pytest.raises(ImpingeError, match="ids"):
        phase.remove([0.5])
    with pytest.raises(ImpingeError):
        phase.move([0, 1], lower[:1], upper[:1])
    np.testing.assert_array_equal(phase.pairs(), [p for p in meeting(lower[:5], upper[:5])
                                                  if 3 not in p] or np.empty((0, 2)))  # fmt: skip


@KEPT
def test_a_refused_change_changes_nothing(kind):
    lower, upper = boxes_of("uniform")
    phase = STATEFUL[kind](lower, upper)

    with pytest.raises(ImpingeError, match="row 1"):
        phase.move([4, 6], lower[:2], [upper[0], [np.nan, 0.0, 0.0]])
    with pytest.raises(ImpingeError, match="row 0"):
        phase.add([[1.0, 0.0, 0.0]], [[0.0, 1.0, 1.0]])

    np.testing.assert_array_equal(phase.pairs(), meeting(lower, upper))
