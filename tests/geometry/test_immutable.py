"""What is made stays as it is, and what is data only says so to every query."""

import numpy as np
import pytest

from impinge.contacts import collide
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Compound, PointCloud, TetMesh
from impinge.geometry.immutable import DataOnly, Immutable, is_made
from impinge.hierarchy import cast_ray, closest_point, contains
from impinge.narrow import distance, intersecting_pairs, overlap, penetration

CORNER = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
CLOUD = PointCloud([[0, 0, 0]])


class Thing(Immutable):
    __slots__ = ("value",)

    def __init__(self, value):
        self._set(value=value)


def test_nothing_changes_after_it_was_made():
    thing = Thing(3)

    assert is_made(thing)
    for change in (lambda: setattr(thing, "value", 4), lambda: delattr(thing, "value"),
                   lambda: thing._set(value=4)):  # fmt: skip
        with pytest.raises(AttributeError, match="a Thing is immutable"):
            change()
    assert thing.value == 3


def test_what_was_not_made_is_not():
    assert not is_made(object.__new__(Thing))


@pytest.mark.parametrize(
    ("data", "advice"), [(CORNER, "ask about its surface"), (CLOUD, r"Hull\(cloud.points\)")]
)
def test_no_query_takes_data_and_all_say_what_to_do(data, advice):
    assert isinstance(data, DataOnly)
    box, kind = Box((1, 1, 1)), type(data).__name__
    for query in (overlap, distance, penetration, collide, intersecting_pairs):
        with pytest.raises(ImpingeError, match=f"a: a {kind} is data only, .*{advice}"):
            query(data, box)
        with pytest.raises(ImpingeError, match=kind):
            query(box, data)
    for query in (closest_point, contains):
        with pytest.raises(ImpingeError, match=f"{kind} is data only"):
            query(data, np.zeros((1, 3)))
    with pytest.raises(ImpingeError, match=f"{kind} is data only"):
        cast_ray(data, np.zeros((1, 3)), np.ones((1, 3)))
    with pytest.raises(ImpingeError, match=f"{kind} is data only"):
        Compound([(data, None)])
