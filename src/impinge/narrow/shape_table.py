"""Shapes by number, in the form that kernels take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.ids import Ids, longer
from impinge.geometry import HeightField, Mesh, Shape, box_mesh
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, KIND
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels.addresses import ADDRESS_ROW, BOUNDS, NODES, POINT_COUNT, POINTS, STACK
from impinge.narrow.mesh_links import component_points

MESH, FIELD, OTHER, NONE = range(HALFSPACE + 1, HALFSPACE + 5)
"""Classes of shapes that have no packed row; the class of all others is the kind of their row. The
last is that of a number without a shape."""
FIRST_CAPACITY = 16
COLUMNS: dict[str, NDArray[Any]] = {
    "classes": np.full(FIRST_CAPACITY, NONE, np.int8),
    "begins": np.full(FIRST_CAPACITY, -1),
    "addresses": np.zeros((FIRST_CAPACITY, ADDRESS_ROW), np.int64),
}
"""Arrays with a row a shape, without shapes."""


class ShapeTable:
    """Shapes by number: packed rows of convex ones, addresses of the trees of meshes.

    A shape that comes or replaces another costs itself, whatever the number of others.

    Parameters
    ----------
    shapes : sequence of Shape or None, optional
        Each once: numbers 0 to n - 1. Trees are built when first needed.

    Attributes
    ----------
    shapes : list of Shape or None
    numbers : dict of int to int
        Numbers of shapes by ``id``.
    changed : set of int
        Numbers that were given to another shape, or to none; who cares takes them out.
    classes : (capacity,) int8
    packed : (m,) float64
        The rows of all convex shapes and half spaces.
    begins : (capacity,) int64
        Where the row of each begins; -1 for a shape that has none.
    """

    classes: NDArray[np.int8]
    begins: Ids
    addresses: Ids

    def __init__(self, shapes: Sequence[Shape | None] = ()) -> None:
        self.shapes: list[Shape | None] = []
        self.numbers: dict[int, int] = {}
        self.changed: set[int] = set()
        self._free: set[int] = set()
        self.packed: Array = np.zeros(FIRST_CAPACITY)
        self._used = 0
        for name, empty in COLUMNS.items():
            setattr(self, name, empty.copy())
        for k, shape in enumerate(shapes):
            self.put(k, shape)

    def number(self, shape: Shape) -> int:
        """The number of a shape; a shape that has none gets one that is free."""
        if id(shape) not in self.numbers:
            self.put(self._free.pop() if self._free else len(self.shapes), shape)
        return self.numbers[id(shape)]

    def put(self, k: int, shape: Shape | None) -> None:
        """Give a number, one in use or the next, to a shape or to none."""
        if k == len(self.shapes):
            self.shapes.append(None)
            for name, empty in COLUMNS.items() if k >= len(self.classes) else ():
                setattr(self, name, longer(getattr(self, name), 2 * k, empty[0]))
        self.changed.add(k)
        self.numbers.pop(id(self.shapes[k]), None)
        if shape is None:
            self._free.add(k)
        else:
            self._free.discard(k)
            self.numbers[id(shape)] = k
        self.shapes[k] = shape
        self.classes[k] = _class_of(shape)
        self.addresses[k] = 0
        self.begins[k] = -1
        if shape is not None and shape._packed is not None:
            self._pack(k, shape._packed)

    def _pack(self, k: int, row: Array) -> None:
        """Append a packed row; without capacity for it, pack all shapes that are left anew."""
        rows = {k: row}
        if self._used + len(row) > len(self.packed):
            kept = ((i, shape._packed) for i, shape in enumerate(self.shapes) if shape is not None)
            rows, self._used = {i: packed for i, packed in kept if packed is not None}, 0
            self.packed = np.zeros(2 * sum(map(len, rows.values())) + FIRST_CAPACITY)
        for i, packed in rows.items():
            self.begins[i], end = self._used, self._used + len(packed)
            self.packed[self._used : end] = packed
            self._used = end

    def copy(self) -> ShapeTable:
        """The same shapes, in arrays of its own."""
        other = object.__new__(ShapeTable)
        for name, value in self.__dict__.items():
            setattr(other, name, value if isinstance(value, int) else value.copy())
        return other

    def meshes(self, kinds: Ids, *, inside: bool = False) -> tuple[Any, ...]:
        """What kernels take of these shapes (``kernels.addresses``): meshes, surfaces of height
        fields, and with ``inside`` convex shapes too.
        """
        column = POINT_COUNT if inside else NODES
        for k in np.unique(kinds[self.addresses[kinds, column] == 0]):
            self.addresses[k] = addresses_of(self.shape(k), inside=inside)[0]
        return self.addresses, *_any_mesh(inside)

    def stack_capacity(self, kinds: Ids) -> int:
        """Capacity that a walk through any of these meshes needs, after :meth:`meshes`."""
        return int(self.addresses[kinds, STACK].max(initial=1))

    def shape(self, k: int) -> Shape:
        shape = self.shapes[k]
        assert shape is not None
        return shape


def _class_of(shape: Shape | None) -> int:
    if shape is None:
        return NONE
    if shape._packed is not None:
        return int(shape._packed[KIND])
    if isinstance(shape, HeightField):
        return FIELD
    return MESH if isinstance(shape, Mesh) else OTHER


def surface_of(shape: Shape) -> Mesh:
    """A mesh itself, or that of a height field."""
    mesh = shape.mesh if isinstance(shape, HeightField) else shape
    assert isinstance(mesh, Mesh)
    return mesh


def addresses_of(shape: Shape, *, inside: bool = False) -> tuple[Any, ...]:
    """A table of addresses for one shape, and arrays of the types that are there.

    That of a mesh is kept with it, and holds what the addresses point to.
    """
    if shape._packed is not None:
        table = np.zeros((1, ADDRESS_ROW), np.int64)
        # Its middle stands for all of it.
        table[0, [POINTS, POINT_COUNT]] = shape._packed.ctypes.data + 8 * CENTRE, 1
        return table, *_any_mesh(inside)
    mesh = surface_of(shape)
    return derived(mesh, ("addresses", inside), lambda: _addresses_of_mesh(mesh, inside))


def _addresses_of_mesh(mesh: Mesh, inside: bool) -> tuple[Any, ...]:
    tree = tree_of(mesh)
    nodes, triangles, place = tree._arrays
    table = np.zeros((1, ADDRESS_ROW), np.int64)
    table[0, :BOUNDS] = (
        nodes.ctypes.data, len(nodes), triangles.ctypes.data, len(triangles), place.ctypes.data,
        stack_size(place),
    )  # fmt: skip
    if not inside:
        return table, nodes, triangles, place
    bounds, points = np.array(mesh.bounds), component_points(mesh)[0]
    table[0, BOUNDS:] = (
        bounds.ctypes.data, points.ctypes.data, len(points), mesh.is_closed, mesh.is_oriented
    )  # fmt: skip
    return table, nodes, triangles, place, bounds, points


@cache
def _any_mesh(inside: bool) -> tuple[Any, ...]:
    """Arrays that tell kernels the types of all others."""
    return addresses_of(box_mesh(), inside=inside)[1:]
