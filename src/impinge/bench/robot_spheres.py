"""Robots of spheres beside robots of meshes: which states are free, and which surface is bare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from impinge.bench.interruptible_cases import points_at, surface_points
from impinge.bench.interruptible_trees import given_spheres
from impinge.bench.render import Report
from impinge.bench.robot_cases import problems_of
from impinge.bench.study import Run
from impinge.bench.timing import Array
from impinge.geometry import Mesh
from impinge.scene import Robot
from impinge.scenes.robot_models import panda_robot

ON = ("meshes", "spheres", "spheres only")


def measure_problems(run: Run) -> None:
    """Starts, goals and random configurations of problems, on meshes and on published spheres."""
    problems = problems_of(run)
    if not problems:
        return
    run.say("states of problems on meshes and on spheres")
    meshes, spheres = panda_robot(), panda_robot("panda_spherized")
    rows: dict[str, Report] = {}
    for k, problem in enumerate(problems):
        row = rows.setdefault(problem.scenario, {
            "scenario": problem.scenario, "problems": 0, "random": 0,
            **{f"{what} {on}": 0 for what in ("start", "goal", "random") for on in ON},
        })  # fmt: skip
        drawn = meshes.random(run.size["per_problem"], k)
        states = [[state[j] for j in meshes.joints] for state in (problem.start, problem.goal)]
        free = [~np.asarray(robot.collides(np.vstack([*states, drawn]), problem.scene))
                for robot in (meshes, spheres)]  # fmt: skip
        row["problems"] += 1
        row["random"] += len(drawn)
        free.append(free[1] & ~free[0])
        parts = {"start": slice(0, 1), "goal": slice(1, 2), "random": slice(2, None)}
        for (what, some), (on, seen) in product(parts.items(), zip(ON, free, strict=True)):
            row[f"{what} {on}"] += int(seen[some].sum())
    bare = uncovered(meshes, spheres, meshes.neutral(), run.size["samples"])
    moving = [link for link in bare if link.link != meshes.link_names[0]]
    surfaces = [total(bare)._replace(link="all links"),
                total(moving)._replace(link="without the base"), *bare]  # fmt: skip
    run.put("problems", {"rows": list(rows.values()), "surfaces": [s._asdict() for s in surfaces]})


class Uncovered(NamedTuple):
    """Surface of a link: its area [m2], the share outside all spheres, how far out [m]."""

    link: str
    area: float
    outside: float
    farthest: float


def uncovered(meshes: Robot, spheres: Robot, q: Array, samples: int) -> list[Any]:
    """For each link, how much of its meshes lies outside every sphere of the other robot.

    ``samples`` points a mesh are spread evenly over its area; vertices are looked at as well for
    the farthest one.
    """
    centres, radii = _spheres(spheres, q)
    found: dict[str, list[tuple[float, float, float]]] = {}
    for k, (link, mesh, pose) in enumerate(_meshes(meshes, q)):
        spread = points_at(mesh, *surface_points(mesh, samples, k))
        gaps, corners = (
            _gaps(points @ pose[:3, :3].T + pose[:3, 3], centres, radii)
            for points in (spread, mesh.vertices)
        )
        farthest = max(float(gaps.max()), float(corners.max()), 0.0)
        found.setdefault(link, []).append((mesh.area, float((gaps > 0.0).mean()), farthest))
    return [Uncovered(link, *_joined(rows)) for link, rows in found.items()]


def total(rows: list[Uncovered]) -> Uncovered:
    """All links together."""
    return Uncovered("all", *_joined([row[1:] for row in rows]))


def _joined(rows: Any) -> tuple[float, float, float]:
    areas, shares, farthest = np.array(rows).T
    return float(areas.sum()), float(areas @ shares / areas.sum()), float(farthest.max())


def _spheres(robot: Robot, q: Array) -> tuple[Array, Array]:
    """Centres in the world, and radii."""
    centres, radii, links = given_spheres(robot.articulation, robot.link_names)
    poses = robot.links(q)[links]
    return np.einsum("nij,nj->ni", poses[:, :3, :3], centres) + poses[:, :3, 3], radii


def _meshes(robot: Robot, q: Array) -> Iterator[tuple[str, Mesh, Array]]:
    for link, pose in zip(robot.articulation.links, robot.links(q), strict=True):
        for shape, place in link.shapes:
            if isinstance(shape, Mesh):
                yield link.name, shape, pose @ place


def _gaps(points: Array, centres: Array, radii: Array) -> Array:
    """(n,): how far points are outside all spheres; negative inside of one."""
    found = np.full(len(points), np.inf)
    for centre, radius in zip(centres, radii, strict=True):
        np.minimum(found, np.linalg.norm(points - centre, axis=1) - radius, out=found)
    return found
