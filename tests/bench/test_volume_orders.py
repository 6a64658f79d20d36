"""Orders give one answer at different costs; walks that are cut short grow right."""

import numpy as np
import pytest

from impinge.bench.volume_orders import CUT_ORDERS, EXACT_ORDERS, _reliability, cut_short, orders
from impinge.bench.volume_scenes import volume_scene
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
