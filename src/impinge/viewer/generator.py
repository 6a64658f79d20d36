"""Who has made a page."""

from __future__ import annotations

from importlib import metadata


def generator() -> str:
    """The library and its version, as a page tells it.

    Examples
    --------
    >>> generator().split()[0]
    'impinge'
    """
    try:
        return f"impinge {metadata.version('impinge')}"
    except metadata.PackageNotFoundError:
        return "impinge"
