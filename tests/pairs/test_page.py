"""The page on choosing a broad phase: its example runs, and its figures are of full runs."""

import re
from pathlib import Path

import numpy as np
import pytest

from impinge.bench.pairs import bench_pairs
from impinge.bench.render import block_names

PAGE = (Path(__file__).parents[2] / "docs" / "broad-phases.md").read_text()


def test_the_example_runs():
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    names = {}

    exec(compile(example, "broad-phases.md", "exec"), names)

    np.testing.assert_array_equal(names["pairs"], names["same"])
    assert names["new"].tolist() == [5000]
    assert 5000 in names["near"]
    assert 3 not in names["now"]
    assert len(names["hit"]) > 0
    assert len(names["across"]) > 0
    assert len(names["touching"]) >= 998
    assert min(len(names["candidates"]), len(names["inside"])) > 0


@pytest.mark.parametrize("block", block_names(bench_pairs))
def test_the_figures_are_filled_by_full_runs(block):
    filled = PAGE.partition(f"<!-- {block} -->")[2].partition(f"<!-- /{block} -->")[0]

    assert filled.count("\n| ") > 3
    assert "Quick run" not in filled
