"""``impinge bench cloth``: surfaces that fold. Self-intersections, proximities, steps, responses.

Sheets of about 50,000 triangles, moved in every call, as cloth is. ipctk says whether edges pass
through faces, and builds its list of near features. Times are processor time of one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.ccd_peers import collision_mesh
from impinge.bench.cloth_steps import STEP_SECTIONS, measure_responses, measure_steps
from impinge.bench.render import Cell, Line, Panel, Report, Section, grouped, line_plot
from impinge.bench.study import Run, Study, compared, exponents, importable, ratio_to
from impinge.bench.timing import in_turns
from impinge.core.arrays import Array
from impinge.geometry import Mesh
from impinge.narrow import SelfIntersections, proximities, self_intersections
from impinge.scenes import folds

SHEETS: dict[str, Callable[[int], Mesh]] = {
    "draped": folds.draped_sheet, "folded": folds.folded_sheet, "rolled": folds.rolled_sheet,
    "crossing": partial(folds.folded_sheet, crossing=0.015), "crumpled": folds.crumpled_sheet,
}  # fmt: skip
STRIPS: dict[str, Callable[[int], Mesh]] = {"cone strip": folds.cone_strip, "ribbon": folds.ribbon}
"""Normals on one side, and crossing: only their outlines tell."""
THICKNESS = 1e-3
SWAY = 2e-3
"""How far vertices move from frame to frame [m]."""
OPTIONS: dict[str, dict[str, Any]] = {
    "masks of 26": {}, "masks of 62": {"directions": 62}, "cones": {"culling": "cones"},
    "boxes": {"culling": "boxes"}, "contour by angle": {"contour": "angle"},
    "contour off": {"contour": "off"}, "aabb": {"volume": "aabb"}, "dop14": {"volume": "dop14"},
    "dop26": {"volume": "dop26"},
}  # fmt: skip
"""The defaults (masks of 26, exact contours, dop18), and one change of them at a time."""
STAGES = ("update", "directions", "detect")
BESIDE: dict[str, Cell] = {
    "impinge [ms]": "{times[impinge][minimum_us]!k:.1f}",
    "ipctk [ms]": "{times[ipctk][minimum_us]!k:.1f}", "ratio": ratio_to("ipctk"),
}  # fmt: skip


class Ipctk:
    """ipctk on one thread: its mesh is prepared once, vertices come with each call."""

    def __init__(self, mesh: Mesh) -> None:
        import ipctk

        self._ipctk, self._mesh = ipctk, collision_mesh(mesh)

    def crosses(self, vertices: Array) -> bool:
        return bool(self._ipctk.has_intersections(self._mesh, vertices))

    def near(self, vertices: Array) -> Any:
        found = self._ipctk.NormalCollisions()
        found.build(self._mesh, vertices, THICKNESS)
        return found

    def nearest(self, vertices: Array) -> float:
        """Least distance of features within the thickness [m]; inf if there are none."""
        found = self.near(vertices)
        return float(np.sqrt(found.compute_minimum_distance(self._mesh, vertices)))


def swaying(mesh: Mesh, count: int) -> list[Array]:
    """Vertices of a mesh that sways a little, frame by frame."""
    v = mesh.vertices
    waves = np.sin(7.0 * v[:, [1, 2, 0]] + 3.0 * v[:, [2, 0, 1]])
    return [v + SWAY * np.sin(0.7 * k) * waves for k in range(count)]


def measure_speed(run: Run) -> None:
    """Self-intersections and proximities of moved sheets, beside the peer."""
    for name, make in SHEETS.items():
        mesh = make(run.size["cells"])
        run.say(f"{name} sheet of {len(mesh.faces):,} triangles")
        row: Report = {"sheet": name, "triangles": len(mesh.faces)}
        ours, times = _beside(
            run, mesh, self_intersections, Ipctk.crosses,
            lambda peer, vertices, one: peer.crosses(vertices) != bool(len(one.pairs)),
        )  # fmt: skip
        seen = {stage: float(min(1e3 * o.seconds[stage] for o in ours)) for stage in STAGES}
        run.add("speed", row | seen | _work(ours[0]) | times)
        near, times = _beside(
            run, mesh, lambda mesh: proximities(mesh, THICKNESS), Ipctk.near,
            lambda peer, vertices, one: not np.isclose(
                peer.nearest(vertices), _nearest(one), rtol=1e-6, atol=1e-12
            ),
        )  # fmt: skip
        counts = {"vertex_face": len(near[0].vertex_face), "edge_edge": len(near[0].edge_edge)}
        run.add("near", row | counts | times)


def _beside(
    run: Run, mesh: Mesh, ask: Callable[[Mesh], Any], other: Callable[[Ipctk, Array], Any],
    differ: Callable[[Ipctk, Array, Any], bool],
) -> tuple[list[Any], Report]:  # fmt: skip
    """Answers about a swaying mesh in all frames, and times beside peers with the same answers."""
    frames = swaying(mesh, run.size["frames"])
    moved = [np.asfortranarray(v) for v in frames]
    peers = {name: make(mesh) for name, make in run.peers.items()}
    ours = [ask(mesh.with_vertices(v)) for v in frames]
    who: Any = {"impinge": (lambda i: ask(mesh.with_vertices(frames[i])), len(frames))}
    who |= {name: (lambda i, p=p: other(p, moved[i]), len(frames)) for name, p in peers.items()}
    wrong = {
        name: sum(differ(p, v, one) for v, one in zip(moved, ours, strict=True))
        for name, p in peers.items()
    }
    return ours, compared(who, run.size["repetitions"], wrong, process_time)


def _nearest(found: Any) -> float:
    return float(min(np.min(part.distance, initial=np.inf)
                     for part in (found.vertex_face, found.edge_edge)))  # fmt: skip


def _work(found: SelfIntersections) -> Report:
    return {"pairs": len(found.pairs), "visited": found.visited, "tested": found.tested}


def _in_turns(
    run: Run, mesh: Mesh, options: dict[str, dict[str, Any]]
) -> tuple[dict[str, SelfIntersections], dict[str, float]]:
    """What each choice of options finds, and the milliseconds it takes; compiled before."""
    who: Any = {
        key: lambda _, given=given: self_intersections(mesh, **given)
        for key, given in options.items()
    }
    seen = in_turns(who, run.size["repetitions"], process_time)
    found = {key: self_intersections(mesh, **given) for key, given in options.items()}
    return found, {key: 1e3 * times.minimum() for key, times in seen.items()}


def measure_growth(run: Run) -> None:
    """Fig. 18: regions visited by discretisation, with curvature and without."""
    for name in ("draped", "folded", "rolled"):
        for cells in run.size["growth"]:
            mesh = SHEETS[name](cells)
            run.say(f"growth: {name}, {len(mesh.faces):,} triangles")
            options = {key: {"culling": key} for key in ("masks", "boxes")}
            found, ms = _in_turns(run, mesh, options)
            row: Report = {"sheet": name, "triangles": len(mesh.faces)}
            for key in options:
                row |= {f"{key}_visited": found[key].visited, f"{key}_ms": ms[key]}
            run.add("growth", "rows", row)
        rows = [row for row in run.report["growth"]["rows"] if row["sheet"] == name]
        run.put("growth", "powers", name, exponents(rows, "triangles", [
            "masks_visited", "boxes_visited", "masks_ms", "boxes_ms"]))  # fmt: skip


def measure_options(run: Run) -> None:
    """One option at a time: what it costs, and what it misses."""
    for name, make in (SHEETS | STRIPS).items():
        cells = run.size["cells"]
        mesh = make(cells if name in SHEETS else max(cells // 4, 4))
        run.say(f"options: {name}")
        answers, ms = _in_turns(run, mesh, OPTIONS)
        every = set(map(tuple, answers["boxes"].pairs.tolist()))
        for key, found in answers.items():
            pairs = set(map(tuple, found.pairs.tolist()))
            run.add("options", {
                "sheet": name, "option": key, "ms": ms[key], **_work(found),
                "missed": len(every - pairs), "false": len(pairs - every),
                **{stage: 1e3 * found.seconds[stage] for stage in STAGES},
            })  # fmt: skip


def _growth_notes(report: Report) -> Iterator[str]:
    for name, power in report["growth"]["powers"].items():
        if power:
            yield (f"{name}: visited grows with exponent {power['masks_visited']:.2f}, "
                   f"with boxes {power['boxes_visited']:.2f}; time {power['masks_ms']:.2f}, "
                   f"{power['boxes_ms']:.2f}")  # fmt: skip


def _growth_plot(report: Report) -> Any:
    given: list[Panel] = []
    for name, rows in grouped(report["growth"]["rows"], "sheet").items():
        sizes = [row["triangles"] for row in rows]
        lines = [Line(sizes, [row[f"{key}_visited"] for row in rows], key)
                 for key in ("masks", "boxes")]  # fmt: skip
        y = "" if given else "regions and pairs visited"
        given.append(Panel(lines, f"{name} sheet", "triangles", y, "xy"))
    return line_plot(
        "Self-collision by curvature: regions visited",
        "The same surface, cut finer. Masks cull what is not bent enough to meet itself.",
        given, (12.0, 4.2), same_y=True,
    )  # fmt: skip


bench_cloth = Study(
    "cloth",
    {
        "speed": measure_speed, "growth": measure_growth, "options": measure_options,
        "steps": measure_steps, "responses": measure_responses,
    },
    [
        Section.of_rows("speed", "all self-intersections, beside has_intersections", {
            "sheet": "{sheet}", "triangles": "{triangles:,}", "pairs": "{pairs:,}",
            "visited": "{visited:,}", "tested": "{tested:,}", "update [ms]": "{update:.1f}",
            "directions": "{directions:.1f}", "detect": "{detect:.1f}", **BESIDE,
        }, "bench:cloth-speed"),
        Section.of_rows(
            "near", f"proximities within {1e3 * THICKNESS:g} mm, beside NormalCollisions.build", {
                "sheet": "{sheet}", "triangles": "{triangles:,}", "vertex-face": "{vertex_face:,}",
                "edge-edge": "{edge_edge:,}", **BESIDE,
            }, "bench:cloth-near",
        ),
        Section.of_rows("growth", "regions visited by discretisation", {
            "sheet": "{sheet}", "triangles": "{triangles:,}",
            "visited, masks": "{masks_visited:,}", "boxes": "{boxes_visited:,}",
            "time, masks [ms]": "{masks_ms:.1f}", "boxes [ms]": "{boxes_ms:.1f}",
        }, "bench:cloth-growth", within="rows", notes=_growth_notes,
            plots={"cloth_growth.png": _growth_plot}, groups=1),
        Section.of_rows("options", "one option at a time", {
            "sheet": "{sheet}", "option": "{option}", "time [ms]": "{ms:.1f}",
            "update": "{update:.1f}", "directions": "{directions:.1f}", "detect": "{detect:.1f}",
            "visited": "{visited:,}", "tested": "{tested:,}", "pairs": "{pairs:,}",
            "missed": "{missed!m}", "false": "{false!m}",
        }, "bench:cloth-options", words=2, groups=1),
        *STEP_SECTIONS,
    ],
    full={"cells": 158, "frames": 3, "repetitions": 5, "growth": (40, 80, 120, 160, 240),
          "steps": 500, "drop_cells": 16, "drop_seconds": 1.5,
          "drop_steps": (1 / 30, 1 / 60, 1 / 120, 1 / 240, 1 / 480)},
    small={"cells": 16, "frames": 2, "repetitions": 1, "growth": (8, 16), "steps": 4,
           "drop_cells": 4, "drop_seconds": 0.1, "drop_steps": (1 / 60, 1 / 120)},
    packages=("ipctk",), installed=lambda: importable({"ipctk": ("ipctk", Ipctk)}),
    peers_hint="ipctk", threads=1,
)  # fmt: skip
