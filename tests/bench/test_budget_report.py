"""Budgets as tables and as a picture."""

from rich.console import Console

from impinge.bench.budget_report import budget_tables, draw_budgets


def report(*, wrong=0):
    row = {
        "budget_us": 10.0,
        "certain": 0.25,
        "wrong_certain": wrong,
        "wrong_guesses": 0.125,
        "width": 0.0625,
        "late_us": {"50": -3.0, "99": 1.0, "99.9": 2.5, "max": 40.0},
    }
    resume = {
        "budget_us": 10.0,
        "queries": 5,
        "slices": 3.0,
        "most_slices": 9,
        "total_us": 33.0,
        "at_once_us": 22.0,
        "wrong": 0,
    }
    return {
        "faces": [10, 20],
        "queries": 1000,
        "touching": 400,
        "budgets": {"overlap": [row], "distance": [row]},
        "resume": {"overlap": resume, "distance": resume},
        "curve": {
            "microseconds": [1.0, 10.0, 100.0],
            "overlap": [0.5, 0.1, 0.0],
            "distance": [0.9, 0.3, 0.1],
        },
    }


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=160, record=True, file=file)
        for table in budget_tables(found):
            console.print(table)
        return console.export_text(clear=False), console.export_html()


def test_tables_show_shares_errors_and_lateness(tmp_path):
    text, _ = shown(report(), tmp_path)

    assert "1,000 questions, 400 touch" in text
    assert "25.0 %" in text
    assert "12.5 %" in text
    assert "6.25 %" in text
    assert "+40.0" in text
    assert "3 calls, 33.0 us" in text


def test_a_wrong_answer_stands_out(tmp_path):
    assert "#800000" in shown(report(wrong=3), tmp_path)[1]
    assert "#800000" not in shown(report(), tmp_path)[1]


def test_a_picture_is_written(tmp_path):
    draw_budgets(tmp_path / "budgets.png", report())

    assert (tmp_path / "budgets.png").read_bytes().startswith(b"\x89PNG")
