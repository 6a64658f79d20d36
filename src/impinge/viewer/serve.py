"""A page served to this machine only, at an address that nobody else can guess.

It listens on loopback, so that no other machine can reach it. Other users and other pages of the
browser could: so the address holds a random token, and a request must name this machine as its
host; a foreign page that gets its own name to mean 127.0.0.1 is refused.
"""

from __future__ import annotations

import secrets
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from impinge.core.errors import ImpingeError

LOOPBACK = "127.0.0.1"
SECONDS = 20.0
"""After which a request that says nothing is given up."""
POLL = 0.05
"""How often the server looks whether it is closed, in seconds."""
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class PageServer:
    """One page, HTML, on a port of this machine, from its making until :meth:`close`.

    Port 0 is any that is free; ``address`` is that of the page, with its token.

    Examples
    --------
    >>> from urllib.request import urlopen
    >>> with PageServer("<p>here") as server:
    ...     print(urlopen(server.address).read())
    b'<p>here'
    """

    def __init__(self, page: str, port: int = 0) -> None:
        if isinstance(port, bool) or not hasattr(port, "__index__") or not 0 <= port <= 65535:
            raise ImpingeError(f"port: expected a number from 0 to 65535, got {port!r}")
        self.token = secrets.token_urlsafe(24)
        handler = _handler(page.encode("utf-8"), self.token)
        try:
            self._server = _Server((LOOPBACK, port), handler)
        except OSError as error:
            raise ImpingeError(f"port: {port}: {error.strerror or error}") from error
        self.port = int(self._server.server_address[1])
        self.address = f"http://{LOOPBACK}:{self.port}/{self.token}/"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL,), daemon=True
        )
        self._thread.start()

    def wait(self) -> None:
        """Until it is closed, or Ctrl-C is pressed."""
        while self._thread.is_alive():
            # A wait without end would not let Ctrl-C through on every system.
            self._thread.join(0.5)

    def close(self) -> None:
        """End it; what was loaded stays in the browser."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing of a browser that went away, as by loading again: the terminal is the user's."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def _handler(page: bytes, token: str) -> type[BaseHTTPRequestHandler]:
    place = f"/{token}/".encode("ascii")

    class Handler(BaseHTTPRequestHandler):
        timeout = SECONDS
        server_version = "impinge"
        sys_version = ""

        def do_GET(self) -> None:
            port = self.connection.getsockname()[1]
            known = {f"{LOOPBACK}:{port}", f"localhost:{port}"}
            hosts = self.headers.get_all("Host") or []
            if len(hosts) != 1 or hosts[0] not in known:
                self.send_error(HTTPStatus.FORBIDDEN)
                return
            # Compared in constant time: how long it takes tells nothing about the token.
            asked = self.path.encode("utf-8", "replace")
            if not secrets.compare_digest(asked, place):
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            self.send_response(HTTPStatus.OK)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (theirs)
            """Nothing: the terminal is the user's."""

    return Handler
