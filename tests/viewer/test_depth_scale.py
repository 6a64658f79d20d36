"""Colours of depths."""

import numpy as np

from impinge.viewer.depth_scale import PALETTE, STEPS, DepthScale


def test_resting_shallow_and_deep_are_told_apart():
    scale = DepthScale.of([0.0, 1e-9, 0.01, 0.5], 1e-6, 1.0)
    assert scale.deepest == 0.5
    places = scale.places([0.0, -1.0, 1e-9, 0.01, 0.5, np.nan])
    assert places.tolist() == [0, 0, 0, 1, len(STEPS), 0]
    assert len(PALETTE) == 1 + len(STEPS)


def test_small_depths_alone_do_not_look_deep():
    scale = DepthScale.of([1e-4], 1e-7, 1.0)
    assert scale.places([1e-4]).tolist() == [1]
    assert DepthScale.of([0.3], 1e-7, 1.0).places([0.3]).tolist() == [len(STEPS)]


def test_deeper_is_never_paler():
    depths = np.linspace(0, 2, 300)
    places = DepthScale(1e-3, 1.5).places(depths)
    assert (np.diff(places) >= 0).all()
    assert set(places) == set(range(len(PALETTE)))
    assert not DepthScale(1e-3, 0.0).places([0.0]).any()


def test_steps_grow_evenly_darker():
    light = [
        sum(int(code[k : k + 2], 16) * w for k, w in ((1, 3), (3, 6), (5, 1))) for code in STEPS
    ]
    assert (np.diff(light) < 0).all()
