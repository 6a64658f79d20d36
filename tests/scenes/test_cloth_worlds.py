import numpy as np
import pytest
from cloth_cases import crossings

from impinge import ImpingeError
from impinge.scenes import world, world_names
from impinge.scenes.cloth_worlds import CLOTH_WORLDS
from impinge.simulation import ClothStatus


@pytest.mark.parametrize(("name", "cells"), [("cloth-on-ball", 16), ("five-cloths", 8)])
def test_nothing_crosses_and_no_energy_is_gained(name, cells):
    made = world(name, cells=cells)
    energies = [sum(made.energy())]
    for _ in range(12):
        done = made.step(3)
        energies.append(sum(made.energy()))
        assert crossings(made) == 0
        assert done.status == ClothStatus.FREE
    assert np.diff(energies).max() <= 1e-12 * energies[0]
    assert done.repulsions > 0


def test_a_ball_pushes_a_cloth_through_the_funnel():
    made = world("cloth-in-funnel", cells=12, step=1 / 60)
    for _ in range(12):
        made.step(10)
        assert crossings(made) == 0
    # From above the funnel to below its tube.
    assert made.vertices["cloth"][:, 2].max() < 0.3
    assert made.vertices["cloth"][:, 2].min() < 0.1


def test_worlds_have_names_cells_and_options():
    assert set(CLOTH_WORLDS) <= set(world_names())
    sizes = [sum(len(mesh.faces) for mesh in world(name)._meshes.values()) for name in CLOTH_WORLDS]
    assert all(2_000 <= size <= 5_000 for size in sizes)
    small = world("cloth-on-ball", cells=4, response="geometrical", friction=0.0)
    assert len(small.vertices["cloth"]) == 25
    assert small._response == "geometrical"
    for options, said in (
        ({"cells": 0}, "cells"), ({"contact": "closest"}, "options: 'contact'"),
        ({"response": "soft"}, "response: 'soft'"), ({"count": 3}, "options: 'count'"),
    ):  # fmt: skip
        with pytest.raises(ImpingeError, match=said):
            world("five-cloths", **options)
    assert len(world("box-pile", count=5)) == 5 + 5
