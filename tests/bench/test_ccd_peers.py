"""Tight-Inclusion answers the same."""

import numpy as np
import pytest

from impinge.bench.ccd_peers import answers, installed, tight_inclusion
from impinge.bench.ccd_queries import FEATURES, made_queries
from impinge.continuous import impact_edge_edge, impact_vertex_face


@pytest.mark.parametrize("features", FEATURES)
def test_it_finds_the_same(features):
    if not installed():
        pytest.skip("ipctk is not installed")
    queries = made_queries("random", features, 60)
    ask = impact_edge_edge if features == "edge-edge" else impact_vertex_face
    ours = ask(queries.points_t0, queries.points_t1).time

    hits, times = answers(tight_inclusion(queries, 1e-6, 1.0), 60)

    assert (hits == np.isfinite(ours)).all()
    assert hits.any()
    assert (np.isinf(times) == ~hits).all()
    assert np.abs(times[hits] - ours[hits]).max() < 1e-3
