import sys

import numpy as np
import pytest
from sphere_cases import coarse, deformed, mesh, tree

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.hierarchy import ReducedBody
from impinge.narrow import contacts_within
from impinge.narrow.contacts_within import level_of

NEAR = im.pose((0.55, 0.2, 0.1), axis_angle=(0.3, 0.2, 0.1))


def leaves(made):
    used = made.radii >= 0.0
    leaf = used.copy()
    inner = (len(used) - 1) // 8
    leaf[:inner] &= ~used[1:].reshape(-1, 8).any(axis=1)
    return np.flatnonzero(leaf)


def moved(made, pose):
    return made.centres @ pose[:3, :3].T + pose[:3, 3]


def figure_seven(a, b, pose, most):
    """The pseudocode of the paper, by lists."""
    at = (a.centres, moved(b, pose))
    radii = (a.radii, b.radii)

    def children(side, i):
        rows = range(8 * i + 1, 8 * i + 9)
        return [k for k in rows if k < len(radii[side]) and radii[side][k] >= 0.0]

    waiting, found, tests = [(0, 0, 0, 1)], [], 0
    while waiting and tests < most:
        i, s, j, t = waiting.pop(0)
        tests += 1
        gap = np.linalg.norm(at[s][i] - at[t][j])
        if gap <= radii[s][i] + radii[t][j]:
            if not children(t, j):
                if not children(s, i):
                    found.append((i, j) if s == 0 else (j, i))
                else:
                    waiting.append((j, t, i, s))
            else:
                waiting += [(k, t, i, s) for k in children(t, j)]
    return [(i, j) if s == 0 else (j, i) for i, s, j, _ in waiting], found, tests


def crossings(a, b, pose):
    """Points where two surfaces cross: middles of where their triangles meet."""
    posed = b.transformed(pose)
    found = []
    for i, j in im.intersecting_pairs(a, posed).pairs:
        p, q = a.vertices[a.faces[i]], posed.vertices[posed.faces[j]]
        for s, t in ((p, q), (q, p)):
            n = np.cross(t[1] - t[0], t[2] - t[0])
            for k in range(3):
                u, v = s[k], s[(k + 1) % 3]
                hu, hv = (u - t[0]) @ n, (v - t[0]) @ n
                if hu * hv < 0.0:
                    x = u + hu / (hu - hv) * (v - u)
                    w = np.linalg.lstsq(
                        np.vstack([t.T, np.ones(3)]), np.append(x, 1.0), rcond=None
                    )[0]
                    if w.min() > 1e-9:
                        found.append(x)
    return np.array(found).reshape(-1, 3)


def lost(points, spheres_a, spheres_b, rows):
    """How many points lie in both spheres of no pair."""
    inside = [
        np.linalg.norm(points - centres[:, None], axis=2) <= radii[:, None]
        for centres, radii in (spheres_a, spheres_b)
    ]
    return int((~(inside[0][rows[:, 0]] & inside[1][rows[:, 1]]).any(axis=0)).sum())


@pytest.mark.parametrize("most", [1, 2, 7, 40, 333, 10**6])
def test_lists_are_those_of_the_published_walk(most):
    a, b = tree("box"), tree("ball")
    found = contacts_within(a, b, pose_b=NEAR, max_tests=most)
    waiting, hits, tests = figure_seven(a, b, NEAR, most)

    assert found.waiting.tolist() == [list(pair) for pair in waiting]
    assert found.found.tolist() == [list(pair) for pair in hits]
    assert found.tests == tests
    assert found.complete == (not waiting)


def test_resumed_walks_end_in_the_same_lists():
    whole = contacts_within(tree("box"), tree("box"), pose_b=NEAR)
    for step in (1, 13, 500):
        part = contacts_within(tree("box"), tree("box"), pose_b=NEAR, max_tests=step)
        while not part.complete:
            part = part.resume(max_tests=step)
        assert np.array_equal(part.found, whole.found)
        assert part.tests == whole.tests
    part = contacts_within(tree("box"), tree("box"), pose_b=NEAR, budget=1e-6)
    while not part.complete:
        part = part.resume(1e-6)
    assert np.array_equal(part.found, whole.found)
    assert part.resume() is part


def test_an_answer_stays_and_can_be_resumed_twice():
    first = contacts_within(tree("box"), tree("box"), pose_b=NEAR, max_tests=50)
    before = first.waiting.copy()
    one, two = first.resume(max_tests=100), first.resume(max_tests=200)

    assert np.array_equal(first.waiting, before)
    assert first.tests == 50
    assert (one.tests, two.tests) == (150, 250)
    assert np.array_equal(one.resume().found, two.resume().found)


def test_lists_grow_as_needed(monkeypatch):
    whole = contacts_within(tree("box"), tree("box"), pose_b=NEAR)
    monkeypatch.setattr(sys.modules["impinge.narrow.contacts_within"], "CAPACITY", 16)
    again = contacts_within(tree("box"), tree("box"), pose_b=NEAR)

    assert np.array_equal(again.found, whole.found)


def test_layered_trees_find_all_overlapping_leaf_pairs():
    for name in ("bumpy", "box"):
        a = tree(name, kind="layered")
        rows = leaves(a)
        b = moved(a, NEAR)
        gaps = np.linalg.norm(a.centres[rows][:, None] - b[rows], axis=2)
        i, j = np.nonzero(gaps <= a.radii[rows][:, None] + a.radii[rows])
        found = contacts_within(a, a, pose_b=NEAR).found

        assert set(map(tuple, found.tolist())) == set(
            zip(rows[i].tolist(), rows[j].tolist(), strict=True)
        )


def test_interruptions_lose_no_crossing_of_rigid_bodies():
    a, b = tree("knot"), tree("box")
    points = crossings(mesh("knot"), mesh("box"), NEAR)
    assert len(points) > 50
    spheres_a, spheres_b = (a.centres, a.radii), (moved(b, NEAR), b.radii)
    total = contacts_within(a, b, pose_b=NEAR).tests
    for most in np.random.default_rng(0).integers(1, total + 2, 60):
        part = contacts_within(a, b, pose_b=NEAR, max_tests=int(most))
        pairs = np.concatenate([part.waiting, part.found])
        assert lost(points, spheres_a, spheres_b, pairs) == 0, most


@pytest.mark.parametrize("skin", ["links", "linear"])
def test_interruptions_lose_no_crossing_of_bodies_that_deform(skin):
    first = ReducedBody(mesh("knot"), coarse(), tree=tree("knot"), skin=skin)
    second = ReducedBody(mesh("ball"), coarse(), tree=tree("ball"), skin=skin)
    rng, met = np.random.default_rng(1), 0
    for k in (1, 2, 5, 8):
        a = first.moved(deformed(coarse().vertices, k))
        b = second.moved(deformed(coarse().vertices, k + 3) + rng.normal(size=3) * 0.2)
        points = crossings(a.mesh, b.mesh, np.eye(4))
        met += len(points)
        for most in rng.integers(1, 2000, 12):
            part = contacts_within(a, b, max_tests=int(most))
            pairs = np.concatenate([part.waiting, part.found])
            assert lost(points, a.spheres, b.spheres, pairs) == 0
    assert met > 100


def test_only_visited_spheres_are_updated():
    a = ReducedBody(mesh("knot"), coarse(), tree=tree("knot"))
    b = a.moved(coarse().vertices + np.array([0.4, 0, 0]))
    found = contacts_within(a, b, max_tests=5)

    assert 2 <= int(b._now.known.sum()) < 20
    assert found.tests == 5


def test_depth_first_loses_what_it_had_not_visited():
    a, b = tree("box"), tree("ball")
    whole = contacts_within(a, b, pose_b=NEAR)
    deep = contacts_within(a, b, pose_b=NEAR, order="depth")
    part = contacts_within(a, b, pose_b=NEAR, order="depth", max_tests=whole.tests // 2)

    assert deep.complete
    assert set(map(tuple, deep.found)) == set(map(tuple, whole.found))
    assert not part.complete
    assert len(part.waiting) == 0
    assert 0 < len(part.found) < len(whole.found)
    with pytest.raises(ImpingeError, match="resume: a depth-first walk"):
        part.resume()


def test_points_normals_and_depths():
    found = contacts_within(tree("box"), tree("ball"), pose_b=NEAR, max_tests=200)
    rows, at = found.pairs, moved(tree("ball"), NEAR)
    p, q = tree("box").centres[rows[:, 0]], at[rows[:, 1]]
    r, s = tree("box").radii[rows[:, 0]], tree("ball").radii[rows[:, 1]]

    assert len(rows)
    assert set(map(tuple, rows)) <= set(map(tuple, found.waiting)) | set(map(tuple, found.found))
    assert np.allclose(found.depth, r + s - np.linalg.norm(q - p, axis=1))
    assert np.allclose(found.normal * np.linalg.norm(q - p, axis=1)[:, None], q - p)
    assert (np.linalg.norm(found.point - p, axis=1) <= r + 1e-9).all()
    assert (np.linalg.norm(found.point - q, axis=1) <= s + 1e-9).all()
    # Waiting pairs that do not overlap are left out.
    assert len(rows) < len(found.waiting) + len(found.found)


def test_concentric_spheres_have_a_normal():
    found = contacts_within(tree("box"), tree("box"), max_tests=1)
    assert np.isfinite(found.normal).all()
    same = contacts_within(tree("box"), tree("box"))
    assert np.allclose(np.linalg.norm(same.normal, axis=1), 1.0)


def test_levels_grow_with_tests_and_far_bodies_have_none():
    a = tree("box")
    levels = [contacts_within(a, a, pose_b=NEAR, max_tests=n).level for n in (1, 20, 200, 10**6)]
    assert levels == sorted(levels)
    assert levels[-1] == 2.0
    far = contacts_within(a, a, pose_b=im.pose((9, 0, 0)))
    assert far.complete
    assert far.tests == 1
    assert len(far.pairs) == 0
    assert far.level == 2.0
    assert level_of(np.array([0, 1, 8, 9, 72, 73])).tolist() == [0, 1, 1, 2, 2, 3]
    assert far.elapsed > 0.0
    assert repr(far) == "SphereContacts(0 waiting, 0 found, level 2.00)"


def test_bad_input_names_argument_and_reason():
    a, body = tree("box"), ReducedBody(mesh("box"), coarse(), tree=tree("box"))
    for arguments, text in [
        ({"budget": 0.0}, "budget: "), ({"budget": -1.0}, "budget: "),
        ({"max_tests": 0}, "max_tests: expected a whole number from 1"),
        ({"order": "best"}, "order: 'best'"), ({"a": mesh("box")}, "a: expected a ReducedBody"),
        ({"b": None}, "b: expected"), ({"a": body, "pose_a": np.eye(4)}, "pose_a: a ReducedBody"),
        ({"pose_b": np.eye(3)}, "pose_b: "),
    ]:  # fmt: skip
        given = {"a": a, "b": a, **arguments}
        with pytest.raises(ImpingeError, match=text):
            contacts_within(given.pop("a"), given.pop("b"), **given)
    part = contacts_within(a, a, max_tests=1)
    with pytest.raises(ImpingeError, match="max_tests: "):
        part.resume(max_tests=-1)
    with pytest.raises(AttributeError, match="waiting cannot be set"):
        part.waiting = np.zeros((0, 2))
