"""Stations fit on their plate, and no part of one touches another."""

import numpy as np
import pytest

from impinge.scenes.assembly import Assembly
from impinge.scenes.stations import PITCH, SIZE, STATIONS, bolts


@pytest.mark.parametrize("station", STATIONS, ids=lambda s: s.__name__)
def test_a_station_is_free_of_clashes_and_fits(station):
    rng = np.random.default_rng(0)
    for _ in range(3):
        placed = station(rng) + bolts(rng)
        whole = Assembly(
            tuple(f"A{k} {kind}" for k, (kind, _, _) in enumerate(placed)),
            tuple(mesh for _, mesh, _ in placed),
            np.stack([pose for _, _, pose in placed]),
            np.zeros(len(placed), bool),
        )
        low, high = whole.world_bounds()

        assert whole.scene().overlaps() == []
        assert np.abs([low[:, :2].min(), high[:, :2].max()]).max() < 0.5 * PITCH
        assert placed[0][0] == "plate"
        assert np.ptp(placed[0][1].vertices[:, 0]) == pytest.approx(SIZE)


def test_equal_parts_share_a_mesh():
    first, second = bolts(np.random.default_rng(0)), bolts(np.random.default_rng(1))

    assert len({id(mesh) for _, mesh, _ in first + second}) == 1
