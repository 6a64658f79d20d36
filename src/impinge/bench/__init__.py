"""Side-by-side measurements, with and without peers, and the check that answers are right.

=====================================  ==========================================================
:func:`bench_meshes`                   triangle meshes against coal and python-fcl
:func:`bench_convex`                   convex pairs against coal, python-fcl and MuJoCo; errors
:func:`bench_hulls`                    hulls against Qhull, coal and python-fcl; a crowd of them
:func:`bench_adversarial`              difficult convex pairs, every answer checked
:func:`bench_budgets`                  answers within a time budget: certain, wrong, late
:func:`bench_pairs`                    broad phases, against ipctk and coal
:func:`bench_volumes`                  bounding volumes and hierarchies, on any model
:func:`bench_polyhedra`                deformable polyhedra: directions, facets kept, growth, coal
:func:`bench_response`                 contact against motion space: time, memory, conditioning
:func:`bench_robots`                   robots against pinocchio with coal; problems on spheres
:func:`bench_tets`                     vertices in tetrahedra against libigl; depth by method
:func:`bench_cloth`                    surfaces that fold, against ipctk; wild steps, responses
:func:`bench_scene`                    ten thousand moving meshes against trimesh
:func:`bench_interruptible`            contacts of bodies that deform, within a budget
:func:`bench_detect`                   what sampled detection misses
:func:`bench_ccd`                      moving features against ipctk; exact sets
:func:`bench_catch`                    articulated models from one configuration to another
:func:`self_check`                     a few seconds of answers compared with brute force
:mod:`~impinge.bench.study`            what a benchmark is: parts, options, peers, cases
:mod:`~impinge.bench.render`           reports as tables, Markdown blocks and plots
:mod:`~impinge.bench.timing`           contenders in one process, in turns, equally often
:mod:`~impinge.bench.exact`            references in exact arithmetic, for meshes
:mod:`~impinge.bench.convex_reference` the same, and decimals of many digits, for convex shapes
=====================================  ==========================================================

Answers are compared before a ratio is printed. Imports every room below. Imported by cli.
"""

from impinge.bench.budgets import bench_budgets
from impinge.bench.catch import bench_catch
from impinge.bench.ccd import bench_ccd
from impinge.bench.cloth import bench_cloth
from impinge.bench.convex import bench_convex
from impinge.bench.convex_adversarial import bench_adversarial
from impinge.bench.detect import bench_detect
from impinge.bench.hulls import bench_hulls
from impinge.bench.interruptible import bench_interruptible
from impinge.bench.meshes import bench_meshes
from impinge.bench.pairs import bench_pairs
from impinge.bench.polyhedra import bench_polyhedra
from impinge.bench.response import bench_response
from impinge.bench.robots import bench_robots
from impinge.bench.scene import bench_scene
from impinge.bench.selfcheck import self_check
from impinge.bench.tets import bench_tets
from impinge.bench.volumes import bench_volumes

__all__ = [
    "bench_adversarial",
    "bench_budgets",
    "bench_catch",
    "bench_ccd",
    "bench_cloth",
    "bench_convex",
    "bench_detect",
    "bench_hulls",
    "bench_interruptible",
    "bench_meshes",
    "bench_pairs",
    "bench_polyhedra",
    "bench_response",
    "bench_robots",
    "bench_scene",
    "bench_tets",
    "bench_volumes",
    "self_check",
]
