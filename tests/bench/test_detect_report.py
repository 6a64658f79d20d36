"""Misses as tables, text and a picture."""

from rich.console import Console

from impinge.bench.detect_report import detect_tables, detect_text, draw_detect


def report(wrong=0):
    rows = [
        {"speed": speed, "substeps": count, "missed": max(0.0, 1.0 - count / speed),
         "foretold": max(0.0, 1.0 - count / speed), "late": 0.5, "wrong": wrong,
         "milliseconds": 3.0}
        for speed in (4.0, 16.0) for count in (1, 2, 4, 8)
    ]  # fmt: skip
    families = {"walls": rows, "blades": rows}
    curves = {name: {"4": [0.9, 0.0], "16": [1.0, 0.0]} for name in families}
    foretold = {"substeps": [1, 8], "curves": curves}
    command = "impinge bench detect"
    return {"pairs": 10, "families": families, "foretold": foretold, "command": command}


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=140, record=True, file=file)
        for table in detect_tables(found):
            console.print(table)
        return console.export_text()


def test_tables_and_text_have_the_shares(tmp_path):
    text = shown(report(), tmp_path)
    assert "speed 16" in text
    assert "93.8 %" in text
    assert "none wrong" in text
    assert "8 wrong" in shown(report(wrong=1), tmp_path)
    assert "| walls | 2 | 50.0 % | 87.5 % |" in detect_text(report())


def test_a_picture_is_written(tmp_path):
    file = draw_detect(tmp_path / "detect.png", report())
    assert file.read_bytes().startswith(b"\x89PNG")
