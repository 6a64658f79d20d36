"""Recordings from and to files; files that lie."""

import io
import zipfile

import numpy as np
import pytest

import impinge as im
from impinge.io.recording_file import MOST, read_recording, recording_bytes

NAMES = ("crate", "<script>alert(1)</script>", "naïve 名前", "end\0", "\udc80", " ")


def run(frames=4):
    rng = np.random.default_rng(1)
    poses = np.tile(np.eye(4), (len(NAMES), frames, 1, 1))
    poses[..., :3, 3] = rng.normal(size=(len(NAMES), frames, 3))
    return im.Recording(np.arange(frames) / 3.0, dict(zip(NAMES, poses, strict=True)))


def npy(array, **changes):
    out = io.BytesIO()
    np.save(out, array, **changes)
    return out.getvalue()


def archive(path, members, kind=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", kind) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return path


def members(recording):
    with zipfile.ZipFile(io.BytesIO(recording_bytes(recording))) as file:
        return {info.filename: file.read(info) for info in file.infolist()}


def test_every_bit_comes_back(tmp_path):
    before = run()
    im.save(before, tmp_path / "run.npz")
    after = im.load(tmp_path / "run.npz")
    assert after == before
    assert after.names == NAMES


def test_numpy_reads_it_without_pickles(tmp_path):
    im.save(run(), tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as arrays:
        assert arrays["poses"].shape == (len(NAMES), 4, 4, 4)


def test_other_names_and_units_are_refused(tmp_path):
    with pytest.raises(im.ImpingeError, match=r"recording is saved as \.rec, \.npz"):
        im.save(run(), tmp_path / "run.toml")
    im.save(run(), tmp_path / "run.npz")
    with pytest.raises(im.ImpingeError, match="in metres"):
        im.load(tmp_path / "run.npz", units="mm")


@pytest.mark.parametrize("cut", [0, 1, 20, 200, 400, -1, -30])
def test_cut_files_are_refused(tmp_path, cut):
    path = tmp_path / "run.npz"
    path.write_bytes(recording_bytes(run())[:cut])
    with pytest.raises(im.FileError, match=r"run\.npz"):
        im.load(path)


def test_damaged_files_are_refused_or_read(tmp_path):
    """Whatever byte is changed: a FileError, or a recording, and never anything else."""
    data, path, rng = recording_bytes(run()), tmp_path / "run.npz", np.random.default_rng(2)
    refused = 0
    for _ in range(300):
        broken = bytearray(data)
        for _ in range(rng.integers(1, 4)):
            broken[rng.integers(len(broken))] = rng.integers(256)
        path.write_bytes(bytes(broken))
        try:
            assert isinstance(im.load(path), im.Recording)
        except im.FileError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("poses.npy", npy(np.array([{"a": 1}], dtype=object), allow_pickle=True)),
        ("poses.npy", npy(np.zeros((6, 4, 4, 4), dtype=[("x", "f8")]))),
        ("poses.npy", npy(np.zeros((5, 4, 4, 4)))),
        ("poses.npy", npy(np.asfortranarray(np.random.default_rng(0).normal(size=(6, 4, 4, 4))))),
        ("poses.npy", npy(np.zeros((6, 4, 4, 4)))),
        ("poses.npy", npy(np.full((6, 4, 4, 4), np.nan))),
        ("poses.npy", b"\x93NUMPY\x01\x00\xff\xff" + b" " * 90),
        ("poses.npy", b"\x93NUMPY\x01\x00\x10\x00" + b"__import__('os')"),
        ("poses.npy", b"\x93NUMPY\x09\x00\x10\x00" + b" " * 90),
        ("poses.npy", b"no array at all"),
        ("poses.npy", b""),
        ("times.npy", npy(np.array([0.0, 0.0, 1.0, 2.0]))),
        ("times.npy", npy(np.array(["a", "b", "c", "d"]))),
        ("names.npy", npy(np.frombuffer(b'["a", "a", "b", "c", "d", "e"]', np.uint8))),
        ("names.npy", npy(np.frombuffer(b"[1, 2, 3, 4, 5, 6]", np.uint8))),
        ("names.npy", npy(np.frombuffer(b'{"a": 1}', np.uint8))),
        ("names.npy", npy(np.frombuffer(b"[" * 100_000, np.uint8))),
        ("names.npy", npy(np.frombuffer(b"\xff\xfe", np.uint8))),
        ("impinge.npy", npy(np.array(2))),
        ("extra.npy", npy(np.array(1))),
    ],
)
def test_other_contents_are_refused(tmp_path, name, data):
    path = archive(tmp_path / "run.npz", {**members(run()), name: data})
    with pytest.raises(im.FileError, match=r"run\.npz"):
        read_recording(path)


def test_claims_are_compared_with_what_is_there_before_memory_is_reserved(tmp_path):
    """A header that claims 2**39 frames, and a bomb of zeros behind a small one."""
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (549755813888,), }\n"
    lying = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head
    path = archive(tmp_path / "run.npz", {**members(run()), "times.npy": lying + b"\0" * 64})
    with pytest.raises(im.FileError, match="times"):
        read_recording(path)
    bomb = npy(np.zeros(MOST["times"] // 8))
    path = archive(tmp_path / "bomb.npz", {**members(run()), "times.npy": bomb})
    assert path.stat().st_size < 1_000_000
    with pytest.raises(im.FileError, match="more than"):
        read_recording(path)


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_arrays_packed_otherwise_are_refused(tmp_path, kind):
    path = archive(tmp_path / "run.npz", members(run()), kind)
    with pytest.raises(im.FileError, match=r"run\.npz: impinge: packed in an unknown way"):
        read_recording(path)


def test_encrypted_arrays_are_refused(tmp_path):
    """The bit that says so, in the table of contents; 8 bytes behind the mark of an entry."""
    data = bytearray(recording_bytes(run()))
    data[data.find(b"PK\1\2") + 8] |= 1
    (tmp_path / "run.npz").write_bytes(data)
    with pytest.raises(im.FileError, match=r"run\.npz: impinge: .*encrypted"):
        read_recording(tmp_path / "run.npz")


def test_a_missing_array_is_named(tmp_path):
    some = members(run())
    del some["times.npy"]
    with pytest.raises(im.FileError, match="has no 'times'"):
        read_recording(archive(tmp_path / "run.npz", some))


def test_what_would_not_be_read_again_is_not_written(monkeypatch, tmp_path):
    monkeypatch.setitem(MOST, "poses", 2**12)
    with pytest.raises(im.ImpingeError, match="poses take 3072 bytes"):
        im.save(run(), tmp_path / "run.npz")
    assert not list(tmp_path.iterdir())


def test_only_poses_are_written(tmp_path):
    for tracks in ({"scalars": {"energy": [1]}}, {"things": {"a": im.Sphere(1)}}):
        with pytest.raises(im.ImpingeError, match=r"poses only, no (scalars|things); save it as"):
            im.save(im.Recording([0], {"a": [np.eye(4)]}, **tracks), tmp_path / "run.npz")
    assert not list(tmp_path.iterdir())
