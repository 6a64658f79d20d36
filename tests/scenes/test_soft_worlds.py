import numpy as np
import pytest

from impinge import ImpingeError
from impinge.scenes import world, world_names
from impinge.scenes.soft_worlds import SOFT_WORLDS


@pytest.mark.parametrize("name", [name for name in SOFT_WORLDS if name != "two-bunnies"])
def test_worlds_start_apart_and_move(name):
    made = world(name, 1)
    assert name in world_names()
    assert len(made._found()) == 0
    first = sum(made.energy())
    made.step(2)
    assert sum(made.energy()) <= first * (1.0 + 1e-12)


def test_seeds_choose_the_pile():
    piles = [world("soft-pile", seed).vertices["block 03"] for seed in (1, 1, 2)]
    assert len(world("soft-pile")) == 20
    assert np.array_equal(piles[0], piles[1])
    assert not np.array_equal(piles[0], piles[2])


def test_options_win_over_those_of_the_scene():
    assert world("folding-beam", integrator="rk4")._integrator == "rk4"


def test_bunnies_need_real_data(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    with pytest.raises(ImpingeError, match="IMPINGE_DATA names no folder with deformable"):
        world("two-bunnies")


def test_bunnies_fall_on_each_other(real_data):
    made = world("two-bunnies", friction=0.0)
    assert [len(body.mesh.tets) for body in made._system.bodies] == [19379, 19379]
    assert made._found().depths.max(initial=0.0) < 0.001
    done = made.step(2)
    assert done.seconds["detection"] > 0.0
