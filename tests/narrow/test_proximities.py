"""Features near each other: all pairs, with the stencil of their closest points."""

import numpy as np
from moving_surfaces import edges_by_hand, every_pair, layers, soup

import impinge as im
from impinge.geometry import closest_points_on_triangles, closest_segments
from impinge.narrow import proximities

KINDS = ("vertex-face", "edge-edge")


def features(found):
    return dict(zip(KINDS, (found.vertex_face, found.edge_edge), strict=True))


def by_hand(vertices, faces, thickness):
    """All pairs that share no vertex, measured one by one: pairs, vertices, distances."""
    pairs, corners = every_pair(faces, len(vertices))
    vf, ee = (vertices[corners[kind]] for kind in KINDS)
    distances = {
        "vertex-face": closest_points_on_triangles(vf[:, 0], vf[:, 1:]).distance,
        "edge-edge": closest_segments(ee[:, :2], ee[:, 2:]).distance,
    }
    near = {kind: distances[kind] <= thickness for kind in KINDS}
    return {
        kind: (pairs[kind][k], corners[kind][k], distances[kind][k]) for kind, k in near.items()
    }


def meshes():
    for seed in range(4):
        start, _, faces = layers(2, 3, seed)
        yield start, faces, 0.5
        start, _, faces = soup(25, seed)
        yield start, faces, 0.1


def test_all_pairs_are_there():
    rows = 0
    for vertices, faces, thickness in meshes():
        found = proximities(im.Mesh(vertices, faces), thickness)

        assert (found.edges == edges_by_hand(faces)).all()
        wanted = by_hand(vertices, faces, thickness)
        for kind, near in features(found).items():
            pairs, corners, distances = wanted[kind]
            assert near.pair.tolist() == pairs.tolist()
            assert (near.vertices == corners).all()
            assert np.abs(near.distance - distances).max(initial=0.0) < 1e-14
            rows += len(pairs)
    assert rows > 1000
