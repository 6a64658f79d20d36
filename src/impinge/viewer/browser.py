"""Pictures of a page by a browser without a window."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from impinge.core.errors import ImpingeError
from impinge.formats.writing import write_file

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "msedge",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS = (
    "--headless=new", "--use-angle=swiftshader", "--use-gl=angle", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist", "--disable-quic", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--hide-scrollbars", "--force-device-scale-factor=1",
)  # fmt: skip
"""Software GL, which new versions have to be asked for; nothing that reaches for the network."""
SECONDS = 180.0
"""After which a browser is given up: a large scene in software takes some twenty."""
PATIENCE = 12_000
"""Milliseconds of the page's own time in which it draws; they pass as fast as it computes."""


def find_browser() -> str | None:
    """The path of a Chromium or one of its relatives, or None."""
    found = (shutil.which(name) for name in NAMES)
    places = (place for place in PLACES if Path(place).is_file())
    return next((path for path in (*found, *places) if path), None)


def take_picture(
    page: str, path: Path, *, size: tuple[int, int] = (1600, 1000), mode: str = "picture"
) -> None:
    """Write a PNG of a self-contained page as a browser draws it, of a size [pixels].

    ``mode`` is what follows the ``#`` of the address: ``"picture"`` is without panels; ``"dark"``,
    ``"frame=12"`` and others, joined by ``&``.
    """
    browser = find_browser()
    if browser is None:
        raise ImpingeError(f"browser: none of {', '.join(NAMES)} is installed")
    # Removed in any case, also where the browser still writes to its profile.
    with tempfile.TemporaryDirectory(prefix="impinge-", ignore_cleanup_errors=True) as folder:
        file, picture = Path(folder, "page.html"), Path(folder, "page.png")
        file.write_text(page, encoding="utf-8")
        command = [
            browser, *FLAGS, *_sandbox(), f"--user-data-dir={folder}/profile",
            f"--window-size={size[0]},{size[1]}", f"--screenshot={picture}",
            f"--virtual-time-budget={PATIENCE}", f"{file.as_uri()}#{mode}",
        ]  # fmt: skip
        said = _run(command)
        if not picture.is_file():
            lines = said.strip().splitlines()
            reason = lines[-1][:200] if lines else "it said nothing"
            raise ImpingeError(f"browser: {browser} made no picture ({reason})")
        write_file(path, picture.read_bytes())


def _sandbox() -> list[str]:
    """A browser refuses to be started by root with its sandbox on."""
    root = sys.platform.startswith("linux") and os.geteuid() == 0
    return ["--no-sandbox"] if root else []


def _run(command: list[str]) -> str:
    """What the browser says; all of its processes end with it."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, said = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise ImpingeError(f"browser: {command[0]} took more than {SECONDS:g} s") from error
    finally:
        if process.poll() is None:
            # The group is its own: nothing else is in it.
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return said.decode("utf-8", "replace")
