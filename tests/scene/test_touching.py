"""Which pairs touch, kept from one question to the next."""

import numpy as np
import pytest
from populated import brute_overlaps, random_pose, random_scene

import impinge as im
from impinge.scene.filters import pairs_of
from impinge.scene.touching import Touching, Update, hits_of


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
    codes = touching.bring_up_to_date(scene._things).codes
    assert (np.diff(codes) > 0).all()
    assert touching.bring_up_to_date(scene._things).codes is codes
    other = touching.copy()
    scene.move("thing 2", random_pose(np.random.default_rng(2)))
    touching.bring_up_to_date(scene._things)
    assert other.codes is codes
    names = scene._things.names[scene._things.ordered(pairs_of(touching.codes))]
    assert sorted(map(tuple, names.tolist())) == brute_overlaps(scene)


def test_margins_of_pairs_are_sums():
    scene = random_scene(10, 5)
    pairs = np.stack(np.triu_indices(10, 1), axis=1)
    expected = [scene.margins[i] + scene.margins[j] for i, j in pairs]
    np.testing.assert_array_equal(scene._things.margins_of(pairs), expected)
    assert len(hits_of(scene._things, pairs[:0])[0]) == 0


@pytest.mark.parametrize("wrapped", [False, True])
def test_in_a_solid_scene_the_ground_below_a_height_field_has_no_end(wrapped):
    field = im.HeightField(np.zeros((5, 5)), (0.4, 0.4))
    ground = im.Compound([(field, None), (im.Sphere(0.1), None)]) if wrapped else field
    turned = np.eye(4)
    turned[:3, :3] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    for pose_of_ground in (np.eye(4), turned):
        deep = np.eye(4)
        deep[:3, 3] = pose_of_ground[:3, :3] @ (0.1, 0.1, -50.0)
        ball = im.Sphere(0.2)
        scene = im.Scene(solid=True)
        scene.add("ground", ground, pose_of_ground)
        scene.add("mole", ball, deep)
        assert im.overlap(ground, ball, pose_of_ground, deep, solid=True)
        assert scene.overlaps() == [("ground", "mole")]
        assert scene.explain("ground", "mole").touching
        assert scene.closest("mole").distance == 0.0
        assert scene.overlaps_shape(ball, deep) == ["ground", "mole"]
        assert scene.overlaps_box(deep[:3, 3] - 0.1, deep[:3, 3] + 0.1) == ["ground", "mole"]
        scene.remove("ground")
        assert scene.overlaps_shape(ground, pose_of_ground) == ["mole"]
        surface = im.Scene()
        surface.add("ground", ground, pose_of_ground)
        surface.add("mole", ball, deep)
        assert surface.overlaps() == []


def test_a_compound_with_a_half_space_has_no_end_in_a_scene():
    corner = im.Compound([(im.HalfSpace((0, 0, 1)), None), (im.Box((1, 1, 4)), None)])
    turned = np.eye(4)
    turned[:3, :3] = [[1, 0, 0], [0, 0.6, -0.8], [0, 0.8, 0.6]]
    for pose in (np.eye(4), turned):
        scene, balls = im.Scene(), {}
        scene.add("corner", corner, pose)
        for k, place in enumerate([(100, 50, -0.1), (200, 50, 0.9), (0, 0, 2.3), (0, -7, -300)]):
            balls[f"ball {k}"] = at = np.eye(4)
            at[:3, 3] = pose[:3, :3] @ place
            scene.add(f"ball {k}", im.Sphere(0.5), at)
        met = [n for n, at in balls.items() if im.overlap(corner, im.Sphere(0.5), pose, at)]
        assert met == ["ball 0", "ball 2", "ball 3"]
        assert scene.overlaps() == [(name, "corner") for name in met]
        assert scene.closest("ball 1").name == "corner"
        down = pose[:3, :3] @ (0, 0, -1)
        assert scene.cast_ray(pose[:3, :3] @ (40, 50, 5), down).distance == pytest.approx(5)
