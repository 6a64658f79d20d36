"""Names are text: whatever stands in them, a browser does nothing with it but show it."""

import html

import pytest

import impinge as im

NAMES = (
    "<script>window.owned = 1</script>",
    "</script><script>window.owned = 1</script>",
    "<!--<script>",
    '"><img src=x onerror="window.owned = 1">',
    "</style><svg onload=window.owned=1>",
    "{data} ${window.owned = 1} \\u003c",
    "\u2028 \u2029 \u202e",
    "long " * 200,
)


@pytest.fixture(scope="module")
def page_text():
    scene = im.Scene()
    for k, name in enumerate(NAMES):
        pose = [[1.0, 0.0, 0.0, 0.9 * k], [0, 1.0, 0, 0], [0, 0, 1.0, 0], [0, 0, 0, 1.0]]
        scene.add(name, im.Box((1.0, 1.0, 1.0)), pose)
    return im.View(NAMES[1] + " & <b>bold</b>").add(scene).note(NAMES[3]).html()


def harmless(page):
    made = page.evaluate("document.querySelectorAll('body img, body b, script').length")
    return made == 2 and page.evaluate("window.owned === undefined")


def test_they_do_nothing(open_page, page_text):
    page = open_page(page_text)

    assert harmless(page)
    assert page.locator("#title").text_content() == NAMES[1] + " & <b>bold</b>"
    page.locator("#tables [role=tab]").nth(-1).click()
    told = set(
        page.locator("#table button.name").evaluate_all(
            "(all) => all.map((one) => one.textContent)"
        )
    )
    assert told >= set(NAMES)
    for k in range(len(NAMES)):
        page.evaluate(
            "([id, k]) => impingeView.select(id, k)",
            [
                page.locator("#tables [role=tab]").nth(-1).get_attribute("data-table"),
                k,
            ],
        )
        assert page.locator("#details .name").first.text_content() in NAMES
    page.locator("#search").fill(NAMES[0])
    assert page.locator("#table").get_attribute("data-total") == "2"
    assert harmless(page)


def test_long_ones_are_cut_and_told_in_full(open_page, page_text):
    page = open_page(page_text)
    page.locator("#tables [role=tab]").nth(-1).click()
    page.locator("#search").fill("long long")
    cell = page.locator("#table button.name").first

    assert cell.bounding_box()["width"] < 420
    assert cell.get_attribute("title") == NAMES[-1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 900


def test_it_runs_in_a_frame_that_may_only_run_scripts(open_page, page_text):
    """As a notebook shows it."""
    inside = html.escape(page_text)
    outer = f'<iframe sandbox="allow-scripts" width="800" height="500" srcdoc="{inside}"></iframe>'
    page = open_page(outer, ready=False)
    inner = page.frame_locator("iframe")
    inner.locator("body[data-ready=yes]").wait_for()
    assert inner.locator("#title").text_content().startswith("</script>")
    assert inner.locator("#view canvas").count() == 1
