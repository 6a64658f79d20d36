"""Plots of convex pairs are written."""

from impinge.bench import convex_plots
from impinge.bench.convex_plots import draw_growth, draw_sweeps
from impinge.bench.convex_sweeps import contact_sweep, turn_sweep


def test_plots_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(convex_plots, "turn_sweep", lambda: turn_sweep(720))
    monkeypatch.setattr(convex_plots, "contact_sweep", lambda: contact_sweep(per_decade=1))
    rows = [
        {"vertices": n, "overlap": 1.0, "coal": 2.0, "largest_difference": {"coal": 0.0}}
        for n in (8, 16)
    ]
    growth = draw_growth({"growth": {"rows": rows, "poses": 9}}, tmp_path)

    for file in (*draw_sweeps(tmp_path), growth):
        assert file.read_bytes().startswith(b"\x89PNG")
        assert file.stat().st_size > 10_000
