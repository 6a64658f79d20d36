"""No clash is missed, and each is as deep and where the contacts say."""

import numpy as np

from impinge.contacts import collide
from impinge.narrow import overlap
from impinge.scenes import clash_machine, find_clashes


def test_no_clash_is_missed():
    machine = clash_machine(60, 2, misplaced=0.3)
    touching = {
        (i, j)
        for i in range(60)
        for j in range(i + 1, 60)
        if overlap(machine.shapes[i], machine.shapes[j], machine.poses[i], machine.poses[j],
                   solid=True)
    }  # fmt: skip
    steps = []

    found = find_clashes(machine.scene(), done=steps.append)

    assert {(clash.a, clash.b) for clash in found} == touching
    assert len(touching) > 3
    assert steps == list(range(1, len(steps) + 1))


def test_the_deepest_come_first_as_deep_as_their_contacts():
    machine = clash_machine(120, 2)
    found = find_clashes(machine.scene())

    depths = [clash.depth for clash in found]
    assert depths == sorted(depths, reverse=True)
    for clash in found[:5]:
        a, b = (machine.shapes[k] for k in (clash.a, clash.b))
        one = collide(a, b, machine.poses[clash.a], machine.poses[clash.b], solid=True)
        assert clash.depth == -one.separation.min()
        assert clash.points == len(one)


def test_a_clash_is_where_both_parts_are():
    machine = clash_machine(120, 2)
    low, high = machine.world_bounds()
    for clash in find_clashes(machine.scene()):
        for part in (clash.a, clash.b):
            assert (clash.where >= low[part] - clash.depth - 1e-9).all()
            assert (clash.where <= high[part] + clash.depth + 1e-9).all()


def test_triangles_that_meet_are_those_of_the_surfaces():
    machine = clash_machine(120, 2)
    for clash in find_clashes(machine.scene()):
        counts = [len(machine.meshes[k].faces) for k in (clash.a, clash.b)]
        assert (clash.pairs < np.array(counts)).all()
