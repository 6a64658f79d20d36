import pytest
from cloth_cases import SQUARE

from impinge import ImpingeError
from impinge.simulation import Cloth
from impinge.simulation.vertex_world import named_bodies


def test_bodies_are_of_one_class_by_name():
    found = named_bodies({"a": Cloth(SQUARE)}, "cloths", Cloth, "cloths")
    assert list(found) == ["a"]
    for given, said in (
        ({}, "cloths: empty, a world has at least one"), ([1], "cloths: expected cloths by name"),
        ({"a": SQUARE}, "cloths: 'a': expected a Cloth, got a Mesh"), ({"": 1}, "cloths: is empty"),
    ):  # fmt: skip
        with pytest.raises(ImpingeError, match=said):
            named_bodies(given, "cloths", Cloth, "cloths")


def test_a_state_of_other_bodies_is_refused():
    from impinge.simulation import ClothWorld

    world = ClothWorld({"a": Cloth(SQUARE)})
    state = world._state()
    with pytest.raises(ImpingeError, match="resume: velocities are not those of 1 bodies"):
        world._restore({**state, "velocities": state["velocities"][:2]})
    world.step()
    world._restore(state)
    assert world.time == 0.0
