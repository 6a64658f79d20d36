"""Bounds of contacts, against formulas and differences."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry.nature import Nature
from impinge.response import (
    acceleration_bounds,
    contact_rows,
    impact_bounds,
    normal_rates,
    reposition_bounds,
)

RNG = np.random.default_rng(1)
SPINS = RNG.normal(size=(2, 3))


def turned(vectors, spin, time):
    """Vectors after turning with a constant spin, by Rodrigues' formula."""
    angle = np.linalg.norm(spin) * time
    axis = spin / np.linalg.norm(spin)
    c, s = np.cos(angle), np.sin(angle)
    return c * vectors + s * np.cross(axis, vectors) + (1 - c) * (vectors @ axis) * axis


@pytest.fixture
def rows():
    return contact_rows(
        [[-1, 0], [0, 1]], np.zeros((2, 3)), np.zeros((2, 3)), [[0, 0, 1], [1, 0, 0]],
        [[0, 0, 1], [1, 0, 0]],
    )  # fmt: skip


def test_impacts(rows):
    velocities = np.array([[1.0, 0, -2.0, 0, 0, 0], [3.0, 0, 0, 0, 0, 0]])

    assert impact_bounds(rows, velocities, [0.5, 1.0]).tolist() == [1.0, 0.0]
    assert impact_bounds(rows.matrix(), velocities, 0.25).tolist() == [0.5, 0.0]


def test_accelerations(rows):
    velocities = RNG.normal(size=(2, 6))
    rates = RNG.normal(size=(2, 3))
    velocities[:, 3:] = 0.0
    sliding = -2.0 * (rows.point_velocities(velocities) * rates).sum(axis=1)

    assert acceleration_bounds(rows, velocities, rates) == pytest.approx(sliding)
    velocities[:, 3:] = RNG.normal(size=(2, 3))
    plain = acceleration_bounds(rows, velocities, rates)
    found = acceleration_bounds(
        rows, velocities, rates, [0.5, 2.0], security=1.0, stiffness=4.0, offset=3.0
    )
    assert found - plain == pytest.approx([5.0, 0.0])


def moved(centre, arm, state, rate, time):
    """Where a point of a body is, and how to turn its vectors, to third order in time."""
    turn = time * state[3:] + 0.5 * time**2 * rate[3:]
    turn -= time**3 / 12.0 * np.cross(state[3:], rate[3:])
    place = centre + time * state[:3] + 0.5 * time**2 * rate[:3]
    return place + turned(arm, turn, 1.0), lambda vector: turned(vector, turn, 1.0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("nature", [Nature.FACE_VERTEX, Nature.VERTEX_FACE, Nature.EDGE_EDGE])
def test_gaps_of_two_spinning_bodies_accelerate_as_rows_and_bounds_say(nature, seed):
    """rows @ a - bound is the second derivative of the gap, by differences."""
    rng = np.random.default_rng(seed)
    centres, edges = rng.normal(size=(2, 2, 3))
    states, rates = rng.normal(size=(2, 2, 6))
    point, normal = rng.normal(size=3), np.cross(*edges)
    normal /= np.linalg.norm(normal)

    def gap(t):
        (a, turn_a), (b, turn_b) = (
            moved(centres[k], point - centres[k], states[k], rates[k], t) for k in (0, 1)
        )
        if nature == Nature.EDGE_EDGE:
            across = np.cross(turn_a(edges[0]), turn_b(edges[1]))
            axis = across / np.linalg.norm(across)
        else:
            axis = (turn_a if nature == Nature.FACE_VERTEX else turn_b)(normal)
        return axis @ (b - a)

    h = 1e-3  # The gap is zero at time 0.
    second = (-gap(2 * h) + 16 * gap(h) + 16 * gap(-h) - gap(-2 * h)) / 12 / h**2
    rows = contact_rows([[0, 1]], [point], [point], [normal], centres)
    turns = normal_rates(
        [normal], states[:1, 3:], states[1:, 3:], [nature], edges_a=edges[:1], edges_b=edges[1:]
    )
    bound = acceleration_bounds(rows, states, turns)[0]
    assert (rows.matrix() @ rates.ravel())[0] - bound == pytest.approx(second, abs=1e-5)


def test_a_spinning_ball_rests_on_the_ground():
    """With its centre as its point: the row is the same, and its spin does not lift it."""
    at_contact, at_centre = (
        contact_rows([[-1, 0]], [[0, 0, 0]], [[0, 0, z]], [[0, 0, 1]], [[0, 0, 1]]) for z in (0, 1)
    )
    rolling = [[1.0, 0, 0, 0, 1.0, 0]]

    assert (at_contact.blocks == at_centre.blocks).all()
    assert acceleration_bounds(at_centre, rolling, [[0, 0, 0]]).tolist() == [0.0]
    assert acceleration_bounds(at_contact, rolling, [[0, 0, 0]]).tolist() == [-1.0]


def test_repositioning():
    assert reposition_bounds([-1.0, 3.0], [1.0, 2.0]).tolist() == [2.0, -1.0]


@pytest.mark.parametrize(("nature", "body"), [(Nature.FACE_VERTEX, 0), (Nature.EDGE_FACE, 1)])
def test_normals_turn_with_their_face(nature, body):
    normal = np.array([0.0, 0.6, 0.8])
    step = 1e-5
    ends = [turned(normal, SPINS[body], t) for t in (-step, step)]

    found = normal_rates([normal], SPINS[:1], SPINS[1:], [nature])
    assert found[0] == pytest.approx((ends[1] - ends[0]) / (2 * step), abs=1e-9)


def test_normals_between_edges_stay_square_to_both():
    a, b = RNG.normal(size=(2, 3))
    step, normals = 1e-5, []
    for t in (-step, 0.0, step):
        axis = np.cross(turned(a, SPINS[0], t), turned(b, SPINS[1], t))
        normals.append(axis / np.linalg.norm(axis))
    spins = SPINS[:1], SPINS[1:]
    expected = (normals[2] - normals[0]) / (2 * step)
    edges = {"edges_a": [a], "edges_b": [b]}

    found = normal_rates([normals[1]], *spins, [Nature.EDGE_EDGE], **edges)
    assert found[0] == pytest.approx(expected, abs=1e-8)
    mean = np.cross(SPINS.mean(axis=0), normals[1])
    assert normal_rates([normals[1]], *spins, [Nature.EDGE_EDGE])[0] == pytest.approx(mean)
    assert normal_rates([normals[1]], *spins, [Nature.FACE_FACE], **edges)[0] == pytest.approx(mean)


@pytest.mark.parametrize("nature", list(Nature))
def test_swapped_contacts_turn_oppositely(nature):
    normal = np.array([[0.0, 0.6, 0.8]])
    one = normal_rates(normal, SPINS[:1], SPINS[1:], [nature])
    other = normal_rates(-normal, SPINS[1:], SPINS[:1], [nature.swapped])

    assert other == pytest.approx(-one)


def test_bad_input_is_named(rows):
    still, flat = np.zeros((2, 6)), np.zeros((2, 3))
    cases = [
        (lambda: impact_bounds(rows, still, 1.5), "restitution: 1.5 is more"),
        (lambda: impact_bounds(rows, still, [0.5, -0.1]), "restitution: row 1 .* less"),
        (lambda: impact_bounds(rows, still, np.nan), "restitution: nan"),
        (lambda: impact_bounds(rows, still[:1], 0.5), "velocities: expected shape"),
        (lambda: acceleration_bounds(rows.matrix(), still, flat), "rows: expected ContactRows"),
        (lambda: acceleration_bounds(rows, still, flat[:1]), "normal_rates: 1 rows, expected 2"),
        (lambda: acceleration_bounds(rows, still, flat, security=-1), "security: -1 is less"),
        (lambda: acceleration_bounds(rows, still, flat, [0.0]), "separations: expected"),
        (lambda: acceleration_bounds(rows, still, flat, security=0.1), "separations: None, but"),
        (lambda: reposition_bounds([np.nan], 1.0), "separations: row 0"),
        (lambda: reposition_bounds([1.0], -1.0), "security: -1 is less"),
        (lambda: normal_rates(flat, flat, flat, [0, 9]), "natures: row 1"),
        (lambda: normal_rates(flat, flat, flat[:1], [0, 1]), "spins_b: 1 rows"),
        (lambda: normal_rates(flat, flat, flat, [0, 1], edges_a=flat), "edges_a, edges_b"),
    ]
    for ask, message in cases:
        with pytest.raises(ImpingeError, match=message):
            ask()
