"""Files that grow frame by frame: whole up to the last frame, whatever happens to the writer."""

import errno
import os

import numpy as np
import pytest
from formats.samples import frame_chunk

from impinge.core.errors import FileError, ImpingeError
from impinge.formats import frame_file
from impinge.formats.frame_file import MAGIC, PREFIX, START, FrameFile, FrameWriter


def arrays(k):
    rng = np.random.default_rng(k)
    return {
        "a": rng.normal(size=(k, 3)), "b": np.arange(k, dtype=np.int64), "c": np.empty((0, 4)),
        "d": rng.normal(size=(2, 4))[:, ::2].T, "e": np.float64(k) * np.ones(()),
    }  # fmt: skip


def write(path, frames=3, *, resume=False, start=0):
    writer = FrameWriter(path, resume=resume)
    if writer.existing is None:
        writer.append({"what": "header"}, arrays(2))
    for k in range(start, frames):
        writer.append({"k": k}, arrays(k))
    writer.close()
    return path


def check(path, frames):
    file = FrameFile(path)
    assert len(file) == frames
    assert file.head(-1)[0] == {"what": "header"}
    assert [file.head(k)[0]["k"] for k in range(frames)] == list(range(frames))
    for k in range(-1, frames):
        for name, values in arrays(2 if k < 0 else k).items():
            np.testing.assert_array_equal(file.array(k, name), values, strict=True)
        assert file.array(k, "nothing") is None


def test_what_is_appended_comes_back_bit_by_bit(tmp_path):
    check(write(tmp_path / "a.bin"), 3)
    check(write(tmp_path / "a.bin", 5, resume=True, start=3), 5)
    check(write(tmp_path / "a.bin", 1), 1)


def test_each_frame_can_be_read_before_the_next(tmp_path):
    writer = FrameWriter(tmp_path / "a.bin", resume=False)
    writer.append({"what": "header"}, arrays(2))
    check(tmp_path / "a.bin", 0)
    for k in range(4):
        writer.append({"k": k}, arrays(k))
        check(tmp_path / "a.bin", k + 1)
    writer.close()
    writer.close()


def test_a_file_cut_at_any_byte_goes_on_as_if_it_was_not(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: None)
    whole = write(tmp_path / "whole.bin", 2).read_bytes()
    ends = [len(write(tmp_path / "some.bin", k).read_bytes()) for k in range(3)]
    path = tmp_path / "a.bin"
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        frames = sum(end <= cut for end in ends) - 1
        assert FrameFile(path).has_header == (frames >= 0)
        if cut in ends or cut > ends[1]:
            check(path, frames)
        write(path, 2, resume=True, start=max(frames, 0))
        assert path.read_bytes() == whole


def test_every_changed_byte_is_noticed(tmp_path):
    path = write(tmp_path / "a.bin", 2)
    whole = path.read_bytes()
    for i in range(len(whole)):
        broken = bytearray(whole)
        broken[i] ^= 1 << i % 8
        path.write_bytes(broken)
        with pytest.raises(FileError, match=r"a\.bin: "):
            check(path, 2)


def test_errors_name_the_frame(tmp_path):
    path = write(tmp_path / "a.bin")
    whole = path.read_bytes()
    start = len(write(tmp_path / "b.bin", 1).read_bytes())
    for offset, text in ((0, "frame 1: damaged at byte"), (PREFIX.size + 2, "frame 1: its head")):
        broken = bytearray(whole)
        broken[start + offset] ^= 1
        path.write_bytes(broken)
        with pytest.raises(FileError, match=text):
            check(path, 3)
    broken = bytearray(whole)
    broken[len(write(tmp_path / "b.bin", 2).read_bytes()) - 1] ^= 1
    path.write_bytes(broken)
    file = FrameFile(path)
    with pytest.raises(FileError, match="frame 1: the e: damaged"):
        file.array(1, "e", "the e")
    np.testing.assert_array_equal(file.array(1, "a"), arrays(1)["a"])
    np.testing.assert_array_equal(file.array(2, "e"), arrays(2)["e"])


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"no such file at all, but long enough", "is no recording"),
        (b"PK", "is no recording"),
        (START.pack(MAGIC, 2), "layout 2, only 1"),
        (START.pack(MAGIC, 1) + frame_chunk({"arrays": []}, sizes=(2**31, 0)), "header: claims"),
        (START.pack(MAGIC, 1) + frame_chunk({"arrays": []}, sizes=(9, 2**40)), "header: claims"),
    ],
)
def test_other_files_are_refused_and_stay(tmp_path, data, text):
    path = tmp_path / "a.bin"
    path.write_bytes(data)
    with pytest.raises(FileError, match=text):
        FrameFile(path)
    with pytest.raises(FileError, match=text):
        FrameWriter(path, resume=True)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "head",
    [
        b"[]",
        b"{}",
        b"no JSON",
        b"[" * 100_000,
        b'{"arrays": NaN}',
        b'{"arrays": [], "time": Infinity}',
        b'{"arrays": 3}',
        b'{"arrays": [3]}',
        b"\xff\xfe",
        {"arrays": [["a", "f8", [1], 0]]},
        {"arrays": [["a", "O", [1], 0], ["b", "f8", [0], 0]]},
        {"arrays": [["a", ["f8"], [2], 0]]},
        {"arrays": [["a", "f8", [3], 0]]},
        {"arrays": [["a", "f8", [-1], 0]]},
        {"arrays": [["a", "f8", [2.0], 0]]},
        {"arrays": [["a", "f8", 2, 0]]},
        {"arrays": [["a", "f8", [0, 2**40], 0], ["b", "f8", [2], 0]]},
        {"arrays": [["a", "f8", [2**40], 0]]},
        {"arrays": [["a", "f8", [1, 1, 1, 1, 2], 0]]},
        {"arrays": [["a", "f8", [1], 0], ["a", "f8", [1], 0]]},
        {"arrays": [[3, "f8", [2], 0]]},
        {"arrays": [["a", "f8", [2], "much"]]},
    ],
)
def test_heads_that_lie_are_refused(tmp_path, head):
    path = tmp_path / "a.bin"
    header = START.pack(MAGIC, 1) + frame_chunk({"arrays": []})
    path.write_bytes(header + frame_chunk(head, bytes(16)))
    file = FrameFile(path)
    with pytest.raises(FileError, match=r"a\.bin: frame 0: "):
        file.array(0, "a")


def test_a_file_that_changed_under_a_reader_is_noticed(tmp_path):
    path = write(tmp_path / "a.bin")
    file = FrameFile(path)
    write(path, 4, resume=True, start=3)
    np.testing.assert_array_equal(file.array(2, "a"), arrays(2)["a"])
    other = FrameWriter(path, resume=False)
    other.append({"what": "another"}, {})
    other.close()
    with pytest.raises(FileError, match="frame 0: was changed since"):
        file.array(0, "a")
    path.unlink()
    with pytest.raises(FileError, match="No such file"):
        file.array(1, "a")


def test_two_writers_are_one_too_many(tmp_path):
    path = tmp_path / "a.bin"
    first = FrameWriter(path, resume=False)
    first.append({"what": "header"}, arrays(2))
    for resume in (False, True):
        with pytest.raises(FileError, match=r"a\.bin: another recorder is writing to it"):
            FrameWriter(path, resume=resume)
    first.append({"k": 0}, arrays(0))
    first.close()
    check(path, 1)
    check(write(path, 2, resume=True, start=1), 2)


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_a_frame_that_fails_halfway_leaves_no_trace(tmp_path, error):
    path = tmp_path / "a.bin"
    writer = FrameWriter(path, resume=False)
    writer.append({"what": "header"}, arrays(2))
    writer.append({"k": 0}, arrays(0))

    class Failing:
        """Writes ten bytes at a time, and fails in the end."""

        def __init__(self, file):
            self.file, self.calls = file, 0

        def __getattr__(self, name):
            return getattr(self.file, name)

        def write(self, data):
            self.calls += 1
            if self.calls == 8:
                raise error
            return self.file.write(data[:10])

    writer._file, file = Failing(writer._file), writer._file
    with pytest.raises((FileError, KeyboardInterrupt)):
        writer.append({"k": 1}, arrays(1))
    writer._file = file
    check(path, 1)
    writer.append({"k": 1}, arrays(1))
    writer.close()
    check(path, 2)


def test_what_would_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    path = write(tmp_path / "a.bin")
    for name, text in (("MOST_HEAD", "names"), ("MOST_BYTES", "arrays")):
        writer = FrameWriter(path, resume=True)
        monkeypatch.setattr(frame_file, name, 40)
        with pytest.raises(ImpingeError, match=f"{text} of a frame take"):
            writer.append({"k": 3}, arrays(3))
        monkeypatch.undo()
        writer.close()
    check(path, 3)


def test_folders_and_missing_folders_are_said(tmp_path):
    for path, text in ((tmp_path, "folder|directory"), (tmp_path / "no" / "a.bin", "No such")):
        with pytest.raises(FileError, match=text):
            FrameWriter(path, resume=False)
        with pytest.raises(FileError, match=text):
            FrameFile(path)
