"""How far a whole cloth can go in a step: beside ipctk, with every pair asked one by one.

Meshes in one step: two real cloths, sheets of any size, and two balls.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.ccd_peers import ADDITIVE, AS_IT_COMES, PHASES, SAME_QUESTION, STEP_PEERS
from impinge.bench.ccd_peers import step_peer as peer_of
from impinge.bench.ccd_queries import FEATURES, funnel_queries, real_frames
from impinge.bench.memory import in_child, tell
from impinge.bench.render import Cell, Report, Table, total
from impinge.bench.study import Run, exponents
from impinge.bench.timing import Array, Ids, in_turns
from impinge.continuous import collision_free_step, impact_edge_edge, impact_vertex_face
from impinge.geometry import Mesh, icosphere
from impinge.pairs import find_pairs, find_pairs_between
from impinge.scenes.cloth_steps import FRAMES
from impinge.scenes.mesh_pairs import data_at

TOLERANCE = 1e-6
STEPS = 2
"""Repetitions of steps, which take ipctk seconds."""
SIZES = (12, 24, 48, 96, 192)
"""Cells along sheets that meet: 576 to 147,456 triangles."""
FLYING = 32
"""Cells along sheets that fly; ipctk takes minutes for larger ones."""
LEVEL = 1
"""Of balls that meet corner to corner, 160 triangles; ipctk takes seconds."""
CORNERS = "balls, corner to corner"
"""Contact exactly on a border, as between things that were made or aligned by hand."""
WAVES, HEIGHT = (7.0, 3.0), 0.05
"""Sheets of size one are no planes: waves along x and y [1/m], and how high they are [m]."""
ROUGHNESS = 0.1
"""How far vertices are off, in lengths of an edge, at the start and in the motion."""
ABOVE = 2.0
"""Lengths of an edge between two sheets."""
TOGETHER, NEARER = 3.0, 1.0
"""How far the upper sheet comes down, in lengths of an edge: to touch half-way, and not to."""
BETWEEN = 0.05
"""Between the nearest vertices of two balls of radius one [m]; they come twice as far together."""
FLIGHT = (0.2, 0.1, -0.3)
"""How far sheets fly in one step [m]; they are one metre wide."""
OURS, ALL = "impinge", "impinge, all impacts"
AT_ONCE = 200_000
"""Pairs that are asked at once by the reference: more only takes memory."""
CHILD_SECONDS = 200
SMALL = 8
"""Cells along the sheets that a process begins with, so that nothing is loaded while it counts."""
HEADS = {
    ALL: "with all impacts", SAME_QUESTION: "ipctk", AS_IT_COMES: "default rescaling",
    ADDITIVE: "additive, no proof",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """Vertices at both ends of a step, and faces."""

    name: str
    start: Array
    end: Array
    faces: Ids
    first_time: float | None = None
    """The earliest of the exact times of contact that are known."""


def real_cloth(name: str) -> Cloth:
    kinds = FEATURES if name == "cloth-funnel" else ()
    known = [funnel_queries(features).times for features in kinds]
    first = min((float(times.min()) for times in known if times is not None), default=None)
    return Cloth(name, *real_frames(name), first)


def real_cloths(quick: bool) -> list[str]:
    """Names of real cloths that are below the folder that ``IMPINGE_DATA`` names."""
    if data_at("ccd/scalable-ccd") is None:
        return []
    return list(FRAMES)[:1] if quick else list(FRAMES)


def sheets(n: int, kind: str = "meet") -> Cloth:
    """Two sheets of n by n cells, one above the other: 4 n^2 triangles.

    They ``meet`` half-way, or ``fly`` a third of their width without touching.

    Examples
    --------
    >>> len(sheets(8).faces)
    256
    """
    rng = np.random.default_rng(n)
    side, edge = np.linspace(0.0, 1.0, n + 1), 1.0 / n
    x, y = (grid.ravel() for grid in np.meshgrid(side, side, indexing="ij"))
    sheet = np.stack([x, y, HEIGHT * np.sin(WAVES[0] * x + WAVES[1] * y)], axis=1)
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    halves = (corner, corner + n + 1, corner + 1), (corner + 1, corner + n + 1, corner + n + 2)
    faces = np.concatenate([np.stack(half, axis=1) for half in halves])
    start = np.concatenate([sheet, sheet + np.array((0.3, 0.4, ABOVE)) * edge])
    start += ROUGHNESS * edge * rng.uniform(-1.0, 1.0, start.shape)
    end = start + ROUGHNESS * edge * rng.normal(size=start.shape)
    end[len(sheet) :, 2] -= edge * (TOGETHER if kind == "meet" else NEARER)
    if kind == "fly":
        end += FLIGHT
    name = f"sheets that {kind}"
    return Cloth(name, start, end, np.concatenate([faces, faces + len(sheet)]))


def balls(level: int) -> Cloth:
    """Two round meshes that meet half-way, one vertex exactly on the other.

    Examples
    --------
    >>> len(balls(1).faces)
    160
    """
    ball = icosphere(1.0, level)
    furthest = float(ball.vertices[:, 0].max())
    apart, nearer = np.array((2.0 * furthest + BETWEEN, 0, 0)), np.array((2.0 * BETWEEN, 0, 0))
    start = np.concatenate([ball.vertices, ball.vertices + apart])
    end = start.copy()
    end[len(ball.vertices) :] -= nearer
    faces = np.concatenate([ball.faces, ball.faces + len(ball.vertices)])
    return Cloth(CORNERS, start, end, faces)


def cloth_named(name: str, n: int = 0) -> Cloth:
    """A mesh by its name, and a size if it is made."""
    if name in FRAMES:
        return real_cloth(name)
    return balls(n) if name == CORNERS else sheets(n, name.rsplit(maxsplit=1)[-1])


def measure(run: Run) -> None:
    peers = STEP_PEERS if SAME_QUESTION in run.peers else ()
    repetitions = 1 if run.quick else STEPS
    made = {"sheets that fly": SIZES[0] if run.quick else FLYING, CORNERS: LEVEL}
    for name, n in (dict.fromkeys(real_cloths(run.quick), 0) | made).items():
        run.say(f"step of {name}")
        memory = None if run.quick else functools.partial(memory_of, cloth=name, n=n)
        run.put("steps", name, step_report(cloth_named(name, n), peers, repetitions, memory))
    for n in SIZES[:2] if run.quick else SIZES:
        run.say(f"step of sheets of {4 * n * n:,} triangles")
        run.put("growth", str(n), step_report(sheets(n), peers, repetitions))


def contenders(
    cloth: Cloth, peers: Sequence[str], phase: str | None = None
) -> tuple[dict[str, Callable[[int], Any]], str | None]:
    """Who gives the step of a cloth, and the broad phase of peers."""
    first = Mesh(cloth.start, cloth.faces)
    last = first.with_vertices(cloth.end)
    asked: dict[str, Callable[[int], Any]] = {
        OURS: lambda _: collision_free_step(first, last, tolerance=TOLERANCE),
        ALL: lambda _: collision_free_step(first, last, tolerance=TOLERANCE, impacts=True),
    }
    for name in peers:
        asked[name], phase = peer_of(name, cloth.start, cloth.end, cloth.faces, TOLERANCE, phase)
    return asked, phase


def step_report(
    cloth: Cloth, peers: Sequence[str], repetitions: int,
    memory: Callable[[str], Report] | None = None,
) -> Report:  # fmt: skip
    """One cloth: steps, times, and whether answers are what they must be."""
    asked, phase = contenders(cloth, peers)
    answers: dict[str, Any] = {}

    def noted(row: int, name: str) -> None:
        """Keep the last answer: steps of peers take too long to ask again."""
        answers[name] = asked[name](row)

    seen = in_turns({name: functools.partial(noted, name=name) for name in asked}, repetitions)
    times = {name: 1e3 * found.minimum() for name, found in seen.items()}
    alone, found = answers[OURS], answers[ALL]
    *first, pairs = first_contact(cloth)
    lower, upper = (min(time, 1.0) for time in first)
    return {
        "triangles": len(cloth.faces), "vertices": len(cloth.start), "candidates": pairs,
        "step": alone.step, "status": alone.status.name, "tested": alone.tested,
        "impacts": len(found.vertex_face) + len(found.edge_edge),
        "same": found.step == alone.step, "first_contact": [lower, upper],
        "known_time": cloth.first_time,
        "late": bool(alone.step > min(lower, cloth.first_time or 1.0)), "times": times,
        # What its method is changes little: it keeps all pairs in any case.
        "memory": {name: memory(name) for name in (OURS, *peers[:1])} if memory else {},
        "phase": phase,
        "peers": {
            name: {
                "step": answers[name], "late": bool(answers[name] > upper),
                "ours_is_smaller": bool(alone.step < answers[name]),
                "ratio": times[name] / times[OURS],
            }
            for name in peers
        },
    }  # fmt: skip


def first_contact(cloth: Cloth) -> tuple[float, float, int]:
    """Between which times the first contact lies, and how many pairs have boxes that meet.

    Another way to the answer: all pairs of the boxes of the whole step are listed, and asked
    one by one, with no tolerance at all. Infinite times mean that there is no contact.
    """
    lower, upper = np.minimum(cloth.start, cloth.end), np.maximum(cloth.start, cloth.end)
    faces, edges = cloth.faces, Mesh(cloth.start, cloth.faces).edges
    boxes_f = lower[faces].min(axis=1), upper[faces].max(axis=1)
    boxes_e = lower[edges].min(axis=1), upper[edges].max(axis=1)
    vf = find_pairs_between(lower, upper, *boxes_f)
    ee = find_pairs(*boxes_e)
    begin, end, count = np.inf, np.inf, 0
    for ask, corners in (
        (impact_vertex_face, np.column_stack([vf[:, 0], faces[vf[:, 1]]])),
        (impact_edge_edge, edges[ee].reshape(-1, 4)),
    ):
        for k in range(0, len(corners), AT_ONCE):
            four = corners[k : k + AT_ONCE]
            four = four[(np.diff(np.sort(four, axis=1), axis=1) > 0).all(axis=1)]
            found = ask(cloth.start[four], cloth.end[four], tolerance=0.0)
            begin = min(begin, float(np.min(found.time, initial=np.inf)))
            end = min(end, float(np.min(found.upper, initial=np.inf)))
            count += len(four)
    return begin, end, count


def memory_of(contender: str, cloth: str, n: int) -> Report:
    """Most memory and seconds of one step in a process of its own, which had answered before."""
    return in_child(__name__, contender, cloth, n, patience=CHILD_SECONDS)


def child(contender: str, name: str, n: int) -> None:
    peers = [contender] if contender in STEP_PEERS else []
    small, large = (
        contenders(cloth, peers, PHASES[0])[0][contender]
        for cloth in (sheets(SMALL), cloth_named(name, n))
    )
    small(0)
    tell(lambda: large(0))


def _peers(cases: Report) -> list[str]:
    return [name for name in STEP_PEERS if all(name in seen["peers"] for seen in cases.values())]


def tables(report: Report) -> Iterator[Table]:
    steps, growth = report["steps"], report["growth"]
    yield _times("a step of a whole mesh, one thread, ms", steps)
    peers = _peers(steps)
    columns: dict[str, Cell] = {
        "mesh": "{name}", "first contact": _first, "our step": "{step:.9g}",
        **{HEADS[name]: f"{{peers[{name}][step]:.9g}}" for name in peers},
        "pairs asked": "{tested:,}", "pairs of boxes": "{candidates:,}", "impacts": "{impacts:,}",
    }  # fmt: skip
    if any(seen["memory"] for seen in steps.values()):
        named = dict(zip((OURS, *peers[:1]), ("ours", "ipctk"), strict=False))
        columns |= {f"MB, {w}": f"{{memory[{n}][added_mb]:,.0f}}" for n, w in named.items()}
    rows = render.unfold(steps, "name")
    yield render.table("its answers, pairs and memory", rows, columns, absent="-")
    if growth:
        sizes = [{"n": seen["triangles"], **seen["times"]} for seen in growth.values()]
        powers = exponents(sizes, "n", [OURS, ALL, *_peers(growth)])
        grown = {HEADS.get(name, name): power for name, power in powers.items()}
        shown = _times("sheets that meet, one thread, ms", growth)
        yield render.with_powers(shown, "grows with", grown, "n^{:.2f}")


def _times(title: str, cases: Report) -> Table:
    columns: list[tuple[str, Cell]] = [
        ("mesh", lambda row: "sheets that meet" if row["name"].isdecimal() else row["name"]),
        ("triangles", "{triangles:,}"),
    ]
    for name in (OURS, ALL, *_peers(cases)):
        columns.append((HEADS.get(name, name), f"{{times[{name}]:,.1f}}"))
        columns += [("ratio", functools.partial(_ratio, name=name))] if name in STEP_PEERS else []
    return render.table(title, render.unfold(cases, "name"), columns)


def _ratio(seen: Report, name: str) -> str:
    """How much faster, of answers that are right."""
    found = seen["peers"][name]
    wrong = seen["late"] or found["late"] or found["ours_is_smaller"]
    return "answers differ" if wrong else f"{found['ratio']:,.1f}x"


def _first(seen: Report) -> str:
    """The times between which it lies."""
    lower, upper = seen["first_contact"]
    return "none" if seen["status"] == "FREE" else f"{lower:.9g} to {upper:.9g}"


def notes(report: Report) -> Iterator[str]:
    every = [*report["steps"].values(), *report["growth"].values()]
    other = sum(not seen["same"] for seen in every)
    words = f"{len(every)} steps: {total(every, 'late')} end later than all pairs asked one by one"
    yield f"{words} allow; {other} are others where all impacts are asked for"
    for name in STEP_PEERS:
        found = [seen["peers"][name] for seen in every if name in seen["peers"]]
        if found:
            late, longer = (total(found, key) for key in ("late", "ours_is_smaller"))
            yield f"{name}: {late} of {len(found)} late, {longer} longer than ours"
    for name, seen in report["steps"].items():
        if seen["known_time"] is not None:
            early = seen["known_time"] - seen["step"]
            yield f"{name}: the earliest exact time of its set is later by {early:.1e}"
    phases = sorted({seen["phase"] for seen in every if seen["phase"] is not None})
    if phases:
        yield f"ipctk with its fastest broad phase on each: {', '.join(phases)}"
