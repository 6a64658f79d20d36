"""What is missing is said, and left out."""

from types import SimpleNamespace

from impinge.bench import robot_cases


def run(**more):
    said = []
    return SimpleNamespace(say=said.append, peers={}, size={"problems": 7}, **more), said


def test_missing_robots_are_said(monkeypatch):
    monkeypatch.setattr(robot_cases, "model_file", lambda name: None)
    for folder, text in ((None, "is not installed; `make peers` adds it"), (".", "no such file")):
        monkeypatch.setattr(robot_cases, "share_folder", lambda folder=folder: folder)
        asked, said = run()
        assert not list(robot_cases.here(asked, ["panda"]))
        assert text in said[0]
    assert robot_cases.peer_of(asked, "panda", None) is None


def test_missing_problems_are_said(monkeypatch):
    monkeypatch.setattr(robot_cases, "panda_folder", lambda: None)
    asked, said = run()
    assert robot_cases.problems_of(asked) == []
    assert "IMPINGE_DATA" in said[0]
