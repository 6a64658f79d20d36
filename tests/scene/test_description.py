"""Shapes as plain data, and back."""

import json

import numpy as np
import pytest
from every_shape import ALL

import impinge as im
from impinge.geometry import Shape
from impinge.scene.description import is_description, shape_from_dict, shape_to_dict


@pytest.mark.parametrize("name", ALL)
def test_each_kind_of_shape_is_plain_data_and_back(name):
    plain = json.loads(json.dumps(shape_to_dict(ALL[name])))
    again = shape_from_dict(plain, "it")

    assert type(again) is type(ALL[name])
    np.testing.assert_allclose(again.bounds, ALL[name].bounds, rtol=1e-15)
    assert again.feature_count == ALL[name].feature_count


def test_every_shape_of_the_library_is_known():
    kinds = {getattr(im, n) for n in im.__all__ if isinstance(getattr(im, n), type)}
    assert {k for k in kinds if issubclass(k, Shape)} == {type(shape) for shape in ALL.values()}


def test_unknown_shapes_are_refused():
    class Odd(im.Sphere):
        pass

    assert shape_to_dict(Odd(1.0))["kind"] == "Sphere"
    with pytest.raises(im.ImpingeError, match="a int cannot be written"):
        shape_to_dict(3)
    with pytest.raises(im.ImpingeError, match="it: radius"):
        shape_from_dict({"kind": "Sphere", "radius": -1.0}, "it")


def test_dictionaries_of_shapes_are_no_descriptions():
    assert not is_description({"objects": im.Sphere(1.0), "shapes": im.Sphere(1.0)})
    assert is_description({"objects": [], "shapes": []})
