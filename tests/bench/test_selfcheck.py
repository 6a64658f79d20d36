"""The self-check passes here, and fails where an answer is wrong."""

from impinge.bench import selfcheck
from impinge.continuous import Impact
from impinge.continuous.kernels.impact_row import TIME


def test_it_passes():
    checks = list(selfcheck.self_check(poses=3))

    assert len(checks) == 10
    assert all(check.answers > 0 and check.wrong == 0 for check in checks)


def test_a_wrong_answer_is_found(monkeypatch):
    right = selfcheck.overlap
    monkeypatch.setattr(selfcheck, "overlap", lambda *a, **k: ~right(*a, **k))

    checks = {check.name: check.wrong for check in selfcheck.self_check(poses=2)}

    assert checks["touching: knot and sphere"] > 0
    assert checks["rays"] == 0


def test_a_late_contact_is_found(monkeypatch):
    ask = selfcheck.time_of_impact

    def late(*given):
        rows = ask(*given)._rows.copy()
        rows[:, TIME] += 1e-9
        return Impact(rows)

    monkeypatch.setattr(selfcheck, "time_of_impact", late)
    *_, last = selfcheck.self_check(poses=1)

    assert last.wrong > 0
