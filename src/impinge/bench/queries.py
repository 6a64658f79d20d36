"""Queries about two shapes in many poses: compared with peers, then timed with them, by class.

``first_hit``, ``all_pairs`` and ``distances`` are those of meshes; what is timed and shown of a
query is the same for convex shapes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench import render
from impinge.bench.reference import ExactPose, cgal_pairs, explained
from impinge.bench.render import Report, Table
from impinge.bench.study import ratio_text
from impinge.bench.timing import Array, Ids, Times, in_turns, ratio
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import Poses
from impinge.scenes.poses import CLASSES

Asked = Callable[[int], Any]

OURS = ("impinge batch", "impinge")
"""All poses in one call, and one call a pose."""
AGREE = 1e-9
"""Two distances agree if they differ by less than this share of the largest coordinate.

Peers are that far off themselves; a wrong pair of triangles is further off by orders of magnitude.
"""
FACES_CHECKED = 1_500
"""Faces of A, of one pose, whose pairs are compared with exact arithmetic, each with all of B."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Two shapes, the poses of B, and who answers. A is at ``pose_a``."""

    a: Any
    b: Any
    poses: Poses
    peers: Mapping[str, Any] = field(default_factory=dict)
    repetitions: int = 1
    samples: int = 0
    """Poses that are compared with exact arithmetic."""
    pose_a: Array | None = None


def timed(
    case: Case, ask: Callable[..., Any], theirs: Mapping[str, Asked], agreement: Report, rows: Ids
) -> Report:
    """Times and ratios by class of pose, over some of the poses; and what single calls cost.

    ``theirs`` are asked by the numbers of poses. No ratio with whoever's answers are not accounted
    for. A single call is the best of each pose, less an empty call; ``beyond`` is what it takes on
    top of its share of a batch.
    """
    a, b, at, matrices = case.a, case.b, case.pose_a, case.poses.matrices
    kinds, numbers = case.poses.kinds[rows], rows.tolist()
    groups = {name: np.flatnonzero(kinds == k) for k, name in enumerate(CLASSES)}
    groups = {name: some for name, some in groups.items() if len(some)}
    groups["total"] = np.arange(len(rows))
    blocks = [np.ascontiguousarray(matrices[rows[some]]) for some in groups.values()]
    singles = [np.ascontiguousarray(matrices[i]) for i in rows]
    contenders: dict[str, Any] = {
        "impinge batch": (lambda k: ask(a, b, at, blocks[k]), len(blocks)),
        "impinge": (lambda i: ask(a, b, at, singles[i]), len(rows)),
        "nothing": (lambda i: singles[i], len(rows)),
    }
    for name, peer in theirs.items():
        contenders[name] = (lambda i, ask=peer: ask(numbers[i]), len(rows))
    times = in_turns(contenders, case.repetitions)
    nothing = times.pop("nothing").undisturbed()
    batch, *others = times
    kernel = Times(times[batch].seconds[:, [-1]], max(1, len(rows))).undisturbed()
    call = times["impinge"].undisturbed() - nothing
    peers = {name: 1e6 * (times[name].undisturbed() - nothing) for name in theirs}
    single: Report = {"call_us": 1e6 * call, "kernel_us": 1e6 * kernel}
    single |= {"beyond_us": 1e6 * (call - kernel), "peers_us": peers}
    classes = {}
    for k, (group, some) in enumerate(groups.items()):
        seen = {batch: Times(times[batch].seconds[:, [k]], len(some))}
        seen |= {name: times[name].rows(some) for name in others}
        ratios = {
            f"{name} / {ours}": None if found["unexplained"] else ratio(seen[name], seen[ours])
            for name, found in agreement.items()
            if name in seen
            for ours in OURS
        }
        spent = {name: found.to_dict() for name, found in seen.items()}
        classes[group] = {"poses": len(some), "times": spent, "ratios": ratios}
    return {"poses": len(rows), "agreement": agreement, "single": single, "classes": classes}


def query_table(title: str, found: Report) -> Table:
    """Times and ratios of one query, by class of poses."""
    rows = [
        {"poses": f"{group} ({row['poses']:,})", "name": name, **times, "ratios": row["ratios"]}
        for group, row in found["classes"].items()
        for name, times in row["times"].items()
    ]

    def ratio_to(ours: str, row: Report) -> str:
        key, known = f"{row['name']} / {ours}", row["ratios"]
        return ratio_text(known[key], "{median:.2f} ({minimum:.2f})") if key in known else ""

    columns: dict[str, render.Cell] = {
        "poses": "{poses}", "contender": "{name}", "median us": "{median_us:,.2f}",
        "minimum us": "{minimum_us:,.2f}", "x batch": partial(ratio_to, OURS[0]),
        "x single": partial(ratio_to, OURS[1]),
    }  # fmt: skip
    return render.table(title, rows, columns, words=2, groups=1)


def ratio_cell(ratios: Report, peer: str, ours: tuple[str, ...] = OURS, absent: str = "") -> str:
    """Medians of a peer's time over ours: batch (single call)."""
    keys = [f"{peer} / {name}" for name in ours]
    if any(key not in ratios for key in keys):
        return absent
    shown = [ratio_text(ratios[key], "{median:.1f}x") for key in keys]
    return shown[0] + "".join(f" ({text})" for text in shown[1:])


def agreement_text(found: Report, confirmed: str) -> str:
    """What the comparison of answers has shown; ``confirmed`` if all that differs is explained."""
    words = [
        f"{seen['differs']:,} answers differ from {name}: "
        + (f"[red]{seen['unexplained']} not explained[/red]" if seen["unexplained"] else confirmed)
        for name, seen in found["agreement"].items()
        if seen["differs"]
    ]
    return "; ".join(words) or "all answers agree"


def all_wrong(rows: NDArray[np.bool_]) -> Report:
    """Of answers that differ: nothing explains them."""
    return {"differs": int(rows.sum()), "unexplained": int(rows.sum())}


def first_hit(case: Case) -> Report:
    """Do they touch? One by one and as a batch, against every peer."""
    a, b, poses = case.a, case.b, case.poses.matrices
    ours = np.asarray(overlap(a, b, pose_b=poses))
    single = np.array([overlap(a, b, pose_b=pose) for pose in poses])
    agreement = {"batch": all_wrong(ours != single)}
    for name, peer in case.peers.items():
        theirs = np.array([peer.first_hit(i) for i in range(len(poses))])
        rows = np.flatnonzero(theirs != ours).tolist()
        wrong = sum(not explained(a, b, poses[i], bool(theirs[i])) for i in rows)
        agreement[name] = {"differs": len(rows), "unexplained": wrong}
    asked = {name: peer.first_hit for name, peer in case.peers.items()}
    found = timed(case, overlap, asked, agreement, np.arange(len(poses)))
    return {"touching": int(ours.sum()), **found}


def distances(case: Case) -> Report:
    """How far apart, with witness points, where the surfaces are apart."""
    a, b = case.a, case.b
    apart = ~np.asarray(overlap(a, b, pose_b=case.poses.matrices))
    rows = np.flatnonzero(apart & (case.poses.kinds > 0))
    poses = np.ascontiguousarray(case.poses.matrices[rows])
    ours = np.asarray(distance(a, b, pose_b=poses).distance)
    largest = float(max(np.abs(a.bounds).max(), np.abs(poses[:, :3, 3]).max()))
    agreement: Report = {}
    for name, peer in case.peers.items():
        theirs = np.array([peer.distance(i) for i in rows.tolist()])
        differs = np.abs(theirs - ours) > AGREE * largest
        # A longer distance than one that exists is a miss of the peer's; a shorter one is ours.
        shorter = differs & (theirs < ours)
        agreement[name] = {
            "differs": int(differs.sum()),
            "unexplained": int(shorter.sum()),
            "largest_difference": float(np.abs(theirs - ours).max(initial=0.0) / largest),
        }
    picked = np.linspace(0, len(rows) - 1, min(case.samples, len(rows))).astype(int)
    errors = [
        ExactPose(a, b, poses[i]).distance_error(distance(a, b, pose_b=poses[i])) for i in picked
    ]
    asked = {name: peer.distance for name, peer in case.peers.items()}
    return {
        **timed(case, distance, asked, agreement, rows),
        "error_of_largest_coordinate": max(errors, default=0.0),
        "error_poses": len(picked),
        "error_reference": "exact fractions on the winning triangles and their neighbours",
    }


def all_pairs(case: Case) -> Report:
    """Every pair of triangles that meets, in deep poses."""
    a, b, rows = case.a, case.b, case.poses.of("deep")
    poses = np.ascontiguousarray(case.poses.matrices[rows])
    ours = [intersecting_pairs(a, b, pose_b=pose).pairs for pose in poses]
    agreement: Report = {}
    for name, peer in case.peers.items():
        counts: Counter[str] = Counter(differs=0, extra=0, missing=0, unexplained=0)
        for row, pose, mine in zip(rows.tolist(), poses, ours, strict=True):
            theirs, exact = peer.pairs(row), ExactPose(a, b, pose)
            missing, extra = _difference(mine, theirs), _difference(theirs, mine)
            odd = (~exact.meeting(missing)).sum() + exact.meeting(extra).sum()
            counts.update(extra=len(extra), missing=len(missing), unexplained=int(odd))
        agreement[name] = {**counts, "differs": counts["extra"] + counts["missing"]}
    asked = {name: peer.count_pairs for name, peer in case.peers.items()}
    found = timed(case, intersecting_pairs, asked, agreement, rows)
    # All poses are of one class.
    del found["classes"]["total"]
    reference = _pairs_reference(case, poses, ours)
    return {**found, "pairs": sum(len(pairs) for pairs in ours), "reference": reference}


def _pairs_reference(case: Case, poses: Array, ours: list[Ids]) -> Report:
    """The pair sets of a few poses against exact arithmetic, and against CGAL where installed."""
    counts = Counter(poses=0, faces=0, pairs=0, wrong=0)
    cgal = []
    for pose, mine in list(zip(poses, ours, strict=True))[: max(1, case.samples // 8)]:
        exact = ExactPose(case.a, case.b, pose)
        faces = exact.sample_of_faces(FACES_CHECKED)
        truth, found = exact.pairs(faces), mine[np.isin(mine[:, 0], faces)]
        wrong = _distinct(found, truth)
        counts.update(poses=1, faces=len(faces), pairs=len(truth), wrong=wrong)
        theirs = cgal_pairs(case.a, case.b, pose) if case.peers else None
        cgal += [] if theirs is None else [_distinct(mine, theirs)]
    return {**counts, "cgal": sum(cgal) if cgal else None}


def _distinct(one: Ids, other: Ids) -> int:
    return len(_difference(one, other)) + len(_difference(other, one))


def _difference(one: Ids, other: Ids) -> Ids:
    """Rows of ``one`` that ``other`` has not."""
    rest = np.setdiff1d(one[:, 0] << 32 | one[:, 1], other[:, 0] << 32 | other[:, 1])
    return np.stack([rest >> 32, rest & 0xFFFFFFFF], axis=1)
