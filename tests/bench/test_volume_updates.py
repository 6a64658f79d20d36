"""Strategies on a mesh that deforms: answers hold, and lazy ones update less."""

import pytest

from impinge.bench import volume_updates
from impinge.bench.volume_updates import ASKED, STRATEGIES, updates
from impinge.core.errors import ImpingeError
from impinge.scenes import shape


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
    late = volume_updates._pays(rows([10.0] * 5 + [40.0] * 5, [10.0] * 5 + [30.0] * 5), "all pairs")
    never = volume_updates._pays(rows([10.0] * 5, [10.0] * 5), "all pairs")

    assert late["queries"][:4] == [None] * 4
    assert late["queries"][-1] == 5.0
    assert (late["frame"], late["decay"]) == (6, 7.0)
    assert (never["frame"], never["decay"]) == (None, None)


def test_a_wrong_answer_ends_the_run(monkeypatch):
    monkeypatch.setitem(volume_updates.ASK, "first hit", lambda a, b, pose: False)

    with pytest.raises(ImpingeError, match="differs"):
        updates(shape("flat", 100), "wave", 1, ("aabb",), 1)
