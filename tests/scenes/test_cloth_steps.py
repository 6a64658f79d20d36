"""Wild steps start without a crossing, are the same each time, and are wild."""

import numpy as np
import pytest

from impinge.narrow import edge_face_intersections
from impinge.scenes.cloth_steps import FRAMES, MADE, MOTIONS, free_frames, wild_step


def test_steps_start_free_and_depend_on_the_seed_alone():
    names, driven = set(), 0
    for seed in range(60):
        wild, again = wild_step(seed, count=5), wild_step(seed, count=5)
        assert len(edge_face_intersections(wild.mesh)) == 0
        assert (wild.vertices_t1 == again.vertices_t1).all()
        assert (wild.masses == again.masses).all()
        names.add(wild.name)
        driven += np.isinf(wild.masses).any()
    assert {name.split(", ")[0] for name in names} == set(MADE)
    assert {name.split(", ")[1] for name in names} == set(MOTIONS)
    assert 10 < driven < 40


@pytest.mark.parametrize("cloth", FRAMES)
def test_frames_of_real_cloths_without_what_crosses(cloth, real_data):
    mesh, last, body = free_frames(cloth)
    assert len(edge_face_intersections(mesh)) == 0
    assert len(last) == len(mesh.vertices) == len(body)
    assert len(mesh.faces) > 18_000
