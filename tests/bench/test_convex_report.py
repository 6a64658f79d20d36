"""Convex pairs as tables and text; refused ratios are said to be."""

import copy

from rich.console import Console

from impinge.bench.convex_report import BLOCKS, convex_blocks, convex_tables, error_rows


def shown(report, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=200, record=True, file=file)
        for table in convex_tables(report):
            console.print(table)
        return console.export_text()


def with_peer(report, *, refused=False):
    """The same, as if coal had been there."""
    found = copy.deepcopy(report)
    found["peers"] = ["coal"]
    one = None if refused else {"median": 4.56, "minimum": 4.0}
    for questions in found["kinds"].values():
        for question in questions.values():
            question["agreement"]["coal"] = {"differs": 2, "unexplained": int(refused)}
            question["single"]["peers_us"] = {"coal": 6.25}
            for row in question["classes"].values():
                for name in ("coal", "coal collide"):
                    row["times"][name] = {"median_us": 7.25, "minimum_us": 6.5}
                    row["ratios"] |= {f"{name} / impinge batch": one, f"{name} / impinge": one}
    return {"command": "impinge bench convex --peers", **found}


def test_tables(convex_report, tmp_path):
    text = shown(with_peer(convex_report), tmp_path)

    assert "hull-hull: gap with points (36 poses)" in text
    assert "4.56 (4.00)" in text
    assert "2 answers differ from coal: the reference confirms ours" in text
    assert "beyond the kernel" in text
    assert "6.25" in text
    assert "worst error of a depth" in text
    assert "refused" in shown(with_peer(convex_report, refused=True), tmp_path)


def test_blocks(convex_report):
    blocks = convex_blocks(with_peer(convex_report))

    assert tuple(blocks) == BLOCKS
    times, errors = blocks.values()
    assert "*Quick run" in times
    assert "| box | gap with points | total (36) |" in times
    assert " 4.6x (4.6x) |" in times
    assert "- coal, `collide` with one contact instead: box 4.6x (4.6x), capsule" in times
    assert "| worst error of a gap | sphere | box |" in errors
    assert "refused (refused)" in convex_blocks(with_peer(convex_report, refused=True))[BLOCKS[0]]


def test_without_peers(convex_report):
    report = {"command": "impinge bench convex", **convex_report, "peers": []}
    assert "no peers" in convex_blocks(report)["bench:convex"]


def test_errors_stand_below_the_diagonal():
    found = {
        "sphere-box": {"gap": 3.2e-16},
        "sphere-sphere": {"gap": 0.0},
        "box-box": {"gap": 1e-5},
    }
    rows = error_rows(found, "gap")
    assert rows[0][:3] == ["sphere", "0", ""]
    assert rows[1][:3] == ["box", "3e-16", "1e-5"]
