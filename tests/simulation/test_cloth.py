import numpy as np
import pytest
from cloth_cases import SQUARE, bent_sheet, strip

from impinge import ImpingeError
from impinge.geometry import Mesh, grid_mesh
from impinge.simulation import Cloth


def deformed(mesh, rng, size=0.1):
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return mesh.vertices @ (q * np.linalg.det(q)).T + size * rng.normal(size=mesh.vertices.shape)


def gradient(cloth, x, step=1e-6):
    """By central differences."""
    out = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        shift = np.zeros_like(x)
        shift[place] = step
        out[place] = (cloth.energy(x + shift) - cloth.energy(x - shift)) / (2 * step)
    return out


@pytest.mark.parametrize("mesh", [grid_mesh(1.0, 3), bent_sheet()], ids=["flat", "bent"])
@pytest.mark.parametrize("bend", [0.0, 0.5])
def test_forces_are_minus_the_gradient_of_the_energy(mesh, bend):
    rng = np.random.default_rng(1)
    cloth = Cloth(mesh, bend=bend)
    for size in (0.01, 0.1, 0.3):
        x = deformed(mesh, rng, size)
        forces = cloth.forces(x)
        assert np.abs(forces + gradient(cloth, x)).max() < 1e-6 * np.abs(forces).max()


@pytest.mark.parametrize("mesh", [grid_mesh(1.0, 3), bent_sheet()], ids=["flat", "bent"])
def test_rigid_motion_of_the_rest_shape_costs_nothing(mesh):
    rng = np.random.default_rng(2)
    cloth = Cloth(mesh, bend=0.5, damping=1.0)
    x = deformed(mesh, rng, 0.0) + 5.0
    assert np.abs(cloth.forces(x)).max() < 1e-12
    assert cloth.energy(x) < 1e-25
    turning = np.array([4.0, 5, 6]) + np.cross([1.0, 2, 3], x)
    assert np.abs(cloth.forces(x, turning)).max() < 1e-11


def test_forces_and_torques_sum_to_zero_and_turn_with_the_cloth():
    rng = np.random.default_rng(3)
    mesh = bent_sheet()
    cloth = Cloth(mesh, bend=0.1, damping=0.3)
    x, v = deformed(mesh, rng), rng.normal(size=mesh.vertices.shape)
    forces = cloth.forces(x, v)
    size = np.abs(forces).max()
    assert np.abs(forces.sum(axis=0)).max() < 1e-13 * size
    assert np.abs(np.cross(x, forces).sum(axis=0)).max() < 1e-13 * size
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turn *= np.linalg.det(turn)
    again = cloth.forces(x @ turn.T - 3.0, v @ turn.T)
    assert np.abs(again - forces @ turn.T).max() < 1e-12 * size


def test_damping_takes_energy_and_is_linear():
    rng = np.random.default_rng(4)
    mesh = bent_sheet()
    x, v = deformed(mesh, rng), rng.normal(size=mesh.vertices.shape)
    for bend in (0.0, 1.0):
        cloth = Cloth(mesh, bend=bend, damping=0.2)
        drag = cloth.forces(x, v) - cloth.forces(x)
        assert (drag * v).sum() < 0.0
        assert np.allclose(cloth.forces(x, 3 * v) - cloth.forces(x), 3 * drag, atol=1e-10)
        assert np.abs(drag.sum(axis=0)).max() < 1e-12 * np.abs(drag).max()


def test_a_strip_pulled_by_a_force_stretches_as_stretch_says():
    mesh = strip()
    cloth = Cloth(mesh, stretch=80.0, bend=0.0)
    # Green's strain e, with lateral contraction by Poisson's ratio 1/3, has no stress across.
    strain = 1e-4
    x = mesh.vertices * [1 - strain / 3, 1, 1 + strain]
    end = mesh.vertices[:, 2] < -0.999
    pull = cloth.forces(x)[end].sum(axis=0)
    assert pull == pytest.approx([0, 0, 80.0 * 0.1 * strain], rel=1e-3, abs=1e-9)


def test_a_sheet_rolled_to_a_cylinder_has_the_energy_of_a_plate():
    i, j = np.meshgrid(np.arange(31), np.arange(31), indexing="ij")
    points = np.column_stack([(i + 0.5 * j).ravel(), (0.75**0.5 * j).ravel(), 0.0 * i.ravel()])
    a = (i[:-1, :-1] * 31 + j[:-1, :-1]).ravel()
    cells = [np.stack([a, a + 31, a + 1], axis=1), np.stack([a + 31, a + 32, a + 1], axis=1)]
    even = Mesh(points / 30, np.concatenate(cells))
    radius = 4.0
    for mesh, most in ((even, 1.03), (grid_mesh(1.0, 30), 3.1)):
        cloth = Cloth(mesh, stretch=1e-12, bend=2.0)
        for turn in (0.0, 0.4, np.pi / 4, 1.2):
            along = mesh.vertices @ [np.cos(turn), np.sin(turn), 0]
            across = mesh.vertices @ [-np.sin(turn), np.cos(turn), 0]
            x = np.column_stack([
                radius * np.sin(along / radius), across, radius * np.cos(along / radius)
            ])  # fmt: skip
            # Edges at the border do not bend.
            plate = 0.5 * 2.0 / radius**2 * mesh.area
            assert 0.94 * plate < cloth.energy(x) < most * plate


def test_masses_are_thirds_of_faces_and_flat_faces_have_none():
    cloth = Cloth(SQUARE, density=0.6)
    assert cloth.masses == pytest.approx([0.2, 0.1, 0.2, 0.1])
    assert not cloth.masses.flags.writeable
    flat = Mesh([*SQUARE.vertices, [0.5, 0, 0]],
                [*SQUARE.faces, [0, 1, 4], [0, 2, 4], [1, 1, 2], [0, 1, 2]])  # fmt: skip
    # A face on an edge, one that names a vertex twice, and one that is there twice.
    cloth = Cloth(flat, bend=1.0)
    rng = np.random.default_rng(5)
    x = deformed(flat, rng, 0.2)
    assert np.isfinite(cloth.forces(x, x)).all()
    assert np.abs(cloth.forces(flat.vertices)).max() < 1e-12


def test_a_hinge_folded_over_or_collapsed_has_finite_forces():
    cloth = Cloth(SQUARE, bend=1.0)
    folded = SQUARE.vertices.copy()
    folded[3] = folded[1]
    for x in (folded, np.zeros((4, 3)), SQUARE.vertices * [1, 0, 0]):
        assert np.isfinite(cloth.forces(x)).all()
        assert np.isfinite(cloth.energy(x))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"density": 0.0}, "density: 0, expected above 0"),
        ({"density": -1.0}, "density"),
        ({"stretch": 0.0}, "stretch: 0, expected above 0"),
        ({"stretch": np.nan}, "stretch"),
        ({"bend": -1.0}, "bend"),
        ({"damping": -0.1}, "damping"),
        ({"damping": np.inf}, "damping"),
        ({"pinned": [0, 99]}, "pinned: row 1 is 99, expected 0 to 3"),
        ({"pinned": [-1]}, "pinned: row 0 is -1"),
        ({"pinned": [0.5]}, "pinned: row 0"),
    ],
)
def test_bad_numbers_are_refused(options, said):
    with pytest.raises(ImpingeError, match=said):
        Cloth(SQUARE, **options)


def test_vertices_without_mass_are_refused_with_their_row():
    loose = Mesh([*SQUARE.vertices, [9, 9, 9]], SQUARE.faces)
    with pytest.raises(ImpingeError, match="mesh: vertex 4 belongs to no face with an area"):
        Cloth(loose)
    line = Mesh([*SQUARE.vertices, [2, 0, 0]], [*SQUARE.faces, [0, 1, 4]])
    with pytest.raises(ImpingeError, match="mesh: vertex 4"):
        Cloth(line)
    with pytest.raises(ImpingeError, match="vertices: 3 rows, expected 4"):
        Cloth(SQUARE).energy(SQUARE.vertices[:3])
    with pytest.raises(ImpingeError, match="velocities: 1 rows, expected 4"):
        Cloth(SQUARE).forces(SQUARE.vertices, [[0, 0, 0]])
    with pytest.raises(ImpingeError, match="mesh"):
        Cloth("sheet")


def test_a_cloth_says_what_it_is():
    assert repr(Cloth(SQUARE)) == "Cloth(4 vertices, 2 faces, 0.2 kg)"
    assert Cloth(SQUARE, pinned=[3, 0, 3]).pinned.tolist() == [0, 3]
