"""``impinge warmup``: compile kernels now, not at the first query."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from threading import Thread
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

import impinge as im
from impinge import (
    contacts,
    continuous,
    geometry,
    hierarchy,
    narrow,
    pairs,
    partition,
    response,
    simulation,
)
from impinge.cli.reporting import console, reported
from impinge.core.cache import cache_info
from impinge.core.compiling import KERNELS, WATCH, compile_seconds, say_nothing
from impinge.core.errors import ImpingeError
from impinge.core.progress import progress
from impinge.core.threads import thread_count
from impinge.scene import Robot

GROUPS = (
    "meshes",
    "convex",
    "contacts",
    "scene",
    "points",
    "motion",
    "boxes",
    "geometry",
    "robots",
    "simulation",
)
FORMER = {"pairs": ("meshes", "convex"), "contacts": ("contacts", "scene"), "motions": ("motion",)}
"""Groups by the names that they had before; contacts of a scene are contacts."""
MOST_PROCESSES = 256
FEW = 200
"""Below this many files the cache counts as cold: making a few shapes leaves some, a full one has
4,000."""


@reported
def warmup(
    groups: Annotated[
        list[str] | None,
        typer.Argument(help=f"Any of {', '.join(GROUPS)}; all if none is given."),
    ] = None,
    *,
    processes: Annotated[
        int | None, typer.Option(help="How many compile at once; one for each core if not given.")
    ] = None,
) -> None:
    """Compile, or load, the kernels of some groups of queries, or of all, by tiny queries."""
    if processes is not None and not 1 <= processes <= MOST_PROCESSES:
        raise ImpingeError(f"processes: {processes}, expected 1 to {MOST_PROCESSES}")
    asked: set[str] = set()
    for group in groups or GROUPS:
        if group not in GROUPS and group not in FORMER:
            raise ImpingeError(f"groups: {group!r}, expected any of {', '.join(GROUPS)}")
        asked.update(FORMER.get(group, (group,)))
    chosen = tuple(group for group in GROUPS if group in asked)
    start = perf_counter()
    workers = compile_groups(chosen, processes)
    seconds, memory = (sum(column) for column in zip(*workers, strict=True))
    number = "1 process" if len(workers) == 1 else f"{len(workers)} processes"
    console().print(
        f"{', '.join(chosen)}: ready after {perf_counter() - start:.1f} s "
        f"({seconds:.1f} s of compiling, {memory / 2**20:.0f} MB in {number})"
    )


def compile_groups(
    chosen: tuple[str, ...], processes: int | None = None
) -> list[tuple[float, int]]:
    """Compile groups of kernels on all cores; seconds of compiling and bytes of each process."""
    workers: dict[int, tuple[float, int]] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        processes or thread_count(), context, initializer=_begin_worker
    ) as pool:
        counts = pool.submit(_counts).result()
        # Neighbours are of different groups: they share fewer kernels, and wait less.
        asked = [(name, k) for k in range(max(counts.values())) for name in chosen]
        waiting = [pool.submit(_ask, name, k) for name, k in asked if k < counts[name]]
        with progress(len(waiting), "kernels") as done:
            for k, finished in enumerate(as_completed(waiting)):
                process, seconds, memory = finished.result()
                workers[process] = seconds, memory
                done(k + 1)
    return list(workers.values())


def compile_ahead(*groups: str) -> None:
    """Compile groups on all cores where next to nothing was compiled before: one process would take
    twice as long.
    """
    info = cache_info()
    if info["writable"] and info["files"] < FEW and thread_count() > 1:
        WATCH.say(KERNELS)
        say_nothing()
        compile_groups(groups)


def _begin_worker() -> None:
    """Leave the bar and interrupts to the process that shows it, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say_nothing()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process that is killed does not end its workers: they would wait for work forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _ask(group: str, k: int) -> tuple[int, float, int]:
    """Ask one question; this process, and the seconds and bytes that compiling has taken in it."""
    import resource

    _questions()[group][k]()
    return os.getpid(), compile_seconds()[0], 1024 * resource.getrusage(0).ru_maxrss


def _counts() -> dict[str, int]:
    return {name: len(asked) for name, asked in _questions().items()}


@cache
def _questions() -> dict[str, list[Callable[[], Any]]]:
    return questions()


def _touching_spheres(box: Any) -> None:
    """A sphere tree, and contacts of a body that it moves."""
    coarse = im.TetMesh([[-2, -2, -2], [9, 0, 0], [0, 9, 0], [0, 0, 9]], [[0, 1, 2, 3]])
    for skin in ("links", "linear"):
        body = hierarchy.ReducedBody(box, coarse, levels=1, skin=skin)
        narrow.contacts_within(body, body.moved(coarse.vertices + 0.1)).pairs.sum()


def _near_itself(ball: Any) -> None:
    """Features of a surface near each other, and what follows: forces, steps, cloth."""
    from impinge.scenes import world

    near, still = narrow.proximities(ball, 0.3), 0.0 * ball.vertices
    masses = np.ones(len(still))
    response.mechanical(near, masses, still, thickness=0.3, stiffness=1.0)
    response.geometrical(near, masses, ball.vertices, still, thickness=0.3)
    narrow.edge_face_intersections(ball)
    simulation.cloth_step(ball, -ball.vertices, masses=masses, dt=0.01, thickness=0.01)
    world("five-cloths", cells=2).step(20)


def questions() -> dict[str, list[Callable[[], Any]]]:
    """Tiny questions by group; together they use every entry kernel."""
    from impinge.scenes.bricks import brick_crowd

    box, ball = im.box_mesh((1.0, 1.0, 1.0)), im.icosphere(0.6, 2)
    crate, pill = im.Box((1.0, 1.0, 1.0)), im.Capsule(0.3, 1.0)
    one = np.eye(4)
    many = np.stack([one] * 9)
    many[:, 0, 3] = np.linspace(0.0, 4.0, 9)
    off = one.copy()
    # Off by more than rounding: the path that replaces a rotation by the nearest.
    off[0, 0] += 1e-9
    points = np.zeros((9, 3))
    triangles = box.vertices[box.faces[:2]]
    moved = ball.with_vertices(1.1 * ball.vertices)
    brick, floor = geometry.Box((1.0, 1.0, 1.0)), geometry.HalfSpace((0.0, 0.0, 1.0))
    parts = geometry.Compound([(brick, None), (box, None)])
    low = np.linspace(0.0, 1.0, 900).reshape(300, 3)
    high = low + 0.01
    four = np.arange(12.0).reshape(4, 3)
    tets = brick_crowd(2, 100, crowded=2.0)
    # As many as a broad phase does not take for few.
    scene = im.Scene.from_dict({f"{i}": (brick, box, crate)[i % 3] for i in range(9)})
    # One inside the other, without touching, and one of parts.
    small = {"pea": geometry.icosphere(0.1, 1), "ball": geometry.Sphere(0.1)}
    filled = im.Scene.from_dict({"box": box, "parts": parts, **small}, solid=True)
    links = [geometry.Link("a", [box]), geometry.Link("b", [brick]), geometry.Link("c", [ball])]
    turns = [geometry.Joint(x + y, "ball", x, y) for x, y in ("ab", "bc")]
    robot, q = Robot(geometry.Articulation(links, turns)), np.tile([0.0, 0.0, 0.0, 1.0], (9, 2))
    robot.ignore("a", "c")
    step = im.Motion.from_velocity(None, (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    return {
        "meshes": [
            lambda: im.overlap(box, ball, one, one),
            lambda: im.overlap(box, ball, off, many),
            lambda: im.overlap(box, ball, one, one, margin=0.1),
            lambda: im.distance(box, ball, one, one),
            lambda: im.distance(box, ball, None, many),
            lambda: im.overlap_within(box, ball, one, one, budget=1.0),
            lambda: im.distance_within(box, ball, one, one, budget=1.0),
            lambda: im.intersecting_pairs(box, ball, one, one),
            lambda: im.intersecting_pairs(box, ball, None, many),
            lambda: im.overlap(box, moved),
            lambda: im.overlap(box, ball, None, many, solid=True),
            lambda: narrow.regions_of(box, ball, None, many),
            lambda: [narrow.self_intersections(box, culling=name) for name in ("masks", "cones")],
            lambda: [
                narrow.ContactTracker(box, ball, trust=trust).update(vertices_b=ball.vertices + 0.4)
                for trust in (False, True)
            ],
            lambda: narrow.directional_depth(
                box, ball, None, many, direction=(0.0, 0.0, 1.0), solid=True
            ),
            lambda: im.overlap(box, brick, None, many, solid=True),
            lambda: im.distance(box, brick, None, many),
            lambda: im.distance(box, floor, None, many),
            lambda: narrow.penetration(box, brick, None, many),
            lambda: im.overlap(parts, brick, None, many),
            lambda: im.distance(parts, parts, None, many),
            lambda: hierarchy.Tree(ball, builder="morton"),
            lambda: hierarchy.Tree(ball, volume="aabb"),
            lambda: im.collide(box, ball, None, many),
            lambda: _near_itself(ball),
        ],
        "convex": [
            # More vertices than lanes: queries make a table of directions for such hulls.
            lambda: im.distance(im.Hull(ball.vertices), crate, one, one),
            lambda: im.overlap(crate, pill, one, one),
            lambda: im.overlap(crate, pill, None, many),
            lambda: im.distance(crate, pill, one, one),
            lambda: im.distance([crate, pill], crate, None, many[:2]),
            lambda: im.penetration(crate, pill, one, one),
            lambda: im.penetration(crate, pill, None, many),
            lambda: im.distance(crate, floor, one, one),
            lambda: im.collide(crate, pill, one, one),
            lambda: im.collide(crate, pill, None, many),
        ],
        "contacts": [
            lambda: im.collide(crate, crate, one, one),
            lambda: im.collide(box, crate, one, many, solid=True),
            lambda: im.collide(box, floor, one, one),
            lambda: im.collide(box, ball, one, one, margin=0.1),
            lambda: _touching_spheres(box),
        ],
        "scene": [
            scene.collide,
            lambda: scene.move("0", off),
            scene.collide,
            lambda: scene.cast_ray(points, points + 1.0),
            lambda: scene.time_of_impact({"0": many[3], "1": step}),
            filled.collide,
            lambda: filled.cast_ray(points, points + 1.0),
        ],
        "points": [
            lambda: im.closest_point(box, points, one),
            lambda: im.cast_ray(box, points, points + 1.0, one),
            lambda: im.contains(box, points, one),
            lambda: hierarchy.winding_number(box, points),
            lambda: im.closest_point(im.Sphere(1.0), points, one),
            lambda: im.cast_ray(im.Sphere(1.0), points, points + 1.0, one),
            lambda: im.contains(im.Sphere(1.0), points, one),
            lambda: im.contains(im.HeightField(np.zeros((2, 2)), 1.0), points, one),
            lambda: narrow.points_in_tets(tets[0], points),
            lambda: contacts.tet_depth(tets),
            lambda: contacts.tet_depth(tets, method="closest"),
            lambda: narrow.edges_through_faces(tets),
        ],
        "motion": [
            lambda: step.pose(0.5),
            lambda: step.velocity(0.5),
            step.enclosure,
            lambda: step.speed_bound(1.0),
            lambda: step.deviation(im.ScrewMotion(one, off), 1.0),
            lambda: continuous.impact_vertex_face(four, four[::-1].copy()),
            lambda: continuous.impact_edge_edge([four], [four + 1.0]),
            lambda: im.time_of_impact(crate, crate, step, many),
            lambda: im.time_of_impact(box, crate, step, many),
            lambda: im.stay_free(crate, crate, step, many),
            lambda: im.time_of_impact(box, ball, step, many),
            lambda: im.stay_free(box, crate, step, many),
            lambda: im.stay_free(box, ball, step, many),
            lambda: continuous.collision_free_step(ball, moved),
        ],
        "boxes": [
            *(lambda find=find: find(low, high) for find in pairs.METHODS.values()),
            lambda: pairs.find_pairs_between(low, high, low, high),
            lambda: _swung(pairs.IncrementalSweep(low, high), low, high),
            lambda: _swung(pairs.DynamicTree(low, high), low, high),
            *(
                lambda make=make: _swung(make(low, high), low, high)
                for make in (
                    partition.UniformGrid,
                    partition.SpatialHash,
                    partition.Octree,
                    partition.KdTree,
                )
            ),
            lambda: partition.BspTree(box).locate(points),
            lambda: partition.BspTree(box).back_to_front((9.0, 9.0, 9.0)),
            lambda: pairs.DynamicTree(low, high).find(low[0], high[0]),
            lambda: pairs.DynamicTree(low, high).cast_ray(low[0], high[0]),
        ],
        "geometry": [
            lambda: geometry.closest_segments(triangles[:, :2], triangles[:, 1:]),
            lambda: geometry.closest_triangles(triangles, triangles + 0.5),
            lambda: geometry.closest_points_on_triangles(points[:2], triangles),
            lambda: geometry.overlap_triangles(triangles, triangles + 0.5),
        ],
        "robots": [
            lambda: robot.collides(q, scene),
            lambda: robot.collides(q, scene, margin=0.1),
            lambda: robot.closest(q, scene),
            lambda: robot.collide(q, scene),
            lambda: robot.links(robot.integrate(q, robot.difference(q, q))),
        ],
        "simulation": [partial(_fallen, method) for method in ("stepping", "events", "penalty")],
    }


def _fallen(method: str) -> None:
    """Let a box fall onto a floor."""
    world = simulation.World(method=method, integrator="rk4")
    world.add("floor", im.HalfSpace((0.0, 0.0, 1.0)), fixed=True)
    world.add("box", im.Box((1.0, 1.0, 1.0)), im.pose((0.0, 0.0, 0.501)))
    world.step(10)


def _swung(phase: Any, low: Any, high: Any) -> None:
    """Ask a broad phase for pairs before and after boxes have moved, gone and come."""
    phase.pairs()
    for step in (1e-3, 0.5):
        phase.move([1], low[1:2] + step, high[1:2] + step)
        phase.pairs()
    phase.remove([2])
    phase.add(low[2:3], high[2:3])
    phase.pairs()
