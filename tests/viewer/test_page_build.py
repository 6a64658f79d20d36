"""The page that ships is the one that its sources make."""

import hashlib
import json
from pathlib import Path

import impinge.viewer

PAGE = Path(impinge.viewer.__file__).parent / "page"
BUILT = ("page.css", "page.html", "page.js")


def hash_of(names):
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(name.encode() + b"\0" + (PAGE / name).read_bytes() + b"\0")
    return digest.hexdigest()


def test_the_build_is_up_to_date():
    lines = (PAGE / "built/sources.sha256").read_text().splitlines()
    told = {what: digest for digest, what in (line.split() for line in lines)}
    sources = [f"source/{path.name}" for path in (PAGE / "source").iterdir()]
    sources += ["build.mjs", "package.json", "package-lock.json"]

    assert told["sources"] == hash_of(sources), "run `make page`"
    assert told["built"] == hash_of(f"built/{name}" for name in BUILT), "run `make page`"


def test_nothing_ends_the_element_it_is_put_into():
    program = (PAGE / "built/page.js").read_text().lower()
    style = (PAGE / "built/page.css").read_text().lower()

    assert not [word for word in ("</script", "<script", "<!--") if word in program]
    assert not [word for word in ("</style", "<!--", "@import", "url(") if word in style]


def test_nothing_in_the_page_is_styled_or_run_inline():
    """The policy of the page forbids it: such a thing would silently do nothing."""
    body = (PAGE / "built/page.html").read_text().lower()

    assert not [word for word in (" style=", "<script", " onclick", "javascript:") if word in body]


def test_it_stays_small():
    assert sum((PAGE / "built" / name).stat().st_size for name in BUILT) < 800_000


def test_the_licence_of_what_is_inside_comes_with_it():
    assert "three.js authors" in (PAGE / "built/LICENSE.three.txt").read_text()


def test_versions_are_locked_and_name_no_server():
    lock = json.loads((PAGE / "package-lock.json").read_text())

    assert all("resolved" not in package for package in lock["packages"].values())
    assert all("integrity" in package for name, package in lock["packages"].items() if name.strip())


def test_a_file_has_one_subject():
    sizes = {path.name: len(path.read_text().splitlines()) for path in (PAGE / "source").iterdir()}
    assert len(sizes) > 20
    assert not [name for name, lines in sizes.items() if name.endswith(".js") and lines > 320]
