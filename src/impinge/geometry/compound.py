"""Shapes made of shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.poses import IDENTITY, as_poses
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry.immutable import is_made
from impinge.geometry.mesh import as_shape
from impinge.geometry.shape import Shape, finite, finite_inertia

NESTING = 64
"""How deep compounds may lie in each other. Each level is a call in a call, of which Python allows
some hundreds; no assembly that is meant is anywhere near."""

MOST_PARTS = 2**20
"""Parts that a compound may have, those of compounds in it counted as often as they appear. A few
compounds, each twice in the next, are more than any question can go through."""

TURNED = 2.0**-50
"""What is added to the bounds of a turned part, as a share of its largest coordinate: a coordinate
of a turned point is a sum of four products, each rounded."""


class Compound(Shape):
    """The union of shapes, each at a pose of its own.

    Parameters
    ----------
    parts : iterable of (shape, pose)
        Shapes of any kind, compounds and meshes among them; poses are (4, 4), part to compound, or
        None for the identity. At least one. The same shape may appear many times.

    Raises
    ------
    ImpingeError
        If there is no part, a part is no shape or its pose no rigid motion, compounds contain
        themselves, lie too deep in each other, or have too many parts in all.

    Attributes
    ----------
    shapes : tuple of Shape
    poses : (n, 4, 4) float64
        Read-only.

    Notes
    -----
    Features are those of the parts, one part after the other (:meth:`part_of`).

    Volume, centroid and inertia are sums over the parts: space that is filled twice counts twice.
    A part that does not end, or is a surface, has none of them, and then neither has the compound.

    Examples
    --------
    >>> from impinge.geometry import Sphere, pose
    >>> snowman = Compound([(Sphere(1), None), (Sphere(0.5), pose((0, 0, 1)))])
    >>> snowman, snowman.bounds.tolist()
    (Compound(2 parts: 2 Sphere), [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.5]])
    """

    __slots__ = ("_depth", "_feature_starts", "_poses", "_total", "poses", "shapes")
    _made_from = ("parts",)

    _depth: int
    _feature_starts: Ids
    _poses: Array
    _total: int
    poses: Array
    shapes: tuple[Shape, ...]

    def __init__(self, parts: Iterable[tuple[Shape, ArrayLike | None]]) -> None:
        shapes, poses = [], []
        for row, part in enumerate(_rows_of(parts)):
            shape, pose = _checked(part, row, self)
            shapes.append(shape)
            poses.append(pose)
        if not shapes:
            raise ImpingeError("parts: none, a compound has at least one")
        depth = 1 + max(shape._depth if isinstance(shape, Compound) else 0 for shape in shapes)
        if depth > NESTING:
            raise ImpingeError(
                f"parts: compounds lie {depth} deep in each other, most is {NESTING}"
            )
        total = sum(shape._total if isinstance(shape, Compound) else 1 for shape in shapes)
        if total > MOST_PARTS:
            raise ImpingeError(
                f"parts: {total} in all, those within others counted; most is {MOST_PARTS}"
            )
        stack = np.stack(poses)
        counts = [shape.feature_count for shape in shapes]
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        self._set(
            _depth=depth,
            _feature_starts=starts,
            _poses=stack,
            _total=total,
            poses=frozen(stack),
            shapes=tuple(shapes),
        )

    @property
    def parts(self) -> tuple[tuple[Shape, Array], ...]:
        """Each shape with its pose, as they were given."""
        return tuple(zip(self.shapes, self.poses, strict=True))

    @property
    def feature_count(self) -> int:
        """How many features it has: those of its parts, one part after the other."""
        return int(self._feature_starts[-1])

    def part_of(self, features: ArrayLike) -> tuple[Any, Any]:
        """Which parts features belong to, and their numbers there.

        Parameters
        ----------
        features : int, or (n,) array_like of int
            As one shape is asked about, by :func:`~impinge.closest_point` or
            :func:`~impinge.cast_ray`; -1, for none, gives (-1, -1). Answers about two shapes say
            ``part_a`` and ``part_b`` themselves, and their features are numbers within those.

        Returns
        -------
        part, feature : int, or (n,) int64
            The row of :attr:`parts`, and the number of the feature among those of its shape. A
            part that is a compound is asked again.

        Examples
        --------
        >>> from impinge.geometry import Box, Sphere
        >>> both = Compound([(Sphere(1), None), (Box((1, 1, 1)), None)])
        >>> both.part_of(3)
        (1, 2)
        """
        numbers = as_numbers(features, "features")
        if numbers.dtype.kind not in "iu":
            raise ImpingeError("features: expected whole numbers")
        if numbers.size and not (numbers.min() >= -1 and numbers.max() < self.feature_count):
            raise ImpingeError(f"features: expected 0 to {self.feature_count - 1}, or -1 for none")
        part = np.searchsorted(self._feature_starts, numbers, side="right") - 1
        inner = np.where(part < 0, -1, numbers - self._feature_starts[part])
        if numbers.ndim == 0:
            return int(part), int(inner)
        return part.astype(np.int64), inner.astype(np.int64)

    def __len__(self) -> int:
        """How many parts; a compound among them is one."""
        return len(self.shapes)

    def __repr__(self) -> str:
        kinds = Counter(type(shape).__name__ for shape in self.shapes)
        listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        noun = "part" if len(self.shapes) == 1 else "parts"
        return f"{type(self).__name__}({len(self.shapes)} {noun}: {listed})"

    @property
    def volume(self) -> float:
        """Sum of the parts' volumes [m^3]; infinite if one does not end."""
        total = sum(shape.volume for shape in self.shapes)
        if any(shape.volume == inf for shape in self.shapes):
            return inf
        return finite(total, "volume")

    @property
    def centroid(self) -> Array:
        """(3,) float64: centroid [m]; of parts without any volume, the mean of theirs. Read-only.

        Raises
        ------
        ImpingeError
            If a part has none.
        """
        shares, centroids = self._shares()
        return frozen(shares @ centroids)

    @property
    def inertia(self) -> Array:
        """(3, 3) float64: inertia [m^5], density 1, about the centroid. Read-only.

        Raises
        ------
        ImpingeError
            If a part has none, or it is too large for a float64.
        """
        shares, centroids = self._shares()
        arms = centroids - shares @ centroids
        total = np.zeros((3, 3))
        with np.errstate(over="ignore", invalid="ignore"):
            for shape, pose, arm in zip(self.shapes, self._poses, arms, strict=True):
                turn = pose[:3, :3]
                total += turn @ shape.inertia @ turn.T
                total += shape.volume * (np.dot(arm, arm) * np.eye(3) - np.outer(arm, arm))
        return finite_inertia(total)

    def _shares(self) -> tuple[Array, Array]:
        """Of the parts in the volume, and their centroids in the frame of the compound."""
        centroids = np.stack([shape.centroid for shape in self.shapes])
        turned = np.einsum("ijk,ik->ij", self._poses[:, :3, :3], centroids)
        volumes = np.array([shape.volume for shape in self.shapes])
        total = finite(float(volumes.sum()), "volume")
        shares = volumes / total if total > 0.0 else np.full(len(volumes), 1.0 / len(volumes))
        return shares, turned + self._poses[:, :3, 3]

    def _find_bounds(self) -> Array:
        pairs = zip(self.shapes, self._poses, strict=True)
        low, high = zip(*(_moved_bounds(shape, pose) for shape, pose in pairs), strict=True)
        return np.stack([np.min(low, axis=0), np.max(high, axis=0)])

    def _support(self, units: Array) -> Array:
        best, height = np.zeros_like(units), np.full(len(units), -inf)
        for shape, pose in zip(self.shapes, self._poses, strict=True):
            points = shape._support(units @ pose[:3, :3]) @ pose[:3, :3].T + pose[:3, 3]
            heights = (points * units).sum(axis=1)
            higher = heights > height
            best[higher], height[higher] = points[higher], heights[higher]
        return best


def _moved_bounds(shape: Shape, pose: Array) -> Array:
    """Bounds of a posed part, rounded outward."""
    turn, shift = pose[:3, :3], pose[:3, 3]
    if (turn == np.eye(3)).all():
        # Rounding keeps order: no moved point leaves the moved bounds.
        return shape.bounds + shift
    if not np.isfinite(shape.bounds).all():
        return _moved_open_bounds(shape.bounds, turn, shift)
    axes = np.concatenate([-turn, turn])
    reach = (shape._support(axes) * axes).sum(axis=1).reshape(2, 3) * [[-1.0], [1.0]]
    pad = TURNED * (np.abs(shape.bounds).max() + np.abs(shift).max())
    return reach + shift + [[-pad], [pad]]


def _moved_open_bounds(bounds: Array, turn: Array, shift: Array) -> Array:
    """Bounds of moved bounds that do not end everywhere: 0 times infinity is 0 here."""
    moved = np.zeros((2, 3))
    for i in range(3):
        for j in range(3):
            if turn[i, j] != 0.0:
                ends = turn[i, j] * bounds[:, j]
                moved[:, i] += min(ends), max(ends)
    finite_part = np.abs(np.where(np.isfinite(bounds), bounds, 0.0)).max()
    pad = TURNED * (finite_part + np.abs(shift).max())
    return moved + shift + [[-pad], [pad]]


def _rows_of(parts: Any) -> Any:
    try:
        return iter(parts)
    except TypeError:
        raise ImpingeError(
            f"parts: expected pairs (shape, pose), got {type(parts).__name__}"
        ) from None


def _checked(part: Any, row: int, whole: Compound) -> tuple[Shape, Array]:
    """A shape that is ready, and a pose of our own."""
    name = f"parts: row {row}"
    if isinstance(part, Shape):
        raise ImpingeError(f"{name} is a {type(part).__name__}, expected a pair (shape, pose)")
    if not isinstance(part, (tuple, list)) or len(part) != 2:
        raise ImpingeError(f"{name} is no pair (shape, pose)")
    shape = part[0]
    if shape is whole or (isinstance(shape, Shape) and not is_made(shape)):
        raise ImpingeError(f"{name} is the compound itself, or not made yet: no end to its parts")
    shape = as_shape(shape, name)
    if isinstance(shape, Compound) and _holds(shape, whole):
        raise ImpingeError(f"{name} contains the compound itself: no end to its parts")
    pose = as_poses(part[1], f"{name}: pose")
    if pose is not None and pose.ndim != 2:
        raise ImpingeError(f"{name}: pose: expected one pose, of shape (4, 4), got {pose.shape}")
    reach = shape.bounds[np.isfinite(shape.bounds)]
    shift = 0.0 if pose is None else float(np.abs(pose[:3, 3]).max())
    if reach.size and np.abs(reach).max() + shift >= COORDINATE_LIMIT:
        raise ImpingeError(f"{name}: leads beyond {COORDINATE_LIMIT:g}, where coordinates end")
    return shape, np.array(IDENTITY if pose is None else pose)


def _holds(outer: Compound, whole: Compound) -> bool:
    """Is ``whole`` among the parts of the parts of ``outer``? Each is looked at once."""
    waiting: list[Shape] = [outer]
    seen: set[int] = set()
    while waiting:
        shape = waiting.pop()
        if shape is whole:
            return True
        if isinstance(shape, Compound) and id(shape) not in seen:
            seen.add(id(shape))
            waiting.extend(shape.shapes)
    return False
