"""Which part of a shape faces a direction: face, edge, disc, line or point."""

import numpy as np
import pytest

from impinge.contacts.kernels.flat import (
    CORNERS,
    DISC,
    DOT,
    EXTENT,
    FACE,
    FEATURE,
    FORM,
    HEAD,
    LINE,
    PLANE,
    POLYGON,
    feature_of_code,
    find_flat,
    height_at,
)
from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Sphere,
)
from impinge.geometry.kernels.features import dimension_of

STILL = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
UP, ASIDE, ACROSS = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.6, 0.0, 0.8)


def unit(*way):
    return tuple((np.array(way) / np.linalg.norm(way)).tolist())


def frame_of(n):
    """Axes of a contact, rows."""
    u = np.cross(n, [0.0, 1.0, 0.0])
    u /= np.linalg.norm(u)
    return tuple(np.concatenate([u, np.cross(n, u), n]).tolist())


def flat(shape, way, is_b=False):
    head, corners = np.zeros(HEAD), np.zeros((16, 4))
    find_flat(shape._packed, 0, way, STILL, ORIGIN, frame_of(way), np.bool_(is_b), head, corners)
    return head, corners[: int(head[CORNERS])]


CASES = [
    (Box((1, 1, 1)), UP, POLYGON),
    (Box((1, 1, 1)), unit(1, 0, 2), POLYGON),
    (Box((1, 1, 1)), unit(1, 0, 1), LINE),
    (Box((1, 1, 1)), unit(1, 1, 1), DOT),
    (Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), UP, POLYGON),
    (Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), ASIDE, LINE),
    (Hull([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]]), ASIDE, LINE),
    (Hull([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]]), UP, DOT),
    (Hull(np.zeros((4, 3))), UP, DOT),
    (Sphere(1), UP, DOT),
    (Ellipsoid((1, 2, 3)), ACROSS, DOT),
    (Capsule(1, 1), ASIDE, LINE),
    (Capsule(1, 1), UP, DOT),
    (Capsule(1, 1), unit(0, 0, -1), DOT),
    (Cylinder(1, 1), UP, DISC),
    (Cylinder(1, 1), unit(0, 0, -1), DISC),
    (Cylinder(1, 1), ASIDE, LINE),
    (Cylinder(1, 1), unit(1, 0, 1), DOT),
    (Cylinder(1, 1), unit(1, 0, -1), DOT),
    (Cone(1, 2), unit(0, 0, -1), DISC),
    (Cone(1, 2), unit(2, 0, 1), LINE),
    (Cone(1, 2), UP, DOT),
    (Cone(1, 2), unit(1, 0, -1), DOT),
    (HalfSpace((0, 0, 1), 0.5), UP, PLANE),
]


@pytest.mark.parametrize(("shape", "way", "form"), CASES, ids=str)
@pytest.mark.parametrize("is_b", [False, True])
def test_forms_by_direction(shape, way, form, is_b):
    """B is seen from the other side: it faces against the normal."""
    normal = tuple(-x for x in way) if is_b else way
    head, corners = flat(shape, normal, is_b)

    assert head[FORM] == form
    assert head[EXTENT] >= 0.0
    if form == POLYGON:
        heights = [height_at(head, x, y) for x, y in corners[:, :2]]
        np.testing.assert_allclose(heights, corners[:, 2], atol=1e-12)
        x, y = corners[:, :2].T
        assert np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) > 0.0
    if form != PLANE and len(corners):
        # Its highest corner is the shape's furthest point.
        furthest = shape.support(way) @ np.array(way)
        reached = -corners[:, 2].min() if is_b else corners[:, 2].max()
        slack = 0.0 if form != LINE or not isinstance(shape, Capsule) else 1.0
        assert furthest - slack - 1e-12 <= reached <= furthest + 1e-12


def test_places_have_features():
    shape = Box((1, 1, 1))
    head, corners = flat(shape, UP)
    names = [feature_of_code(shape._packed, 0, head, corners, code) for code in range(9)]

    assert sorted(names[:4]) == [4, 5, 6, 7]
    assert [dimension_of(shape._packed, 0, name) for name in names] == [0] * 4 + [1] * 4 + [2]
    assert names[8] == head[FACE] == 8 + 12 + 5
    assert len(set(names)) == 9
    assert sorted(corners[:, FEATURE]) == [4, 5, 6, 7]
