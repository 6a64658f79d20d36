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


# With compositing in software, too, a page loads in two thirds of the time; the canvas is the same.
FASTER = ("--disable-gpu-compositing",)


class Tabs:
    """Tabs of one browser, used again and again: a new one costs as much as loading a page."""

    def __init__(self, browser):
        self.browser = browser
        self.free = {True: [], False: []}

    def take(self, webgl):
        """A tab that nobody uses; its `wrong` and `requests` list what happens from now on."""
        tab = self.free[webgl].pop() if self.free[webgl] else self.new(webgl)
        tab.wrong, tab.requests = [], []
        return tab

    def new(self, webgl):
        context = self.browser.new_context(offline=True)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.webgl = webgl
        tab.on("request", lambda request: tab.requests.append(request.url))
        tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
        tab.on(
            "console",
            lambda said: tab.wrong.append(said.text) if said.type in {"error", "warning"} else None,
        )
        if not webgl:
            tab.add_init_script(WITHOUT_WEBGL)
        return tab

    def give_back(self, tab):
        """Ends its page; the pointer leaves as well."""
        tab.goto("about:blank")
        tab.mouse.move(0, 0)
        self.free[tab.webgl].append(tab)


@pytest.fixture(scope="session")
def tabs():
    """A browser, for all tests of a process."""
    reason = _missing()
    if reason is not None:
        if os.environ.get("IMPINGE_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_browser(), args=[*FLAGS, *FASTER])
        yield Tabs(browser)
        browser.close()


@contextmanager
def _opening(tabs, folder):
    """A function that opens HTML and returns its page; what went wrong in it fails the test.

    The camera is at its goal at once, as for a reader who wants no motion, unless `still` is False.
    """
    used, wrong = [], []

    def opened(
        html, hash_="", *, size=(900, 640), webgl=True, ready=True, theme="light", still=True
    ):
        file = folder / f"page{len(used)}.html"
        file.write_text(html, encoding="utf-8")
        page = tabs.take(webgl)
        used.append(page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        motion = "reduce" if still else "no-preference"
        page.emulate_media(color_scheme=theme, reduced_motion=motion)
        page.goto(file.as_uri() + hash_)
        if ready:
            page.wait_for_selector("body[data-ready=yes]")
        return page

    yield opened
    for page in used:
        tabs.give_back(page)
        wrong += page.wrong
    # Waiting for a picture to be done is what measuring it means.
    wrong = [text for text in wrong if "GPU stall due to ReadPixels" not in text]
    if wrong:
        pytest.fail("in the page: " + "; ".join(wrong))


@pytest.fixture
def open_page(tabs, tmp_path):
    """Opens a page for one test."""
    with _opening(tabs, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def keep_page(tabs, tmp_path_factory):
    """Opens a page for several tests, each of which leaves it as it was: loading takes a second."""
    with _opening(tabs, tmp_path_factory.mktemp("pages")) as opened:
        yield opened


def wait_until(page, script, arg=None):
    """Waits until a function in the page returns true. (The page's policy lets no text be run, and
    playwright's own way of waiting would do that.)"""
    for _ in range(PATIENCE // 50):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never true: {script}")


def settle(page):
    """Waits until what changed is drawn in full: after a change a quick picture may come first."""
    # Drawing was asked for before: it comes first in the next frame.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    wait_until(page, "() => document.body.dataset.detail === 'full'")


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
