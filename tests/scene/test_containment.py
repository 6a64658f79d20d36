"""Things inside others, in scenes of surfaces and of solids."""

from payload_reading import at

import impinge as im
from impinge.geometry import box_mesh, icosphere
from impinge.scene.containment import find_contained


def scene_of(*, solid=False):
    return im.Scene.from_dict(
        {
            "case": box_mesh((2, 2, 2)),
            "pearl": icosphere(0.3, 2),
            "ball": (im.Sphere(0.2), at(0.6, 0.6, 0.6)),
            "bolt": (box_mesh((0.2, 0.2, 4)), at(0.8)),
            "away": (icosphere(0.3, 2), at(9)),
        },
        solid=solid,
    )


def test_pairs_are_named_with_the_inner_one():
    for solid in (False, True):
        found = find_contained(scene_of(solid=solid))
        named = [(one.a, one.b, one.inner) for one in found]
        # The bolt crosses the case: that is no containment.
        assert named == [("ball", "case", "ball"), ("case", "pearl", "pearl")]
        assert all(one.contacts.separation[0] < 0 for one in found)


def test_a_solid_scene_says_the_same():
    scene = scene_of(solid=True)
    touching = scene.collide()
    for one in find_contained(scene):
        assert touching.of(one.a, one.b).separation.tolist() == one.contacts.separation.tolist()


def test_ignored_pairs_are_left_out_and_empty_scenes_have_none():
    scene = scene_of()
    scene.ignore("pearl", "case")
    assert [one.inner for one in find_contained(scene)] == ["ball"]
    assert find_contained(im.Scene()) == []
