"""Ctrl-C or lack of memory at any line: the state of before or of after, never a third."""

import numpy as np
import pytest
from box_cases import STATEFUL, meeting
from interruptions import OutOfNowhereError, lines_of

from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid, partition
from impinge.scenes import box_set

ROOMS = ("pairs", "partition", "core/ids.py")
N = 24
KINDS = {
    **STATEFUL,
    "small leaves": lambda lower, upper: KdTree(lower, upper, leaf_size=2),
    "one slot": lambda lower, upper: SpatialHash(lower, upper, slots=1),
}
TRIANGLES = {"grid": UniformGrid, "hash": SpatialHash, "octree": Octree, "k-d": KdTree}


class Boxes:
    """What should be there: corners by id."""

    def __init__(self, lower, upper):
        self.rows = {i: (lower[i], upper[i]) for i in range(len(lower))}

    def changed(self, ids, lower, upper):
        other = Boxes((), ())
        other.rows = {**self.rows, **{i: (lower[k], upper[k]) for k, i in enumerate(ids)}}
        return other

    def without(self, ids):
        other = Boxes((), ())
        other.rows = {i: row for i, row in self.rows.items() if i not in ids}
        return other

    def pairs(self):
        ids = np.array(sorted(self.rows))
        lower, upper = (np.array([self.rows[i][k] for i in ids]) for k in (0, 1))
        return ids[meeting(lower, upper)].tolist()


def start():
    """A broad phase to be: two dozen boxes, of which two were taken out again."""
    lower, upper = box_set("uniform", N)
    return lower, upper, Boxes(lower, upper).without([3, 7])


def made(kind):
    lower, upper, boxes = start()
    held = KINDS[kind](lower, upper)
    held.pairs()
    held.remove([3, 7])
    held.pairs()
    return held, boxes


def far_away(n):
    """Boxes that meet each other far from all others: cells are laid out anew for them."""
    lower = 50.0 + np.arange(n)[:, None] * [0.3, 0.2, 0.1]
    return lower, lower + 0.5


LOWER, UPPER = far_away(N)
MOVED = np.setdiff1d(np.arange(N), [3, 7])[::2]
CHANGES = {
    "add": (
        lambda held: held.add(LOWER, UPPER),
        lambda b: b.changed([3, 7, *range(N, 2 * N - 2)], LOWER, UPPER),
    ),
    "add one": (
        lambda held: held.add(LOWER[:1] - 60.0, UPPER[:1]),
        lambda b: b.changed([3], LOWER[:1] - 60.0, UPPER[:1]),
    ),
    "move": (
        lambda held: held.move(MOVED, LOWER[: len(MOVED)], UPPER[: len(MOVED)]),
        lambda b: b.changed(MOVED.tolist(), LOWER[: len(MOVED)], UPPER[: len(MOVED)]),
    ),
    "remove": (
        lambda held: held.remove(MOVED),
        lambda b: b.without(MOVED.tolist()),
    ),
}  # fmt: skip


def attacked(held, call, line):
    """Was the call interrupted at this line?"""
    try:
        lines_of(lambda: call(held), ROOMS, line)
    except OutOfNowhereError:
        return True
    return False


def one_of(held, states):
    """The state that the pairs are those of; each of them has other ones."""
    found = held.pairs().tolist()
    known = [state.pairs() for state in states]
    assert found in known
    assert known.count(found) == 1
    return states[known.index(found)]


def then_all_is_well(held, boxes):
    """Further changes find a structure in order."""
    assert held.ids.tolist() == sorted(boxes.rows)
    lower, upper = far_away(3)
    new = held.add(lower - 49.5, upper - 49.5)
    boxes = boxes.changed(new.tolist(), lower - 49.5, upper - 49.5)
    assert held.pairs().tolist() == boxes.pairs()
    some = held.ids[1::3]
    held.remove(some)
    boxes = boxes.without(some.tolist())
    assert held.pairs().tolist() == boxes.pairs()
    rest = held.ids
    lower, upper = far_away(len(rest))
    held.move(rest, lower, upper)
    assert held.pairs().tolist() == boxes.changed(rest.tolist(), lower, upper).pairs()
    if hasattr(held, "find"):
        assert held.find(lower[0], lower[0]).tolist() == [rest[0]]


def lines_survived(make, call, states):
    """Interrupt a call at each of its lines in turn, each time of a new structure; how many."""
    line = 0
    while attacked(held := make(), call, line):
        then_all_is_well(held, one_of(held, states))
        line += 1
    return line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_an_interrupted_change_is_made_or_not_made(kind, change):
    call, after = CHANGES[change]
    _, before = made(kind)

    assert lines_survived(lambda: made(kind)[0], call, [before, after(before)]) > 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_an_interrupted_question_has_lost_nothing(kind, change):
    call, after = CHANGES[change]
    _, before = made(kind)

    def changed():
        held, _ = made(kind)
        call(held)
        return held

    assert lines_survived(changed, lambda held: held.pairs(), [after(before)]) > 2


@pytest.mark.parametrize("kind", KINDS)
def test_an_interruption_while_mending_is_mended(kind):
    """Ctrl-C twice: once in a change, once in what makes it good."""
    call, after = CHANGES["move"]
    held, before = made(kind)
    total = lines_of(lambda: call(held), ROOMS)
    for line in range(0, total, 7):
        second = 0
        while True:
            held, _ = made(kind)
            assert attacked(held, call, line)
            if not attacked(held, lambda held: held.pairs(), second):
                break
            boxes = one_of(held, [before, after(before)])
            then_all_is_well(held, boxes)
            second += 5


@pytest.mark.parametrize("cells", ["box", "exact"])
@pytest.mark.parametrize("kind", TRIANGLES)
def test_triangles_that_were_on_their_way_arrive_or_stay(kind, cells):
    rng = np.random.default_rng(4)
    before = rng.uniform(size=(60, 3))
    after = before[::-1] * [1.0, 3.0, 1.0]
    faces = np.arange(60).reshape(-1, 3)
    make = TRIANGLES[kind].from_triangles
    places = [made_lower(before), made_lower(after)]
    known = [make(v, faces).pairs().tolist() for v in (before, after)]
    line = 0
    while True:
        held = make(before, faces, cells=cells)
        if not attacked(held, lambda held: held.move_vertices(after), line):
            break
        (state,) = (k for k in range(2) if np.array_equal(held.lower, places[k]))
        found = held.pairs().tolist()
        if cells == "box":
            assert found == known[state]
        else:
            # Which pairs share a cell depends on the cells: they are among those whose boxes meet.
            assert set(map(tuple, found)) <= set(map(tuple, known[state]))
        held.move_vertices(before)
        np.testing.assert_array_equal(held.lower, places[0])
        line += 1
    assert line > 10


def made_lower(vertices):
    return vertices.reshape(-1, 3, 3).min(axis=1)


@pytest.mark.parametrize("kind", ["grid", "hash", "octree", "k-d tree"])
def test_lack_of_memory_between_ranges_is_mended(kind, monkeypatch):
    """In ranges of four boxes, memory ends after each of them in turn."""
    usual = partition.in_ranges

    for last in range(6):
        held, before = made(kind)
        left = [last]

        def step_by_step(step, n, make_room, length=4, left=left):
            def short(start, stop):
                left[0] -= 1
                if left[0] < 0:
                    raise MemoryError
                return step(start, stop)

            usual(short, n, make_room, min(length, 4))

        monkeypatch.setattr(partition, "in_ranges", step_by_step)
        with pytest.raises(MemoryError):
            held.add(LOWER, UPPER)
        monkeypatch.undo()
        boxes = one_of(held, [before])
        then_all_is_well(held, boxes)
