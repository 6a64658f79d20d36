"""Pairs of a scene whose boxes meet: which are tested, and which are ignored."""

from __future__ import annotations

import numpy as np

from impinge.pairs import find_pairs
from impinge.scene.scene import Scene

Places = list[tuple[int, int]]


def meeting_boxes(scene: Scene) -> tuple[Places, Places]:
    """Pairs of things whose boxes meet: those that are tested, and those that are ignored.

    Places in ``scene.names``, the first by name before the other; sorted by name.
    """
    names = scene.names
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    lower, upper = scene.boxes
    ranked = find_pairs(lower[order], upper[order]) if len(names) else np.zeros((0, 2), np.int64)
    pairs = order[ranked[np.lexsort(ranked.T[::-1])]]
    with scene._memo.lock:
        things = scene._things
        allowed = things.allowed(things.in_order()[pairs])
    both = pairs[allowed], pairs[~allowed]
    tested, ignored = ([(i, j) for i, j in some.tolist()] for some in both)
    return tested, ignored


def ignored_pairs(scene: Scene) -> list[tuple[str, str, str]]:
    """Ignored pairs whose boxes meet, sorted by name, and why: they are not tested at all.

    Examples
    --------
    >>> import impinge as im
    >>> scene = Scene.from_dict({"arm": im.Sphere(1), "base": im.Sphere(1)})
    >>> scene.ignore("arm", "base")
    >>> ignored_pairs(scene)
    [('arm', 'base', 'ignored')]
    """
    names = scene.names
    _, ignored = meeting_boxes(scene)
    return [(names[i], names[j], scene.explain(names[i], names[j]).reason) for i, j in ignored]
