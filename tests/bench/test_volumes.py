"""The whole benchmark runs, on generated shapes and on files, and its report is ready for JSON."""

import json

import pytest

from impinge.bench import volumes
from impinge.core.errors import ImpingeError
from impinge.scenes.shapes import SHAPES


def test_the_report_is_ready_for_json(volumes_report):
    assert json.loads(json.dumps(volumes_report, allow_nan=False)) == volumes_report


def test_everything_is_in_it(volumes_report):
    assert volumes_report["benchmark"] == "volumes"
    assert list(volumes_report["scenes"]) == list(SHAPES)
    assert list(volumes_report["orders"]) == list(SHAPES)
    assert list(volumes_report["updates"]) == ["flat, wave", "concave, twist"]
    assert volumes_report["cut short"]["poses"] == 32
    assert volumes_report["climbing"]["vertices"] == 200


def test_the_full_run_asks_for_what_the_page_says():
    assert volumes.FULL["hull"][0] == 10_000
    assert set(volumes.FULL) == set(volumes.QUICK)


def test_files_that_are_called_alike_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(volumes, "load_mesh", lambda file: file)
    files = [tmp_path / "a" / "part.stl", tmp_path / "b" / "part.stl", tmp_path / "other.obj"]

    assert list(volumes._meshes(files, 0)) == [str(files[0]), str(files[1]), "other"]


def test_a_file_deforms_in_both_ways():
    found = volumes._deforming({"part": None}, generated=False)

    assert [how for _, how, _ in found] == ["wave", "twist"]


def test_an_unknown_file_is_said_at_once(tmp_path):
    with pytest.raises(ImpingeError, match=r"missing\.stl"):
        volumes.bench_volumes([tmp_path / "missing.stl"], quick=True)
