import numpy as np
import pytest
from soft_cases import MODELS, deformed

import impinge as im
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody
from impinge.simulation.elements import ElementSet

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
    found = elements.stiffness(x, x, 1.0, np.zeros(len(x))).sparse().toarray()
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
        dense = found.sparse().toarray()
        assert np.abs(dense - dense.T).max() < 1e-12 * np.abs(dense).max()
        assert np.linalg.eigvalsh(dense)[0] > -1e-11 * np.abs(dense).max()


@pytest.mark.parametrize("model", MODELS)
def test_viscous_stiffness_is_the_derivative_by_velocities(model):
    rng = np.random.default_rng(3)
    body = SoftBody(MESH, young=1e4, model=model, viscosity=(30.0, 50.0))
    x, v = deformed(MESH, rng), rng.normal(size=MESH.vertices.shape)
    elements, none = body._elements, np.zeros(len(x))
    with_drag = elements.stiffness(x, x, 0.5, none).sparse()
    without = elements.stiffness(x, x, 1e300, none).sparse()
    drag = body.forces(x, v) - body.forces(x)
    assert np.allclose(((with_drag - without) @ v.ravel()) * 0.5, -drag.ravel(), atol=1e-8)


def test_the_diagonal_is_added_to_each_coordinate():
    elements = SoftBody(MESH)._elements
    x = np.array(MESH.vertices)
    weights = np.arange(1.0, len(x) + 1)
    plain, more = (elements.stiffness(x, x, 1.0, d) for d in (0 * weights, weights))
    assert np.allclose((more.sparse() - plain.sparse()).diagonal(), np.repeat(weights, 3))
    assert np.allclose(more.diagonal[:, 1, 1], more.sparse().diagonal()[1::3])


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
