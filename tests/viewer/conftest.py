"""Fixtures of this room."""

from viewer.browser import chromium, open_page

__all__ = ["chromium", "open_page"]
