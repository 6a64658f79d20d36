"""XML without what can grow."""

from pathlib import Path

import pytest

from impinge.core.errors import FileError
from impinge.formats.markup import MOST_ATTRIBUTES, MOST_DEPTH, MOST_ELEMENTS, read_markup

PATH = Path("part.vtu")


def test_a_tree_with_lines():
    root = read_markup(b'<a x="1">\n<b>t1</b>t2<c/>\n<b/>t3</a>', PATH)

    assert (root.tag, root.attributes, root.line) == ("a", {"x": "1"}, 1)
    assert [child.line for child in root.find("b")] == [2, 3]
    assert root.text == "\nt2\nt3"
    assert root.find("b")[0].text == "t1"


LAUGHS = (
    b'<!DOCTYPE lolz [<!ENTITY lol "lol">'
    + b"".join(
        b'<!ENTITY lol%d "%s">' % (k, b"&lol%d;" % (k - 1) * 10 if k > 1 else b"&lol;" * 10)
        for k in range(1, 12)
    )
    + b"]>\n<a>&lol11;</a>"
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (LAUGHS, "line 1: a document type"),
        (
            b'<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
            "line 2: a document",
        ),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "http://localhost/">]><a>&x;</a>', "a document type"),
        ("<!DOCTYPE a><a/>".encode("utf-16"), "a document type"),
        (b"<a>&x;</a>", "no well-formed XML"),
        (b"<a>" * (MOST_DEPTH + 2), f"more than {MOST_DEPTH} deep"),
        (b"<a>" + b"<b/>" * (MOST_ELEMENTS + 1), f"more than {MOST_ELEMENTS} elements"),
        (
            b"<a " + b" ".join(b'x%d=""' % k for k in range(MOST_ATTRIBUTES + 1)) + b"/>",
            "attributes",
        ),
        (b"<a>", "no well-formed XML"),
        (b"", "no well-formed XML"),
        (b"<a/><b/>", "no well-formed XML"),
        (b'<?xml version="1.0" encoding="ebcdic"?><a/>', "no well-formed XML"),
        (b"\x1f\x8b\x08" + bytes(100), "no well-formed XML"),
    ],
)
def test_what_could_grow_or_is_broken_is_refused(data, message):
    with pytest.raises(FileError, match=rf"part\.vtu: .*{message}"):
        read_markup(data, PATH)
