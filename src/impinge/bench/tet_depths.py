"""Depth of ``impinge bench tets``: time by stage, and bodies pressed deeper and deeper.

Consistent depth beside closest points [Heidelberger2004]_. On real meshes single directions jump
with both. What differs: how far apart neighbouring vertices are pushed, and how much of the total
push points back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.bench.render import Line, Panel, Report, Section, grouped, line_plot
from impinge.bench.study import Run
from impinge.bench.timing import no_collection
from impinge.contacts import TetDepths, tet_depth
from impinge.geometry import TetMesh
from impinge.io import load
from impinge.narrow.tet_bodies import joined_of
from impinge.scenes.bricks import brick, brick_crowd
from impinge.scenes.mesh_pairs import data_at

METHODS = ("consistent", "closest")
APART = 0.5
"""Cosine of 60 degrees."""


def measure_stages(run: Run) -> None:
    """How long hashing, edges and propagation take."""
    # Of pairs, the second body is pressed halfway along x.
    pairs = {name: _pressed(body, 0.55) for name, body in _bodies().items()}
    scenes = {"crowd": brick_crowd(100, run.size["total"]), **pairs}
    for name, meshes in scenes.items():
        run.say(f"stages: {name}")
        with no_collection():
            # Stages are timed by the clock on the wall, which others on the machine disturb.
            seen = [tet_depth(meshes) for _ in range(5 * run.size["repetitions"] + 1)][1:]
        stages = {key: 1e3 * min(found.seconds[key] for found in seen) for key in seen[0].seconds}
        run.add("stages", {
            "scene": name, "tets": sum(len(mesh.tets) for mesh in meshes), "rows": len(seen[0]),
            "exits": len(seen[0].exits), "layers": int(seen[0].layer.max(initial=-1)) + 1,
            "ms": stages, "shares": {k: t / sum(stages.values()) for k, t in stages.items()},
        })  # fmt: skip


def _bodies() -> dict[str, TetMesh]:
    """Bodies, two of them pressed into each other."""
    found = {"balls": _ball()}
    if path := data_at("deformable/ipc/bunny.msh"):
        found["bunnies"] = load(path)  # type: ignore[assignment]
    return found


def _ball() -> TetMesh:
    """A brick whose shells are pulled onto spheres."""
    cube = brick((12, 12, 12))
    x = cube.vertices / 6.0 - 1.0
    radius = np.abs(x).max(axis=1, keepdims=True)
    length = np.linalg.norm(x, axis=1, keepdims=True)
    return cube.with_vertices(
        x * np.divide(radius, length, out=np.ones_like(length), where=length > 0)
    )


def _pressed(body: TetMesh, offset: float) -> list[TetMesh]:
    step = [offset * np.ptp(body.bounds[:, 0]), 0.0, 0.0]
    return [body, body.with_vertices(body.vertices + step)]


def measure_presses(run: Run) -> None:
    """Bodies that are pressed into each other along x, and a tower through a block."""
    offsets = np.linspace(0.8, 0.3, run.size["presses"])
    for name, body in _bodies().items():
        run.say(f"presses: {name}")
        for offset in offsets:
            meshes = _pressed(body, float(offset))
            row: Report = {"scene": name, "offset": float(offset)}
            for method in METHODS:
                found = tet_depth(meshes, method=method, self_collision=False)
                row[method] = {"apart": _apart(meshes, found), "back": _back(found)}
            run.add("presses", row | {"rows": len(found)})
    block, tower = brick((10, 10, 4)), brick((2, 2, 12), 0.5)
    for depth in np.linspace(0.2, 3.4, run.size["presses"]):
        meshes = [block, tower.with_vertices(tower.vertices + np.array([4.3, 4.4, 4.0 - depth]))]
        row = {"depth": float(depth)}
        for method in METHODS:
            found = tet_depth(meshes, method=method)
            mine = found.object == 1
            row[method] = float(found.direction[mine, 2].min(initial=1.0))
        run.add("tower", row)


def _apart(meshes: list[TetMesh], found: TetDepths) -> float:
    """Share of neighbouring vertices inside that are pushed more than 60 degrees apart."""
    scene = joined_of(meshes)
    offsets, neighbours = scene.neighbours
    row_of = np.full(len(scene.object_of_vertex), -1)
    row_of[scene.first_vertex[found.object] + found.vertex] = np.arange(len(found))
    first = np.repeat(np.arange(len(row_of)), np.diff(offsets))
    both = (row_of[first] >= 0) & (row_of[neighbours] >= 0) & (first < neighbours)
    a, b = (found.direction[row_of[some[both]]] for some in (first, neighbours))
    return float(((a * b).sum(axis=1) < APART).mean()) if both.any() else 0.0


def _back(found: TetDepths) -> float:
    """Share of the push on the second body that points back where it came from."""
    mine = found.object == 1
    total = float(found.depth[mine].sum())
    return float(found.depth[mine] @ found.direction[mine, 0]) / total if total > 0.0 else 1.0


def _press_plot(report: Report) -> Any:
    given = []
    for name, rows in grouped(report["presses"], "scene").items():
        x = [1.0 - row["offset"] for row in rows]
        for key, title, scale in (("apart", "neighbours > 60 degrees apart [%]", 100.0),
                                  ("back", "share of the push that points back", 1.0)):  # fmt: skip
            lines = [Line(x, [scale * row[m][key] for row in rows], m) for m in METHODS]
            given.append(Panel(lines, f"{name}: {title}", "pressed by [sizes]"))
    rows = report["tower"]
    lines = [Line([row["depth"] for row in rows], [row[m] for row in rows], m) for m in METHODS]
    given.append(Panel(lines, "tower: lowest z of directions", "depth [m], of 4"))
    return line_plot(
        "Consistent depth beside closest points",
        "Two bodies pressed into each other along x, and a tower pressed through a block.",
        given, (13.0, 0.9 + 3.3 * -(-len(given) // 3)), columns=min(3, len(given)),
        legend=len(METHODS),
    )  # fmt: skip


DEPTH_SECTIONS = (
    Section.of_rows("stages", "depth by stage, one thread", {
        "scene": "{scene}", "tets": "{tets:,}", "rows": "{rows:,}", "exits": "{exits:,}",
        "layers": "{layers}", "hashing [ms]": "{ms[hashing]:.2f}", "edges [ms]": "{ms[edges]:.2f}",
        "propagation [ms]": "{ms[propagation]:.2f}",
        "shares [%]": "{shares[hashing]!p:.0f} / {shares[edges]!p:.0f} / "
                      "{shares[propagation]!p:.0f}",
    }, "bench:tets-stages"),
    Section.of_rows(
        "presses",
        "pressed bodies: neighbours pushed more than 60 degrees apart, and push that points back", {
            "scene": "{scene}", "offset": "{offset:.2f}", "rows": "{rows:,}",
            "apart, consistent [%]": "{consistent[apart]!p:.1f}",
            "closest [%]": "{closest[apart]!p:.1f}",
            "back, consistent": "{consistent[back]:.2f}", "closest": "{closest[back]:.2f}",
        }, "bench:tets-presses", plots={"tets_presses.png": _press_plot}, groups=1,
    ),
    Section.of_rows("tower", "a tower through a block of 4 m: lowest z of all directions", {
        "depth [m]": "{depth:.2f}", "consistent": "{consistent:+.2f}", "closest": "{closest:+.2f}",
    }, "bench:tets-presses"),
)  # fmt: skip
