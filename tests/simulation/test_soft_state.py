import numpy as np
import pytest
from soft_cases import bar, moved

from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody
from impinge.simulation.kernels.elements import COROTATIONAL
from impinge.simulation.soft_state import SoftSystem, blown_up


@pytest.fixture(scope="module")
def system():
    cube = brick((1, 1, 1))
    bodies = {"bar": bar(), "cube": SoftBody(moved(cube, 3.0), model="corotational")}
    return SoftSystem(bodies, np.array([0.0, 0, -10]))


def test_vertices_of_bodies_follow_each_other(system):
    assert system.starts.tolist() == [0, 99, 107]
    assert system.masses.sum() == pytest.approx(40.0 + 1000.0)
    assert system.held.sum() == 9
    assert not system.inverse_masses[system.held].any()
    assert {name: len(part) for name, part in system.split(system.masses).items()} == {
        "bar": 99, "cube": 8
    }  # fmt: skip
    assert system.is_model(COROTATIONAL).sum() == 5


def test_energies_are_by_body(system):
    x = np.concatenate([body.mesh.vertices for body in system.bodies])
    v = np.zeros_like(x)
    v[system.body_of == 1] = [0, 0, 2.0]
    assert system.kinetic(v) == pytest.approx([0.0, 2000.0])
    assert system.weight(x) == pytest.approx([40 * 10 * 0.5, 1000 * 10 * 3.5])
    x[system.body_of == 0] *= 1.01
    elastic = system.elastic(x)
    assert elastic[0] > 1.0
    assert elastic[1] < 1e-20


def test_the_mean_edge_counts_each_tetrahedron(system):
    # Four corners of a cube with six edges each, three of them diagonal, and one all diagonal.
    expected = (4 * (3 + 3 * 2**0.5) + 6 * 2**0.5) / 30
    assert system.edges[1] == pytest.approx(expected)


def test_errors_name_the_body(system):
    assert "'cube' blows up: why" in str(blown_up(system, 1, "why"))
