"""Patches of a surface in a real browser."""

import io

import numpy as np
import pytest
from viewer.browser import settle

import impinge as im
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.viewer.colouring import REGION_COLOURS, colours_of_levels

SHEET = grid_mesh(1.0, 12)
TREE = RegionTree(SHEET)
LIFT = np.array([0.0, 0.0, 0.3])
MIDDLES = SHEET.vertices[SHEET.faces].mean(axis=1)


@pytest.fixture(scope="module")
def page(keep_page):
    frames = [SHEET.vertices, SHEET.vertices + LIFT]
    run = im.Recording([0.0, 1.0], vertices={"sheet": frames}, things={"sheet": SHEET})
    view = im.View("Regions").add(SHEET, "sheet", colour="neutral").recording(run)
    return keep_page(view.add(TREE).html())


def seen_colours(page, points):
    """The colours of the picture at points of the world."""
    from PIL import Image

    settle(page)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    places = [page.evaluate("(p) => impingeView.project(p)", p) for p in points.tolist()]
    return np.array([shot.getpixel((round(x), round(y))) for x, y in places], float)


def direction(colours):
    """Light and shade aside."""
    return colours / np.linalg.norm(colours, axis=1, keepdims=True)


def test_faces_have_the_colours_of_their_regions_at_each_level(page):
    levels = [TREE.regions(k) for k in range(TREE.levels)]
    chosen = colours_of_levels(levels, SHEET.adjacency)
    palette = np.array([[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in REGION_COLOURS], float)
    # Faces along a row, hidden by nothing; the layers' list covers some of the others.
    faces = np.flatnonzero((MIDDLES[:, 1] < 0.0) & (MIDDLES[:, 0] > 0.0))[::5]
    for level in (0, TREE.levels - 3, TREE.levels - 1):
        page.locator(f"#table tr[data-row='{level}']").click()
        assert f"level {level} of {TREE.levels - 1}" in page.locator(".levels").inner_text()
        seen = seen_colours(page, MIDDLES[faces])
        # Compared with all colours of the palette, each is nearest to its own.
        near = (direction(seen**2) @ direction(palette**2).T).argmax(axis=1)
        assert (near == chosen[level][levels[level][faces]]).mean() > 0.9


def test_patches_go_with_the_surface_and_can_be_hidden(page):
    page.locator(f"#table tr[data-row='{TREE.levels - 1}']").click()
    page.keyboard.press("Escape")
    face = MIDDLES[[40]]
    before = seen_colours(page, face)
    page.evaluate("impingeView.setFrame(1)")
    lifted = seen_colours(page, face + LIFT)
    np.testing.assert_allclose(direction(before), direction(lifted), atol=0.05)
    box = page.get_by_role("checkbox", name="Regions")
    box.uncheck()
    plain = seen_colours(page, face + LIFT)
    assert np.abs(direction(plain) - direction(lifted)).max() > 0.05
    box.check()
    page.evaluate("impingeView.setFrame(0)")
