"""No contact of moving features is missed, no time is late, and the gap is what was asked for."""

from fractions import Fraction

import numpy as np
import pytest
from every_shape import pose_of
from moving_features import BOTH, MOTIONS, PLACES, contacts, exact_distance_sq

from impinge.bench.ccd_queries import SCENES, ball_queries, funnel_queries, sample_queries
from impinge.continuous import ImpactStatus, impact_edge_edge, impact_vertex_face
from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.motion import Motion

FREE, HIT, STARTED, OUT = ImpactStatus
FEATURES = tuple(BOTH)
FACE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def drawn(n, motion, seed=0):
    rng = np.random.default_rng(seed)
    start = rng.uniform(-1.0, 1.0, (n, 4, 3))
    return start, start + rng.normal(0.0, motion, (n, 4, 3))


def gap_is_at_most(features, start, end, time, most):
    return exact_distance_sq(features, start, end, time) <= Fraction(most) ** 2


@pytest.mark.parametrize("power", [-100, -260, -267, -268, -269, -300, -500])
@pytest.mark.parametrize("ratio", [1.0, 1.2, 1.4])
def test_features_of_next_to_no_size_keep_their_separation(power, ratio):
    # The product of such edges is so short that its square is no normal number.
    long, wide = 2.0**power, ratio * 2.0**power
    start = np.array([[-long, 0, 0.5], [long, 0, 0.5], [0, -wide, 0], [0, wide, 0]])
    end = start - [[0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]]
    found = impact_edge_edge(start, end, min_separation=0.4375)

    assert found.status == HIT
    assert 0.0625 - 1e-6 < found.time <= 0.0625


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("features", FEATURES)
def test_contacts_at_known_times_are_found_in_time(features, place, motion):
    start, end, time = contacts(features, place, motion, 3000)

    found = BOTH[features](start, end)

    assert (found.time <= time).all()
    assert (found.status != OUT).all()
    assert (found.upper >= found.time).all()
    assert found.steps.max() < 300
    for i in range(0, 3000, 300):
        assert gap_is_at_most(features, start[i], end[i], found.time[i], 1.0001e-6)


@pytest.mark.parametrize("features", FEATURES)
def test_contacts_where_the_time_is_the_first_are_found_to_rounding(features):
    """A still feature, and one that does not turn: there is one time of contact only."""
    start, end, time = contacts(features, "inside", "random", 2000)
    moving, ago = (1 if features == "vertex-face" else 2), time[:, None, None]
    at, shift = start + ago * (end - start), (end - start)[:, :1]
    start, end = at.copy(), at.copy()
    start[:, :moving] -= ago * shift
    end[:, :moving] += (1.0 - ago) * shift
    sides = at[:, 1] - at[:, 0], at[:, 3] - at[:, 2]
    if features == "vertex-face":
        sides = at[:, 2] - at[:, 1], at[:, 3] - at[:, 1]
    across = np.abs(np.linalg.det(np.stack([*sides, shift[:, 0]], axis=1))) > 1e-2

    found = BOTH[features](start, end)

    assert across.sum() > 500
    assert (found.time <= time).all()
    assert np.abs(found.time - time)[across].max() < 1e-10


@pytest.mark.parametrize("separation", [0.0, 0.05])
@pytest.mark.parametrize("features", FEATURES)
def test_times_before_are_free_and_the_gap_is_as_asked_in_exact_arithmetic(features, separation):
    made = contacts(features, "inside", "random", 20)[:2]
    start, end = (np.concatenate(both) for both in zip(drawn(20, 1.0), made, strict=True))
    found = BOTH[features](start, end, min_separation=separation)

    assert 15 < (found.status == HIT).sum() < 30
    for i in range(40):
        last = min(found.time[i], 1.0)
        for k in range(12):
            time = Fraction(last) * k / 12
            if found.status[i] != STARTED:
                gap_sq = exact_distance_sq(features, start[i], end[i], time)
                assert gap_sq > Fraction(separation) ** 2
        if found.status[i] == HIT:
            assert gap_is_at_most(features, start[i], end[i], last, separation + 1.0001e-6)
            gap_sq = float(exact_distance_sq(features, start[i], end[i], last))
            assert found.gap[i] == pytest.approx(gap_sq**0.5, abs=1e-14)


@pytest.mark.parametrize("features", FEATURES)
def test_bisection_on_exact_distances_finds_the_same_time(features):
    """Sampled finely, the first time within the separation is between lower and upper."""
    start, end = drawn(40, 0.7, seed=5)
    found = BOTH[features](start, end, min_separation=0.1)
    seen = 0
    for i in np.flatnonzero(found.status == HIT)[:12]:
        limit = Fraction(0.1) ** 2
        low, high = Fraction(0), None
        for k in range(1, 65):
            if exact_distance_sq(features, start[i], end[i], Fraction(k, 64)) <= limit:
                low, high = Fraction(k - 1, 64), Fraction(k, 64)
                break
        if high is None:
            continue
        for _ in range(30):
            middle = (low + high) / 2
            near = exact_distance_sq(features, start[i], end[i], middle) <= limit
            low, high = (low, middle) if near else (middle, high)
        seen += 1
        assert found.time[i] <= high
        assert float(high) - found.time[i] < 1e-4
        assert found.time[i] <= found.upper[i]
    assert seen > 3


def test_falls_beside_a_border_by_a_rounding_are_told_apart_as_far_as_can_be():
    """A vertex falls straight down: it hits just if its place is in the face, which is exact."""
    rng = np.random.default_rng(8)
    n = 1500
    start = np.zeros((n, 4, 3))
    start[:, 1:, :2] = rng.uniform(-1.0, 1.0, (n, 3, 2))
    share = rng.uniform(0.0, 1.0, (n, 1))
    place = share * start[:, 1, :2] + (1.0 - share) * start[:, 2, :2]
    start[:, 0, :2] = place + 10.0 ** rng.uniform(-17, -9, (n, 1)) * rng.normal(size=(n, 2))
    end = start.copy()
    start[:, 0, 2], end[:, 0, 2] = 0.5, -rng.uniform(0.1, 1.0, n)
    found = impact_vertex_face(start, end)
    hits = 0
    for i in range(n):
        p, *corners = [[Fraction(x) for x in point[:2]] for point in start[i].tolist()]
        turns = [
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        touches = min(turns) >= 0 or max(turns) <= 0
        hits += touches
        assert not touches or found.status[i] == HIT
        assert touches or np.isinf(found.upper[i])
    assert 500 < hits < 1000
    proved = np.isfinite(found.upper)
    assert 10 < proved.sum() < hits
    # All but those nearer than rounding are free.
    assert (found.status == HIT).sum() < hits + 500


@pytest.mark.parametrize("features", FEATURES)
def test_a_grazing_contact_is_found(features):
    """Something that only just touches, at one moment, and leaves again on the same side."""
    if features == "vertex-face":
        start = np.array([[0.25, 0.25, 0.0], [0, 0, -1.0], [1, 0, 1.0], [0, 1, 1.0]])
        end = np.array([[0.25, 0.25, 0.0], [0, 0, 1.0], [1, 0, -1.0], [0, 1, -1.0]])
    else:
        # One end comes down to the middle of the other edge as the edge turns upright.
        start = np.array([[-1.0, 0, 0.5], [0, 0, 0.5], [0, -1, 0], [0, 1, 0]])
        end = np.array([[1.0, 0, 0.5], [0, 0, -0.5], [0, -1, 0], [0, 1, 0]])

    assert BOTH[features](start, end).time <= 0.5


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("scene", SCENES)
def test_exact_sets_have_no_miss(features, scene, real_data):
    queries = sample_queries(scene, features)
    found = BOTH[features](queries.points_t0, queries.points_t1)

    assert not (queries.touches & (found.status == FREE)).any()
    assert not (~queries.touches & np.isfinite(found.upper)).any()
    assert (found.status != OUT).all()


def test_false_contacts_of_the_exact_sets_are_few(real_data):
    """Tight-Inclusion has 471 at the same tolerance; those left are nearer than 1e-13."""
    false = 0
    for scene in SCENES:
        for features in FEATURES:
            queries = sample_queries(scene, features)
            found = BOTH[features](queries.points_t0, queries.points_t1)
            wrong = ~queries.touches & (found.status != FREE)
            false += wrong.sum()
            assert (found.gap[wrong] < 1e-12).all()
    assert false <= 250


@pytest.mark.parametrize("features", FEATURES)
def test_exact_times_of_a_cloth(features, real_data):
    queries = funnel_queries(features)
    found = BOTH[features](queries.points_t0, queries.points_t1)
    known = np.isfinite(queries.times)

    assert not (queries.touches & (found.status == FREE)).any()
    # The times are printed with 30 digits, and read to one unit in the last place.
    assert (found.time[known] <= queries.times[known] * (1.0 + 1e-15)).all()
    assert (found.upper[known] >= queries.times[known] * (1.0 - 1e-15)).all()
    assert np.median(queries.times[known] - found.time[known]) < 1e-9


@pytest.mark.parametrize("features", FEATURES)
def test_candidates_of_a_large_cloth(features, real_data):
    queries = ball_queries(features).some(5000)
    found = BOTH[features](queries.points_t0, queries.points_t1)

    assert ((found.status != FREE) == queries.touches).all()


@pytest.mark.parametrize("features", FEATURES)
def test_the_order_of_corners_and_edges_does_not_matter(features):
    start, end = drawn(2000, 1.0)
    orders = [[0, 2, 3, 1], [0, 1, 3, 2], [0, 3, 2, 1]]
    if features == "edge-edge":
        orders = [[2, 3, 0, 1], [1, 0, 2, 3], [3, 2, 1, 0]]
    found = BOTH[features](start, end)
    for order in orders:
        other = BOTH[features](start[:, order], end[:, order])

        assert (other.status == found.status).all()
        hit = found.status == HIT
        assert hit.sum() > 50
        assert np.abs(other.time[hit] - found.time[hit]).max() < 1e-4
        sign = -1.0 if features == "edge-edge" and order[0] > 1 else 1.0
        assert np.abs(other.normal - sign * found.normal)[hit].max() < 1e-3


@pytest.mark.parametrize("features", FEATURES)
def test_reversed_in_time_the_free_stay_free(features):
    start, end = drawn(2000, 1.0)
    there, back = BOTH[features](start, end), BOTH[features](end, start)

    assert ((there.status == FREE) == (back.status == FREE)).all()
    hit = there.status == HIT
    assert (there.time[hit] <= 1.0 - back.time[hit] + 1e-9).all()


@pytest.mark.parametrize("power", [-300, -40, 40, 300])
@pytest.mark.parametrize("features", FEATURES)
def test_scaling_by_a_power_of_two_changes_nothing(features, power):
    start, end = drawn(500, 0.8)
    found = BOTH[features](start, end, min_separation=0.01)
    by = 2.0**power
    scaled = BOTH[features](by * start, by * end, min_separation=0.01 * by, tolerance=1e-6 * by)

    for name in ("time", "upper", "status", "parameters", "normal", "steps"):
        assert (getattr(scaled, name) == getattr(found, name)).all(), name
    assert (scaled.gap == by * found.gap).all()


@pytest.mark.parametrize("features", FEATURES)
def test_far_away_contacts_at_known_times_are_found(features):
    """Moved by a whole number of steps of the floats: differences stay as they are."""
    start, end, time = contacts(features, "inside", "random", 2000)
    here, there = BOTH[features](start, end), BOTH[features](start + 2.0**20, end + 2.0**20)

    assert (there.time <= time).all()
    assert (there._rows == here._rows).all()


@pytest.mark.parametrize("features", FEATURES)
def test_threads_do_not_change_a_bit(features):
    start, end = drawn(20_000, 0.5)
    rows = []
    for threads in (1, 2, 5):
        with use_threads(threads):
            rows.append(BOTH[features](start, end)._rows)

    assert (rows[0] == rows[1]).all()
    assert (rows[0] == rows[2]).all()


@pytest.mark.parametrize("features", FEATURES)
def test_single_and_batch_agree(features):
    start, end = drawn(50, 0.8)
    found = BOTH[features](start, end)
    for i in range(50):
        one = BOTH[features](start[i], end[i])
        assert (one._rows == found._rows[i]).all()
        assert (BOTH[features](start[i].tolist(), end[i].tolist())._rows == one._rows).all()
        turned = np.asfortranarray(start[i])
        assert (BOTH[features](turned, end[i])._rows == one._rows).all()


def test_one_row_goes_with_all_and_other_lengths_do_not():
    start, end = drawn(4, 0.5)
    found = impact_vertex_face(start[0], end)

    assert len(found) == 4
    assert (found._rows[2] == impact_vertex_face(start[0], end[2])._rows).all()
    assert len(impact_vertex_face(start, end[0])) == 4
    assert len(impact_vertex_face([], [])) == 0
    with pytest.raises(ImpingeError, match="points_t0 and points_t1: 4 and 3 rows"):
        impact_vertex_face(start, end[:3])


DEGENERATE = {
    "all in one place": ([[0, 0, 0]] * 4, [[1, 2, 3]] * 4),
    "still": (np.eye(4)[:, :3], np.eye(4)[:, :3]),
    "still and flat": ([[0, 0, 1], [0, 0, 0], [1, 0, 0], [2, 0, 0]],) * 2,
    "sliding in a plane": (
        [[3, 0.2, 0], *FACE],
        [[-3, 0.3, 0], *FACE],
    ),
    "parallel": (
        [[0, 0, 1], [1, 0, 1], [0, 0, 0], [1, 0, 0]],
        [[0, 0, -1], [1, 0, -1], [0, 0, 0], [1, 0, 0]],
    ),
    "along one line": (
        [[5, 0, 0], [6, 0, 0], [0, 0, 0], [1, 0, 0]],
        [[-5, 0, 0], [-4, 0, 0], [0, 0, 0], [1, 0, 0]],
    ),
    "no length": (
        [[0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]],
        [[0, 0, -1], [0, 0, -1], [0, 0, 0], [0, 0, 0]],
    ),
    "turned inside out": (
        [[0.2, 0.2, 0.5], *FACE],
        [[0.2, 0.2, 0.5], [0, 0, 1], [-1, 0, 1], [0, -1, 1]],
    ),
    "moving away from a touch": (
        [[0.2, 0.2, 0], *FACE],
        [[0.2, 0.2, 1], *FACE],
    ),
    "tiny beside the motion": (
        [[1, 1, 1], [0, 0, 0], [1e-12, 0, 0], [0, 1e-12, 0]],
        [[-1, -1, -1], [0, 0, 0], [1e-12, 0, 0], [0, 1e-12, 0]],
    ),
}


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate_input_ends_soon(name, features):
    start, end = (np.array(points, float) for points in DEGENERATE[name])
    found = BOTH[features](start, end)

    assert found.status != OUT
    assert found.steps < 100
    assert np.linalg.norm(found.normal) == pytest.approx(0.0 if found.status == FREE else 1.0)
    for k in range(65):
        if k / 64 < found.time:
            assert exact_distance_sq(features, start, end, Fraction(k, 64)) > 0


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("rigid", [False, True])
def test_what_is_free_has_no_place_of_contact(features, rigid):
    start = np.array([[0.2, 0.2, 3.0], [1, 0.2, 3.0], [0, 0, 0], [1, 1, 0]])
    away = Motion(None, pose_of((0, 0, 1)))
    for points in (start, start[None]):
        ends = {"motion_a": away} if rigid else {"points_t1": points}
        found = BOTH[features](points, **ends)
        assert np.all(found.status == FREE)
        for endless in (found.time, found.upper, found.gap, found.parameters):
            assert np.all(np.asarray(endless) == np.inf)
        assert not found.normal.any()


def test_a_touch_at_the_start_says_so():
    start = np.array([[0.2, 0.2, 0.05], *FACE])
    away = start.copy()
    away[0, 2] = 1.0
    found = impact_vertex_face(start, away, min_separation=0.1)

    assert (found.time, found.status, found.upper) == (0.0, STARTED, 0.0)
    assert found.gap == pytest.approx(0.05)
    assert impact_vertex_face(start, away, min_separation=0.04).status == FREE


@pytest.mark.parametrize("gap", [1e-7, 1e-9, 1e-12])
def test_what_starts_apart_does_not_hit_at_the_start(gap):
    start = np.array([[0.2, 0.2, gap], *FACE])
    down, up = start.copy(), start.copy()
    down[0, 2], up[0, 2] = -1.0, 1.0

    assert impact_vertex_face(start, up).status == FREE
    found = impact_vertex_face(start, down)
    assert found.status == HIT
    assert 0.0 < found.time <= gap / (1.0 + gap) * (1.0 + 1e-15)


@pytest.mark.parametrize("features", FEATURES)
def test_features_that_turn_together_stay_free(features):
    angle = 1.2
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    )
    start = np.array([[0.2, 1e-4, 0.3], [0, 0, 0], [1, 0, 0], [0, 0, 1.0]])
    if features == "edge-edge":
        start = np.array([[-1, 1e-4, 0], [1, 1e-4, 0], [0, 0, -1], [0, 0, 1.0]])
    found = BOTH[features](start, start @ turn.T)

    assert found.status == FREE
    assert found.steps < 500


@pytest.mark.parametrize("features", FEATURES)
def test_a_small_budget_is_admitted_and_stays_free_before(features):
    start, end, time = contacts(features, "inside", "random", 500)
    whole = BOTH[features](start, end)
    seen = 0
    for budget in (1, 2, 4, 8):
        found = BOTH[features](start, end, max_iterations=budget)
        out = found.status == OUT
        seen += out.sum()
        assert (found.time <= time).all()
        assert (found.steps <= budget + 1).all()
        assert np.isinf(found.upper[out]).all()
        assert (found.time[out] <= whole.time[out] + 1e-9).all()
    assert seen > 200


def test_the_end_of_the_time_looked_at():
    start, end = np.array([[0.2, 0.2, 1.0], *FACE]), np.array([[0.2, 0.2, -1.0], *FACE])

    assert impact_vertex_face(start, end, max_time=0.499).status == FREE
    assert impact_vertex_face(start, end, max_time=0.5).status == HIT
    assert impact_vertex_face(start, end, max_time=0.0).status == FREE
    with pytest.raises(ImpingeError, match="max_time: 2 is beyond the end of the step"):
        impact_vertex_face(start, end, max_time=2)


def test_a_smaller_tolerance_is_never_earlier_by_more():
    start, end = drawn(500, 1.0)
    for tolerance in (1e-1, 1e-3, 1e-9, 0.0):
        found = impact_edge_edge(start, end, tolerance=tolerance)
        hit = found.status == HIT
        assert (found.gap[hit] <= tolerance + 1e-12).all()


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize(
    ("points", "options", "message"),
    [
        (np.full((4, 3), np.nan), {}, "points_t0: row 0 is not finite"),
        (np.full((2, 4, 3), np.inf), {}, "points_t0: row 0 is not finite"),
        (np.full((4, 3), 1e200), {}, "points_t0: row 0 holds 1e\\+200"),
        (np.zeros((3, 3)), {}, "points_t0: expected shape"),
        (np.zeros((2, 4, 2)), {}, "points_t0: expected shape"),
        (np.zeros((4, 3)), {"min_separation": -1}, "min_separation: -1 is less than 0"),
        (np.zeros((4, 3)), {"tolerance": float("nan")}, "tolerance: nan is not finite"),
        (np.zeros((4, 3)), {"max_iterations": 0}, "max_iterations: expected a whole number"),
        (np.zeros((4, 3)), {"max_iterations": 2.5}, "max_iterations: expected a whole number"),
        (np.zeros((4, 3)), {"max_time": "soon"}, "max_time: expected a number"),
    ],
)
def test_bad_input_is_named(features, points, options, message):
    with pytest.raises(ImpingeError, match=message):
        BOTH[features](points, np.zeros_like(points), **options)


def test_the_later_points_are_looked_at_too():
    with pytest.raises(ImpingeError, match="points_t1: row 0 is not finite"):
        impact_vertex_face(np.zeros((4, 3)), np.full((4, 3), np.nan))


def test_numbers_of_other_kinds():
    start, end = drawn(3, 0.5)
    whole = (10 * start).astype(int)
    half = start.astype(np.float32)

    assert len(impact_vertex_face(whole, end)) == 3
    assert (impact_edge_edge(half[0], end[0])._rows == impact_edge_edge(half, end)._rows[0]).all()
    many = impact_edge_edge(start, end, max_iterations=10**30)
    assert (many._rows == impact_edge_edge(start, end)._rows).all()


def test_each_pair_is_one_primitive_test():
    start, end = drawn(7, 0.5)
    with count() as cost:
        impact_vertex_face(start, end)
        impact_edge_edge(start[0], end[0])
    assert cost.primitive_tests == 8
