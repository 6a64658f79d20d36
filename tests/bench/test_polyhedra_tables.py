"""Tables of the benchmark: shares and ratios as text."""

from impinge.bench.polyhedra_tables import SECTIONS, _ratio, _shares


def test_cells():
    row = {"kept": [[0.5, 0.25, 1.0, 0.1], [0.5, 0.125, 0.0, 0.0]]}
    assert _shares(row, 1) == "25.0% / 12.5%"
    found = {"median": 2.0, "minimum": 2.5}
    row = {"ratios": {"trust": found, "refit": found}, "differ": {"trust": 3, "refit": 0}}
    assert _ratio(row, "trust") == "2.5x (pairs missed)"
    assert _ratio(row, "refit") == "2.5x"


def test_every_part_is_shown():
    assert [section.key for section in SECTIONS] == [
        "starts", "stretch", "frames", "frames", "growth", "speed", "liver",
    ]  # fmt: skip
