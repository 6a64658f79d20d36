"""Queries about moving features are what they are called, and the same each time."""

import numpy as np
import pytest
from moving_features import exact_distance_sq

from impinge.bench.ccd_queries import (
    FAMILIES,
    FEATURES,
    SCENES,
    ball_queries,
    funnel_queries,
    made_queries,
    real_frames,
    sample_queries,
)


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("family", FAMILIES)
def test_boxes_of_made_queries_meet(family, features):
    queries = made_queries(family, features, 50)
    again = made_queries(family, features, 50)
    both = np.stack([queries.points_t0, queries.points_t1])
    cut = 2 if features == "edge-edge" else 1

    assert (queries.points_t0 == again.points_t0).all()
    a, b = both[:, :, :cut], both[:, :, cut:]
    assert (a.min(axis=(0, 2)) <= b.max(axis=(0, 2))).all()
    assert (b.min(axis=(0, 2)) <= a.max(axis=(0, 2))).all()
    assert queries.points_t0.flags.carray


@pytest.mark.parametrize("features", FEATURES)
def test_contacts_on_the_border_touch_exactly(features):
    queries = made_queries("on the border", features, 2)

    assert queries.touches.all()
    for start, end in zip(queries.points_t0, queries.points_t1, strict=True):
        times = [k / 1024 for k in range(1024)]
        assert any(exact_distance_sq(features, start, end, time) == 0 for time in times)


def test_some_are_spread_over_all():
    queries = made_queries("random", "edge-edge", 50)
    part = queries.some(5)

    assert len(part) == 5
    assert (part.points_t0[-1] == queries.points_t0[-1]).all()
    assert len(queries.some(500)) == 50


def test_real_sets_are_read(real_data):
    assert sum(len(sample_queries(s, f)) for s in SCENES for f in FEATURES) > 4000
    for features, count, contacts in (("vertex-face", 92, 27), ("edge-edge", 263, 107)):
        queries = funnel_queries(features)
        assert (len(queries), queries.touches.sum()) == (count, contacts)
        assert (np.isfinite(queries.times) == queries.touches).all()
    start, end, faces = real_frames("cloth-funnel")
    assert start.shape == end.shape == (9450, 3)
    assert faces.shape == (18_484, 3)
    queries = ball_queries("edge-edge")
    assert len(queries) == len(queries.touches) == 94_825
