"""Motions and first contacts on a page, in a real browser."""

from functools import cache

import numpy as np
import pytest
from payload_reading import at
from viewer.browser import rows_of, settle, wait_until

import impinge as im
from impinge.motion import PiecewiseMotion

BLADE, POST = im.Box((1.0, 0.05, 0.01)), im.Box((0.02, 0.02, 0.5))
SPIN = im.Motion.from_velocity(at(-0.9, 0.1), (1.2, 0, 0), (0, 0, 2 * np.pi * 50.3))
WHERE = at(0.45, 0.0, 0.05)
TIMES = (0.0, 0.1, 1 / 3, 0.5, 0.77, 0.999, 1.0)


def turned(angle, x=0.0, y=0.0, z=0.0):
    pose = at(x, y, z)
    pose[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return pose


MOTIONS = {
    "blade": SPIN,
    "screw": im.ScrewMotion(turned(0.2, 2, 0, 0), turned(2.9, 0, 2, 1)),
    "eased": im.ScrewMotion(
        turned(0.2, 2, 0, 0), turned(2.9, 0, 2, 1), turning=(0, 0), sliding=(2, 0.5)
    ),
    "path": PiecewiseMotion(
        [at(0, -1), turned(1, 1, -1), turned(3, 1, -2), at(0, -1, 1)], times=[0, 0.1, 0.6, 1]
    ),
    "slide": im.Motion(at(-1, -2, 0), at(1, -2, 0)),
}


@pytest.fixture(scope="module")
def found():
    return im.time_of_impact(BLADE, POST, SPIN, WHERE)


@pytest.fixture(scope="module")
def text(found):
    view = im.View("Blade").add(BLADE, "blade", SPIN).add(POST, "post", WHERE).add(found)
    return view.html()


@pytest.fixture(scope="module")
def kept(keep_page, text):
    return keep_page(text)


@pytest.fixture(scope="module")
def of_size(keep_page, text):
    """Its page in a window of a size, for tests that leave it as it opens."""
    return cache(lambda size: keep_page(text, size=size))


@pytest.fixture
def shown(kept, found):
    """Its page at the first contact, as it opens, for tests that choose nothing in it."""
    yield kept
    kept.evaluate("(time) => impingeView.setTime(time)", found.time)
    kept.locator("#view").focus()


def shown_pose(page, name):
    return np.reshape(page.evaluate("(name) => impingeView.frameOf(name)", name), (4, 4))


def shown_time(page):
    return float(page.locator("#time").get_attribute("data-time"))


def chip(page, name):
    """The colour of a thing's name in the card, which is its colour in the picture."""
    rows = page.locator("#table tr[data-row]").evaluate_all(
        "(rows, name) => rows.findIndex((row) => row.textContent.includes(name))", name
    )
    page.evaluate("(row) => impingeView.select('things', row)", rows)
    return page.locator("#details .name").first.evaluate("(one) => one.style.cssText")


def test_things_are_where_their_motions_are_at_every_time(open_page):
    view = im.View()
    for name, motion in MOTIONS.items():
        view.add(im.Box((0.2, 0.1, 0.1)), name, motion)
    page = open_page(view.html())
    slider = page.locator("#time input[type=range]")
    for wanted in TIMES:
        slider.fill(repr(wanted))
        # A slider keeps fifteen digits.
        assert shown_time(page) == pytest.approx(wanted, rel=1e-15)
        time = shown_time(page)
        for name, motion in MOTIONS.items():
            np.testing.assert_allclose(shown_pose(page, name), motion.pose(time), atol=2e-13)
        told = dict(zip(rows_of(page, "name"), rows_of(page, "position"), strict=True))
        for name, motion in MOTIONS.items():
            position = [float(x) for x in told[name].split()]
            np.testing.assert_allclose(position, motion.pose(time)[:3, 3], atol=2e-13)
    assert page.locator("#time .tick").count() == 0


def test_meshes_far_from_their_origin_move_rightly(open_page):
    """They are drawn from their middle; the pose is still that of the body."""
    far = im.icosphere(0.5, 2)
    far = far.transformed(at(1e6))
    motion = im.Motion.from_velocity(at(-1e6), (2, 0, 0), (0, 0, 1.5), centre=(1e6, 0, 0))
    page = open_page(im.View().add(far, "far", motion).html())
    for time in (0.0, 1.0):
        page.evaluate("(time) => impingeView.setTime(time)", time)
        np.testing.assert_allclose(shown_pose(page, "far"), motion.pose(time), atol=1e-9)
        middle = motion.pose(time) @ [1e6, 0, 0, 1]
        place = page.evaluate("(p) => impingeView.project(p)", list(middle[:3]))
        assert page.evaluate("(xy) => impingeView.pickAt(...xy).name", place) == "far"


def test_it_opens_at_the_first_contact(shown, found):
    page = shown
    assert shown_time(page) == found.time
    np.testing.assert_allclose(shown_pose(page, "blade"), SPIN.pose(found.time), atol=2e-13)
    assert page.locator("#time .of").text_content() == "first contact"
    tick = page.locator("#time .tick")
    assert tick.count() == 1
    assert float(tick.get_attribute("data-time")) == found.time
    assert "blade and post" in tick.get_attribute("aria-label")
    assert tick.locator(".said").is_visible()
    assert float(rows_of(page, "time")[0]) == found.time
    assert rows_of(page, "status") == ["first contact"]
    assert page.locator("#labels span").first.is_visible()
    # The tick stands where the handle does.
    slider = page.locator("#time input[type=range]").bounding_box()
    at_tick = tick.locator("i").bounding_box()
    handle = slider["x"] + 8 + found.time * (slider["width"] - 16)
    assert abs(at_tick["x"] + 0.5 * at_tick["width"] - handle) < 2


@pytest.mark.parametrize("size", [(1500, 950), (800, 600)])
def test_a_single_contact_is_seen_whole(of_size, size):
    page = of_size(size)
    sheet = page.locator("#sheet").bounding_box()
    assert page.evaluate("(() => { const s = document.querySelector('#sheet');"
                         " return s.scrollWidth <= s.clientWidth; })()")  # fmt: skip
    heads, cells = page.locator("#table th"), page.locator("#table tr[data-row] td")
    assert heads.count() == cells.count() > 8
    for k in range(heads.count()):
        head, cell = heads.nth(k).bounding_box(), cells.nth(k).bounding_box()
        assert head["y"] == pytest.approx(cell["y"], abs=1)
        assert head["x"] + head["width"] <= cell["x"] + 1
        assert cell["x"] + cell["width"] <= sheet["x"] + sheet["width"] + 1
    last = cells.last.bounding_box()
    assert last["y"] + last["height"] <= sheet["y"] + sheet["height"]
    cells.nth(4).click()
    assert page.locator("#details").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")


def test_in_a_small_window_the_slider_has_a_line_of_its_own(of_size):
    page = of_size((800, 600))
    assert page.locator("#time input[type=range]").bounding_box()["width"] > 350
    assert page.locator("#layers").get_attribute("open") is None
    assert page.locator("#answer").evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("size", [(1500, 950), (800, 600)])
def test_words_lead_to_the_contact_and_do_not_cover_it(of_size, found, size):
    page = of_size(size)
    settle(page)
    x, y = page.evaluate("(p) => impingeView.project(p)", found.point_b.tolist())
    words = page.locator("#labels span").first.bounding_box()
    beside = not words["x"] - 8 < x < words["x"] + words["width"] + 8
    assert beside or not words["y"] - 8 < y < words["y"] + words["height"] + 8
    lead = page.locator("#labels .lead").bounding_box()
    assert lead["x"] - 12 < x < lead["x"] + lead["width"] + 12
    assert lead["y"] - 12 < y < lead["y"] + lead["height"] + 12
    layers = page.locator("#layers").bounding_box()
    aside = words["x"] > layers["x"] + layers["width"]
    assert aside or words["y"] > layers["y"] + layers["height"]


@pytest.mark.parametrize("webgl", [True, False])
def test_a_contact_that_is_not_to_be_seen_is_told_openly(open_page, found, webgl):
    view = im.View().add(BLADE, "blade", at(-0.9, 0.1)).add(POST, "post", WHERE).add(found)
    page = open_page(view.html(), webgl=webgl)
    assert page.locator("#caution").is_visible()
    assert "nothing on this page moves" in page.locator("#caution").text_content()


def test_before_it_nothing_touches_and_after_it_they_have(open_page, text, found):
    page = open_page(text, "#time=0.1")
    assert shown_time(page) == 0.1
    page.locator("#tables [role=tab]").nth(1).click()
    seen = {}
    for time in (0.1, np.nextafter(found.time, 0), found.time, 1.0):
        page.evaluate("(time) => impingeView.setTime(time)", time)
        # Labels are placed when the picture is drawn.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        seen[time] = (
            chip(page, "blade"), chip(page, "post"),
            page.locator("#time .of").text_content(),
            page.locator("#labels span").first.is_visible(),
        )  # fmt: skip
    before, just, at_once, after = seen.values()
    assert before == just
    assert "neutral" in before[0]
    assert "neutral" in before[1]
    assert before[2:] == ("free", False)
    assert "touch" in at_once[0]
    assert "--b" in at_once[1]
    assert at_once[2:] == ("first contact", True)
    assert after == (*at_once[:2], "after first contact", True)


def test_the_tick_the_key_and_the_row_lead_to_it(open_page, text, found):
    page = open_page(text, "#time=0")
    page.locator("#time .tick .said").click()
    assert shown_time(page) == found.time
    page.keyboard.press("Escape")
    page.evaluate("impingeView.setTime(0.9)")
    page.locator("#view").focus()
    page.keyboard.press("c")
    assert shown_time(page) == found.time
    page.evaluate("impingeView.setTime(0.2)")
    page.evaluate("impingeView.select('impacts', 0)")
    assert shown_time(page) == found.time
    told = page.locator("#details [data-key=time]").get_attribute("data-value")
    assert float(told) == found.time


def test_the_handle_is_dragged_from_under_the_tick(shown, found):
    page = shown
    slider = page.locator("#time input[type=range]").bounding_box()
    across = slider["width"] - 16
    middle = slider["y"] + 0.5 * slider["height"]
    page.mouse.move(slider["x"] + 8 + found.time * across, middle)
    page.mouse.down()
    page.mouse.move(slider["x"] + 8 + 0.25 * across, middle, steps=4)
    page.mouse.up()
    time = shown_time(page)
    assert time == pytest.approx(0.25, abs=0.02)
    np.testing.assert_allclose(shown_pose(page, "blade"), SPIN.pose(time), atol=2e-13)


def test_keys_do_not_step_over_it(shown, found):
    page = shown
    page.keyboard.press("ArrowLeft")
    before = shown_time(page)
    assert 0 < found.time - before < 0.01
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown_time(page) == pytest.approx(found.time, abs=1e-12)
    page.evaluate("(time) => impingeView.setTime(time)", found.time - 1e-5)
    page.locator("#time input[type=range]").focus()
    page.keyboard.press("PageUp")
    assert shown_time(page) == found.time
    page.keyboard.press("ArrowRight")
    assert shown_time(page) > found.time
    page.keyboard.press("Home")
    assert shown_time(page) == 0.0


def test_it_plays_to_the_end(open_page):
    view = im.View().add(im.Sphere(1), "ball", im.Motion(at(0), at(3)))
    page = open_page(view.html(), "#time=0.7")
    page.locator("#time input[type=checkbox]").uncheck()
    page.locator("#time select").select_option("4")
    page.locator("#time button.play").click()
    wait_until(page, "() => document.querySelector('#time').dataset.time === '1'")
    wait_until(
        page,
        "() => document.querySelector('#time .play').getAttribute('aria-pressed') === 'false'",
    )
    np.testing.assert_allclose(shown_pose(page, "ball"), at(3), atol=2e-13)
    assert page.locator("#time .of").text_content() == "of the step"


def test_it_works_without_webgl(open_page, text, found):
    page = open_page(text, webgl=False)
    assert shown_time(page) == found.time
    assert rows_of(page, "status") == ["first contact"]
    page.locator("#time input[type=range]").fill("0.25")
    np.testing.assert_allclose(shown_pose(page, "blade"), SPIN.pose(0.25), atol=2e-13)
    page.keyboard.press("c")
    assert shown_time(page) == found.time


@pytest.mark.parametrize(("theme", "distance"), [("light", 0.5), ("dark", 4.0)])
def test_it_fits_a_phone(open_page, theme, distance):
    """With contact at the very start of the slider, and near its end."""
    ball = im.Sphere(0.5)
    motion = im.Motion(at(-distance - 0.51), at(-0.98))
    found = im.time_of_impact(ball, ball, motion)
    html = im.View().add(ball, "a", motion).add(ball, "b").add(found).html()
    page = open_page(html, size=(390, 844), theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    said = page.locator("#time .tick .said").bounding_box()
    assert said["x"] >= 0
    assert said["x"] + said["width"] <= 390
    assert page.locator("#time input[type=range]").bounding_box()["width"] > 300
    assert page.locator("#time .now").is_visible()


def test_names_do_nothing(open_page):
    names = "<script>window.owned = 1</script>", '"><img src=x onerror="window.owned = 1">'
    ball, motion = im.Sphere(0.5), im.Motion(at(-3), at(0))
    found = im.time_of_impact(ball, ball, motion)
    view = im.View().add(ball, names[0], motion).add(ball, names[1]).add(found)
    page = open_page(view.html())
    page.evaluate("impingeView.select('impacts', 0)")
    assert page.evaluate("document.querySelectorAll('body img, body script').length") <= 2
    assert page.evaluate("window.owned === undefined")
    assert names[0] in page.locator("#time .tick").get_attribute("aria-label")
    aloud = page.locator("#time input[type=range]").get_attribute("aria-valuetext")
    assert names[1] in aloud
