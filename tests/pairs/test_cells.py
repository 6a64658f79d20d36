"""Pairs by cells, asked once: the same as by comparing all with all."""

import numpy as np
import pytest
from box_scenes import SCENES, box_scene, brute_pairs

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs.find import grid_pairs, hash_pairs, kd_pairs, octree_pairs

METHODS = [grid_pairs, hash_pairs, octree_pairs, kd_pairs]
every_method = pytest.mark.parametrize("find", METHODS, ids=lambda f: f.__name__)


@every_method
@pytest.mark.parametrize("scene", SCENES)
def test_agrees_with_brute_force(find, scene):
    for n in (1, 40, 600):
        lower, upper = box_scene(scene, n, seed=n)
        pairs = find(lower, upper)

        assert pairs.dtype == np.int64
        np.testing.assert_array_equal(pairs, brute_pairs(lower, upper))


@every_method
def test_nothing_has_no_pairs(find):
    assert find([], []).shape == (0, 2)
    assert find(np.empty((0, 3)), np.empty((0, 3))).dtype == np.int64


@every_method
def test_the_same_for_any_number_of_threads(find):
    lower, upper = box_scene("uniform", 5000)
    answers = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            answers.add(find(lower, upper).tobytes())

    assert len(answers) == 1
    # Enough for the test to mean something: about four neighbours each.
    assert 5000 < len(answers.pop()) // 16 < 50_000


@every_method
def test_what_is_wrong_is_named(find):
    with pytest.raises(ImpingeError, match="upper: row 0 is not a number"):
        find([[0, 0, 0]], [[1, np.nan, 1]])
