"""One quick run of a benchmark, for all tests of what is made of it."""

import pytest

from impinge.bench.tets import bench_tets
from impinge.bench.volumes import bench_volumes


@pytest.fixture(scope="session")
def volumes_report():
    said, kept = [], []
    report = bench_volumes(quick=True, say=said.append, keep=lambda found: kept.append(len(found)))
    assert any("orders" in line for line in said)
    assert len(kept) >= 4
    return report


@pytest.fixture(scope="session")
def tets_report():
    return bench_tets(quick=True)
