"""Contact forces between sphere trees, on the vertices of coarse meshes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind
from impinge.hierarchy import ReducedBody, SphereTree
from impinge.narrow.contacts_within import Side, SphereContacts
from impinge.response.penalty import penalty_forces
from impinge.response.stencils import scatter, speeds_at

SHARES = ("sum", "average")


def sphere_forces(
    contacts: SphereContacts,
    *,
    stiffness: float,
    damping: float = 0.0,
    velocities_a: ArrayLike | None = None,
    velocities_b: ArrayLike | None = None,
    share: str = "sum",
) -> tuple[Array, Array]:
    """Forces of springs between overlapping spheres, on the coarse vertices near them.

    A pair pushes with k d along its normal, d the depth, and c times the speed of approach, and
    never pulls. k and c are divided by the number of leaves below the sphere that has more of
    them: a coarse pair stands for many fine ones, and is deeper, so forces would explode otherwise.

    Parameters
    ----------
    contacts : SphereContacts
        From :func:`~impinge.narrow.contacts_within`, of a ReducedBody on at least one side.
    stiffness : float
        k of two leaves [N/m], not negative.
    damping : float, optional
        c of two leaves [N s/m], not negative.
    velocities_a, velocities_b : (n, 3) array_like, optional
        Of the coarse vertices [m/s]; for a SphereTree one row, the velocity of all. None is rest.
    share : str, optional
        ``"sum"``: a sphere deals its force out evenly to its ``nearest`` coarse vertices, and each
        adds up what it gets; the forces on A and B add up to zero. ``"average"``: as published,
        each gets the whole force, and takes the mean of those it gets; that is not balanced.

    Returns
    -------
    forces_a, forces_b : (n, 3) float64
        [N], one row for each coarse vertex; for a SphereTree one row, the total force.

    Raises
    ------
    ImpingeError
        If an argument is not usable.

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.hierarchy import ReducedBody, sphere_tree
    >>> from impinge.narrow import contacts_within
    >>> box = im.box_mesh((1, 1, 1))
    >>> tree = sphere_tree(box, levels=1)
    >>> coarse = im.TetMesh([[-1, -1, -1], [2, -1, -1], [-1, 2, -1], [-1, -1, 2]], [[0, 1, 2, 3]])
    >>> body = ReducedBody(box, coarse, tree=tree)
    >>> found = contacts_within(body, tree, pose_b=im.pose((0.9, 0, 0)))
    >>> a, b = sphere_forces(found, stiffness=100.0)
    >>> a.shape, b.shape, bool(b[0, 0] > 0.0), bool(abs(a.sum(axis=0) + b[0]).max() < 1e-9)
    ((4, 3), (1, 3), True, True)
    """
    as_kind(contacts, "contacts", SphereContacts)
    spring, damper = as_scalar(stiffness, "stiffness"), as_scalar(damping, "damping")
    average = as_choice(share, "share", SHARES) == "average"
    rows, sides = contacts.pairs, (contacts._walk.a, contacts._walk.b)
    if not any(isinstance(side.body, ReducedBody) for side in sides):
        raise ImpingeError(
            "contacts: of two SphereTrees, which have no coarse vertices; one must be a ReducedBody"
        )
    speeds_a = _speeds(sides[0], rows[:, 0], velocities_a, "velocities_a")
    speeds_b = _speeds(sides[1], rows[:, 1], velocities_b, "velocities_b")
    below = [leaves_below(side)[rows[:, k]] for k, side in enumerate(sides)]
    weaker = 1.0 / np.maximum(*below)
    forces = penalty_forces(
        contacts.depth, contacts.normal, speeds_b - speeds_a,
        stiffness=spring * weaker, damping=damper * weaker,
    )  # fmt: skip
    return (
        _dealt(sides[0], rows[:, 0], -forces, average),
        _dealt(sides[1], rows[:, 1], forces, average),
    )


def _vertices(side: Side) -> tuple[int, Any]:
    """How many rows forces have, and which of them each sphere pushes."""
    if isinstance(side.body, ReducedBody):
        return len(side.rig.rest), side.rig.nearest
    return 1, np.zeros((len(side.rig.radii), 1), np.int64)


def _speeds(side: Side, rows: Ids, given: Any, name: str) -> Array:
    count, nearest = _vertices(side)
    targets = nearest[rows]
    return speeds_at(given, name, count, targets, np.full(targets.shape, 1.0 / targets.shape[1]))


def _dealt(side: Side, rows: Ids, forces: Array, average: bool) -> Array:
    count, nearest = _vertices(side)
    targets = nearest[rows]
    # A body without vertices cannot average: its force is the sum.
    average = average and isinstance(side.body, ReducedBody)
    shares = np.full(targets.shape, 1.0 if average else 1.0 / targets.shape[1])
    out = scatter(forces, targets, shares, count)
    if average:
        out /= np.maximum(np.bincount(targets.ravel(), minlength=count), 1)[:, None]
    return out


def leaves_below(side: Side) -> Ids:
    """For each row of a tree, the leaves below it, or 1 for a leaf."""
    tree = side.body.tree if isinstance(side.body, ReducedBody) else side.body
    return derived(tree, "leaves_below", lambda: _count_leaves(tree))


def _count_leaves(tree: SphereTree) -> Ids:
    counts = tree._is_leaf().astype(np.int64)
    for row in range(len(counts) - 1, 0, -1):
        counts[(row - 1) // 8] += counts[row]
    return counts
