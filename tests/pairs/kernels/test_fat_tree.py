"""The binary tree after any change: linked both ways, balanced, each box around those below."""

import numpy as np
import pytest
from box_cases import boxes_of

from impinge.pairs import DynamicTree
from impinge.pairs.kernels.fat_tree import HEIGHT, LEFT, NONE, PARENT, RIGHT, ROOT, UNUSED
from impinge.scenes import drifted


def check(tree):
    tree._settle()
    boxes, links, state = tree._fat, tree._links, tree._state
    leaves, stack, inner = set(), [], 0
    if state[ROOT] != NONE:
        assert links[state[ROOT], PARENT] == NONE
        stack.append(int(state[ROOT]))
    while stack:
        row = stack.pop()
        if row % 2 == 0:
            assert links[row, HEIGHT] == 0
            leaves.add(row // 2)
            assert (boxes[row, :3] <= tree._corners[0, row // 2]).all()
            assert (boxes[row, 3:] >= tree._corners[1, row // 2]).all()
            continue
        inner += 1
        children = [int(links[row, LEFT]), int(links[row, RIGHT])]
        heights = [links[child, HEIGHT] for child in children]
        assert abs(heights[0] - heights[1]) <= 1
        assert links[row, HEIGHT] == 1 + max(heights)
        assert all(links[child, PARENT] == row for child in children)
        np.testing.assert_array_equal(boxes[row, :3], boxes[children, :3].min(axis=0))
        np.testing.assert_array_equal(boxes[row, 3:], boxes[children, 3:].max(axis=0))
        stack += children
    assert leaves == set(tree.ids.tolist())
    unused, row = 0, state[UNUSED]
    while row != NONE:
        unused += 1
        assert links[row, HEIGHT] == -1
        row = links[row, PARENT]
    assert unused + inner == len(links) // 2


@pytest.mark.parametrize("case", ["clustered", "giant", "half spaces", "every scale", "one point"])
def test_the_tree_stays_whole(case):
    rng = np.random.default_rng(4)
    lower, upper = boxes_of(case)
    tree = DynamicTree(lower, upper)
    check(tree)
    for frame in range(20):
        ids = tree.ids
        low, high = tree._corners[:, ids]
        moved, (new_low, new_high) = drifted((low, high), 2.0, 0.1, frame)
        tree.move(ids[moved], new_low, new_high)
        check(tree)
        tree.remove(rng.permutation(ids)[:6])
        check(tree)
        some = rng.integers(len(lower), size=7)
        tree.add(lower[some], upper[some])
        check(tree)
