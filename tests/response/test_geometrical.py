"""Projected positions and velocities: exact for one row, least changes, momentum kept."""

import numpy as np
import pytest
from moving_surfaces import layers
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.narrow import proximities
from impinge.response import geometrical
from impinge.response.stencils import gather, stencils_of

H = 0.1
FACE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.3, 0.04]])
EDGES = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.7, -0.4, 0.03], [0.6, 0.9, 0.05]])
CASES = {"vertex-face": (FACE, [[0, 1, 2]]), "edge-edge": (EDGES, [[0, 0, 1], [2, 2, 3]])}
RNG = np.random.default_rng(3)
MASSES = np.array([0.5, 2.0, 1.0, 3.0])


def separations(near, vertices):
    """Distances of the points of all rows, along their normals."""
    rows = stencils_of(near, len(vertices))
    return -(gather(vertices, rows.vertices, rows.weights) * rows.normal).sum(axis=1)


def single(kind):
    """One row, and velocities with which it approaches."""
    vertices, faces = CASES[kind]
    near = proximities((vertices, faces), H)
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
    x, v = geometrical(near, masses, vertices, velocities, thickness=H)
    assert np.abs(separations(near, x) - H).max() < 1e-16
    assert np.abs(separations(near, v)).max() < 1e-15
    driven = np.isinf(masses)
    assert np.array_equal(x[driven], vertices[driven])
    assert np.array_equal(v[driven], velocities[driven])


def test_a_vertex_that_is_pushed_off_a_driven_face_is_at_the_thickness():
    vertices, faces = CASES["vertex-face"]
    masses = [np.inf, np.inf, np.inf, 1.0]
    near = proximities((vertices, faces), H)
    x, _ = geometrical(near, masses, vertices, 0.0 * vertices, thickness=H)
    assert np.isclose(proximities((x, faces), 1.0).vertex_face.distance[0], H, rtol=1e-15)


@pytest.mark.parametrize("kind", CASES)
def test_changes_are_the_least(kind):
    near, vertices, velocities = single(kind)
    x, v = geometrical(near, MASSES, vertices, velocities, thickness=H)
    rows = stencils_of(near, 4)
    along = np.zeros((4, 3))
    along[rows.vertices[0]] = -rows.weights[0][:, None] * rows.normal[0]
    # The pseudoinverse has the least solution of one equation, here in units of sqrt(mass).
    root = np.sqrt(MASSES)[:, None]
    least = (np.linalg.pinv((along / root).reshape(1, 12))).reshape(4, 3) / root
    missing = H - separations(near, vertices)[0], -separations(near, velocities)[0]
    assert np.abs(x - vertices - missing[0] * least).max() < 1e-15
    assert np.abs(v - velocities - missing[1] * least).max() < 1e-14


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("friction", [0.1, 1e3])
def test_friction_slows_sliding_and_never_turns_it_around(kind, friction):
    near, vertices, velocities = single(kind)
    rows = stencils_of(near, 4)
    options = {"thickness": H, "passes": 1}
    _, smooth = geometrical(near, MASSES, vertices, velocities, **options)
    _, rough = geometrical(near, MASSES, vertices, velocities, **options, friction=friction)
    closing = -separations(near, velocities)[0]
    slid = gather(smooth, rows.vertices, rows.weights)[0]
    left = gather(rough, rows.vertices, rows.weights)[0]
    speed = np.linalg.norm(slid)
    assert np.allclose(left, max(1.0 - friction * closing / speed, 0.0) * slid, atol=1e-14)
    assert np.abs(MASSES @ (rough - velocities)).max() < 1e-14


def crumpled(seed, count=2):
    start, _, faces = layers(count, 5, seed)
    rng = np.random.default_rng(seed)
    masses = rng.uniform(0.1, 2.0, len(start))
    return start, faces, masses, rng.normal(size=start.shape)


def test_momentum_and_the_centre_of_mass_are_kept():
    for seed in range(3):
        vertices, faces, masses, velocities = crumpled(seed)
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
    vertices, faces, masses, velocities = crumpled(1, count=4)
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
    x, v = geometrical(near, [*MASSES, 1.0], alone, alone, thickness=H)
    assert np.array_equal(x[4], alone[4])
    assert not np.array_equal(x[3], alone[3])


def test_rows_of_driven_vertices_stay():
    near, vertices, velocities = single("edge-edge")
    x, v = geometrical(near, np.full(4, np.inf), vertices, velocities, thickness=H, friction=1.0)
    assert np.array_equal(x, vertices)
    assert np.array_equal(v, velocities)


def test_moved_and_scaled_surfaces():
    vertices, faces, masses, velocities = crumpled(0)
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
        proximities((vertices, faces), H), np.ones(6), vertices, vertices, thickness=H
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
def test_bad_input(arguments, message):
    near, vertices, velocities = single("vertex-face")
    given = {
        "proximities": near, "masses": MASSES, "vertices": vertices, "velocities": velocities,
        "thickness": H, **arguments,
    }  # fmt: skip
    if "velocities: row" in message:
        given["velocities"] = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, -1]]) * 1.7e308
    with pytest.raises(im.ImpingeError, match=message):
        geometrical(**given)
