import numpy as np
import pytest
from cloth_cases import SQUARE, bent_sheet
from soft_cases import sparse

import impinge as im
from impinge.geometry import Mesh, grid_mesh
from impinge.simulation import Cloth
from impinge.simulation.cloth_elements import ClothSet, face_areas


def jacobian(cloth, x, step=1e-6):
    out = np.zeros((x.size, x.size))
    for k in range(x.size):
        shift = np.zeros(x.size)
        shift[k] = step
        shift = shift.reshape(-1, 3)
        change = cloth.forces(x + shift) - cloth.forces(x - shift)
        out[:, k] = -change.ravel() / (2 * step)
    return out


def dense(cloth, x, step=1e300):
    return sparse(cloth._elements.stiffness(x, x, step, np.zeros(len(x)))).toarray()


def test_stiffness_is_the_second_derivative_where_nothing_is_pressed():
    mesh = grid_mesh(1.0, 3)
    x = 1.2 * mesh.vertices
    cloth = Cloth(mesh, bend=0.0)
    expected = jacobian(cloth, x)
    assert np.abs(dense(cloth, x) - expected).max() < 1e-7 * np.abs(expected).max()
    # A flat hinge pushes nothing, so that the curvature of its angle is no matter.
    cloth = Cloth(mesh, stretch=1e-9, bend=2.0)
    expected = jacobian(cloth, mesh.vertices, 1e-4)
    found = dense(cloth, np.array(mesh.vertices))
    assert np.abs(found - expected).max() < 1e-5 * np.abs(expected).max()


def test_stiffness_is_symmetric_and_never_indefinite():
    rng = np.random.default_rng(2)
    mesh = bent_sheet()
    cloth = Cloth(mesh, bend=1.0, damping=0.1)
    for size in (0.1, 0.5, 1.0):
        x = 0.5 * mesh.vertices + size * rng.normal(size=mesh.vertices.shape)
        found = dense(cloth, x, 0.01)
        assert np.abs(found - found.T).max() < 1e-12 * np.abs(found).max()
        assert np.linalg.eigvalsh(found)[0] > -1e-12 * np.abs(found).max()


def test_damping_stiffness_is_the_derivative_by_velocities():
    rng = np.random.default_rng(3)
    mesh = bent_sheet()
    cloth = Cloth(mesh, bend=1.0, damping=0.2)
    x = mesh.vertices + 0.1 * rng.normal(size=mesh.vertices.shape)
    v = rng.normal(size=mesh.vertices.shape)
    drag = cloth.forces(x, v) - cloth.forces(x)
    found = (dense(cloth, x, 0.5) - dense(cloth, x)) @ v.ravel() * 0.5
    assert np.allclose(found, -drag.ravel(), atol=1e-9)


def test_joined_elements_have_the_forces_of_each_and_threads_do_not_matter():
    rng = np.random.default_rng(4)
    cloths = [Cloth(bent_sheet(), bend=0.3, damping=0.1), Cloth(SQUARE), Cloth(grid_mesh(1.0, 9))]
    xs = [c.mesh.vertices + 0.1 * rng.normal(size=c.mesh.vertices.shape) for c in cloths]
    sets = [c._elements for c in cloths]
    joined = ClothSet.joined([sets[0], ClothSet.none(5), *sets[1:]])
    xs.insert(1, np.zeros((5, 3)))
    x = np.concatenate(xs)
    parts = [c.forces(x, x) for c, x in zip(cloths, [xs[0], *xs[2:]], strict=True)]
    expected = np.concatenate([parts[0], np.zeros((5, 3)), *parts[1:]])
    for threads in (1, 2):
        with im.use_threads(threads):
            forces, energies = joined.forces(x, x)
            assert np.array_equal(forces, expected)
    each = [c.energy(x) for c, x in zip(cloths, [xs[0], *xs[2:]], strict=True)]
    assert joined.by_body(energies.elastic) == pytest.approx([each[0], 0.0, *each[1:]])


def test_hinges_are_edges_of_two_faces_with_an_area():
    def hinges(faces, points=((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0, 1))):
        return len(ClothSet.of(Mesh(points, faces), 1.0, 1.0, 0.0).arrays[2])

    assert hinges([[0, 1, 2], [0, 2, 3]]) == 1
    # Turned neighbours bend as well; the same face twice has no hinge with itself.
    assert hinges([[0, 1, 2], [3, 2, 0]]) == 1
    assert hinges([[0, 1, 2], [0, 1, 2]]) == 0
    # Three faces at an edge are two hinges.
    assert hinges([[0, 1, 2], [0, 1, 3], [0, 1, 4]]) == 2
    flat = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 0, 0)]
    assert hinges([[0, 1, 2], [0, 1, 3]], flat) == 0
    assert face_areas(Mesh(flat, [[0, 1, 2], [0, 1, 3]])).tolist() == [0.5, 0.0]
