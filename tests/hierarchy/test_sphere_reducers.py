import numpy as np
import pytest

import impinge as im
from impinge.hierarchy import sphere_reducers
from impinge.hierarchy.sphere_overhang import Solid
from impinge.hierarchy.sphere_reducers import burst, costs_of, expand, polish, reduced, swap
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
    centres = reduced(solid, pieces, pool, reduce, np.inf)
    error = costs_of(pieces, centres, solid.depths(centres), np.inf).min(axis=0).max()

    assert len(centres) <= 8
    # A ball about the middle that reaches the corners of its end: sqrt(3)/2 - 1/2.
    assert error < 0.4


def test_merging_copes_with_equal_centres(case):
    """A sphere merged with itself, over and over, once took all memory."""
    solid, pieces, (centres, _) = case
    same = np.repeat(centres[:12], 4, axis=0)
    found = reduced(solid, pieces, (same, solid.depths(same)), "merge", np.inf)
    assert 1 <= len(found) <= 8


def test_polishing_improves(case):
    solid, pieces, (centres, depths) = case
    before = costs_of(pieces, centres[:8], depths[:8], np.inf).min(axis=0).max()
    _, after = polish(solid, pieces, centres[:8].copy(), np.inf)

    assert after <= before
