"""The picture of contacts shows what the library finds."""

import numpy as np

from impinge.bench.contact_plots import TILTS, contact_report, plot_contacts, rocking


def test_scenes_have_contacts_of_which_four_are_kept():
    for scene, everything, four in contact_report()["scenes"]:
        assert len(four) == min(4, len(everything)), scene.title
        assert set(four.key.tolist()) <= set(everything.key.tolist())


def test_a_box_that_rocks_keeps_its_corners():
    found = rocking()

    assert len(np.unique(found.key)) == 4
    assert (found.counts() >= 2).all()
    level = found.of_row(len(TILTS) // 2)
    np.testing.assert_allclose(level.separation, 0.0, atol=1e-12)


def test_the_picture_is_written(tmp_path):
    assert plot_contacts(tmp_path / "contacts.png").stat().st_size > 10_000
