"""The picture of the blade."""

import numpy as np
import pytest
from blades import GROUPS, blade_report, first_sample, plot_blades

from impinge.scenes import spinning_blades


@pytest.fixture(scope="module")
def report():
    return blade_report(quick=True)


def test_shares_are_shares_and_ours_is_right(report):
    assert report["ours"][0] == 0
    assert report["ours"][1] == sum(group["cases"] for group in report["groups"].values()) > 0
    assert set(report["groups"]) == set(GROUPS)
    for group in report["groups"].values():
        for missed, late in zip(group["missed"], group["late"], strict=True):
            assert 0.0 <= missed <= missed + late <= 1.0


def test_many_samples_see_a_contact_and_few_do_not():
    cases = spinning_blades(1, 2.0, seed=1)
    turns = float(np.linalg.norm(cases.motion_a.angular - cases.motion_b.angular) / (2 * np.pi))
    assert 0.0 <= first_sample(cases, 0, turns, 20_001) - cases.first[0] < 1e-3
    assert first_sample(cases, 0, turns, 1) == np.inf


def test_it_is_drawn(report, tmp_path):
    file = plot_blades(str(tmp_path / "blades.png"), report)
    assert file.stat().st_size > 20_000
