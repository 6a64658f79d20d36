"""``impinge bench catch --part back-end``: hull trees beside triangle trees, along small steps.

One of two copies of a link's mesh turns and slides by small steps. Each back end measures the
distance at every step, with and without its cache; compiled entries are timed, without the checks
of public functions. Times are the best repetition of each step, averaged over steps: other load
only adds. Distances are compared with the triangle tree's; a relative difference above 1e-12 is
counted, and hides the ratio. The hulls alone are a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from impinge.bench.render import Report, Section
from impinge.bench.study import Run, differing
from impinge.bench.timing import Array, Contender, in_turns
from impinge.geometry import Mesh, bumpy_sphere
from impinge.hierarchy.hull_tree import HullTree, hull_tree
from impinge.hierarchy.tree import tree_of
from impinge.io import load_mesh
from impinge.narrow import distance, hull_of
from impinge.narrow.kernels.convex_rows import measure_ordered
from impinge.narrow.kernels.hull_walk import CACHE, distance_hull_trees
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, PAIR_ROW
from impinge.narrow.kernels.rows import distance_rows_from
from impinge.scenes.articulated_parts import limb
from impinge.scenes.assembly import rotation
from impinge.scenes.mesh_pairs import data_at
from impinge.scenes.poses import posed, random_rotation
from impinge.scenes.robot_models import model_file, quiet_robot

FULL = {"robots": ("panda", "ur5", "talos"), "men": ("king", "knight"), "a_robot": 2,
        "most_faces": 20_000, "moves": 100}  # fmt: skip
SMALL = {"robots": (), "men": (), "a_robot": 1, "most_faces": 2_000, "moves": 4}
LINK = (0.08, 0.08, 0.22)
"""Half the lengths of a mannequin's link [m]."""
GAPS = {"near": 0.01, "far": 0.5}
"""Distance at the first step, as a share of the mesh's size."""
TURN, SLIDE = np.radians(1.0), 0.002
"""A step: an angle, and a displacement as a share of the mesh's size."""
SAME = 1e-12
NAMES = ("triangles", "triangles, cached", "hull tree", "hull tree, cached", "hulls only")
EXACT = NAMES[:4]


def measure_back_ends(run: Run) -> None:
    """Times a call, and pieces, by mesh and gap."""
    size = run.size
    # Compiled before builds are timed.
    HullTree(turned_man(6, 4))
    for title, mesh in _meshes(run):
        began = perf_counter()
        pieces = HullTree(mesh)
        seconds = perf_counter() - began
        rng = np.random.default_rng((run.options["seed"], len(mesh.faces)))
        for gap, share in GAPS.items():
            run.say(f"{title}, {gap}")
            poses = coherent_poses(mesh, share, size["moves"], rng)
            contenders = back_ends(mesh, poses)
            wrong = differing(
                {name: contenders[name] for name in EXACT}, lambda a, b: abs(a - b) <= SAME * b
            )
            times = in_turns(contenders, size["repetitions"])
            run.add("back_ends", {
                "mesh": title, "faces": len(mesh.faces), "pieces": pieces.patch_count,
                "build_s": seconds, "megabytes": 1e-6 * pieces.bytes, "gap": gap,
                "overlaps": sum(contenders[NAMES[0]].ask(k) == 0.0 for k in range(len(poses))),
                "differ": wrong,
                "us": {name: 1e6 * times[name].undisturbed() for name in NAMES},
            })  # fmt: skip


def _meshes(run: Run) -> Iterator[tuple[str, Mesh]]:
    """Meshes of links, by name: by recipe, of the data folder, and of installed robots."""
    size = run.size
    yield "mannequin link", limb(*((8, 6) if run.quick else (20, 33)), LINK)
    yield "chessman", turned_man(*((8, 6) if run.quick else (40, 79)))
    for name in size["men"]:
        file = data_at(f"articulated/chess_chesseract/{name}.obj")
        if file is not None:
            yield f"{name}.obj", load_mesh(file)
        else:
            run.say(f"{name}: IMPINGE_DATA names no folder with chessmen")
    for name in size["robots"]:
        urdf = model_file(name)
        if urdf is None:
            run.say(f"{name}: example-robot-data is not installed; `make peers` adds it")
            continue
        links = {
            link.name: shape
            for link in quiet_robot(urdf).articulation.links for shape, _ in link.shapes
            if isinstance(shape, Mesh) and len(shape.faces) <= size["most_faces"]
        }  # fmt: skip
        largest = sorted(links, key=lambda link: -len(links[link].faces))
        for link in largest[: size["a_robot"]]:
            yield f"{name} {link}", links[link]


def turned_man(n: int, k: int) -> Mesh:
    """A body of revolution with foot, waist, collar and head, 2 n k faces: a chessman."""
    ball = bumpy_sphere(n, k)
    x, y, z = (ball.vertices / np.linalg.norm(ball.vertices, axis=1)[:, None]).T
    height = 1.0 - 2.0 * np.arccos(np.clip(z, -1.0, 1.0)) / np.pi
    wide = (0.16 + 0.05 * np.cos(3.0 * np.pi * height) - 0.05 * height) * np.sqrt(1.0 - z * z)
    around = np.hypot(x, y)
    scale = np.where(around > 1e-9, wide / np.maximum(around, 1e-9), 0.0)
    return Mesh(np.stack([scale * x, scale * y, 0.5 * height], axis=1), ball.faces)


def coherent_poses(mesh: Mesh, share: float, steps: int, rng: np.random.Generator) -> Array:
    """(steps, 4, 4) poses of a second mesh: a gap to the first, then small turns and slides."""
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    size, middle = float(np.linalg.norm(high - low)), 0.5 * (low + high)
    way = rng.normal(size=3)
    way /= np.linalg.norm(way)
    turn, at = random_rotation(rng), 2.5 * size

    def about(turn: Array, shift: Array) -> Array:
        """The pose that turns about the middle, then shifts."""
        return posed(turn, middle - turn @ middle + shift)

    for _ in range(20):
        gap = float(distance(mesh, mesh, None, about(turn, at * way)).distance)
        at -= gap - share * size
    axis, slide = rng.normal(size=3), np.cross(way, rng.normal(size=3))
    axis, slide = axis / np.linalg.norm(axis), slide / np.linalg.norm(slide)
    return np.stack([
        about(rotation(TURN * step * axis) @ turn, at * way + SLIDE * size * step * slide)
        for step in range(steps)
    ])  # fmt: skip


def back_ends(mesh: Mesh, poses: Array) -> dict[str, Contender]:
    """Contenders that measure the distance at each step; cached ones in the order of steps."""
    rest, steps = np.eye(4), len(poses)
    places = np.argsort(tree_of(mesh).faces)
    tree, pieces, packed = tree_of(mesh)._arrays, hull_tree(mesh), hull_of(mesh)._packed
    side = pieces._arrays, pieces._tree._arrays
    rows, hull_row = np.empty((1, PAIR_ROW)), np.empty(PAIR_ROW)
    first, cache = np.full((1, 2), -1, np.int64), np.full(CACHE, -1, np.int64)

    def triangles(cached: bool) -> Callable[[int], float]:
        def ask(step: int) -> float:
            if step == 0 or not cached:
                first[:] = -1
            distance_rows_from(tree, rest[None], tree, poses[step : step + 1], first, rows, 0, 1)
            first[0] = places[int(rows[0, FEATURE_A])], places[int(rows[0, FEATURE_B])]
            return float(rows[0, GAP])

        return ask

    def hulls(cached: bool) -> Callable[[int], float]:
        def ask(step: int) -> float:
            if step == 0 or not cached:
                cache[:] = -1
            distance_hull_trees(side, rest, side, poses[step], cache, rows[0])
            return float(rows[0, GAP])

        return ask

    def alone(step: int) -> float:
        measure_ordered(packed, 0, rest, packed, 0, poses[step], False, hull_row)
        return float(hull_row[GAP])

    asks = triangles(False), triangles(True), hulls(False), hulls(True), alone
    return {name: Contender(ask, steps) for name, ask in zip(NAMES, asks, strict=True)}


def _ratio(row: Report, one: str, other: str) -> str:
    return "refused" if any(row["differ"].values()) else f"{row['us'][one] / row['us'][other]:.1f}x"


SECTION = Section.of_rows("back_ends", "distance of two links along small steps", {
    "mesh": "{mesh}", "faces": "{faces:,}", "pieces": "{pieces:,}", "gap": "{gap}",
    "overlaps": "{overlaps}", **{f"{name}, us": f"{{us[{name}]:.1f}}" for name in NAMES},
    "differ": lambda row: sum(row["differ"].values()),
    "triangles / hull tree": lambda row: _ratio(row, *NAMES[0:3:2]),
    "the same, cached": lambda row: _ratio(row, *NAMES[1:4:2]),
    "build, s": "{build_s:.2f}", "MB": "{megabytes:.1f}",
}, "bench:catch-back-ends")  # fmt: skip
