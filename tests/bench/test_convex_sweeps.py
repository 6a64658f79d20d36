"""Nothing jumps but at ties, and nothing happens at contact."""

import numpy as np
import pytest

from impinge.bench import convex_sweeps
from impinge.bench.convex_sweeps import (
    contact_sweep,
    draw_contact,
    draw_growth,
    draw_turn,
    turn_sweep,
    turned,
)
from impinge.bench.plot_style import drawn


@pytest.fixture(scope="module")
def turn():
    return turn_sweep()


def test_depth_is_continuous_and_normals_jump_at_ties_only(turn):
    assert len(turn["jumps"]) == turn["ties"] > 0
    # No point of B is further than 0.7 m from the axis.
    assert turn["steepest_depth"] < 0.7
    assert turn["steepest_normal"] < 2.0
    assert min(turn["depth"]) > 0.1


def test_a_full_turn_ends_where_it_began(turn):
    assert turn["depth"][0] == pytest.approx(turn["depth"][-1], abs=1e-14)
    np.testing.assert_allclose(turn["normal"][0], turn["normal"][-1], atol=1e-12)
    np.testing.assert_allclose(turned(0.3)[:3, :3] @ turned(-0.3)[:3, :3], np.eye(3), atol=1e-15)


def test_gaps_and_normals_pass_through_contact():
    sweep = contact_sweep(per_decade=1)
    true = np.array(sweep["gap"])
    assert (true == 0.0).sum() == 1
    for name, pair in sweep["pairs"].items():
        found = np.array(pair["found"])
        assert max(pair["error"]) <= 1e-10, name
        assert max(pair["turned"]) <= 1e-6, name
        assert (np.diff(found) >= -2e-15).all(), name
        sure = np.abs(true) > 1e-13
        assert (np.sign(found[sure]) == np.sign(true[sure])).all(), name


def test_plots_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(convex_sweeps, "turn_sweep", lambda: turn_sweep(720))
    monkeypatch.setattr(convex_sweeps, "contact_sweep", lambda: contact_sweep(per_decade=1))
    rows = [
        {"vertices": n, "overlap": 1.0, "coal": 2.0, "largest_difference": {"coal": 0.0}}
        for n in (8, 16)
    ]
    report = {"growth": {"rows": rows, "poses": 9}}

    for draw in (draw_turn, draw_contact, draw_growth):
        file = drawn(draw, report, tmp_path / "plot.png")
        assert file.read_bytes().startswith(b"\x89PNG")
        assert file.stat().st_size > 10_000
