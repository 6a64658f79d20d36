"""Pages in a real browser: Chromium without a window, with software GL and without a network.

Where there is no browser the tests skip and say so; with ``IMPINGE_BROWSER=required`` they fail.
"""

import importlib.util
import os
from contextlib import contextmanager

import pytest

from impinge.viewer.browser import FLAGS, NAMES, find_browser

PATIENCE = 120_000
"""Milliseconds: software GL on a busy machine is slow, and a test is not about that."""

WITHOUT_WEBGL = """
const own = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return String(kind).startsWith('webgl') ? null : own.call(this, kind, ...rest);
};
"""


def _missing():
    """Why there is no browser, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    if find_browser() is None:
        return f"no browser: none of {', '.join(NAMES)} is installed"
    return None


@pytest.fixture(scope="module")
def chromium():
    """A browser, for all tests of a file."""
    reason = _missing()
    if reason is not None:
        if os.environ.get("IMPINGE_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def _opening(chromium, folder):
    """A function that opens HTML and returns its page; what went wrong in it fails the test."""
    contexts, wrong = [], []

    def opened(html, hash_="", *, size=(900, 640), webgl=True, ready=True, theme="light"):
        file = folder / f"page{len(contexts)}.html"
        file.write_text(html, encoding="utf-8")
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, offline=True, color_scheme=theme
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None,
        )
        if not webgl:
            page.add_init_script(WITHOUT_WEBGL)
        page.goto(file.as_uri() + hash_)
        if ready:
            page.wait_for_selector("body[data-ready=yes]")
        return page

    yield opened
    for context in contexts:
        context.close()
    # Waiting for a picture to be done is what measuring it means.
    wrong = [text for text in wrong if "GPU stall due to ReadPixels" not in text]
    if wrong:
        pytest.fail("in the page: " + "; ".join(wrong))


@pytest.fixture
def open_page(chromium, tmp_path):
    """Opens a page for one test."""
    with _opening(chromium, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def keep_page(chromium, tmp_path_factory):
    """Opens a page for several tests, each of which leaves it as it was: loading takes a second."""
    with _opening(chromium, tmp_path_factory.mktemp("pages")) as opened:
        yield opened


def wait_until(page, script, arg=None):
    """Waits until a function in the page returns true. (The page's policy lets no text be run, and
    playwright's own way of waiting would do that.)"""
    for _ in range(PATIENCE // 50):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never true: {script}")


def rows_of(page, key):
    """Values of a column, in the order in which the rows stand."""
    column = page.locator("#table th").evaluate_all(
        "(cells, key) => cells.findIndex((cell) => cell.dataset.key === key)", key
    )
    return page.locator("#table tr[data-row]").evaluate_all(
        "(rows, column) => rows.map((row) => row.cells[column].dataset.value)", column
    )


def click_at(page, point):
    """Clicks where a point of the world is seen; a camera that is still moving is stopped first."""
    page.evaluate("() => impingeView.setCamera(impingeView.camera())")
    page.mouse.click(*page.evaluate("(point) => impingeView.project(point)", list(point)))
