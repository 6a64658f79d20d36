"""Throws random input at every query: only a right answer or an ImpingeError is accepted.

Run: python tests/fuzzing.py FIRST_SEED COUNT, with as many of these pairs as there should be.

Each seed is one case, and prints its number before it starts: after a crash, the last one is it.
"""

import faulthandler
import sys
import warnings

import exact
import numpy as np
from contracts import (
    ERROR,
    check_bounds,
    check_narrow,
    check_within,
    check_witness,
    largest_coordinate,
    moved,
)
from placing import random_rotation

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, box_mesh, icosphere
from impinge.narrow import (
    distance,
    distance_within,
    intersecting_pairs,
    overlap,
    overlap_within,
)

EXACT_PAIRS = 300
"""Pairs of triangles up to which exact arithmetic checks the answer."""
EXACT_ABOVE = 2.0**-280
"""Where a coordinate is smaller, as a share of the largest, predicates are not exact: there must be
an answer, and no more is asked."""
QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


def corners(rng):
    """Triangles (n, 3, 3) of a random kind."""
    n = int(rng.choice([1, 2, 5, 12, 40]))
    kind = rng.choice(
        ["any", "grid", "small", "needles", "flat", "line", "point", "equal", "solid", "mixed"]
    )
    t = rng.normal(size=(n, 3, 3))
    if kind == "grid":
        t = rng.integers(-2, 3, (n, 3, 3)).astype(float)
    elif kind == "small":
        t = rng.uniform(-1, 1, (n, 1, 3)) + 10.0 ** rng.uniform(-6, 0) * t
    elif kind == "needles":
        t[:, 2] = t[:, 0] + 10.0 ** rng.uniform(-14, -4) * (t[:, 2] - t[:, 0])
    elif kind == "flat":
        t[..., int(rng.integers(3))] = rng.choice([0.0, 1.0, 0.1])
    elif kind == "line":
        t = t[:, :1] * rng.normal(size=(n, 3, 1))
    elif kind == "point":
        t = np.repeat(t[:, :1], 3, axis=1)
    elif kind == "equal":
        t = np.repeat(t[:1], n, axis=0)
    elif kind == "solid":
        mesh = box_mesh(rng.choice([1.0, 2.0, 1e-3], 3)) if n < 40 else icosphere(1.0, 1)
        t = mesh.vertices[mesh.faces]
    elif kind == "mixed":
        t *= 10.0 ** rng.uniform(-12, 3, (n, 1, 1))
        doubled = rng.random(n) < 0.3
        t[doubled, 1] = t[doubled, 0]
    return t


def scaled(rng, t):
    kinds = ["as is", "decade", "far off", "extreme", "one axis"]
    how = rng.choice(kinds, p=[0.5, 0.2, 0.1, 0.1, 0.1])
    if how == "decade":
        t = t * 10.0 ** rng.integers(-12, 13)
    elif how == "far off":
        t = t + 10.0 ** rng.integers(1, 16) * rng.integers(-1, 2, 3)
    elif how == "extreme":
        t = t * 10.0 ** rng.choice([-322, -315, -308, -300, -200, -100, -50, 38, 100, 148])
    elif how == "one axis":
        t = t.copy()
        t[..., int(rng.integers(3))] *= 10.0 ** rng.choice([-300, -100, -40, -20, 20, 100])
    return t


def spoiled(rng, vertices, faces):
    """A mesh that must be refused."""
    vertices, faces = vertices.copy(), faces.copy()
    how = int(rng.integers(9))
    if how == 0:
        row, axis = rng.integers(len(vertices)), rng.integers(3)
        vertices[row, axis] = rng.choice([np.nan, np.inf, -np.inf])
    elif how == 1:
        faces[rng.integers(len(faces)), rng.integers(3)] = len(vertices) + rng.integers(3)
    elif how == 2:
        faces[rng.integers(len(faces)), rng.integers(3)] = -1 - rng.integers(2**40)
    elif how == 3:
        faces = faces[:0]
    elif how == 4:
        vertices = vertices[:, :2]
    elif how == 5:
        faces = np.concatenate([faces, faces[:, :1]], axis=1)
    elif how == 6:
        vertices[0, 0] = rng.choice([1e150, 1e300])
    elif how == 7:
        faces = faces + 0.5
    else:
        return [None, 3, "mesh", (vertices,), vertices][rng.integers(5)]
    return vertices, faces


def pose_like(rng, size):
    """A pose that must be accepted."""
    how = rng.choice(["none", "rest", "grid", "quarter", "any", "tiny", "far"])
    if how == "none":
        return None
    pose = np.eye(4)
    if how == "far":
        size = min(size * 10.0 ** rng.uniform(1, 40), 1e149)
    if how == "tiny":
        size *= 10.0 ** rng.uniform(-17, -1)
    if how in {"grid", "quarter"}:
        pose[:3, 3] = size * rng.integers(-2, 3, 3)
    elif how != "rest":
        pose[:3, 3] = size * rng.uniform(-1, 1, 3)
    if how == "quarter":
        pose[:3, :3] = np.linalg.matrix_power(np.roll(QUARTER, rng.integers(3), (0, 1)), 3)
    elif how in {"any", "tiny", "far"} and rng.random() < 0.7:
        pose[:3, :3] = random_rotation(rng)
    return pose


def brought_together(rng, a, b, pose_a, pose_b):
    """A pose of B that puts some point of it on, or almost on, some point of A."""
    pose_b = np.eye(4) if pose_b is None else pose_b
    corner_a, corner_b = (m.vertices[m.faces[rng.integers(len(m.faces))]] for m in (a, b))
    weights = rng.choice([0.0, 0.5, 1.0], 3) + np.array([0.0, 0.0, 1e-3])
    x, y = (weights @ t / weights.sum() for t in (corner_a, corner_b))
    pose = pose_b.copy()
    pose[:3, 3] = moved(x, pose_a) - pose_b[:3, :3] @ y
    return pose


def bad_pose(rng):
    pose = np.eye(4)
    how = int(rng.integers(8))
    if how == 0:
        pose[rng.integers(4), rng.integers(4)] = rng.choice([np.nan, np.inf])
    elif how == 1:
        pose[:3, :3] *= rng.choice([0.0, 1e-300, 0.5, 1.001, 1e300])
    elif how == 2:
        pose[rng.integers(3)] *= -1.0
    elif how == 3:
        pose[0, 1] = 1e-3
    elif how == 4:
        pose[3, rng.integers(4)] += 0.1
    elif how == 5:
        pose[rng.integers(3), 3] = rng.choice([1e150, -1.7e308])
    elif how == 6:
        return np.zeros((int(rng.integers(4)), 3, 4))
    else:
        return ["pose", 1.0, np.eye(3), np.zeros((2, 2, 4, 4))][rng.integers(4)]
    return pose if rng.random() < 0.5 else np.stack([np.eye(4), pose])


def refused(query, *arguments, **options):
    try:
        answer = query(*arguments, **options)
    except ImpingeError:
        return
    raise AssertionError(f"accepted: {answer!r}")


def check_bad(rng, a, b):
    """One thing is wrong; each query must say so."""
    shapes, poses, options = [a, b], [None, None], {}
    what = int(rng.integers(4))
    side = int(rng.integers(2))
    if what == 0:
        shapes[side] = spoiled(rng, shapes[side].vertices, shapes[side].faces)
    elif what in {1, 2}:
        poses[side] = bad_pose(rng)
        poses[1 - side] = [None, np.eye(4), np.stack([np.eye(4)] * 2)][rng.integers(3)]
    else:
        options["margin"] = [np.nan, -1.0, np.inf, "1", None, 1j][rng.integers(6)]
        refused(overlap, *shapes, *poses, **options)
        return
    for query in (overlap, distance, intersecting_pairs):
        refused(query, *shapes, *poses)


def is_exact(a, b, pose_a, pose_b):
    """Are all coordinates, of both meshes in the frame of each, in the range of predicates?"""
    in_a = exact.in_frame_of_a(a, b, pose_a, pose_b)[:2]
    in_b = exact.in_frame_of_a(b, a, pose_b, pose_a)[:2]
    numbers = np.abs(np.concatenate([t.ravel() for t in (*in_a, *in_b)]))
    return numbers[numbers > 0.0].min(initial=1.0) >= EXACT_ABOVE


def check_good(rng, a, b, pose_a, pose_b):
    found = distance(a, b, pose_a, pose_b)
    pairs = intersecting_pairs(a, b, pose_a, pose_b)
    touching = overlap(a, b, pose_a, pose_b)
    assert np.isfinite(found._rows).all()
    assert touching == (len(pairs) > 0) == (found.distance == 0.0)
    check_witness(a, b, pose_a, pose_b, found)
    if len(a.faces) * len(b.faces) <= EXACT_PAIRS and is_exact(a, b, pose_a, pose_b):
        check_narrow(a, b, pose_a, pose_b)

    check_within(a, b, pose_a, pose_b)
    for query in (overlap_within, distance_within):
        check_bounds(a, b, pose_a, pose_b, query(a, b, pose_a, pose_b, budget=1e-6))

    largest = largest_coordinate(a, b, pose_a, pose_b)
    for margin in (found.distance * rng.uniform(0, 2), largest * 10.0 ** rng.uniform(-20, 20)):
        if abs(margin - found.distance) > 10.0 * ERROR * largest and margin < 1e308:
            answer = overlap(a, b, pose_a, pose_b, margin=margin)
            assert answer == (found.distance <= margin), (margin, found)

    back = distance(b, a, pose_b, pose_a)
    assert abs(back.distance - found.distance) <= 4.0 * ERROR * largest + 1e-322
    batch = [np.stack([p] * 2) for p in (pose_a, pose_b) if p is not None]
    if len(batch) == 2:
        rows = distance(a, b, *batch)._rows
        assert (rows == found._rows).all()
        assert overlap(a, b, *batch).tolist() == [touching] * 2
        np.testing.assert_array_equal(
            intersecting_pairs(a, b, *batch).pairs, np.concatenate([pairs.pairs] * 2)
        )
    bent = a.with_vertices(a.vertices[::-1].copy())
    fresh = Mesh(bent.vertices, bent.faces)
    np.testing.assert_array_equal(
        intersecting_pairs(bent, b, pose_a, pose_b).pairs,
        intersecting_pairs(fresh, b, pose_a, pose_b).pairs,
    )


def run_case(seed):
    """One random case; the name of what it was."""
    rng = np.random.default_rng(seed)
    meshes = []
    same = None
    for _ in range(2):
        t = scaled(rng, corners(rng))
        # Often of the same size, or even the same.
        if same is not None and rng.random() < 0.3:
            t = same if rng.random() < 0.5 else t / (np.abs(t).max() or 1.0) * np.abs(same).max()
        same = t
        t = t if np.abs(t).max() < 1e149 else t / np.abs(t).max()
        meshes.append(Mesh(t.reshape(-1, 3), np.arange(3 * len(t)).reshape(-1, 3)))
    if rng.random() < 0.2:
        check_bad(rng, *meshes)
        return "bad"
    sizes = [float(np.abs(mesh.vertices).max()) for mesh in meshes]
    size = sizes[int(rng.integers(2))]
    poses = pose_like(rng, size), pose_like(rng, size)
    if rng.random() < 0.5:
        poses = poses[0], brought_together(rng, *meshes, *poses)
    check_good(rng, *meshes, *poses)
    return "touching" if overlap(*meshes, *poses) else "apart"


def main(first, count):
    seen = {}
    for seed in range(first, first + count):
        print(seed, flush=True)
        kind = run_case(seed)
        seen[kind] = seen.get(kind, 0) + 1
    print("all answered", *(f"{kind}={n}" for kind, n in sorted(seen.items())))


if __name__ == "__main__":
    faulthandler.enable()
    warnings.simplefilter("error")
    for start, number in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        main(int(start), int(number))
