"""One HTML file with everything in it."""

import base64
import hashlib
import json
import re

import pytest

from impinge.core.errors import ImpingeError
from impinge.viewer import page_file
from impinge.viewer.page_file import page_html


@pytest.fixture
def built(monkeypatch):
    """A page of three lines instead of the one that was built."""
    files = {"page.css": "p { margin: 0 }", "page.js": "run('{data}');", "page.html": "<p>here</p>"}
    monkeypatch.setattr(page_file, "built", files.__getitem__)
    return files


def test_all_of_it_is_there(built):
    page = page_html({"title": "a < b", "x": [1, 2]})
    assert page.startswith("<!doctype html>")
    assert "<title>a &lt; b</title>" in page
    assert "<p>here</p>" in page
    assert f"<script>{built['page.js']}</script>" in page
    (data,) = re.findall(r'<script type="application/json" id="impinge-data">(.*)</script>', page)
    assert json.loads(data) == {"title": "a < b", "x": [1, 2]}


def test_nothing_else_can_run_or_be_loaded(built):
    page = page_html({"title": "t"})
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    for kind, name in (("style", "page.css"), ("script", "page.js")):
        digest = hashlib.sha256(built[name].encode()).digest()
        expected = base64.b64encode(digest).decode()
        assert f"{kind}-src 'sha256-{expected}'" in policy
    # Before anything that could run or be loaded.
    assert page.index("Content-Security-Policy") < page.index("<style>") < page.index("<script")


@pytest.mark.parametrize("name", ["</title><script>alert(1)</script>", "{style}", "\udc80", "'\""])
def test_names_do_nothing(built, name):
    page = page_html({"title": name, "generator": name, "names": [name]})
    page.encode("utf-8")
    assert page.count("<script") == 2
    assert page.count("<style>") == 1
    assert "alert(1)</script>" not in page


def test_the_built_page_is_there_and_does_not_end_its_own_element():
    program = page_file.built("page.js")
    assert "</script" not in program.lower()
    assert "<!--" not in program
    assert "</style" not in page_file.built("page.css").lower()
    assert "<script" not in page_file.built("page.html").lower()
    for name in ("page.js", "page.css", "page.html"):
        assert "eval(" not in page_file.built(name)


def test_a_page_that_was_never_built_says_so():
    with pytest.raises(ImpingeError, match="make page"):
        page_file.built("other.js")
