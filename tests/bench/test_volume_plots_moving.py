"""Plots of what moves show every strategy, volume, order and angle."""

from impinge.bench.volume_plots_moving import draw_climbing, draw_cut, draw_decay, draw_updates
from impinge.bench.volume_updates import STRATEGIES


def labels(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_updates_show_each_strategy(volumes_report):
    assert labels(draw_updates(volumes_report)) == list(STRATEGIES)


def test_decay_shows_each_volume(volumes_report):
    volumes = volumes_report["updates"]["flat, wave"]["volumes"]
    assert labels(draw_decay(volumes_report)) == list(volumes)


def test_cut_walks_show_each_order(volumes_report):
    assert labels(draw_cut(volumes_report)) == list(volumes_report["cut short"]["orders"])


def test_climbing_shows_each_ratio(volumes_report):
    shown = {text.get_text() for text in draw_climbing(volumes_report).axes[1].texts}

    assert shown == {f"{row['ratio']:.0f}x" for row in volumes_report["climbing"]["rows"]}
