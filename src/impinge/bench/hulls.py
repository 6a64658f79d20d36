"""``impinge bench hulls``: from points to a convex shape, and from meshes to a first answer.

Hulls are dropped as soon as they are made: equal ones that are in use would be shared, and measured
would be how fast points are compared. Volumes, vertices and pairs are compared before any ratio.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from impinge.bench import render
from impinge.bench.peers import coal_hull, fcl_hull
from impinge.bench.render import Report, Section, Table, table
from impinge.bench.study import Run, Study, compared, exponents, importable, ratio_text
from impinge.bench.timing import Array, Ids, in_turns
from impinge.geometry import Hull, Mesh, icosphere
from impinge.geometry.shape import unit_rows
from impinge.io.trimesh_manager import CollisionManager

FULL: dict[str, Any] = {
    "points": (64, 162, 642, 2_562, 10_242), "repetitions": 15,
    "objects": 300, "level": 3, "crowds": 5,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "points": (42, 162), "repetitions": 1, "objects": 12, "level": 1, "crowds": 1,
}  # fmt: skip
VOLUME = 1e-9
"""Share of its volume within which that of another is the same."""
OURS, READY = "impinge", "impinge, tables"
"""A hull as it is made, and with what a first query makes."""


class Solid(NamedTuple):
    """What hulls are compared by; None where a library does not tell."""

    vertices: int | None
    volume: float | None


class Maker(NamedTuple):
    make: Callable[[], Any]
    solid: Callable[[Any], Solid]


def point_sets(count: int) -> dict[str, Array]:
    """So many points on a ball, in a cube, and, if there is one of so many, of an icosphere.

    Examples
    --------
    >>> {name: len(points) for name, points in point_sets(42).items()}
    {'ball': 42, 'cube': 42, 'icosphere': 42}
    """
    rng = np.random.default_rng(count)
    found = {"ball": unit_rows(rng.normal(size=(count, 3))), "cube": rng.random((count, 3))}
    for level in range(6):
        if 10 * 4**level + 2 == count:
            # Turned: no coordinate is special.
            turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            found["icosphere"] = icosphere(1.0, level).vertices @ turn
    return found


def makers(points: Array, peers: Any) -> dict[str, Maker]:
    """Whoever makes a hull of these points; what they take is made before."""
    from scipy.spatial import ConvexHull

    def ready() -> Hull:
        hull = Hull(points)
        # What a first query asks for.
        _ = hull.planes
        return hull

    def solid(hull: Any) -> Solid:
        return Solid(len(hull.vertices), float(hull.volume))

    made = {OURS: lambda: Hull(points), READY: ready, "Qhull": lambda: ConvexHull(points)}
    found = {name: Maker(make, solid) for name, make in made.items()}
    if "coal" in peers:
        made_by_coal = coal_hull(points)
        found["coal"] = Maker(
            made_by_coal, lambda hull: Solid(hull.num_points, hull.computeVolume())
        )
    if "fcl" in peers:
        # Of a hull which is not kept: ours would share with it.
        found["fcl, faces given"] = Maker(fcl_hull(Hull(points)), lambda _: Solid(None, None))
    return found


def differs(ours: Solid, theirs: Solid) -> int:
    """1 where two hulls are not the same.

    Examples
    --------
    >>> differs(Solid(8, 1.0), Solid(8, 1.0 + 1e-12)), differs(Solid(8, 1.0), Solid(9, 1.0))
    (0, 1)
    """
    counts = theirs.vertices is None or theirs.vertices == ours.vertices
    volume = theirs.volume is None or (
        ours.volume is not None and abs(theirs.volume - ours.volume) <= VOLUME * ours.volume
    )
    return int(not (counts and volume))


def measure_growth(run: Run) -> None:
    """Milliseconds a hull, by number and kind of points."""
    for count in run.size["points"]:
        run.say(f"hulls of {count:,} points")
        for kind, points in point_sets(count).items():
            who = makers(points, run.peers)
            found = {name: maker.solid(maker.make()) for name, maker in who.items()}
            wrong = {name: differs(found[OURS], solid) for name, solid in found.items()}
            asked: Any = {
                name: lambda _, make=maker.make: make() and None for name, maker in who.items()
            }
            row = {"kind": kind, "points": count, "vertices": found[OURS].vertices, "differ": wrong}
            run.add("growth", row | compared(asked, run.size["repetitions"], wrong))


def measure_crowd(run: Run) -> None:
    """Seconds from meshes that know they are convex to the names of all pairs that collide."""
    objects, level = run.size["objects"], run.size["level"]
    run.say(f"{objects} icospheres, from meshes to a first answer")
    who: dict[str, Callable[[], Any]] = {OURS: CollisionManager}
    if "trimesh" in run.peers:
        import trimesh

        who["trimesh, fcl"] = trimesh.collision.CollisionManager
    crowd = crowd_of(objects, level)
    seconds: dict[str, list[list[float]]] = {name: [] for name in who}
    answers: dict[str, Any] = {}

    def ask(_: int, name: str) -> None:
        meshes = [fresh(mesh, "trimesh" in run.peers) for mesh in crowd]
        gc.collect(0)
        took, answers[name] = first_answer(who[name], meshes)
        seconds[name].append(took)

    in_turns({name: partial(ask, name=name) for name in who}, run.size["crowds"])
    # The first time compiles, and is not counted.
    best = {name: np.min(rows[1:], axis=0).tolist() for name, rows in seconds.items()}
    differ = {name: len(answers[OURS] ^ found) for name, found in answers.items() if name != OURS}
    both = {name: sum(best[OURS]) / sum(best[name]) for name in differ}
    run.put("crowd", {
        "objects": objects, "vertices": len(crowd[0].vertices), "pairs": len(answers[OURS]),
        "seconds": best, "differ": differ,
        "ratios": {name: None if differ[name] else ratio for name, ratio in both.items()},
    })  # fmt: skip


def crowd_of(objects: int, level: int) -> list[Mesh]:
    """Icospheres of random radii at random places; some of them overlap."""
    rng = np.random.default_rng(objects)
    side = 3.0 * objects ** (1.0 / 3.0)
    ball = icosphere(1.0, level)
    return [
        Mesh(radius * ball.vertices + side * place, ball.faces)
        for radius, place in zip(
            rng.uniform(0.2, 1.0, objects), rng.random((objects, 3)), strict=True
        )
    ]


def fresh(mesh: Mesh, as_trimesh: bool) -> Any:
    """A mesh that has not been asked anything, of trimesh or like one of its."""
    vertices: Array = mesh.vertices.copy()
    faces: Ids = mesh.faces.copy()
    if not as_trimesh:
        return SimpleNamespace(vertices=vertices, faces=faces, is_convex=True)
    import trimesh

    return trimesh.Trimesh(vertices, faces, process=False)


def first_answer(make: Callable[[], Any], meshes: list[Any]) -> tuple[list[float], set[Any]]:
    """Seconds of adding and of the first question, and the answer."""
    begin = perf_counter()
    manager = make()
    for number, mesh in enumerate(meshes):
        manager.add_object(f"{number}", mesh)
    added = perf_counter()
    _, names = manager.in_collision_internal(return_names=True)
    end = perf_counter()
    return [added - begin, end - added], {tuple(sorted(pair)) for pair in names}


def growth_tables(report: Report) -> Iterator[Table]:
    for kind, rows in render.grouped(report["growth"], "kind").items():
        heads = {f"{name} [ms]": name for name in rows[0]["times"]}
        columns: dict[str, Any] = {
            "points": "{points:,}", "vertices": "{vertices:,}",
            **{head: f"{{times[{name}][minimum_us]!k:,.3f}}" for head, name in heads.items()},
            "impinge / Qhull": lambda row: inverse_text(row["ratios"]["Qhull"]),
        }  # fmt: skip
        flat = [
            row | {head: row["times"][name]["minimum_us"] for head, name in heads.items()}
            for row in rows
        ]
        shown = table(f"hulls of points: {kind}, one thread, minima", rows, columns)
        yield render.with_powers(shown, "grows with power", exponents(flat, "points", list(heads)))


def inverse_text(found: Report | None) -> str:
    """How many times longer we take, by minima; "refused" where hulls differ."""
    return ratio_text(found and {"minimum": 1.0 / found["minimum"]}, "{minimum:.1f}x")


def crowd_tables(report: Report) -> Iterator[Table]:
    found = report["crowd"]
    rows = [
        {"who": name, "add": add, "ask": ask, "all": add + ask, "ratio": found["ratios"].get(name)}
        for name, (add, ask) in found["seconds"].items()
    ]
    columns: dict[str, Any] = {
        "": "{who}", "adding [s]": "{add:.3f}", "first answer [s]": "{ask:.3f}",
        "both [s]": "{all:.3f}",
        "impinge / it": lambda row: "" if row["who"] == OURS else ratio_text(
            row["ratio"] and {"ratio": row["ratio"]}, "{ratio:.1f}x"
        ),
    }  # fmt: skip
    title = (
        f"{found['objects']:,} icospheres of {found['vertices']:,} vertices, "
        f"{found['pairs']:,} pairs collide, one thread, minima"
    )
    yield table(title, rows, columns)


def growth_notes(report: Report) -> Iterator[str]:
    wrong = sum(any(row["differ"].values()) for row in report["growth"])
    yield f"{wrong} hulls differ" if wrong else "all hulls agree in vertices and volume"


def crowd_notes(report: Report) -> Iterator[str]:
    if differ := report["crowd"]["differ"]:
        wrong = sum(differ.values())
        yield f"{wrong} pairs differ" if wrong else "all pairs agree"


PEERS = {"coal": ("coal", None), "fcl": ("fcl", None), "trimesh": ("trimesh fcl", None)}
bench_hulls = Study(
    "hulls",
    {"growth": measure_growth, "crowd": measure_crowd},
    [
        Section("growth", growth_tables, growth_notes, "bench:hulls"),
        Section("crowd", crowd_tables, crowd_notes, "bench:hulls-crowd"),
    ],
    full=FULL, small=QUICK, installed=lambda: importable(PEERS), threads=1,
    peers_hint="coal, python-fcl and trimesh", packages=("trimesh", "coal", "python-fcl"),
)  # fmt: skip
