"""Shapes of links and of things, as rows for the kernels of robots."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.poses import as_poses
from impinge.geometry import HalfSpace, Shape
from impinge.narrow.hulls import convex_of
from impinge.narrow.parts import ball_of, parts_of
from impinge.narrow.posed_shapes import PosedShapes
from impinge.narrow.shape_table import ShapeTable
from impinge.pairs import ElementTree
from impinge.scene.kernels.robot import BALL, HALF, MIDDLE, RADIUS, VOLUME_ROW
from impinge.scene.things import Things

NamePair = tuple[str, str]

OUTWARD = 1.0 + 2.0**-50
SIGNS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


class Bodies:
    """Shapes, each at a place in the frame of its owner; parts of compounds count one by one.

    Parameters
    ----------
    owned : sequence of (owner, shape, pose, padding)
        An owner is a number: of a link, of something attached, or of a thing.

    Attributes
    ----------
    owners : (n,) int64
    places : (n, 4, 4) float64
    padding : (n,) float64
    volumes : (n, VOLUME_ROW) float64
        Ball and box of each in its own frame (``kernels.robot``).
    table : ShapeTable
    kinds : (n,) int64
        Numbers in the table.
    arrays : tuple
        What kernels take.
    """

    def __init__(self, owned: Sequence[tuple[int, Shape, Array, float]]) -> None:
        parts = [
            (owner, part, pose @ place, padding)
            for owner, shape, pose, padding in owned
            for part, place in parts_of(shape)
        ]
        self.owners = np.array([owner for owner, *_ in parts], np.int64)
        self.padding = np.array([padding for *_, padding in parts], np.float64)
        places = as_poses(np.stack([pose for _, _, pose, _ in parts] or [np.eye(4)]), "pose")
        assert places is not None
        self.places = np.array(places[: len(parts)])
        shapes = [shape for _, shape, _, _ in parts]
        self.table = ShapeTable()
        self.kinds = np.array([self.table.number(shape) for shape in shapes], np.int64)
        around = np.array([self.table.number(convex_of(shape)) for shape in shapes], np.int64)
        self.volumes = np.array([_volumes(shape) for shape in shapes]).reshape(-1, VOLUME_ROW)
        begins = self.table.begins[self.kinds]
        surfaces = self.table.meshes(self.kinds[begins < 0])
        self.arrays = (
            self.table.packed, surfaces, self.kinds, begins, self.table.begins[around],
            self.volumes,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.owners)

    @cached_property
    def corners(self) -> Array:
        """(8 n, 3) float64: corners of the boxes around bodies, frames of their owners."""
        volumes = self.volumes
        own = volumes[:, None, MIDDLE:HALF] + SIGNS * volumes[:, None, HALF:]
        turns, shifts = self.places[:, :3, :3], self.places[:, :3, 3]
        return np.ascontiguousarray(
            (np.einsum("nij,nkj->nki", turns, own) + shifts[:, None]).reshape(-1, 3)
        )

    def posed(self, poses: Array) -> PosedShapes:
        """Rows of all bodies at poses (n, bodies, 4, 4): row ``i * bodies + k``."""
        return PosedShapes(self.table, np.tile(self.kinds, len(poses)), poses.reshape(-1, 4, 4))


class World(NamedTuple):
    """The things of a scene as bodies at rest.

    Attributes
    ----------
    bodies : Bodies
        Owners are rows of ``names``.
    names : tuple of str
        Of all things, sorted.
    levels : tuple
        A tree over their boxes, as kernels take it.
    solid : bool
        Whether the scene's meshes are filled.
    memo : dict
        What a robot keeps about it.
    """

    bodies: Bodies
    names: tuple[str, ...]
    levels: tuple[Any, ...]
    solid: bool
    memo: dict[str, Any]

    @property
    def posed(self) -> PosedShapes:
        return PosedShapes(self.bodies.table, self.bodies.kinds, self.bodies.places)


def world_of(things: Things | None, but: Container[str] = ()) -> World:
    """The things of a scene as they are now, but for some; without a scene, none."""
    names = () if things is None else tuple(sorted(n for n in things.slots if n not in but))
    owned = [] if things is None else [
        (row, things.shapes[things.kinds[slot]], things.poses[slot], float(things.margins[slot]))
        for row, slot in enumerate(things.slots[name] for name in names)
    ]  # fmt: skip
    bodies = Bodies(owned)  # type: ignore[arg-type]
    tree = ElementTree.of_checked(*_boxes(bodies)).levels
    solid = things is not None and things.solid
    return World(bodies, names, (tree.nodes, tree.order, tree.first), solid, {})


def _boxes(bodies: Bodies) -> tuple[Array, Array]:
    """Boxes along the axes of the world around bodies, wider by their padding."""
    turn, volumes = bodies.places[:, :3, :3], bodies.volumes
    middle = np.einsum("nij,nj->ni", turn, volumes[:, MIDDLE:HALF]) + bodies.places[:, :3, 3]
    reach = np.einsum("nij,nj->ni", np.abs(turn), volumes[:, HALF:])
    reach += bodies.padding[:, None] + 1e-9 * (np.abs(middle) + reach)
    reach[np.isinf(volumes[:, RADIUS])] = np.inf
    return middle - reach, middle + reach


def _volumes(shape: Shape) -> Array:
    row = np.zeros(VOLUME_ROW)
    row[BALL : RADIUS + 1] = ball_of(shape)
    if np.isfinite(row[RADIUS]):
        low, high = shape.bounds
        middle = 0.5 * low + 0.5 * high
        row[MIDDLE:HALF] = middle
        row[HALF:] = np.maximum(high - middle, middle - low) * OUTWARD
    return row


def ignored_bodies(
    bodies: Bodies, owners: Sequence[str], world: World, ignored: Iterable[NamePair]
) -> NDArray[np.uint8]:
    """(bodies, world's bodies) uint8: which are not tested, by the names of both."""
    by_name = _ignored_names(owners, world.names, ignored)
    return by_name[bodies.owners[:, None], world.bodies.owners]


def own_pairs(bodies: Bodies, owners: Sequence[str], ignored: Iterable[NamePair]) -> Ids:
    """(m, 2) int64: bodies of different owners that are tested with each other."""
    by_name = _ignored_names(owners, owners, ignored)
    np.fill_diagonal(by_name, 1)
    pairs = np.stack(np.triu_indices(len(bodies), 1), axis=1).astype(np.int64)
    a, b = bodies.owners[pairs].T
    return np.ascontiguousarray(pairs[by_name[a, b] == 0])


def _ignored_names(
    rows: Sequence[str], columns: Sequence[str], ignored: Iterable[NamePair]
) -> NDArray[np.uint8]:
    """(rows, columns) uint8: which names are not tested with each other."""
    found = np.zeros((len(rows), len(columns)), np.uint8)
    row_of, column_of = ({name: k for k, name in enumerate(names)} for names in (rows, columns))
    for a, b in ignored if columns else ():
        for mine, other in ((a, b), (b, a)):
            if mine in row_of and other in column_of:
                found[row_of[mine], column_of[other]] = 1
    return found


def sorted_pair(a: str, b: str) -> NamePair:
    return (a, b) if a <= b else (b, a)


def is_bounded(shape: Shape) -> bool:
    """Whether a shape ends: none of its parts is a half space."""
    return not any(isinstance(part, HalfSpace) for part, _ in parts_of(shape))
