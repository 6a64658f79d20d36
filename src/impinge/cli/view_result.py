"""Results that commands have printed as JSON, as pages: numbers of the file, not asked again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError

if TYPE_CHECKING:
    from impinge.viewer import View

Array = NDArray[np.float64]

MOST_BYTES = 256 * 1024**2
"""Of a file of results."""


class KeptDistance(NamedTuple):
    """A distance as it was printed."""

    distance: float
    point_a: Array
    point_b: Array
    normal: Array
    feature_a: int
    feature_b: int


def view_of_result(path: Path, view: View) -> View:
    """Add what is in a file of results to a view.

    Parameters
    ----------
    path : Path
        As printed by ``impinge check --json``, or written by ``impinge run clash``. The files that
        it names are loaded again, from the current folder.
    view : View

    Raises
    ------
    FileError
        If it is no such file.
    """
    result = _read(path)
    try:
        if "triangle_pairs" in result and "point_a" in result:
            return _two_meshes(result, view)
        if "clashes" in result and "scene" in result:
            return _scene(result["scene"], result["clashes"], _clash, view)
        if "touching" in result and "file" in result:
            return _scene(result["file"], result["touching"], _pair, view)
    except FileError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise FileError(f"{path}: not a result as it was printed ({error})") from error
    raise FileError(f"{path}: not a result of `impinge check --json` or `impinge run clash`")


def _read(path: Path) -> dict[str, Any]:
    from impinge.formats.file import read_bytes

    data = read_bytes(path)
    if len(data) > MOST_BYTES:
        raise FileError(f"{path}: {len(data)} bytes, more than {MOST_BYTES} are not read")
    try:
        result = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: no JSON ({error})") from error
    if not isinstance(result, dict):
        raise FileError(f"{path}: not a result of `impinge check --json` or `impinge run clash`")
    return result


def _two_meshes(result: dict[str, Any], view: View) -> View:
    from impinge.cli.surface_file import read_surface
    from impinge.narrow import TrianglePairs
    from impinge.viewer.layers_results import DistanceItem

    names = []
    for side in ("a", "b"):
        about = result[side]
        mesh = read_surface(Path(about["file"]), about.get("units"))
        name = f"{side.upper()}: {Path(about['file']).stem}"
        view.add(mesh, name, about.get("pose"))
        names.append(name)
        if len(mesh.faces) != about["faces"]:
            view.note(
                f"{about['file']} has {len(mesh.faces)} triangles now, and had {about['faces']} "
                "when it was asked about."
            )
    found = KeptDistance(
        _number(result["distance"], "distance"),
        _vector(result["point_a"], "point_a"),
        _vector(result["point_b"], "point_b"),
        _vector(result["normal"], "normal"),
        int(result["feature_a"]),
        int(result["feature_b"]),
    )
    view._contents.items.append(DistanceItem(found, "Distance", (names[0], names[1])))  # type: ignore[arg-type]
    pairs = np.asarray(result["triangle_pairs"], dtype=np.int64).reshape(-1, 2)
    if len(pairs):
        if pairs.min() < 0:
            raise ValueError("triangle_pairs: a negative number")
        view.add(TrianglePairs(pairs, None))
    if result.get("inside"):
        view.note(f"One lies inside the other: {result['inside']}.")
    return view.note("The numbers are those of the file; nothing was asked again.")


def _scene(file: str, pairs: list[Any], row: Any, view: View) -> View:
    from impinge.io import load
    from impinge.scene import Scene
    from impinge.viewer.layers_scene import told_in_file

    scene = load(Path(file))
    if not isinstance(scene, Scene):
        raise FileError(f"{file}: is no scene")
    told = told_in_file(row(pair) for pair in pairs)
    gone = {name for r in told.rows for name in (r.a, r.b) if name not in scene}
    if gone:
        view.note(f"{len(gone)} things of the result are not in {file} any more.")
    view._contents.add_scene(scene, Path(file).stem, told)
    return view.note("The numbers are those of the file; nothing was asked again.")


def _pair(plain: dict[str, Any]) -> Any:
    """A row of ``impinge check --json``."""
    from impinge.viewer.layers_scene import PairRow

    separation = _number(plain["separation"], "separation")
    where = _vector(plain["where"], "where").tolist()
    return PairRow(str(plain["a"]), str(plain["b"]), separation, int(plain["points"]), where)


def _clash(plain: dict[str, Any]) -> Any:
    """A row of ``impinge run clash``, which says depths."""
    return _pair({**plain, "separation": -_number(plain["depth"], "depth")})


def _number(value: Any, name: str) -> float:
    number = float(value)
    if not np.isfinite(number):
        raise ValueError(f"{name}: {number}")
    return number


def _vector(value: Any, name: str) -> Array:
    found = np.asarray(value, dtype=np.float64)
    if found.shape != (3,) or not np.isfinite(found).all():
        raise ValueError(f"{name}: expected three numbers")
    return found
