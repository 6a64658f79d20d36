"""``impinge bench meshes``: triangle meshes against coal and python-fcl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from impinge.bench.building import build, growth, threads
from impinge.bench.machine import report_head
from impinge.bench.peers import installed
from impinge.bench.queries import Case, all_pairs, distances, first_hit
from impinge.bench.startup import startup
from impinge.core.errors import ImpingeError
from impinge.scenes import mesh_pair, pair_names, seeded_poses

Report = dict[str, Any]

FULL = {
    "faces": 70_000, "poses": (60, 80, 60), "repetitions": 7, "samples": 40,
    "sizes": [5_000, 20_000, 70_000, 280_000, 1_000_000], "growth_poses": 20, "processes": 5,
}  # fmt: skip
QUICK = {
    "faces": 1_500, "poses": (3, 4, 3), "repetitions": 2, "samples": 3,
    "sizes": [500, 2_000], "growth_poses": 2, "processes": 1,
}  # fmt: skip


def bench_meshes(
    pairs: list[str] | None = None,
    *,
    peers: bool = False,
    quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Everything that is measured about meshes, as one dictionary ready for JSON.

    Parameters
    ----------
    pairs : list of str, optional
        Names from :func:`impinge.scenes.pair_names`; all that are at hand if not given.
    peers : bool, optional
        Whether to compare with the peers that are installed.
    quick : bool, optional
        Tiny meshes and few repetitions: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    keep : callable, optional
        Called with the report so far after each pair of meshes: a run that is ended early has
        lost nothing of what was measured.
    """
    size: dict[str, Any] = QUICK if quick else FULL
    makers = installed() if peers else {}
    if peers and not makers:
        raise ImpingeError("peers: none is installed; `make peers` adds coal and python-fcl")
    # Before the minutes of measuring: a name that is not known says so here.
    meshes = {name: mesh_pair(name, size["faces"]) for name in pairs or pair_names()}
    report: Report = {
        **report_head("meshes", quick=quick),
        "peers": list(makers),
        "pairs": {},
    }
    say("fresh processes")
    report["startup"] = startup(size["processes"])
    say("growth with the number of triangles")
    report["growth"] = growth(size["sizes"], max(2, size["repetitions"] // 2), size["growth_poses"])
    for name, (a, b) in meshes.items():
        say(f"{name}: {len(a.faces):,} and {len(b.faces):,} triangles; poses")
        poses = seeded_poses(a, b, size["poses"])
        case = Case(
            a=a, b=b, poses=poses, repetitions=size["repetitions"], samples=size["samples"],
            peers={peer: make(a, b, poses.matrices) for peer, make in makers.items()},
        )  # fmt: skip
        found: Report = {"faces": [len(a.faces), len(b.faces)]}
        for title, measure in (
            ("first hit", first_hit), ("all pairs", all_pairs), ("distance", distances),
        ):  # fmt: skip
            say(f"{name}: {title}")
            found[title] = measure(case)
        say(f"{name}: build")
        found["build"] = build(a, size["repetitions"], peers=bool(makers))
        say(f"{name}: threads")
        found["threads"] = threads(a, b, poses, size["repetitions"])
        report["pairs"][name] = found
        keep(report)
    return report
