"""The self-check passes here, and fails where an answer is wrong."""

from impinge.bench import selfcheck


def test_it_passes():
    checks = list(selfcheck.self_check(poses=3))

    assert len(checks) == 9
    assert all(check.answers > 0 and check.wrong == 0 for check in checks)


def test_a_wrong_answer_is_found(monkeypatch):
    right = selfcheck.overlap
    monkeypatch.setattr(selfcheck, "overlap", lambda *a, **k: ~right(*a, **k))

    checks = {check.name: check.wrong for check in selfcheck.self_check(poses=2)}

    assert checks["touching: knot and sphere"] > 0
    assert checks["rays"] == 0
