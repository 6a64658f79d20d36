"""Tight-Inclusion answers the same."""

import numpy as np
import pytest

from impinge.bench.ccd_peers import PHASES, STEP_PEERS, answers, step_peer, tight_inclusion
from impinge.bench.ccd_queries import FEATURES, made_queries
from impinge.bench.ccd_steps import sheets
from impinge.continuous import collision_free_step, impact_edge_edge, impact_vertex_face


@pytest.mark.parametrize("features", FEATURES)
def test_it_finds_the_same(features):
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    queries = made_queries("random", features, 60)
    ask = impact_edge_edge if features == "edge-edge" else impact_vertex_face
    ours = ask(queries.points_t0, queries.points_t1).time

    hits, times = answers(tight_inclusion(queries, 1e-6, 1.0), 60)

    assert (hits == np.isfinite(ours)).all()
    assert hits.any()
    assert (np.isinf(times) == ~hits).all()
    assert np.abs(times[hits] - ours[hits]).max() < 1e-3


@pytest.mark.parametrize("name", STEP_PEERS)
def test_steps_of_whole_meshes(name):
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    cloth = sheets(6)
    ours = collision_free_step((cloth.start, cloth.faces), cloth.end)

    ask, phase = step_peer(name, cloth.start, cloth.end, cloth.faces, 1e-6)

    assert phase in PHASES
    assert 0.7 * ours.step < ask(0) <= ours.step + 1e-6
    assert step_peer(name, cloth.start, cloth.end, cloth.faces, 1e-6, "LBVH")[1] == "LBVH"
