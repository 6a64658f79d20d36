"""Fixtures of this room."""

from viewer.browser import keep_page, open_page, tabs

__all__ = ["keep_page", "open_page", "tabs"]
