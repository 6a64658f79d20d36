"""Results in JSON files as pages: numbers of the file, not asked again."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from impinge.cli.check_robot import read_world
from impinge.cli.configuration_file import RobotOptions, in_unit, read_configurations
from impinge.cli.kept_result import KeptSelfIntersections, result_of, table_of
from impinge.cli.units import Unit, converted, read_surface
from impinge.contacts import Contacts
from impinge.contacts.containment import Containment
from impinge.continuous import Impact
from impinge.core.arrays import Array
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import read_bytes
from impinge.geometry import Mesh
from impinge.io import load
from impinge.narrow import Proximities, TrianglePairs
from impinge.scene import PathImpact, RobotImpact, Scene
from impinge.simulation import ClothStep
from impinge.viewer import View
from impinge.viewer.layers_fields import FieldsItem
from impinge.viewer.layers_results import DistanceItem
from impinge.viewer.results import self_intersections_item
from impinge.viewer.told import PairRow, told_in_file

MOST_BYTES = 256 * 1024**2
"""Of a file of results."""


SHELL = 0.35
"""Opacity of a part that another lies in."""
NOT_ASKED = "The numbers are those of the file; nothing was asked again."
NO_RESULT = (
    "not a result of `impinge check --json`, of `impinge sweep --json`, of `impinge run clash`, or "
    "of the `to_dict` of a query"
)


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

    It was printed by ``impinge check --json`` or ``impinge sweep --json``, written by ``impinge run
    clash``, or is what the ``to_dict`` of a result or a scene has. Files that it names are loaded
    again, from the current folder.
    """
    result = _read(path)
    try:
        if "triangle_pairs" in result and "point_a" in result:
            return _two_meshes(result, view)
        if "clashes" in result and "scene" in result:
            return _scene(result["scene"], result["clashes"], _clash, view)
        if "waypoints" in result and "segment" in result:
            return _path(result, view)
        if "touching" in result and "file" in result:
            unit = _unit(result)
            view.units(unit.name)
            return _scene(result["file"], result["touching"], partial(_pair, unit.metres), view)
        found = result_of(result)
        if found is not None and not _is_bare(found, view):
            return _kept(found, result, view)
        title = table_of(result)
        if title is not None:
            view._contents.items.append(FieldsItem(result, title))
            return view.note(NOT_ASKED)
    except FileError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, ImpingeError) as error:
        raise FileError(f"{path}: not a result as it was printed ({error})") from error
    raise FileError(f"{path}: {NO_RESULT}")


def _read(path: Path) -> dict[str, Any]:
    data = read_bytes(path)
    if len(data) > MOST_BYTES:
        raise FileError(f"{path}: {len(data)} bytes, more than {MOST_BYTES} are not read")
    try:
        result = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: no JSON ({error})") from error
    if not isinstance(result, dict):
        raise FileError(f"{path}: {NO_RESULT}")
    return result


def _is_bare(found: Any, view: View) -> bool:
    """Whether there are only numbers of features, of a batch or without their meshes."""
    things = view._contents.loose.values()
    if isinstance(found, (KeptSelfIntersections, Proximities, ClothStep)):
        return not any(isinstance(thing.shape, Mesh) for thing in things)
    if not isinstance(found, TrianglePairs):
        return False
    return found.offsets is not None or len(things) < 2


def _kept(found: Any, plain: dict[str, Any], view: View) -> View:
    """What ``to_dict`` of a result has written."""
    if isinstance(found, SimpleNamespace):
        view._contents.add_scene_contacts(found, None)  # type: ignore[arg-type]
    elif isinstance(found, Impact):
        # Names may be of things that are not in the view.
        known = view._contents.shapes
        pairs = plain.get("pairs") or [plain.get("names")]
        rows = [found] if found._rows.ndim == 1 else [found[i] for i in range(len(found))]
        named = pairs if len(pairs) == len(rows) else [None] * len(rows)
        for row, pair in zip(rows, named, strict=True):
            view.add(row, between=tuple(pair) if pair and set(pair) <= known.keys() else None)
    elif isinstance(found, KeptSelfIntersections):
        things = list(view._contents.loose.values())
        view._contents.items.append(self_intersections_item(found, None, things))
    else:
        view.add(found)
    return view.note(NOT_ASKED)


def _unit(result: dict[str, Any]) -> Unit:
    """Of the lengths of a result; files of before have none, and are in metres."""
    return Unit.of(result.get("unit", "m"))


def _two_meshes(result: dict[str, Any], view: View) -> View:
    unit, names = _unit(result), []
    metres, inside = unit.metres, result.get("inside")
    view.units(unit.name)
    for side in ("a", "b"):
        about = result[side]
        mesh = read_surface(Path(about["file"]), about.get("units"))
        name = f"{side.upper()}: {Path(about['file']).stem}"
        pose = about.get("pose")
        placed = None if pose is None else in_unit(np.array(pose, np.float64), metres)
        outer = bool(inside) and str(inside).endswith(f" in {side}")
        view.add(mesh, name, placed, opacity=SHELL if outer else 1.0)
        names.append(name)
        if len(mesh.faces) != about["faces"]:
            view.note(
                f"{about['file']} has {len(mesh.faces)} triangles now, and had {about['faces']} "
                "when it was asked about."
            )
    contacts = None
    if result.get("contacts") is not None:
        contacts = result_of(converted(result["contacts"], unit.in_metres))
        if not isinstance(contacts, Contacts):
            raise ValueError("contacts: these are none")
    if inside and contacts is not None:
        view.add(Containment(str(inside)[0], contacts))
    elif contacts is not None:
        view.add(contacts)
    found = KeptDistance(
        metres * _number(result["surface_distance" if inside else "distance"], "distance"),
        metres * _vector(result["point_a"], "point_a"),
        metres * _vector(result["point_b"], "point_b"),
        _vector(result["normal"], "normal"),
        int(result["feature_a"]),
        int(result["feature_b"]),
    )
    title = "Distance of surfaces" if inside else "Distance"
    view._contents.items.append(DistanceItem(found, title, (names[0], names[1])))  # type: ignore[arg-type]
    pairs = np.asarray(result["triangle_pairs"], dtype=np.int64).reshape(-1, 2)
    if len(pairs):
        if pairs.min() < 0:
            raise ValueError("triangle_pairs: a negative number")
        view.add(TrianglePairs(pairs, None))
    return view.note(NOT_ASKED)


def _path(result: dict[str, Any], view: View) -> View:
    """What ``impinge sweep`` has found: robot, way-points and scene are read again."""
    unit, given = _unit(result), result["options"]
    srdf = None if given["srdf"] is None else Path(given["srdf"])
    options = RobotOptions(srdf, given["packages"], given["missing"])
    robot = options.load(Path(result["file"]), surfaces=given["surfaces"])
    q = read_configurations(Path(result["path"]), robot).q
    if len(q) != result["waypoints"]:
        raise ValueError(f"{result['path']} has {len(q)} way-points now")
    plain = {k: v for k, v in result.items() if k not in ("link", "other")}
    found = result_of(converted(plain, unit.in_metres))
    assert found is not None
    row = RobotImpact(
        found._rows, np.asarray(result["configuration"]), result["link"], result["other"]
    )
    view.units(unit.name).robot(robot, q[0])
    if result["scene"] is not None:
        view.add(read_world(Path(result["scene"])), Path(result["scene"]).stem, contacts=False)
    return view.add(PathImpact(row, int(result["segment"]), q)).note(NOT_ASKED)


def _scene(file: str, pairs: list[Any], row: Any, view: View) -> View:
    scene = load(Path(file))
    if not isinstance(scene, Scene):
        raise FileError(f"{file}: is no scene")
    told = told_in_file(row(pair) for pair in pairs)
    gone = {name for r in told.rows for name in (r.a, r.b) if name not in scene}
    if gone:
        view.note(f"{len(gone)} things of the result are not in {file} any more.")
    view._contents.add_scene(scene, Path(file).stem, told)
    return view.note(NOT_ASKED)


def _pair(metres: float, plain: dict[str, Any]) -> Any:
    """A row of ``impinge check --json``, whose lengths have so many metres a unit."""
    separation = metres * _number(plain["separation"], "separation")
    where = (metres * _vector(plain["where"], "where")).tolist()
    a, b, inner = str(plain["a"]), str(plain["b"]), plain.get("inside")
    return PairRow(a, b, separation, int(plain["points"]), where, None, inner)


def _clash(plain: dict[str, Any]) -> Any:
    """A row of ``impinge run clash``, which says depths."""
    return _pair(1.0, {**plain, "separation": -_number(plain["depth"], "depth")})


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
