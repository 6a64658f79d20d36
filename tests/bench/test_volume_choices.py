"""Each choice is measured on each scene, and F is the sum of its terms."""

import pytest

from impinge.bench.volume_choices import BASE, CHOICES, LEAF_SIZES, choices
from impinge.bench.volume_scenes import QUESTIONS, volume_scene
from impinge.hierarchy.volume_tree import VOLUMES
from impinge.scenes import shape


@pytest.fixture(scope="module")
def report():
    return choices(volume_scene("long", shape("long", 120), (1, 2, 1)), 300, 1)


def test_one_thing_at_a_time_is_varied():
    for section, named in CHOICES.items():
        for choice in named.values():
            different = sum(getattr(choice, name) != getattr(BASE, name) for name in BASE.__slots__)
            assert different <= 1, section
    assert list(CHOICES["volumes"]) == list(VOLUMES)
    assert [int(name) for name in CHOICES["leaf sizes"]] == list(LEAF_SIZES)


def test_every_choice_has_its_figures(report):
    for section, named in CHOICES.items():
        assert list(report[section]) == list(named)
        for row in report[section].values():
            assert row["build_us"] > 0.0
            assert set(row["questions"]) == set(QUESTIONS)


def test_f_is_the_sum_of_numbers_times_prices(report):
    row, price = report["volumes"]["dop18"], report["prices"]["dop18"]
    for question, found in row["questions"].items():
        f = (
            found["updates"] * price["update_ns"]
            + found["volume_tests"] * price["volume_ns"]
            + found["primitive_tests"] * report["primitive_ns"][question]
        )
        assert found["model_us"] == pytest.approx(1e-3 * f)
        assert found["measured_us"] > 0.0


def test_the_base_is_the_same_row_in_each_section(report):
    base = [report["volumes"]["obb"], report["builders"]["sah"], report["arities"]["2"]]

    assert all(row is report["leaf sizes"]["1"] for row in base)


def test_larger_leaves_make_smaller_trees(report):
    nodes = [row["nodes"] for row in report["leaf sizes"].values()]

    assert nodes == sorted(nodes, reverse=True)
