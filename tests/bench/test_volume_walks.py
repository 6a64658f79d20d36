"""Orders give one answer at different costs; walks cut short grow right; trees that follow."""

from itertools import pairwise

import numpy as np
import pytest

from impinge.bench import volume_walks
from impinge.bench.volume_scenes import volume_scene
from impinge.bench.volume_walks import (
    ANGLES,
    ASKED,
    CUT_ORDERS,
    EXACT_ORDERS,
    STRATEGIES,
    _reliability,
    climbing,
    cut_short,
    ellipsoid,
    orders,
    turning,
    updates,
)
from impinge.core.errors import ImpingeError
from impinge.scenes import shape


@pytest.fixture(scope="module")
def scene():
    return volume_scene("concave", shape("concave", 200), (3, 4, 3))


def test_every_order_is_walked(scene):
    report = orders(scene, 1)

    for volume, extra in (("aabb", ["probable"]), ("obb", [])):
        assert list(report[volume]["first hit"]) == [*EXACT_ORDERS, *extra]
        found = report[volume]["distance"]
        assert found["best"]["volume_tests"] <= found["depth"]["volume_tests"]
        assert found["best"]["volume_tests"] <= found["breadth"]["volume_tests"]


def test_with_enough_tests_nobody_is_wrong(scene):
    report = cut_short([scene, scene], [1, 10**6], 1)

    assert report["poses"] == 20
    for order in CUT_ORDERS:
        row = report["orders"][order]
        assert row["wrong"][-1] == 0.0
        assert row["certain"][-1] == 1.0
        assert row["certain"][0] < 1.0
    # One that has seen nothing supposes that nothing is there.
    assert report["orders"]["depth"]["wrong"][0] == report["touching"]
    open_at_first = 1.0 - report["orders"]["probable"]["certain"][0]
    assert sum(row["count"] for row in report["reliability"]) == round(20 * open_at_first)


def test_a_reliability_diagram():
    predicted = np.array([0.05, 0.95, 0.95, 1.0])
    found = _reliability(predicted, np.array([False, True, True, False]))

    assert [row["count"] for row in found] == [1, 3]
    assert found[1]["observed"] == pytest.approx(2.0 / 3.0)
    assert _reliability(np.empty(0), np.empty(0, dtype=bool)) == []


@pytest.fixture(scope="module")
def report():
    return updates(shape("flat", 200), "wave", 3, ("aabb", "obb"), 1)


def test_every_frame_is_measured(report):
    for rows in report["volumes"].values():
        for question in ASKED:
            assert list(rows[question]) == list(STRATEGIES)
            for strategy in STRATEGIES:
                assert {len(found) for found in rows[question][strategy].values()} == {3}
            assert len(rows["pays"][question]["queries"]) == 3


def test_lazy_strategies_update_less(report):
    rows = report["volumes"]["obb"]["first hit"]
    done = {strategy: sum(rows[strategy]["updates"]) for strategy in STRATEGIES}

    assert done["top-down"] < done["hybrid"] < done["bottom-up"]


def test_boxes_along_the_axes_lose_little(report):
    loose = report["volumes"]["aabb"]["looseness"]

    for refitted, rebuilt in zip(loose["refit"], loose["rebuild"], strict=True):
        assert 0.5 < refitted / rebuilt < 2.0


def rows(refit, rebuild):
    frames = range(len(refit))
    return {
        "all pairs": {
            "bottom-up": {"update_us": [10.0 for _ in frames], "query_us": refit},
            "rebuild": {"update_us": [60.0 for _ in frames], "query_us": rebuild},
        },
        "looseness": {"refit": [2.0 + k for k in frames], "rebuild": [1.0 for _ in frames]},
    }


def test_when_a_rebuild_pays():
    late = volume_walks._pays(rows([10.0] * 5 + [40.0] * 5, [10.0] * 5 + [30.0] * 5), "all pairs")
    never = volume_walks._pays(rows([10.0] * 5, [10.0] * 5), "all pairs")

    assert late["queries"][:4] == [None] * 4
    assert late["queries"][-1] == 5.0
    assert (late["frame"], late["decay"]) == (6, 7.0)
    assert (never["frame"], never["decay"]) == (None, None)


def test_a_wrong_answer_ends_the_run(monkeypatch):
    monkeypatch.setitem(volume_walks.ASK, "first hit", lambda a, b, pose: False)

    with pytest.raises(ImpingeError, match="differs"):
        updates(shape("flat", 100), "wave", 1, ("aabb",), 1)


def test_steps_grow_with_the_angle():
    report = climbing(300, 14, 8, 1)

    assert report["vertices"] == 300
    assert [row["degrees"] for row in report["rows"]] == list(ANGLES)
    steps = [row["steps"] for row in report["rows"]]
    assert steps[0] < steps[-1]
    assert all(row["ratio"] > 0.0 for row in report["rows"])


def test_all_points_are_on_the_hull():
    points = ellipsoid(50)

    assert np.allclose(((points / [1.0, 0.7, 0.5]) ** 2).sum(axis=1), 1.0)


@pytest.mark.parametrize("degrees", [1.0, 45.0])
def test_frames_differ_by_the_angle(degrees):
    poses = turning(degrees, 5)

    assert np.array_equal(poses[0], np.eye(4))
    for a, b in pairwise(poses):
        step = a[:3, :3].T @ b[:3, :3]
        assert np.trace(step) == pytest.approx(1.0 + 2.0 * np.cos(np.radians(degrees)))
