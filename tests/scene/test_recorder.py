"""Recordings written frame by frame: kills, resumed runs, errors, memory."""

import json
import os
import sys

import numpy as np
import pytest
from recordings import BALL, THINGS, append, appended, check_same, frame, in_memory

import impinge as im
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.frame_file import FrameWriter
from impinge.scene.recorder import save_frames


def test_memory_file_and_recorder_say_the_same(tmp_path):
    run = in_memory()
    check_same(im.load(appended(tmp_path / "run.rec")), run)
    im.save(run, tmp_path / "saved.rec")
    check_same(im.load(tmp_path / "saved.rec"), run)
    im.save(im.load(tmp_path / "run.rec").every(2), tmp_path / "saved.rec")
    check_same(im.load(tmp_path / "saved.rec"), run.every(2))
    things = im.load(tmp_path / "run.rec").things
    assert things["ball"] is things["twin"]
    np.testing.assert_array_equal(things["ball"].vertices, BALL.vertices)
    assert (tmp_path / "run.rec").stat().st_size < 10_000


def test_tracks_may_be_given_by_position(tmp_path):
    point = [[0.0, 1.0, 2.0]]
    with im.Recorder(tmp_path / "run.rec") as recorder:
        recorder.append(
            0.5,
            {"a": im.pose()},
            {"b": point},
            {"c": point},
            {"d": [point * 2]},
            {"e": [1.0]},
            {"f": 3.0},
        )
    run = im.load(tmp_path / "run.rec")
    kinds = ("poses", "vertices", "points", "lines", "joints", "scalars")
    assert [run.tracks[kind] for kind in kinds] == [(name,) for name in "abcdef"]


def test_a_recording_may_be_saved_over_itself(tmp_path):
    path = appended(tmp_path / "run.rec")
    im.save(im.load(path).every(2), path)
    check_same(im.load(path), in_memory().every(2))
    assert [file.name for file in tmp_path.iterdir()] == ["run.rec"]


def test_frames_are_there_before_the_recorder_is_closed(tmp_path):
    with im.Recorder(tmp_path / "run.rec", THINGS) as recorder:
        assert (recorder.frames, recorder.time) == (0, None)
        with pytest.raises(im.FileError, match="has no whole frame"):
            im.load(tmp_path / "run.rec")
        for k in range(3):
            append(recorder, [k])
            assert (recorder.frames, recorder.time) == (k + 1, 0.1 * k)
            check_same(im.load(tmp_path / "run.rec"), in_memory(k + 1))
        assert repr(recorder).endswith("run.rec', 3 frames)")


def test_what_is_resumed_is_the_same_file(tmp_path):
    whole = appended(tmp_path / "whole.rec").read_bytes()
    path = tmp_path / "run.rec"
    for k in range(5):
        with im.Recorder(path, THINGS if k % 2 else None if k else THINGS, resume=True) as recorder:
            assert recorder.frames == k
            append(recorder, [k])
    assert path.read_bytes() == whole
    end = len(appended(tmp_path / "less.rec", 4).read_bytes())
    for cut in range(end, len(whole), 97):
        path.write_bytes(whole[:cut])
        check_same(im.load(path), in_memory(4))
        with im.Recorder(path, resume=True) as recorder:
            assert recorder.frames == 4
            append(recorder, [4])
        assert path.read_bytes() == whole


def test_tracks_may_come_in_another_order(tmp_path):
    path = tmp_path / "run.rec"
    with im.Recorder(path, THINGS) as recorder:
        append(recorder, [0])
        turned = {
            kind: dict(reversed(tracks.items())) if isinstance(tracks, dict) else tracks
            for kind, tracks in frame(1).items()
        }
        recorder.append(0.1, **turned)
    check_same(im.load(path), in_memory(2))


def test_contacts_may_begin_late(tmp_path):
    with im.Recorder(tmp_path / "run.rec") as recorder:
        recorder.append(0, scalars={"a": 1})
        recorder.append(1, scalars={"a": 1}, contacts=im.collide(im.Box((1, 1, 1)), im.Sphere(1)))
    run = im.load(tmp_path / "run.rec")
    assert run.tracks["contacts"] == ("contacts",)
    assert [len(run.contacts(k)[2]) for k in range(2)] == [0, 1]


@pytest.mark.parametrize(
    ("time", "changes", "text"),
    [
        (0.1, {}, "time: 0.1 after 0.1, expected increasing"),
        (-1, {}, "time: -1 after 0.1"),
        (np.nan, {}, "time: nan is not finite"),
        ("now", {}, "time: expected a number"),
        (1, {"scalars": {}}, "scalars: 'energy' is missing"),
        (1, {"scalars": {**frame(2)["scalars"], "mass": 1}}, "'mass' is no track of the first"),
        (1, {"poses": {}}, "poses: 'crate' is missing"),
        (1, {"poses": 3}, "poses: expected a dictionary"),
        (1, {"poses": {3: np.eye(4)}}, "poses: expected text"),
        (
            1,
            {"vertices": {"ball": np.zeros((11, 3)), "loose": np.zeros((2, 3))}},
            "'ball': 11 rows",
        ),
        (1, {"vertices": {"ball": BALL.vertices, "loose": np.zeros((3, 3))}}, "'loose': 3 rows"),
        (1, {"joints": {"arm": [1], "gripper": [1]}}, "joints of 'arm': 1 rows, expected 6"),
        (1, {"points": {"dust": [[0, 0, np.nan]], "drops": []}}, "'dust': row 0 is not finite"),
        (1, {"contacts": [[1, 2, 3]]}, "contacts: expected shape"),
    ],
)
def test_errors_name_the_track_and_leave_no_trace(tmp_path, time, changes, text):
    path = tmp_path / "run.rec"
    with im.Recorder(path, THINGS) as recorder:
        append(recorder, range(2))
        with pytest.raises(im.ImpingeError, match=text):
            recorder.append(time, **{**frame(2), **changes})
        append(recorder, [2])
    check_same(im.load(path), in_memory(3))
    # And the same after a resumed start.
    with im.Recorder(path, resume=True) as recorder:
        text = text.replace("0.1", "0.2") if "after" in text else text
        with pytest.raises(im.ImpingeError, match=text):
            recorder.append(0.2 if time == 0.1 else time, **{**frame(2), **changes})


def test_the_first_frame_says_which_tracks_there_are(tmp_path):
    with im.Recorder(tmp_path / "run.rec", {"box": im.Box((1, 1, 1)), "ball": BALL}) as recorder:
        with pytest.raises(im.ImpingeError, match="append: no track"):
            recorder.append(0)
        with pytest.raises(im.ImpingeError, match="vertices of 'box': it is a Box"):
            recorder.append(0, vertices={"box": np.zeros((8, 3))})
        with pytest.raises(im.ImpingeError, match="vertices of 'ball': 8 rows, expected 12"):
            recorder.append(0, vertices={"ball": np.zeros((8, 3))})
        recorder.append(0, vertices={"ball": BALL.vertices}, poses={"unknown": np.eye(4)})
    assert im.load(tmp_path / "run.rec").names == ("unknown", "ball")
    with pytest.raises(im.ImpingeError, match="the recorder is closed"):
        recorder.append(1, scalars={"a": 1})


def test_files_that_cannot_be_resumed(tmp_path):
    path = appended(tmp_path / "run.rec")
    before = path.read_bytes()
    with pytest.raises(im.FileError, match="things: other than those in the file"):
        im.Recorder(path, {"crate": im.Box((1, 1, 1))}, resume=True)
    (tmp_path / "text.rec").write_text("a text of some length, no recording")
    with pytest.raises(im.FileError, match=r"text\.rec: is no recording"):
        im.Recorder(tmp_path / "text.rec", resume=True)
    with pytest.raises(im.ImpingeError, match=r"a recorder writes \.rec, not '\.npz'"):
        im.Recorder(tmp_path / "run.npz")
    with pytest.raises(im.ImpingeError, match="things: 'a'"):
        im.Recorder(path, {"a": 3})
    assert path.read_bytes() == before


def test_two_recorders_are_one_too_many(tmp_path):
    path = tmp_path / "run.rec"
    with im.Recorder(path) as recorder:
        recorder.append(0, scalars={"a": 1})
        for resume in (False, True):
            with pytest.raises(im.FileError, match="another recorder is writing to it"):
                im.Recorder(path, resume=resume)
        with pytest.raises(im.FileError, match="another recorder is writing to it"):
            save_frames(in_memory(), path)
        recorder.append(1, scalars={"a": 2})
    assert im.load(path).scalar("a").tolist() == [1, 2]
    assert [file.name for file in tmp_path.iterdir()] == ["run.rec"]


KILLS = """
import json, os, signal, sys, time
import numpy as np
import impinge as im

def frame(k):
    rng = np.random.default_rng(k)
    return {"poses": {"body": np.eye(4)}, "vertices": {"sheet": rng.random((8_000, 3))},
            "points": {"dust": rng.random((k % 5, 4))}, "scalars": {"k": k}}

path, kills = sys.argv[1], int(sys.argv[2])
rng, confirmed, torn, start = np.random.default_rng(5), 0, 0, 0
for kill in range(kills):
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        with im.Recorder(path, resume=True) as recorder:
            while True:
                recorder.append(recorder.frames, **frame(recorder.frames))
                os.write(tell, b"x")
    os.close(tell)
    # Past the first frame; then at any moment.
    confirmed += len(os.read(told, 1))
    time.sleep(rng.uniform(0, 0.03))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while some := os.read(told, 65536):
        confirmed += len(some)
    os.close(told)
    run = im.load(path)
    torn += run._source._file.end < os.path.getsize(path)
    assert confirmed <= run.frames <= confirmed + 1, (confirmed, run.frames)
    confirmed = run.frames
    assert run.times.tolist() == list(range(confirmed))
    for k in range(start, confirmed):
        sent = frame(k)
        assert run.at(k)["body"].tolist() == np.eye(4).tolist()
        np.testing.assert_array_equal(run.vertices("sheet", k), sent["vertices"]["sheet"])
        np.testing.assert_array_equal(run.points("dust", k), sent["points"]["dust"][:, :3])
        np.testing.assert_array_equal(run.point_values("dust", k), sent["points"]["dust"][:, 3])
    start = confirmed
assert run.scalar("k").tolist() == list(range(confirmed))
print(json.dumps([confirmed, torn]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills are those of POSIX")
def test_twenty_kills_lose_nothing_that_was_appended(tmp_path, run_python):
    ended = run_python(KILLS, tmp_path / "run.rec", 20)
    assert ended.returncode == 0, ended.stderr
    frames, _ = json.loads(ended.stdout)
    assert frames >= 20


MEMORY = """
import resource, sys
import numpy as np
import impinge as im

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

path, rng = sys.argv[1], np.random.default_rng(0)
sheet = rng.random((10_000, 3))
with im.Recorder(path) as recorder:
    recorder.append(-1, vertices={"sheet": sheet}, scalars={"mean": 0.0}, joints={"arm": [0, 1]})
    before = peak()
    for k in range(199):
        more = {"scalars": {"mean": k}, "joints": {"arm": [k, 1]}}
        recorder.append(k, vertices={"sheet": sheet + k}, **more)
run = im.load(path)
im.save(run, path + ".copy.rec")
copy = im.load(path + ".copy.rec")
for k in range(200):
    assert run.vertices("sheet", k)[0, 0] == copy.vertices("sheet", k)[0, 0]
assert run == copy
assert run.scalar("mean")[-1] == 198.0 and run.joints("arm").shape == (200, 2)
print(peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured as Linux does")
def test_memory_does_not_grow_with_the_frames(tmp_path, run_python):
    ended = run_python(MEMORY, tmp_path / "run.rec")
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "run.rec").stat().st_size > 48_000_000
    assert int(ended.stdout) < 8_000_000


def test_an_interrupt_after_a_frame_was_written_leaves_it_counted(tmp_path, monkeypatch):
    """The same time was accepted again, and the file could not be read any more."""
    path, real = tmp_path / "run.rec", FrameWriter.append
    with im.Recorder(path) as recorder:
        recorder.append(0.0, scalars={"a": 1})

        def interrupted(*args):
            real(*args)
            raise KeyboardInterrupt

        monkeypatch.setattr(FrameWriter, "append", interrupted)
        with pytest.raises(KeyboardInterrupt):
            recorder.append(1.0, scalars={"a": 2})
        monkeypatch.undo()
        assert (recorder.frames, recorder.time) == (2, 1.0)
        with pytest.raises(ImpingeError, match="time: 1 after 1"):
            recorder.append(1.0, scalars={"a": 2})

    assert im.load(path).scalar("a").tolist() == [1.0, 2.0]


def test_a_first_frame_that_was_not_written_fixes_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise FileError("no space")

    with im.Recorder(tmp_path / "run.rec") as recorder:
        monkeypatch.setattr(FrameWriter, "append", full)
        with pytest.raises(FileError):
            recorder.append(0.0, vertices={"sheet": np.zeros((2, 3))})
        monkeypatch.undo()
        recorder.append(0.0, vertices={"sheet": np.zeros((5, 3))})

    assert im.load(tmp_path / "run.rec").vertices("sheet", 0).shape == (5, 3)


@pytest.mark.parametrize("how", ["removed", "cut", "forked"])
def test_a_file_that_is_no_longer_ours_is_refused(tmp_path, how, monkeypatch):
    path = tmp_path / "run.rec"
    recorder = im.Recorder(path)
    recorder.append(0.0, scalars={"a": 1})
    if how == "removed":
        path.unlink()
    elif how == "cut":
        os.truncate(path, 0)
    else:
        monkeypatch.setattr(os, "getpid", lambda: -1)

    with pytest.raises(FileError, match=r"run\.rec: was removed or cut, or is written by another"):
        recorder.append(1.0, scalars={"a": 2})
    recorder.close()


def test_zeros_at_the_end_are_what_a_power_cut_leaves(tmp_path):
    path = tmp_path / "run.rec"
    with im.Recorder(path) as recorder:
        recorder.append(0.0, scalars={"a": 1})
    with path.open("ab") as file:
        file.write(bytes(5000))

    assert im.load(path).frames == 1
    with im.Recorder(path, resume=True) as recorder:
        recorder.append(1.0, scalars={"a": 2})
    assert im.load(path).scalar("a").tolist() == [1.0, 2.0]
