"""Tracks of recordings on a page, in a real browser."""

import numpy as np
import pytest
from payload_reading import at
from viewer.browser import settle, wait_until
from viewer.recorded import (
    FRAMES,
    TIMES,
    carried,
    contacts,
    dust,
    every_track,
    jelly,
    sheet,
    strands,
)

import impinge as im
from impinge.geometry import grid_mesh

NEAR = 2e-3
"""1/4000 of the size of what is shown [m]."""


@pytest.fixture(scope="module")
def shown(keep_page):
    return keep_page(im.View("Run").recording(every_track()).html())


def go(page, frame):
    page.evaluate("(frame) => impingeView.setFrame(frame)", frame)


def vertices(page, name, pane=0):
    found = page.evaluate("([name, pane]) => impingeView.verticesOf(name, pane)", [name, pane])
    return np.reshape(found, (-1, 3))


def marks(page, name):
    return page.evaluate("(name) => impingeView.marksOf(name)", name)


def value(page, name):
    values = page.locator(f".lane[data-name='{name}'] .values b")
    return [float(x) for x in values.evaluate_all("(all) => all.map((b) => b.dataset.value)")]


@pytest.mark.parametrize("frame", [0, 5, FRAMES - 1])
def test_every_track_is_where_it_was_recorded(shown, frame):
    go(shown, frame)
    np.testing.assert_allclose(vertices(shown, "sheet"), sheet(frame), atol=NEAR)
    body = jelly(frame) + carried(frame)[:3, 3]
    np.testing.assert_allclose(vertices(shown, "jelly"), body, atol=NEAR)
    points = marks(shown, "speed")
    places = np.reshape([one["points"][0] for one in points], (-1, 3))
    np.testing.assert_allclose(places, dust(frame)[:, :3], atol=NEAR)
    np.testing.assert_allclose([one["value"] for one in points], dust(frame)[:, 3], atol=1e-4)
    for line, expected in zip(marks(shown, "hair"), strands(frame), strict=True):
        np.testing.assert_allclose(line["points"], expected, atol=NEAR)
    assert len(marks(shown, "Contact points")) == len(contacts(frame))
    assert value(shown, "energy") == [2.0 - TIMES[frame]]
    assert value(shown, "arm") == [np.sin(TIMES[frame]), np.cos(TIMES[frame])]


def test_what_deforms_is_picked_where_it_is(shown):
    shown.keyboard.press("h")
    for frame in (0, 9):
        go(shown, frame)
        settle(shown)
        middle = sheet(frame)[[14, 15, 20, 21]].mean(axis=0)
        place = shown.evaluate("(p) => impingeView.project(p)", middle.tolist())
        assert shown.evaluate("(xy) => impingeView.pickAt(...xy).name", place) == "sheet"
        tip = strands(frame)[1]
        place = shown.evaluate("(p) => impingeView.project(p)", tip[2:].mean(axis=0).tolist())
        assert shown.evaluate("(xy) => impingeView.pickAt(...xy).layer", place).startswith(
            "strands"
        )


def test_a_deformed_mesh_is_drawn_as_one_that_was_never_flat(open_page):
    """Pixels of the last frame are those of a mesh with these vertices: positions and normals."""
    last = FRAMES - 1
    run = im.Recording(
        TIMES, vertices={"sheet": [sheet(k) for k in range(FRAMES)]},
        things={"sheet": grid_mesh(2.0, 5)},
    )  # fmt: skip
    still = im.View().add(im.Mesh(sheet(last), grid_mesh(2.0, 5).faces), "sheet", colour="a")
    pictures = []
    for view in (im.View().recording(run), still):
        page = open_page(view.html(), size=(500, 400))
        go(page, last)
        page.evaluate(
            "impingeView.setCamera({towards: [1, -1, 1], target: [0, 0, 0], distance: 6})"
        )
        page.keyboard.press("g")
        page.evaluate("impingeView.renderInfo()")
        pixels = page.evaluate("""() => {
          const canvas = document.querySelector('#view canvas');
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [64, 48];
          const sheet = copy.getContext('2d');
          impingeView.renderInfo();
          sheet.drawImage(canvas, 0, 0, canvas.width, canvas.height, 0, 0, 64, 48);
          return [...sheet.getImageData(0, 0, 64, 48).data];
        }""")
        pictures.append(np.array(pixels, float))
    assert pictures[1].std() > 5.0
    assert np.abs(pictures[0] - pictures[1]).mean() < 2.0


def test_colours_of_points_have_a_scale(shown):
    said = shown.locator("#legend .values")
    assert said.count() == 1
    assert said.inner_text().split() == ["speed", "0", "3"]


def test_plots_follow_the_time_and_set_it(shown):
    go(shown, 3)
    lane = shown.locator(".lane[data-name=energy] canvas")
    box, rail = lane.bounding_box(), shown.locator("#time .rail").bounding_box()
    # A time in a plot is below its place on the slider.
    assert abs(box["x"] - rail["x"] - 8) < 1
    assert abs(box["width"] - rail["width"] + 16) < 1
    cursor = shown.locator("#plots .cursor").bounding_box()
    there = box["x"] + box["width"] * TIMES[3] / TIMES[-1]
    assert abs(cursor["x"] + 0.5 * cursor["width"] - there) < 1.5
    frame = shown.locator("#time")
    across = [box["x"] + share * box["width"] for share in (0.5, 0.9)]
    shown.mouse.move(across[0], box["y"] + 20)
    shown.mouse.down()
    assert frame.get_attribute("data-frame") in {"5", "6"}
    shown.mouse.move(across[1], box["y"] + 20)
    assert frame.get_attribute("data-frame") == "10"
    shown.mouse.up()
    shown.mouse.move(across[0], box["y"] + 20)
    assert frame.get_attribute("data-frame") == "10"
    drawn = lane.evaluate("""(canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((x) => x > 0);
    }""")
    assert drawn


def test_it_plays_to_the_end(open_page):
    page = open_page(im.View().recording(every_track()).html())
    page.locator("#time input[type=checkbox]").uncheck()
    page.locator("#time select").select_option("4")
    page.locator("#time button.play").click()
    wait_until(page, f"() => document.querySelector('#time').dataset.frame === '{FRAMES - 1}'")
    np.testing.assert_allclose(vertices(page, "sheet"), sheet(FRAMES - 1), atol=NEAR)


def test_tracks_are_told_without_webgl(open_page):
    page = open_page(im.View().recording(every_track()).html(), webgl=False)
    page.locator("#time input[type=range]").fill("4")
    assert value(page, "count") == [4.0]
    np.testing.assert_allclose(vertices(page, "sheet"), sheet(4), atol=NEAR)


def test_two_recordings_are_seen_side_by_side(open_page):
    """Of the second, half of the frames, and the sheet is elsewhere."""
    first = every_track()
    second = im.Recording(
        TIMES[::2], {"ball": [at(0.2 * k, 0, 1) for k in range(0, FRAMES, 2)]},
        vertices={"sheet": [sheet(k)[::-1] for k in range(0, FRAMES, 2)]},
        scalars={"energy": 1.0 - TIMES[::2]},
        things={"sheet": grid_mesh(2.0, 5), "ball": im.Sphere(0.3)},
    )  # fmt: skip
    page = open_page(im.View("Two").recording(first).beside(second, ("one", "other")).html())
    assert page.locator("#panes span").all_inner_texts() == ["one", "other"]
    for frame in (0, 7):
        go(page, frame)
        np.testing.assert_allclose(vertices(page, "sheet", 0), sheet(frame), atol=NEAR)
        own = 2 * (frame // 2)
        np.testing.assert_allclose(vertices(page, "sheet", 1), sheet(own)[::-1], atol=NEAR)
        assert value(page, "energy") == [2.0 - TIMES[frame], 1.0 - TIMES[own]]
    # One camera: a point is at the same place of both pictures.
    panes = [page.locator("#panes span").nth(k).bounding_box() for k in (0, 1)]
    for turn in (0.0, 0.4):
        page.evaluate("(by) => impingeView.turn(by, 0)", turn)
        spots = [
            page.evaluate("([p, k]) => impingeView.project(p, k)", [[0, 0, 1], k]) for k in (0, 1)
        ]
        apart = [spot[0] - pane["x"] for spot, pane in zip(spots, panes, strict=True)]
        assert abs(apart[0] - apart[1]) < 0.5
        assert abs(spots[0][1] - spots[1][1] + panes[1]["y"] - panes[0]["y"]) < 0.5
    # What is under the cursor is that of its own picture.
    place = page.evaluate("([p, k]) => impingeView.project(p, k)", [[0.2 * 6, 0, 1], 1])
    assert page.evaluate("(xy) => impingeView.pickAt(...xy)?.name", place) == "ball"
    place = page.evaluate("([p, k]) => impingeView.project(p, k)", [[0.2 * 6, 0, 1], 0])
    assert page.evaluate("(xy) => impingeView.pickAt(...xy)?.name", place) != "ball"
    names = page.locator("#tables [role=tab] span:first-child").all_inner_texts()
    assert {"Things · one", "Things · other"} <= set(names)
