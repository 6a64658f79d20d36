import numpy as np
import pytest
from soft_cases import MODELS, deformed, sparse

import impinge as im
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody
from impinge.simulation.elements import CornerSums, ElementSet

MESH = brick((2, 2, 1), 1.0)


def jacobian(body, x, step=1e-6):
    out = np.zeros((x.size, x.size))
    for k in range(x.size):
        shift = np.zeros(x.size)
        shift[k] = step
        shift = shift.reshape(-1, 3)
        change = body.forces(x + shift) - body.forces(x - shift)
        out[:, k] = -change.ravel() / (2 * step)
    return out


@pytest.mark.parametrize("model", MODELS)
def test_stiffness_is_the_second_derivative_where_nothing_is_compressed(model):
    rng = np.random.default_rng(1)
    body = SoftBody(MESH, young=1e4, poisson=0.35, model=model)
    x = 1.05 * deformed(MESH, rng, 0.0) + 0.005 * rng.normal(size=MESH.vertices.shape)
    elements = body._elements
    found = sparse(elements.stiffness(x, x, 1.0, np.zeros(len(x)))).toarray()
    expected = jacobian(body, x)
    assert np.abs(found - expected).max() < 1e-7 * np.abs(expected).max()


@pytest.mark.parametrize("model", MODELS)
def test_stiffness_is_never_indefinite(model):
    rng = np.random.default_rng(2)
    elements = SoftBody(MESH, young=1e4, poisson=0.35, model=model)._elements
    for _ in range(5):
        x = deformed(MESH, rng, 0.5)
        assert (elements.forces(x, x)[1].ratio < 0.0).any()
        found = elements.stiffness(x, x, 1.0, np.zeros(len(x)))
        dense = sparse(found).toarray()
        assert np.abs(dense - dense.T).max() < 1e-12 * np.abs(dense).max()
        assert np.linalg.eigvalsh(dense)[0] > -1e-11 * np.abs(dense).max()


@pytest.mark.parametrize("model", MODELS)
def test_viscous_stiffness_is_the_derivative_by_velocities(model):
    rng = np.random.default_rng(3)
    body = SoftBody(MESH, young=1e4, model=model, viscosity=(30.0, 50.0))
    x, v = deformed(MESH, rng), rng.normal(size=MESH.vertices.shape)
    elements, none = body._elements, np.zeros(len(x))
    with_drag = sparse(elements.stiffness(x, x, 0.5, none))
    without = sparse(elements.stiffness(x, x, 1e300, none))
    drag = body.forces(x, v) - body.forces(x)
    assert np.allclose(((with_drag - without) @ v.ravel()) * 0.5, -drag.ravel(), atol=1e-8)


def test_the_diagonal_is_added_to_each_coordinate():
    elements = SoftBody(MESH)._elements
    x = np.array(MESH.vertices)
    weights = np.arange(1.0, len(x) + 1)
    plain, more = (elements.stiffness(x, x, 1.0, d) for d in (0 * weights, weights))
    assert np.allclose((sparse(more) - sparse(plain)).diagonal(), np.repeat(weights, 3))
    assert np.allclose(more.diagonal[:, 1, 1], sparse(more).diagonal()[1::3])


def test_joined_elements_have_the_forces_of_each_and_threads_do_not_matter():
    rng = np.random.default_rng(4)
    bodies = [SoftBody(MESH, model="corotational", viscosity=(1, 2)), SoftBody(brick((3, 4, 5)))]
    xs = [deformed(body.mesh, rng) for body in bodies]
    vs = [rng.normal(size=x.shape) for x in xs]
    joined = ElementSet.joined([body._elements for body in bodies])
    x, v = np.concatenate(xs), np.concatenate(vs)
    expected = np.concatenate([b.forces(x, v) for b, x, v in zip(bodies, xs, vs, strict=True)])
    for threads in (1, 2):
        with im.use_threads(threads):
            assert np.array_equal(joined.forces(x, v)[0], expected)


def test_vectors_and_blocks_are_summed_at_corners_of_both_kinds():
    rng = np.random.default_rng(1)
    edges, faces = np.array([[0, 1], [1, 4]]), np.array([[1, 2, 3], [3, 4, 0]])
    sums = CornerSums(6, edges, faces)
    parts = rng.normal(size=(10, 3))
    expected = np.zeros((6, 3))
    np.add.at(expected, np.concatenate([edges.ravel(), faces.ravel()]), parts)
    assert np.allclose(sums.vectors(parts), expected, rtol=0, atol=1e-15)
    columns, starts, slots, own = sums.pattern()
    rows = np.repeat(np.arange(6), np.diff(starts))
    for corners, of_pairs in zip((edges, faces), slots, strict=True):
        k = corners.shape[1]
        assert np.array_equal(rows[of_pairs], np.repeat(corners, k, axis=1))
        assert np.array_equal(columns[of_pairs], np.tile(corners, k))
    assert np.array_equal(columns[own], np.arange(6))
    # No two blocks are at one place.
    assert len(np.unique(rows * 6 + columns)) == len(columns)


def test_a_diagonal_is_added_to_each_coordinate():
    sums = CornerSums(3, np.array([[0, 1]]))
    data = np.ones((len(sums.pattern().columns), 3, 3))
    matrix = sums.matrix(data, np.array([1.0, 2.0, 3.0]))
    assert sparse(matrix).diagonal().tolist() == [2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert matrix.diagonal[1].tolist() == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
