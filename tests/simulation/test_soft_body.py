import numpy as np
import pytest
from soft_cases import MODELS, deformed

from impinge import ImpingeError
from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody

MESH = brick((2, 1, 1), 1.0)
CORNER = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])


def gradient(body, x, step=1e-6):
    """By central differences."""
    out = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        shift = np.zeros_like(x)
        shift[place] = step
        out[place] = (body.energy(x + shift) - body.energy(x - shift)) / (2 * step)
    return out


@pytest.mark.parametrize("model", MODELS)
def test_forces_are_minus_the_gradient_of_the_energy(model):
    rng = np.random.default_rng(1)
    body = SoftBody(MESH, young=1e4, poisson=0.35, model=model)
    for size in (0.01, 0.1, 0.25):
        x = deformed(MESH, rng, size)
        forces = body.forces(x)
        assert np.abs(forces + gradient(body, x)).max() < 1e-7 * np.abs(forces).max()


def test_corotational_elements_turn_back_from_inversion():
    body = SoftBody(CORNER, young=1e4, model="corotational")
    x = CORNER.vertices * [1, 1, -0.3]
    forces = body.forces(x)
    assert np.abs(forces + gradient(body, x)).max() < 1e-7 * np.abs(forces).max()
    # The tip is on the wrong side: it is pushed up through the base.
    assert forces[3, 2] > 0.0


@pytest.mark.parametrize("model", MODELS)
def test_forces_and_torques_sum_to_zero_and_turn_with_the_body(model):
    rng = np.random.default_rng(2)
    body = SoftBody(MESH, model=model, viscosity=(30.0, 50.0))
    x, v = deformed(MESH, rng), rng.normal(size=MESH.vertices.shape)
    forces = body.forces(x, v)
    size = np.abs(forces).max()
    assert np.abs(forces.sum(axis=0)).max() < 1e-13 * size
    assert np.abs(np.cross(x, forces).sum(axis=0)).max() < 1e-11 * size
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turn *= np.linalg.det(turn)
    again = body.forces(x @ turn.T + 5.0, v @ turn.T)
    assert np.abs(again - forces @ turn.T).max() < 1e-10 * size


@pytest.mark.parametrize("model", MODELS)
def test_a_rigid_motion_costs_nothing(model):
    body = SoftBody(MESH, model=model, viscosity=(30.0, 50.0))
    arms = MESH.vertices - MESH.vertices.mean(axis=0)
    spinning = np.array([4.0, 5.0, 6.0]) + np.cross([1.0, 2.0, 3.0], arms)
    assert np.abs(body.forces(MESH.vertices, spinning)).max() < 1e-9
    assert body.energy(MESH.vertices + 7.0) < 1e-20


def test_small_strains_agree_with_linear_elasticity():
    body = SoftBody(CORNER, young=1e5, poisson=0.3)
    mu, lam = 1e5 / 2.6, 1e5 * 0.3 / 1.3 / 0.4
    strain = np.array([[3e-6, 1e-6, 0], [1e-6, -2e-6, 4e-6], [0, 4e-6, 1e-6]])
    expected = (0.5 * lam * np.trace(strain) ** 2 + mu * (strain * strain).sum()) / 6
    for model in MODELS:
        body = SoftBody(CORNER, young=1e5, poisson=0.3, model=model)
        found = body.energy(CORNER.vertices @ (np.eye(3) + strain))
        assert found == pytest.approx(expected, rel=1e-4)


def test_viscosity_takes_energy_and_acts_against_the_velocity():
    rng = np.random.default_rng(3)
    for model in MODELS:
        body = SoftBody(MESH, model=model, viscosity=(10.0, 20.0))
        x, v = deformed(MESH, rng), rng.normal(size=MESH.vertices.shape)
        drag = body.forces(x, v) - body.forces(x)
        assert (drag * v).sum() < 0.0
        assert np.allclose(body.forces(x, 3 * v) - body.forces(x), 3 * drag, rtol=1e-9, atol=1e-9)


def test_masses_are_those_of_the_tetrahedra():
    body = SoftBody(MESH, density=800.0)
    assert body.masses.sum() == pytest.approx(800.0 * MESH.volume)
    assert not body.masses.flags.writeable


def test_the_stable_step_bounds_the_highest_frequency():
    from scipy.linalg import eigvalsh

    rng = np.random.default_rng(4)
    mesh = TetMesh(MESH.vertices + 0.1 * rng.normal(size=MESH.vertices.shape), MESH.tets)
    body = SoftBody(mesh, young=3e5, poisson=0.4)
    size = mesh.vertices.size
    stiff = np.zeros((size, size))
    for k in range(size):
        shift = np.zeros(size)
        shift[k] = 1e-6
        shift = shift.reshape(-1, 3)
        change = body.forces(mesh.vertices + shift) - body.forces(mesh.vertices - shift)
        stiff[:, k] = -change.ravel() / 2e-6
    mass = np.diag(np.repeat(body.masses, 3))
    highest = np.sqrt(eigvalsh(0.5 * (stiff + stiff.T), mass)[-1])
    assert 0.4 * 2 / highest < body.stable_step <= 2 / highest
    assert SoftBody(mesh, young=3e5, viscosity=(0, 1e4)).stable_step < body.stable_step


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"young": 0.0}, "young: 0, expected above 0"),
        ({"density": -1.0}, "density"),
        ({"poisson": 0.5}, "poisson: 0.5"),
        ({"poisson": -1.0}, "poisson: -1"),
        ({"poisson": np.nan}, "poisson"),
        ({"viscosity": (-1.0, 0.0)}, "viscosity"),
        ({"viscosity": (1.0,)}, "viscosity"),
        ({"pinned": [0, 99]}, "pinned: row 1 is 99, expected 0 to 3"),
        ({"pinned": [0.5]}, "pinned: row 0"),
        ({"model": "stvkk"}, "model: 'stvkk', expected one of stvk, corotational"),
    ],
)
def test_bad_numbers_are_refused(options, said):
    with pytest.raises(ImpingeError, match="(?s)" + said.replace("(", r"\(")):
        SoftBody(CORNER, **options)


def test_flat_and_inverted_rest_shapes_are_refused_with_row_and_volume():
    flat = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]],
                   [[0, 1, 2, 3], [0, 1, 2, 4]])  # fmt: skip
    with pytest.raises(ImpingeError, match="mesh: tet 1 is flat at rest, volume 0"):
        SoftBody(flat)
    with pytest.raises(ImpingeError, match=r"mesh: tet 0 is inverted at rest, volume -0\.16"):
        SoftBody(CORNER.with_vertices(-CORNER.vertices))
    loose = TetMesh([*CORNER.vertices, [9, 9, 9]], CORNER.tets)
    with pytest.raises(ImpingeError, match="mesh: vertex 4 belongs to no tetrahedron"):
        SoftBody(loose)
    with pytest.raises(ImpingeError, match="mesh: expected a TetMesh"):
        SoftBody(CORNER.surface)
    with pytest.raises(ImpingeError, match="vertices: 3 rows, expected 4"):
        SoftBody(CORNER).energy(CORNER.vertices[:3])
