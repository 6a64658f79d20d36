"""Recordings with every kind of track, and what two of them have in common."""

import numpy as np
from populated import random_pose

import impinge as im

BALL = im.icosphere(1.0, 0)
THINGS = {"crate": im.Box((1, 2, 3)), "ball": BALL, "twin": BALL}
KINDS = ("poses", "vertices", "points", "lines", "joints", "scalars")


def frame(k, seed=0):
    """What :meth:`Recorder.append` takes for frame k; numbers of points and lines vary."""
    rng = np.random.default_rng((seed, k))
    return {
        "poses": {"crate": random_pose(rng), "naïve 名前": random_pose(rng), "\udc80": np.eye(4)},
        "vertices": {"ball": BALL.vertices + rng.normal(size=(12, 3)), "loose": rng.random((2, 3))},
        "points": {"drops": rng.normal(size=(k % 4, 4)), "dust": rng.normal(size=(3 - k % 3, 3))},
        "lines": {"hair": [rng.normal(size=(n, 3)) for n in range(1, 1 + k % 3)]},
        "joints": {"arm": rng.normal(size=6), "gripper": rng.normal(size=1)},
        "scalars": {"energy": rng.normal(), "count": k, "minus zero": -0.0},
        "contacts": None if k % 3 == 1 else rng.normal(size=(k % 3, 7)),
    }


def in_memory(frames=5, seed=0):
    rows = [frame(k, seed) for k in range(frames)]
    tracks = {
        kind: {name: [row[kind][name] for row in rows] for name in rows[0][kind]} for kind in KINDS
    }
    contacts = [row["contacts"] for row in rows]
    return im.Recording(0.1 * np.arange(frames), **tracks, contacts=contacts, things=THINGS)


def append(recorder, frames, seed=0):
    for k in frames:
        recorder.append(0.1 * k, **frame(k, seed))


def appended(path, frames=5, seed=0):
    with im.Recorder(path, things=THINGS) as recorder:
        append(recorder, range(frames), seed)
    return path


def check_same(a, b):
    """Two recordings say the same of every track, bit by bit, whatever they are read from."""
    assert a == b
    assert b == a
    assert a.times.tolist() == b.times.tolist()
    assert a.names == b.names
    assert a.tracks == b.tracks
    assert list(a.things) == list(b.things)
    assert repr(a) == repr(b)
    np.testing.assert_array_equal(a.poses, b.poses, strict=True)
    middle = 0.5 * (a.times[0] + a.times[-1])
    for name in a.tracks["poses"]:
        np.testing.assert_array_equal(a.of(name), b.of(name))
        np.testing.assert_array_equal(a.at(middle)[name], b.at(middle)[name])
    for name in a.tracks["joints"]:
        np.testing.assert_array_equal(a.joints(name), b.joints(name), strict=True)
    for name in a.tracks["scalars"]:
        assert a.scalar(name).tobytes() == b.scalar(name).tobytes()
    for k in range(a.frames):
        for found in zip(a.contacts(k), b.contacts(k), strict=True):
            np.testing.assert_array_equal(*found, strict=True)
        for name in a.tracks["vertices"]:
            np.testing.assert_array_equal(a.vertices(name, k), b.vertices(name, k), strict=True)
        for name in a.tracks["points"]:
            np.testing.assert_array_equal(a.points(name, k), b.points(name, k), strict=True)
            found = a.point_values(name, k), b.point_values(name, k)
            assert (found[0] is None) == (found[1] is None)
            np.testing.assert_array_equal(*found)
        for name in a.tracks["lines"]:
            assert len(a.lines(name, k)) == len(b.lines(name, k))
            for found in zip(a.lines(name, k), b.lines(name, k), strict=True):
                np.testing.assert_array_equal(*found, strict=True)
