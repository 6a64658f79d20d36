"""A picture to be composed: things, answers, volumes, cells and recordings, as layers of a page."""

from __future__ import annotations

import copy
import html
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.continuous import FreeStep
from impinge.core.arrays import as_whole
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag, shown
from impinge.geometry import PointCloud, TetMesh, as_shape
from impinge.hierarchy import ReducedBody
from impinge.io.load_mesh import metres_of
from impinge.motion import Motion, RigidMotion
from impinge.scene import (
    Recording,
    Robot,
    RobotImpact,
    RobotNearest,
    Scene,
    SceneContacts,
    SceneImpact,
    SceneImpacts,
)
from impinge.simulation import ClothStep
from impinge.viewer.arguments import (
    as_between,
    as_motion,
    as_opacity,
    as_pose,
    as_text,
    is_posed,
    played_by,
    refuse_elsewhere,
)
from impinge.viewer.contents import Contents, title_of
from impinge.viewer.coordinates import moved
from impinge.viewer.marks import Marks, PointsItem
from impinge.viewer.parts import as_colour
from impinge.viewer.results import item_of_result, items_of_scene

Array = NDArray[np.float64]

HEIGHT = 620
"""Of the frame in a notebook [pixels]."""
RECORDED = (
    "recording: a page plays either a recording or motions of one step; show them in two views"
)


class View(Marks):
    """Layers of a page to look at: add things and answers, then show or save it.

    Every method but the last few returns the view itself, so that calls can be chained. What is
    added stays as it was at that time, whatever happens to the scene later.

    Parameters
    ----------
    title : str, optional
        Above the picture; the names of what is in it if not given.

    Notes
    -----
    A page is one HTML file with all it needs, for any browser, without a network. It has the
    picture, and beside it a table of the numbers: choosing a row shows it in the picture, picking
    something in the picture chooses its row. Tables hold float64 as computed; the picture is drawn
    in float32, from the middle of the scene.

    See Also
    --------
    impinge.show : the same in one call.

    Examples
    --------
    >>> import impinge as im
    >>> pose = im.pose((2, 0, 0))
    >>> knot, ball = im.torus_knot(60, 8), im.Sphere(0.5)
    >>> view = im.View("Two knots").add(knot, "knot").add(ball, "ball", pose)
    >>> view.add(im.distance(knot, ball, None, pose)).volumes(knot, "obb")
    View('Two knots', 2 things, 2 more layers)
    >>> view.payload()["subtitle"]
    'knot and ball: 0.32 m apart; 1,919 oriented boxes in 14 levels'
    """

    def __init__(self, title: str | None = None) -> None:
        if title is not None and not isinstance(title, str):
            raise ImpingeError(
                f"title: expected a text, got {type(title).__name__}; what is to be seen is given "
                "to View().add, or to im.show"
            )
        self._title = title
        self._contents = Contents()
        self._unit = "m"
        # The pictures beside this one, and the names of all.
        self._beside: list[Contents] = []
        self._names = [""]

    def add(
        self,
        thing: Any,
        name: str | None = None,
        pose: ArrayLike | RigidMotion | None = None,
        colour: str | None = None,
        opacity: float = 1.0,
        *,
        contacts: bool = True,
        between: tuple[str, str] | None = None,
    ) -> Self:
        """Put a thing or an answer into the view.

        Parameters
        ----------
        thing : shape, Scene, Robot, TetMesh, PointCloud, Recording, Run, mapping, or a result
            A shape is drawn by its surface; a scene with its contacts; a robot as :meth:`robot`
            shows it, at its neutral configuration; a mapping of names to
            shapes, or to (shape, pose), is several things. Results are what queries return:
            ``Distance``, ``Penetration``, ``Contacts``, ``PolyhedraContact``, ``Impact`` ...: add
            the shapes they are about before them, so that the table can name them. A ``FreeStep``
            shows its mesh and obstacles where the free part of the step ends, a ``ClothStep`` the
            mesh at its start and end; ``RegionTree``, ``SelfIntersections`` and ``Proximities`` are
            shown on their mesh.
        name : str, optional
            For people; made from its kind if not given.
        pose : (4, 4) array_like or RigidMotion, optional
            Of a shape, body to world. With a motion the page has a slider over the step, from 0 to
            1, which shows the shape where ``motion.pose(t)`` is.
        colour : str, optional
            ``"#rrggbb"``, or one of the page's own, as ``"a"``, ``"touch"``, ``"neutral"``. Of a
            scene, and of things that an ``Impact`` is about, if not given: what touches is told
            apart from what is free.
        opacity : float, optional
            Of a shape or the things of a scene, 0 to 1.
        contacts : bool, optional
            Ask a scene for its contacts, and show them.
        between : (str, str), optional
            Names of the things A and B that a result is about; the last two that were added if not
            given.
        """
        shows_contacts = as_flag(contacts, "contacts")
        if isinstance(thing, Scene):
            self._no_pose(pose, "a scene")
            item = self._contents.add_scene(thing, name or "Scene")
            item.colour = None if colour is None else as_colour(colour)
            item.opacity = as_opacity(opacity)
            item.contacts = shows_contacts
            return self
        if isinstance(thing, Robot):
            self._no_pose(pose, "a robot")
            return self.robot(thing, name=name, colour=colour, opacity=opacity, contacts=contacts)
        thing = played_by(thing)
        if isinstance(thing, Recording):
            self._no_pose(pose, "a recording")
            return self.recording(thing) if self._contents.recording is None else self.beside(thing)
        if isinstance(thing, Mapping):
            for key, value in thing.items():
                shape, own = value if is_posed(value) else (value, None)
                self.add(shape, key, own, colour, opacity)
            return self
        if isinstance(thing, SceneContacts):
            self._contents.add_scene_contacts(thing, name)
            return self
        if isinstance(thing, SceneImpacts | SceneImpact) and between is None:
            self._no_pose(pose, "a result")
            self._contents.items += items_of_scene(thing, name, self._contents.shapes)
            return self
        if isinstance(thing, RobotImpact) and between is None:
            self._no_pose(pose, "a result")
            self._contents.add_robot_impact(thing)
            return self
        if isinstance(thing, FreeStep):
            self._no_pose(pose, "a result")
            self._contents.add_free_step(thing, name)
            return self
        if isinstance(thing, ClothStep):
            self._no_pose(pose, "a result")
            self._contents.add_cloth_step(thing, name)
            return self
        if isinstance(thing, ReducedBody):
            self.add(thing.mesh, name, pose, colour, opacity)
        pair = None if between is None else as_between(between, self._contents.shapes)
        if isinstance(thing, RobotNearest) and pair is None and thing._rows.ndim == 1:
            pair = None if thing.link is None else (str(thing.link), str(thing.other))
        found = item_of_result(thing, name, list(self._contents.loose.values()), pair)
        if found is not None:
            self._no_pose(pose, "a result")
            return self._with(found)
        if isinstance(pose, RigidMotion) and not isinstance(thing, PointCloud):
            self._refuse_recorded()
            self._contents.add_moving(thing, name, pose, colour, opacity)
            return self
        placed = as_pose(pose)
        if isinstance(thing, PointCloud):
            shown = "c" if colour is None else as_colour(colour)
            points, title = moved(thing.points, placed), self._contents.named(name, thing)
            return self._with(PointsItem(points, title, shown, 3.0))
        title = self._contents.add_shape(thing, name, placed, colour, opacity)
        if pose is None:
            self._contents.unplaced.add(title)
        return self

    def volumes(
        self,
        thing: Any,
        kind: str = "obb",
        pose: ArrayLike | None = None,
        name: str | None = None,
        level: int = 3,
    ) -> Self:
        """Show the bounding volumes of a mesh's tree, level by level.

        Parameters
        ----------
        thing : shape, or VolumeTree
            A mesh, or a shape, of whose surface a tree is built.
        kind : {"sphere", "aabb", "obb", "ellipsoid", "kdop"}, optional
            Or ``"dop18"`` and the like, as of :class:`impinge.hierarchy.VolumeTree`; "kdop" is
            "dop14". Of a tree that is given, its own.
        pose : (4, 4) array_like, optional
            Body to world; that of the same shape in this view if not given.
        name : str, optional
        level : int, optional
            The level shown at first.
        """
        from impinge.hierarchy.volume_tree import VolumeTree
        from impinge.viewer.layers_volumes import VolumesItem
        from impinge.viewer.surfaces import surface_of

        level = as_whole(level, "level", 0, sys.maxsize)
        tree = thing if isinstance(thing, VolumeTree) else None
        where = None
        if tree is None:
            if isinstance(kind, str) and kind == "kdop":
                kind = "dop14"
            shape = thing.surface if isinstance(thing, TetMesh) else as_shape(thing, "thing")
            tree = VolumeTree(surface_of(shape), volume=kind)
            where = next((t for t in self._contents.loose.values() if t.shape is shape), None)
        placed = as_pose(pose)
        bound = None
        if pose is None and where is not None:
            placed, bound = where.pose, where.name
        given = "" if name is None else as_text(name, "name")
        title = given or f"{tree.volume} tree" + (f" of {bound}" if bound else "")
        return self._with(VolumesItem(tree, title, placed, bound, level))

    def pairs(self, scene: Scene) -> Self:
        """Show which pairs of a scene a broad phase hands on, and which of them touch."""
        from impinge.viewer.layers_broad_phase import PairsItem

        if not isinstance(scene, Scene):
            raise ImpingeError(f"scene: expected a Scene, got {type(scene).__name__}")
        return self._with(PairsItem(copy.copy(scene), "Broad phase"))

    def cells(self, partition: Any, name: str | None = None) -> Self:
        """Show the cells of a partition: a grid, a hash, an octree or a k-d tree.

        Parameters
        ----------
        partition : UniformGrid, SpatialHash, Octree or KdTree
            Of :mod:`impinge.partition`.
        name : str, optional
        """
        from impinge.viewer.layers_broad_phase import CellsItem

        if not callable(getattr(partition, "cells", None)):
            kind = type(partition).__name__
            raise ImpingeError(
                f"partition: a {kind} has no cells, expected a grid, hash, octree or k-d tree"
            )
        given = "" if name is None else as_text(name, "name")
        title = given or f"{type(partition).__name__} cells"
        return self._with(CellsItem(partition.cells(), title))

    def recording(
        self, recording: Recording, scene: Scene | None = None, *, contacts: bool = True
    ) -> Self:
        """Play a recording: a time slider, all its tracks, and the contacts of every frame.

        Parameters
        ----------
        recording : Recording
            Poses move the things of this view that have their names, in scenes and alone; names
            that are not in the view are shown as axes. Vertices deform the mesh of their name: they
            are in world coordinates, or in the frame of the body if it has poses as well. Lines are
            drawn as strands, points in the colours of their values, scalars and joints as plots
            below the slider. Shapes that the recording has and the view does not are added.
        scene : Scene, optional
            Added to the view before. It is not changed: its contacts are those of a copy.
        contacts : bool, optional
            Find the contacts of scenes at each frame, unless the recording has contacts.
        """
        if not isinstance(recording, Recording):
            kind = type(recording).__name__
            raise ImpingeError(f"recording: expected a Recording, got {kind}")
        finds_contacts = as_flag(contacts, "contacts")
        if self._contents.recording is not None:
            raise ImpingeError(
                "recording: there is one in this view already; make another view, or put it beside"
            )
        if self._contents.motions:
            raise ImpingeError(RECORDED)
        if scene is not None:
            self.add(scene)
        self._contents.play(recording)
        for item in self._contents.scenes:
            item.contacts = item.contacts and finds_contacts
        return self

    def robot(
        self,
        robot: Robot,
        q: ArrayLike | None = None,
        scene: Scene | None = None,
        *,
        name: str | None = None,
        colour: str | None = None,
        opacity: float = 1.0,
        contacts: bool = True,
    ) -> Self:
        """Show a robot, with a slider for each joint.

        A recording of this view moves the robot by its track of joints of the robot's name. A robot
        with a captured motion plays that, unless q is given. Sliders move the links on the page;
        contacts are those of q, or of each frame, and are hidden at other configurations.

        Parameters
        ----------
        robot : Robot
        q : (dof,) array_like, optional
            The configuration shown first; neutral if not given.
        scene : Scene, optional
            Added to the view before.
        name : str, optional
            The robot's own if not given.
        colour : str, optional
            As of :meth:`add`.
        opacity : float, optional
        contacts : bool, optional
            Find which links touch each other and things of scenes.
        """
        if not isinstance(robot, Robot):
            raise ImpingeError(f"robot: expected a Robot, got {type(robot).__name__}")
        shown = "a" if colour is None else as_colour(colour)
        finds = as_flag(contacts, "contacts")
        clear, title = as_opacity(opacity), None if name is None else as_text(name, "name")
        item = self._contents.add_robot(robot, q, title)
        item.colour, item.opacity, item.contacts = shown, clear, finds
        return self if scene is None else self.add(scene)

    def beside(self, other: Recording | View, names: tuple[str, str] = ("A", "B")) -> Self:
        """Show another recording beside this one, up to four pictures: one camera, one slider.

        Parameters
        ----------
        other : Recording or View
            A recording plays with the same things as in this view. A view has things of its own.
        names : (str, str), optional
            Above the pictures. Of a third and a fourth picture, the second name counts.

        Raises
        ------
        ImpingeError
            If there are three pictures beside this one already, or things move in one step.
        """
        if not isinstance(other, (Recording, View)):
            kind = type(other).__name__
            raise ImpingeError(f"other: expected a Recording or a View, got {kind}")
        if not isinstance(names, (tuple, list)) or len(names) != 2:
            raise ImpingeError(f"names: expected two texts, got {shown(names)}")
        full = len(self._beside) == 3 or (isinstance(other, View) and other._beside)
        if full or other is self:
            raise ImpingeError("other: a page shows four pictures beside each other, and no more")
        beside = (
            other._contents if isinstance(other, View) else self._contents.with_recording(other)
        )
        if self._contents.motions or beside.motions:
            raise ImpingeError("other: motions of one step are shown alone; make another view")
        first, second = (as_text(name, "names") for name in names)
        self._names = [*(self._names if self._beside else [first]), second]
        self._beside.append(beside)
        return self

    def motions(self, motions: Mapping[str, RigidMotion | ArrayLike]) -> Self:
        """Let things move in one step: a slider from 0 to 1 that shows them at every time.

        Parameters
        ----------
        motions : mapping of str to RigidMotion or pose
            Of things that are in this view, in scenes or alone, by name; towards a pose, (4, 4),
            they go as :class:`impinge.Motion` does. A motion begins where its thing is, unless that
            was added without a pose. An ``Impact`` that is added says when they first touch: the
            slider marks it, and the page opens there.

        Raises
        ------
        ImpingeError
            If a name is not in the view, or a motion begins elsewhere than its thing is.
        """
        if not isinstance(motions, Mapping):
            kind = type(motions).__name__
            raise ImpingeError(f"motions: expected a mapping of names to motions, got {kind}")
        self._refuse_recorded()
        taken = self._contents.shapes
        for name, motion in motions.items():
            if name not in taken:
                raise ImpingeError(f"motions: {name!r} is not in the view; add it before")
            where = f"motions[{name!r}]"
            if isinstance(motion, RigidMotion):
                moving = as_motion(motion, where)
                if name not in self._contents.unplaced:
                    refuse_elsewhere(moving.pose(0.0), self._contents.pose_of(name), where)
            else:
                moving = Motion(self._contents.pose_of(name), as_pose(motion, where))
            self._contents.motions[name] = moving
        return self

    def units(self, units: str) -> Self:
        """Show lengths in this unit at first: m, cm, mm, um, km, in or ft.

        What is given to the view is in metres all the same. The page has a switch.
        """
        metres_of(None, units, "")
        self._unit = units
        return self

    def payload(self) -> dict[str, Any]:
        """What the page is given: a JSON-ready dictionary."""
        from impinge.viewer.composing import composed

        pictures = zip(self._names, [self._contents, *self._beside], strict=True)
        return composed(self._title, list(pictures), self._unit)

    def html(self) -> str:
        """The whole page, as one self-contained HTML text."""
        from impinge.viewer.page_file import page_html

        return page_html(self.payload())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the page into a file: as a whole, or not at all. Its path."""
        from impinge.formats.file import as_path
        from impinge.formats.writing import write_file

        file = as_path(path)
        write_file(file, self.html().encode("utf-8"))
        return file

    def show(self) -> None:
        """Show the page in a notebook or a browser, or say where it is; see :func:`impinge.show`.

        It does not wait: a script goes on at once.
        """
        from impinge.viewer.show import show_view

        show_view(self)

    @property
    def title(self) -> str:
        """As given, or made from what is in the view."""
        if self._title is not None:
            return self._title
        return title_of(self._contents.titles)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which may run its program and save pictures, no more."""
        page = html.escape(self.html(), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads" '
            f'width="100%" height="{HEIGHT}" style="border:0"></iframe>'
        )

    def __repr__(self) -> str:
        robots = sum(len(item.bodies()) for item in self._contents.robots)
        things = len(self._contents.shapes) + robots
        many = "1 thing" if things == 1 else f"{things} things"
        more = f", {len(self._contents.items)} more layers" if self._contents.items else ""
        return f"View({self.title!r}, {many}{more})"

    def _no_pose(self, pose: Any, what: str) -> None:
        if pose is not None:
            raise ImpingeError(f"pose: {what} has none, its places are those of the world")

    def _refuse_recorded(self) -> None:
        if self._contents.recording is not None or self._beside:
            raise ImpingeError(RECORDED)
