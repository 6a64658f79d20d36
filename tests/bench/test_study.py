"""Studies: parts, options, peers, and cases whose answers are compared before a ratio."""

import re
from pathlib import Path

import pytest

from impinge.bench.render import Section, blocks, draw, shown, table
from impinge.bench.study import Run, Study, compared, differing, exponents, ratio_text
from impinge.core.errors import ImpingeError


def measure(run):
    run.say(f"{run.size['n']} rows")
    for n in range(run.size["n"]):
        run.add("rows", {"n": n, "seed": run.options["seed"], "peers": len(run.peers)})


def rows_table(report):
    return [table("numbers", report["rows"], {"n": "{n}"})]


STUDY = Study(
    "numbers", {"rows": measure, "more": lambda run: run.put("deep", "er", run.quick)},
    [Section("rows", rows_table, lambda _: ["a note"], "bench:numbers")],
    full={"n": 3}, small={"n": 1}, fields={"tolerance": 1e-6}, options={"seed": 7},
    installed=lambda: {"peer": object()},
)  # fmt: skip


def test_everything_is_measured_said_and_kept():
    said, kept = [], []
    report = STUDY(say=said.append, keep=lambda found: kept.append(len(found["rows"])))

    assert said == ["3 rows"]
    assert kept == [1, 2, 3, 3]
    assert report["benchmark"] == "numbers"
    assert report["tolerance"] == 1e-6
    assert report["rows"][2] == {"n": 2, "seed": 7, "peers": 0}
    assert report["deep"] == {"er": False}


def test_parts_options_and_sizes_are_chosen():
    found = STUDY(["rows"], quick=True, seed=3, peers=True)

    assert found["rows"] == [{"n": 0, "seed": 3, "peers": 1}]
    assert "deep" not in found
    assert "rows" not in STUDY(parts=["more"])
    with pytest.raises(ImpingeError, match=r"'less', expected one of rows, more"):
        STUDY(["less"])
    with pytest.raises(TypeError, match="sead"):
        STUDY(sead=3)


def test_peers_that_are_not_there_are_said():
    alone = Study("alone", {}, [], peers_hint="friends")

    assert alone()["benchmark"] == "alone"
    with pytest.raises(ImpingeError, match="`make peers` adds friends"):
        alone(peers=True)


def test_what_is_shown_is_what_was_measured():
    report = STUDY(quick=True)

    assert [type(part).__name__ for part in shown(STUDY, report)] == ["Table", "str"]
    assert blocks(STUDY, report)["bench:numbers"].endswith("| n |\n|---|\n| 0 |\n\n- a note")
    assert not blocks(STUDY, STUDY(["more"]))


def test_no_ratio_with_whoever_has_other_answers():
    answers = {"ours": lambda row: row, "same": lambda row: row, "other": lambda row: 2 * row}
    contenders = {name: (ask, 3) for name, ask in answers.items()}
    differ = differing(contenders, lambda a, b: a == b)
    found = compared(contenders, 2, differ)

    assert differ == {"same": 0, "other": 2}
    assert found["ratios"]["other"] is None
    assert found["ratios"]["same"]["median"] > 0.0
    assert ratio_text(None) == "refused"
    assert ratio_text({"median": 2.0, "minimum": 1.5}) == "2.0x (1.5x)"
    assert compared({"alone": lambda _: 0}, 1, {})["ratios"] == {}


def test_growth():
    rows = [{"n": n, "us": 3.0 * n**2} for n in (1, 10, 100)]

    assert exponents(rows, "n", ["us"])["us"] == pytest.approx(2.0)
    assert exponents(rows[:1], "n", ["us"]) == {}


def test_a_run_nests():
    run = Run({}, {}, quick=True, peers={}, options={}, say=print, on_growth=lambda _: None)
    run.put("a", "b", 1)
    run.add("a", "c", 2)
    run.add("a", "c", 3)

    assert run.report == {"a": {"b": 1, "c": [2, 3]}}


def test_the_table_that_the_page_adds(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    names = {}
    exec(compile(example, "benchmarks.md", "exec"), names)
    study = names["bench_brute"]
    report = study(quick=True)

    assert len(example.splitlines()) < 55
    assert len(list(shown(study, report))) == 1
    assert blocks(study, report)["bench:brute"].count("\n| ") == 3
    assert draw(study, report, tmp_path) == [tmp_path / "brute.png"]
