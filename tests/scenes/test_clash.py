"""The clash machine: the same for a seed, free as designed, and clashing where displaced.

No clash is missed, and each is as deep and where the contacts say.
"""

import numpy as np
import pytest

from impinge.contacts import collide
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Cylinder, Mesh
from impinge.io import load
from impinge.narrow import overlap
from impinge.scenes import clash_machine, find_clashes, write_clash_machine


def test_the_same_seed_gives_the_same_machine():
    one, two, other = clash_machine(120, 4), clash_machine(120, 4), clash_machine(120, 5)

    assert one.names == two.names
    np.testing.assert_array_equal(one.poses, two.poses)
    for a, b in zip(one.meshes, two.meshes, strict=True):
        np.testing.assert_array_equal(a.vertices, b.vertices)
    assert one.names != other.names or not np.array_equal(one.poses, other.poses)


@pytest.mark.parametrize("count", [420, 2000, 6000])
def test_names_are_distinct(count):
    machine = clash_machine(count)

    assert len(set(machine.names)) == len(machine) == count
    assert {type(shape) for shape in machine.shapes} == {Mesh, Box, Cylinder}


def test_equal_parts_share_a_shape():
    machine = clash_machine(2000)

    assert len({id(shape) for shape in machine.shapes}) < 100


def test_as_designed_nothing_touches():
    assert clash_machine(420, misplaced=0.0).scene().overlaps() == []


def test_every_clash_has_a_displaced_part():
    machine = clash_machine(420)
    clashes = find_clashes(machine.scene())

    assert 20 < len(clashes) < 100
    for clash in clashes:
        assert clash.a < clash.b
        assert machine.displaced[clash.a] or machine.displaced[clash.b]


def test_the_file_holds_the_machine(tmp_path):
    write_clash_machine(tmp_path / "machine.toml", 120, 4)

    machine, found = clash_machine(120, 4), load(tmp_path / "machine.toml")

    assert found.names == machine.names
    assert found.poses.tobytes() == machine.poses.tobytes()
    assert found.solid
    for name, shape in zip(machine.names, machine.shapes, strict=True):
        assert found[name].shape.bounds.tobytes() == shape.bounds.tobytes()


@pytest.mark.parametrize(("count", "seed"), [(0, 1), (10**6, 1), (10, -1)])
def test_nonsense_is_refused(count, seed):
    with pytest.raises(ImpingeError):
        clash_machine(count, seed)


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
