"""What the page of partitions says holds."""

import re
from pathlib import Path

import pytest

from impinge.geometry import icosphere
from impinge.partition import BspTree, Side

PAGE = (Path(__file__).parents[2] / "docs" / "partitions.md").read_text()


def test_its_example_runs():
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    names = {}

    exec(compile(example, "partitions.md", "exec"), names)

    assert len(names["pairs"]) > 100
    assert names["new"].tolist() == [0]
    assert {0, 7} <= set(names["near"].tolist())
    assert names["exact"].statistics.references > 1280
    assert [Side(s) for s in names["side"]] == [Side.INSIDE, Side.ON, Side.OUTSIDE]
    assert sorted(names["order"]) == list(range(len(names["tree"].pieces)))


@pytest.mark.parametrize("kind", ["mixed", "faces", "discrete"])
def test_its_table_of_trees_is_what_is_built(kind):
    tree = BspTree(icosphere(1.0, 4), kind)
    row = re.search(rf'^\| `"{kind}"` .* \| ([\d,]+) planes, ([\d,]+) levels', PAGE, re.MULTILINE)

    assert [int(n.replace(",", "")) for n in row.groups()] == [tree.nodes, tree.depth]
