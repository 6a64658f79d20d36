"""First contacts: never late against dense sampling, near as the tolerance says, by every law."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from every_shape import ALL, CONVEX, pose_of
from flying import check_against_samples, falling, flights, path
from moving import random_pose, turn

from impinge.continuous import ImpactStatus, stay_free, time_of_impact
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    HalfSpace,
    HeightField,
    Hull,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.motion import Motion, ScrewMotion
from impinge.narrow import distance, overlap

PAIRS = [(a, b) for a, b in combinations_with_replacement(ALL, 2) if (a, b) != ("half-space",) * 2]
names = pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda name: name.replace(" ", "-"))
CUBE = Box((1.0, 1.0, 1.0))


@names
def test_nothing_is_late_and_nothing_is_missed(a, b):
    rng = np.random.default_rng(PAIRS.index((a, b)))
    shape_a, shape_b = ALL[a], ALL[b]
    motion_a, motion_b = flights(rng, 6)
    found = time_of_impact(shape_a, shape_b, motion_a, motion_b)

    for k in range(6):
        check_against_samples(shape_a, shape_b, motion_a[k], motion_b[k], found[k])


@pytest.mark.parametrize("kind", ["constant", "screw", "eased"])
@pytest.mark.parametrize("spin", [0.0, 1.0, 40.0])
@pytest.mark.parametrize(("a", "b"), [("box", "hull"), ("cylinder", "capsule"), ("mesh", "box")])
def test_motions_of_every_kind(kind, spin, a, b):
    if kind != "constant" and spin > 3.0:
        spin = 1.7
    motion_a, motion_b = flights(np.random.default_rng(5), 8, spin=spin, kind=kind)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)

    assert (found.status == ImpactStatus.HIT).any()
    for k in range(8):
        check_against_samples(ALL[a], ALL[b], motion_a[k], motion_b[k], found[k])


@names
def test_asked_the_other_way_round(a, b):
    motion_a, motion_b = flights(np.random.default_rng(1), 3)
    one = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    other = time_of_impact(ALL[b], ALL[a], motion_b, motion_a)

    np.testing.assert_array_equal(one.status, other.status)
    # Early by up to the tolerance, each in its way; grazing ones by more.
    for k in np.flatnonzero(one.status == ImpactStatus.HIT):
        assert abs(one.time[k] - other.time[k]) < 1e-4
        assert other.gap[k] <= 1.001e-6
        assert one.gap[k] <= 1.001e-6


@pytest.mark.parametrize(("a", "b"), [("box", "cone"), ("mesh", "capsule"), ("compound", "mesh")])
def test_the_world_may_be_moved_and_scaled(a, b):
    rng = np.random.default_rng(3)
    motion_a, motion_b = flights(rng, 5)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    world = random_pose(rng, far=3.0)
    ends = [[world @ m.pose(t) for t in (0.0, 1.0)] for m in (motion_a, motion_b)]
    spins = [m.velocity(0.0).angular @ world[:3, :3].T for m in (motion_a, motion_b)]
    linear = [e[1][:, :3, 3] - e[0][:, :3, 3] for e in ends]
    moved = [Motion.from_velocity(e[0], v, w) for e, v, w in zip(ends, linear, spins, strict=True)]
    again = time_of_impact(ALL[a], ALL[b], *moved)

    np.testing.assert_array_equal(found.status, again.status)
    hits = found.status == ImpactStatus.HIT
    np.testing.assert_allclose(found.time[hits], again.time[hits], atol=2e-5)


@pytest.mark.parametrize("exponent", [-20, 20])
def test_scaled_by_a_power_of_two_all_is_as_it_was(exponent):
    factor = 2.0**exponent
    motion_a, motion_b = flights(np.random.default_rng(4), 20)
    larger = []
    for motion in (motion_a, motion_b):
        start, speed = motion.pose(0.0), motion.velocity(0.0)
        start[:, :3, 3] *= factor
        larger.append(Motion.from_velocity(start, factor * speed.linear, speed.angular))
    found = time_of_impact(CUBE, Box((1.0, 2.0, 3.0)), motion_a, motion_b)
    big = time_of_impact(
        Box([factor] * 3), Box(factor * np.array([1.0, 2.0, 3.0])), *larger, tolerance=1e-6 * factor
    )

    np.testing.assert_array_equal(found.status, big.status)
    np.testing.assert_allclose(found.time, big.time, atol=1e-13)
    np.testing.assert_allclose(found.gap * factor, big.gap, atol=1e-12 * factor)


@pytest.mark.parametrize(("a", "b"), [("box", "hull"), ("mesh", "cone"), ("compound", "sphere")])
def test_rows_are_as_alone_and_on_any_number_of_threads(a, b):
    motion_a, motion_b = flights(np.random.default_rng(6), 40)
    with use_threads(1):
        one = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    with use_threads(2):
        two = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)

    np.testing.assert_array_equal(one._rows, two._rows)
    for k in range(0, 40, 7):
        alone = time_of_impact(ALL[a], ALL[b], motion_a[k], motion_b[k])
        np.testing.assert_array_equal(alone._rows, one._rows[k])


def test_lists_of_shapes_pair_row_by_row():
    motion_a, motion_b = flights(np.random.default_rng(7), 6)
    many = [CONVEX["box"], ALL["mesh"], CONVEX["cone"], CONVEX["box"], ALL["compound"], CUBE]
    found = time_of_impact(many, CUBE, motion_a, motion_b)

    for k, shape in enumerate(many):
        alone = time_of_impact(shape, CUBE, motion_a[k], motion_b[k])
        np.testing.assert_array_equal(alone._rows, found._rows[k])
    with pytest.raises(ImpingeError, match=r"numbers of rows differ \(a 6, motion_a 3"):
        time_of_impact(many, CUBE, motion_a[:3], motion_b[:3])


def test_known_times():
    """A cube falls six metres in a step, from three above."""
    fall = falling()

    assert time_of_impact(CUBE, CUBE, None, fall).time == pytest.approx(1 / 3, abs=1e-9)
    assert time_of_impact(CUBE, Sphere(0.5), None, fall).time == pytest.approx(1 / 3, abs=1e-9)
    near = time_of_impact(CUBE, CUBE, None, fall, margin=0.5)
    assert near.time == pytest.approx(0.25, abs=1e-9)
    assert time_of_impact(HalfSpace((0, 0, 1)), CUBE, None, fall).time == pytest.approx(2.5 / 6)
    found = time_of_impact(box_mesh((1, 1, 1)), icosphere(0.5, 2), None, fall)
    assert found.time == pytest.approx(1 / 3, abs=1e-6)
    np.testing.assert_allclose(found.normal, (0, 0, 1), atol=1e-9)
    np.testing.assert_allclose(found.point_a, (0, 0, 0.5), atol=1e-6)


def test_both_may_fall():
    """At the same speed nothing ever touches; twice the speed overtakes."""
    below = Motion.from_velocity(None, (0, 0, -50), (0, 0, 0))
    above = falling(1.5, 50.0)

    assert time_of_impact(CUBE, CUBE, below, above).status == ImpactStatus.FREE
    assert time_of_impact(box_mesh((1, 1, 1)), CUBE, below, above).status == ImpactStatus.FREE
    faster = falling(1.5, 51.0)
    assert time_of_impact(CUBE, CUBE, below, faster).time == pytest.approx(0.5, abs=1e-6)
    found = time_of_impact(box_mesh((1, 1, 1)), CUBE, below, faster)
    assert found.time == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("a", ["box", "mesh", "compound", "sphere"])
def test_what_starts_in_contact_says_so_and_how_deep(a):
    shape = {**ALL, "mesh": box_mesh((1, 1, 1)), "compound": Compound([(CUBE, None)]),
             "box": CUBE, "sphere": Sphere(0.5)}[a]  # fmt: skip
    start, end = pose_of((0.9, 0, 0)), pose_of((5, 0, 0))
    found = time_of_impact(shape, CUBE, None, Motion(start, end))

    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert found.time == found.lower == found.upper == 0.0
    assert found.depth == pytest.approx(0.1, abs=1e-9)
    assert found.gap == 0.0
    touching = time_of_impact(shape, CUBE, None, Motion(pose_of((1.0, 0, 0)), end))
    assert touching.status == ImpactStatus.STARTED_TOUCHING
    assert touching.depth < 1e-9


@pytest.mark.parametrize("first", [1e-7, 1e-9, 1e-11])
@pytest.mark.parametrize("a", ["box", "mesh"])
def test_contact_soon_after_the_start_is_an_ordinary_one(a, first):
    shape = CUBE if a == "box" else box_mesh((1, 1, 1))
    start, end = pose_of((1.0 + first, 0, 0)), pose_of((first, 0, 0))
    found = time_of_impact(shape, CUBE, None, Motion(start, end))

    assert found.status == ImpactStatus.HIT
    assert 0.0 < found.time <= first


def test_filled_meshes_hold_what_is_inside():
    small = Sphere(0.1)
    away = Motion(None, pose_of((0.1, 0, 0)))

    assert time_of_impact(box_mesh((1, 1, 1)), small, None, away).status == ImpactStatus.FREE
    found = time_of_impact(box_mesh((1, 1, 1)), small, None, away, solid=True)
    assert found.status == ImpactStatus.STARTED_TOUCHING


def test_filled_grounds_and_compounds_say_how_deep():
    """A ball a metre below a ground, and one inside a ball: alone, and as the only part."""
    ground = HeightField(np.zeros((3, 3)), 5.0)
    under = pose_of((5.0, 5.0, -1.0))
    found = time_of_impact(ground, Sphere(0.25), None, Motion(under, under), solid=True)
    assert found.status == ImpactStatus.STARTED_TOUCHING
    assert found.gap <= 0.0
    assert found.depth > 0.0
    big, away = icosphere(2.0, 2), Motion(None, pose_of((9, 0, 0)))
    alone = time_of_impact(big, Sphere(0.25), None, away, solid=True)
    part = time_of_impact(Compound([(big, None)]), Sphere(0.25), None, away, solid=True)
    assert alone.status == part.status == ImpactStatus.STARTED_TOUCHING
    assert alone.gap == part.gap == 0.0
    assert alone.depth == pytest.approx(part.depth, rel=1e-6)
    assert alone.depth > 2.0


@pytest.mark.parametrize("tolerance", [1e-9, 1e-12, 0.0])
def test_small_tolerances_are_met(tolerance):
    """The way between nearest points of triangles says little at such gaps; their normals do."""
    motion_a, motion_b = flights(np.random.default_rng(15), 40, spin=2.0)
    for a, b in ((icosphere(0.7, 2), box_mesh((1, 2, 3))), (CUBE, CONVEX["hull"])):
        found = time_of_impact(a, b, motion_a, motion_b, tolerance=tolerance)
        assert (found.status == ImpactStatus.HIT).sum() > 10
        assert (found.status != ImpactStatus.OUT_OF_BUDGET).all()
        hits = found.status == ImpactStatus.HIT
        assert found.gap[hits].max() <= max(tolerance, 1e-11)


@pytest.mark.parametrize(("a", "b"), [("mesh", "mesh"), ("mesh", "box"), ("box", "cone")])
def test_gaps_are_distances_where_pairs_are_given_up(a, b):
    motion_a, motion_b = flights(np.random.default_rng(13), 12, spin=40.0)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b, max_steps=2)
    assert (found.status == ImpactStatus.OUT_OF_BUDGET).any()
    for k in np.flatnonzero(found.status == ImpactStatus.OUT_OF_BUDGET):
        poses = motion_a[k].pose(found.time[k]), motion_b[k].pose(found.time[k])
        assert found.gap[k] == pytest.approx(distance(ALL[a], ALL[b], *poses).distance, abs=1e-9)


def test_the_step_may_end_earlier():
    assert time_of_impact(CUBE, CUBE, None, falling(), max_time=0.33).time == np.inf
    found = time_of_impact(CUBE, CUBE, None, falling(), max_time=0.34)
    assert found.time == pytest.approx(1 / 3)
    assert time_of_impact(CUBE, CUBE, None, falling(0.5), max_time=0.0).time == 0.0


def test_a_budget_that_runs_out_says_so():
    motion_a, motion_b = flights(np.random.default_rng(8), 30, spin=50.0)
    for a, b in ((CUBE, CUBE), (box_mesh((1, 1, 1)), CUBE)):
        whole = time_of_impact(a, b, motion_a, motion_b)
        found = time_of_impact(a, b, motion_a, motion_b, max_steps=4)
        short = found.status == ImpactStatus.OUT_OF_BUDGET
        assert short.any()
        assert (found.time[short] <= whole.time[short]).all()
        assert (found.upper[short] == np.inf).all()
        assert (found.steps[short] == 4).all()


@pytest.mark.parametrize("a", ["box", "mesh", "compound", "half-space"])
@pytest.mark.parametrize("b", ["box", "mesh", "compound"])
def test_free_pairs_have_no_point_of_contact(a, b):
    motion_a, motion_b = flights(np.random.default_rng(21), 16, aim=9.0, start=9.0)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b, max_time=0.2)
    free = found.status == ImpactStatus.FREE
    assert free.any()
    swapped = time_of_impact(ALL[b], ALL[a], motion_b[free], motion_a[free], max_time=0.2)
    listed = time_of_impact([ALL[a]], ALL[b], motion_a[free], motion_b[free], max_time=0.2)
    for none in (found[free], swapped, listed):
        for endless in (none.time, none.upper, none.gap, none.point_a, none.point_b):
            assert (endless == np.inf).all()
        assert not none.normal.any()
        assert not none.depth.any()
        for number in (none.feature_a, none.feature_b, none.part_a, none.part_b):
            assert (number == -1).all()


@pytest.mark.parametrize("a", ["box", "mesh", "compound", "height field"])
@pytest.mark.parametrize("b", ["cone", "mesh", "compound"])
def test_what_moves_together_does_not_meet(a, b):
    """Fifty turns of one table: one look."""
    poses = np.stack([pose_of((0, 0, z), (0.2, 0.3, 0)) for z in (0.0, 4.0)])
    many = Motion.from_velocity(poses, (1, 2, 3), (0, 0, 314.0))
    far = Compound([(ALL[b], pose_of((0, 0, 9.0)))])
    for table in (many[0], many):
        found = time_of_impact(ALL[a], far, table, table)
        assert np.all(found.status == ImpactStatus.FREE)
        assert np.max(found.steps) <= 12
        assert np.all(stay_free(ALL[a], far, table, table).free)
    touching = time_of_impact(ALL[a], ALL[a], many[0], many[0])
    assert touching.status == ImpactStatus.STARTED_TOUCHING
    # One of them by itself, others as a batch, or in a list of shapes.
    for found in (
        time_of_impact(ALL[a], far, many[[0, 0]], many[0]),
        time_of_impact([ALL[a]] * 2, far, many[0], many[0]),
    ):
        assert (found.status == ImpactStatus.FREE).all()
        assert found.steps.max() <= 12


def test_what_starts_inside_and_moves_along_says_how_deep():
    """The gap of a filled mesh is none, and stays so where both move by one motion."""
    turning = Motion.from_velocity(None, (1, 0, 0), (0, 0, 1.0))
    for inner in (CUBE, box_mesh((1, 1, 1))):
        found = time_of_impact(box_mesh((9, 9, 9)), inner, turning, turning, solid=True)
        assert found.status == ImpactStatus.STARTED_TOUCHING
        assert found.gap == 0.0
        assert found.depth > 4.0


@pytest.mark.parametrize("a", ["box", "mesh", "half-space"])
def test_paths_of_several_pieces(a):
    rng = np.random.default_rng(9)
    for _ in range(6):
        motion_b = path(rng)
        found = time_of_impact(ALL[a], Box((0.2, 0.3, 0.1)), None, motion_b)
        check_against_samples(ALL[a], Box((0.2, 0.3, 0.1)), Motion(None, None), motion_b, found)


@pytest.mark.parametrize("b", ["box", "mesh", "cylinder", "compound", "height field"])
def test_a_half_space_that_turns(b):
    """As a door that closes: its plane sweeps a quarter turn."""
    floor = HalfSpace((0, 0, 1))
    for k in range(6):
        rng = np.random.default_rng(k)
        angle = rng.uniform(0.5, 3.0)
        door = Motion.from_velocity(pose_of((0, 0, -3)), (0, 0, 0.5), angle * rng.normal(size=3))
        found = time_of_impact(floor, ALL[b], door, None)
        check_against_samples(floor, ALL[b], door, Motion(None, None), found)


def test_two_shapes_without_an_end():
    up, down = HalfSpace((0, 0, 1)), HalfSpace((0, 0, -1), -1.0)
    closing = Motion.from_velocity(None, (0, 0, 4), (0, 0, 0))

    assert time_of_impact(up, down, closing).time == pytest.approx(0.25, abs=1e-6)
    with pytest.raises(ImpingeError, match="motion_a and motion_b: two shapes without an end"):
        time_of_impact(up, down, Motion.from_velocity(None, (0, 0, 0), (1, 0, 0)))
    last = Motion.from_velocity(np.tile(np.eye(4), (3, 1, 1)), (0, 0, 0), np.diag([0.0, 0, 1]))
    with pytest.raises(ImpingeError, match="motion_a and motion_b, row 2: two shapes without"):
        time_of_impact(up, down, last)


@pytest.mark.parametrize("exponent", [-520, -300, 300])
def test_points_at_the_ends_of_the_range(exponent):
    """A point and a corner of a hull so small, or large, that squares of lengths are no numbers."""
    size = 2.0**exponent
    point = Hull(np.zeros((4, 3)))
    corner = Hull(size * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -0.1]]))
    start, end = (
        pose_of((0.2 * size, 0.2 * size, size)),
        pose_of((0.2 * size, 0.2 * size, -3 * size)),
    )
    found = time_of_impact(corner, point, None, Motion(start, end), tolerance=1e-6 * size)

    assert found.status != ImpactStatus.FREE
    assert found.time <= 0.25


def test_curved_shapes_keep_the_tolerance_away_from_the_origin():
    motion_a, motion_b = flights(np.random.default_rng(14), 60)
    away = np.array([1e3, -1e3, 1e3])
    far = []
    for motion in (motion_a, motion_b):
        start, speed = motion.pose(0.0), motion.velocity(0.0)
        start[:, :3, 3] += away
        far.append(Motion.from_velocity(start, speed.linear, speed.angular))
    for a in (CONVEX["cone"], ALL["mesh"]):
        found = time_of_impact(a, CONVEX["cylinder"], *far)
        hits = found.status == ImpactStatus.HIT
        assert hits.sum() > 30
        assert found.gap[hits].max() <= 1.001e-6


def test_thin_plates_at_any_speed():
    """A plate a tenth of a millimetre thick and a bullet as small, a kilometre in the step."""
    rng = np.random.default_rng(10)
    for a, b in ((Box((1, 1, 1e-4)), Sphere(1e-4)), (box_mesh((1, 1, 1e-4)), Sphere(1e-4))):
        for _ in range(10):
            way = np.array([*rng.uniform(-0.4, 0.4, 2), -1.0])
            start, at = pose_of(-way * 400.0), rng.uniform(-0.3, 0.3, 2)
            start[:2, 3] += at
            found = time_of_impact(a, b, None, Motion.from_velocity(start, 1000.0 * way, (0, 0, 0)))

            assert found.status == ImpactStatus.HIT
            assert found.time == pytest.approx((400.0 - 1.5e-4) / 1000.0, abs=1e-8)


def test_what_turns_near_by_stays_free_to_the_end():
    """A blade of fifty turns whose tip passes a post at a hundredth of a millimetre, or hits it."""
    blade = Box((2.0, 0.02, 0.001))
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 100 * np.pi))
    tip = np.hypot(1.0, 0.01)
    for gap in (1e-5, -1e-5):
        post = Capsule(0.001, 0.2)
        found = time_of_impact(blade, post, spin, pose_of((tip + 0.001 + gap, 0, 0)))
        assert found.status == (ImpactStatus.FREE if gap > 0 else ImpactStatus.HIT)


def test_degenerate_shapes_end():
    point, segment = Hull(np.zeros((4, 3))), Hull([[-1, 0, 0], [1, 0, 0], [0, 0, 0], [0.5, 0, 0]])
    motion_a, motion_b = flights(np.random.default_rng(12), 20, aim=0.0)
    for a in (point, segment):
        for b in (point, segment, CUBE):
            found = time_of_impact(a, b, motion_a, motion_b)
            assert (found.status != ImpactStatus.OUT_OF_BUDGET).all()
            assert not np.isnan(found._rows).any()
            met = found.status != ImpactStatus.FREE
            assert np.isfinite(found._rows[met, 3:]).all()
    still = time_of_impact(point, point, Motion(None, None), Motion(None, None))
    assert still.status == ImpactStatus.STARTED_TOUCHING


def test_what_is_at_rest_stays_apart():
    at, still = pose_of((2, 0, 0)), Motion(None, None)

    assert time_of_impact(CUBE, CUBE, still, at).status == ImpactStatus.FREE
    assert time_of_impact(CUBE, CUBE, still, np.stack([at] * 3)).time.tolist() == [np.inf] * 3
    assert time_of_impact(CUBE, box_mesh((1, 1, 1)), at, still).status == ImpactStatus.FREE


@pytest.mark.parametrize("query", [time_of_impact, stay_free])
@pytest.mark.parametrize("motions", [(), (pose_of((2, 0, 0)), pose_of((-2, 0, 0))),
                                     (np.stack([pose_of((2, 0, 0))] * 2),)])  # fmt: skip
def test_two_poses_are_no_motion(query, motions):
    """Start and goal, one after the other, would be two bodies at rest."""
    with pytest.raises(ImpingeError, match=r"nothing moves.* Motion\(pose_t0, pose_t1\)"):
        query(CUBE, CUBE, *motions)


def test_empty_batches_have_no_rows():
    none = Motion(np.empty((0, 4, 4)), np.empty((0, 4, 4)))

    assert len(time_of_impact(CUBE, CUBE, None, none)) == 0
    assert len(time_of_impact(CUBE, box_mesh((1, 1, 1)), none)) == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tolerance": -1.0}, "tolerance"),
        ({"margin": np.nan}, "margin"),
        ({"max_time": 2.0}, "max_time: 2 is beyond"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": np.array([5])}, "max_steps"),
        ({"max_steps": 2.0}, "max_steps"),
        ({"motion_a": "fast"}, "motion_a: expected a motion"),
        ({"motion_b": np.eye(3)}, "motion_b"),
        ({"motion_a": Motion(np.stack([np.eye(4)] * 2), None)}, "2 and 3 motions"),
        ({"a": "box"}, "a"),
    ],
)
def test_what_makes_no_sense_is_refused(change, said):
    given = {"a": CUBE, "b": CUBE, "motion_b": Motion(np.stack([np.eye(4)] * 3), None)}
    with pytest.raises(ImpingeError, match=said):
        time_of_impact(**{**given, **change})


def test_screws_and_turned_axes_agree():
    """A turn by an eighth about a far axis, as a screw and as a Motion with that centre."""
    first = pose_of((2.0, 0, 0))
    step = np.eye(4)
    step[:3, :3] = turn((0, 0, 1), 2.0)
    screw = ScrewMotion(first, step @ first)
    about = Motion(first, step @ first, centre=(-2.0, 0.0, 0.0))
    one, two = (time_of_impact(CUBE, CUBE, pose_of((0, 2.0, 0.5)), m) for m in (screw, about))

    assert one.status == two.status == ImpactStatus.HIT
    assert one.time == pytest.approx(two.time, abs=2e-6)


@pytest.mark.parametrize("b", [Sphere(0.5), CUBE, icosphere(0.5, 2)])
@pytest.mark.parametrize("pivot", [0.0, 100.0])
def test_a_half_space_that_spins_about_its_normal_does_not_move(b, pivot):
    """A turntable, as a plane; its axis may be anywhere."""
    normal = np.array([1.0, 2.0, 2.0]) / 3.0
    for spin in (100.0, 1e4):
        table = Motion.from_velocity(
            None, (0, 0, 0), spin * normal, centre=(pivot, 0, -0.5 * pivot)
        )
        rests = time_of_impact(HalfSpace(normal), b, table, pose_of(0.97 * normal))
        assert rests.status == ImpactStatus.FREE
        assert rests.steps < 100
        falls = Motion(pose_of(3.0 * normal), pose_of(-normal))
        found = time_of_impact(HalfSpace(normal), b, table, falls)
        still = time_of_impact(HalfSpace(normal), b, None, falls)
        assert found.status == ImpactStatus.HIT
        assert found.time == pytest.approx(still.time, abs=1e-5)


@pytest.mark.parametrize("b", ["box", "sphere", "mesh", "compound"])
def test_filled_ground_is_entered_from_its_sides(b):
    ground = HeightField(np.zeros((5, 5)), (1.0, 1.0))
    past = Motion(pose_of((-10, 2, -5)), pose_of((10, 2, -5)))
    for shape in (ground, Compound([(ground, None)])):
        found = time_of_impact(shape, ALL[b], None, past, solid=True)
        assert found.status == ImpactStatus.HIT
        before, after = (past.pose(t) for t in (found.time, found.time + 1e-4))
        assert 0.0 <= distance(ground, ALL[b], None, before, solid=True).distance <= 2e-6
        assert overlap(ground, ALL[b], None, after, solid=True)
        assert time_of_impact(shape, ALL[b], None, past).status == ImpactStatus.FREE
        assert not stay_free(shape, ALL[b], None, past, solid=True)


@pytest.mark.parametrize("table", [Box((5, 5, 1)), HalfSpace((0, 0, 1), 0.5)])
@pytest.mark.parametrize(
    "part", [CUBE, Sphere(0.5), box_mesh((1, 1, 1)), Compound([(CUBE, None), (CUBE, None)])]
)
def test_what_spins_on_a_table_does_not_come_nearer(part, table):
    """Ten turns, a hundredth of a millimetre above it; and slightly down, on the way."""
    spins = Motion.from_velocity(pose_of((0.2, 0, 1.00001)), (0.5, 0, 0), (0, 0, 62.8))
    found = time_of_impact(part, table, spins)
    assert found.status == ImpactStatus.FREE
    assert found.steps <= 8
    assert stay_free(part, table, spins)
    sinks = Motion.from_velocity(pose_of((0.2, 0, 1.00001)), (0.5, 0, -2e-5), (0, 0, 62.8))
    found = time_of_impact(part, table, sinks, tolerance=1e-9)
    assert found.status == ImpactStatus.HIT
    assert found.time == pytest.approx(0.5, abs=1e-3)
    check_against_samples(part, table, sinks, Motion(None, None), found, tolerance=1e-9)


@pytest.mark.parametrize("spin", [0.6, 7.0])
def test_filled_ground_that_tilts_reaches_far_below(spin):
    """Its column has no end: what is deep below moves far, and meets a ball beside it."""
    ground = HeightField(np.zeros((5, 5)), (1.0, 1.0))
    tilts = Motion.from_velocity(None, (0, 0, 0), (0, spin, 0))
    ball, beside = Sphere(0.5), pose_of((-9.0, 2.0, -20.0))
    for shape in (ground, Compound([(ground, None)])):
        found = time_of_impact(shape, ball, tilts, beside, solid=True)
        assert found.status == ImpactStatus.HIT
        for t in np.linspace(0.0, found.time, 100, endpoint=False):
            assert not overlap(ground, ball, tilts.pose(t), beside, solid=True)
        assert overlap(ground, ball, tilts.pose(found.time + 1e-4), beside, solid=True)
        assert not stay_free(shape, ball, tilts, beside, solid=True)
