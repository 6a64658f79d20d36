"""The machine is described, and not named."""

import platform

from impinge.bench.machine import machine, versions


def test_machine():
    found = machine()

    assert found["cpu"]
    assert found["threads"] >= 1
    assert platform.node() not in str(found) or not platform.node()


def test_versions():
    import impinge

    assert versions()["impinge"] == impinge.__version__
    assert set(versions()) >= {"numpy", "numba"}
