"""Recordings of poses as files: NumPy's archive of arrays, without any code in it.

``impinge``, the version of this layout; ``times`` (F,) float64; ``names``, a list in JSON, as
bytes; ``poses`` (n, F, 4, 4) float64.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on
from impinge.io.array_archive import HEADER, ArrayArchive, archive_bytes, opened
from impinge.scene import Recording

EXTENSION = ".npz"
VERSION = 1
MOST = {"impinge": 1024, "times": 2**27, "names": 2**27, "poses": 2**31}
"""Bytes of an array, unpacked: a megabyte of zeros may be a thousand of them packed. No share of
the file's size, as for meshes: things at rest repeat their poses, which pack to a 266th."""


def recording_bytes(recording: Recording) -> bytes:
    """A recording as the content of a file; refused if it has other tracks, or is too large."""
    other = [kind for kind, names in recording.tracks.items() if names and kind != "poses"]
    if other or recording.things:
        what = other[0] if other else "things"
        raise ImpingeError(f"thing: {EXTENSION} has poses only, no {what}; save it as .rec")
    # ASCII: a name may hold what UTF-8 has no way to write.
    names = json.dumps(list(recording.names)).encode("ascii")
    sizes = {"times": recording.times.nbytes, "names": len(names), "poses": recording.poses.nbytes}
    for name, size in sizes.items():
        if size + HEADER > MOST[name]:
            raise ImpingeError(
                f"thing: {name} take {size} bytes, only {MOST[name]} are read again; save it in "
                "parts"
            )
    text = np.frombuffer(names, np.uint8)
    return archive_bytes(VERSION, times=recording.times, names=text, poses=recording.poses)


def read_recording(path: Path) -> Recording:
    """The recording in a file; a ``FileError`` if it is broken, or claims more than it can have."""
    with opened(path, MOST, "a recording") as archive:
        archive.check_version(VERSION)
        times = archive.array("times", "f", (None,))
        names = _names(archive)
        poses = archive.array("poses", "f", (len(names), len(times), 4, 4))
    with blamed_on(path):
        return Recording(times, dict(zip(names, poses, strict=True)))


def _names(archive: ArrayArchive) -> list[str]:
    with blamed_on(f"{archive.path}: names"):
        names = json.loads(archive.array("names", "u", (None,)).tobytes())
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FileError(f"{archive.path}: names: expected a list of texts")
    if len(set(names)) < len(names):
        raise FileError(f"{archive.path}: names: one is there twice")
    return names
