"""Answers are right; wrong ones are seen: each fault is planted once; a slice of the million."""

import json

import numpy as np
import pytest
from rich.console import Console

from impinge.bench import convex_adversarial
from impinge.bench.convex_adversarial import (
    Tally,
    ask,
    bench_adversarial,
    check_pairs,
    moved,
    swapped,
    taken,
)
from impinge.bench.render import blocks, shown
from impinge.core.errors import ImpingeError
from impinge.scenes.convex_adversarial import FAMILIES, adversarial_pairs

COUNT = 2_500
PAIRS = 4_000


@pytest.fixture(scope="module")
def pairs():
    # Of ordinary size, and not around contact: a fault that is planted is beyond the tolerance.
    found = adversarial_pairs(COUNT, seed=3)
    rows = np.flatnonzero(found.family == list(FAMILIES).index("random"))
    polytopes = [i for i in rows.tolist() if "Box" in repr(found.a[i]) + repr(found.b[i])]
    return taken(found, polytopes)


def spoiled(monkeypatch, spoil):
    """Let every answer go through a function first."""
    monkeypatch.setattr(convex_adversarial, "ask", lambda pairs: spoil(pairs, ask(pairs)))


def faults(pairs):
    tally = Tally()
    check_pairs(pairs, tally, seed=1)
    assert tally.rows == len(pairs)
    return tally.faults


def test_right_answers_pass(pairs):
    tally = Tally()
    check_pairs(pairs, tally, seed=1, sampled=3)

    assert sum(tally.faults.values()) == 0, tally.shown
    assert sum(tally.proofs.values()) == len(pairs)
    assert tally.proofs["two proofs"] > 0
    assert 0 < tally.touching < len(pairs)
    assert sum(tally.families.values()) == len(pairs)


def test_a_wrong_gap_is_seen(pairs, monkeypatch):
    spoiled(monkeypatch, lambda _, found: found._replace(gap=found.gap * (1.0 + 1e-9)))

    seen = faults(pairs)
    assert seen["gap"] >= 0.9 * len(pairs)
    assert seen["overlap"] == seen["swapped"] == 0


def test_a_depth_that_is_too_large_is_seen_by_other_directions(pairs, monkeypatch):
    """Consistent in itself: normal, planes and points of a way out that is not the shortest."""

    def spoil(asked, found):
        deep = found.gap < -1e-3
        normal = np.where(deep[:, None], found.normal[:, [1, 2, 0]], found.normal)
        forms = convex_adversarial.PairForms(asked.a, asked.b, asked.pose_a, asked.pose_b)
        way = np.where(forms.swapped, -1.0, 1.0)[:, None] * normal
        gap = np.where(deep, forms.separation(way) - forms.ball, found.gap)
        fine = deep & ~forms.plane & (gap < found.gap - 1e-6 * forms.largest)
        planted.append(int(fine.sum()))
        return found._replace(
            normal=np.where(fine[:, None], normal, found.normal),
            gap=np.where(fine, gap, found.gap),
        )

    planted = []
    spoiled(monkeypatch, spoil)
    seen = faults(pairs)
    assert seen["gap"] == planted[0] > 3


def test_a_wrong_overlap_is_seen(pairs, monkeypatch):
    spoiled(
        monkeypatch,
        lambda _, found: found._replace(gap=-found.gap, touching=~found.touching),
    )

    assert faults(pairs)["overlap"] >= 0.9 * len(pairs)


def test_what_is_not_finite_is_seen(pairs, monkeypatch):
    def spoil(_, found):
        finite = found.finite.copy()
        finite[2] = False
        return found._replace(finite=finite)

    spoiled(monkeypatch, spoil)
    assert faults(pairs)["not finite"] == 1


def test_contradictions_are_seen(pairs, monkeypatch):
    def lying(*arguments):
        return ~np.asarray(original(*arguments))

    original = convex_adversarial.overlap
    monkeypatch.setattr(convex_adversarial, "overlap", lying)
    assert not ask(pairs).consistent.any()
    monkeypatch.setattr(convex_adversarial, "overlap", original)
    assert ask(pairs).consistent.all()


def test_answers_that_depend_on_order_or_place_are_seen(pairs, monkeypatch):
    def spoil(asked, found):
        first = asked.a[0] is pairs.a[0] and np.array_equal(asked.pose_a, pairs.pose_a)
        return found if first else found._replace(gap=found.gap + 1e-3)

    spoiled(monkeypatch, spoil)
    seen = faults(pairs)
    assert seen["swapped"] > 0.4 * len(pairs)
    assert seen["moved"] > 0.4 * len(pairs)


def test_errors_are_counted_row_by_row(pairs, monkeypatch):
    def failing(asked):
        if any(shape is pairs.a[0] for shape in asked.a):
            raise ImpingeError("a: no")
        return ask(asked)

    monkeypatch.setattr(convex_adversarial, "ask", failing)
    tally = Tally()
    check_pairs(taken(pairs, [0]), tally, seed=1)
    assert tally.faults["exception"] == 1
    assert tally.shown[0]["fault"] == "exception"
    some = [0] + [i for i in range(len(pairs)) if pairs.a[i] is not pairs.a[0]
                  and pairs.b[i] is not pairs.a[0]]  # fmt: skip
    check_pairs(taken(pairs, some), tally, seed=1)
    assert tally.faults["exception"] == 2


def test_only_the_first_faults_are_kept(pairs):
    tally = Tally()
    for _ in range(3):
        tally.add("gap", np.arange(15), pairs, 7, gap=np.zeros(len(pairs)))
    assert tally.faults["gap"] == 45
    assert len(pairs) > 30
    assert len(tally.shown) == convex_adversarial.SHOWN
    assert tally.shown[0]["seed"] == 7


def test_swapped_and_moved_pairs_are_the_same_pairs(pairs):
    rng = np.random.default_rng(1)
    there = moved(pairs, rng)
    relative = np.linalg.inv(pairs.pose_a) @ pairs.pose_b
    scale = np.abs(pairs.pose_b[:, :3, 3]).max(axis=1)[:, None, None] + 1.0
    off = np.linalg.inv(there.pose_a) @ there.pose_b - relative
    assert (np.abs(off) <= 1e-14 * scale).all()
    assert swapped(swapped(pairs)).a is pairs.a


def surface_points(shape, pose, rng):
    """Points of a shape in all directions: their hull is inside of it."""
    n = rng.normal(size=(200, 3))
    return shape.support(n) @ pose[:3, :3].T + pose[:3, 3]


def hulls_meet(p, q):
    """Whether the hulls of two sets of points have a point in common, by linear programming."""
    from scipy.optimize import linprog

    equal = np.vstack(
        [
            np.hstack([p.T, -q.T]),
            np.repeat(np.eye(2), [len(p), len(q)], axis=1),
        ]
    )
    found = linprog(np.zeros(len(p) + len(q)), A_eq=equal, b_eq=[0, 0, 0, 1, 1], method="highs")
    return found.status == 0


def test_sampled_hulls_meet_where_shapes_do():
    rng = np.random.default_rng(5)
    found = adversarial_pairs(1500, seed=6)
    ordinary = np.flatnonzero(found.family == list(FAMILIES).index("random")).tolist()
    convex = [i for i in ordinary if "HalfSpace" not in repr(found.a[i]) + repr(found.b[i])]
    some = taken(found, convex)
    gap = ask(some).gap
    # Deeper than the hulls of samples fall short of the shapes; or apart.
    clear = np.flatnonzero((gap < -0.1) | (gap > 0.0))
    met = [
        hulls_meet(
            surface_points(some.a[i], some.pose_a[i], rng),
            surface_points(some.b[i], some.pose_b[i], rng),
        )
        for i in clear
    ]
    assert 20 < sum(met) < len(met) - 20
    np.testing.assert_array_equal(met, gap[clear] < 0.0)


# A slice of the million.


@pytest.fixture(scope="module")
def report():
    kept = []
    found = bench_adversarial(PAIRS, seed=1, keep=lambda so_far: kept.append(so_far["pairs"]))
    assert kept[-1] == PAIRS
    return found


def test_nothing_is_wrong(report):
    assert report["faults"] == dict.fromkeys(report["faults"], 0), report["shown"]


def test_a_random_test_states_its_own_hit_rate(report):
    assert 0.3 * PAIRS < report["touching"] < 0.7 * PAIRS
    assert list(report["families"]) == list(FAMILIES)
    # Sets of pairs need not be a multiple of the families.
    assert min(report["families"].values()) > 0.99 * PAIRS / len(FAMILIES)


def test_every_answer_was_found_right_by_something(report):
    assert sum(report["proofs"].values()) == PAIRS
    assert all(report["proofs"].values())


def test_it_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_tables_and_text(report, tmp_path):
    wrong = {**report, "faults": {**report["faults"], "gap": 3}, "command": "impinge bench"}
    row = {"fault": "gap", "seed": 5, "row": 6, "family": "far", "a": "Sphere", "b": "Box"}
    wrong["shown"] = [{**row, "gap": 1.0, "true": 2.0, "error": 0.5}]
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=200, record=True, file=file)
        for table in shown(bench_adversarial, wrong):
            console.print(table)
        printed = console.export_text()
    assert "4,000 pairs" in printed
    assert "seed 5, row 6, far: Sphere and Box; gap 1, true 2, error 0.5" in printed
    text = blocks(bench_adversarial, wrong)["bench:adversarial"]
    assert "| distance or depth is wrong | 3 |" in text
    assert f"| needles | {report['families']['needles']} |" in text


def test_none_is_too_few():
    with pytest.raises(ImpingeError, match="pairs: 0"):
        bench_adversarial(0)
