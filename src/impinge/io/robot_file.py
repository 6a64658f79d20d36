"""Robots from files: URDF with SRDF, MJCF, BVH motion capture, skinned glTF."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from impinge.core.errors import FileError, ImpingeError
from impinge.core.options import as_choice, as_mapping
from impinge.formats.bvh import read_bvh
from impinge.formats.file import as_path, blamed_on
from impinge.formats.glb_skin import read_skin
from impinge.formats.mjcf import read_mjcf
from impinge.formats.robot_meshes import MeshFolder
from impinge.formats.robot_parts import RobotParts
from impinge.formats.srdf import read_srdf
from impinge.formats.urdf import read_urdf
from impinge.io.load_mesh import metres_of
from impinge.scene import Robot

MODELS = (".urdf", ".xml", ".mjcf")
CAPTURED = ".bvh"
ROBOT_EXTENSIONS = (*MODELS, CAPTURED)
MOST_LINKS, MOST_SHAPES = 2_000, 5_000
SHOWN = 3
"""Lines of what was skipped that a warning shows."""


class RobotOptions:
    """Arguments of :func:`impinge.load` that only robots have."""

    __slots__ = ("missing", "packages", "shapes", "srdf")

    def __init__(self, srdf: Any, packages: Any, missing: Any, shapes: Any) -> None:
        self.srdf, self.missing = srdf, as_choice(missing, "missing", ("error", "skip"))
        self.packages = as_mapping({} if packages is None else packages, "packages")
        self.shapes = as_mapping({} if shapes is None else shapes, "shapes")

    def refuse(self) -> None:
        """Nothing of this was given, for a file of another kind."""
        for name, given in (
            ("srdf", self.srdf is not None), ("packages", bool(self.packages)),
            ("missing", self.missing != "error"), ("shapes", bool(self.shapes)),
        ):  # fmt: skip
            if given:
                raise ImpingeError(f"{name}: only robots have any, and this file is none")


def load_robot(
    file: Path, scale: float | None, units: str | None, options: RobotOptions, data: bytes = b""
) -> Robot:
    """The robot in a file, or in the data of a GLB file; a warning says what was left out.

    A ``FileError`` says if the file, or one that it names, is missing or broken.
    """
    extension = file.suffix.lower()
    if extension in MODELS:
        if scale is not None or units is not None:
            raise ImpingeError("scale and units: URDF and MJCF files are in metres")
        meshes = MeshFolder(file, options.packages, options.missing)
        read = read_urdf if extension == ".urdf" else read_mjcf
        parts = read(file, meshes)
    else:
        metres = metres_of(scale, units, extension)
        with blamed_on(file):
            parts = (
                read_bvh(file, metres, options.shapes)
                if extension == CAPTURED
                else read_skin(data, file, metres)
            )
    _check_size(file, parts)
    if options.srdf is not None:
        parts = read_srdf(as_path(options.srdf), parts)
    _tell_skipped(file, parts)
    with blamed_on(file if options.srdf is None else as_path(options.srdf)):
        return Robot.from_parts(parts)


def _check_size(file: Path, parts: RobotParts) -> None:
    """Pairs of links and of shapes are listed, so neither may be too many."""
    links = parts.articulation.links
    shapes = sum(len(link.shapes) for link in links)
    if len(links) > MOST_LINKS or shapes > MOST_SHAPES:
        raise FileError(
            f"{file}: {len(links)} links with {shapes} shapes; more than {MOST_LINKS} links or "
            f"{MOST_SHAPES} shapes are not read"
        )


def _tell_skipped(file: Path, parts: RobotParts) -> None:
    if parts.skipped:
        more = len(parts.skipped) - SHOWN
        said = "; ".join(parts.skipped[:SHOWN]) + (f"; and {more} more" if more > 0 else "")
        warnings.warn(f"{file}: left out {len(parts.skipped)}: {said}", stacklevel=4)
