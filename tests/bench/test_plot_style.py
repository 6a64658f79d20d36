"""Plots look alike: colours that can be told apart, numbers that can be read."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from impinge.bench.plot_style import MARKS, SERIES, STYLE, drawn, pale, panels, plain_log


def test_colours_differ_in_lightness_or_hue_and_have_a_mark_each():
    assert len(set(SERIES)) == len(SERIES) == len(set(MARKS))
    # Seen without green-red, blue and the sum of the others still tell them apart.
    seen = [(r + 2.0 * g, b) for r, g, b in map(to_rgb, SERIES)]
    apart = [np.hypot(a[0] - b[0], a[1] - b[1]) for a in seen for b in seen if a is not b]
    assert min(apart) > 0.15


def test_pale_is_lighter():
    assert all(b >= a for a, b in zip(to_rgb("#0072B2"), pale("#0072B2"), strict=True))


@pytest.mark.parametrize(("high", "expected"), [(50.0, "20"), (5_000.0, "1,000")])
def test_logarithmic_axes_have_plain_numbers(high, expected):
    figure, axes = panels(1, 1, (4.0, 3.0), "title", "note")
    axes[0, 0].set_xscale("log")
    axes[0, 0].set_xlim(1.0, high)
    plain_log(axes[0, 0].xaxis)
    axis = axes[0, 0].xaxis

    shown = [axis.get_major_formatter()(x, 0) for x in axis.get_major_locator()()]
    assert expected in shown
    assert not any("10^" in text for text in shown)
    assert figure.texts[0].get_text() == "title"


def test_a_file_is_written_and_settings_are_left_alone(tmp_path):
    before = mpl.rcParams["axes.grid"]
    file = drawn(
        lambda report: panels(1, 2, (4.0, 2.0), report["title"], "")[0],
        {"title": "two"},
        tmp_path / "new" / "plot.png",
    )

    assert file.read_bytes().startswith(b"\x89PNG")
    assert mpl.rcParams["axes.grid"] == before
    assert STYLE["axes.grid"] is True


def test_a_long_note_is_broken_into_lines():
    figure, _ = panels(1, 1, (4.0, 3.0), "title", 30 * "word ")

    note = figure.texts[1].get_text()
    assert note.count("\n") >= 1
    assert max(map(len, note.splitlines())) <= 60
