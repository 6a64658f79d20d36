"""Contact from frame to frame: exact pairs always, a direction with a memory, few facets."""

import numpy as np
import pytest
from awkward import awkward_meshes
from scipy.optimize import linprog

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import closest_points_on_triangles
from impinge.narrow import ContactTracker, HullStatus, hull_of
from impinge.scenes.polyhedra import POLYHEDRA, polyhedra_scene

FRAMES = 250
BALL = im.icosphere(1.0, 2)
CUBE = im.box_mesh((2, 2, 2))


def at(*place):
    return np.array(place, float)


def reference(mesh_a, mesh_b):
    return im.intersecting_pairs(mesh_a, mesh_b).pairs


def check(contact, mesh_a, mesh_b):
    """What holds for every result, whatever the meshes are."""
    pairs = reference(mesh_a, mesh_b)
    assert np.array_equal(contact.pairs, pairs)
    assert contact.fallback is not contact.restricted
    assert len(contact.nature) == len(contact.points) == len(contact.depths) == len(pairs)
    assert np.isfinite(contact.points).all()
    assert (contact.depths >= 0.0).all()
    assert np.isfinite(contact.depths).all()
    assert ((contact.nature >= 0) & (contact.nature <= 8)).all()
    for side, facets, kept in (("a", contact.facets_a, contact.kept[0]),
                               ("b", contact.facets_b, contact.kept[1])):  # fmt: skip
        assert np.array_equal(facets, np.flatnonzero(contact.dropped_by(side) == 0))
        assert len(facets) <= kept.min()
    assert contact.inside is None or not len(pairs)
    if contact.separation.status is HullStatus.APART:
        assert not len(pairs)


@pytest.mark.parametrize("name", POLYHEDRA)
def test_pairs_of_deforming_bodies(name):
    """250 frames of each scene, 2,000 in all: pairs are those of a full search in every frame."""
    scene = polyhedra_scene(name, 300)
    tracker = ContactTracker(scene.mesh_a, scene.mesh_b)
    trusting = ContactTracker(scene.mesh_a, scene.mesh_b, trust=True)
    touching = held = missed = total = 0
    iterations = []
    for time in np.linspace(0.0, 1.0, FRAMES):
        a, b = scene.vertices(time)
        contact = tracker.update(a, b)
        check(contact, scene.mesh_a.with_vertices(a), scene.mesh_b.with_vertices(b))
        found = trusting.update(a, b)
        assert set(map(tuple, found.pairs)) <= set(map(tuple, contact.pairs))
        assert found.restricted
        # Only where the restriction fails is something missed.
        assert (len(found.pairs) == len(contact.pairs)) == contact.restricted
        touching += len(contact.pairs) > 0
        held += len(contact.pairs) > 0 and contact.restricted
        missed += len(contact.pairs) - len(found.pairs)
        total += len(contact.pairs)
        iterations += [contact.separation.iterations] if contact.separation.distance <= 0.0 else []
    mean = np.mean(iterations)
    print(f"{name}: {touching} frames touch, restricted in {held}; trusting misses {missed} of "
          f"{total} pairs; {mean:.2f} iterations")  # fmt: skip
    assert touching > 50
    assert mean <= 2.5
    if name in ("clamp", "peg-in-cup", "stars"):
        assert missed > 0
    if name in ("ball-in-cloth", "wheel-on-ground", "balls", "border"):
        assert missed == 0


def test_ball_in_cloth_comes_out_where_it_went_in():
    """The direction keeps to the entry side, where the globally shortest one flips."""
    scene = polyhedra_scene("ball-in-cloth", 200)
    tracker, first, turns, flips = ContactTracker(scene.mesh_a, scene.mesh_b), None, [], []
    for time in np.linspace(0.0, 1.0, 60):
        a, b = scene.vertices(time)
        contact = tracker.update(a, b)
        assert not contact.turned
        if contact.separation.status is HullStatus.APART:
            continue
        first = contact.separation.direction if first is None else first
        turns.append(first @ contact.separation.direction)
        shortest = im.penetration(
            hull_of(scene.mesh_a.with_vertices(a)), hull_of(scene.mesh_b.with_vertices(b))
        )
        flips.append(first @ shortest.direction)
    assert len(turns) > 40
    assert min(turns) > np.cos(np.radians(30.0))
    assert min(flips) < 0.5


def test_along_the_border():
    """A ball that follows the border of a block is pushed out by one facet after the other."""
    scene = polyhedra_scene("border", 300)
    tracker, first, last = ContactTracker(scene.mesh_a, scene.mesh_b), None, None
    for time in np.linspace(0.0, 1.0, 200):
        a, b = scene.vertices(time)
        contact = tracker.update(a, b)
        assert not contact.turned
        last = contact.separation.direction
        first = last if first is None else first
        outward = -last @ (a.mean(axis=0) / np.linalg.norm(a.mean(axis=0)))
        assert outward > 0.6
    assert first @ last < -0.9


def test_concave_gap():
    """Hulls overlap, the bodies do not: no pairs, nothing inside."""
    scene = polyhedra_scene("peg-in-cup", 200)
    slim = scene.mesh_a.vertices * [0.3, 0.3, 1.0] - [0.0, 0.0, scene.mesh_a.vertices[:, 2].min()]
    contact = ContactTracker(scene.mesh_a, scene.mesh_b).update(slim + at(0.0, 0.0, 0.4))
    assert contact.separation.distance < -0.3
    assert len(contact) == 0
    assert contact.inside is None
    assert contact.restricted


def test_inside():
    tracker = ContactTracker(BALL, CUBE)
    assert tracker.update(0.5 * BALL.vertices).inside == "a"
    assert tracker.update(3.0 * BALL.vertices).inside == "b"
    assert tracker.update(1.2 * BALL.vertices).inside is None
    assert tracker.update(0.5 * BALL.vertices + at(9, 0, 0)).inside is None
    opened = im.Mesh(CUBE.vertices, CUBE.faces[:-1])
    assert ContactTracker(BALL, opened).update(0.5 * BALL.vertices).inside is None
    assert ContactTracker(opened, BALL).update(0.5 * opened.vertices).inside is None


def test_half_of_two_bodies_is_not_inside():
    two = im.Mesh(
        np.concatenate([0.2 * CUBE.vertices, 0.2 * CUBE.vertices + at(0.0, 0.0, 0.9)]),
        np.concatenate([CUBE.faces, CUBE.faces + 8]),
    )
    tall = im.Mesh(CUBE.vertices * [1, 1, 0.4], CUBE.faces)
    hollow = im.Mesh(
        np.concatenate([tall.vertices, tall.vertices * 3.0]),
        np.concatenate([tall.faces, tall.flipped().faces + 8]),
    )
    assert ContactTracker(two, CUBE).update(0.5 * two.vertices).inside == "a"
    check(ContactTracker(two, hollow).update(), two, hollow)
    assert ContactTracker(two, hollow).update().inside is None


def test_memory_and_reset():
    slab = im.Mesh(CUBE.vertices * [1.0, 4.0, 4.0], CUBE.faces)
    small = 0.2 * BALL.vertices
    tracker = ContactTracker(slab, BALL)
    for x in np.linspace(-1.4, 0.9, 24):
        contact = tracker.update(vertices_b=small + at(x, 0.1, 0.1))
    assert contact.separation.direction == pytest.approx([-1.0, 0.0, 0.0])
    assert contact.separation.distance == pytest.approx(-2.1, abs=0.02)
    tracker.reset()
    contact = tracker.update()
    assert contact.separation.direction == pytest.approx([1.0, 0.0, 0.0])
    assert not contact.turned
    # Out through the top, and back in from there.
    tracker.update(vertices_b=small + at(0.0, 0.0, 9.0))
    contact = tracker.update(vertices_b=small + at(0.9, 0.1, 3.9))
    assert contact.separation.direction == pytest.approx([0.0, 0.0, 1.0])


def test_turned():
    tracker = ContactTracker(CUBE, BALL)
    assert not tracker.update(vertices_b=BALL.vertices + at(1.9, 0, 0)).turned
    assert not tracker.update(vertices_b=BALL.vertices + at(1.9, 0.1, 0)).turned
    assert tracker.update(vertices_b=BALL.vertices + at(0, 3.9, 0)).turned


def test_disks_and_slab():
    """Disks are around all that lies in the slab, edges that only cross it included."""
    needle = im.Mesh([[0, 0, -5], [0.2, 0, 5], [0, 0.2, 5]], [[0, 1, 2]])
    contact = ContactTracker(CUBE, needle).update(vertices_b=needle.vertices + at(0, 0, 4.5))
    centre, radius = contact.disk_b
    n = contact.separation.direction
    assert centre @ n == pytest.approx(contact.separation.highest_a)
    assert contact.disk_a.centre @ n == pytest.approx(contact.separation.lowest_b)
    assert 0.0 < radius < 0.1
    assert len(contact) > 0
    rng = np.random.default_rng(6)
    for _ in range(20):
        vertices = BALL.vertices * rng.uniform(0.5, 1.5, 3) + rng.normal(size=3)
        contact = ContactTracker(BALL, BALL).update(vertices_b=vertices)
        n, hulls = contact.separation.direction, contact.separation
        if hulls.status is HullStatus.APART:
            continue
        for disk, points in (
            (contact.disk_a, BALL.vertices[BALL.vertices @ n >= hulls.lowest_b]),
            (contact.disk_b, vertices[vertices @ n <= hulls.highest_a]),
        ):
            across = points - disk.centre
            across -= (across @ n)[:, None] * n
            assert np.linalg.norm(across, axis=1).max() <= disk.radius * (1 + 1e-12)


def test_criteria_by_definition():
    """Facets and counts are those of the three criteria, written out."""
    scene = polyhedra_scene("balls", 1000)
    a, b = scene.vertices(0.2)
    contact = ContactTracker(scene.mesh_a, scene.mesh_b).update(a, b)
    n, hulls = contact.separation.direction, contact.separation
    for vertices, mesh, sign, kept, disk in (
        (a, scene.mesh_a, 1.0, contact.kept[0], contact.disk_b),
        (b, scene.mesh_b, -1.0, contact.kept[1], contact.disk_a),
    ):
        corners = vertices[mesh.faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        heights = corners @ n
        limit = (
            heights.max(axis=1) >= hulls.lowest_b
            if sign > 0
            else (heights.min(axis=1) <= hulls.highest_a)
        )
        flat = corners - heights[..., None] * n
        centre = disk.centre - (disk.centre @ n) * n
        centres = np.repeat(centre[None], len(flat), axis=0)
        distances = closest_points_on_triangles(centres, flat).distance
        assert kept.tolist() == [
            (sign * normals @ n > 0).sum(), limit.sum(),
            (distances <= disk.radius).sum(),
        ]  # fmt: skip


def depth_by_programming(a, b, n):
    """How far two triangles overlap along n: the largest s for which a - b = s n."""
    matrix = np.zeros((5, 7))
    matrix[:3, :3], matrix[:3, 3:6], matrix[:3, 6] = a.T, -b.T, -n
    matrix[3, :3] = matrix[4, 3:6] = 1.0
    cost = np.zeros(7)
    cost[6] = -1.0
    limits = [*[(0, None)] * 6, (None, None)]
    return -linprog(cost, A_eq=matrix, b_eq=[0, 0, 0, 1, 1], bounds=limits).fun


@pytest.mark.parametrize("name", ["stars", "balls", "clamp"])
def test_depths_of_pairs(name):
    scene = polyhedra_scene(name, 800)
    a, b = scene.vertices(0.4)
    contact = ContactTracker(scene.mesh_a, scene.mesh_b).update(a, b)
    n = contact.separation.direction
    assert len(contact) > 10
    for (i, j), depth, point in list(
        zip(contact.pairs, contact.depths, contact.points, strict=True)
    )[:40]:
        expected = depth_by_programming(a[scene.mesh_a.faces[i]], b[scene.mesh_b.faces[j]], n)
        assert depth == pytest.approx(expected, abs=1e-7)
        # The point is halfway between both facets.
        for way, facet in ((0.5, a[scene.mesh_a.faces[i]]), (-0.5, b[scene.mesh_b.faces[j]])):
            found = im.closest_point(im.Mesh(facet, [[0, 1, 2]]), point + way * depth * n)
            assert found.distance == pytest.approx(0.0, abs=1e-7)


TOP = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.5, 0.0]])
NATURES = {
    # A triangle of A in the plane z = 0, and one of B that reaches 0.1 below it.
    "FACE_VERTEX": [[0, 0, -0.1], [0.5, 0, 1], [0, 0.5, 1]],
    "FACE_EDGE": [[-0.1, 0, -0.1], [0.1, 0.1, -0.1], [0, 0.5, 1]],
    "EDGE_EDGE": [[0, -2, -0.1], [0, 0, -0.1 + 1e-3], [0.3, -1, 4]],
    "FACE_FACE": [[-0.2, 0, 0], [0.2, 0, 0], [0, 0.3, 0]],
    "VERTEX_VERTEX": [[-1, -1, 0], [-2, -1, 2], [-1, -2, 2]],
    "EDGE_VERTEX": [[0, -1, 0], [0.5, -1.5, 1], [-0.5, -1.5, 1]],
}


@pytest.mark.parametrize("name", NATURES)
def test_nature(name):
    """Seen along z; a second triangle of each body far away keeps the direction."""
    far_a, far_b = [[0, 0, -50], [9, 0, -50], [0, 9, -50]], [[0, 0, 60], [9, 0, 60], [0, 9, 60]]
    two, depth = [[0, 2, 1], [3, 4, 5]], -np.min(NATURES[name], axis=0)[2]
    a = im.Mesh(np.concatenate([TOP, far_a]), [[0, 1, 2], [3, 5, 4]])
    b = im.Mesh(np.concatenate([np.asarray(NATURES[name], float), far_b]), two)
    for first, second, expected in (
        (a, b, im.Nature[name]), (b, a, im.Nature[name].swapped)
    ):  # fmt: skip
        tracker = ContactTracker(first, second)
        tracker._direction = np.array([0.0, 0.0, 1.0 if first is a else -1.0])
        contact = tracker.update()
        assert abs(contact.separation.direction[2]) > 1.0 - 1e-6
        assert [im.Nature(code) for code in contact.nature] == [expected]
        assert contact.depths == pytest.approx([depth], abs=1e-3)


def test_awkward_meshes():
    rng, hits = np.random.default_rng(7), 0
    meshes = list(awkward_meshes().values())
    for _ in range(200):
        a, b = (meshes[i] for i in rng.integers(len(meshes), size=2))
        size = max(np.abs(a.vertices).max(), np.abs(b.vertices).max())
        shift = rng.choice([0.0, 0.1, 0.5], size=3) * size
        contact = ContactTracker(a, b, max_iterations=int(rng.choice([1, 30]))).update(
            vertices_b=b.vertices + shift
        )
        check(contact, a, b.with_vertices(b.vertices + shift))
        hits += len(contact) > 0
    assert 20 < hits < 200


@pytest.mark.parametrize("scale", [1e-140, 1e-6, 1e6, 1e140])
def test_scale(scale):
    scene = polyhedra_scene("stars", 200)
    a, b = scene.vertices(0.3)
    one = ContactTracker(scene.mesh_a, scene.mesh_b).update(a, b)
    other = ContactTracker(scene.mesh_a, scene.mesh_b).update(a * scale, b * scale)
    check(other, scene.mesh_a.with_vertices(a * scale), scene.mesh_b.with_vertices(b * scale))
    assert other.depths == pytest.approx(scale * one.depths, rel=1e-6, abs=1e-9 * scale)


def test_unused_vertices_do_not_count():
    stray = im.Mesh(np.concatenate([[[9.0, 9, 9]], CUBE.vertices]), CUBE.faces + 1)
    shifted = BALL.vertices + at(1.9, 0, 0)
    one = ContactTracker(CUBE, BALL).update(vertices_b=shifted)
    other = ContactTracker(stray, BALL).update(vertices_b=shifted)
    assert np.array_equal(one.pairs, other.pairs)
    assert other.separation.distance == one.separation.distance


def test_threads_give_the_same_bits():
    scene = polyhedra_scene("stars", 3000)
    found = []
    for threads in (1, 2):
        with im.use_threads(threads):
            found.append(ContactTracker(scene.mesh_a, scene.mesh_b).update(*scene.vertices(0.2)))
    assert found[0].to_dict() == found[1].to_dict()


BAD = {
    "mesh_a": (None, 3, "x"), "mesh_b": ([[0, 0, 0]],), "trust": (1, None),
    "stretch": (1.0, np.nan), "max_iterations": (0, 2.5),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name):
    for value in BAD[name]:
        with pytest.raises(ImpingeError, match=name):
            ContactTracker(**{"mesh_a": CUBE, "mesh_b": CUBE, name: value})


def test_bad_vertices():
    tracker = ContactTracker(CUBE, BALL)
    with pytest.raises(ImpingeError, match="vertices_a: 7 rows, expected 8"):
        tracker.update(CUBE.vertices[:7])
    bad = BALL.vertices.copy()
    bad[3, 1] = np.nan
    with pytest.raises(ImpingeError, match="vertices_b: row 3"):
        tracker.update(None, bad)
    with pytest.raises(ImpingeError, match="vertices_b"):
        tracker.update(9.0 * CUBE.vertices, bad)
    # It is as it was.
    assert tracker.update().separation.highest_a == pytest.approx(1.0)
    assert tracker.update(vertices_b=BALL.vertices + at(1.9, 0, 0)).separation.distance < 0.0
