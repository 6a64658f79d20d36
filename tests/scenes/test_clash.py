"""The clash machine: the same for a seed, free as designed, and clashing where displaced."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import clash_machine, find_clashes


def test_the_same_seed_gives_the_same_machine():
    one, two, other = clash_machine(120, 4), clash_machine(120, 4), clash_machine(120, 5)

    assert one.names == two.names
    np.testing.assert_array_equal(one.poses, two.poses)
    for a, b in zip(one.meshes, two.meshes, strict=True):
        np.testing.assert_array_equal(a.vertices, b.vertices)
    assert one.names != other.names or not np.array_equal(one.poses, other.poses)


def test_names_are_distinct():
    machine = clash_machine(420)

    assert len(set(machine.names)) == len(machine) == 420


def test_as_designed_nothing_touches():
    assert find_clashes(clash_machine(420, misplaced=0.0)) == []


def test_every_clash_has_a_displaced_part():
    machine = clash_machine(420)
    clashes = find_clashes(machine)

    assert 20 < len(clashes) < 100
    for clash in clashes:
        assert clash.a < clash.b
        assert machine.displaced[clash.a] or machine.displaced[clash.b]


@pytest.mark.parametrize(("count", "seed"), [(0, 1), (10**6, 1), (10, -1)])
def test_nonsense_is_refused(count, seed):
    with pytest.raises(ImpingeError):
        clash_machine(count, seed)
