"""The style sheet of the page: text can be read in both themes."""

import re

import pytest

from impinge.viewer.page_file import built

TEXTS = "ink", "quiet", "faint", "accent"
GROUNDS = "paper", "sheet", "raised", "hover", "chosen"
AA = 4.5
"""Least contrast of text, by the guidelines for accessible content (WCAG 2, level AA)."""


def themes():
    """Colours by name, of light and of dark."""
    style = built("page.css")
    light, dark = re.findall(r"body(?:\[data-theme=[\"']?dark[\"']?\])?\{(--paper:[^}]*)\}", style)[
        :2
    ]
    return [dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{3,6})", block)) for block in (light, dark)]


def brightness(code):
    digits = code[1:] if len(code) == 7 else "".join(2 * c for c in code[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one, other):
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_stands_out_from_what_it_is_on(text, ground):
    for theme in themes():
        assert contrast(theme[text], theme[ground]) >= AA


def test_buttons_are_readable():
    for theme in themes():
        assert contrast(theme["on-accent"], theme["accent"]) >= AA
        assert contrast(theme["on-moment"], theme["moment"]) >= AA
