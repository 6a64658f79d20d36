"""Adversarial pairs: seeded, of all kinds, and of the families they say."""

import numpy as np
import pytest

from impinge.geometry import HalfSpace, Hull
from impinge.scenes.convex_adversarial import FAMILIES, adversarial_pairs
from impinge.scenes.convex_pairs import reach


@pytest.fixture(scope="module")
def pairs():
    return adversarial_pairs(2000, seed=9)


def of(pairs, family):
    return np.flatnonzero(pairs.family == list(FAMILIES).index(family))


def sizes(shape):
    return np.ptp(shape.bounds, axis=0)


def test_all_kinds_meet(pairs):
    kinds = {tuple(sorted((type(a).__name__, type(b).__name__)))
             for a, b in zip(pairs.a, pairs.b, strict=True)}  # fmt: skip
    # Eight kinds, without two half spaces.
    assert len(kinds) == 35


def test_pairs_are_seeded():
    one, other = adversarial_pairs(40, seed=2), adversarial_pairs(40, seed=2)
    np.testing.assert_array_equal(one.pose_b, other.pose_b)
    assert [repr(a) for a in one.a] == [repr(a) for a in other.a]
    assert (adversarial_pairs(40, seed=3).pose_b != one.pose_b).any()
    assert len(adversarial_pairs(0)) == 0


def test_families(pairs):
    for i in of(pairs, "concentric"):
        np.testing.assert_allclose(pairs.pose_a[i, :3, 3], pairs.pose_b[i, :3, 3], atol=1e-12)
    for i in of(pairs, "far"):
        size = max(reach(s) for s in (pairs.a[i], pairs.b[i]) if not isinstance(s, HalfSpace))
        assert np.abs(pairs.pose_a[i, :3, 3]).max() > 1e3 * size
    for i in of(pairs, "aligned"):
        assert set(np.abs(pairs.pose_b[i, :3, :3]).ravel()) <= {0.0, 1.0}
        assert (4.0 * pairs.pose_b[i, :3, 3] == np.round(4.0 * pairs.pose_b[i, :3, 3])).all()
    thin = [s for i in of(pairs, "needles") for s in (pairs.a[i], pairs.b[i])
            if not isinstance(s, HalfSpace)]  # fmt: skip
    assert np.median([sizes(s).max() / sizes(s).min() for s in thin]) > 1e5
    extents = [reach(pairs.a[i]) for i in of(pairs, "unequal")]
    assert max(extents) / min(extents) > 1e9
    for i in of(pairs, "flat"):
        assert any(isinstance(s, Hull) and s.volume == 0.0 for s in (pairs.a[i], pairs.b[i]))


def test_flush_boxes_touch_exactly(pairs):
    flush = 0
    for i in of(pairs, "flush"):
        a, b = pairs.a[i], pairs.b[i]
        if isinstance(a, HalfSpace) or isinstance(b, HalfSpace):
            continue
        relative = np.linalg.inv(pairs.pose_a[i]) @ pairs.pose_b[i]
        corners = np.array([[b.bounds[k, 0], b.bounds[m, 1], b.bounds[n, 2]]
                            for k in (0, 1) for m in (0, 1) for n in (0, 1)])  # fmt: skip
        moved = corners @ relative[:3, :3].T + relative[:3, 3]
        flush += any(
            (a.bounds[1] == moved.min(axis=0)) | (a.bounds[0] == moved.max(axis=0))
        )  # fmt: skip
    assert flush > 0.9 * sum(
        not isinstance(s, HalfSpace) and not isinstance(t, HalfSpace)
        for s, t in ((pairs.a[i], pairs.b[i]) for i in of(pairs, "flush"))
    )
