"""Stations fit on their plate, and no part of one touches another."""

import numpy as np
import pytest

from impinge.geometry import Box, Cylinder
from impinge.narrow import overlap
from impinge.scenes.assembly import Assembly
from impinge.scenes.stations import GAP, PITCH, SIZE, STATIONS, TOP, bolts, rack


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


def test_parts_stand_on_each_other_with_a_gap():
    found = rack(5)
    kinds = [kind for kind, _, _ in found]

    assert (kinds.count("rail"), kinds.count("leg"), kinds.count("foot")) == (2, 6, 6)
    assert {type(shape) for _, shape, _ in found} == {Box, Cylinder}
    for i, (_, a, pose_a) in enumerate(found):
        assert pose_a[2, 3] + a.bounds[1, 2] <= TOP + 1e-12
        for _, b, pose_b in found[i + 1 :]:
            assert not overlap(a, b, pose_a, pose_b, margin=0.9 * GAP)


def test_equal_parts_are_one_shape():
    legs = [shape for kind, shape, _ in rack(6) if kind == "leg"]

    assert len({id(shape) for shape in legs}) == 1
    assert np.ptp([pose[0, 3] for _, _, pose in rack(6)]) > 0.0
