"""``impinge bench convex``: convex pairs timed beside peers; growth with vertices; errors.

Asked are the signed gap with points, the distance and whether two shapes touch. Where a peer
differs, the reference decides who is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.convex_reference import error_share, largest_coordinate, reference_gap
from impinge.bench.convex_sweeps import draw_contact, draw_growth, draw_turn
from impinge.bench.peers import installed
from impinge.bench.queries import Case, agreement_text, all_wrong, query_table, ratio_cell, timed
from impinge.bench.render import Report, Section, Table, table, unfold
from impinge.bench.study import Run, Study, exponents
from impinge.bench.timing import Array, medians_us
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.kernels.pair_row import LOWER
from impinge.scenes import convex_poses, convex_shape
from impinge.scenes.convex_pairs import SOLIDS, Solid, moved_to_gap, round_hull, solid_of_size

KINDS = ("box", "capsule", "hull")
"""Pairs of two of the same, timed."""
QUESTIONS: dict[str, tuple[Callable[..., Any], dict[str, str]]] = {
    "gap with points": (penetration, {"": "gap", " collide": "contact"}),
    "distance": (distance, {"": "distance"}),
    "overlap": (overlap, {"": "first_hit"}),
}
"""What is asked, and by which functions peers answer, named by what stands behind their names."""
PEERS = {"coal": "coal", "fcl": "python-fcl", "mujoco": "mujoco"}
"""Names as imported, and as installed."""
AGREE = 1e-6
"""Gaps that differ by less than this share of the largest coordinate agree: it is the tolerance
that the peers' searches end with."""
EXACT = 1e-13
"""Error of our gaps, as a share of the largest coordinate, above which they are not right."""
CHECKED = 200
"""Differences that are looked into, at most, for each peer: evenly from all there are."""
REST = np.eye(4)
"""The pose of A."""
SHALLOW = (1e-15, 1e-3)
"""Gaps and depths of the poses around contact [m]; shapes are about a metre large."""
QUARTERS = np.array(
    [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
     [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], [[1, 0, 0], [0, 0, -1], [0, 1, 0]]], np.float64
)  # fmt: skip


def measure(run: Run) -> None:
    size = run.size
    run.report |= {"peers": list(run.peers), "kinds": {}}
    for kind in KINDS:
        shape: Any = convex_shape(kind)
        poses = convex_poses(shape, shape, size["poses"])
        peers = {name: make(shape, shape, poses.matrices) for name, make in run.peers.items()}
        case = Case(shape, shape, poses, peers, size["repetitions"], pose_a=REST)
        for title in QUESTIONS:
            run.say(f"{kind}: {title}")
            run.put("kinds", kind, title, asked(case, title))
    run.say("growth with the number of vertices")
    sizes, repetitions = size["sizes"], size["repetitions"]
    run.put("growth", growth(sizes, size["growth_poses"], repetitions, run.peers))
    run.put("accuracy", accuracy(size["samples"], size["accuracy"], run.say))


def signed_gaps(a: Any, b: Any, poses: Array) -> Array:
    """Distance where they are apart, minus depth where they overlap; A is at rest."""
    apart, deep = distance(a, b, REST, poses), penetration(a, b, REST, poses)
    return np.asarray(apart.distance) - np.asarray(deep.depth)


def asked(case: Case, title: str) -> Report:
    """Agreement and times of one question; the distance is asked for where shapes are apart."""
    ours = signed_gaps(case.a, case.b, case.poses.matrices)
    ask, methods = QUESTIONS[title]
    single = [_numbers(ask(case.a, case.b, REST, pose)) for pose in case.poses.matrices]
    batch = _numbers(ask(case.a, case.b, REST, case.poses.matrices)).reshape(len(single), -1)
    # Bit by bit.
    agreement = {"batch": all_wrong((batch != np.reshape(single, batch.shape)).any(axis=1))}
    if title == "overlap":
        agreement["gap"] = all_wrong(batch[:, 0] != (ours <= 0.0))
    theirs = {}
    for name, peer in case.peers.items():
        for more, method in methods.items():
            if hasattr(peer, method):
                theirs[name + more] = getattr(peer, method)
                agreement[name + more] = _agreement(case, ours, theirs[name + more], method)
    rows = np.flatnonzero(ours > (0.0 if title == "distance" else -np.inf))
    return timed(case, ask, theirs, agreement, rows)


def _numbers(found: Any) -> Array:
    """The numbers of a result; what is behind them in a row, the cost of walks, is not written."""
    return found._rows[..., : LOWER + 1] if hasattr(found, "_rows") else np.asarray(found)


def _agreement(case: Case, ours: Array, ask: Callable[[int], Any], method: str) -> Report:
    """Answers that differ, and how many of them the reference does not put down to the peer."""
    theirs = np.array([ask(i) for i in range(len(ours))])
    largest = np.array([largest_coordinate(case.a, case.b, REST, p) for p in case.poses.matrices])
    if theirs.dtype == np.bool_:
        off = np.where(theirs != (ours <= 0.0), np.inf, 0.0)
    else:
        off = np.where((method == "gap") | (ours > 0.0), np.abs(theirs - ours), 0.0)
    # A peer without an answer is no reference.
    off[~np.isfinite(off)] = np.inf
    rows = np.flatnonzero(off > AGREE * largest)
    unexplained = 0
    for i in rows[:: max(1, -(-len(rows) // CHECKED))].tolist():
        true = reference_gap(case.a, case.b, REST, case.poses.matrices[i])
        unexplained += error_share(float(ours[i]), true, largest[i]) > EXACT
    found: Report = {"differs": len(rows), "unexplained": unexplained}
    if theirs.dtype != np.bool_:
        found["largest_difference"] = float((off / largest)[np.isfinite(off)].max(initial=0.0))
    return found


def growth(
    sizes: Sequence[int], counts: tuple[int, int, int], repetitions: int, makers: Mapping[str, Any]
) -> Report:
    """Microseconds a query of hulls with so many vertices, and the powers with which they grow."""
    rows: list[Report] = []
    for count in sizes:
        hull = round_hull(count)
        matrices = convex_poses(hull, hull, counts).matrices
        ours, differs = signed_gaps(hull, hull, matrices), {}
        contenders: dict[str, Any] = {
            name: (lambda _, ask=ask, at=(hull, hull, REST, matrices): ask(*at), 1, len(ours))
            for name, (ask, _) in QUESTIONS.items()
        }
        for name, make in makers.items():
            peer = make(hull, hull, matrices)
            theirs = [peer.gap(i) for i in range(len(ours))]
            differs[name] = float(np.abs(theirs - ours).max())
            contenders[name] = (peer.gap, len(ours))
        vertices, figures = len(hull.vertices), medians_us(contenders, repetitions)
        rows.append({"vertices": vertices, "largest_difference": differs, **figures})
    powers = exponents(rows, "vertices", [*QUESTIONS, *makers])
    return {"rows": rows, "exponents": powers, "poses": sum(counts)}


def accuracy(
    samples: int,
    kinds: Sequence[str] = SOLIDS,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Report]:
    """Worst errors of gaps and of depths by pair of kinds, as ``"box-cone"``, to the reference.

    Shares of the largest coordinate. So many samples of each class of pose (deep, near, separated,
    around contact, aligned) and pair of ``kinds``, each with shapes of its own size.
    """
    found: dict[str, Report] = {}
    for first, second in combinations_with_replacement(kinds, 2):
        if first == second == "half-space":
            continue
        say(f"accuracy: {first}-{second}")
        # A half space comes first.
        a, b = (second, first) if second == "half-space" else (first, second)
        rng, gaps, depths = np.random.default_rng(5), [0.0], [0.0]
        for _ in range(samples):
            for error, inside in _errors(a, b, rng):
                (depths if inside else gaps).append(error)
        counts = {"gaps": len(gaps) - 1, "depths": len(depths) - 1}
        # Not Python's: it passes over NaN.
        worst = {"gap": float(np.max(gaps)), "depth": float(np.max(depths))}
        found[f"{first}-{second}"] = {**worst, **counts}
    return found


def _errors(kind_a: str, kind_b: str, rng: np.random.Generator) -> Iterator[tuple[float, bool]]:
    """The error at one pose of each class, and whether the shapes overlap."""
    a, b = solid_of_size(kind_a, rng), solid_of_size(kind_b, rng)
    poses = _poses(a, b, rng)
    normals = np.asarray(penetration(a, b, REST, poses).direction)
    for pose, gap, normal in zip(poses, signed_gaps(a, b, poses), normals, strict=True):
        true = reference_gap(a, b, REST, pose, normal)
        yield error_share(float(gap), true, largest_coordinate(a, b, REST, pose)), true <= 0


def _poses(a: Solid, b: Solid, rng: np.random.Generator) -> Array:
    random = convex_poses(a, b, (2, 2, 1), seed=int(rng.integers(1 << 31))).matrices
    low, high = np.log10(SHALLOW)
    gap = rng.choice((-1.0, 1.0), 2) * 10.0 ** rng.uniform(low, high, 2)
    around = moved_to_gap(a, b, random[:2], gap)
    aligned = np.tile(np.eye(4), (2, 1, 1))
    aligned[:, :3, :3] = QUARTERS[rng.integers(len(QUARTERS), size=2)]
    aligned[:, :3, 3] = rng.choice((0.0, 0.25, 1.0), (2, 3))
    return np.concatenate([random, around, aligned])


def _tables(report: Report) -> Iterator[Table]:
    for row in unfold(report["kinds"], "kind", "title"):
        yield query_table("{kind}-{kind}: {title} ({poses:,} poses)".format_map(row), row)
    title = "single calls, us, best of each pose; beyond the kernel: less the time in a batch"
    yield _single(report, title)


def _notes(report: Report) -> Iterator[str]:
    for row in unfold(report["kinds"], "kind", "title"):
        said = agreement_text(row, "the reference confirms ours")
        yield f"{row['kind']}-{row['kind']}, {row['title']}: {said}"


def _single(report: Report, title: str = "") -> Table:
    columns = {
        "pair": "{pair}", "question": "{question}", "single call [us]": "{single[call_us]:.2f}",
        "kernel": "{single[kernel_us]:.2f}", "beyond": "{single[beyond_us]:.2f}",
    }  # fmt: skip
    columns |= {p: f"{{single[peers_us][{p}]:.2f}}" for p in PEERS if p in report["peers"]}
    return table(title, unfold(report["kinds"], "pair", "question"), columns, words=2)


def _growth(report: Report) -> Iterator[Table]:
    found = report["growth"]
    names = [name for name in found["rows"][0] if name not in {"vertices", "largest_difference"}]
    columns = {"vertices": "{vertices:,}", **{name: f"{{{name}:.2f}}" for name in names}}
    title = f"growth: two hulls, us ({found['poses']} poses, batches)"
    yield render.with_powers(table(title, found["rows"], columns), "exponent", found["exponents"])


def _accuracy(report: Report) -> Iterator[Table]:
    for what in ("gap", "depth"):
        rows = error_rows(report["accuracy"], what)
        yield Table("", [f"worst error of a {what}", *SOLIDS], rows)


def error_rows(found: Report, what: str) -> list[list[str]]:
    """Kinds by kinds: errors below the diagonal and on it."""

    def error(first: str, second: str) -> str:
        value = found.get(f"{second}-{first}", {}).get(what)
        return "" if value is None else f"{value:.0e}".replace("e-0", "e-") if value else "0"

    return render.triangle(SOLIDS, error)


def _accuracy_head(report: Report) -> str:
    found = report["accuracy"].values()
    gaps, depths = (sum(pair[what] for pair in found) for what in ("gaps", "depths"))
    least = min(pair["gaps"] + pair["depths"] for pair in found)
    said = f"{gaps:,} gaps and {depths:,} depths, at least {least} poses a pair of kinds"
    return f"`{report['command']}`: {said}."


def _page(report: Report) -> Iterator[str | Table]:
    peers = [name for name in PEERS if name in report["peers"]]
    said = render.version_text(report, *(PEERS[name] for name in peers)) or "no peers"
    columns: Any = {
        "pair": "{pair}", "question": "{question}", "poses": "{group} ({poses:,})",
        "impinge batch / single [us]":
            "{times[impinge batch][median_us]:.2f} / {times[impinge][median_us]:.2f}",
        **{name: lambda row, name=name: ratio_cell(row["ratios"], name) for name in peers},
    }  # fmt: skip
    classes = {
        kind: {title: found["classes"] for title, found in of.items()}
        for kind, of in report["kinds"].items()
    }
    where = render.run_text(report, f", one thread, medians; {said}")
    yield where + " Peers: their time / impinge's, batch (single call)."
    yield table("", unfold(classes, "pair", "question", "group"), columns)
    yield "Single calls, best of each pose, less an empty call; beyond: less the time in a batch."
    yield _single(report)
    # Beside the distance functions of peers, their collision functions, which give a contact.
    notes, totals = [], {kind: of["gap with points"]["total"] for kind, of in classes.items()}
    for name in peers:
        if f"{name} collide / impinge" in totals["box"]["ratios"]:
            ratios = {k: ratio_cell(of["ratios"], f"{name} collide") for k, of in totals.items()}
            cells = ", ".join(f"{kind} {cell}" for kind, cell in ratios.items())
            notes.append(f"{name}, `collide` with one contact instead: {cells}.")
    yield render.listed(notes)


bench_convex = Study(
    "convex",
    {"kinds": measure},
    [
        Section("kinds", _tables, _notes, "bench:convex", page=_page,
                plots={"convex_turn.png": draw_turn, "convex_contact.png": draw_contact}),
        Section("growth", _growth, plots={"convex_growth.png": draw_growth}),
        Section("accuracy", _accuracy, block="bench:convex-accuracy", head=_accuracy_head),
    ],
    full={
        "poses": (3_400, 3_300, 3_300), "repetitions": 9, "samples": 25,
        "sizes": (8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
        "growth_poses": (200, 200, 200), "accuracy": SOLIDS,
    },
    small={
        "poses": (12, 12, 12), "repetitions": 2, "samples": 1, "sizes": (8, 16),
        "growth_poses": (5, 5, 5), "accuracy": ("sphere", "box", "cone", "half-space"),
    },
    installed=partial(installed, "mujoco"), peers_hint="coal, python-fcl and MuJoCo", threads=1,
)  # fmt: skip
