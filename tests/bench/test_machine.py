"""The machine is described, and not named."""

import platform

from impinge.bench.machine import machine, report_head, versions


def test_machine():
    found = machine()

    assert found["cpu"]
    assert found["threads"] >= 1
    assert platform.node() not in str(found) or not platform.node()


def test_versions():
    import impinge

    assert versions()["impinge"] == impinge.__version__
    assert set(versions()) >= {"numpy", "numba"}


def test_reports_begin_alike():
    head = report_head("pairs", quick=True)

    assert list(head) == ["benchmark", "quick", "machine", "versions"]
    assert (head["benchmark"], head["quick"], head["machine"]) == ("pairs", True, machine())
