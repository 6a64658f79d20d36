"""Arrays: just as many numbers as expected, however they are written."""

import base64
import lzma
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.markup import Element
from impinge.formats.vtu import Arrays

NUMBERS = np.arange(1000, dtype="<f8")
DATA = NUMBERS.tobytes()


def arrays(compressor=None, appended=None, is_raw=False, budget=10**6, header="<u4"):
    return Arrays(Path("part.vtu"), "<", np.dtype(header), compressor, appended, is_raw, budget)


def element(text="", kind="Float64", **attributes):
    return Element("DataArray", {"type": kind, "Name": "x", **attributes}, 7, [], [text])


def encoded(data):
    return base64.b64encode(data).decode()


def packed(blocks, sizes, compress=zlib.compress, header="I"):
    parts = [compress(block) for block in blocks]
    head = struct.pack(f"<{3 + len(parts)}{header}", len(parts), *sizes, *map(len, parts))
    return head, b"".join(parts)


def test_text_base64_in_one_or_two_pieces_and_raw():
    length = struct.pack("<I", len(DATA))
    source = arrays(appended=b"xx" + length + DATA, is_raw=True)
    found = [
        arrays().read(element(" ".join(map(str, range(1000)))), 1000),
        arrays().read(element(encoded(length + DATA), format="binary"), 1000),
        arrays().read(element(encoded(length) + encoded(DATA), format="binary"), 1000),
        source.read(element(format="appended", offset="2"), 1000),
    ]

    for numbers in found:
        np.testing.assert_array_equal(numbers, NUMBERS)


@pytest.mark.parametrize("name", ["ZLib", "LZMA"])
@pytest.mark.parametrize("header", ["I", "Q"])
def test_compressed_in_blocks(name, header):
    compress = zlib.compress if name == "ZLib" else lzma.compress
    head, data = packed([DATA[:5000], DATA[5000:]], (5000, 3000), compress, header)
    reader = arrays(f"vtk{name}DataCompressor", header={"I": "<u4", "Q": "<u8"}[header])

    found = reader.read(element(encoded(head) + encoded(data), format="binary"), 1000)

    np.testing.assert_array_equal(found, NUMBERS)


@pytest.mark.parametrize(
    ("sizes", "blocks", "message"),
    [
        ((8000, 8000), [bytes(10**6)], "does not have the 8000 bytes"),
        ((8000, 8000), [bytes(100)], "does not have the 8000 bytes"),
        ((10**9, 10**9), [DATA], "1000000000 bytes announced, expected 8000"),
        ((4000, 4000), [DATA[:4000], bytes(4001)], "does not have the 4000 bytes"),
        ((0, 0), [b""], "0 bytes announced"),
    ],
)
@pytest.mark.parametrize("compress", [zlib.compress, lzma.compress])
def test_blocks_that_grow_are_stopped(sizes, blocks, message, compress):
    head, data = packed(blocks, sizes, compress)
    name = "vtkZLibDataCompressor" if compress is zlib.compress else "vtkLZMADataCompressor"

    with pytest.raises(FileError, match=rf"part\.vtu: line 7: x: .*{message}"):
        arrays(name).read(element(encoded(head) + encoded(data), format="binary"), 1000)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (element("1 2 3"), "1000 numbers announced, the text is too short"),
        (element("1 " * 1001), "there are more"),
        (element("x " * 1000), "line 7: expected an array"),
        (element(kind="String"), "type 'String' is not supported"),
        (element(format="rot13"), "format 'rot13' is not supported"),
        (element(format="appended", offset="0"), "no appended data"),
        (element(encoded(struct.pack("<I", 10**9)), format="binary"), "1000000000 bytes announced"),
        (element(encoded(struct.pack("<I", 8000) + DATA[:90]), format="binary"), "it ends early"),
        (element("????", format="binary"), "broken|ends early"),
        (element("", format="binary"), "ends early"),
    ],
)
def test_other_lies(item, message):
    with pytest.raises(FileError, match=rf"part\.vtu: .*({message})"):
        arrays().read(item, 1000)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ((2**32 - 1, 1, 1), "blocks of data, too many"),
        ((999_999, 1, 1), "ends early"),
        ((1, 8000, 8000, 2**32 - 1), "ends early"),
    ],
)
def test_heads_of_blocks_that_lie(head, message):
    text = encoded(struct.pack(f"<{len(head)}I", *head))

    with pytest.raises(FileError, match=rf"part\.vtu: .*{message}"):
        arrays("vtkZLibDataCompressor").read(element(text, format="binary"), 1000)


def test_appended_data_that_is_not_there():
    for offset in ("99999999", "-1", "x", ""):
        with pytest.raises(FileError, match=r"no appended data|ends early"):
            arrays(appended=b"abcd").read(element(format="appended", offset=offset), 1000)


def test_all_arrays_share_one_budget():
    reader = arrays(budget=12_000)
    text = element(" ".join(["0"] * 1000))
    reader.read(text, 1000)

    with pytest.raises(FileError, match="8000 bytes announced, too many for the size of the file"):
        reader.read(text, 1000)


def test_what_is_compressed_counts_as_what_becomes_of_it():
    head, blocks = packed([bytes(1000)], [1000, 1000])
    item = element(encoded(head) + encoded(blocks), kind="UInt8", format="binary")
    name = "vtkZLibDataCompressor"

    assert len(arrays(name, budget=8000).read(item, 1000)) == 1000
    with pytest.raises(FileError, match="too many for the size of the file"):
        arrays(name, budget=7999).read(item, 1000)


def test_whole_numbers_are_whole():
    with pytest.raises(FileError, match="expected whole numbers"):
        arrays().read_whole(element("1.5"), 1)
    assert arrays().read_whole(element("1 2", kind="UInt8"), 2).tolist() == [1, 2]
