"""``impinge bench pairs``: broad phases by distribution and number of boxes, and beside peers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from impinge.bench.machine import report_head
from impinge.bench.pairs_moving import moving
from impinge.bench.pairs_peers import installed
from impinge.bench.pairs_table import measured, memory
from impinge.bench.timing import in_turns, ratio
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import METHODS, tree_pairs
from impinge.scenes import box_set, drifted
from impinge.scenes.boxes import DISTRIBUTIONS

Report = dict[str, Any]

FULL: dict[str, Any] = {
    "sizes": (100, 250, 500, 1_000, 10_000, 100_000, 1_000_000), "repetitions": 5,
    "peer_sizes": (10_000, 100_000), "peer_repetitions": 9, "frames": 2,
    "moving_sizes": (100, 500, 1_000, 10_000, 100_000), "moving_repetitions": 3,
    "memory": DISTRIBUTIONS, "in_all": 20_000,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "sizes": (200, 400), "repetitions": 2, "peer_sizes": (300,), "peer_repetitions": 2, "frames": 1,
    "moving_sizes": (200,), "moving_repetitions": 1, "memory": ("uniform",), "in_all": 0,
}  # fmt: skip
MEMORY_AT_A_TIME = 2
"""Processes whose memory is measured side by side: nothing is timed there."""
PARTS = (*DISTRIBUTIONS, "moving", "memory", "peers")
"""Parts of the benchmark, which can be measured one by one."""


def bench_pairs(
    parts: list[str] | None = None,
    *,
    peers: bool = False,
    quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Everything that is measured about broad phases, as one dictionary ready for JSON.

    Parameters
    ----------
    parts : list of str, optional
        Names from ``PARTS``; all if not given.
    peers : bool, optional
        Whether to compare with the peers that are installed.
    quick : bool, optional
        Few boxes and repetitions: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    keep : callable, optional
        Called with the report so far: a run that is ended early has lost nothing.
    """
    size = QUICK if quick else FULL
    makers = installed() if peers else {}
    if peers and not makers:
        raise ImpingeError("peers: none is installed; `make peers` adds ipctk and coal")
    for part in parts or ():
        if part not in PARTS:
            raise ImpingeError(f"part: {part!r}, expected one of {', '.join(PARTS)}")
    wanted = parts or list(PARTS)
    report: Report = {
        **report_head("pairs", quick=quick),
        "distributions": {},
    }
    if makers and "peers" in wanted:
        report["peers"] = {}
        for name in ("uniform", "clustered", "giant", "mixed"):
            for n in size["peer_sizes"]:
                say(f"peers: {name}, {n:,} boxes")
                report["peers"].setdefault(name, []).append(
                    beside_peers(name, n, size["frames"], size["peer_repetitions"], makers)
                )
            keep(report)
    for name in DISTRIBUTIONS:
        if name in wanted:
            report["distributions"][name] = measured(
                name, size["sizes"], size["repetitions"], say, in_all=size["in_all"]
            )
            keep(report)
    if "moving" in wanted:
        report["moving"] = moving(
            size["moving_sizes"], size["moving_repetitions"], say, in_all=size["in_all"]
        )
        keep(report)
    if "memory" in wanted:
        report["memory"] = memories(size["sizes"], size["memory"], say)
    return report


def memories(sizes: tuple[int, ...], names: tuple[str, ...], say: Callable[[str], None]) -> Report:
    """Most memory of each method and distribution; of the default, with the most boxes, too."""
    usual, most = sizes[-2:]
    cases = [(method, name) for method in METHODS for name in names]

    def one(case: tuple[str, str]) -> Report:
        say(f"memory: {', '.join(case)}, {usual:,} boxes")
        return memory(*case, usual, 1)

    with ThreadPoolExecutor(MEMORY_AT_A_TIME) as pool:
        found = dict(zip(cases, pool.map(one, cases), strict=True))
    report: Report = {"boxes": usual, "methods": {}, "most": {}}
    for (method, name), seen in found.items():
        report["methods"].setdefault(method, {})[name] = seen
    for name in names:
        say(f"memory: {name}, {most:,} boxes, two threads")
        report["most"][name] = memory("tree", name, most, 2)
    return report


def beside_peers(
    name: str, n: int, frames: int, repetitions: int, makers: dict[str, Any]
) -> Report:
    """Times of impinge and of peers on moving boxes, one thread; answers compared first.

    A row is a frame of boxes that have all moved. A ratio is None where a peer's answer differs by
    more than rounding.
    """
    steps = [box_set(name, n)]
    for k in range(frames - 1):
        steps.append(drifted(steps[-1], 0.3, 1.0, k)[1])
    contenders: dict[str, Any] = {"impinge": (lambda k: len(tree_pairs(*steps[k])), frames)}
    report: Report = {"boxes": n, "pairs": [], "differ": {}}
    with use_threads(1):
        answers = [tree_pairs(*boxes) for boxes in steps]
        report["pairs"] = [len(found) for found in answers]
        for peer, make in makers.items():
            prepared = [make(*boxes) for boxes in steps]
            report["differ"][peer] = []
            for one, ours in zip(prepared, answers, strict=True):
                report["differ"][peer].append(one.differ(ours))
            contenders[peer] = (lambda k, prepared=prepared: prepared[k].count(), frames)
        times = in_turns(contenders, repetitions)
    report["times"] = {who: found.to_dict() for who, found in times.items()}
    report["ratios"] = {
        peer: None
        if any(seen["unexplained"] for seen in report["differ"][peer])
        else ratio(times[peer], times["impinge"])
        for peer in makers
    }
    return report
