"""What every query does first: bad input is refused, by name and row, before any kernel runs."""

import copy
import os
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from placing import random_poses, shift

from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Box, Mesh, Sphere, box_mesh, bumpy_sphere, icosphere
from impinge.narrow import distance, intersecting_pairs, overlap, penetration
from impinge.narrow.kernels.convex_overlap import answer_overlap_convex
from impinge.narrow.kernels.convex_rows import answer_convex

CUBE = box_mesh((1.0, 1.0, 1.0))
QUERIES = [overlap, distance, intersecting_pairs]
each_query = pytest.mark.parametrize("query", QUERIES, ids=lambda f: f.__name__)

TRIANGLE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def with_entry(i, j, value):
    pose = np.eye(4)
    pose[i, j] = value
    return pose


BAD_POSES = {
    "nan": (with_entry(0, 1, np.nan), "not finite"),
    "infinite": (with_entry(1, 3, np.inf), "not finite"),
    "bottom row": (with_entry(3, 0, 0.5), "bottom row"),
    "singular": (np.diag([1.0, 1.0, 0.0, 1.0]), "singular"),
    "zero": (np.diag([0.0, 0.0, 0.0, 1.0]), "singular"),
    "scaling": (np.diag([2.0, 2.0, 2.0, 1.0]), "scales"),
    "scaling a little": (np.diag([1.0001, 1.0001, 1.0001, 1.0]), "scales"),
    "reflecting": (np.diag([1.0, 1.0, -1.0, 1.0]), "reflects"),
    "shearing": (with_entry(0, 1, 0.5), "shears"),
    "too far": (shift(0.0, -1e150), "moves by"),
    "as far as floats go": (shift(1.7e308), "moves by"),
}
BAD_SHAPES = {
    "flat": np.zeros(16),
    "3x4": np.zeros((3, 4)),
    "3x3": np.eye(3),
    "four axes": np.zeros((1, 1, 4, 4)),
    "number": 1.0,
    "text": "pose",
    "complex": np.eye(4, dtype=complex),
    "objects": [[None] * 4] * 4,
    "ragged": [[1.0], [1.0, 2.0]],
}
BAD_MESHES = {
    "nan": (([[0, 0, 0], [1, np.nan, 0], [0, 1, 0]], [[0, 1, 2]]), r"vertices: row 1 .*finite"),
    "infinite": (([[0, 0, 0], [1, 0, 0], [0, -np.inf, 0]], [[0, 1, 2]]), r"vertices: row 2"),
    "huge": (([[0, 0, 0], [1, 0, 0], [0, 1e200, 0]], [[0, 1, 2]]), r"vertices: row 2"),
    "out of range": ((TRIANGLE, [[0, 1, 2], [0, 1, 3]]), r"faces: row 1 .*vertex 3"),
    "negative": ((TRIANGLE, [[0, 1, -1]]), r"faces: row 0 .*-1"),
    "fraction": ((TRIANGLE, [[0, 1, 1.5]]), r"faces: row 0"),
    "no faces": ((TRIANGLE, np.empty((0, 3), int)), r"faces: no rows"),
    "nothing": ((np.empty((0, 3)), np.empty((0, 3), int)), r"faces"),
    "no vertices": ((np.empty((0, 3)), [[0, 1, 2]]), r"faces"),
    "flat vertices": ((np.zeros((3, 2)), [[0, 1, 2]]), r"vertices: .*shape"),
    "quads": ((np.zeros((4, 3)), [[0, 1, 2, 3]]), r"faces: 4 corners"),
    "segments": ((TRIANGLE, [[0, 1]]), r"faces: .*shape"),
    "text": (("abc", "def"), r"vertices"),
    "none": (None, r"got NoneType"),
    "number": (3.0, r"got float"),
    "three things": ((1, 2, 3), r"got tuple"),
    "array": (np.zeros((3, 3)), r"got ndarray"),
}


@pytest.fixture
def no_kernels(monkeypatch):
    """A tree that is asked for means a kernel would run."""

    def fail(*_):
        raise AssertionError("a kernel ran before the input was checked")

    for module in ("meshes", "pairs"):
        # By the table of modules: in the room, the functions hide the modules of the same name.
        monkeypatch.setattr(sys.modules[f"impinge.narrow.{module}"], "tree_of", fail)


@each_query
@pytest.mark.parametrize("side", ["pose_a", "pose_b"])
@pytest.mark.parametrize("name", sorted(BAD_POSES))
def test_bad_poses_are_refused(no_kernels, query, side, name):
    pose, reason = BAD_POSES[name]
    with pytest.raises(ImpingeError, match=rf"^{side}: .*{reason}"):
        query(CUBE, CUBE, **{side: pose})
    batch = np.stack([np.eye(4), np.eye(4), pose, pose])
    with pytest.raises(ImpingeError, match=rf"^{side}: row 2 .*{reason}"):
        query(CUBE, CUBE, **{side: batch})


@each_query
@pytest.mark.parametrize("side", ["pose_a", "pose_b"])
@pytest.mark.parametrize("name", sorted(BAD_SHAPES))
def test_what_is_no_pose_is_refused(no_kernels, query, side, name):
    with pytest.raises(ImpingeError, match=f"^{side}: expected"):
        query(CUBE, CUBE, **{side: BAD_SHAPES[name]})


@each_query
@pytest.mark.parametrize("name", sorted(BAD_MESHES))
def test_bad_meshes_are_refused(no_kernels, query, name):
    mesh, reason = BAD_MESHES[name]
    with pytest.raises(ImpingeError, match=rf"^a\b.*{reason}"):
        query(mesh, CUBE)
    with pytest.raises(ImpingeError, match=rf"^b\b.*{reason}"):
        query(CUBE, mesh)


@each_query
def test_batches_of_different_length_are_refused(no_kernels, query):
    poses = np.stack([np.eye(4)] * 3)
    for pose_a, pose_b in ((poses, poses[:2]), (poses[:1], poses), (poses[:0], poses)):
        with pytest.raises(ImpingeError, match="batches of"):
            query(CUBE, CUBE, pose_a, pose_b)


@each_query
def test_anything_that_is_a_mesh_is_accepted(query):
    as_object = SimpleNamespace(vertices=CUBE.vertices, faces=CUBE.faces)
    as_lists = (CUBE.vertices.tolist(), CUBE.faces.tolist())
    as_others = (np.asfortranarray(CUBE.vertices.astype(np.float32)), CUBE.faces.astype(np.uint8))
    expected = repr(query(CUBE, CUBE, None, shift(0.75)))
    for shape in (as_object, as_lists, as_others):
        assert repr(query(shape, CUBE, None, shift(0.75))) == expected
        assert repr(query(CUBE, shape, None, shift(0.75))) == expected


def read_only(pose):
    pose = pose.copy()
    pose.flags.writeable = False
    return pose


ONE_POSE = random_poses(np.random.default_rng(5), 1, 2.0)[0].astype(np.float32).astype(np.float64)
LAYOUTS = {
    "turned": np.asfortranarray(ONE_POSE),
    "read-only": read_only(ONE_POSE),
    "every other": np.repeat(np.repeat(ONE_POSE, 2, axis=0), 2, axis=1)[::2, ::2],
    "backwards": ONE_POSE[::-1, ::-1].copy()[::-1, ::-1],
    "unaligned": np.frombuffer(b"x" + ONE_POSE.tobytes(), np.float64, offset=1).reshape(4, 4),
    "big-endian": ONE_POSE.astype(">f8"),
    "float32": ONE_POSE.astype(np.float32),
    "long double": ONE_POSE.astype(np.longdouble),
    "list": ONE_POSE.tolist(),
    "matrix": ONE_POSE.view(np.matrix),
}


@pytest.mark.plain
@pytest.mark.parametrize("query", [overlap, distance, penetration], ids=lambda f: f.__name__)
def test_single_poses_of_any_layout_go_to_one_kernel(query):
    """Each layout was compiled for, which took seconds; big-endian numbers raised a TypingError."""
    ball, box = Sphere(1.0), Box((1, 2, 3))
    rounded = as_poses(ONE_POSE, "pose_b")

    def bits(found):
        return found if query is overlap else found._rows.tobytes()

    expected = bits(query(ball, box, None, rounded))
    for name, pose in LAYOUTS.items():
        assert bits(query(ball, box, None, pose)) == expected, name
        assert bits(query(ball, box, np.eye(4).astype(">f8"), pose)) == expected, name
    for pose in (np.eye(4).astype(object), np.eye(4) * 1j, np.ma.masked_equal(np.eye(4), 1.0)):
        with pytest.raises(ImpingeError, match=r"^pose_a: "):
            query(ball, box, pose, rounded)
    for kernel in (answer_convex, answer_overlap_convex):
        assert len(getattr(kernel, "signatures", ())) <= 1


@each_query
def test_poses_of_any_layout_are_accepted(query):
    rng = np.random.default_rng(1)
    poses = random_poses(rng, 6, 0.7)
    expected = answer_bits(query(CUBE, CUBE, None, poses))
    read_only = poses.copy()
    read_only.flags.writeable = False
    strided = np.zeros((12, 4, 8))
    strided[::2, :, ::2] = poses
    for other in (
        read_only,
        np.asfortranarray(poses),
        strided[::2, :, ::2],
        poses.astype(poses.dtype.newbyteorder()),
        poses.tolist(),
    ):
        assert answer_bits(query(CUBE, CUBE, None, other)) == expected
    single = answer_bits(query(CUBE, CUBE, None, poses[0]))
    assert answer_bits(query(CUBE, CUBE, None, read_only[0])) == single
    assert answer_bits(query(CUBE, CUBE, None, poses[0].T.copy().T)) == single


@each_query
def test_poses_from_float32_are_rounded_to_rotations(query):
    poses = random_poses(np.random.default_rng(2), 5, 2.0).astype(np.float32)
    query(CUBE, CUBE, poses, None)
    query(CUBE, CUBE, None, poses[0])


@each_query
def test_input_is_left_alone(query):
    poses = random_poses(np.random.default_rng(3), 5, 2.0)
    off = poses.copy()
    off[:, :3, :3] *= 1.0 + 1e-8
    kept = off.copy()
    query(CUBE, CUBE, off, poses)
    np.testing.assert_array_equal(off, kept)
    with pytest.raises(ValueError, match="read-only"):
        CUBE.vertices[0, 0] = 5.0


def answer_bits(answer):
    """All of an answer, as bytes."""
    if isinstance(answer, (bool, np.ndarray)):
        return np.asarray(answer).tobytes()
    return repr(answer.to_dict()).encode()


def all_answers(a, b, poses):
    return [answer_bits(query(a, b, None, poses)) for query in QUERIES] + [
        answer_bits(query(a, b, None, poses[0])) for query in QUERIES
    ]


def test_many_threads_may_ask_the_same_fresh_meshes():
    """Trees are made once, by whoever comes first; everybody gets the same answers."""
    poses = random_poses(np.random.default_rng(4), 12, 1.2)
    expected = all_answers(bumpy_sphere(24, 22), CUBE, poses)
    for _ in range(5):
        a, b = bumpy_sphere(24, 22), icosphere(1.0, 2)
        start = threading.Barrier(8)

        def ask(turn, a=a, b=b, start=start):
            start.wait()
            if turn % 2:
                # Refitted while the first tree is in use.
                overlap(b.with_vertices(2.0 * b.vertices), CUBE)
            return all_answers(a, CUBE, poses)

        with ThreadPoolExecutor(8) as pool:
            for answers in pool.map(ask, range(8)):
                assert answers == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this platform")
def test_a_forked_child_answers_like_its_parent(run_python):
    script = """
import os, sys, numpy as np
from impinge.geometry import bumpy_sphere, icosphere
from impinge.narrow import distance, intersecting_pairs, overlap
a, b = bumpy_sphere(24, 22), icosphere(1.0, 2)
poses = np.stack([np.eye(4)] * 300)
poses[:, 0, 3] = np.linspace(0.0, 3.0, 300)
def ask():
    return (overlap(a, b, None, poses).tobytes(), distance(a, b, None, poses)._rows.tobytes(),
            intersecting_pairs(a, b, None, poses).pairs.tobytes())
expected = ask()
for _ in range(3):
    child = os.fork()
    if child == 0:
        os._exit(0 if ask() == expected else 3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert ask() == expected
print("fine")
"""
    done = run_python(script, timeout=120, IMPINGE_THREADS="3")
    assert done.stdout.strip() == "fine", done.stderr


def test_copies_and_pickles_of_used_meshes_answer_alike():
    a, b = bumpy_sphere(24, 22), icosphere(1.0, 2)
    poses = random_poses(np.random.default_rng(5), 6, 1.2)
    expected = all_answers(a, b, poses)
    for make in (copy.copy, copy.deepcopy, lambda mesh: pickle.loads(pickle.dumps(mesh))):
        assert all_answers(make(a), make(b), poses) == expected


def test_refitted_meshes_pickle_too():
    a = icosphere(1.0, 2)
    overlap(a, CUBE)
    bent = a.with_vertices(a.vertices * 1.5)
    poses = random_poses(np.random.default_rng(6), 4, 1.2)
    expected = overlap(bent, CUBE, None, poses)
    again = pickle.loads(pickle.dumps(bent))
    np.testing.assert_array_equal(overlap(again, CUBE, None, poses), expected)
    assert isinstance(again, Mesh)
