"""Curves are drawn in two colours, and zero does not break a logarithmic axis."""

import numpy as np
from matplotlib.image import imread

from impinge.viewer.clash import CONTACT, TOUCHING
from impinge.viewer.curves import SIZE, Curve, draw_curves
from impinge.viewer.model import colour


def share_of(image, code):
    return float((np.abs(image[..., :3] - colour(code)).max(axis=2) < 0.1).mean())


def test_both_curves_are_in_the_picture(tmp_path):
    curves = [
        Curve("falls", [1.0, 10.0, 100.0], [50.0, 5.0, 0.0]),
        Curve("falls later", [1.0, 10.0, 100.0], [60.0, 30.0, 1.0]),
    ]
    draw_curves(tmp_path / "curves.png", "Title", "subtitle", "x [us]", "y [%]", curves)
    image = imread(tmp_path / "curves.png")

    assert image.shape[:2] == SIZE[::-1]
    assert share_of(image, CONTACT) > 1e-3
    assert share_of(image, TOUCHING) > 1e-3
    draw_curves(tmp_path / "one.png", "Title", "subtitle", "x [us]", "y [%]", curves[:1])
    assert share_of(imread(tmp_path / "one.png"), TOUCHING) == 0.0
