"""One HTML file with everything in it: the page, its style, its program, its data.

Nothing else can run in it or be loaded by it: the policy that the browser is given names the hashes
of the one style and the one program that were built, and allows no address at all.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from impinge.core.errors import ImpingeError
from impinge.viewer.payload import as_json

FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{generator}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="application/json" id="impinge-data">{data}</script>
<script>{program}</script>
</body>
</html>
"""


def page_html(payload: Mapping[str, Any]) -> str:
    """The whole page that shows a payload, JSON-ready, as one self-contained HTML text."""
    style, program = built("page.css"), built("page.js")
    # `format` fills each place once: what stands in the data is never taken for a place.
    return FRAME.format(
        policy=policy(style, program),
        generator=_text(payload.get("generator") or "impinge"),
        title=_text(payload.get("title") or "impinge"),
        style=style,
        body=built("page.html"),
        data=as_json(payload),
        program=program,
    )


def policy(style: str, program: str) -> str:
    """What the browser may run and load: this style, this program, pictures made by the page."""
    return (
        "default-src 'none'; img-src data: blob:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(program)}'"
    )


@cache
def built(name: str) -> str:
    """A file of the page, as it was built; an error says how to build one that is not there."""
    file = resources.files("impinge.viewer").joinpath("page", "built", name)
    try:
        return file.read_text(encoding="utf-8").replace("\r\n", "\n")
    except FileNotFoundError as error:
        raise ImpingeError(
            f"viewer/page/built/{name}: is missing; `make page` builds it, and a wheel contains it"
        ) from error


def _text(value: Any) -> str:
    """As text of an element or value of an attribute; what has no UTF-8 becomes a question mark."""
    return html.escape(str(value).encode("utf-8", "replace").decode("utf-8"))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
