"""Ways out of solids: depths agree with overlaps and contacts, and lead out."""

import numpy as np
import pytest
from every_shape import CONVEX
from placing import random_poses, shift

from impinge.contacts import collide
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, HalfSpace, HeightField, Sphere, box_mesh, icosphere
from impinge.narrow import overlap, penetration

ROOM = box_mesh((10.0, 10.0, 10.0))
GROUND = HeightField(np.random.default_rng(4).normal(0.0, 0.1, (5, 4)), 0.6)
PAIRS = {
    "mesh": (ROOM, icosphere(0.7, 1)),
    "compound": (Compound([(ROOM, shift(1.0)), (Sphere(0.5), shift(-8.0))]), icosphere(0.7, 1)),
    "ground": (GROUND, Sphere(0.2)),
} | {name: (ROOM, shape) for name, shape in CONVEX.items()}


@pytest.mark.parametrize("name", PAIRS)
def test_depths_agree_with_overlaps_and_contacts(name):
    """A shape wholly inside of another was 0 deep, and overlapped it."""
    a, b = PAIRS[name]
    poses = random_poses(np.random.default_rng(7), 60, 1.0 if name == "ground" else 6.0)
    touching = overlap(a, b, None, poses, solid=True)
    found = penetration(a, b, None, poses, solid=True)
    contacts = collide(a, b, None, poses, solid=True)

    inner = touching & ~overlap(a, b, None, poses)
    assert 5 < touching.sum() < 60
    assert inner.sum() > 3
    np.testing.assert_array_equal(found.depth > 0.0, touching)
    assert (found.lower <= found.depth).all()
    assert (found.lower[inner] > 0.0).all()
    deepest = [-contacts.of_row(i).separation.min() for i in np.flatnonzero(inner)]
    np.testing.assert_allclose(found.depth[inner], deepest, rtol=1e-12)
    back = penetration(b, a, poses, None, solid=True).swapped()
    np.testing.assert_allclose(back._rows[inner], found._rows[inner], atol=1e-12)
    single = penetration(a, b, None, poses[np.argmax(inner)], solid=True)
    np.testing.assert_array_equal(single._rows, found._rows[np.argmax(inner)])


def test_following_the_way_leads_out():
    poses = random_poses(np.random.default_rng(8), 40, 3.0)
    for shape in (Sphere(0.5), icosphere(0.5, 1)):
        out = poses[overlap(ROOM, shape, None, poses, solid=True)].copy()
        found = penetration(ROOM, shape, None, out, solid=True)
        assert len(out) > 20
        out[:, :3, 3] += (found.depth + 1e-6)[:, None] * found.direction
        assert not overlap(ROOM, shape, None, out, solid=True).any()
        out[:, :3, 3] -= (found.depth - 0.99 * found.lower + 1e-6)[:, None] * found.direction
        assert overlap(ROOM, shape, None, out, solid=True).all()


def test_what_has_no_way_out_is_refused():
    with pytest.raises(ImpingeError, match='"directional" with solid is not there for a Sphere'):
        penetration(ROOM, Sphere(1), kind="directional", direction=(1, 0, 0), solid=True)
    for other in (GROUND, HalfSpace((0, 0, 1))):
        with pytest.raises(ImpingeError, match="penetration: no method for HeightField and"):
            penetration(GROUND, other, solid=True)
    assert penetration(ROOM, box_mesh(), kind="convex", solid=True).depth > 5.0
