"""A first contact among many things on a page, in a real browser: seen, chosen, looked at."""

import io

import numpy as np
import pytest
from payload_reading import at
from viewer.browser import settle, wait_until

import impinge as im

LONG = "a part of assembly twenty-seven with a name that is much too long for any line, {}"
DISTANCE = "impingeView.camera().distance"


def grounded():
    scene = im.Scene()
    scene.add("floor", im.HalfSpace((0, 0, 1), 0.0))
    return scene


def fallen(name="{}"):
    """Thirty things above ground, and where they fall to."""
    scene, targets = grounded(), {}
    shapes = im.Box((0.2, 0.15, 0.1)), im.Sphere(0.15), im.Capsule(0.1, 0.3)
    for k in range(30):
        key, place = name.format(f"thing {k}"), (0.6 * (k % 6), 0.6 * (k // 6))
        scene.add(key, shapes[k % 3], at(*place, 0.5 + 0.017 * (7 * k % 30)))
        targets[key] = at(*place, -0.7 + 0.017 * (7 * k % 30))
    return scene, targets


def page_of(scene, targets, found):
    return im.View().add(scene).motions(targets).add(found).html()


@pytest.fixture(scope="module")
def found():
    scene, targets = fallen()
    return scene.time_of_impact(targets)


@pytest.fixture(scope="module")
def text(found):
    return page_of(*fallen(), found)


@pytest.fixture(scope="module")
def shown(keep_page, text):
    """Its page, for tests that leave it as it opens."""
    return keep_page(text)


@pytest.fixture(scope="module")
def long_text():
    scene, targets = fallen(LONG)
    return page_of(scene, targets, scene.time_of_impact(targets))


@pytest.fixture(scope="module")
def two():
    """One ball above ground."""
    scene = grounded()
    scene.add("ball", im.Sphere(1), at(z=3))
    return page_of(scene, {"ball": at()}, scene.time_of_impact({"ball": at()}))


@pytest.fixture(scope="module")
def two_shown(keep_page, two):
    """Its page, for tests that leave it as it opens."""
    return keep_page(two)


def chosen(page):
    return page.locator("#table tr[aria-selected=true]").count() == 1


def colour_at(page, point):
    from PIL import Image

    settle(page)
    shot = page.screenshot()
    x, y = page.evaluate("(p) => impingeView.project(p)", list(point))
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)[int(y), int(x)]


def test_zooming_to_a_contact_with_ground_shows_the_other_thing_large(shown, found):
    """The whole patch of the floor was fitted: the camera went away."""
    page = shown
    before = page.evaluate(DISTANCE)
    page.evaluate("impingeView.select('impacts', 0)")
    page.locator("#details .closer").click()
    settle(page)
    near = page.evaluate(DISTANCE)
    assert near < 0.5 * before
    name = next(name for name in found.names if name != "floor")
    middle = np.reshape(page.evaluate("(name) => impingeView.frameOf(name)", name), (4, 4))[:3, 3]
    target = page.evaluate("impingeView.camera().target")
    assert np.linalg.norm(target - middle) < 0.3
    view = page.locator("#view").bounding_box()
    x, y = page.evaluate("(p) => impingeView.project(p)", found.point_a.tolist())
    assert view["x"] < x < view["x"] + view["width"]
    assert view["y"] < y < view["y"] + view["height"]
    page.keyboard.press("f")
    settle(page)
    assert page.evaluate(DISTANCE) == pytest.approx(near, rel=1e-3)
    page.keyboard.press("h")


def test_zooming_to_a_contact_never_goes_away_from_it(open_page):
    """What is as large as all that is seen stays where it is, with the contact in the middle."""
    box, motion = im.Box((2, 2, 2)), im.Motion(at(-5), at(0))
    found = im.time_of_impact(box, box, motion)
    page = open_page(im.View().add(box, "a", motion).add(box, "b").add(found).html())
    page.evaluate("impingeView.select('impacts', 0)")
    settle(page)
    before = page.evaluate(DISTANCE)
    page.evaluate("impingeView.setCamera({distance: 3})")
    page.keyboard.press("f")
    settle(page)
    assert page.evaluate(DISTANCE) <= 3.001 < before
    middle = 0.5 * (found.point_a + found.point_b)
    assert np.linalg.norm(page.evaluate("impingeView.camera().target") - middle) < 0.01


def test_ground_that_is_chosen_is_no_veil_over_what_stands_on_it(two_shown):
    """It was drawn through all that was in front of it."""
    page = two_shown
    seen = []
    for row in (None, 0):
        page.evaluate("(row) => impingeView.select('impacts', row)", row)
        page.evaluate("impingeView.setCamera({towards: [0, -1, 1], target: [0, 0, 1]})")
        seen.append(colour_at(page, (0, 0, 1)))
    assert np.abs(seen[1] - seen[0]).max() < 12
    page.evaluate("impingeView.select('impacts', null)")
    page.keyboard.press("h")


def test_it_opens_with_the_contact_chosen(shown, open_page, text, found):
    page = shown
    assert chosen(page)
    assert page.locator("#details .name").all_text_contents() == list(found.names)
    assert float(page.locator("#time").get_attribute("data-time")) == found.time
    assert not chosen(open_page(text, "#time=0.1"))


def test_of_two_things_none_is_chosen(two_shown):
    page = two_shown
    assert not chosen(page)
    assert page.locator("#details").is_hidden()


TOWARDS = np.array([0.58, -0.81])
"""Horizontal direction from a scene to the first camera of its page."""


def with_a_column(away):
    """A page of a ball that falls, and of a column beside it or before it."""
    scene = grounded()
    scene.add("ball", im.Sphere(0.3), at(z=1.5))
    scene.add("column", im.Box((0.8, 0.8, 3)), at(*away, 1.6))
    found = scene.time_of_impact({"ball": at()})
    assert set(found.names) == {"ball", "floor"}
    return page_of(scene, {"ball": at()}, found)


@pytest.fixture(scope="module")
def usual(keep_page):
    """Where the camera is if nothing hides the contact."""
    return keep_page(with_a_column(-2 * TOWARDS)).evaluate("impingeView.camera().towards")


@pytest.mark.parametrize("hidden", [False, True])
def test_a_contact_that_is_hidden_is_seen_from_another_side(open_page, usual, hidden):
    page = open_page(with_a_column(2 * TOWARDS if hidden else TOWARDS[::-1]))
    towards = page.evaluate("impingeView.camera().towards")
    assert np.allclose(towards[:2], usual[:2], atol=0.05) is not hidden
    for point in ((0, 0, 0.1), (-0.2, 0, 0.3), (0.2, 0, 0.3), (0, 0, 0.5)):
        place = page.evaluate("(p) => impingeView.project(p)", list(point))
        assert page.evaluate("(xy) => impingeView.pickAt(...xy).name", place) != "column"
    page.keyboard.press("h")
    settle(page)
    assert np.allclose(page.evaluate("impingeView.camera().towards"), towards, atol=1e-6)


@pytest.mark.parametrize("size", [(1440, 900), (800, 900)])
def test_the_card_does_not_repeat_a_single_contact(open_page, two, size):
    page = open_page(two, size=size)
    page.evaluate("impingeView.select('impacts', 0)")
    assert page.locator("#details .closer").is_visible()
    assert page.locator("#details dl").is_hidden()
    sheet, last = page.locator("#sheet"), page.locator("#table tr[data-row] td").last
    below = sheet.bounding_box()["y"] + sheet.bounding_box()["height"]
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= below
    # All digits are there still.
    time = page.locator("#table tr[data-row] td").nth(3)
    assert time.get_attribute("title") == time.get_attribute("data-value")
    page.locator("#tables [role=tab]").nth(1).click()
    assert page.locator("#details dl").is_visible()


def test_the_name_of_a_value_stands_for_it(open_page, two):
    page = open_page(two)
    time = page.locator("#table th[data-key=time]")
    time.click()
    assert chosen(page)
    time.click()
    assert chosen(page)
    page.locator("#table th[data-key=a]").click()
    assert page.locator("#tables [aria-selected=true]").get_attribute("data-table") == "things"
    assert page.locator("#details .name").first.text_content() == "ball"


@pytest.mark.parametrize("size", [(1440, 900), (800, 900), (390, 844)])
def test_long_names_leave_the_time_in_the_headline(open_page, long_text, found, size):
    page = open_page(long_text, size=size)
    answer = page.locator("#answer")
    assert answer.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    assert answer.text_content().endswith(f"first contact at {found.time:.6g} of the step")
    name = next(name for name in found.names if name != "floor")
    assert name in answer.text_content()
    assert LONG.format(name) in answer.get_attribute("title")
    page.set_viewport_size({"width": 360, "height": 800})
    # A window that changes tells it a little later.
    wait_until(
        page,
        "() => { const one = document.querySelector('#answer');"
        " return one.scrollHeight <= one.clientHeight; }",
    )


def test_the_legend_stays_within_the_picture(open_page):
    name = "a_part_of_assembly_twenty_seven_with_a_name_without_any_space_in_it"
    ball, motion = im.Sphere(0.5), im.Motion(at(-3), at(0))
    found = im.time_of_impact(ball, ball, motion)
    page = open_page(
        im.View().add(ball, name, motion).add(ball, name[::-1]).add(found).html(), size=(800, 900)
    )
    view = page.locator("#view").bounding_box()
    corner = page.locator("#corner").bounding_box()
    for entry in page.locator("#legend li span:last-child").all():
        box = entry.bounding_box()
        assert box["x"] + box["width"] <= view["x"] + view["width"]
        assert box["y"] + box["height"] <= corner["y"] or box["x"] + box["width"] <= corner["x"]


def test_ways_are_counted_and_not_their_pieces(shown):
    entry = shown.locator("#layers li", has_text="First contact, ways")
    assert entry.locator(".count").text_content() == "1"


def test_long_words_do_not_cover_their_contact(open_page, found):
    """In a narrow view they have no room on either side: then they stand above."""
    scene, targets = fallen(LONG)
    page = open_page(page_of(scene, targets, scene.impacts(targets)), size=(800, 900))
    settle(page)
    _, y = page.evaluate("(p) => impingeView.project(p)", found.point_a.tolist())
    words = page.locator("#labels span:visible")
    assert words.count() == 1
    box = words.bounding_box()
    assert box["width"] > 250
    assert box["y"] + box["height"] < y - 8
