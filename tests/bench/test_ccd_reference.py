"""The independent reference finds known contacts, whoever's distances it takes."""

import numpy as np
import pytest

from impinge.bench import ccd_reference
from impinge.bench.ccd_reference import closing_speed, reference_of
from impinge.bench.peers import installed
from impinge.geometry import box_mesh
from impinge.motion import Motion, ScrewMotion
from impinge.scenes import linking_rings, seeded_motions

CUBE = box_mesh((1.0, 1.0, 1.0))


def only(monkeypatch, name):
    """As if no other library were installed."""
    known = {key: make for key, make in installed().items() if key == name}
    monkeypatch.setattr(ccd_reference, "installed", lambda: known)


@pytest.mark.parametrize("name", ["coal", "fcl", "impinge"])
def test_rings_at_their_times(monkeypatch, name):
    if name != "impinge":
        pytest.importorskip(name, reason=f"{name} is not installed (make peers)")
    only(monkeypatch, name)
    cases = linking_rings(8, seed=2, around=16)
    reference = reference_of(cases.shape_a, cases.shape_b)

    assert reference.name == name
    for i in range(8):
        pair = cases.motion_a[i], cases.motion_b[i]
        found = reference.first(*pair)
        assert found.touches == cases.touches[i]
        if np.isfinite(cases.first[i]):
            assert found.low == pytest.approx(cases.first[i], abs=1e-9)
            assert found.low <= found.high <= found.low + 1e-6
            assert reference.gap_at(*pair, found.low) < 1e-9
            assert found.low <= reference.sampled(*pair) < 1.0


def test_what_is_at_rest_or_leaves_is_free():
    away = np.eye(4)
    away[0, 3] = 3.0
    reference = reference_of(CUBE, CUBE)
    still, leaving = Motion(None, None), Motion.from_velocity(away, (5.0, 0.0, 0.0), (0, 0, 1))

    assert not reference.first(still, Motion(away, away)).touches
    assert not reference.first(still, leaving).touches


def test_what_only_touches_is_not_seen_to_overlap(monkeypatch):
    """A cube that comes to rest at the other, and no further."""
    away, near = np.eye(4), np.eye(4)
    away[0, 3], near[0, 3] = 3.0, 1.0
    only(monkeypatch, None)
    found = reference_of(CUBE, CUBE).first(Motion(None, None), Motion(away, near))

    assert found.low == pytest.approx(1.0, abs=1e-9)
    assert found.high in {1.0, np.inf} or found.high <= 1.0


@pytest.mark.parametrize("kind", [Motion, ScrewMotion])
def test_no_point_is_faster(kind):
    """Points of both bodies, on balls about their origins, at some times."""
    rng = np.random.default_rng(5)
    motion_a, motion_b = seeded_motions(CUBE, CUBE, 20, seed=2)
    fastest = 0.0
    for i in range(20):
        pair = [kind(m.pose(0.0), m.pose(1.0)) for m in (motion_a[i], motion_b[i])]
        bound = closing_speed(*pair, 0.9, 0.7)
        times = 0.999 * rng.random(30)
        ways = []
        for motion, reach in zip(pair, (0.9, 0.7), strict=True):
            x = rng.normal(size=3)
            x *= reach / np.linalg.norm(x)
            here, next_ = (
                motion.pose(t) @ [*x, 1.0] for t in (times * 0.999, times * 0.999 + 1e-6)
            )
            ways.append((next_ - here)[:, :3] * 1e6)
        speed = np.linalg.norm(ways[1] - ways[0], axis=1).max()
        assert speed <= bound * (1.0 + 1e-6)
        fastest = max(fastest, speed / bound)
    assert fastest > 0.5


def test_what_passes_within_a_librarys_slack_does_not_overlap():
    """Cubes that slide past each other at a tenth of a micrometre, which coal calls an overlap."""
    start, end = np.eye(4), np.eye(4)
    start[:2, 3], end[:2, 3] = (1.0 + 1e-7, -0.3), (1.0 + 1e-7, 0.3)
    reference, along = reference_of(CUBE, CUBE), Motion(start, end)

    assert reference.sampled(Motion(None, None), along) == np.inf
