"""``impinge bench volumes``: bounding volumes and hierarchies compared, on any model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from impinge.bench.study import Run, Study
from impinge.bench.volume_report import SECTIONS
from impinge.bench.volume_scenes import volume_scene
from impinge.bench.volume_trees import choices
from impinge.bench.volume_walks import climbing, cut_short, orders, updates
from impinge.geometry import Mesh
from impinge.io import load_mesh
from impinge.scenes import shape
from impinge.scenes.shapes import DEFORMATIONS, SHAPES

FULL: dict[str, Any] = {
    "faces": 3_000, "poses": (12, 16, 12), "many": (20, 60, 20), "repetitions": 5,
    "calls": 20_000, "frames": 24, "most": [2**k for k in range(13)],
    "hull": (10_000, 26, 200), "volumes": ("sphere", "aabb", "obb", "dop18", "ellipsoid"),
}  # fmt: skip
QUICK: dict[str, Any] = {
    "faces": 200, "poses": (2, 2, 2), "many": (2, 4, 2), "repetitions": 1,
    "calls": 500, "frames": 3, "most": [1, 16, 256],
    "hull": (200, 26, 5), "volumes": ("aabb", "obb", "ellipsoid"),
}  # fmt: skip
DEFORMING = {"wave": "flat", "twist": "concave"}
"""Which of the generated shapes is deformed how."""


def measure(run: Run) -> None:
    size, files = run.size, run.options["mesh"]
    repetitions = size["repetitions"]
    run.report |= {"repetitions": repetitions, "scenes": {}, "orders": {}}
    meshes, many = _meshes(files, size["faces"]), []
    for name, mesh in meshes.items():
        run.say(f"{name}: {len(mesh.faces):,} triangles; poses")
        scene = volume_scene(name, mesh, size["poses"])
        many.append(volume_scene(name, mesh, size["many"], seed=8))
        run.say(f"{name}: volumes, builders, arities, leaf sizes")
        run.report["scenes"][name] = choices(scene, size["calls"], repetitions)
        run.say(f"{name}: orders")
        run.put("orders", name, orders(scene, (repetitions + 1) // 2))
    run.say("walks cut short")
    run.put("cut short", cut_short(many, size["most"], repetitions))
    for name, how, mesh in _deforming(meshes, generated=not files):
        run.say(f"{name}: {how}")
        found = updates(mesh, how, size["frames"], size["volumes"], repetitions)
        run.put("updates", f"{name}, {how}", found)
    run.say("climbing")
    vertices, k, frames = size["hull"]
    run.put("climbing", climbing(vertices, k, frames, repetitions))


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


bench_volumes = Study(
    "volumes", {"volumes": measure}, SECTIONS, FULL, QUICK, options={"mesh": None}, first="mesh",
    threads=1,
)  # fmt: skip
"""Meshes of files, each against itself; the four generated shapes if none are given."""
