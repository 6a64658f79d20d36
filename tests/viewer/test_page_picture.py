"""The picture of a page, in a real browser."""

import io

import numpy as np
import pytest
from viewer.browser import click_at, rows_of, settle, wait_until

import impinge as im


def at(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


@pytest.fixture(scope="module")
def two():
    """A box and a ball, a metre and a half apart, far from the origin."""
    box, ball = im.Box((1.0, 1.0, 1.0)), im.Sphere(0.5)
    poses = at(100.0, 50.0), at(102.5, 50.0)
    view = im.View("Two").add(box, "crate", poses[0]).add(ball, "ball", poses[1])
    return view.add(im.distance(box, ball, *poses)).html()


@pytest.fixture(scope="module")
def shown(keep_page, two):
    """The page of the two, for tests that look at it and leave it as it was."""
    return keep_page(two)


@pytest.fixture(scope="module")
def scene():
    """Forty crates in a row; each of the first ten touches the next."""
    made = im.Scene()
    for k in range(40):
        made.add(f"crate {k:02d}", im.Box((1.0, 1.0, 1.0)), at(k * (0.9 if k <= 10 else 1.5)))
    return im.View("Crates").add(made).html()


def pixels(page):
    from PIL import Image

    settle(page)
    shot = page.locator("#view").screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)


def test_it_loads_without_a_network_and_draws(shown):
    page = shown

    assert page.evaluate("document.body.dataset.webgl") == "yes"
    assert (
        page.evaluate("document.querySelector('#view canvas').getContext('webgl2').isContextLost()")
        is False
    )
    assert page.evaluate("impingeView.renderInfo().triangles") > 100
    assert len(page.requests) == 1
    assert page.requests[0].startswith("file:")
    assert pixels(page).std(axis=(0, 1)).min() > 5.0


def test_blue_and_orange_are_where_the_things_are(shown):
    page = shown
    seen = pixels(page)
    corner = page.locator("#view").bounding_box()

    def colour(point):
        x, y = page.evaluate("(p) => impingeView.project(p)", point)
        return seen[int(y - corner["y"]), int(x - corner["x"])]

    crate, ball = colour([100.0, 50.0, 0.0]), colour([102.5, 50.0, 0.0])
    assert crate[2] > crate[0] + 40
    assert ball[0] > ball[2] + 40


def test_it_is_framed(shown):
    page = shown
    seen = pixels(page)
    background = np.median(seen.reshape(-1, 3), axis=0)
    inside = (np.abs(seen - background).sum(axis=2) > 60)[60:-110]
    across = np.flatnonzero(inside.any(axis=0))
    assert 0.55 < (across[-1] - across[0]) / seen.shape[1] < 0.95


def near_the_fifth(page):
    page.evaluate(
        "impingeView.setCamera({towards: [0.3, -1, 0.4], target: [4.5, 0, 0], distance: 6})"
    )


def test_picking_a_thing_shows_its_name_and_row_and_picking_nothing_unselects(open_page, scene):
    page = open_page(scene)
    near_the_fifth(page)
    click_at(page, (4.5, -0.5, 0.1))

    assert (
        page.evaluate("(p) => impingeView.pickAt(...impingeView.project(p)).name", [4.5, -0.5, 0.1])
        == "crate 05"
    )
    assert page.locator("#details .name").first.text_content() == "crate 05"
    chosen = page.locator("#table tr[aria-selected=true]")
    assert chosen.count() == 1
    assert "crate 05" in chosen.text_content()

    # Picking nothing unselects.
    click_at(page, (4.5, 0.0, -1.2))
    assert page.locator("#details").is_hidden()
    assert page.evaluate("impingeView.pickAt(1, 1)") is None


def test_a_row_of_the_table_moves_the_camera_there(open_page, scene):
    """It flies there, which takes a moment."""
    page = open_page(scene, still=False)
    overview = page.evaluate("impingeView.camera().distance")
    row = page.locator("#table tr[data-row]").nth(3)
    where = [float(x) for x in row.locator("td.vector").first.get_attribute("data-value").split()]
    row.locator("td.number").first.click()
    wait_until(
        page,
        "(w) => Math.hypot(...impingeView.camera().target.map((x, k) => x - w[k])) < 0.75",
        where,
    )
    # A contact is a speck of this scene: the camera came nearer by itself, and comes closer yet.
    wait_until(page, "(d) => impingeView.camera().distance < 0.5 * d", overview)
    before = page.evaluate("impingeView.camera().distance")
    page.keyboard.press("f")
    wait_until(page, "(d) => impingeView.camera().distance < 0.6 * d", before)
    page.keyboard.press("h")
    wait_until(page, "(d) => impingeView.camera().distance > 0.9 * d", before)


def test_hidden_layers_are_not_drawn_and_not_picked(open_page, two):
    page = open_page(two)
    boxes = page.locator("#layers input[type=checkbox]")
    crate = page.evaluate("impingeView.pickAt(...impingeView.project([100, 50, 0]))")
    assert crate["name"] == "crate"
    triangles = page.evaluate("impingeView.renderInfo().triangles")
    page.locator(f'#layers input[type=checkbox][data-layer="{crate["layer"]}"]').uncheck()

    assert page.evaluate("impingeView.renderInfo().triangles") < triangles
    assert page.evaluate("impingeView.pickAt(...impingeView.project([100, 50, 0]))") is None
    for k in range(boxes.count()):
        boxes.nth(k).uncheck()
    page.locator("#home").focus()
    page.keyboard.press("g")  # the grid below everything
    middle = pixels(page)[250:-110, 200:-150]
    assert middle.std(axis=(0, 1)).max() < 1.0


def test_dragging_turns_the_wheel_zooms_and_shift_moves(open_page, two):
    page = open_page(two)
    box = page.locator("#view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    start = page.evaluate("impingeView.camera()")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 10, steps=4)
    page.mouse.up()
    turned = page.evaluate("impingeView.camera()")
    assert not np.allclose(turned["towards"], start["towards"], atol=0.05)
    assert np.allclose(turned["target"], start["target"])
    page.mouse.wheel(0, -400)
    wait_until(page, "(d) => impingeView.camera().distance < d", 0.9 * start["distance"])
    near = page.evaluate("impingeView.camera()")
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    moved = page.evaluate("impingeView.camera()")
    assert np.allclose(moved["towards"], near["towards"])
    assert not np.allclose(moved["target"], near["target"], rtol=0.0, atol=1e-3)


def test_the_camera_can_be_set(shown):
    page = shown
    before = page.evaluate("impingeView.camera()")
    page.evaluate("impingeView.setCamera({towards: [0, -1, 0], target: [100, 50, 0], distance: 8})")
    left = page.evaluate("impingeView.project([99, 50, 0])")
    middle = page.evaluate("impingeView.project([100, 50, 0])")
    above = page.evaluate("impingeView.project([100, 50, 1])")
    page.evaluate("(camera) => impingeView.setCamera(camera)", before)

    assert left[0] < middle[0]
    assert left[1] == pytest.approx(middle[1], abs=1.0)
    assert above[1] < middle[1]
    assert above[0] == pytest.approx(middle[0], abs=1.0)


def test_labels_stand_beside_their_places(open_page):
    view = im.View("L").add(im.Sphere(1.0), "ball").label("top <b>", (0.0, 0.0, 1.0))
    page = open_page(view.html())
    label = page.locator("#labels span")
    assert label.text_content() == "top <b>"
    x, y = page.evaluate("impingeView.project([0, 0, 1])")
    box = label.bounding_box()
    assert box["x"] == pytest.approx(x + 10, abs=2)
    assert box["y"] + 0.5 * box["height"] == pytest.approx(y, abs=3)


def test_the_model_stands_aside_of_the_list_of_layers(open_page):
    view = im.View("Many layers")
    for k in range(12):
        view.add(im.Box((1, 1, 12)), f"box {k}", at(1.5 * k))
    page = open_page(view.html(), size=(1200, 800))
    card = page.locator("#layers").bounding_box()
    right, below = card["x"] + card["width"], card["y"] + card["height"]
    for x in (-0.5, 17.0):
        for y in (-0.5, 0.5):
            for z in (-6, 6):
                spot = page.evaluate("(p) => impingeView.project(p)", [x, y, z])
                assert spot[0] > right or spot[1] > below


def test_levels_of_a_tree(open_page):
    knot = im.torus_knot(60, 8)
    page = open_page(im.View("Tree").add(knot, "knot").volumes(knot, "obb").html())
    slider = page.locator("#layers input[type=range]").first
    counts = []
    for level in range(4):
        slider.fill(str(level))
        counts.append(slider.get_attribute("aria-valuetext"))
    assert counts[0].startswith("level 0 of ")
    assert "(1 volume)" in counts[0]
    assert "(8 volumes)" in counts[3]
    page.keyboard.press("Escape")
    page.locator("#layers summary").focus()
    page.keyboard.press("[")
    assert page.locator("#layers .level").first.text_content().startswith("level 2 of ")


def test_light_and_dark(open_page, two):
    page = open_page(two, theme="dark")
    assert page.evaluate("document.body.dataset.theme") == "dark"
    assert np.median(pixels(page)) < 60
    page.locator("#theme").click()
    assert page.evaluate("document.body.dataset.theme") == "light"
    assert np.median(pixels(page)) > 200
    assert open_page(two, "#dark").evaluate("document.body.dataset.theme") == "dark"


def test_the_picture_can_be_saved(shown):
    from PIL import Image

    page = shown
    with page.expect_download() as started:
        page.locator("button#picture").click()
    saved = started.value
    assert saved.suggested_filename == "Two.png"
    picture = np.asarray(Image.open(saved.path()).convert("RGB"))
    assert picture.std() > 10.0


def test_picture_mode_has_words_and_no_controls(open_page, two):
    page = open_page(two, "#picture&dark")
    assert page.locator("#title").is_visible()
    assert page.locator("#answer").is_visible()
    assert page.locator("#legend").is_visible()
    assert not any(button.is_visible() for button in page.locator("button").all())
    assert page.locator("#panel").is_hidden()
    box = page.locator("#view").bounding_box()
    assert (box["width"], box["height"]) == (900, 640)


def test_help_opens_by_a_key(shown):
    page = shown
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()


def test_it_fits_a_phone(open_page, scene):
    page = open_page(scene, size=(390, 844))
    view, panel = page.locator("#view").bounding_box(), page.locator("#panel").bounding_box()

    assert view["width"] == 390
    assert view["height"] > 250
    assert panel["y"] >= view["y"] + view["height"] - 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    for button in page.locator("#top button:visible, #tables button:visible").all():
        assert button.bounding_box()["height"] >= 40
    assert rows_of(page, "touches" if page.locator("th[data-key=touches]").count() else "a")


def test_far_and_tiny_things_are_drawn_as_others_are(open_page):
    far = at(4.0e6, -2.0e6, 100.0)
    page = open_page(im.View("Tiny").add(im.Box((1e-6, 1e-6, 1e-6)), "dust", far).html())
    found = page.evaluate("(p) => impingeView.pickAt(...impingeView.project(p))", list(far[:3, 3]))
    assert found["name"] == "dust"
    assert np.allclose(np.reshape(page.evaluate("impingeView.frameOf('dust')"), (4, 4)), far)
