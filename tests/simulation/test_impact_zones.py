"""Zones move as rigid bodies, keep momenta, follow what is driven, and cannot go on for ever."""

import numpy as np
import pytest

from impinge.simulation.impact_zones import MOST_TURN, ImpactZones

NO_EDGES = np.empty((0, 2), np.int64)


def zone_of(count, seed, *, driven=0, speed=0.1):
    """A zone of all vertices, its start and end, and masses."""
    rng = np.random.default_rng(seed)
    start = rng.normal(size=(count, 3))
    end = start + speed * rng.normal(size=(count, 3))
    masses = rng.uniform(0.5, 2.0, count)
    masses[1 : 2 * driven : 2] = np.inf
    zones = ImpactZones(start, masses, NO_EDGES)
    assert zones.join(np.arange(4 * (count // 4)).reshape(-1, 4)[:, [3, 0, 1, 2]])
    chain = np.stack([np.arange(count - 3) + k for k in range(4)], axis=1)
    assert zones.join(chain[:, [3, 0, 1, 2]])
    return zones, start, end, masses


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)


def angular(masses, start, end):
    return (masses[:, None] * np.cross(start, end - start)).sum(axis=0)


@pytest.mark.parametrize("speed", [0.01, 0.2, 10.0])
def test_a_zone_is_rigid_and_keeps_momenta(speed):
    zones, start, end, masses = zone_of(12, 0, speed=speed)
    before = end.copy()
    zones.move(end)
    assert np.abs(distances(end) - distances(start)).max() < 1e-12
    change = (masses[:, None] * (end - before)).sum(axis=0)
    assert np.abs(change).max() < 1e-12 * max(1.0, speed)
    if speed < 1.0:
        spin = angular(masses, start, end) - angular(masses, start, before)
        assert np.abs(spin).max() < 1e-9
    # A turn of less than 90 degrees: distances on the way stay above cos(a / 2) of what they were.
    halfway = distances(0.5 * (start + end))
    pairs = ~np.eye(12, dtype=bool)
    assert (halfway[pairs] > np.cos(0.5 * MOST_TURN) * distances(start)[pairs] - 1e-12).all()


def turn(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize("matrix", [np.eye(3), turn(0.5), np.diag([1.0, 1.2, 0.7])])
def test_a_zone_follows_driven_vertices(matrix):
    zones, start, end, masses = zone_of(12, 1, driven=6)
    driven = np.isinf(masses)
    end[driven] = start[driven] @ matrix.T + [1.0, 2.0, 3.0]
    goal = end[driven].copy()
    zones.move(end)
    assert (end[driven] == goal).all()
    assert np.abs(end - (start @ matrix.T + [1.0, 2.0, 3.0])).max() < 1e-9
    _, movers = zones.movers()
    assert np.isinf(movers).all()


def test_zones_join_where_they_share_a_vertex_that_is_free():
    masses = np.ones(12)
    masses[4] = np.inf
    zones = ImpactZones(np.zeros((12, 3)), masses, NO_EDGES)
    assert zones.join(np.array([[0, 1, 2, 4], [4, 5, 6, 7]]))
    assert [zone.tolist() for zone in zones.members()] == [[0, 1, 2], [5, 6, 7]]
    assert zones.join(np.array([[2, 5, 8, 9]]))
    assert [zone.tolist() for zone in zones.members()] == [[0, 1, 2, 5, 6, 7, 8, 9]]
    movers, _ = zones.movers()
    assert movers.tolist() == [0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 10, 11]


def test_there_is_an_end_to_joining():
    zones = ImpactZones(np.zeros((8, 3)), np.ones(8), NO_EDGES)
    pair = np.array([[0, 1, 2, 3]])
    assert [zones.join(pair) for _ in range(4)] == [True, True, False, False]
    driven = ImpactZones(np.zeros((8, 3)), np.full(8, np.inf), NO_EDGES)
    assert not driven.join(pair)


def test_zones_take_in_rings_of_neighbours_that_are_free():
    edges = np.stack([np.arange(19), np.arange(1, 20)], axis=1)
    masses = np.ones(20)
    masses[6] = np.inf
    zones = ImpactZones(np.zeros((20, 3)), masses, edges)
    assert zones.join(np.array([[10, 11, 12, 13]]), 3)
    assert [zone.tolist() for zone in zones.members()] == [list(range(7, 17))]
    assert zones.join(np.array([[10, 11, 12, 13]]), 100)
    assert [zone.tolist() for zone in zones.members()] == [list(range(7, 20))]


def test_a_zone_is_not_flung_by_driven_vertices_that_spread():
    # Three driven vertices, nearly at one place, go a metre apart: a linear fit would take the
    # free vertex beside them a thousand metres away.
    start = np.array([[0, 0, 0], [1e-3, 0, 0], [0, 1e-3, 0], [0.5, 0.5, 0.5]])
    end = np.array([[0, 0, 1.0], [1.0, 0, 1.0], [0, 1.0, 1.0], [0.5, 0.5, 0.5]])
    zones = ImpactZones(start, np.array([np.inf, np.inf, np.inf, 1.0]), np.array([[2, 3]]))
    assert zones.join(np.array([[0, 1, 2, 3]]))
    zones.move(end)
    assert np.abs(end[3] - start[3]).max() < 2.0
