"""Edges of planners: arms among a hundred boxes, certified by us and sampled by others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.render import Report, Section, Table, table
from impinge.bench.robot_cases import PEER, here, peer_of
from impinge.bench.robot_peers import Checker
from impinge.bench.study import Run
from impinge.bench.timing import Array, Contender, in_turns, no_collection
from impinge.continuous import FreedomStatus
from impinge.scene import Robot, Scene
from impinge.scenes import articulated
from impinge.scenes.articulated import ROBOTS

SAMPLES = (5, 10, 50)
"""Way-points of an edge, its ends among them."""
BLOCK = 100
"""Edges of a timed batch: about as many as a planner checks at once."""


def measure_edges(run: Run) -> None:
    """Random edges of arms: proved free or seen to touch; what way-points miss, and what they cost.

    Peers test ``peer_edges`` of them.
    """
    for name in here(run, ROBOTS):
        run.say(f"edges of {name}")
        found = articulated(f"{name}-among-boxes", run.options["seed"])
        robot, q0, q1 = found.steps()
        q0, q1 = q0[: run.size["edges"]], q1[: run.size["edges"]]
        run.add("edges", {"robot": name, **edges_row(run, name, robot, found.scene, (q0, q1))})


def edges_row(run: Run, name: str, robot: Robot, scene: Scene, ends: tuple[Array, Array]) -> Report:
    """Results and times of ours and of the peers."""
    q0, q1 = ends
    seen = robot.stay_free(q0, q1, scene)
    status = np.asarray(seen.status)
    hits = np.flatnonzero(status == FreedomStatus.HITS)
    timed = in_turns(
        {name: blocks(query, q0, q1, scene)
         for name, query in (("stay_free", robot.stay_free),
                             ("time_of_impact", robot.time_of_impact))},
        run.size["scene_repetitions"], process_time,
    )  # fmt: skip
    row: Report = {
        "edges": len(q0), "hits": len(hits),
        "undecided": int((status == FreedomStatus.UNDECIDED).sum()),
        "us": {name: 1e6 * times.undisturbed() for name, times in timed.items()},
        "missed": {
            str(count): int((~_touches(robot, scene, q0[hits], q1[hits], count)).sum())
            for count in SAMPLES
        },
    }  # fmt: skip
    if PEER in run.peers:
        peer = peer_of(run, name, robot)
        checker = peer.checker(scene)
        some = slice(0, run.size["peer_edges"])
        ours = blocks(robot.stay_free, q0[some], q1[some], scene)
        repetitions = run.size["scene_repetitions"]
        row["peer"] = peer_row(checker, q0[some], q1[some], status[some], ours, repetitions)
        row["checks"] = row["peer"]["stay_free us"] / row["peer"]["check us"]
        if "ompl us" in row["peer"]:
            row["faster"] = row["peer"]["ompl us"] / row["peer"]["stay_free us"]
    return row


def blocks(query: Callable[..., Any], q0: Array, q1: Array, scene: Scene) -> Contender:
    """Edges in blocks, each timed by itself: disturbances fall on some blocks of a repetition."""
    size = min(BLOCK, len(q0))
    count = len(q0) // size
    return Contender(
        lambda k: query(q0[k * size : (k + 1) * size], q1[k * size : (k + 1) * size], scene),
        count, size,
    )  # fmt: skip


def peer_row(
    checker: Checker, q0: Array, q1: Array, status: Any, ours: Contender, repetitions: int
) -> Report:
    """Pinocchio with coal: one discrete check, edges at way-points, and OMPL's checkMotion.

    Ours and theirs test the same edges, in turns.
    """
    middle = checker.peer.configurations(0.5 * (q0 + q1))
    row: Report = {"edges": len(q0)}
    peers: dict[str, Contender] = {
        "stay_free": ours,
        "check": Contender(lambda k: checker.collides(middle[k]), len(q0)),
    }
    for count in SAMPLES:
        sampled = [checker.peer.configurations(sampled_edge(a, b, count))
                   for a, b in zip(q0, q1, strict=True)]  # fmt: skip
        ask = partial(lambda edges, k: any(map(checker.collides, edges[k])), sampled)
        peers[f"sampled {count}"] = Contender(ask, len(q0))
    if find_spec("ompl"):
        motion, calls = ompl_motion(checker, q0.shape[1])
        said = np.array([motion(a, b) for a, b in zip(q0, q1, strict=True)])
        row["ompl_checks"] = calls[0] / len(q0)
        row["ompl_missed"] = int((said & (status == FreedomStatus.HITS)).sum())
        row["ompl_alone"] = int((~said & (status == FreedomStatus.FREE)).sum())
        peers["ompl"] = Contender(lambda k: motion(q0[k], q1[k]), len(q0))
    timed = in_turns(peers, repetitions, process_time)
    return {**row, **{f"{name} us": 1e6 * times.undisturbed() for name, times in timed.items()}}


def sampled_edge(a: Array, b: Array, count: int) -> Array:
    """(count, dof): configurations at equal distances on an edge, both ends among them.

    Examples
    --------
    >>> sampled_edge(np.zeros(1), np.ones(1), 5).ravel().tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    return a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)


def ompl_motion(checker: Checker, dof: int) -> tuple[Callable[[Array, Array], bool], list[int]]:
    """``checkMotion`` of OMPL at its default resolution, and a count of the states it checks.

    Its states are angles between -2 pi and 2 pi; the default resolution is a hundredth of the
    longest distance in that space.
    """
    from ompl import base

    space = base.RealVectorStateSpace(dof)
    bounds = base.RealVectorBounds(dof)
    low, high = checker.peer.robot.limits
    for k in range(dof):
        bounds.setLow(k, max(float(low[k]), -2.0 * np.pi))
        bounds.setHigh(k, min(float(high[k]), 2.0 * np.pi))
    space.setBounds(bounds)
    known, calls, row = base.SpaceInformation(space), [0], np.zeros((1, dof))
    plain = checker.peer.model.nq == dof

    def is_valid(state: Any) -> bool:
        calls[0] += 1
        for k in range(dof):
            row[0, k] = state[k]
        return not checker.collides(row[0] if plain else checker.peer.configurations(row)[0])

    known.setStateValidityChecker(is_valid)
    known.setup()
    first, last = space.allocState(), space.allocState()

    def motion(a: Array, b: Array) -> bool:
        for k in range(dof):
            first[k], last[k] = a[k], b[k]
        return bool(known.checkMotion(first, last))

    return motion, calls


def seconds_each(ask: Callable[[Any], Any], rows: list[Any]) -> float:
    """Mean CPU time of one row."""
    with no_collection():
        begin = process_time()
        for row in rows:
            ask(row)
        return (process_time() - begin) / max(1, len(rows))


def _touches(robot: Robot, scene: Scene, q0: Array, q1: Array, count: int) -> Any:
    """(n,) bool: which edges touch at one of their way-points."""
    edges = [sampled_edge(a, b, count) for a, b in zip(q0, q1, strict=True)]
    rows = np.reshape(edges, (-1, robot.dof))
    return np.asarray(robot.collides(rows, scene)).reshape(len(q0), count).any(axis=1)


def _peer_tables(report: Report) -> Iterator[Table]:
    if any("peer" in row for row in report["edges"]):
        yield table("The same edges at way-points, by pinocchio with coal, and by OMPL",
                    report["edges"], {
            "robot": "{robot}", "edges": "{peer[edges]:,}",
            "one check, us": "{peer[check us]:,.1f}", "stay_free, in checks": "{checks:.1f}",
            **{f"{n} way-points, us": f"{{peer[sampled {n} us]:,.0f}}" for n in SAMPLES},
            "checkMotion, us": "{peer[ompl us]:,.0f}", "its checks": "{peer[ompl_checks]:.1f}",
            "it misses": "{peer[ompl_missed]:,}", "only it sees": "{peer[ompl_alone]:,}",
            "stay_free is faster": "{faster:.1f}x",
        })  # fmt: skip


SECTIONS = (
    Section.of_rows("edges", "Edges of arms among 100 boxes", {
        "robot": "{robot}", "edges": "{edges:,}", "touch": "{hits:,}",
        "undecided": "{undecided:,}", "stay_free, us": "{us[stay_free]:,.0f}",
        "time_of_impact, us": "{us[time_of_impact]:,.0f}",
        **{f"missed by {n} way-points": f"{{missed[{n}]:,}}" for n in SAMPLES},
    }, "bench:catch-edges",
        caption=f"CPU time, in batches of {BLOCK}; of each batch the best repetition."),
    Section("edges", _peer_tables, block="bench:catch-edges"),
)  # fmt: skip
