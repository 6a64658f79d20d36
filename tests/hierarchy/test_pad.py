"""The float32 pad under attack: no box test may part what touches.

Needles and flat boxes, offsets of 1e6, sizes up to 1e12 apart. Triangles are made to touch, then
two questions are asked. Of the walks: do they find every pair that exact predicates find by
testing all? Of single boxes: how much of the pad does rounding use?
"""

import numpy as np
import pytest
from awkward import needles, soup
from exact import distance_sq, in_frame_of_a, meeting_pairs, root

from impinge.core.jit import kernel
from impinge.core.lanes import CHILD, FRAME, HALF
from impinge.core.simd import gaps8, keys8
from impinge.geometry import Mesh
from impinge.hierarchy import Tree
from impinge.narrow import distance, intersecting_pairs
from impinge.narrow.kernels.relation import see_both
from impinge.narrow.kernels.step import centre_at, half_at, seen_from


def turned(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q *= np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


def random_pose(rng, reach):
    pose = np.eye(4)
    pose[:3, :3] = turned(rng)
    pose[:3, 3] = reach * rng.normal(size=3)
    return pose


def small_mesh(rng, kind, size, offset):
    """A few needles, flakes or chunks of the given size, far from the origin."""
    if kind == "needles":
        mesh = needles(int(rng.integers(2**31)), 12)
    else:
        mesh = soup(int(rng.integers(2**31)), 12, size=0.5)
    points = mesh.vertices * ([1.0, 1.0, 1e-7] if kind == "flat" else 1.0)
    return Mesh((points @ turned(rng).T) * size + offset * rng.normal(size=3), mesh.faces)


def touching(rng, a, b):
    """Poses that bring a random point of a triangle of B onto one of A, up to rounding."""
    pose_a, pose_b = random_pose(rng, 1.0), random_pose(rng, 1.0)
    corner = rng.random() < 0.5
    at = []
    for mesh, pose in ((a, pose_a), (b, pose_b)):
        weights = np.eye(3)[rng.integers(3)] if corner else rng.dirichlet(np.ones(3))
        triangle = mesh.vertices[mesh.faces[rng.integers(len(mesh.faces))]]
        at.append(pose[:3, :3] @ (weights @ triangle) + pose[:3, 3])
    pose_b[:3, 3] += at[0] - at[1]
    return pose_a, pose_b


def with_tree(mesh, volume):
    """The mesh, with a tree of one triangle a leaf: as many boxes as can be."""
    mesh._derived.values["tree"] = Tree(mesh, volume=volume, leaf_size=1)
    return mesh


CASES = [
    (kind_a, kind_b, ratio, offset)
    for kind_a, kind_b in [("needles", "needles"), ("flat", "needles"), ("flat", "chunks")]
    for ratio in (1.0, 1e-3, 1e-6, 1e-12, 1e9)
    for offset in (0.0, 1e6)
]


@pytest.mark.parametrize(("kind_a", "kind_b", "ratio", "offset"), CASES)
def test_walks_lose_no_pair(kind_a, kind_b, ratio, offset):
    """Exactly the pairs that rational arithmetic finds, on triangles that were made to touch."""
    rng = np.random.default_rng([len(kind_a), len(kind_b), int(1e13 * ratio), int(offset)])
    hits = 0
    for _ in range(8):
        a, b = small_mesh(rng, kind_a, 1.0, offset), small_mesh(rng, kind_b, ratio, offset)
        a, b = with_tree(a, rng.choice(["obb", "aabb"])), with_tree(b, "obb")
        pose_a, pose_b = touching(rng, a, b)
        expected = meeting_pairs(*in_frame_of_a(a, b, pose_a, pose_b)[:2])
        found = intersecting_pairs(a, b, pose_a, pose_b).pairs
        np.testing.assert_array_equal(found, expected)
        hits += len(expected) > 0
    # With an offset, rounding leaves tiny meshes beside each other.
    assert hits > 0 or offset > 0.0


@pytest.mark.parametrize(("kind_a", "kind_b", "ratio", "offset"), CASES[::3])
def test_distances_are_no_longer_than_they_should_be(kind_a, kind_b, ratio, offset):
    rng = np.random.default_rng([3, len(kind_a), len(kind_b), int(1e13 * ratio), int(offset)])
    for gap in (0.0, 1e-9, 1e-3, 1.0, 1e3):
        a, b = small_mesh(rng, kind_a, 1.0, offset), small_mesh(rng, kind_b, ratio, offset)
        a, b = with_tree(a, "obb"), with_tree(b, "obb")
        pose_a, pose_b = touching(rng, a, b)
        pose_b[:3, 3] += gap * rng.normal(size=3)
        found = distance(a, b, pose_a, pose_b).distance
        triangles_a, triangles_b, unit = in_frame_of_a(a, b, pose_a, pose_b)
        expected = float(root(distance_sq(triangles_a, triangles_b)))
        # In the common unit, which is at most twice the largest coordinate.
        assert abs(found / unit - expected) < 1e-14


@kernel
def compare(nodes_a, row, nodes_b, rotation, between, extent_a, extent_b, share, gaps, keys):
    """One box of B against eight of A, with this share of the pad; returns the pad."""
    opened, _ = see_both(rotation, between, extent_a, extent_b)
    turn, offset, ratio, pad, _ = opened
    some = np.float32(pad * share)
    g, t = seen_from(nodes_b, row, turn, offset)
    centre, half = centre_at(nodes_b, 8 * row, ratio), half_at(nodes_b, 8 * row, ratio, some)
    gaps8(nodes_a, row, centre, half, g, t, np.float32(np.inf), gaps)
    keys8(
        nodes_a, row, centre, half, g, t,
        np.float32(1.0), np.float32(3.0e38), keys, 0,
    )  # fmt: skip
    return pad


def random_nodes(rng, count):
    """Boxes as trees hold them: within the unit ball, some flat, some needles, some points."""
    nodes = np.zeros((count, 64), np.float32)
    nodes[:, :HALF] = rng.uniform(-1.0, 1.0, (count, HALF))
    halves = rng.uniform(0.0, 1.0, (count, 24)) * 10.0 ** rng.choice([-7, -3, 0, 0], (count, 24))
    nodes[:, HALF:CHILD] = halves
    for node in nodes:
        node[FRAME : FRAME + 6] = turned(rng)[:2].ravel()
    return nodes


def frames(nodes):
    rows = nodes[:, FRAME : FRAME + 6].astype(np.float64).reshape(-1, 2, 3)
    return np.concatenate([rows, np.cross(rows[:, 0], rows[:, 1])[:, None]], axis=1)


def true_gaps(directions, nodes_a, nodes_b, turns, offsets, ratio):
    """Gaps of lane 0 of B and all lanes of A along directions (n, 8, 3), as sets |F y - c| <= h.

    In float64, along any direction: each bounds the true distance from below.
    """
    n = directions / np.linalg.norm(directions, axis=2)[..., None]
    fa, fb = np.linalg.inv(frames(nodes_a)), np.linalg.inv(frames(nodes_b))
    ca = np.swapaxes(nodes_a[:, :HALF].reshape(-1, 3, 8), 1, 2).astype(np.float64)
    ha = np.swapaxes(nodes_a[:, HALF:CHILD].reshape(-1, 3, 8), 1, 2).astype(np.float64)
    cb = nodes_b[:, 0:HALF:8].astype(np.float64)[:, None]
    hb = nodes_b[:, HALF:CHILD:8].astype(np.float64)[:, None]
    na = np.einsum("rki,rlk->rli", fa, n)
    nb = np.einsum("rki,rlk->rli", fb, np.einsum("rji,rlj->rli", turns, n))
    middle = ratio * (nb * cb).sum(2) + np.einsum("rlk,rk->rl", n, offsets) - (na * ca).sum(2)
    reach = ratio * (np.abs(nb) * hb).sum(2) + (np.abs(na) * ha).sum(2)
    return np.abs(middle) - reach


def box_terms(nodes_a, nodes_b, turns, offsets, ratio):
    """Directions along which the bounds are taken: six faces, two corners, the line of centres."""
    fa, fb = frames(nodes_a), frames(nodes_b)
    lanes = np.ones((1, 8, 1))
    axes_a = [fa[:, None, k] * lanes for k in range(3)]
    axes_b = [np.einsum("rij,rj->ri", turns, fb[:, k])[:, None] * lanes for k in range(3)]
    ca = np.swapaxes(nodes_a[:, :HALF].reshape(-1, 3, 8), 1, 2).astype(np.float64)
    at_a = np.einsum("rki,rlk->rli", fa, ca)
    at_b = ratio * np.einsum(
        "rij,rj->ri", turns, np.einsum("rki,rk->ri", fb, nodes_b[:, 0:HALF:8].astype(np.float64))
    )
    between = (at_b + offsets)[:, None] - at_a
    corners = []
    for axes in (axes_a, axes_b):
        total = np.zeros_like(between)
        for axis in axes:
            gap = true_gaps(axis, nodes_a, nodes_b, turns, offsets, ratio)
            side = np.sign((axis * between).sum(2))
            total += (side * np.maximum(gap, 0.0))[..., None] * axis
        corners.append(np.where(np.abs(total).sum(2)[..., None] > 0.0, total, between))
    return [*axes_a, *axes_b], [*corners, between]


def pad_used(rng, count, ratio, reach):
    """Largest share of the pad that rounding used, for gaps and for keys, over 8 count boxes."""
    nodes_a, nodes_b = random_nodes(rng, count), random_nodes(rng, count)
    turns = np.stack([turned(rng) for _ in range(count)])
    offsets = rng.normal(size=(count, 3))
    offsets *= reach / np.linalg.norm(offsets, axis=1)[:, None]
    gaps, keys = np.empty((count, 1, 8), np.float32), np.empty((count, 1, 8), np.int32)
    for i in range(count):
        pad = compare(
            nodes_a, i, nodes_b, tuple(turns[i].ravel().tolist()), tuple(offsets[i].tolist()),
            1.0, ratio, 0.0, gaps[i], keys[i],
        )  # fmt: skip
    faces, others = box_terms(nodes_a, nodes_b, turns, offsets, ratio)
    args = nodes_a, nodes_b, turns, offsets, ratio
    true_faces = np.max([true_gaps(n, *args) for n in faces], axis=0)
    true_all = np.max([true_faces, *[true_gaps(n, *args) for n in others]], axis=0)
    over = (gaps[:, 0] - true_faces).max() / pad
    bits = np.where(keys[:, 0] == 0x7F7FFFFF, 0, keys[:, 0])
    key_over = (
        np.sqrt(bits.view(np.float32).astype(np.float64)) - np.maximum(true_all, 0.0)
    ).max() / pad
    return over, key_over


@pytest.mark.parametrize("ratio", [2.0**-40, 1e-3, 0.5, 1.0, 8.0, 1e4, 2.0**39])
@pytest.mark.parametrize("reach", [0.0, 1.0, 3.0, 40.0, 800.0])
def test_rounding_uses_a_part_of_the_pad(ratio, reach):
    """Bounds computed without the pad exceed the truth by less than half of it."""
    over, key_over = pad_used(
        np.random.default_rng(int(reach) + 1), 150, ratio, reach * (1 + ratio)
    )

    assert over < 0.5
    assert key_over < 0.5
