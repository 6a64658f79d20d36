"""Recordings on a page, in a real browser."""

import numpy as np
import pytest
from viewer.browser import wait_until

import impinge as im

FRAMES = 21
TIMES = np.linspace(0.0, 1.0, FRAMES)


def moving(frame):
    pose = np.eye(4)
    angle = 0.7 * TIMES[frame]
    pose[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    pose[:3, 3] = 3.0 - 4.0 * TIMES[frame], 0.25, 0.125
    return pose


@pytest.fixture(scope="module")
def run():
    """A crate that turns and slides into another."""
    scene = im.Scene()
    scene.add("wall", im.Box((1.0, 4.0, 1.0)))
    scene.add("crate", im.Box((1.0, 1.0, 1.0)), moving(0))
    recording = im.Recording(TIMES, {"crate": np.stack([moving(k) for k in range(FRAMES)])})
    return recording, im.View("Run").add(scene).recording(recording).html()


@pytest.fixture(scope="module")
def shown(keep_page, run):
    """Its page, for tests that set the frames they look at."""
    return keep_page(run[1])


def shown_pose(page, name):
    return np.reshape(page.evaluate("(name) => impingeView.frameOf(name)", name), (4, 4))


def test_the_slider_moves_things_to_the_poses_of_its_time(shown, run):
    recording, page = run[0], shown
    slider = page.locator("#time input[type=range]")
    for frame in (0, 7, 20):
        slider.fill(str(frame))
        assert page.locator("#time").get_attribute("data-frame") == str(frame)
        time = float(page.locator("#time").get_attribute("data-time"))
        assert time == recording.times[frame]
        assert np.allclose(shown_pose(page, "crate"), recording.at(time)["crate"], atol=1e-6)
        assert np.allclose(shown_pose(page, "wall"), np.eye(4), atol=1e-6)


def test_the_picture_moves_as_well(shown):
    page = shown
    for frame in (0, 10):
        page.evaluate("(frame) => impingeView.setFrame(frame)", frame)
        place = page.evaluate("(p) => impingeView.project(p)", list(moving(frame)[:3, 3]))
        assert page.evaluate("(xy) => impingeView.pickAt(...xy).name", place) == "crate"


def test_the_card_follows_what_was_picked(shown):
    page = shown
    page.evaluate("impingeView.setFrame(0)")
    place = page.evaluate("(p) => impingeView.project(p)", list(moving(0)[:3, 3]))
    page.mouse.click(*place)
    assert page.locator("#details .name").first.text_content() == "crate"
    for frame in (0, 9, 20):
        page.evaluate("(frame) => impingeView.setFrame(frame)", frame)
        told = page.locator("#details [data-key=pose-position]").get_attribute("data-value")
        assert np.allclose([float(x) for x in told.split()], moving(frame)[:3, 3], atol=1e-5)
        angle = float(page.locator("#details [data-key=pose-angle]").get_attribute("data-value"))
        assert angle == pytest.approx(np.degrees(0.7 * TIMES[frame]), abs=1e-3)
    page.keyboard.press("Escape")


def test_the_table_has_the_rows_of_the_frame(shown):
    page = shown
    page.locator("#tables [role=tab]").first.click()
    totals = []
    for frame in (0, 20):
        page.evaluate("(frame) => impingeView.setFrame(frame)", frame)
        totals.append(int(page.locator("#table").get_attribute("data-total")))
    assert totals[0] == 0
    assert totals[1] > 0


def test_keys_and_play(open_page, run):
    page = open_page(run[1], "#frame=3")
    time = page.locator("#time")
    assert time.get_attribute("data-frame") == "3"
    page.keyboard.press("ArrowRight")
    assert time.get_attribute("data-frame") == "4"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert time.get_attribute("data-frame") == "2"
    page.locator("#time input[type=checkbox]").uncheck()
    page.locator("#time select").select_option("4")
    page.locator("#time button.play").click()
    wait_until(page, "() => document.querySelector('#time').dataset.frame === '20'")
    wait_until(
        page,
        "() => document.querySelector('#time .play').getAttribute('aria-pressed') === 'false'",
    )


def test_the_slider_works_without_webgl(open_page, run):
    recording, html = run
    page = open_page(html, webgl=False)
    page.locator("#time input[type=range]").fill("12")
    assert float(page.locator("#time").get_attribute("data-time")) == recording.times[12]
    assert np.allclose(shown_pose(page, "crate"), moving(12), atol=1e-6)
