"""What ``impinge check`` prints for people."""

import pytest

from impinge.cli.check_text import show_answer

SIDE = {"file": "a.stl", "faces": 12, "closed": True, "size": [1, 2, 3], "units": "mm"}
ANSWER = {
    "unit": "mm", "a": SIDE, "b": {**SIDE, "file": "b.stl"}, "solid": True, "margin": 0.0,
    "distance": 4.0, "surface_distance": 4.0, "point_a": [0, 0, 0], "point_b": [0, 0, 4],
    "normal": [0, 0, 1], "feature_a": 1, "feature_b": 2, "triangle_pairs": [], "inside": None,
    "depth": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "free"}, ["free", "4 mm", "1 x 2 x 3 mm"]),
        ({"kind": "near", "margin": 5.0}, ["too close (asked for 5 mm)"]),
        (
            {"kind": "touching", "distance": 0.0, "depth": 2.5, "triangle_pairs": [[0, 1]]},
            ["touching", "2.5 mm (local", "1 meet"],
        ),
        (
            {"kind": "contained", "inside": "a in b", "depth": 7.0},
            ["contained: A lies inside B", "4 mm apart", "7 mm (", "out)"],
        ),
        ({"kind": "free", "solid": False}, ["checked as surfaces"]),
        ({"kind": "free", "b": {**SIDE, "closed": False}}, ["B (a.stl) is open"]),
    ],
)
def test_each_kind_has_its_words(change, words, capsys):
    show_answer({**ANSWER, **change})
    said = capsys.readouterr().out
    for word in words:
        assert word in said
