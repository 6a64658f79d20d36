"""Moving meshes: everything runs, and mistakes are counted."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from impinge.bench import bench_ccd
from impinge.bench.ccd_reference import Contact, reference_of
from impinge.bench.ccd_rigid import FCL, judged, rigid, sampled
from impinge.continuous import ImpactStatus, time_of_impact
from impinge.geometry import box_mesh
from impinge.scenes import linking_rings, mesh_pair

CUBE = box_mesh((1.0, 1.0, 1.0))


@pytest.fixture(scope="module")
def cases():
    return linking_rings(8, seed=4, around=16)


def asked(cases, **changes):
    """Answers, motions, what a reference says and samples, and it; some times changed by row."""
    reference = reference_of(cases.shape_a, cases.shape_b)
    pairs = [(cases.motion_a[i], cases.motion_b[i]) for i in range(len(cases))]
    contacts = [reference.first(*pair) for pair in pairs]
    found = []
    for i, pair in enumerate(pairs):
        impact = time_of_impact(cases.shape_a, cases.shape_b, *pair)
        time = changes.get(f"row{i}", lambda t: t)(impact.time)
        found.append(SimpleNamespace(time=time, status=impact.status))
    samples = [reference.sampled(*pair) for pair in pairs]
    return found, pairs, contacts, samples, reference


def test_a_quick_run_has_no_mistakes(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    said = []
    kept = bench_ccd(["rigid"], quick=True, say=said.append)["rigid"]

    assert len(said) == len(kept) == 1
    (found,) = kept.values()
    assert json.loads(json.dumps(found)) == found
    assert set(found["paths"]) == {"Motion", "ScrewMotion"}
    for part in found["paths"].values():
        assert "peer" not in part
        for answers in part["ours"].values():
            assert answers["missed"] == answers["late"] == answers["early"] == answers["false"] == 0
        assert part["contacts"] > 0
        assert all(times["median_us"] > 0.0 for times in part["times"].values())


def test_a_peer_samples_along_the_same_motions():
    pytest.importorskip("fcl", reason="python-fcl is not installed (make peers)")
    found = rigid(*mesh_pair("knot-knot", 1000), 12, 1, peers=True)["paths"]

    assert FCL not in found["Motion"]["times"]
    screws = found["ScrewMotion"]
    assert FCL in screws["times"]
    # Late by at most a sample, where it sees the first contact.
    assert 0.0 < screws["peer"]["median_error"] < 2e-3
    assert screws["peer"]["late"] <= screws["contacts"]


def test_right_answers_are_right(cases):
    found = judged(*asked(cases))
    assert not any(found[key] for key in ("missed", "late", "early", "false", "sampled"))
    assert 0.0 <= found["median_error"] <= found["most_error"] < 1e-5


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda _: np.inf, "missed"),
        (lambda t: t + 1e-6, "late"),
        (lambda t: t - 1e-4, "early"),
    ],
)
def test_wrong_ones_are_counted(cases, change, key):
    found = judged(*asked(cases, row0=change))
    assert found[key] == 1
    assert found["sampled"] == (key == "missed")
    assert sum(found[k] for k in ("missed", "late", "early", "false")) == 1


def test_hits_of_what_is_free_are_counted(cases):
    free = int(np.flatnonzero(~cases.touches)[0])
    found = judged(*asked(cases, **{f"row{free}": lambda _: 0.1}))
    assert found["false"] == 1


def test_a_graze_is_judged_by_its_gap(cases):
    """Two rings that hang a tenth of a micrometre apart: early in time, near in space."""
    found, pairs, contacts, samples, reference = asked(cases)
    contacts = [c._replace(low=c.low + 0.1) if c.touches else c for c in contacts]
    judgement = judged(found, pairs, contacts, samples, reference)
    assert judgement["early"] == 0
    assert judgement["by_gap"] == sum(c.touches for c in contacts)


def test_a_sampler_is_judged_too():
    contacts = [Contact(0.5, 0.5001, 9), Contact(0.5, 0.5001, 9), Contact(np.inf, np.inf, 3),
                Contact(0.5, np.inf, 9)]  # fmt: skip
    found = sampled(np.array([0.501, np.inf, np.inf, np.inf]), contacts)
    assert (found["missed"], found["late"]) == (1, 1)
    assert found["most_error"] == pytest.approx(1e-3)


def test_budgets_are_counted(cases):
    found, *rest = asked(cases)
    found[0].status = ImpactStatus.OUT_OF_BUDGET
    assert judged(found, *rest)["out_of_budget"] == 1
