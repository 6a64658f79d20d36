"""Recordings whose frames stay in their file; files that lie."""

import copy
import os
import pickle

import numpy as np
import pytest
from recordings import BALL, KINDS, THINGS, append, appended, check_same, frame, in_memory

import impinge as im
from impinge.formats.frame_file import FrameFile, FrameWriter

EVERY_SHAPE = {
    "sphere": im.Sphere(1), "ellipsoid": im.Ellipsoid((1, 2, 3)), "capsule": im.Capsule(1, 2),
    "cylinder": im.Cylinder(1, 2), "cone": im.Cone(1, 2), "box": im.Box((1, 2, 3)),
    "hull": im.Hull(np.random.default_rng(0).normal(size=(20, 3))),
    "floor": im.HalfSpace((0, 0, 1), 0.5), "mesh": im.icosphere(0.1, 1),
    "ground": im.HeightField(np.random.default_rng(0).random((4, 5)), 0.5),
    "compound": im.Compound([
        (im.Compound([(im.Box((1, 1, 1)), None), (BALL, np.eye(4))]), None), (im.Sphere(2), None),
    ]),
}  # fmt: skip


def chunks(path):
    """Heads and arrays of a file, the header first."""
    file = FrameFile(path)
    found = []
    for k in range(-1, len(file)):
        head, entries = file.head(k)
        found.append((dict(head), {name: file.array(k, name) for name in entries}))
    return found


def write(path, some):
    writer = FrameWriter(path, resume=False)
    for head, arrays in some:
        writer.append(head, arrays)
    writer.close()


def read_all(run):
    """Everything that a recording can say."""
    check_same(run, run)


def test_every_shape_comes_back(tmp_path):
    with im.Recorder(tmp_path / "run.rec", EVERY_SHAPE) as recorder:
        recorder.append(0, poses={"box": None})
    things = im.load(tmp_path / "run.rec").things
    assert list(things) == list(EVERY_SHAPE)
    scenes = [im.Scene.from_dict(some).to_dict() for some in (things, EVERY_SHAPE)]
    assert scenes[0] == scenes[1]
    with im.Recorder(tmp_path / "run.rec", EVERY_SHAPE, resume=True) as recorder:
        recorder.append(1, poses={"box": None})


def test_it_is_pickled_by_its_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = appended(tmp_path / "run.rec")
    run = im.load("run.rec")
    data = pickle.dumps(run.every(2))
    assert len(data) < 1000
    with im.Recorder(path, resume=True) as recorder:
        append(recorder, [5])
    monkeypatch.chdir("/")
    check_same(pickle.loads(data), in_memory().every(2))
    check_same(copy.deepcopy(run), in_memory())
    appended(path, seed=1)
    with pytest.raises(im.FileError, match="was changed since it was pickled"):
        pickle.loads(data)
    with pytest.raises(im.FileError, match="was changed since"):
        read_all(run)


def test_it_does_not_change(tmp_path):
    run = im.load(appended(tmp_path / "run.rec"))
    for array in (run.times, run.poses, run.vertices("ball", 0), run.points("drops", 1)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0
    with pytest.raises(AttributeError, match="cannot be changed"):
        run.times = [1.0]


def test_a_frame_is_read_when_it_is_asked_for(tmp_path):
    path = appended(tmp_path / "run.rec")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    run = im.load(path)
    assert run.frames == 5
    check_same(im.load(path).every(5), in_memory().every(5))
    with pytest.raises(im.FileError, match=r"run\.rec: frame 4: scalars: damaged"):
        run.scalar("energy")
    with pytest.raises(im.ImpingeError, match="in metres"):
        im.load(path, units="mm")


def changed(place, change):
    """A change to the header (0) or a frame (1, ...) of a file."""

    def apply(some):
        change(*some[place])

    return apply


def drop(name):
    return lambda _, arrays: arrays.pop(name)


def put(name, values):
    return lambda _, arrays: arrays.update({name: np.asarray(values)})


def say(**values):
    return lambda head, _: head.update(values)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (changed(1, say(time=None)), "times: row 0 is not finite"),
        (changed(2, say(time=-1.0)), "times: row 1 is -1 after 0"),
        (changed(2, say(time="now")), "times: row 1 is not finite"),
        (changed(1, say(tracks={"poses": 3})), "tracks: poses: expected a list"),
        (changed(1, say(tracks={"poses": [3]})), "tracks: poses: expected a list"),
        (changed(1, say(tracks={"poses": ["a", "a"]})), "tracks: poses: a name is there twice"),
        (changed(0, say(things=3)), "header: broken"),
        (changed(0, say(things=[["a", 9]])), "header: broken"),
        (changed(0, say(things=[["a"]])), "header: broken"),
        (changed(0, say(things=[["", 0]])), "things: is empty"),
        (changed(0, say(shapes=[{"kind": "Spher"}])), "shape 0: there is no kind"),
        (changed(0, say(shapes=[{"kind": "Sphere", "radius": {"array": []}}])), "header: broken"),
        (changed(0, say(shapes=[{"kind": "Mesh", "vertices": 1, "faces": 2}])), "shape 0"),
        (changed(0, say(shapes=[{"array": "0"}, {"array": "0"}])), "'0' is used twice"),
        (changed(0, say(shapes=[{"kind": "Box", "sizes": {"array": "9"}}])), "shape 0"),
        (changed(0, drop("0")), "shape 1"),
        (changed(0, put("0", np.full((12, 3), np.nan))), "shape 1: vertices: row 0"),
        (changed(3, drop("poses")), "frame 2: poses: missing"),
        (changed(3, put("poses", np.zeros((3, 4, 4)))), "frame 2: poses: row 0"),
        (changed(3, put("poses", np.zeros((2, 4, 4)))), "frame 2: poses"),
        (changed(3, put("poses", np.tile(np.eye(4), (2, 1, 1)))), "poses: 2 rows, expected 3"),
        (changed(3, put("poses", np.eye(4))), "frame 2: poses: expected shape"),
        (changed(3, put("vertices/0", np.zeros((11, 3)))), "'ball': 11 rows, expected 12"),
        (changed(3, put("vertices/1", [[0, 0, np.nan]])), "frame 2: vertices of 'loose': row 0"),
        (changed(3, put("points/0", np.zeros((2, 5)))), "frame 2: points of 'drops': expected"),
        (changed(3, put("points/0", np.zeros((2, 3), int))), "numbers of the type int64"),
        (changed(3, put("joints/0", np.zeros(5))), "joints of 'arm': 5 rows, expected 6"),
        (changed(3, put("scalars", np.zeros(2))), "scalars: 2 rows, expected 3"),
        (changed(3, put("contacts", np.zeros((2, 6)))), "frame 2: contacts: expected shape"),
        (changed(3, put("counts/0", [1, 1])), "frame 2: counts of 'hair': lengths of lines"),
        (changed(3, put("counts/0", [-1, 4])), "lengths of lines do not add up to 3"),
        (changed(3, put("counts/0", [2**62] * 4 + [3])), "lengths of lines do not add up to 3"),
        (changed(3, put("counts/0", 3)), "lengths of lines"),
        (changed(3, drop("lines/0")), "frame 2: lines of 'hair': missing"),
    ],
)
def test_files_that_lie_are_refused(tmp_path, change, text):
    """All checksums are right; what is said is not."""
    some = chunks(appended(tmp_path / "run.rec", 4))
    change(some)
    write(tmp_path / "run.rec", some)
    with pytest.raises(im.FileError, match=r"run\.rec: .*" + text):
        read_all(im.load(tmp_path / "run.rec"))


def test_a_file_without_tracks_is_refused(tmp_path):
    write(tmp_path / "run.rec", [({"shapes": [], "things": []}, {}), ({"time": 0.0}, {})])
    with pytest.raises(im.FileError, match=r"run\.rec: .*tracks: there are none"):
        im.load(tmp_path / "run.rec")


def test_any_other_content_is_refused_or_read(tmp_path, monkeypatch):
    """Random changes behind right checksums: a FileError, or a recording, and nothing else."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path, rng = tmp_path / "run.rec", np.random.default_rng(3)
    whole = chunks(appended(path, 3))
    junk = [None, 3, -1, 1e308, "a", [], {}, [[]], {"array": "0"}, [["crate", 0]], True]

    def spoil(value):
        if isinstance(value, dict) and value and rng.random() < 0.8:
            key = list(value)[rng.integers(len(value))]
            return {**value, key: spoil(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.8:
            i = int(rng.integers(len(value)))
            return [*value[:i], spoil(value[i]), *value[i + 1 :]]
        return junk[rng.integers(len(junk))]

    refused = []
    for _ in range(200):
        some = [(head, dict(arrays)) for head, arrays in whole]
        k = int(rng.integers(len(some)))
        head, arrays = some[k]
        if rng.random() < 0.6:
            head = spoil(head)
            some[k] = (head if isinstance(head, dict) else {"time": head}), arrays
        else:
            name = list(arrays)[rng.integers(len(arrays))]
            values = arrays[name].copy()
            if values.size and rng.random() < 0.5:
                values.flat[rng.integers(values.size)] = rng.choice([0, -1, 2**40])
            else:
                values = values[: rng.integers(4)].astype(rng.choice([float, int]))
            arrays[name] = values
        write(path, some)
        try:
            read_all(im.load(path))
        except im.FileError as error:
            refused.append("run.rec: " in str(error))
    assert 100 < len(refused) < 200
    assert all(refused)


def test_flipped_bytes_are_refused(tmp_path):
    """Whatever is read of a damaged file is what was written to it."""
    path, rng = appended(tmp_path / "run.rec", 3), np.random.default_rng(4)
    data, before = path.read_bytes(), in_memory(3)
    for _ in range(150):
        broken = bytearray(data)
        broken[rng.integers(len(broken))] ^= 1 << rng.integers(8)
        path.write_bytes(broken[: rng.integers(len(data) // 2, 2 * len(data))])
        try:
            run = im.load(path)
            for name in ("ball", "loose"):
                for k in range(run.frames):
                    np.testing.assert_array_equal(run.vertices(name, k), before.vertices(name, k))
            read_all(run)
        except im.FileError:
            continue
        assert run.frames < 3


def test_all_kinds_are_covered():
    assert set(frame(0)) == {*KINDS, "contacts"}
    assert set(THINGS) >= {"ball", "crate"}
