"""Frames as tables and text."""

from rich.console import Console

from impinge.bench.scene_report import ratio_text, scene_tables, scene_text


def report(differing=0, peers=True):
    spent = {"impinge": 4.0, "impinge manager": 8.0, "trimesh": 100.0}
    ratio = None if differing else 25.0
    row = {
        "faces": 240, "density": "dense", "tested": 1234, "colliding": 567, "near": 2000,
        "differing": differing, "meshes": 4, "solid": False,
        "milliseconds": spent if peers else {"impinge": 4.0},
        "parts": {"moves": 0.5, "narrow phase": 3.5},
        "ratios": {"impinge": ratio, "impinge manager": ratio} if peers else {},
    }  # fmt: skip
    return {
        "objects": 10_000, "moving": 0.1, "rows": [row], "command": "impinge bench scene",
        "machine": {"cpu": "a processor"},
    }  # fmt: skip


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=140, record=True, file=file)
        for table in scene_tables(found):
            console.print(table)
        return console.export_text()


def test_tables_have_times_and_ratios(tmp_path):
    text = shown(report(), tmp_path)
    assert "10,000 mesh objects, 10 % moving" in text
    assert "25.0" in text
    assert "3.50" in text
    assert "all answers agree" in text


def test_ratios_are_refused_where_answers_differ(tmp_path):
    text = shown(report(differing=3), tmp_path)
    assert "refused" in text
    assert "3 answers differ" in text
    assert ratio_text(report(peers=False)["rows"][0], "impinge") == ""


def test_text_for_a_page():
    text = scene_text(report())
    assert "| 240 | 4 | dense | 1,234 | 567 | **4.0** | 0.5, 3.5 | 8.0 | 100.0 | 25.0 |" in text
    assert "trimesh" not in scene_text(report(peers=False))


def test_rows_without_peers_stay_empty_beside_others(tmp_path):
    both = report()
    both["rows"].insert(0, report(peers=False)["rows"][0] | {"solid": True, "meshes": 10_000})
    text = scene_text(both)
    assert "| 240 | 10,000, solid | dense | 1,234 | 567 | **4.0** | 0.5, 3.5 |  |  |  |" in text
    assert "| 240 | 4 | dense | 1,234 | 567 | **4.0** | 0.5, 3.5 | 8.0 | 100.0 | 25.0 |" in text
    assert {line.count("|") for line in text.splitlines()[2:]} == {11}
    assert "10,000, solid" in shown(both, tmp_path)
