"""Responses of near features: forces of an energy, balanced; least changes that keep momentum."""

import numpy as np
import pytest
from moving_surfaces import layers
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.narrow import proximities
from impinge.response import geometrical, mechanical
from impinge.response.stencils import gather, stencils_of

TRIANGLE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
H = 0.02
OPTIONS = {"thickness": H, "stiffness": 100.0}
APART = 0.1
FACE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.3, 0.04]])
EDGES = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.7, -0.4, 0.03], [0.6, 0.9, 0.05]])
CASES = {"vertex-face": (FACE, [[0, 1, 2]]), "edge-edge": (EDGES, [[0, 0, 1], [2, 2, 3]])}
RNG = np.random.default_rng(3)
MASSES = np.array([0.5, 2.0, 1.0, 3.0])


def vertex_above(height):
    """A vertex over a face."""
    return proximities(([*TRIANGLE, [0.25, 0.5, height]], [[0, 1, 2]]), H)


def crumpled(seed=0):
    start, _, faces = layers(2, 4, seed)
    rng = np.random.default_rng(seed)
    masses = rng.uniform(0.1, 2.0, len(start))
    return start, faces, masses, rng.normal(size=start.shape)


def energy(vertices, faces, shape, h):
    total = 0.0
    found = proximities((vertices, faces), h)
    for near in (found.vertex_face, found.edge_edge):
        depth = h - near.distance
        total += (depth**2 / 2 if shape == "linear" else depth**4 / (4 * h**2)).sum()
    return total


@pytest.mark.parametrize("shape", ["linear", "cubic"])
def test_forces_are_those_of_the_energy(shape):
    vertices, faces, masses, velocities = crumpled()
    near = proximities((vertices, faces), 0.5)
    assert len(near.edge_edge) > 100
    options = {"thickness": 0.5, "stiffness": 1.0, "shape": shape}
    forces = mechanical(near, masses, 0.0 * velocities, **options)
    step = 1e-6 * velocities
    changes = [energy(vertices + s * step, faces, shape, 0.5) for s in (-1.0, 1.0)]
    work = 2.0 * (forces * step).sum()
    assert np.isclose(changes[0] - changes[1], work, rtol=1e-5)


def test_linear_and_cubic_springs():
    heights = H * np.linspace(0.0, 1.2, 13)
    for shape, power in (("linear", 1), ("cubic", 3)):
        forces = [
            mechanical(vertex_above(z), np.ones(4), np.zeros((4, 3)), **OPTIONS, shape=shape)[3, 2]
            for z in heights
        ]
        wanted = 100.0 * H * np.maximum(1.0 - heights / H, 0.0) ** power
        assert np.abs(np.array(forces) - wanted).max() < 1e-12


def test_the_cubic_spring_begins_without_a_kink():
    def slope(shape):
        last = mechanical(
            vertex_above(H * (1.0 - 1e-4)), np.ones(4), np.zeros((4, 3)), **OPTIONS, shape=shape
        )
        return last[3, 2] / (1e-4 * H)

    assert np.isclose(slope("linear"), 100.0)
    assert slope("cubic") < 1e-5


def test_forces_are_balanced():
    for seed in range(3):
        vertices, faces, masses, velocities = crumpled(seed)
        near = proximities((vertices, faces), 0.5)
        options = {"thickness": 0.45, "stiffness": 10.0, "damping": 0.5}
        forces = mechanical(near, masses, velocities, **options)
        size = np.abs(forces).sum()
        assert np.abs(forces.sum(axis=0)).max() < 1e-14 * size
        assert np.abs(np.cross(vertices, forces).sum(axis=0)).max() < 1e-13 * size
        rough = mechanical(near, masses, velocities, **options, friction=0.5)
        assert np.abs(rough.sum(axis=0)).max() < 1e-14 * size
        # Friction and dampers take energy.
        assert ((rough - forces) * velocities).sum() < 0.0
        undamped = mechanical(near, masses, velocities, **{**options, "damping": 0.0})
        assert ((forces - undamped) * velocities).sum() < 0.0


def test_a_damper_never_pulls():
    rising, falling = np.zeros((2, 4, 3))
    rising[3, 2], falling[3, 2] = 1.0, -1.0
    near = vertex_above(0.5 * H)
    assert mechanical(near, np.ones(4), rising, **OPTIONS, damping=50.0)[3, 2] == 0.0
    assert mechanical(near, np.ones(4), falling, **OPTIONS, damping=50.0)[3, 2] == 51.0


def test_friction_is_coulombs_above_a_creeping_speed():
    near = vertex_above(0.5 * H)
    masses = np.array([np.inf, np.inf, np.inf, 4.0])
    speeds = np.array([0.0, 1e-6, 1e-3, 0.1, 10.0])
    found = []
    for speed in speeds:
        velocities = np.zeros((4, 3))
        velocities[3] = [0.6 * speed, 0.8 * speed, 0.0]
        force = mechanical(near, masses, velocities, **OPTIONS, friction=0.5)[3]
        assert np.isclose(force[2], 1.0)
        assert np.abs(force[0] * 0.8 - force[1] * 0.6) < 1e-15
        found.append(-force @ [0.6, 0.8, 0.0])
    # mu F = 0.5, and sqrt(k m) = 20.
    assert np.allclose(found, np.minimum(0.5, 20.0 * speeds), atol=1e-15)


def test_rows_of_driven_vertices_have_full_friction():
    velocities = np.zeros((4, 3))
    velocities[3] = [1e-9, 0.0, 0.0]
    near = vertex_above(0.5 * H)
    force = mechanical(near, np.full(4, np.inf), velocities, **OPTIONS, friction=0.5)[3]
    assert np.allclose(force, [-0.5, 0.0, 1.0])
    still = mechanical(near, np.full(4, np.inf), 0.0 * velocities, **OPTIONS, friction=0.5)[3]
    assert np.allclose(still, [0.0, 0.0, 1.0])


def test_moved_surfaces_have_moved_forces():
    vertices, faces, masses, velocities = crumpled()
    turn = Rotation.from_rotvec([1.0, 2.0, -0.5]).as_matrix()
    options = {"thickness": 0.5, "stiffness": 10.0, "damping": 0.5, "friction": 0.3}
    here = mechanical(proximities((vertices, faces), 0.5), masses, velocities, **options)
    there = mechanical(
        proximities((vertices @ turn.T + 3.0, faces), 0.5), masses, velocities @ turn.T, **options
    )
    assert np.abs(here @ turn.T - there).max() < 1e-10 * np.abs(here).max()


def test_vertices_in_one_place_and_faces_without_area():
    near = proximities((np.zeros((9, 3)), [[0, 1, 2], [3, 4, 5], [6, 7, 7]]), H)
    forces = mechanical(near, np.ones(9), np.ones((9, 3)), **OPTIONS, friction=0.5)
    assert np.isfinite(forces).all()
    assert np.abs(forces).max() > 0.0
    assert np.abs(forces.sum(axis=0)).max() < 1e-13


def test_no_rows_no_forces():
    near = vertex_above(1.0)
    for thickness in (0.0, 1.0):
        options = {"thickness": thickness, "stiffness": 1.0, "shape": "cubic"}
        assert not mechanical(near, np.ones(4), np.ones((4, 3)), **options).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"masses": [1, 1, 0, 1]}, r"masses: row 2 \(0\) is not above zero"),
        ({"masses": [1, 1, np.nan, 1]}, "masses: row 2 .* is not a number"),
        ({"masses": [1, 1, 1]}, "velocities: 4 rows, expected 3"),
        ({"masses": [1, 1], "velocities": np.zeros((2, 3))}, "proximities: vertex_face row 0"),
        ({"masses": 1.0}, r"masses: expected shape \(n,\)"),
        ({"velocities": [[0, 0, np.inf]] * 4}, "velocities: row 0 is not finite"),
        ({"proximities": 1}, "proximities: expected a Proximities"),
        ({"thickness": -1.0}, "thickness: -1 is less than 0"),
        ({"stiffness": -1.0}, "stiffness: -1 is less than 0"),
        ({"stiffness": 1e308, "thickness": 1e10}, "stiffness: the force on vertex 0 is too large"),
        ({"shape": "square"}, "shape: 'square', expected one of linear, cubic"),
        ({"damping": -1.0}, "damping: -1 is less than 0"),
        ({"friction": np.nan}, "friction: nan is not finite"),
    ],
)
def test_bad_input_of_mechanical(arguments, message):
    given = {
        "proximities": vertex_above(0.01), "masses": np.ones(4), "velocities": np.zeros((4, 3)),
        **OPTIONS, **arguments,
    }  # fmt: skip
    with pytest.raises(im.ImpingeError, match=message):
        mechanical(**given)


def separations(near, vertices):
    """Distances of the points of all rows, along their normals."""
    rows = stencils_of(near, len(vertices))
    return -(gather(vertices, rows.vertices, rows.weights) * rows.normal).sum(axis=1)


def single(kind):
    """One row, and velocities with which it approaches."""
    vertices, faces = CASES[kind]
    near = proximities((vertices, faces), APART)
    rows = stencils_of(near, 4)
    row = int(np.argmin(rows.distance))
    velocities = RNG.normal(size=(4, 3))
    if gather(velocities, rows.vertices, rows.weights)[row] @ rows.normal[row] < 0.0:
        velocities = -velocities
    assert len(rows.distance) == 1
    return near, vertices, velocities


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("masses", [MASSES, [1.0, np.inf, 1.0, np.inf]])
def test_a_single_row_is_exact(kind, masses):
    near, vertices, velocities = single(kind)
    x, v = geometrical(near, masses, vertices, velocities, thickness=APART)
    assert np.abs(separations(near, x) - APART).max() < 1e-16
    assert np.abs(separations(near, v)).max() < 1e-15
    driven = np.isinf(masses)
    assert np.array_equal(x[driven], vertices[driven])
    assert np.array_equal(v[driven], velocities[driven])


def test_a_vertex_that_is_pushed_off_a_driven_face_is_at_the_thickness():
    vertices, faces = CASES["vertex-face"]
    masses = [np.inf, np.inf, np.inf, 1.0]
    near = proximities((vertices, faces), APART)
    x, _ = geometrical(near, masses, vertices, 0.0 * vertices, thickness=APART)
    assert np.isclose(proximities((x, faces), 1.0).vertex_face.distance[0], APART, rtol=1e-15)


@pytest.mark.parametrize("kind", CASES)
def test_changes_are_the_least(kind):
    near, vertices, velocities = single(kind)
    x, v = geometrical(near, MASSES, vertices, velocities, thickness=APART)
    rows = stencils_of(near, 4)
    along = np.zeros((4, 3))
    along[rows.vertices[0]] = -rows.weights[0][:, None] * rows.normal[0]
    # The pseudoinverse has the least solution of one equation, here in units of sqrt(mass).
    root = np.sqrt(MASSES)[:, None]
    least = (np.linalg.pinv((along / root).reshape(1, 12))).reshape(4, 3) / root
    missing = APART - separations(near, vertices)[0], -separations(near, velocities)[0]
    assert np.abs(x - vertices - missing[0] * least).max() < 1e-15
    assert np.abs(v - velocities - missing[1] * least).max() < 1e-14


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("friction", [0.1, 1e3])
def test_friction_slows_sliding_and_never_turns_it_around(kind, friction):
    near, vertices, velocities = single(kind)
    rows = stencils_of(near, 4)
    options = {"thickness": APART, "passes": 1}
    _, smooth = geometrical(near, MASSES, vertices, velocities, **options)
    _, rough = geometrical(near, MASSES, vertices, velocities, **options, friction=friction)
    closing = -separations(near, velocities)[0]
    slid = gather(smooth, rows.vertices, rows.weights)[0]
    left = gather(rough, rows.vertices, rows.weights)[0]
    speed = np.linalg.norm(slid)
    assert np.allclose(left, max(1.0 - friction * closing / speed, 0.0) * slid, atol=1e-14)
    assert np.abs(MASSES @ (rough - velocities)).max() < 1e-14


def crumpled_sheets(seed, count=2):
    start, _, faces = layers(count, 5, seed)
    rng = np.random.default_rng(seed)
    masses = rng.uniform(0.1, 2.0, len(start))
    return start, faces, masses, rng.normal(size=start.shape)


def test_momentum_and_the_centre_of_mass_are_kept():
    for seed in range(3):
        vertices, faces, masses, velocities = crumpled_sheets(seed)
        near = proximities((vertices, faces), 0.5)
        options = {"thickness": 0.5, "friction": 0.3}
        x, v = geometrical(near, masses, vertices, velocities, **options)
        assert np.abs(x - vertices).max() > 0.01
        assert np.abs(masses @ (x - vertices)).max() < 1e-12
        assert np.abs(masses @ (v - velocities)).max() < 1e-12
        # Inelastic: energy is lost, relative to any observer.
        for frame in (0.0, 5.0):
            assert masses @ ((v - frame) ** 2).sum(1) < masses @ ((velocities - frame) ** 2).sum(1)


def test_passes_approach_the_aim():
    vertices, faces, masses, velocities = crumpled_sheets(1, count=4)
    near = proximities((vertices, faces), 0.55)
    missing, closing = [], []
    for passes in (1, 10, 100, 1000):
        options = {"thickness": 0.55, "passes": passes}
        x, v = geometrical(near, masses, vertices, velocities, **options)
        missing.append(np.maximum(0.55 - separations(near, x), 0.0).max())
        closing.append(np.maximum(-separations(near, v), 0.0).max())
    assert missing[-1] < 1e-3 < missing[0]
    assert closing[-1] < 1e-3 < closing[0]
    assert sorted(missing, reverse=True) == missing


def test_what_is_apart_or_moving_apart_stays_as_it_is():
    near, vertices, velocities = single("vertex-face")
    x, v = geometrical(near, MASSES, vertices, -velocities, thickness=0.04)
    assert np.array_equal(x, vertices)
    assert np.array_equal(v, -velocities)
    x, v = geometrical(near, MASSES, vertices, velocities, thickness=0.03)
    assert np.array_equal(v, velocities)
    alone = np.concatenate([vertices, [[5.0, 5.0, 5.0]]])
    x, v = geometrical(near, [*MASSES, 1.0], alone, alone, thickness=APART)
    assert np.array_equal(x[4], alone[4])
    assert not np.array_equal(x[3], alone[3])


def test_rows_of_driven_vertices_stay():
    near, vertices, velocities = single("edge-edge")
    x, v = geometrical(
        near, np.full(4, np.inf), vertices, velocities, thickness=APART, friction=1.0
    )
    assert np.array_equal(x, vertices)
    assert np.array_equal(v, velocities)


def test_moved_and_scaled_surfaces():
    vertices, faces, masses, velocities = crumpled_sheets(0)
    turn = Rotation.from_rotvec([1.0, 2.0, -0.5]).as_matrix()
    options = {"thickness": 0.45, "friction": 0.2}
    near = proximities((vertices, faces), 0.45)
    assert len(near.edge_edge) > 20
    x, v = geometrical(near, masses, vertices, velocities, **options)
    moved = vertices @ turn.T + 2.0
    there = proximities((moved, faces), 0.45)
    y, w = geometrical(there, masses, moved, velocities @ turn.T, **options)
    assert np.abs(x @ turn.T + 2.0 - y).max() < 1e-10
    assert np.abs(v @ turn.T - w).max() < 1e-10
    small = proximities((vertices / 1024.0, faces), 0.45 / 1024.0)
    options["thickness"] /= 1024.0
    y, w = geometrical(small, 8.0 * masses, vertices / 1024.0, velocities, **options)
    assert np.array_equal(x, 1024.0 * y)
    assert np.array_equal(v, w)


def test_vertices_in_one_place_are_parted():
    vertices, faces = np.zeros((6, 3)), [[0, 1, 2], [3, 4, 5]]
    x, v = geometrical(
        proximities((vertices, faces), APART), np.ones(6), vertices, vertices, thickness=APART
    )
    assert np.isfinite(x).all()
    assert np.abs(x).max() > 0.01
    assert not v.any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"masses": [1, 1, 1, -1]}, r"masses: row 3 \(-1\) is not above zero"),
        ({"masses": [1, 1, 1, 1, 1]}, "vertices: 4 rows, expected 5"),
        ({"vertices": np.full((4, 3), np.nan)}, "vertices: row 0 is not finite"),
        ({"velocities": np.zeros((3, 3))}, "velocities: 3 rows, expected 4"),
        ({"velocities": np.full((4, 3), 1e308)}, "velocities: row"),
        ({"proximities": None}, "proximities: expected a Proximities"),
        ({"thickness": -0.1}, "thickness: -0.1 is less than 0"),
        ({"friction": -0.1}, "friction: -0.1 is less than 0"),
        ({"passes": 0}, "passes: expected a whole number from 1"),
    ],
)
def test_bad_input_of_geometrical(arguments, message):
    near, vertices, velocities = single("vertex-face")
    given = {
        "proximities": near, "masses": MASSES, "vertices": vertices, "velocities": velocities,
        "thickness": APART, **arguments,
    }  # fmt: skip
    if "velocities: row" in message:
        given["velocities"] = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, -1]]) * 1.7e308
    with pytest.raises(im.ImpingeError, match=message):
        geometrical(**given)
