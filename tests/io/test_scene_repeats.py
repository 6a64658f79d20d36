"""Parts in rows and rings."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.io.scene_repeats import MOST_PARTS, count_of, repeated, repeats_of


def names_and_places(name, table, metres=1.0):
    rows = list(repeated(name, np.eye(4), repeats_of(table), metres))
    return [name for name, _ in rows], np.array([pose[:3, 3] for _, pose in rows])


def test_a_part_alone_keeps_its_name():
    assert names_and_places("a", {})[0] == ["a"]


def test_rows_of_rows():
    table = {
        "repeat": [{"count": 2, "translation": [0, 5, 0]}, {"count": 3, "translation": [1, 0, 0]}]
    }
    names, places = names_and_places("bolt", table, 0.1)

    assert names == ["bolt 1 1", "bolt 1 2", "bolt 1 3", "bolt 2 1", "bolt 2 2", "bolt 2 3"]
    np.testing.assert_allclose(places[:, 0], [0, 0.1, 0.2] * 2)
    np.testing.assert_allclose(places[:, 1], [0, 0, 0, 0.5, 0.5, 0.5])
    assert count_of(repeats_of(table)) == 6


def test_rings_and_helices():
    ring = {"repeat": {"count": 4, "axis": [0, 0, 1], "degrees": 90, "about": [1, 0, 0]}}
    names, places = names_and_places("a", ring)
    assert names == ["a 1", "a 2", "a 3", "a 4"]
    np.testing.assert_array_equal(places, [[0, 0, 0], [1, -1, 0], [2, 0, 0], [1, 1, 0]])

    helix = {"repeat": {"count": 3, "axis": [0, 0, 1], "degrees": 120, "translation": [0, 0, 2]}}
    _, places = names_and_places("a", helix)
    np.testing.assert_allclose(places[:, 2], [0, 2, 4])


@pytest.mark.parametrize(
    ("repeat", "message"),
    [
        (3, "repeat: expected"),
        ({"translation": [1, 0, 0]}, "repeat: expected"),
        ({"count": 2, "step": 1}, "repeat: expected"),
        ({"count": 0}, f"count 0, expected 1 to {MOST_PARTS}"),
        ({"count": True}, "count True"),
        ({"count": 2.0}, "count 2.0"),
        ({"count": MOST_PARTS + 1}, "expected 1 to"),
        ({"count": 2, "axis": [0, 0, 1]}, "axis and degrees are given together"),
        ({"count": 2, "about": [0, 0, 1]}, "about only with them"),
        ({"count": 2, "translation": [0, 0]}, "repeat: expected 3 numbers"),
        ({"count": 2, "axis": [0, 0, 0], "degrees": 1}, "repeat: its axis has no length"),
    ],
)
def test_what_cannot_be_repeated_is_named(repeat, message):
    with pytest.raises(ImpingeError, match=message):
        names_and_places("a", {"repeat": repeat})
