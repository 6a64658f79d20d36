"""Pages to begin with: each shows one thing that the library does, without any file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import impinge as im
from impinge.geometry import bumpy_sphere
from impinge.hierarchy import RegionTree
from impinge.narrow import proximities, self_intersections
from impinge.partition import Octree
from impinge.viewer import View

if TYPE_CHECKING:
    from impinge.scenes import Encounter


FINE = 480, 48
"""Vertices along and around a knot that is smooth to the eye."""


class Example(NamedTuple):
    """A page: what it shows, and what makes it."""

    about: str
    make: Callable[[], View]
    mode: str = "picture"
    """How its picture is taken; see :func:`impinge.viewer.browser.take_picture`."""
    smooth: bool = False
    """Whether large surfaces take most of the 256 colours of its picture."""


EXAMPLES: dict[str, Example] = {}
"""By name, in the order of the gallery."""


def _example(about: str, **more: Any) -> Callable[[Callable[[], View]], None]:
    """What makes an example is called like it."""

    def added(make: Callable[[], View]) -> None:
        EXAMPLES[make.__name__[1:].replace("_", "-")] = Example(about, make, **more)

    return added


def _met(one: Encounter, title: str) -> View:
    """Two things that move, and their first contact."""
    view = im.View(title)
    for name, shape, motion in zip(*one, strict=True):
        view.add(shape, name, motion)
    return view.add(im.time_of_impact(*one.shapes, *one.motions))


def _moved(x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0) -> np.ndarray:
    from impinge.scenes.assembly import placed

    return placed(x, y, z, turn)


@_example("Two meshes and their shortest connection.")
def _distance() -> View:
    knot, ball = im.torus_knot(*FINE), im.icosphere(0.55, 5)
    pose = _moved(0.75, 1.3, 0.9)
    view = im.View("Two meshes and their distance").add(knot, "knot").add(ball, "ball", pose)
    return view.add(im.distance(knot, ball, None, pose))


@_example("The lines along which two meshes cross.")
def _crossing() -> View:
    knot, ball = im.torus_knot(*FINE), im.icosphere(0.75, 5)
    pose = _moved(0.5, -0.35, 0.15)
    view = im.View("Where two surfaces cross")
    view.add(knot, "knot").add(ball, "ball", pose, opacity=0.5)
    return view.add(im.intersecting_pairs(knot, ball, None, pose))


@_example("How deep two solids are in each other, and the way out.")
def _depth() -> View:
    from impinge.scenes.convex_pairs import round_hull

    crystal, box = round_hull(60), im.Box((1.4, 1.1, 0.7))
    pose = _moved(0.7, -0.12, 0.3, 0.5)
    found = im.penetration(box, crystal, None, pose)
    free = pose.copy()
    free[:3, 3] += found.depth * found.direction
    view = im.View("How deep, and the shortest way out")
    view.add(box, "box", opacity=0.4).add(crystal, "crystal", pose, opacity=0.4).add(found)
    return view.add(crystal, "crystal, moved out", free, "b", 0.16)


@_example("The levels of four trees: spheres, boxes, oriented boxes, k-DOPs.")
def _volumes() -> View:
    knot, knots = im.torus_knot(*FINE), im.Scene()
    kinds = {"sphere": "spheres", "aabb": "boxes", "obb": "oriented boxes", "kdop": "14-DOPs"}
    places = {kind: _moved(2.7 * (k % 2), -2.7 * (k // 2)) for k, kind in enumerate(kinds)}
    for kind, pose in places.items():
        knots.add(f"knot in {kinds[kind]}", knot, pose)
    view = im.View("The same level of four trees around one mesh")
    view.add(knots, "The mesh, four times", colour="neutral", contacts=False)
    for kind, pose in places.items():
        view.volumes(knot, kind, pose, name=f"Tree of {kinds[kind]}", level=5)
        view.label(kinds[kind], pose[:3, 3] + (0.5, -0.8, -0.6))
    return view


@_example("What a broad phase hands on, and what of it touches.")
def _pairs() -> View:
    from impinge.scenes import tray_of_parts

    scene = tray_of_parts(30)
    scene.remove("floor")
    view = im.View("Candidates of the broad phase, and pairs that really touch")
    return view.add(scene, "Parts", colour="neutral", opacity=0.5, contacts=False).pairs(scene)


@_example("Every clash among 2,000 parts of a machine.")
def _clash() -> View:
    from impinge.scenes import clash_machine

    return im.View("Clashes among 2,000 parts").add(clash_machine(2000).scene(), "Machine")


@_example("Contact points, normals and depths of a heap of solids.")
def _pile() -> View:
    from impinge.scenes import pile

    return im.View("Contacts of a pile").add(pile(), "Pile", colour="neutral")


@_example("Parcels on a belt, with the contacts of every frame.", mode="picture&frame=40")
def _recording() -> View:
    from impinge.scenes import conveyor

    scene, recording = conveyor()
    return im.View("A recording, and the contacts of every frame").recording(recording, scene)


@_example(
    "A sheet of 10,000 vertices waves for 300 frames, with plots over time.",
    mode="picture&frame=120",
    smooth=True,
)
def _sheet() -> View:
    from impinge.scenes import waving_sheet

    run = waving_sheet()
    view = im.View("A sheet in the wind, its fringe, and dust")
    for name, colour in (("sheet", "touch"), ("pole", "neutral")):
        view.add(run.things[name], name, colour=colour)
    return view.recording(run)


@_example("Regions of a draped sheet, level by level.", smooth=True)
def _regions() -> View:
    from impinge.scenes import draped_sheet

    sheet = draped_sheet(100)
    view = im.View("Regions of a draped sheet, from single faces to the whole")
    return view.add(sheet, "sheet", colour="neutral").add(RegionTree(sheet))


@_example("Where a folded sheet meets itself, and the regions looked at to find it.", smooth=True)
def _self_intersections() -> View:
    from impinge.scenes import folded_sheet

    sheet = folded_sheet(100, folds=2, gap=0.06, crossing=0.035)
    view = im.View("Where a folded sheet meets itself, and what was looked at to find it")
    return view.add(sheet, "sheet", colour="neutral").add(self_intersections(sheet))


@_example("Parts of a folded sheet that are near each other.")
def _proximities() -> View:
    from impinge.scenes import folded_sheet

    sheet = folded_sheet(24, folds=2, gap=0.06, crossing=0.024)
    view = im.View("Parts of a folded sheet that are near each other")
    view.add(sheet, "sheet", colour="neutral", opacity=0.5)
    return view.add(proximities(sheet, 0.025))


@_example("A blade that turns 50 times in a step meets a thin post.")
def _blade() -> View:
    from impinge.scenes import blade_and_post

    return _met(blade_and_post(), "A blade that turns 50 times in a step, and a post of 1 mm")


@_example("A gear slides towards another: which teeth touch first, and when.")
def _gears() -> View:
    from impinge.scenes import sliding_gear

    return _met(sliding_gear(), "A gear that slides and turns towards another")


@_example("The cells of an octree around a knot.")
def _cells() -> View:
    knot = im.torus_knot(*FINE)
    tree = Octree.from_triangles(knot.vertices, knot.faces, cells="exact", leaf_size=768)
    view = im.View("Cells of an octree around the triangles of a mesh")
    return view.add(knot, "knot", colour="neutral").cells(tree)


@_example("Rays, and where they hit a surface first.")
def _rays() -> View:
    ball = bumpy_sphere(224, 220)
    x, y = (0.9 * v.ravel() for v in np.meshgrid(*[np.linspace(-1.0, 1.0, 21)] * 2))
    origins = np.stack([x, y, np.full(len(x), 1.5)], axis=1)
    hits = im.cast_ray(ball, origins, (0.0, 0.0, -1.0))
    there = np.isfinite(hits.distance)
    view = im.View("What rays hit first").add(ball, "bumpy ball", colour="neutral")
    segments = np.stack([origins[there], hits.point[there]], axis=1)
    return view.lines(segments, "rays", "a", 1.0).add(hits)
