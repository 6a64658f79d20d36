"""Regions of a surface whose normals agree with one direction."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from impinge.bounds.directions import dop_of
from impinge.core.arrays import Array, as_whole_of
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.hierarchy.region_tree import RegionTree
from impinge.narrow.kernels.surface_directions import CHUNK, label_flat, set_masks

DIRECTIONS = (26, 62)


def flat_regions(mesh: Mesh, directions: int = 26) -> Ids:
    """The largest region around each face whose normals agree with one of some directions.

    Outlines are not looked at: such a region can still meet itself at its border.

    Returns
    -------
    (m,) int64
        A number for each face: faces with the same one are in one flat region. -1: none is flat,
        not even the face alone.

    Examples
    --------
    Three sides of a cube agree with a diagonal, and so do the other three:

    >>> import impinge as im
    >>> flat_regions(im.box_mesh()).tolist()
    [18, 18, 19, 19, 18, 18, 19, 19, 18, 18, 19, 19]
    """
    tree = RegionTree(mesh)
    masks = masks_of(mesh, tree, unit_directions(directions))
    labels = np.empty(len(masks), np.int64)
    label_flat(tree._arrays, int(tree._starts[-2]), masks, labels)
    found = np.empty(len(mesh._faces), np.int64)
    found[tree._arrays.faces] = labels[: len(found)]
    return found


def masks_of(mesh: Mesh, tree: RegionTree, units: Array, widened: float = 0.0) -> Ids:
    """The mask of each node of the region tree, see :mod:`~impinge.narrow.kernels`."""
    masks = np.empty(int(tree._starts[-1]), np.int64)
    set_masks(mesh._vertices, tree._arrays, units, widened, masks, np.empty((4, CHUNK)))
    return masks


def unit_directions(directions: Any) -> Array:
    """(k/2, 3): sampled directions of unit length, one of each pair of opposite ones."""
    return _unit_directions(as_whole_of(directions, "directions", DIRECTIONS))


@cache
def _unit_directions(k: int) -> Array:
    dop = dop_of(k)
    return dop.directions / dop.lengths[:, None]
