"""Units, depths and what opens first, on a page in a real browser."""

import numpy as np
import pytest
from payload_reading import at
from viewer.browser import rows_of

import impinge as im
from impinge.viewer.colouring import STEPS


@pytest.fixture(scope="module")
def apart(keep_page):
    """Two boxes 25.4 mm apart; the page opens in millimetres."""
    box = im.Box((0.1, 0.1, 0.1))
    pose = at(0.1254, 0.01)
    view = im.View("Two").add(box, "a").add(box, "b", pose).add(im.distance(box, box, None, pose))
    return keep_page(view.units("mm").html())


def test_lengths_have_the_unit_of_the_page_and_a_switch(apart):
    page, unit = apart, apart.locator("#unit")
    assert page.locator("#answer").text_content() == "a and b: 25.4 mm apart"
    assert page.locator("#labels span").first.text_content() == "25.4 mm"
    for name, value, words in (
        ("in", 1.0, "1 in"), ("m", 0.0254, "0.0254 m"), ("um", 25400.0, "25400 µm"),
        ("mm", 25.4, "25.4 mm"),
    ):  # fmt: skip
        unit.select_option(name)
        assert float(rows_of(page, "distance")[0]) == pytest.approx(value, rel=1e-12)
        points = np.array(rows_of(page, "point_b")[0].split(), float)
        assert points[0] == pytest.approx(0.0754 * value / 0.0254)
        # Directions and numbers of features have no unit.
        assert np.linalg.norm(np.array(rows_of(page, "normal")[0].split(), float)) == 1.0
        assert page.locator("#answer").text_content() == f"a and b: {words} apart"
        assert page.locator("#labels span").first.text_content() == words
        assert page.locator("#table th[data-key=distance] .unit").text_content() == words.split()[1]
    assert page.locator("#scale .length").text_content().endswith(" mm")


def test_the_card_has_the_unit_too_and_a_key_changes_it(apart):
    page = apart
    page.locator("#tables [data-table=things]").click()
    page.locator("#table tr[data-row='1'] button.name").click()
    cell = page.locator("#details [data-key=position]")
    assert [float(x) for x in cell.get_attribute("data-value").split()] == [125.4, 10.0, 0.0]
    page.keyboard.press("u")
    assert page.locator("#unit").input_value() == "um"
    assert float(cell.get_attribute("data-value").split()[0]) == 125400.0
    page.locator("#unit").select_option("mm")
    page.keyboard.press("Escape")


def test_separations_below_rounding_read_zero(open_page):
    pose = at(0, 0, 1 - 1e-9)
    box, plate = im.Box((1, 1, 1)), im.Box((2, 2, 1))
    view = im.View().add(box, "a", pose).add(plate, "b").add(im.collide(box, plate, pose))
    page = open_page(view.html())
    column = page.locator("#table tr[data-row] td").nth(0)
    assert column.text_content() == "0"
    assert float(column.get_attribute("data-value")) != 0.0


def test_a_touching_pair_opens_on_its_contacts(open_page):
    box, pose = im.Box((1, 1, 1)), at(0.9)
    view = im.View().add(box, "a").add(box, "b", pose)
    view.add(im.distance(box, box, None, pose)).add(im.collide(box, box, None, pose))
    page = open_page(view.html())
    assert page.locator("#tables [aria-selected=true]").get_attribute("data-table") == "contacts"
    # The headline names both: no title repeats that.
    assert page.locator("#answer").text_content() == "a and b: 0.1 m deep (local), 4 contact points"
    assert not page.locator("#title").is_visible()
    scale = page.locator("#legend .values")
    assert scale.text_content() == "local depth00.1 m"
    colours = scale.locator(".scale").evaluate("(one) => one.style.backgroundImage")
    assert colours.count("rgb(") == len(STEPS)


@pytest.mark.parametrize("size", [(1440, 900), (900, 640)])
def test_the_scene_fills_the_view(open_page, size):
    scene = im.Scene.from_dict({f"{k}": (im.Box((1, 1, 1)), at(k % 3, k // 3)) for k in range(9)})
    page = open_page(im.View().add(scene).html(), size=size)
    corners = [[x, y, z] for x in (-0.5, 2.5) for y in (-0.5, 2.5) for z in (-0.5, 0.5)]
    spots = np.array([
        page.evaluate("(point) => impingeView.project(point)", corner) for corner in corners
    ])  # fmt: skip
    view = page.locator("#view").bounding_box()
    shares = np.ptp(spots, axis=0) / [view["width"], view["height"]]
    assert shares.max() > 0.75
    assert (spots.min(axis=0) >= [view["x"], view["y"]]).all()
    assert (spots.max(axis=0) <= [view["x"] + view["width"], view["y"] + view["height"]]).all()
