"""Fresh processes are timed."""

from impinge.bench.startup import startup


def test_startup():
    report = startup(1)

    assert 0.0 < report["import_seconds"] < report["first_answer_seconds"]
    assert report["processes"] == 1
