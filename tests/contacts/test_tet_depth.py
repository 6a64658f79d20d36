"""Depth inside tetrahedral bodies: exact on planes, the four stages elsewhere, and its side."""

import numpy as np
import pytest

import impinge as im
from impinge.contacts import tet_depth
from impinge.core.errors import ImpingeError
from impinge.geometry import TetMesh
from impinge.narrow import vertices_in_tets
from impinge.scenes.bricks import brick, brick_crowd

BLOCK, TOWER = brick((10, 10, 4)), brick((2, 2, 12), 0.5)


def pressed(depth):
    """A tower in a block: its foot is so far below the top, at z = 4."""
    return [BLOCK, TOWER.with_vertices(TOWER.vertices + np.array([4.3, 4.4, 4.0 - depth]))]


def of_tower(found, values):
    return values[found.object == 1]


@pytest.mark.parametrize("depth", [0.3, 1.7, 2.3, 3.2])
def test_depth_and_direction_are_exact_below_a_plane(depth):
    meshes = pressed(depth)
    found = tet_depth(meshes)
    z = meshes[1].vertices[of_tower(found, found.vertex), 2]
    assert np.abs(of_tower(found, found.depth) - (4.0 - z)).max() < 1e-12
    assert np.abs(of_tower(found, found.direction) - [0, 0, 1]).max() < 1e-12
    # Each row of vertices is a layer of its own below the first one.
    below = np.round((4.0 - z - (4.0 - z).min()) / 0.5).astype(int)
    assert of_tower(found, found.layer).tolist() == below.tolist()
    assert np.bincount(below).tolist() == [9] * (1 + int(depth / 0.5))


def test_a_tower_past_the_middle_keeps_its_side_and_closest_points_do_not():
    for depth in np.linspace(0.3, 3.4, 12):
        meshes = pressed(depth)
        kept, flipped = tet_depth(meshes), tet_depth(meshes, method="closest")
        assert (of_tower(kept, kept.direction)[:, 2] > 0.999).all()
        foot = of_tower(flipped, flipped.vertex) % 13 == 0
        assert (of_tower(flipped, flipped.direction)[foot, 2] < 0).all() == (depth > 2.0)
        assert (flipped.layer == -1).all()
        assert len(flipped.exits) == 0


def test_a_turned_plane_is_as_exact():
    axis = np.array([1.0, 2.0, 3.0]) / np.sqrt(14.0)
    rotation = im.pose((3, 1, 2), axis_angle=axis * 0.9)
    meshes = [
        mesh.with_vertices(mesh.vertices @ rotation[:3, :3].T + rotation[:3, 3])
        for mesh in pressed(1.7)
    ]
    flat, found = tet_depth(pressed(1.7)), tet_depth(meshes)
    assert np.array_equal(of_tower(found, found.layer), of_tower(flat, flat.layer))
    assert np.abs(of_tower(found, found.depth - flat.depth)).max() < 1e-12
    assert np.abs(of_tower(found, found.direction) - rotation[:3, 2]).max() < 1e-12


def reference(meshes):
    """The four stages, one vertex at a time, from hits and faces alone."""
    hits = vertices_in_tets(meshes)
    inside = {(i, v, o) for i, v, o, _ in hits.pairs.tolist()}
    near = [neighbours(mesh) for mesh in meshes]
    normals = [vertex_normals(mesh.surface) for mesh in meshes]
    depth, direction, layer = {}, {}, {}
    for i, v, o in inside:
        p, terms = meshes[i].vertices[v], []
        for w in near[i][v]:
            if (i, w, o) in inside:
                continue
            left = last_exit(
                p, meshes[i].vertices[w], meshes[o].surface, normals[o], {v, w}, i == o
            )
            if left is not None:
                terms.append((1.0 / np.sum((left[0] - p) ** 2), (left[0] - p) @ left[1], left[1]))
        if terms:
            weight = sum(w for w, _, _ in terms)
            depth[i, v, o] = max(sum(w * d for w, d, _ in terms) / weight, 0.0)
            direction[i, v, o] = unit(sum(w * n for w, _, n in terms))
            layer[i, v, o] = 0
    level = 0
    while True:
        level += 1
        added = {}
        for key in inside - layer.keys():
            i, v, o = key
            p = meshes[i].vertices[v]
            known = [(i, w, o) for w in near[i][v] if (i, w, o) in layer]
            if known:
                steps = [meshes[i].vertices[k[1]] - p for k in known]
                weights = [1.0 / (s @ s) for s in steps]
                deep = [s @ direction[k] + depth[k] for s, k in zip(steps, known, strict=True)]
                added[key] = (
                    max(np.average(deep, weights=weights), 0.0),
                    unit(sum(w * direction[k] for w, k in zip(weights, known, strict=True))),
                )
        if not added:
            return inside, depth, direction, layer
        for key, (d, r) in added.items():
            depth[key], direction[key], layer[key] = d, r, level


def unit(v):
    return v / np.linalg.norm(v)


def neighbours(mesh):
    found = [set() for _ in mesh.vertices]
    for tet in mesh.tets.tolist():
        for v in tet:
            found[v] |= set(tet) - {v}
    return found


def vertex_normals(surface):
    normals = np.zeros((len(surface.vertices), 3))
    a, b, c = surface.vertices[surface.faces].swapaxes(0, 1)
    for k in range(3):
        np.add.at(normals, surface.faces[:, k], np.cross(b - a, c - a))
    length = np.linalg.norm(normals, axis=1)[:, None]
    return np.divide(normals, length, out=normals, where=length > 0)


def last_exit(p, q, surface, normals, ends, own):
    """Point and normal where the line from p to q leaves a surface for the last time."""
    a, b, c = surface.vertices[surface.faces].swapaxes(0, 1)
    d, n = q - p, np.cross(b - a, c - a)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((a - p) * n).sum(axis=1) / (n @ d)
    t[~np.isfinite(t)] = -1.0
    x = p + t[:, None] * d
    nn = (n * n).sum(axis=1)
    u = (np.cross(b - x, c - x) * n).sum(axis=1) / nn
    v = (np.cross(c - x, a - x) * n).sum(axis=1) / nn
    w = (np.cross(a - x, b - x) * n).sum(axis=1) / nn
    hit = (t >= 0) & (t <= 1) & (u >= 0) & (v >= 0) & (w >= 0)
    if own:
        hit &= ~np.isin(surface.faces, list(ends)).any(axis=1)
    if not hit.any():
        return None
    f = np.flatnonzero(hit)[np.argmax(t[hit])]
    i, j, k = surface.faces[f]
    normal = unit(u[f] * normals[i] + v[f] * normals[j] + w[f] * normals[k])
    return x[f], normal if n[f] @ d >= 0 else -normal


def bent_beam():
    """A beam rolled up so far that its ends overlap."""
    beam = brick((24, 3, 2), 0.5)
    x, y, z = beam.vertices.T
    angle = (2.0 * np.pi + 0.35) * x / 12.0
    radius = 1.9 + z + 0.02 * x
    return beam.with_vertices(
        np.stack([radius * np.cos(angle), y + 0.01 * x, radius * np.sin(angle)], axis=1)
    )


def crowd():
    rng = np.random.default_rng(1)
    meshes = brick_crowd(5, 1500, cells=(5, 4, 3), crowded=0.9)
    return [m.with_vertices(m.vertices + 0.01 * rng.normal(size=m.vertices.shape)) for m in meshes]


@pytest.mark.parametrize("make", [crowd, lambda: [bent_beam()]], ids=["crowd", "beam"])
def test_the_four_stages_are_those_of_the_reference(make):
    meshes = make()
    inside, depth, direction, layer = reference(meshes)
    found = tet_depth(meshes)
    keys = list(
        zip(found.object.tolist(), found.vertex.tolist(), found.other.tolist(), strict=True)
    )
    assert keys == sorted(inside)
    # 200 of 600 vertices in the crowd, 15 in the beam; in the crowd some four layers.
    assert len(keys) > 10
    reached = 0
    for i, key in enumerate(keys):
        assert found.layer[i] == layer.get(key, -1), key
        if key in layer:
            reached += 1
            assert abs(found.depth[i] - depth[key]) < 1e-9, key
            assert np.abs(found.direction[i] - direction[key]).max() < 1e-6, key
    assert reached > 0.8 * len(keys)
    assert np.allclose(np.linalg.norm(found.direction, axis=1), 1.0, rtol=0.0, atol=1e-14)
    assert (found.depth >= 0.0).all()


def test_exits_name_edges_faces_and_points():
    meshes = crowd()
    found = tet_depth(meshes)
    exits = found.exits
    inside = set(
        zip(found.object.tolist(), found.vertex.tolist(), found.other.tolist(), strict=True)
    )
    assert len(exits) > 100
    for k in range(len(exits)):
        i, o = exits.object[k], exits.other[k]
        p, q = meshes[i].vertices[[exits.inside[k], exits.outside[k]]]
        a, b, c = meshes[o].vertices[meshes[o].surface.faces[exits.face[k]]]
        n = unit(np.cross(b - a, c - a))
        x = exits.point[k]
        assert (i, exits.inside[k], o) in inside
        assert (i, exits.outside[k], o) not in inside
        assert abs((x - a) @ n) < 1e-12
        assert np.linalg.norm(np.cross(x - p, q - p)) < 1e-12
        assert abs(np.linalg.norm(exits.normal[k]) - 1.0) < 1e-14


def test_a_body_inside_another_goes_to_the_closest_point():
    small = brick((1, 1, 1), 0.5)
    found = tet_depth([BLOCK, small.with_vertices(small.vertices + np.array([5.1, 5.2, 3.1]))])
    assert (found.layer == -1).all()
    assert len(found.exits) == 0
    z = np.array([3.1, 3.6] * 4)
    assert np.abs(found.depth - (4.0 - z)).max() < 1e-12
    assert np.abs(found.direction - [0, 0, 1]).max() < 1e-12


def test_vertices_on_the_surface_have_no_depth_and_its_normal():
    found = tet_depth(pressed(0.0))
    tower = found.object == 1
    assert tower.sum() == 9
    assert (found.depth[tower] == 0.0).all()
    assert (found.direction[tower] == [0, 0, 1]).all()
    closest = tet_depth(pressed(0.0), method="closest")
    assert np.abs(of_tower(closest, closest.direction) - [0, 0, 1]).max() < 1e-15


def test_a_body_that_is_inside_out_still_pushes_outward():
    mirrored = BLOCK.with_vertices(BLOCK.vertices * [-1, 1, 1] + [10, 0, 0])
    assert len(mirrored.inverted) == len(BLOCK.tets)
    found = tet_depth([mirrored, pressed(1.7)[1]])
    assert (of_tower(found, found.direction)[:, 2] > 0.999).all()


def test_hits_threads_and_self_collision():
    meshes = [bent_beam(), *crowd()[:2]]
    found = tet_depth(meshes)
    with im.use_threads(1):
        single = tet_depth(meshes, hits=vertices_in_tets(meshes))
    for name in ("object", "vertex", "other", "tet", "weights", "depth", "direction", "layer"):
        assert getattr(found, name).tobytes() == getattr(single, name).tobytes()
    assert single.seconds.keys() == {"hashing", "edges", "propagation"}
    others = tet_depth(meshes, self_collision=False)
    own = found.object == found.other
    assert own.any()
    assert len(others) == (~own).sum()
    assert (others.object != others.other).all()


def test_of_several_tets_the_first_is_named():
    # A vertex on a face of two tets of the block.
    probe = TetMesh([[4.5, 4.5, 2.0], [20, 0, 0], [20, 1, 0], [20, 0, 1]], [[0, 1, 2, 3]])
    hits, found = vertices_in_tets([BLOCK, probe]), tet_depth([BLOCK, probe])
    mine = hits.pairs[:, 0] == 1
    assert mine.sum() > 1
    assert found.tet.tolist() == [hits.pairs[mine, 3].min()]


def apart(meshes, found):
    """Share of mesh neighbours in one body that are pushed more than 60 degrees apart."""
    rows = {
        (i, v): k
        for k, (i, v) in enumerate(zip(found.object.tolist(), found.vertex.tolist(), strict=True))
    }
    pairs = []
    for i, mesh in enumerate(meshes):
        near = neighbours(mesh)
        pairs += [(rows[i, v], rows[i, w]) for v in range(len(near)) if (i, v) in rows
                  for w in near[v] if w > v and (i, w) in rows]  # fmt: skip
    a, b = np.array(pairs).T
    return np.mean((found.direction[a] * found.direction[b]).sum(axis=1) < 0.5)


@pytest.mark.parametrize("offset", [0.7, 0.55, 0.4])
def test_pressed_bunnies_are_pushed_more_alike_and_back(real_data, offset):
    bunny = im.load(real_data / "deformable" / "ipc" / "bunny.msh")
    size = np.ptp(bunny.bounds, axis=0)
    meshes = [bunny, bunny.with_vertices(bunny.vertices + np.array([offset * size[0], 0, 0]))]
    both = [tet_depth(meshes, method=m, self_collision=False) for m in ("consistent", "closest")]
    shares = [apart(meshes, found) for found in both]
    assert shares[0] <= 0.8 * shares[1]
    back = []
    for found in both:
        second = found.object == 1
        push = found.depth[second] @ found.direction[second]
        back.append(push[0] / found.depth[second].sum())
    # Against the push, along x.
    assert back[0] > back[1]


def test_bad_input():
    with pytest.raises(ImpingeError, match="did you mean 'consistent'"):
        tet_depth(BLOCK, method="consistant")
    with pytest.raises(ImpingeError, match="hits: expected a TetHits"):
        tet_depth(BLOCK, hits=[])
    hits = vertices_in_tets(pressed(1.0))
    with pytest.raises(ImpingeError, match="hits: object 1, but there are 1 meshes"):
        tet_depth(BLOCK, hits=hits)
    with pytest.raises(ImpingeError, match="hits: row 0 is not of these meshes"):
        tet_depth([brick((1, 1, 1)), TOWER], hits=hits)


@pytest.mark.parametrize("method", ["consistent", "closest"])
@pytest.mark.parametrize("exponent", [-1000, -365, 300, 480])
def test_bodies_of_any_size_have_the_same_depth(method, exponent):
    meshes = pressed(1.7)
    sized = [mesh.with_vertices(np.ldexp(mesh.vertices, exponent)) for mesh in meshes]
    want, found = tet_depth(meshes, method=method), tet_depth(sized, method=method)
    assert np.array_equal(found.depth, np.ldexp(want.depth, exponent))
    assert np.array_equal(found.direction, want.direction)
    assert np.array_equal(found.layer, want.layer)
    assert np.array_equal(found.exits.point, np.ldexp(want.exits.point, exponent))
    hits = vertices_in_tets(meshes)
    assert np.array_equal(tet_depth(sized, method=method, hits=hits).depth, found.depth)


@pytest.mark.parametrize("method", ["consistent", "closest"])
def test_a_tetrahedron_that_is_there_twice_has_the_depth_of_one(method):
    once = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    shift = np.array([0.1, 0.2, 0.3])
    twice = TetMesh(once.vertices, [[0, 1, 2, 3]] * 2)
    want, found = (
        tet_depth([mesh, mesh.with_vertices(mesh.vertices + shift)], method=way)
        for mesh, way in ((once, "closest"), (twice, method))
    )
    assert found.vertex.tolist() == want.vertex.tolist() == [0]
    assert found.depth == pytest.approx([0.1])
    assert found.direction == pytest.approx(want.direction)
    assert found.layer.tolist() == [-1]
    assert len(tet_depth(twice)) == 0
