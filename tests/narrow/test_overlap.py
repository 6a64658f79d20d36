"""Whether meshes touch: exact, for every kind of mesh, pose and margin."""

import numpy as np
import pytest
import trimesh
from awkward import awkward_meshes, moved, soup, tilted
from contracts import check_narrow
from hypothesis import given
from hypothesis import strategies as st
from placing import random_pose, random_poses, shift
from strategies import poses, triangles

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.narrow import distance, intersecting_pairs, overlap

CUBE = box_mesh((1.0, 1.0, 1.0))
BALL = icosphere(1.0, 2)
MESHES = awkward_meshes()


@given(triangles(), triangles(), poses())
def test_two_triangles_agree_with_exact_arithmetic(a, b, pose):
    check_narrow(Mesh(a, [[0, 1, 2]]), Mesh(b, [[0, 1, 2]]), None, pose)


@given(st.integers(0, 2**32 - 1))
def test_small_soups_agree_with_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    a, b = soup(seed, 8, 0.5), soup(seed + 1, 8, 0.5)
    check_narrow(a, b, random_pose(rng), random_pose(rng))


def test_random_placements_agree_with_exact_arithmetic():
    rng = np.random.default_rng(5)
    answers = [check_narrow(BALL, CUBE, None, random_pose(rng, 0.8)) for _ in range(20)]
    hits = sum(touching for touching, _ in answers)
    # Enough hits, and enough misses, for the test to mean something.
    assert 4 < hits < 16


SMALL = [name for name in sorted(MESHES) if len(MESHES[name].faces) < 100]


@pytest.mark.parametrize("name_a", SMALL)
def test_awkward_meshes_agree_with_exact_arithmetic(name_a):
    rng = np.random.default_rng(7)
    a = MESHES[name_a]
    for name_b in ("box", "one triangle", "equal vertices", "on a line"):
        b = MESHES[name_b]
        # Onto each other: the middle of B comes to the middle of A.
        pose = random_pose(rng, 0.0)
        pose[:3, 3] = a.bounds.mean(axis=0) - pose[:3, :3] @ b.bounds.mean(axis=0)
        check_narrow(a, b, None, pose)
        check_narrow(a, b)


@pytest.mark.parametrize(
    ("offset", "meets"),
    [
        ((1.0, 0.0, 0.0), True),  # faces coincide
        ((1.0, 0.25, 0.25), True),  # faces overlap in their plane
        ((1.0, 1.0, 0.0), True),  # a common edge
        ((1.0, 1.0, 1.0), True),  # a common vertex
        ((0.0, 0.0, 0.0), True),  # one and the same
        ((np.nextafter(1.0, 2.0), 0.0, 0.0), False),
        ((np.nextafter(1.0, 2.0), 1.0, 1.0), False),
        ((np.nextafter(1.0, 0.0), 1.0, 1.0), True),
    ],
)
def test_boxes_that_just_touch(offset, meets):
    assert check_narrow(CUBE, CUBE, None, shift(*offset))[0] is meets


def test_one_inside_another_without_touching_is_free():
    small = moved(tilted(CUBE), 0.1)
    touching, _ = check_narrow(CUBE, small, None, shift(0.1, 0.05, 0.0))
    assert not touching
    assert not overlap(icosphere(1.0, 3), icosphere(0.9, 3))


@pytest.mark.parametrize("ratio", [1e-6, 1e-9, 1e-12])
def test_needles(ratio):
    """Ratio of width to length; crossing, touching, and just apart."""
    needle = Mesh([[-1, 0, 0], [1, 0, 0], [1, ratio, 0]], [[0, 1, 2]])
    other = Mesh([[0, -1, 0], [0, 1, 0], [ratio, 1, 0]], [[0, 1, 2]])
    assert check_narrow(needle, other)[0]
    assert not check_narrow(needle, other, None, shift(0.0, 0.0, 1e-15))[0]
    assert check_narrow(needle, needle, None, shift(0.0, ratio, 0.0))[0]
    assert check_narrow(needle, needle, None, shift(2.0))[0]
    rng = np.random.default_rng(3)
    for _ in range(5):
        check_narrow(needle, other, None, random_pose(rng, 0.3))


@pytest.mark.parametrize("ratio", [1e-12, 1e-20, 1e-40, 1e-70])
def test_size_ratios(ratio):
    """The small one on a face, on a vertex and inside; either way round."""
    small = moved(CUBE, ratio)
    corner = moved(CUBE, 1.0, (0.5, 0.5, 0.5))
    assert check_narrow(CUBE, small, None, shift(0.5))[0]
    assert check_narrow(small, CUBE, None, shift(0.5))[0]
    assert check_narrow(corner, small)[0]
    assert check_narrow(small, corner)[0]
    assert not check_narrow(CUBE, small)[0]
    assert not check_narrow(small, CUBE, random_pose(np.random.default_rng(1), 0.1))[0]


@pytest.mark.parametrize("offset", [1e6, 1e12])
def test_far_from_the_origin(offset):
    """Both meshes, or their poses."""
    a = moved(CUBE, 1.0, (offset, -offset, offset))
    for x, meets in ((0.5, True), (1.0, True), (1.25, False)):
        assert check_narrow(a, a, None, shift(x))[0] is meets
        here, there = shift(offset, offset), shift(offset + x, offset)
        assert check_narrow(CUBE, CUBE, here, there)[0] is meets


@pytest.mark.parametrize("size", [1e-320, 1e-310, 1e-300, 1e-100, 1e38, 1e100, 1e149])
def test_tiny_and_huge_meshes(size):
    """Below 1e-308 the reciprocal of a size overflows: trees of NaN, and a crash."""
    a = moved(CUBE, size)
    for x, meets in ((0.5, True), (1.0, True), (3.0, False)):
        assert check_narrow(a, a, None, shift(x * size))[0] is meets
    check_narrow(a, CUBE)
    check_narrow(CUBE, a)
    many = moved(soup(4, 20), size)
    check_narrow(many, many, None, shift(0.3 * size))


@pytest.mark.parametrize("size", [1e-20, 1e-40, 1e-70])
def test_flat_meshes_much_smaller_than_their_coordinates(size):
    """At x = 1, and y and z of this size: pads so large that empty lanes passed for boxes."""
    a = Mesh([[1, 0, 0], [1, size, 0], [1, 0, size]], [[0, 1, 2]])
    for y in (0.0, 0.5, 1.0, 1.5, 3.0):
        check_narrow(a, a, None, shift(0.0, y * size))
    many = soup(2, 30).vertices * size
    many[:, 0] = 1.0
    flat = Mesh(many, np.arange(90).reshape(-1, 3))
    check_narrow(flat, flat, None, shift(0.0, 0.3 * size))


def test_swapping_the_meshes_changes_nothing():
    """Up to the rounding of coordinates, which is not in play for these."""
    rng = np.random.default_rng(2)
    there = random_poses(rng, 50, 0.8)
    np.testing.assert_array_equal(
        overlap(BALL, CUBE, None, there), overlap(CUBE, BALL, there, None)
    )


def test_moving_both_changes_nothing():
    rng = np.random.default_rng(3)
    a, b, both = random_poses(rng, 40), random_poses(rng, 40), random_pose(rng)
    np.testing.assert_array_equal(
        overlap(BALL, CUBE, a, b), overlap(BALL, CUBE, both @ a, both @ b)
    )


@pytest.mark.parametrize("power", [-300, -150, 150, 300])
def test_scaling_by_a_power_of_two_changes_nothing(power):
    rng = np.random.default_rng(4)
    a, b, margin = random_poses(rng, 30), random_poses(rng, 30), 0.3
    s = 2.0**power
    big = [moved(mesh, s) for mesh in (BALL, CUBE)]
    big_a, big_b = a.copy(), b.copy()
    big_a[:, :3, 3] *= s
    big_b[:, :3, 3] *= s
    np.testing.assert_array_equal(overlap(BALL, CUBE, a, b), overlap(*big, big_a, big_b))
    np.testing.assert_array_equal(
        overlap(BALL, CUBE, a, b, margin=margin), overlap(*big, big_a, big_b, margin=s * margin)
    )


class TestMargin:
    def test_is_the_distance_up_to_which_shapes_count_as_touching(self):
        rng = np.random.default_rng(6)
        where = random_poses(rng, 60, 2.0)
        apart = distance(BALL, CUBE, None, where).distance
        for margin in (0.1, 0.5, 2.0):
            expected = apart <= margin
            np.testing.assert_array_equal(overlap(BALL, CUBE, None, where, margin=margin), expected)
            assert 2 < expected.sum() < 58
            single = [overlap(BALL, CUBE, None, pose, margin=margin) for pose in where[:9]]
            assert single == expected[:9].tolist()

    @pytest.mark.parametrize("apart", [2.0, 1e3, 1e6, 1e12])
    def test_around_the_very_distance(self, apart):
        there = shift(1.0 + apart)
        assert overlap(CUBE, CUBE, None, there, margin=apart * (1.0 + 1e-12))
        assert not overlap(CUBE, CUBE, None, there, margin=apart * (1.0 - 1e-12))

    def test_exactly_the_distance_counts(self):
        assert overlap(CUBE, CUBE, None, shift(3.0), margin=2.0)

    @pytest.mark.parametrize("margin", [1e30, 1e160, 1e308])
    def test_huge(self, margin):
        assert overlap(CUBE, CUBE, None, shift(1e20), margin=margin)

    @pytest.mark.parametrize("margin", [1e-30, 1e-160, 5e-324])
    def test_tiny(self, margin):
        assert overlap(CUBE, CUBE, None, shift(1.0), margin=margin)
        assert not overlap(CUBE, CUBE, None, shift(1.0 + 1e-9), margin=margin)

    @pytest.mark.parametrize("margin", [0, 0.0, -0.0, np.float32(0.0), np.int64(0)])
    def test_zero_of_any_type(self, margin):
        assert overlap(CUBE, CUBE, None, shift(1.0), margin=margin)
        assert not overlap(CUBE, CUBE, None, shift(1.5), margin=margin)

    @pytest.mark.parametrize(
        "margin", [-1.0, np.nan, np.inf, -np.inf, "1", None, True, False, 1j, [0.0], np.zeros(2)]
    )
    def test_what_is_none_is_refused(self, margin):
        with pytest.raises(ImpingeError, match=r"^margin: "):
            overlap(CUBE, CUBE, margin=margin)


def test_same_answer_for_any_number_of_threads():
    rng = np.random.default_rng(8)
    where = random_poses(rng, 300, 1.2)
    answers = []
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            answers.append(overlap(BALL, CUBE, None, where).tobytes())
            assert overlap(BALL, CUBE, None, where, margin=0.1).sum() >= answers[0].count(1)
    assert len(set(answers)) == 1
    assert 60 < answers[0].count(1) < 240


def test_a_batch_is_what_its_rows_are():
    rng = np.random.default_rng(9)
    a, b = random_poses(rng, 30, 0.7), random_poses(rng, 30, 0.7)
    one = random_pose(rng, 0.1)
    for pose_a, pose_b in ((a, b), (None, b), (a, None), (one, b), (a, one), (a[:1], b[:1])):
        answers = overlap(BALL, CUBE, pose_a, pose_b)
        rows = len(answers)
        single = [
            overlap(
                BALL,
                CUBE,
                pose_a[i] if pose_a is not None and pose_a.ndim == 3 else pose_a,
                pose_b[i] if pose_b is not None and pose_b.ndim == 3 else pose_b,
            )
            for i in range(rows)
        ]
        assert answers.dtype == np.bool_
        assert answers.tolist() == single


def test_an_empty_batch_has_no_rows():
    empty = np.empty((0, 4, 4))
    for pose_a, pose_b in ((empty, None), (None, empty), (empty, empty), (np.eye(4), empty)):
        assert overlap(CUBE, CUBE, pose_a, pose_b).shape == (0,)
        assert overlap(CUBE, CUBE, pose_a, pose_b, margin=1.0).shape == (0,)


def test_meshes_far_apart_need_no_box_tests():
    fine = icosphere(1.0, 5)
    for apart in (1e1, 1e3, 1e6, 1e15, 1e30):
        with count() as cost:
            assert not overlap(fine, fine, None, shift(apart))
        assert cost.volume_tests <= 8


def test_what_is_counted_adds_up():
    rng = np.random.default_rng(10)
    where = random_poses(rng, 20, 0.8)
    overlap(BALL, CUBE)
    total = [0, 0]
    for pose in where:
        with count() as cost:
            overlap(BALL, CUBE, None, pose)
        total[0] += cost.volume_tests
        total[1] += cost.primitive_tests
        assert cost.volume_tests % 8 == 0
        assert cost.updates == 0
        assert cost.primitive_tests <= len(BALL.faces) * len(CUBE.faces)
    for threads in (1, 3):
        with use_threads(threads), count() as cost:
            overlap(BALL, CUBE, None, where)
        assert [cost.volume_tests, cost.primitive_tests] == total
    assert total[1] > 20


def test_sheets_with_a_hair_between_them():
    sheet = grid_mesh(1.0, 20)
    assert overlap(sheet, sheet)
    assert overlap(sheet, sheet, None, shift(0.3, 0.2, 0.0))
    assert not overlap(sheet, sheet, None, shift(0.3, 0.2, 1e-300))
    assert overlap(sheet, sheet, None, shift(1.0, 0.0, 0.0))
    assert not overlap(sheet, sheet, None, shift(np.nextafter(1.0, 2.0), 0.0, 0.0))


@pytest.mark.parametrize("name", ["manifold/Cray", "manifold/Havocglass8"])
def test_real_parts_agree_with_exact_arithmetic(real_data, name):
    parts = []
    for side in ("left", "right"):
        loaded = trimesh.load(
            real_data / "rigid" / f"{name}_{side}.obj", process=False, force="mesh"
        )
        parts.append(Mesh(loaded.vertices, loaded.faces))
    a, b = (p if len(p.faces) < 400 else Mesh(p.vertices, p.faces[:400]) for p in parts)
    pairs = intersecting_pairs(a, b)
    check_narrow(Mesh(a.vertices, a.faces[:60]), Mesh(b.vertices, b.faces[:60]))
    assert overlap(a, b) == (len(pairs) > 0)
    assert (distance(a, b).distance == 0.0) == (len(pairs) > 0)


@pytest.mark.parametrize(("size", "gap"), [(1e-300, 1e100), (1e-250, 1e140)])
def test_margins_reach_meshes_that_vanish_beside_their_distance(size, gap):
    """Extents underflowed to zero in the common unit, and a bound of 0 / 0 left everything out."""
    speck = Mesh(size * np.eye(3), [[0, 1, 2]])

    assert overlap(speck, speck, None, shift(gap), margin=2.0 * gap)
    assert not overlap(speck, speck, None, shift(gap), margin=0.5 * gap)


def test_a_mesh_flat_to_subnormal_size_meets_itself():
    flat = Mesh([[1, 0, 0], [1, 1e-310, 0], [1, 0, 1e-310]], [[0, 1, 2]])

    assert overlap(flat, flat)


def test_answers_of_a_batch_are_read_only():
    cube = box_mesh((1, 1, 1))

    with pytest.raises(ValueError, match="read-only"):
        overlap(cube, cube, np.stack([np.eye(4)] * 2))[0] = False
