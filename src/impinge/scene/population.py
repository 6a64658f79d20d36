"""What a scene consists of: named things that come, move and go, and pairs that are not tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.core.derived import Memo
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.options import as_flag, shown
from impinge.geometry import Shape, as_shape
from impinge.narrow.solid import check_closed
from impinge.scene.contacts import as_pairs
from impinge.scene.filters import codes_of, pairs_of
from impinge.scene.things import Thing, Things, check_margin, check_name, check_pose, check_poses


class Population:
    """Things by name, and what to ignore: the part of a :class:`~impinge.scene.Scene` that changes.

    Any number of threads may ask and change it at the same time: each waits for the others.
    """

    _instead = (
        "ask the scene itself, as scene.stay_free, scene.time_of_impact, scene.cast, scene.closest"
    )
    """What to ask about instead, for who gives it as a shape."""

    def __init__(self, *, solid: bool = False) -> None:
        self._solid = as_flag(solid, "solid")
        self._things = Things(solid=self._solid)
        # Its lock is a new one in a copy, a pickle and a forked child.
        self._memo = Memo()

    def add(
        self,
        name: str,
        shape: Any,
        pose: ArrayLike | None = None,
        margin: float = 0.0,
        group: str | None = None,
    ) -> None:
        """Put a thing into the scene.

        Parameters
        ----------
        name : str
            Not empty, and not in the scene yet.
        shape : shape
            Any; also anything with ``.vertices`` and ``.faces``. The same object for several things
            shares its tree.
        pose : (4, 4) array_like, optional
            Body to world; identity if not given.
        margin : float, optional
            Distance [m] that counts as part of the thing.
        group : str, optional
            For :meth:`ignore_groups`.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add("crate", im.Box((1, 1, 1)), im.pose((0, 0, 0.5)), margin=0.01)
        >>> scene["crate"].margin
        0.01
        """
        checked = check_pose(pose, check_name(name))
        with self._memo.lock:
            self._put([name], [shape], checked[None], [margin], [group])

    def add_many(
        self,
        names: Sequence[str],
        shapes: Any,
        poses: ArrayLike | None = None,
        margins: float | ArrayLike = 0.0,
        groups: str | Sequence[str | None] | None = None,
    ) -> None:
        """Put several things into the scene: all of them, or, after an error, none.

        Parameters
        ----------
        names : sequence of n str
            Not empty, each once, and not in the scene yet.
        shapes : sequence of n shapes, or one
            One goes with all things, which share its tree.
        poses : (n, 4, 4) array_like, optional
            Body to world; identity if not given.
        margins : float or (n,) array_like, optional
            Distance [m] that counts as part of each thing, or of all.
        groups : str or sequence of n str, optional
            For :meth:`ignore_groups`: of each thing, or of all.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add_many(["left", "right"], im.Sphere(1), im.pose([[0, 0, 0], [3, 0, 0]]))
        >>> scene
        Scene(2 things of 1 shapes)
        """
        listed = _listed(names, "names")
        n = len(listed)
        many = list(shapes) if _is_list_of_shapes(shapes) else [shapes] * n
        alone = isinstance(margins, (int, float)) or shape_of(margins, "margins") == ()
        kept = [margins] * n if alone else list(margins)  # type: ignore[arg-type]
        one = groups is None or isinstance(groups, str)
        grouped = [groups] * n if one else _listed(groups, "groups")  # type: ignore[arg-type]
        for what, values in (("shapes", many), ("margins", kept), ("groups", grouped)):
            if len(values) != n:
                raise ImpingeError(f"{what}: {len(values)} for {n} names, expected as many, or one")
        for name in listed:
            check_name(name, "names")
        placed = np.tile(np.eye(4), (n, 1, 1)) if poses is None else check_poses(poses, listed)
        with self._memo.lock:
            self._put(listed, many, placed, kept, grouped)

    def _put(
        self, names: list[str], shapes: list[Any], poses: Array, margins: list[Any],
        groups: list[Any],
    ) -> None:  # fmt: skip
        seen: set[str] = set()
        for name in names:
            if name in self._things.slots or name in seen:
                where = "given twice" if name in seen else "in the scene already"
                raise ImpingeError(f"name: {name!r} is {where}; remove it first, or move it")
            seen.add(name)
        # What is no shape yet becomes one once, however many things it is given for.
        made: dict[int, Shape] = {}
        ready = []
        for name, shape in zip(names, shapes, strict=True):
            if id(shape) not in made:
                made[id(shape)] = self._as_shape(shape, f"shape of {name!r}")
            ready.append(made[id(shape)])
        wide = [check_margin(m, name) for m, name in zip(margins, names, strict=True)]
        numbers = [self._things.filters.group(g, make=True) for g in groups]
        slots = self._things.add(names, ready, poses, wide)
        self._things.groups[slots] = numbers

    def _as_shape(self, shape: Any, name: str) -> Shape:
        """What is given as a shape; in a scene of solids, no open mesh."""
        made = as_shape(shape, name)
        if self._solid:
            check_closed(made, name)
        return made

    def remove(self, name: str) -> None:
        """Take a thing out, with all that it was to ignore."""
        with self._memo.lock:
            slot = self._things.slot(name)
            self._things.remove(name)
            self._things.filters.forget(slot)

    def move(self, names: str | Sequence[str], poses: ArrayLike | None) -> None:
        """Give things new poses; all of them move, or, after an error, none."""
        with self._memo.lock:
            if isinstance(names, str):
                slot = np.array([self._things.slot(names)])
                self._things.move(slot, check_pose(poses, names)[None])
                return
            listed = _listed(names, "names")
            slots = self._things.slots
            try:
                found = np.fromiter((slots[name] for name in listed), np.int64, len(listed))
            except (KeyError, TypeError):
                found = np.array([self._things.slot(name, "names") for name in listed])
            if len(np.unique(found)) < len(listed):
                twice = next(n for n in listed if listed.count(n) > 1)
                raise ImpingeError(f"names: {twice!r} is given twice")
            self._things.move(found, check_poses([] if poses is None else poses, listed))

    def set_shape(self, name: str, shape: Any) -> None:
        """Give a thing another shape.

        The next state of a deforming body is a mesh with the same faces
        (:meth:`impinge.Mesh.with_vertices`): its contacts last, and their features are known again.
        With any other shape they end, and begin anew. The shape that it has is no change.

        Parameters
        ----------
        name, shape
            As of :meth:`add`.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"body": im.icosphere(1, 2)})
        >>> mesh = scene["body"].shape
        >>> scene.set_shape("body", mesh.with_vertices(1.1 * mesh.vertices))
        """
        with self._memo.lock:
            slot = self._things.slot(name)
            self._things.reshape(slot, self._as_shape(shape, f"shape of {name!r}"))

    def set_margin(self, name: str, margin: float) -> None:
        """Give a thing another margin.

        Parameters
        ----------
        name, margin
            As of :meth:`add`.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.move("ball", im.pose((0, 0, 1.05)))
        >>> scene.set_margin("ball", 0.1)
        >>> scene.overlaps()
        [('ball', 'floor')]
        """
        with self._memo.lock:
            slot = self._things.slot(name)
            self._things.margins[slot] = check_margin(margin, name)
            self._things.touch(slot)

    def ignore(self, a: str, b: str) -> None:
        """Do not test these two, until :meth:`unignore` or one of them is removed.

        Parameters
        ----------
        a, b : str
            Names of two things.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.ignore("ball", "floor")
        >>> scene.overlaps(), scene.ignored
        ([], [('ball', 'floor')])
        """
        with self._memo.lock:
            code = self._code(a, b)
            self._things.filters.ignore(code, True, self._things.tick())

    def unignore(self, a: str, b: str) -> None:
        """Test these two again.

        Parameters
        ----------
        a, b : str
            Names of two things.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.ignore("ball", "floor")
        >>> scene.unignore("ball", "floor")
        >>> scene.overlaps()
        [('ball', 'floor')]
        """
        with self._memo.lock:
            code = self._code(a, b)
            self._things.filters.ignore(code, False, self._things.clock)
            self._things.touch(self._things.slot(a))

    def ignore_groups(self, a: str, b: str | None = None) -> None:
        """Do not test members of one group with those of another, or of one among each other.

        Parameters
        ----------
        a : str
            Name of a group; it need not have members yet.
        b : str, optional
            Name of another; the members of ``a`` among each other if not given.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add("floor", im.HalfSpace((0, 0, 1)), group="room")
        >>> scene.add("wall", im.HalfSpace((1, 0, 0)), group="room")
        >>> scene.ignore_groups("room")
        >>> scene.overlaps()
        []
        """
        with self._memo.lock:
            first = self._things.filters.group(_as_group(a, "a"), make=True)
            second = (
                first if b is None else self._things.filters.group(_as_group(b, "b"), make=True)
            )
            self._things.filters.ignore_groups(first, second, True, self._things.tick())

    def unignore_groups(self, a: str, b: str | None = None) -> None:
        """Test members of these groups with each other again.

        Parameters
        ----------
        a, b
            As of :meth:`ignore_groups`; both groups are there.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add_many(["left", "right"], im.Sphere(1), groups="balls")
        >>> scene.ignore_groups("balls")
        >>> scene.unignore_groups("balls")
        >>> scene.overlaps()
        [('left', 'right')]
        """
        with self._memo.lock:
            first = self._things.filters.group(_as_group(a, "a"))
            second = first if b is None else self._things.filters.group(_as_group(b, "b"))
            self._things.filters.ignore_groups(first, second, False, self._things.clock)
            self._things.touch(np.flatnonzero(self._things.groups == first))

    @property
    def names(self) -> tuple[str, ...]:
        """In the order of adding; shapes, poses, margins and groups come in the same order."""
        with self._memo.lock:
            return tuple(self._things.slots)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        with self._memo.lock:
            return tuple(self._things.shapes_at(self._things.in_order()))

    @property
    def poses(self) -> Array:
        """(n, 4, 4) float64, body to world. Read-only, as they are now."""
        with self._memo.lock:
            return frozen(self._things.poses[self._things.in_order()])

    @property
    def margins(self) -> Array:
        """(n,) float64 [m]. Read-only."""
        with self._memo.lock:
            return frozen(self._things.margins[self._things.in_order()])

    @property
    def groups(self) -> tuple[str | None, ...]:
        with self._memo.lock:
            numbers = self._things.groups[self._things.in_order()].tolist()
            return tuple(self._things.filters.groups[k] for k in numbers)

    @property
    def ignored(self) -> list[tuple[str, str]]:
        """Pairs of names that are not tested, sorted; not those of groups."""
        with self._memo.lock:
            codes = np.fromiter(
                self._things.filters.codes, np.int64, len(self._things.filters.codes)
            )
            pairs = self._things.ordered(pairs_of(codes))
            return sorted(as_pairs(self._things.names[pairs]))

    @property
    def ignored_groups(self) -> list[tuple[str | None, str | None]]:
        """Pairs of groups that are not tested with each other."""
        with self._memo.lock:
            return self._things.filters.ignored_groups()

    @property
    def solid(self) -> bool:
        return self._solid

    def __getitem__(self, name: str) -> Thing:
        with self._memo.lock:
            return self._things.thing(self._things.slot(name))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._things.slots

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self._things.slots)

    def _code(self, a: str, b: str) -> int:
        slots = self._things.slot(a, "a"), self._things.slot(b, "b")
        if slots[0] == slots[1]:
            raise ImpingeError(f"a and b: both are {a!r}, expected two things")
        return int(codes_of(np.array([slots]))[0])


def is_shape(value: Any) -> bool:
    """Is this a shape, or a mesh of another library?"""
    return isinstance(value, Shape) or hasattr(value, "vertices")


def _is_list_of_shapes(shapes: Any) -> bool:
    """Many shapes; one given as (vertices, faces) is a list of tables instead."""
    return isinstance(shapes, (list, tuple)) and all(
        is_shape(shape) or _is_pair_of_tables(shape) for shape in shapes
    )


def _is_pair_of_tables(value: Any) -> bool:
    pair = isinstance(value, (list, tuple)) and len(value) == 2
    return pair and all(_is_table(part) for part in value)


def _is_table(value: Any) -> bool:
    try:
        return np.ndim(value) == 2
    except ValueError:  # rows of different lengths
        return False


def _listed(names: Iterable[str], argument: str) -> list[str]:
    if isinstance(names, str):
        raise ImpingeError(f"{argument}: expected a list of names, got the text {names!r}")
    try:
        return list(names)
    except TypeError:
        kind = type(names).__name__
        raise ImpingeError(f"{argument}: expected a list of names, got {kind}") from None


def _as_group(name: Any, argument: str) -> str:
    if not isinstance(name, str) or not name:
        raise ImpingeError(f"{argument}: expected the name of a group, got {shown(name)}")
    return name
