"""First hit, all pairs and distance of two meshes: compared with peers, then timed with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.peers import Peer
from impinge.bench.reference import ExactPose, cgal_pairs, explained
from impinge.bench.timing import Times, in_turns, ratio
from impinge.core.threads import use_threads
from impinge.geometry import Mesh
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import Poses
from impinge.scenes.poses import CLASSES

Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Report = dict[str, Any]

AGREE = 1e-9
"""Two distances agree if they differ by less than this share of the largest coordinate.

Peers are that far off themselves; a wrong pair of triangles is further off by orders of magnitude.
"""


FACES_CHECKED = 1_500
"""Faces of A, of one pose, whose pairs are compared with exact arithmetic, each with all of B."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Two meshes, the poses of B, and who answers."""

    a: Mesh
    b: Mesh
    poses: Poses
    peers: dict[str, Peer]
    repetitions: int
    samples: int


def first_hit(case: Case) -> Report:
    """Do they touch? One by one and as a batch, against every peer."""
    a, b, poses = case.a, case.b, case.poses.matrices
    ours = np.asarray(overlap(a, b, pose_b=poses))
    single = np.array([overlap(a, b, pose_b=pose) for pose in poses])
    split = int((ours != single).sum())
    agreement = {"batch": {"differs": split, "unexplained": split}}
    for name, peer in case.peers.items():
        theirs = np.array([peer.first_hit(i) for i in range(len(poses))])
        rows = np.flatnonzero(theirs != ours)
        open_rows = [i for i in rows.tolist() if not explained(a, b, poses[i], bool(theirs[i]))]
        agreement[name] = {"differs": len(rows), "unexplained": len(open_rows)}

    groups = _groups(case.poses)
    blocks = [np.ascontiguousarray(poses[rows]) for rows in groups.values()]
    contenders: dict[str, Any] = {
        "impinge batch": (lambda k: overlap(a, b, pose_b=blocks[k]), len(blocks)),
        "impinge": (lambda i: overlap(a, b, pose_b=poses[i]), len(poses)),
        **{name: (peer.first_hit, len(poses)) for name, peer in case.peers.items()},
    }
    with use_threads(1):
        times = in_turns(contenders, case.repetitions)
    return {
        "touching": int(ours.sum()),
        "agreement": agreement,
        **by_class(times, groups, agreement),
    }


def distances(case: Case) -> Report:
    """How far apart, with witness points, where the surfaces are apart."""
    a, b = case.a, case.b
    apart = ~np.asarray(overlap(a, b, pose_b=case.poses.matrices))
    rows = np.flatnonzero(apart & (case.poses.kinds > 0))
    poses = np.ascontiguousarray(case.poses.matrices[rows])
    kinds = case.poses.kinds[rows]
    ours = distance(a, b, pose_b=poses)
    found = np.asarray(ours.distance)
    largest = float(max(np.abs(a.bounds).max(), np.abs(poses[:, :3, 3]).max()))
    agreement: Report = {}
    for name, peer in case.peers.items():
        theirs = np.array([peer.distance(i) for i in rows.tolist()])
        differs = np.abs(theirs - found) > AGREE * largest
        # A longer distance than one that exists is a miss of the peer's; a shorter one is ours.
        shorter = differs & (theirs < found)
        agreement[name] = {
            "differs": int(differs.sum()),
            "unexplained": int(shorter.sum()),
            "largest_difference": float(np.abs(theirs - found).max(initial=0.0) / largest),
        }
    picked = np.linspace(0, len(rows) - 1, min(case.samples, len(rows))).astype(int)
    errors = [
        ExactPose(a, b, poses[i]).distance_error(distance(a, b, pose_b=poses[i])) for i in picked
    ]

    groups = {name: np.flatnonzero(kinds == CLASSES.index(name)) for name in ("near", "separated")}
    groups = {name: some for name, some in groups.items() if len(some)} | {
        "total": np.arange(len(rows))
    }
    blocks = [np.ascontiguousarray(poses[some]) for some in groups.values()]
    contenders: dict[str, Any] = {
        "impinge batch": (lambda k: distance(a, b, pose_b=blocks[k]), len(blocks)),
        "impinge": (lambda i: distance(a, b, pose_b=poses[i]), len(rows)),
    }
    for name, peer in case.peers.items():
        contenders[name] = (lambda i, ask=peer.distance: ask(int(rows[i])), len(rows))
    with use_threads(1):
        times = in_turns(contenders, case.repetitions)
    return {
        "poses": len(rows),
        "agreement": agreement,
        "error_of_largest_coordinate": max(errors, default=0.0),
        "error_poses": len(picked),
        "error_reference": "exact fractions on the winning triangles and their neighbours",
        **by_class(times, groups, agreement),
    }


def all_pairs(case: Case) -> Report:
    """Every pair of triangles that meets, in deep poses."""
    a, b = case.a, case.b
    rows = case.poses.of("deep")
    poses = np.ascontiguousarray(case.poses.matrices[rows])
    ours = [intersecting_pairs(a, b, pose_b=pose).pairs for pose in poses]
    agreement: Report = {}
    for name, peer in case.peers.items():
        extra = missing = unexplained = 0
        for i, row in enumerate(rows.tolist()):
            theirs = peer.pairs(row)
            only_ours, only_theirs = _difference(ours[i], theirs), _difference(theirs, ours[i])
            extra += len(only_theirs)
            missing += len(only_ours)
            exact = ExactPose(a, b, poses[i])
            if len(only_ours):
                unexplained += int((~exact.meeting(only_ours)).sum())
            if len(only_theirs):
                unexplained += int(exact.meeting(only_theirs).sum())
        agreement[name] = {
            "differs": extra + missing, "extra": extra, "missing": missing,
            "unexplained": unexplained,
        }  # fmt: skip

    blocks = [poses]
    contenders: dict[str, Any] = {
        "impinge batch": (lambda k: intersecting_pairs(a, b, pose_b=blocks[k]), 1),
        "impinge": (lambda i: intersecting_pairs(a, b, pose_b=poses[i]), len(poses)),
    }
    for name, peer in case.peers.items():
        contenders[name] = (lambda i, ask=peer.count_pairs: ask(int(rows[i])), len(poses))
    with use_threads(1):
        times = in_turns(contenders, case.repetitions)
    return {
        "poses": len(poses),
        "pairs": sum(len(pairs) for pairs in ours),
        "agreement": agreement,
        "reference": _pairs_reference(case, poses, ours),
        **by_class(times, {"deep": np.arange(len(poses))}, agreement),
    }


def _pairs_reference(case: Case, poses: Array, ours: list[Ids]) -> Report:
    """The pair sets of a few poses against exact arithmetic, and against CGAL where installed."""
    report: Report = {"poses": 0, "faces": 0, "pairs": 0, "wrong": 0, "cgal": None}
    for i in range(min(max(1, case.samples // 8), len(poses))):
        exact = ExactPose(case.a, case.b, poses[i])
        faces = exact.sample_of_faces(FACES_CHECKED)
        truth = exact.pairs(faces)
        found = ours[i][np.isin(ours[i][:, 0], faces)]
        report["poses"] += 1
        report["faces"] += len(faces)
        report["pairs"] += len(truth)
        report["wrong"] += _distinct(found, truth)
        cgal = cgal_pairs(case.a, case.b, poses[i]) if case.peers else None
        if cgal is not None:
            report["cgal"] = (report["cgal"] or 0) + _distinct(ours[i], cgal)
    return report


def _distinct(one: Ids, other: Ids) -> int:
    return len(_difference(one, other)) + len(_difference(other, one))


def _groups(poses: Poses) -> dict[str, Ids]:
    groups = {name: poses.of(name) for name in CLASSES}
    return {name: rows for name, rows in groups.items() if len(rows)} | {
        "total": np.arange(len(poses))
    }


def by_class(times: dict[str, Times], groups: dict[str, Ids], agreement: Report) -> Report:
    """Times and ratios for each class; no ratio with whoever's answers are not accounted for."""
    classes: Report = {}
    for k, (group, rows) in enumerate(groups.items()):
        batch = Times(times["impinge batch"].seconds[:, [k]], len(rows))
        by_name = {"impinge batch": batch} | {
            name: found.rows(rows) for name, found in times.items() if name != "impinge batch"
        }
        classes[group] = {
            "poses": len(rows),
            "times": {name: found.to_dict() for name, found in by_name.items()},
            "ratios": {
                f"{name} / {ours}": None
                if agreement[name]["unexplained"]
                else ratio(by_name[name], by_name[ours])
                for name in agreement
                if name in by_name
                for ours in ("impinge batch", "impinge")
            },
        }
    return {"classes": classes}


def _difference(one: Ids, other: Ids) -> Ids:
    """Rows of ``one`` that ``other`` has not."""
    rest = np.setdiff1d(one[:, 0] << 32 | one[:, 1], other[:, 0] << 32 | other[:, 1])
    return np.stack([rest >> 32, rest & 0xFFFFFFFF], axis=1)
