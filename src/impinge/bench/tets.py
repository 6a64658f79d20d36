"""``impinge bench tets``: vertices in tetrahedra, and depth that keeps its side.

Crowds of bricks of the sizes of a published table [Teschner2003]_, all vertices moving. libigl
finds the element of a point in one mesh: it is asked object by object, with a tree built in each
frame (meshes deform), boxes of objects culled and points outside of them left out before. It finds
no self-collisions; ours are included. Times are processor time of one thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.plot_style import SERIES
from impinge.bench.render import Line, Panel, Report, Section, line_plot
from impinge.bench.study import Run, Study, compared, exponents, importable, ratio_to
from impinge.bench.tet_depths import DEPTH_SECTIONS, measure_presses, measure_stages
from impinge.bench.tet_worlds import SOFT_SECTION, measure_soft
from impinge.bench.timing import in_turns
from impinge.core.arrays import Array
from impinge.geometry import TetMesh
from impinge.narrow import TetHits, TetTable
from impinge.scenes.bricks import PUBLISHED, brick_crowd, crowd_frames

AGREE = 1e-4
"""Share of vertices that may be inside for one of us only: libigl rounds."""
SEED = 2
"""Of crowds in which even the two objects of one scene overlap."""
SHAPES = {"1 : 1 : 1": (1, 1, 1), "2 : 1 : 1": (2, 1, 1), "4 : 1 : 1": (4, 1, 1),
          "2 : 2 : 1": (2, 2, 1), "8 : 1 : 1": (8, 1, 1)}  # fmt: skip
"""Shapes of cells, all of the volume of a cube with the mean edge."""
GROWN = {
    "objects": "{objects:,}", "tets": "{tets:,}", "vertices": "{vertices:,}", "hits": "{hits:,}",
    "tested": "{tested:,}", "time [ms]": "{ms:.2f}",
}  # fmt: skip


class Libigl:
    """libigl, object by object."""

    def __init__(self, meshes: Sequence[TetMesh]) -> None:
        import igl

        self._igl, self._tets = igl, [np.array(mesh.tets) for mesh in meshes]

    def find(self, vertices: Sequence[Array]) -> set[tuple[int, int, int]]:
        """Object and vertex, and the other object that contains it."""
        return {
            (i, vertex, j)
            for j, objects, numbers in self.elements(vertices)
            for i, vertex in zip(objects.tolist(), numbers.tolist(), strict=True)
        }

    def elements(self, vertices: Sequence[Array]) -> list[tuple[int, Any, Any]]:
        lower = np.array([v.min(axis=0) for v in vertices])
        upper = np.array([v.max(axis=0) for v in vertices])
        found = []
        for j, (corners, tets) in enumerate(zip(vertices, self._tets, strict=True)):
            near = ((lower <= upper[j]) & (upper >= lower[j])).all(axis=1)
            near[j] = False
            parts, objects, numbers = [], [], []
            for i in np.flatnonzero(near).tolist():
                some = vertices[i]
                inside = ((some >= lower[j]) & (some <= upper[j])).all(axis=1)
                parts.append(some[inside])
                numbers.append(np.flatnonzero(inside))
                objects.append(np.full(len(numbers[-1]), i))
            if sum(map(len, parts)) == 0:
                continue
            tree = self._igl.AABB()
            tree.init(corners, tets)
            element = self._igl.in_element(corners, tets, np.concatenate(parts), tree)
            hit = np.asarray(element) >= 0
            found.append((j, np.concatenate(objects)[hit], np.concatenate(numbers)[hit]))
        return found


def measure_table(run: Run) -> None:
    """The five scenes of the table."""
    for row in PUBLISHED[: run.size["scenes"]]:
        run.say(f"{row.objects} objects, {row.tets:,} tets")
        meshes = brick_crowd(row.objects, row.tets, seed=SEED)
        frames = list(crowd_frames(meshes, run.size["frames"]))
        table = TetTable(meshes)
        who: Any = {"impinge": (lambda i, t=table, f=frames: t.find(f[i]), len(frames))}
        hits, wrong = table.find(frames[0]), {}
        for name, make in run.peers.items():
            peer = make(meshes)
            who[name] = (lambda i, p=peer, f=frames: p.elements(f[i]), len(frames))
            differ = len(peer.find(frames[0]) ^ _others(hits))
            wrong[name] = int(differ > AGREE * len(hits))
        found = {**_sizes(meshes), "published_ms": row.milliseconds, **_work(hits)}
        run.add("table", found | compared(who, run.size["repetitions"], wrong, process_time))


def _others(hits: TetHits) -> set[tuple[int, int, int]]:
    """Object, vertex and other object, without self-collisions."""
    rows = hits.pairs[hits.pairs[:, 0] != hits.pairs[:, 2]]
    return set(map(tuple, rows[:, :3].tolist()))


def _sizes(meshes: Sequence[TetMesh]) -> Report:
    return {
        "objects": len(meshes), "tets": sum(len(mesh.tets) for mesh in meshes),
        "vertices": sum(len(mesh.vertices) for mesh in meshes),
    }  # fmt: skip


def _work(hits: TetHits) -> Report:
    return {
        "hits": len(hits), "cells_visited": hits.cells_visited, "tested": hits.tested,
        "slots": hits.slots, "used": hits.used,
    }  # fmt: skip


def _timed(run: Run, tables: dict[str, TetTable], frames: Sequence[Any]) -> dict[str, float]:
    """Milliseconds of each table, the best of all repetitions of each frame."""
    who = {name: (lambda i, t=t: t.find(frames[i]), len(frames)) for name, t in tables.items()}
    seen = in_turns(who, run.size["repetitions"], process_time)
    return {name: 1e3 * times.undisturbed() for name, times in seen.items()}


def measure_growth(run: Run) -> None:
    """More tetrahedra in as many objects as before, and as many in more objects."""
    for key, sizes in (("tets", run.size["tets"]), ("objects", run.size["objects"])):
        for n in sizes:
            objects, tets = (n // 500, n) if key == "tets" else (n, run.size["total"])
            run.say(f"growth: {objects} objects, {tets:,} tets")
            meshes = brick_crowd(objects, tets, cells=(5, 5, 4) if key == "tets" else None)
            frames = list(crowd_frames(meshes, 2))
            table = TetTable(meshes)
            ms = _timed(run, {"ours": table}, frames)["ours"]
            work = _work(table.find(frames[0]))
            run.add("growth", key, {**_sizes(meshes), "ms": ms, **work})
    rows = run.report["growth"]
    run.put("growth", "exponent", exponents(rows["tets"], "tets", ("ms",)))
    times = [row["ms"] for row in rows["objects"]]
    run.put("growth", "flat", max(times) / min(times))


def measure_options(run: Run) -> None:
    """Cell size, cell shape, table size, hash function and test, one at a time."""
    meshes = brick_crowd(100, run.size["total"])
    frames = list(crowd_frames(meshes, 2))
    edge = TetTable(meshes).find(frames[0]).cell
    count = sum(len(mesh.vertices) for mesh in meshes)
    given: dict[str, dict[str, dict[str, Any]]] = {
        "cell / mean edge": {f"{c:g}": {"cell": c * edge} for c in run.size["cells"]},
        "cell shape": {
            name: {"cell": tuple(np.array(shape) / np.prod(shape) ** (1 / 3) * edge)}
            for name, shape in SHAPES.items()
        },
        "slots / vertices": {
            f"{share:g}": {"slots": max(1, int(share * count))} for share in run.size["slots"]
        },
        "hash": {name: {"hash": name} for name in ("primes", "sum", "mixed")},
        "test": {name: {"test": name} for name in ("barycentric", "half-space")},
    }  # fmt: skip
    for option, values in given.items():
        run.say(f"options: {option}")
        tables = {name: TetTable(meshes, **value) for name, value in values.items()}
        seen = _timed(run, tables, frames)
        rows = {name: table.find(frames[0]) for name, table in tables.items()}
        first = next(iter(rows.values()))
        for name, hits in rows.items():
            run.add("options", {
                "option": option, "value": name, "ms": seen[name],
                "same": bool(np.array_equal(hits.pairs, first.pairs)), **_work(hits),
            })  # fmt: skip


def _growth_notes(report: Report) -> Iterator[str]:
    if power := report["growth"]["exponent"]:
        yield f"time grows with the number of tetrahedra to the power {power['ms']:.2f}"
    yield f"slowest over fastest number of objects: {report['growth']['flat']:.2f}"


def _options_plot(report: Report) -> Any:
    rows = report["options"]
    given: list[Panel] = []
    for option in ("cell / mean edge", "slots / vertices"):
        some = [row for row in rows if row["option"] == option]
        line = Line([float(row["value"]) for row in some], [row["ms"] for row in some])
        given.append(Panel([line], option, option, "" if given else "time [ms]", "xy"))
    some = [row for row in rows if row["option"] in ("cell shape", "hash", "test")]

    def bars(ax: Any) -> None:
        names = [f"{row['option']}: {row['value']}" for row in some]
        ax.barh(names, [row["ms"] for row in some], color=SERIES[0])
        ax.invert_yaxis()

    given.append(Panel([], "cell shape, hash, test", "time [ms]", "", "x", None, (1.0, None),
                       more=bars))  # fmt: skip
    return line_plot(
        "Spatial hashing: one option at a time",
        "Processor time of one thread. Rows are the same for all of them.", given, (13.0, 4.2),
    )  # fmt: skip


def _growth_plot(report: Report) -> Any:
    given: list[Panel] = []
    for key, title in (("tets", "more tetrahedra"), ("objects", "objects of equal total")):
        rows = report["growth"][key]
        line = Line([row[key] for row in rows], [row["ms"] for row in rows])
        given.append(Panel([line], title, key, "" if given else "time [ms]", "xy"))
    return line_plot(
        "Vertices in tetrahedra: growth",
        "Processor time of one thread, all vertices moving.",
        given,
        (8.0, 4.0),
    )


bench_tets = Study(
    "tets",
    {
        "table": measure_table, "growth": measure_growth, "options": measure_options,
        "stages": measure_stages, "presses": measure_presses, "soft": measure_soft,
    },
    [
        Section.of_rows("table", "vertices in tetrahedra, one thread, all moving", {
            "objects": "{objects}", "tets": "{tets:,}", "vertices": "{vertices:,}",
            "hits": "{hits:,}", "2003, Pentium 4 [ms]": "{published_ms:.0f}",
            "impinge [ms]": "{times[impinge][minimum_us]!k:.2f}",
            "libigl [ms]": "{times[libigl][minimum_us]!k:.2f}", "ratio": ratio_to("libigl"),
        }, "bench:tets-table"),
        Section.of_rows("growth", "more tetrahedra", GROWN, "bench:tets-growth", within="tets"),
        Section.of_rows("growth", "more objects of equal total", GROWN, "bench:tets-growth",
                        within="objects", notes=_growth_notes,
                        plots={"tets_growth.png": _growth_plot}),
        Section.of_rows("options", "one option at a time", {
            "option": "{option}", "value": "{value}", "time [ms]": "{ms:.2f}",
            "cells visited": "{cells_visited:,}", "tested": "{tested:,}", "slots": "{slots:,}",
            "used": "{used:,}",
            "rows": lambda row: "same" if row["same"] else "[red]differ[/red]",
        }, "bench:tets-options", plots={"tets_options.png": _options_plot}, words=2, groups=1),
        *DEPTH_SECTIONS, SOFT_SECTION,
    ],
    full={"scenes": 5, "frames": 4, "repetitions": 7, "tets": (5_000, 20_000, 50_000, 200_000),
          "objects": (1, 10, 100, 1000), "total": 50_000, "presses": 12, "steps": 360,
          "cells": (0.3, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 4.0), "slots": (0.05, 0.2, 0.5, 1, 2, 8)},
    small={"scenes": 2, "frames": 2, "repetitions": 1, "tets": (500, 1000), "objects": (1, 10),
           "total": 1000, "cells": (0.5, 1.0), "slots": (0.5, 2), "presses": 3, "steps": 2},
    packages=("libigl",), installed=lambda: importable({"libigl": ("igl", Libigl)}),
    peers_hint="libigl", threads=1,
)  # fmt: skip
