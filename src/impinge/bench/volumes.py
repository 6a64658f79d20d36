"""``impinge bench volumes``: bounding volumes and hierarchies compared, on any model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from impinge.bench.machine import report_head
from impinge.bench.volume_choices import choices
from impinge.bench.volume_climbing import climbing
from impinge.bench.volume_orders import cut_short, orders
from impinge.bench.volume_scenes import volume_scene
from impinge.bench.volume_updates import updates
from impinge.core.threads import use_threads
from impinge.geometry import Mesh
from impinge.io import load_mesh
from impinge.scenes import shape
from impinge.scenes.shapes import DEFORMATIONS, SHAPES

Report = dict[str, Any]

FULL: dict[str, Any] = {
    "faces": 3_000, "poses": (12, 16, 12), "many": (20, 60, 20), "repetitions": 5,
    "calls": 20_000, "frames": 24, "most": [2**k for k in range(13)],
    "hull": (10_000, 26, 200), "volumes": ("sphere", "aabb", "obb", "dop18"),
}  # fmt: skip
QUICK: dict[str, Any] = {
    "faces": 200, "poses": (2, 2, 2), "many": (2, 4, 2), "repetitions": 1,
    "calls": 500, "frames": 3, "most": [1, 16, 256],
    "hull": (200, 26, 5), "volumes": ("aabb", "obb"),
}  # fmt: skip
DEFORMING = {"wave": "flat", "twist": "concave"}
"""Which of the generated shapes is deformed how."""


def bench_volumes(
    files: list[Path] | None = None,
    *,
    quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Everything that is measured about volumes and trees, as one dictionary ready for JSON.

    Parameters
    ----------
    files : list of Path, optional
        Meshes to compare volumes on, each against itself; the four generated shapes if not given.
    quick : bool, optional
        Tiny meshes and few poses: does everything run? Its figures mean nothing.
    say : callable, optional
        Called with a line about what is being done.
    keep : callable, optional
        Called with the report so far after each shape.
    """
    size = QUICK if quick else FULL
    meshes = _meshes(files, size["faces"])
    report: Report = {
        **report_head("volumes", quick=quick),
        "repetitions": size["repetitions"],
        "scenes": {},
        "orders": {},
    }
    with use_threads(1):
        many = []
        for name, mesh in meshes.items():
            say(f"{name}: {len(mesh.faces):,} triangles; poses")
            scene = volume_scene(name, mesh, size["poses"])
            many.append(volume_scene(name, mesh, size["many"], seed=8))
            say(f"{name}: volumes, builders, arities, leaf sizes")
            report["scenes"][name] = choices(scene, size["calls"], size["repetitions"])
            say(f"{name}: orders")
            report["orders"][name] = orders(scene, (size["repetitions"] + 1) // 2)
            keep(report)
        say("walks cut short")
        report["cut short"] = cut_short(many, size["most"], size["repetitions"])
        report["updates"] = {}
        for name, how, mesh in _deforming(meshes, generated=not files):
            say(f"{name}: {how}")
            report["updates"][f"{name}, {how}"] = updates(
                mesh, how, size["frames"], size["volumes"], size["repetitions"]
            )
            keep(report)
        say("climbing")
        vertices, k, frames = size["hull"]
        report["climbing"] = climbing(vertices, k, frames, size["repetitions"])
    return report


def _meshes(files: list[Path] | None, faces: int) -> dict[str, Mesh]:
    """By name: that of the file, with its folders where two files are called alike."""
    if not files:
        return {name: shape(name, faces) for name in SHAPES}
    stems = [file.stem for file in files]
    return {
        file.stem if stems.count(file.stem) == 1 else str(file): load_mesh(file) for file in files
    }


def _deforming(meshes: dict[str, Mesh], *, generated: bool) -> list[tuple[str, str, Mesh]]:
    if generated:
        return [(name, how, meshes[name]) for how, name in DEFORMING.items()]
    return [(name, how, mesh) for name, mesh in meshes.items() for how in DEFORMATIONS]
