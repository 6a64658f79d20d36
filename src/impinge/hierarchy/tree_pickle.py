"""Trees within pickles of their meshes: plain data, taken only where it is what was written.

Order, boxes and scaling are carried, triangles are gathered from the mesh again. A seal binds them
to the mesh and to the code that lays out nodes: after damage, or in another version, the mesh
builds its tree anew, and no kernel follows damaged links.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.seal import seal_of
from impinge.core.sources import PACKAGE
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.fit import gather_triangles

LAYOUT = PACKAGE / "hierarchy" / "kernels" / "fit.py"
"""Imports all that says how a node is laid out and what its boxes enclose."""
ARRAYS = {"nodes": np.float32, "order": np.int32, "place": np.float64}
OTHERS = {"built": float, "builder": str, "volume": str}


def tree_to_plain(mesh: Mesh, state: dict[str, Any]) -> dict[str, Any]:
    """What a pickle of a mesh carries of its tree: about as many bytes as the mesh has."""
    plain = {
        "nodes": state["_nodes"],
        "order": np.ascontiguousarray(state["_sources"][:, 3]),
        "place": state["_place"],
        "built": state["_built"],
        "builder": state["builder"],
        "volume": state["volume"],
    }
    seal = _seal(mesh, plain)
    return {} if seal is None else {**plain, "seal": seal}


def tree_from_plain(mesh: Mesh, plain: Any) -> dict[str, Any] | None:
    """The state of the tree again; None if this is not what was written for this mesh."""
    if not _is_plain(plain) or plain["seal"] != _seal(mesh, plain):
        return None
    # Copied: buffers out of band belong to the caller, and may be read-only.
    nodes, order, place = (np.array(plain[name], order="C") for name in ARRAYS)
    triangles, sources = np.empty((len(order), 10)), np.empty((len(order), 4), np.int32)
    gather_triangles(mesh._vertices, mesh._faces, order, place, sources, triangles)
    return {
        "_nodes": nodes, "_triangles": triangles, "_place": place, "_sources": sources,
        "_faces": mesh._faces, "_built": plain["built"], "builder": plain["builder"],
        "volume": plain["volume"],
    }  # fmt: skip


def _is_plain(plain: Any) -> bool:
    """Whether there is a value of the right type under each name."""
    return (
        isinstance(plain, dict)
        and all(isinstance(plain.get(name), np.ndarray) for name in ARRAYS)
        and all(plain[name].dtype == kind for name, kind in ARRAYS.items())
        and all(isinstance(plain.get(name), kind) for name, kind in OTHERS.items())
        and isinstance(plain.get("seal"), str)
    )


def _seal(mesh: Mesh, plain: dict[str, Any]) -> str | None:
    values = (plain[name] for name in (*ARRAYS, *OTHERS))
    return seal_of(LAYOUT, mesh._vertices, mesh._faces, *values)
