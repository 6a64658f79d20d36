"""What queries of robots are given: scenes, limits, names in errors."""

import pytest
from robots_in_motion import crowded

import impinge as im


def test_what_is_no_scene_is_refused():
    robot, _, q0, q1 = crowded(0)
    for ask in (lambda: robot.collides(q0, 3), lambda: robot.stay_free(q0, q1, "scene")):
        with pytest.raises(im.ImpingeError, match=r"^scene: expected a Scene or None"):
            ask()


def test_arguments_are_named():
    robot, scene, q0, q1 = crowded(0)
    for ask, name in (
        (lambda: robot.time_of_impact(q0[:, :1], q1, scene), "q0"),
        (lambda: robot.time_of_impact(q0, q1[:, :1], scene), "q1"),
        (lambda: robot.check_path("x", scene), "waypoints"),
        (lambda: robot.clearance(q0, q1, scene, at_least=-1.0), "at_least"),
        (lambda: robot.stay_free(q0, q1, scene, self_collision="no"), "self_collision"),
        (lambda: robot.stay_free(q0, q1, scene, max_steps=0), "max_steps"),
        (lambda: robot.culling(q0, q1, scene, boxes="spheres"), "boxes"),
    ):
        with pytest.raises(im.ImpingeError) as caught:
            ask()
        assert str(caught.value).startswith(name), name
