"""Links and joints alone: what they keep, and what is refused."""

from math import inf, nan

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Joint, Link, Sphere

turn = ("revolute", "a", "b")


def test_values_are_kept_and_read_only():
    joint = Joint("x", *turn, axis=(0, 3, 4), lower=-1, mimic=("y", 2, 1))
    link = Link("a", [Box((1, 1, 1)), (Sphere(1), None)])

    assert np.allclose(joint.axis, (0, 0.6, 0.8))
    assert (joint.lower, joint.upper, joint.mimic) == (-1.0, inf, ("y", 2.0, 1.0))
    assert not link.inertia.any()
    assert [pose.tolist() for _, pose in link.shapes] == [np.eye(4).tolist()] * 2
    for array in (joint.axis, joint.origin, link.centre, link.inertia):
        assert not array.flags.writeable
    assert repr(link) == "Link('a', 2 shapes)"


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Joint("x", "ball", "a", "b", mimic=("y", 1, 0)), "'x': mimic: a ball joint"),
        (lambda: Joint("x", *turn, mimic=("y", nan, 0)), "'x': mimic"),
        (lambda: Joint("x", *turn, mimic="y"), "'x': mimic: expected"),
        (lambda: Joint("x", "screw", "a", "b"), "'x': kind"),
        (lambda: Joint("x", *turn, axis=(0, 0, 0)), "'x': axis: has no length"),
        (lambda: Joint("x", *turn, axis=(0, nan, 0)), "'x': axis"),
        (lambda: Joint("x", *turn, lower=nan), "'x': lower"),
        (lambda: Joint("x", *turn, lower=2, upper=1), "'x': lower 2.0 lies above"),
        (lambda: Joint("x", *turn, velocity=-1), "'x': velocity"),
        (lambda: Joint("x", *turn, origin=2 * np.eye(4)), "'x': origin"),
        (lambda: Link("", []), "link: expected a name"),
        (lambda: Link("a", [Box((1, 1, 1)), 3]), "link 'a': shape 1"),
        (lambda: Link("a", [(Box((1, 1, 1)), 2 * np.eye(4))]), "link 'a': shape 0: pose"),
        (lambda: Link("a", mass=nan), "link 'a': mass"),
        (lambda: Link("a", inertia=(1, 1, 1)), "link 'a': inertia"),
        (lambda: Link("a", Box((1, 1, 1))), "link 'a': shapes: expected a sequence"),
    ],
)
def test_errors_name_link_or_joint(made, message):
    with pytest.raises(ImpingeError, match=message):
        made()
