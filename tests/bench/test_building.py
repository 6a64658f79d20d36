"""Building, growth and threads are measured."""

from impinge.bench.building import build, growth, threads
from impinge.scenes import mesh_pair, seeded_poses


def test_build_and_refit():
    mesh, _ = mesh_pair("knot-bumpy", 1_000)

    report = build(mesh, 1, peers=False)

    assert set(report["ratios"]) == {"build / refit"}
    assert report["faces"] == len(mesh.faces)
    assert 50 < report["bytes_per_triangle"] < 400


def test_growth_has_an_exponent_for_each_question():
    report = growth([300, 1_000], 1, 2)

    assert set(report["exponents"]) == {"build", "first hit", "distance", "all pairs"}
    assert set(report["rows"][0]) >= {"faces", "bytes_per_triangle"}
    assert growth([300], 1, 2)["exponents"] == {}


def test_threads():
    a, b = mesh_pair("knot-bumpy", 500)

    report = threads(a, b, seeded_poses(a, b, (2, 2, 2)), 1)

    assert set(report) == {"first hit", "distance", "all pairs"}
