"""Which pairs touch, kept from one question to the next."""

import numpy as np
from populated import brute_overlaps, random_pose, random_scene

from impinge.scene.filters import pairs_of
from impinge.scene.touching import Touching, Update, hits_of, margins_of


def test_an_update_says_what_it_took():
    scene = random_scene(30, 3)
    scene.ignore("thing 0", "thing 1")
    found = scene.overlaps()
    first = scene.last_update

    assert isinstance(first, Update)
    assert first.changed == 30
    assert first.touching == len(found) <= first.tested <= first.near
    assert min(first.fit_seconds, first.near_seconds, first.test_seconds) > 0.0
    scene.remove("thing 5")
    scene.overlaps()
    assert scene.last_update.changed == 1
    assert scene.last_update.tested == 0


def test_codes_are_sorted_and_kept():
    scene = random_scene(20, 4)
    touching = Touching()
    codes = touching.bring_up_to_date(scene._things, scene._filters, False)
    assert (np.diff(codes) > 0).all()
    assert touching.bring_up_to_date(scene._things, scene._filters, False) is codes
    other = touching.copy()
    scene.move("thing 2", random_pose(np.random.default_rng(2)))
    touching.bring_up_to_date(scene._things, scene._filters, False)
    assert other.codes is codes
    names = scene._things.names[scene._things.ordered(pairs_of(touching.codes))]
    assert sorted(map(tuple, names.tolist())) == brute_overlaps(scene)


def test_margins_of_pairs_are_sums():
    scene = random_scene(10, 5)
    pairs = np.stack(np.triu_indices(10, 1), axis=1)
    expected = [scene.margins[i] + scene.margins[j] for i, j in pairs]
    np.testing.assert_array_equal(margins_of(scene._things, pairs), expected)
    assert len(hits_of(scene._things, pairs[:0], False)) == 0
