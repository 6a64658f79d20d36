"""The question itself: every pair of kinds is answered, and what cannot be asked is refused."""

import numpy as np
import pytest
from every_shape import ALL
from placing import random_poses, shift
from resting import SHAPES

from impinge.contacts import Contacts, collide
from impinge.contacts.collide import COLLIDE, touching_of
from impinge.contacts.request import as_request
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Compound, HalfSpace, HeightField, Mesh, Shape, Sphere, box_mesh
from impinge.narrow import distance, overlap
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import posed_lists

CUBE = Box((1.0, 1.0, 1.0))
TWO_FLOORS = ("half-space", "half-space")
PAIRS = [(a, b) for a in ALL for b in ALL if (a, b) != TWO_FLOORS]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_pair_is_answered(first, second):
    a, b = ALL[first], ALL[second]
    apart = np.stack([shift(0.2, 0.1, 0.3), shift(0.0, 50.0, 0.0)])
    found = collide(a, b, None, apart, margin=0.1)
    back = collide(b, a, apart, None, margin=0.1).swapped()

    assert isinstance(found, Contacts)
    assert len(found.offsets) == 3
    assert np.isfinite(found._rows).all()
    np.testing.assert_allclose(np.linalg.norm(found.normal, axis=1), 1.0, atol=1e-12)
    np.testing.assert_array_equal(back.counts() > 0, found.counts() > 0)
    endless = "half-space" in (first, second)
    assert found.counts()[0] > 0
    assert endless or found.counts()[1] == 0


@pytest.mark.parametrize(("first", "second"), [(a, b) for a, b in PAIRS if a <= b])
@pytest.mark.parametrize("solid", [False, True])
def test_there_are_contacts_just_where_shapes_overlap(first, second, solid):
    a, b = ALL[first], ALL[second]
    rng = np.random.default_rng(7)
    poses = random_poses(rng, 12, 1.5)
    if solid and {first, second} <= {"half-space", "height field"}:
        # Ground without end, in something else without end.
        with pytest.raises(ImpingeError, match=r"solid"):
            collide(a, b, None, poses, margin=0.05, solid=True)
        return
    found = collide(a, b, None, poses, margin=0.05, solid=solid)
    expected = overlap(a, b, None, poses, margin=0.05, solid=solid)

    np.testing.assert_array_equal(found.counts() > 0, expected)


def test_every_pair_of_kinds_is_in_the_table_once():
    kinds = {type(shape) for shape in ALL.values()}
    for a in kinds:
        for b in kinds:
            function, mirrored = COLLIDE._registered(a, b)
            assert callable(function)
            other, turned = COLLIDE._registered(b, a)
            assert mirrored != turned or function is other


def test_shapes_of_a_users_own_are_answered_like_their_kind():
    class Crate(Box):
        pass

    assert len(collide(Crate((1, 1, 1)), HalfSpace((0, 0, 1)), shift(0.0, 0.0, 0.4))) == 4


def test_what_looks_like_a_mesh_is_one():
    mesh = box_mesh((1, 1, 1))
    found = collide((mesh.vertices, mesh.faces), CUBE, None, shift(0.0, 0.0, 0.99))

    np.testing.assert_array_equal(
        found._rows,
        collide(Mesh(mesh.vertices, mesh.faces), CUBE, None, shift(0.0, 0.0, 0.99))._rows,
    )


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((CUBE, "box"), {}, "b: "),
        ((CUBE, CUBE, np.full((4, 4), np.nan)), {}, "pose_a: is not finite"),
        ((CUBE, CUBE, None, 2.0 * np.eye(4)), {}, "pose_b: "),
        (
            (CUBE, CUBE, np.stack([np.eye(4)] * 2), np.stack([np.eye(4)] * 3)),
            {},
            "batches of 2 and 3",
        ),
        ((CUBE, CUBE), {"margin": -1.0}, "margin: -1 is less than 0"),
        ((CUBE, CUBE), {"limit": 0}, "limit: expected a whole number"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(arguments, options, message):
    with pytest.raises(ImpingeError, match=message):
        collide(*arguments, **options)


def test_an_unknown_kind_of_shape_is_refused():
    class Cloud(Shape):
        pass

    Cloud.__abstractmethods__ = frozenset()
    with pytest.raises(ImpingeError, match="collide: no method for Cloud and Sphere"):
        collide(object.__new__(Cloud), Sphere(1.0))


def test_empty_batches_have_empty_answers():
    none = np.empty((0, 4, 4))
    for a in (CUBE, box_mesh((1, 1, 1))):
        for b in (CUBE, HalfSpace((0, 0, 1)), box_mesh((1, 1, 1))):
            found = collide(a, b, none)
            assert found.offsets.tolist() == [0]
            assert len(found) == 0


OTHERS = [
    box_mesh((1, 1, 1)),
    Compound([(SHAPES["box"], None), (SHAPES["sphere"], shift(1.0))]),
    HeightField(np.zeros((3, 3)), 1.0),
]
LISTED = [SHAPES[name] for name in sorted(SHAPES) if name != "half-space"] + OTHERS


def test_rows_are_single_answers():
    rng = np.random.default_rng(1)
    shapes_a = [LISTED[i] for i in rng.integers(len(LISTED), size=60)]
    shapes_b = [LISTED[i] for i in rng.integers(len(LISTED), size=60)]
    poses_a, poses_b = random_poses(rng, 60, 0.3), random_poses(rng, 60, 0.3)
    many = collide(shapes_a, shapes_b, poses_a, poses_b)

    assert len(many.offsets) == 61
    for i in range(60):
        one = collide(shapes_a[i], shapes_b[i], poses_a[i], poses_b[i])
        np.testing.assert_array_equal(many.of_row(i).key, one.key)
        np.testing.assert_allclose(many.of_row(i).point, one.point, atol=1e-9)
    assert (many.counts() > 0).mean() > 0.5


def test_one_shape_or_pose_goes_with_all():
    floor = SHAPES["half-space"]
    found = collide(LISTED, floor, shift(0.0, 0.0, 0.1))

    assert len(found.offsets) == len(LISTED) + 1
    assert (found.counts() > 0).sum() >= 10
    back = collide(floor, LISTED, None, shift(0.0, 0.0, 0.1))
    np.testing.assert_array_equal(back.counts(), found.counts())


def test_only_shapes_without_rows_of_numbers():
    found = collide(OTHERS, OTHERS[0], shift(0.0, 0.0, 0.1))

    assert len(found.offsets) == 4


def test_lengths_must_agree():
    with pytest.raises(ImpingeError, match="numbers of rows differ"):
        collide(LISTED, LISTED[:3])


def test_no_shapes_are_a_batch_of_no_rows():
    for a, b in (([], Sphere(1.0)), (Sphere(1.0), ()), ([], [])):
        assert len(collide(a, b).counts()) == 0
    with pytest.raises(ImpingeError, match=r"^b: row 0 is a int, expected a shape"):
        collide(Sphere(1.0), [3, Sphere(1.0)])


@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_touching_is_what_overlap_says_also_within_rounding(margin):
    """Pairs of convex shapes and half spaces, moved to where they just touch, give or take some
    roundings; near the origin and far from it.
    """
    rng, count = np.random.default_rng(3), 3000
    names = sorted(SHAPES)
    a, b = ([SHAPES[names[k]] for k in rng.integers(len(names), size=count)] for _ in range(2))
    b = [SHAPES["box"] if x is y is SHAPES["half-space"] else y for x, y in zip(a, b, strict=True)]
    poses_a, poses_b = random_poses(rng, count, 1.0), random_poses(rng, count, 3.0)
    far = rng.choice([0.0, 1e3], (count, 1)) * rng.normal(size=(count, 3))
    near = distance(a, b, poses_a, poses_b)
    poses_b[:, :3, 3] -= near.normal * (near.distance - margin)[:, None]
    poses_a[:, :3, 3] += far
    poses_b[:, :3, 3] += far
    poses_b[:, :3, 3] *= 1.0 + 2.0**-52 * rng.integers(-3, 4, (count, 1))
    pairs = posed_lists(a, b, poses_a, poses_b, margin)
    touching, rows, found = touching_of(pairs, as_request(margin, 4, False))

    np.testing.assert_array_equal(touching, overlaps_of(pairs, False))
    np.testing.assert_array_equal(np.sort(rows), np.flatnonzero(touching))
    assert 0.2 < touching.mean() < 0.95
    listed = collide(a, b, poses_a, poses_b, margin=margin)
    for k in range(0, len(rows), 20):
        np.testing.assert_array_equal(found.of_row(k)._rows, listed.of_row(rows[k])._rows)
