"""Many parts in one frame: names, shapes, poses, and surfaces to be looked at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Cylinder, HeightField, Mesh, Shape, box_mesh
from impinge.scene import Scene
from impinge.scenes.poses import posed
from impinge.scenes.solids import lathe


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """Parts of a machine. Equal parts share one shape, and with it one tree.

    Attributes
    ----------
    names : tuple of str
        One a part, such as ``"B3 gear 2"``: row and column of its station, kind, number.
    shapes : tuple of Shape
        One a part, in the part's own frame.
    poses : (n, 4, 4) float64
        Part to world.
    displaced : (n,) bool
        Which parts were put in the wrong place.
    """

    names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    poses: Array
    displaced: Flags

    def __len__(self) -> int:
        return len(self.names)

    @classmethod
    def of_scene(cls, scene: Scene) -> Assembly:
        """The parts of a scene, none of them known to be in the wrong place."""
        return cls(scene.names, scene.shapes, scene.poses, np.zeros(len(scene), np.bool_))

    def scene(self) -> Scene:
        """A scene of the same parts; solid, as parts are, and grouped by kind."""
        scene = Scene(solid=True)
        kinds = [name.split()[1] for name in self.names]
        scene.add_many(self.names, list(self.shapes), self.poses, groups=kinds)
        return scene

    @property
    def meshes(self) -> tuple[Mesh, ...]:
        """The surface of each part, to be looked at."""
        return tuple(drawn(shape) for shape in self.shapes)

    @property
    def face_count(self) -> int:
        return sum(len(mesh.faces) for mesh in self.meshes)

    def world_vertices(self, part: int) -> Array:
        """(n, 3) vertices of one part in the world frame."""
        pose = self.poses[part]
        vertices: Array = drawn(self.shapes[part]).vertices @ pose[:3, :3].T + pose[:3, 3]
        return vertices

    def world_bounds(self) -> tuple[Array, Array]:
        """(n, 3) lowest and highest coordinates of each part in the world frame."""
        corners = [self.world_vertices(part) for part in range(len(self))]
        low, high = ([bound(c, axis=0) for c in corners] for bound in (np.min, np.max))
        return np.stack(low), np.stack(high)


def placed(x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0) -> Array:
    """The pose at (x, y, z), turned about z [rad]."""
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    pose[:3, 3] = x, y, z
    return pose


def rotation(vector: Array) -> Array:
    """The (3, 3) rotation about a vector, by its length [rad]."""
    angle = float(np.linalg.norm(vector))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Array = np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross
    return turned


def aimed(point: Array, direction: Array, roll: float = 0.0) -> Array:
    """The pose at a point whose x axis looks along a direction, rolled about it [rad]."""
    x = direction / np.linalg.norm(direction)
    helper = np.array([0.0, 0.0, 1.0]) if abs(x[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    y = np.cross(helper, x)
    y /= np.linalg.norm(y)
    z = np.cross(x, y)
    across = np.cos(roll) * y + np.sin(roll) * z, np.cos(roll) * z - np.sin(roll) * y
    return posed(np.stack([x, *across], axis=1), point)


AROUND = 32
"""Corners of what is round."""


def drawn(shape: Shape) -> Mesh:
    """The surface of a mesh, height field, box or cylinder; the same object for the same shape."""
    if isinstance(shape, Mesh):
        return shape
    if isinstance(shape, HeightField):
        return shape.mesh
    if isinstance(shape, Box):
        return derived(shape, "drawn", lambda: box_mesh(shape.sizes))
    if isinstance(shape, Cylinder):
        r, h = shape.radius, 0.5 * shape.length
        outline = [(0.0, -h), (r, -h), (r, h), (0.0, h)]
        return derived(shape, "drawn", lambda: lathe(outline, AROUND))
    raise ImpingeError(f"shape: a {type(shape).__name__} is not drawn")
