"""What shapes are made from: plain, and the same again, bit by bit."""

import json

import numpy as np
import pytest
from every_shape import ALL, CUBE, FLAT, TURN, bits_of, pose_of

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, HalfSpace, Hull, Shape, Sphere
from impinge.geometry.description import BY_NAME, BY_WORD, KINDS, kind_of

RNG = np.random.default_rng(12)
TRIANGLE = Hull(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0.0]]) @ TURN)
SHAPES = {**ALL, **FLAT, "triangle": TRIANGLE}


def again(shape):
    """Made from what it was made from, by way of JSON; compounds part by part."""
    kind = kind_of(shape)
    values = kind.values(shape)
    if isinstance(shape, Compound):
        return kind.make({"parts": [(again(part), pose) for part, pose in values["parts"]]})
    return kind.make(json.loads(json.dumps(values)))


def same(a, b):
    return bits_of(a) == bits_of(b)


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_comes_back_bit_by_bit(name):
    assert same(again(SHAPES[name]), SHAPES[name])


def test_flat_hulls_have_fewer_vertices_than_points():
    flat = (FLAT["point"], FLAT["segment"], TRIANGLE, FLAT["polygon"])
    assert [len(hull.vertices) for hull in flat] == [1, 2, 3, 4]
    assert [len(kind_of(hull).values(hull)["points"]) for hull in flat] == [4] * 4


def test_half_spaces_of_any_normal_come_back():
    for _ in range(300):
        shape = HalfSpace(RNG.normal(size=3) * 10.0 ** RNG.integers(-5, 5, 3), RNG.normal())
        assert same(again(shape), shape)


@pytest.mark.parametrize("flat", [(1, 1, 1), (1, 1, 0), (1, 0, 0), (0, 0, 0)])
def test_hulls_of_any_points_come_back(flat):
    for _ in range(30):
        turn, _ = np.linalg.qr(RNG.normal(size=(3, 3)))
        for points in (RNG.normal(size=(20, 3)), RNG.integers(-2, 3, (20, 3)).astype(float)):
            shape = Hull(points * flat @ turn + RNG.normal(size=3))
            assert same(again(shape), shape)


def test_poses_of_compounds_come_back():
    for _ in range(30):
        parts = [(Sphere(1), pose_of(RNG.normal(size=3), RNG.normal(size=3))) for _ in range(3)]
        assert same(again(Compound(parts)), Compound(parts))


def test_every_shape_of_the_library_is_in_the_table():
    kinds = {getattr(im, n) for n in im.__all__ if isinstance(getattr(im, n), type)}

    assert {k for k in kinds if issubclass(k, Shape)} == {kind.made for kind in KINDS}
    assert len(BY_NAME) == len(BY_WORD) == len(KINDS)
    for kind in KINDS:
        assert set(kind.unitless) | set(kind.optional) <= set(kind.names)


def test_kinds_of_others():
    class Ball(Sphere):
        pass

    class Box(Sphere):
        pass

    assert kind_of(Ball(1)).name == "Sphere"
    assert kind_of(Box(1)).name == "Sphere"
    with pytest.raises(ImpingeError, match="a int cannot be written as plain data"):
        kind_of(3)


@pytest.mark.parametrize(
    ("word", "values", "message"),
    [
        ("sphere", {}, "kind: a Sphere is not made from nothing, but from radius"),
        ("sphere", {"radius": 1, "length": 1}, "not made from radius, length, but from radius"),
        ("sphere", {"radius": -1}, "radius: -1 is not above zero"),
        ("half_space", {"offset": 1}, "not made from offset, but from normal, offset"),
        ("hull", {"points": CUBE[:3]}, "points: 3 rows"),
    ],
)
def test_what_cannot_be_made_is_named(word, values, message):
    with pytest.raises(ImpingeError, match=message):
        BY_WORD[word].make(values)


def test_what_may_be_left_out():
    assert BY_WORD["half_space"].make({"normal": [0, 0, 1]}).offset == 0.0
