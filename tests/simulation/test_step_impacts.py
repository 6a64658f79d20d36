"""Impacts are found at the limits of their vertices, with stencils that fit them."""

import numpy as np

from impinge.geometry import Mesh, grid_mesh
from impinge.response.stencils import gather
from impinge.simulation.step_impacts import contacts_among, find_impacts


def two_sheets():
    """Two sheets, one of which falls through the other."""
    a, b = grid_mesh(1.0, 3), grid_mesh(1.0, 4)
    rng = np.random.default_rng(0)
    shift = np.array([0.05, 0.03, 0.2])
    points = np.concatenate([a.vertices, b.vertices + shift])
    points += rng.uniform(-0.01, 0.01, points.shape)
    mesh = Mesh(points, np.concatenate([a.faces, b.faces + 16]))
    end = points.copy()
    end[16:, 2] -= 0.5
    return mesh, end


def test_stencils_tell_the_gap_at_the_time_of_impact():
    mesh, end = two_sheets()
    found = find_impacts(mesh, end, np.full(len(end), 0.01))
    assert found.vertex_face > 10
    assert len(found) > found.vertex_face + 10
    rows = found.stencils
    assert np.abs(rows.weights.sum(axis=1)).max() < 1e-14
    gaps = [gather(x, rows.vertices, rows.weights) for x in (mesh.vertices, end)]
    then = gaps[0] + found.time[:, None] * (gaps[1] - gaps[0])
    assert np.abs(np.linalg.norm(then, axis=1) - rows.distance).max() < 1e-9
    assert np.abs(then + rows.distance[:, None] * rows.normal).max() < 1e-6
    assert (rows.distance <= 0.0111).all()
    assert not found.touching.any()


def test_limits_and_wanted_vertices():
    mesh, end = two_sheets()
    every = find_impacts(mesh, end, np.full(len(end), 0.01))
    wanted = np.arange(len(end)) == 20
    some = find_impacts(mesh, end, np.full(len(end), 0.01), wanted)
    with_it = (every.stencils.vertices == 20).any(axis=1)
    assert (some.pair == every.pair[with_it]).all()
    assert (some.time == every.time[with_it]).all()
    first = find_impacts(mesh, end, np.full(len(end), 0.01), every=False)
    assert first.time.min() == every.time.min()
    limits = np.full(len(end), 0.01)
    limits[16:] = 0.001
    nearer = find_impacts(mesh, end, limits)
    assert (nearer.stencils.distance <= 0.0021).all()


def test_pairs_are_named():
    mesh, end = two_sheets()
    found = find_impacts(mesh, end, np.full(len(end), 0.01))
    some = np.zeros(len(found), np.bool_)
    some[[0, -1]] = True
    i, j = found.pair[0]
    k, m = found.pair[-1]
    assert found.names(some) == f"vertex {i} and face {j}; edges {k} and {m}"


def test_edges_of_a_flat_floor_are_no_contacts():
    # A vertex that slides over the floor: only the face below it counts.
    floor = grid_mesh(1.0, 10)
    points = np.concatenate([floor.vertices, [[0.02, 0.03, 0.05]]])
    mesh = Mesh(points, floor.faces)
    end = points.copy()
    end[-1] += [0.2, 0.05, -0.06]
    found = find_impacts(mesh, end, np.full(len(end), 0.01))
    assert len(found) == 3
    kept = contacts_among(mesh, end, found.stencils, found.time, found.vertex_face)
    assert kept.any()
    assert not kept.all()
    assert (found.stencils.normal[kept] @ [0.0, 0.0, -1.0] > 0.9999).all()


def test_a_vertex_at_the_border_of_a_sheet_is_a_contact():
    sheet = grid_mesh(1.0, 2)
    points = np.concatenate([sheet.vertices, [[0.6, 0.1, 0.0]]])
    mesh = Mesh(points, sheet.faces)
    end = points.copy()
    end[-1, 0] = 0.2
    found = find_impacts(mesh, end, np.full(len(end), 0.01))
    kept = contacts_among(mesh, end, found.stencils, found.time, found.vertex_face)
    assert kept.any()
    assert (found.stencils.normal[kept] @ [-1.0, 0.0, 0.0] > 0.9999).all()
