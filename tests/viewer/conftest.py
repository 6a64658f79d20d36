"""Fixtures of this room."""

from viewer.browser import chromium, keep_page, open_page

__all__ = ["chromium", "keep_page", "open_page"]
