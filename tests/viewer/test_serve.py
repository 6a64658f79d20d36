"""A page served to this machine only."""

import socket
import struct
import urllib.error
import urllib.request

import pytest

from impinge.core.errors import ImpingeError
from impinge.viewer.serve import PageServer

PAGE = "<p>here, für alle"


def ask(server, path, host=None, method="GET", extra=b""):
    """A request, byte by byte as others would send it: status and body."""
    host = f"127.0.0.1:{server.port}" if host is None else host
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        lines = f"{method} {path} HTTP/1.0\r\nHost: {host}\r\n".encode("latin-1") + extra + b"\r\n"
        link.sendall(lines)
        data = b""
        while part := link.recv(65536):
            data += part
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), head, body


@pytest.fixture
def server():
    with PageServer(PAGE) as running:
        yield running


def test_the_page_is_at_its_address(server):
    with urllib.request.urlopen(server.address) as answer:
        assert answer.read().decode() == PAGE
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert server.address.startswith("http://127.0.0.1:")
    assert len(server.token) >= 32


def test_without_the_token_there_is_nothing(server):
    token = server.token
    paths = ["/", "/index.html", "/../etc/passwd", "*", "/\xe9/", f"/{token}", f"/{token}x/"]
    for path in [*paths, f"/{token}/..", f"/{token}/?x", f"/{token.lower()}/"]:
        status, _, body = ask(server, path)
        assert status == 404, path
        assert PAGE.encode() not in body
        assert token.encode() not in body


def test_other_hosts_are_refused(server):
    """What a page of another site sends whose name was made to mean 127.0.0.1."""
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1", "",
                 f"127.0.0.1:{server.port}.evil.example"):  # fmt: skip
        assert ask(server, f"/{server.token}/", host)[0] == 403, host
    twice = b"Host: evil.example\r\n"
    assert ask(server, f"/{server.token}/", extra=twice)[0] == 403
    assert ask(server, f"/{server.token}/", f"localhost:{server.port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_only_asking_is_allowed(server, method):
    status, _, body = ask(server, f"/{server.token}/", method=method)
    assert status == 501
    assert PAGE.encode() not in body


def test_it_listens_on_loopback_only(server):
    assert server._server.server_address[0] == "127.0.0.1"


def test_tokens_and_ports_differ():
    with PageServer(PAGE) as first, PageServer(PAGE) as second:
        assert first.token != second.token
        assert first.port != second.port
        assert ask(first, f"/{second.token}/")[0] == 404
        with pytest.raises(ImpingeError, match=f"port: {first.port}"):
            PageServer(PAGE, first.port)


def test_it_ends():
    server = PageServer(PAGE)
    server.close()
    server.wait()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(server.address)


@pytest.mark.parametrize("port", [-1, 65536, True, "80", 1.5])
def test_other_ports_are_refused(port):
    with pytest.raises(ImpingeError, match="port"):
        PageServer(PAGE, port)


def test_a_browser_that_goes_away_leaves_no_trace(capfd):
    with PageServer("x" * 10_000_000) as server:
        path = server.address.partition(str(server.port))[2]
        for _ in range(5):
            link = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            link.sendall(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            link.recv(100)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            link.close()
        assert ask(server, path)[0] == 200
    assert capfd.readouterr().err == ""
