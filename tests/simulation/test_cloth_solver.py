"""The solver separates as much as it must, and takes a part of a step where it cannot do more."""

import numpy as np
import pytest

from impinge.geometry import Mesh, grid_mesh
from impinge.simulation.cloth_solver import STAGES, ClothSolver, StepOptions


def solver(mesh, end, masses, thickness=0.0, passes=10):
    return ClothSolver(mesh, end, masses, StepOptions(0.01, thickness, 0.0, 0.0, passes))


def layers(heights, driven=(), count=3):
    sheet = grid_mesh(1.0, count)
    n = len(sheet.vertices)
    points = [sheet.vertices + [0.01 * k, 0.02 * k, z] for k, z in enumerate(heights)]  # noqa: RUF005
    faces = [sheet.faces + n * k for k in range(len(heights))]
    masses = np.repeat([np.inf if k in driven else 1.0 for k in range(len(heights))], n)
    layer = np.repeat(np.arange(len(heights)), n)
    return Mesh(np.concatenate(points), np.concatenate(faces)), masses, layer


@pytest.mark.parametrize("passes", [0, 1, 10])
def test_passes_or_zones_alone_keep_a_step_free(passes):
    mesh, masses, layer = layers([0.0, 0.1, 0.2])
    rng = np.random.default_rng(passes)
    end = mesh.vertices + rng.normal(0.0, 0.1, mesh.vertices.shape)
    end[layer == 2] -= [0.0, 0.0, 0.5]
    work = solver(mesh, end, masses, passes=passes)
    assert work.solve() == 1.0
    assert len(work.impacts) <= passes
    assert passes > 1 or len(work.zones.members()) > 0
    assert list(work.seconds) == list(STAGES)


def test_driven_bodies_that_meet_take_the_part_before():
    mesh, masses, layer = layers([0.0, 0.1, 1.0], driven=(0, 1))
    end = mesh.vertices.copy()
    end[layer == 1] -= [0.0, 0.0, 0.4]
    end[layer == 2] += [0.1, 0.0, 0.2]
    work = solver(mesh, end, masses)
    taken = work.solve()
    assert 0.2 < taken < 0.25
    assert np.allclose(work.end, mesh.vertices + taken * (end - mesh.vertices))


def test_a_small_thickness_does_not_let_features_come_arbitrarily_near():
    mesh, masses, layer = layers([0.0, 0.1], driven=(0,))
    end = mesh.vertices.copy()
    end[layer == 1] -= [0.0, 0.0, 0.2]
    for thickness in (0.0, 1e-9, 0.01):
        work = solver(mesh, end, masses, thickness)
        assert work.solve() == 1.0
        height = work.end[layer == 1, 2].min()
        assert 2e-4 < height <= max(thickness, 1e-3)
