"""Candidates are those of brute force, and no clash is missed."""

import numpy as np

from impinge.narrow import overlap
from impinge.scenes import clash_machine, find_clashes
from impinge.scenes.clashes import candidate_pairs


def brute_force(lower, upper):
    meet = ((lower[:, None] <= upper[None]) & (lower[None] <= upper[:, None])).all(axis=2)
    return np.argwhere(np.triu(meet, k=1))


def test_candidates_are_those_of_brute_force():
    rng = np.random.default_rng(8)
    for _ in range(20):
        lower = rng.uniform(size=(60, 3)).round(1)
        upper = lower + rng.uniform(0.0, 0.3, size=(60, 3)).round(1)

        found = candidate_pairs(lower, upper)

        np.testing.assert_array_equal(found, brute_force(lower, upper))
        assert 0 < len(found) < 60 * 59 / 2


def test_no_boxes_no_candidates():
    assert candidate_pairs(np.empty((0, 3)), np.empty((0, 3))).shape == (0, 2)


def test_no_clash_is_missed():
    machine = clash_machine(60, 2, misplaced=0.3)
    touching = [
        (i, j)
        for i in range(60)
        for j in range(i + 1, 60)
        if overlap(machine.meshes[i], machine.meshes[j], machine.poses[i], machine.poses[j])
    ]
    steps = []

    found = find_clashes(machine, done=steps.append)

    assert [(clash.a, clash.b) for clash in found] == touching
    assert len(touching) > 3
    assert all(len(clash.pairs) for clash in found)
    assert steps == list(range(1, len(steps) + 1))


def test_a_clash_is_where_both_parts_are():
    machine = clash_machine(120, 2)
    low, high = machine.world_bounds()
    for clash in find_clashes(machine):
        assert (clash.where >= low[clash.a] - 1e-9).all()
        assert (clash.where <= high[clash.a] + 1e-9).all()
