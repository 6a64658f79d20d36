import numpy as np
import pytest

import impinge as im
from impinge.hierarchy import sphere_reducers
from impinge.hierarchy.kernels.sphere_cover import worst_costs
from impinge.hierarchy.sphere_overhang import Solid
from impinge.hierarchy.sphere_reducers import (
    burst,
    costs_of,
    expand,
    measured,
    octants,
    polish,
    reduced,
    swap,
)
from impinge.hierarchy.surface_pieces import cut, faces_of


@pytest.fixture(scope="module")
def case():
    solid = Solid(im.box_mesh((4, 1, 1)))
    pieces = cut(faces_of(solid.mesh), 0.3, 2000)
    centres = np.random.default_rng(0).uniform((-2, -0.5, -0.5), (2, 0.5, 0.5), (120, 3))
    return solid, pieces, (centres, solid.depths(centres))


def test_costs_are_radius_minus_depth(case):
    _, pieces, (centres, depths) = case
    costs = costs_of(pieces, centres, depths, np.inf)
    corners = pieces.corners.reshape(-1, 3, 3)
    far = np.linalg.norm(corners[None] - centres[:, None, None], axis=3).max(axis=2)

    assert np.allclose(costs, far - depths[:, None])
    assert (costs_of(pieces, centres, depths, 0.5) >= costs).all()


def test_the_worst_costs_of_owners_are_the_largest_of_all_costs(case):
    """To the bit; an owner without pieces has -inf."""
    _, pieces, (centres, depths) = case
    owner = np.random.default_rng(1).choice([0, 1, 3, 4], len(pieces.faces))
    order = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[order], np.arange(6))
    trials, deep = centres[:30].reshape(5, 6, 3), depths[:30].reshape(5, 6)
    found = np.empty((5, 6))
    worst_costs(pieces.corners, order, starts, trials, deep, 0.5, found, 0, 5)

    costs = costs_of(pieces, centres[:30], depths[:30], 0.5).reshape(5, 6, -1)
    for j in range(5):
        assert np.array_equal(found[j], costs[j, :, owner == j].T.max(axis=1, initial=-np.inf))
    assert np.isinf(found).any(axis=1).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("choose", [expand, burst])
def test_few_spheres_cover_all_and_swapping_never_hurts(case, choose):
    _, pieces, (centres, depths) = case
    costs = costs_of(pieces, centres, depths, np.inf)
    chosen = choose(costs, 8)
    error = costs[chosen].min(axis=0).max()

    assert 1 <= len(chosen) <= 8
    assert error < costs.max(axis=1).min()
    assert costs[swap(costs, chosen)].min(axis=0).max() <= error


@pytest.mark.parametrize("reduce", sphere_reducers.REDUCERS)
def test_reducers_give_at_most_eight_good_spheres(case, reduce):
    solid, pieces, pool = case
    centres = reduced(solid, pieces, pieces, pool, reduce, np.inf)
    error = costs_of(pieces, centres, solid.depths(centres), np.inf).min(axis=0).max()

    assert len(centres) <= 8
    # A ball about the middle that reaches the corners of its end: sqrt(3)/2 - 1/2.
    assert error < 0.4


def test_merging_copes_with_equal_centres(case):
    """A sphere merged with itself, over and over, once took all memory."""
    solid, pieces, (centres, _) = case
    same = np.repeat(centres[:12], 4, axis=0)
    found = reduced(solid, pieces, pieces, (same, solid.depths(same)), "merge", np.inf)
    assert 1 <= len(found) <= 8


def test_polishing_improves(case):
    solid, pieces, (centres, depths) = case
    before = costs_of(pieces, centres[:8], depths[:8], np.inf).min(axis=0).max()
    kept = centres[:8].copy()
    found = polish(solid, pieces, kept, np.inf)
    after = costs_of(pieces, found, solid.depths(found), np.inf).min(axis=0).max()

    assert after < before
    assert np.array_equal(kept, centres[:8])


def test_swapping_exchanges_or_adds_the_best_one(case):
    _, pieces, (centres, depths) = case
    costs = costs_of(pieces, centres, depths, np.inf)
    for kept in ([3, 7], [0, 1, 2, 3, 4, 5, 6, 7]):
        # The best of all single changes, one by one.
        changes = [[*kept[:j], k, *kept[j + 1 :]] for j in range(len(kept)) for k in range(120)]
        changes += [[*kept, k] for k in range(120) if len(kept) < 8]
        best = min(costs[some].min(axis=0).max() for some in changes)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sphere_reducers, "SWAPS", 1)
            found = swap(costs, np.array(kept))
        assert costs[found].min(axis=0).max() == best


def test_octants_of_a_cube_are_its_octree():
    found = octants(cut(faces_of(im.box_mesh((2, 2, 2))), 0.3, 2000))
    assert sorted(map(tuple, np.abs(found))) == [(0.5, 0.5, 0.5)] * 8


def test_spheres_over_a_gap_stick_out_less_than_radius_minus_depth():
    box = im.box_mesh((1, 1, 1))
    twin = im.Mesh(
        np.vstack([box.vertices, box.vertices + np.array([1.2, 0, 0])]),
        np.vstack([box.faces, box.faces + 8]),
    )
    solid, pieces = Solid(twin), faces_of(twin)
    middle = np.array([[0.6, 0.0, 0.0]])
    cost = costs_of(pieces, middle, solid.depths(middle), np.inf).max()
    assert 0.5 < measured(solid, pieces, middle, np.inf) < cost
