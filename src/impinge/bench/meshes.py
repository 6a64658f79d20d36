"""``impinge bench meshes``: triangle meshes against coal and python-fcl."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench import queries, render
from impinge.bench.peers import builders, installed
from impinge.bench.queries import OURS, all_pairs, distances, first_hit, query_table, ratio_cell
from impinge.bench.render import Report, Section, Table
from impinge.bench.study import Run, Study, exponents
from impinge.bench.timing import in_turns, medians_us, ratio
from impinge.core.threads import use_threads
from impinge.geometry import Mesh
from impinge.hierarchy import Tree
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import Poses, mesh_pair, pair_names, seeded_poses

QUERIES = {"first hit": first_hit, "all pairs": all_pairs, "distance": distances}
ASKED: dict[str, Callable[..., Any]] = {
    "first hit": overlap,
    "distance": distance,
    "all pairs": intersecting_pairs,
}
GROWING = ("build", *ASKED)
STARTED = (
    "import {import_seconds:.2f} s, process to first answer {first_answer_seconds:.2f} s "
    "(median of {processes})"
)
IMPORT = "import time; t = time.perf_counter(); import impinge; print(time.perf_counter() - t)"
ANSWER = (
    "import impinge as im; a, b = im.box_mesh(), im.icosphere(0.6); "
    "assert im.overlap(a, b); assert im.distance(a, b).distance == 0.0"
)


def measure(run: Run) -> None:
    size, say = run.size, run.say
    # Before the minutes of measuring: a name that is not known says so here.
    names = run.options["pairs"] or pair_names()
    meshes = {name: mesh_pair(name, size["faces"]) for name in names}
    run.report |= {"peers": list(run.peers), "pairs": {}}
    say("fresh processes")
    run.report["startup"] = startup(size["processes"])
    say("growth with the number of triangles")
    repetitions = max(2, size["repetitions"] // 2)
    run.put("growth", growth(size["sizes"], repetitions, size["growth_poses"]))
    for name, (a, b) in meshes.items():
        say(f"{name}: {len(a.faces):,} and {len(b.faces):,} triangles; poses")
        poses = seeded_poses(a, b, size["poses"])
        peers = {peer: make(a, b, poses.matrices) for peer, make in run.peers.items()}
        case = queries.Case(a, b, poses, peers, size["repetitions"], size["samples"])
        found: Report = {"faces": [len(a.faces), len(b.faces)]}
        for title, ask in QUERIES.items():
            say(f"{name}: {title}")
            found[title] = ask(case)
        say(f"{name}: build")
        found["build"] = build(a, size["repetitions"], peers=bool(peers))
        say(f"{name}: threads")
        found["threads"] = threads(a, b, poses, size["repetitions"])
        run.put("pairs", name, found)


def startup(repetitions: int) -> Report:
    """Seconds of ``import impinge``, and of a whole process that asks two questions.

    Kernels are compiled before; the median of fresh processes counts.
    """

    def fresh(script: str) -> tuple[float, str]:
        begin, words = perf_counter(), [sys.executable, "-c", script]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return perf_counter() - begin, done.stdout

    fresh(ANSWER)
    found = [(float(fresh(IMPORT)[1]), fresh(ANSWER)[0]) for _ in range(repetitions)]
    names = ("import_seconds", "first_answer_seconds")
    seconds = zip(names, map(median, zip(*found, strict=True)), strict=True)
    return {**dict(seconds), "processes": repetitions}


def build(mesh: Mesh, repetitions: int, *, peers: bool) -> Report:
    """From arrays to a tree that can be asked; and refitting one after vertices have moved."""
    vertices, faces = mesh.vertices.copy(), mesh.faces.copy()
    tree = Tree(mesh)
    rng = np.random.default_rng(5)
    moved = mesh.with_vertices(vertices + 1e-3 * rng.normal(size=vertices.shape))
    theirs = builders() if peers else {}
    contenders: dict[str, Any] = {
        "impinge": lambda _: Tree(Mesh(vertices, faces)),
        "impinge tree only": lambda _: Tree(mesh),
        "impinge morton": lambda _: Tree(mesh, builder="morton"),
        "impinge refit": lambda _: tree.refitted(moved),
        **{name: lambda _, make=make: make(vertices, faces) for name, make in theirs.items()},
    }
    times = in_turns(contenders, repetitions)
    ratios = {f"{name} / impinge": ratio(times[name], times["impinge"]) for name in theirs}
    ratios["build / refit"] = ratio(times["impinge tree only"], times["impinge refit"])
    return {
        "faces": len(faces),
        "times": {name: found.to_dict() for name, found in times.items()},
        "ratios": ratios,
        "bytes_per_triangle": tree.bytes / len(faces),
        "mesh_bytes_per_triangle": (vertices.nbytes + faces.nbytes) / len(faces),
    }


def growth(sizes: Sequence[int], repetitions: int, poses: int) -> Report:
    """Microseconds over meshes of one shape and many sizes, with the exponent of each query."""
    rows: list[Report] = []
    for size in sizes:
        a, b = mesh_pair("knot-bumpy", size)
        found, count = seeded_poses(a, b, (poses, poses, poses)), len(a.faces)
        at = found.matrices
        posed = at, at[found.of("separated")], at[found.of("deep")]
        contenders: dict[str, Any] = {"build": lambda _, a=a: Tree(a)}
        for (name, ask), some in zip(ASKED.items(), posed, strict=True):
            call = lambda _, ask=ask, a=a, b=b, at=some: ask(a, b, pose_b=at)  # noqa: E731
            contenders[name] = call, 1, len(some)
        figures = medians_us(contenders, repetitions)
        rows.append({"faces": count, **figures, "bytes_per_triangle": Tree(a).bytes / count})
    return {"rows": rows, "unit": "us", "exponents": exponents(rows, "faces", GROWING)}


def threads(a: Mesh, b: Mesh, poses: Poses, repetitions: int) -> Report:
    """One thread against two, on batches."""
    # Long enough for threads to matter.
    many = np.concatenate([poses.matrices] * 5)

    def ask_with(ask: Callable[..., Any], row: int) -> None:
        """Row 0 with one thread, row 1 with two."""
        with use_threads(row + 1):
            ask(a, b, pose_b=many)

    report: Report = {}
    for name, ask in ASKED.items():
        times = in_turns({name: (partial(ask_with, ask), 2)}, repetitions)[name]
        report[name] = ratio(times.rows([0]), times.rows([1]))
    return report


def _tables(report: Report) -> Iterator[Table]:
    size = "tree {bytes_per_triangle:.0f} bytes a triangle, mesh {mesh_bytes_per_triangle:.0f}"
    columns = {
        "what": "{what}", "median ms": "{median_us!k:.2f}", "minimum ms": "{minimum_us!k:.2f}",
        "ratio": "{ratio[median]:.2f} ({ratio[minimum]:.2f})",
    }  # fmt: skip
    for name, pair in report["pairs"].items():
        faces = " / ".join(f"{count:,}" for count in pair["faces"])
        for query in QUERIES:
            yield query_table(f"{name} ({faces} triangles): {query}", pair[query])
        built = pair["build"]
        known = {**built["ratios"], "impinge refit / impinge": built["ratios"]["build / refit"]}
        rows = [
            {**row, "ratio": known.get(f"{row['what']} / impinge")}
            for row in render.unfold(built["times"], "what")
        ]
        title = f"{name}: build ({built['faces']:,} triangles)"
        yield render.table(title, rows, columns, caption=size.format_map(built))


def _notes(report: Report) -> Iterator[str]:
    exact = "{wrong} of {pairs:,} pairs differ from exact arithmetic ({faces:,} faces in {poses} "
    error = "largest error {error_of_largest_coordinate:.1e} of the largest coordinate "
    for name, pair in report["pairs"].items():
        for query in QUERIES:
            found = pair[query]
            words = [queries.agreement_text(found, "ours are exact")]
            if query == "all pairs":
                words.append((exact + "poses)").format_map(found["reference"]))
                if found["reference"]["cgal"] is not None:
                    words.append(f"{found['reference']['cgal']} differ from CGAL")
            if query == "distance":
                words.append((error + "({error_poses} poses, {error_reference})").format_map(found))
            yield f"{name}, {query}: {'; '.join(words)}"
        yield f"{name}, from one thread to two: {_speedups(pair)}"


def _speedups(pair: Report) -> str:
    return ", ".join(f"{name} {seen['median']:.2f}x" for name, seen in pair["threads"].items())


def _growth_tables(report: Report) -> Iterator[Table]:
    found = report["growth"]
    names = {name: f"{{{name}:,.1f}}" for name in GROWING}
    columns = {"triangles": "{faces:,}", **names, "bytes / triangle": "{bytes_per_triangle:.0f}"}
    shown = render.table("growth (knot-bumpy), us", found["rows"], columns, words=0)
    yield render.with_powers(shown, "exponent", found["exponents"])


def _page(report: Report) -> Iterator[str | Table]:
    """The figures that the README quotes; medians."""

    def ratios(found: Report, ours: tuple[str, ...] = OURS) -> list[str]:
        return [ratio_cell(found["ratios"], p, ours, "not measured") for p in ("coal", "fcl")]

    pairs, start, rows = report["pairs"], report["startup"], []
    for name, pair in pairs.items():
        for query, group in zip(QUERIES, ("total", "deep", "total"), strict=True):
            row = pair[query]["classes"][group]
            own = " / ".join(f"{row['times'][ours]['median_us']:,.1f}" for ours in OURS)
            rows.append([name, query, f"{own} us", *ratios(row)])
        seen = pair["build"]
        own = f"{seen['times']['impinge']['median_us'] / 1e3:.1f} ms"
        rows.append([name, "build", own, *ratios(seen, ("impinge",))])
    first = next(iter(pairs.values()))
    worst = max(pair["distance"]["error_of_largest_coordinate"] for pair in pairs.values())
    exact = [pair["all pairs"]["reference"] for pair in pairs.values()]
    wrong, checked = (render.total(exact, key) for key in ("wrong", "pairs"))
    powers = ", ".join(f"{k} {v:.2f}" for k, v in report["growth"]["exponents"].items())
    refit = first["build"]["ratios"]["build / refit"]["median"]
    size = first["build"]["bytes_per_triangle"]
    notes = [
        f"Refit: {refit:.0f} times faster than build. Tree: {size:.0f} bytes a triangle.",
        f"Pairs of triangles that differ from exact arithmetic: {wrong} of {checked:,}.",
        f"Largest error of a distance: {worst:.1e} of the largest coordinate.",
        f"Growth with the number of triangles, exponents: {powers}.",
        f"From one thread to two: {_speedups(first)}.",
        f"`import impinge` {start['import_seconds']:.2f} s.",
        f"Fresh process to first answer: {start['first_answer_seconds']:.2f} s.",
    ]
    peers = render.version_text(report, "coal", "python-fcl")
    where = render.run_text(report, f", one thread, medians; {peers}")
    yield where + " Ratios are the peer's time / impinge's: batch (single call)."
    yield Table("", ["meshes", "question", "impinge batch / single", "coal", "fcl"], rows)
    yield render.listed(notes)


bench_meshes = Study(
    "meshes",
    {"pairs": measure},
    [
        Section("pairs", _tables, _notes, "bench:meshes", page=_page),
        Section("growth", _growth_tables),
        Section("startup", notes=lambda report: [STARTED.format_map(report["startup"])]),
    ],
    full={
        "faces": 70_000, "poses": (60, 80, 60), "repetitions": 7, "samples": 40,
        "sizes": [5_000, 20_000, 70_000, 280_000, 1_000_000], "growth_poses": 20, "processes": 5,
    },
    small={
        "faces": 1_500, "poses": (3, 4, 3), "repetitions": 2, "samples": 3,
        "sizes": [500, 2_000], "growth_poses": 2, "processes": 1,
    },
    options={"pairs": None}, first="pairs", installed=installed,
    peers_hint="coal and python-fcl", threads=1,
)  # fmt: skip
