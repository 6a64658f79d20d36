"""Recordings written frame by frame, so that a kill loses nothing that was appended."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Lock
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.core.options import as_flag
from impinge.formats.file import as_path
from impinge.formats.frame_file import FrameFile, FrameWriter, lock_file
from impinge.formats.writing import replaced
from impinge.scene.recording import Recording
from impinge.scene.recording_frames import (
    EXTENSION,
    FramesOnDisk,
    frame_head,
    read_things,
    things_chunk,
)
from impinge.scene.tracks import TrackCheck, check_things, described


class Recorder:
    """Writes a recording frame by frame. Close it, or use it in a ``with`` statement.

    Each frame is in the file when :meth:`append` returns, whatever happens to the process then.
    ``im.load`` reads all frames up to it, also while the recorder is at work.

    Parameters
    ----------
    path : str or path
        A file with the extension .rec; one that is there is replaced, unless ``resume`` is set.
    things : mapping of str to shape, optional
        Shapes that belong to the tracks of their names; a page shows them.
    resume : bool, optional
        Go on after the last whole frame of a file; a file that is not there is begun. Shapes are
        then those of the file; those given must be the same.

    Attributes
    ----------
    frames : int
        Frames in the file.
    time : float or None
        Of the last of them [s]; None if there is none.

    Raises
    ------
    ImpingeError
        If a shape cannot be stored.
    FileError
        If the file cannot be written, another recorder is writing to it, or a file to resume is
        damaged or has other things.

    Examples
    --------
    >>> import tempfile, impinge as im
    >>> path = tempfile.mkdtemp() + "/run.rec"
    >>> with im.Recorder(path, things={"ball": im.Sphere(0.1)}) as r:
    ...     for k in range(3):
    ...         pose = im.pose((0, 0, 1 - 0.1 * k**2))
    ...         r.append(0.1 * k, poses={"ball": pose}, scalars={"height": pose[2, 3]})
    >>> im.load(path), im.load(path).scalar("height").tolist()
    (Recording(2 tracks, 3 frames, 0 to 0.2 s), [1.0, 0.9, 0.6])
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        things: Mapping[str, Any] | None = None,
        *,
        resume: bool = False,
    ) -> None:
        file = as_path(path)
        if file.suffix.lower() != EXTENSION:
            raise ImpingeError(f"path: {file}: a recorder writes {EXTENSION}, not {file.suffix!r}")
        goes_on = as_flag(resume, "resume")
        self._check = TrackCheck(check_things(things))
        self._lock = Lock()
        # Of the last frame that was whole, of the one after it, and how many were whole then.
        self._times: tuple[float | None, float | None, int] = (None, None, 0)
        header = things_chunk(self._check.things)
        self._writer = FrameWriter(file, resume=goes_on)
        try:
            if self._writer.existing is None:
                self._writer.append(*header)
            else:
                self._go_on(self._writer.existing, is_given=things is not None)
        except BaseException:
            self._writer.close()
            raise

    def _go_on(self, existing: FrameFile, *, is_given: bool) -> None:
        """Take things, tracks and time from the frames that are there."""
        things = read_things(existing)
        if is_given and described(self._check.things) != described(things):
            raise FileError(f"{existing.path}: things: other than those in the file to resume")
        self._check = TrackCheck(things)
        if len(existing):
            before = FramesOnDisk(existing)
            self._check = before.check
            self._times = float(before.times[-1]), None, len(existing)

    @property
    def frames(self) -> int:
        """How many there are in the file."""
        return self._writer.frames

    @property
    def time(self) -> float | None:
        """Of the last frame [s]; None if there is none."""
        before, after, count = self._times
        return after if self.frames > count else before

    def append(
        self,
        time: float,
        poses: Mapping[str, ArrayLike] | None = None,
        vertices: Mapping[str, ArrayLike] | None = None,
        points: Mapping[str, ArrayLike] | None = None,
        lines: Mapping[str, Any] | None = None,
        joints: Mapping[str, ArrayLike] | None = None,
        scalars: Mapping[str, float] | None = None,
        contacts: Any = None,
    ) -> None:
        """Write one frame. The first one says which tracks there are; all others have the same.

        Parameters
        ----------
        time : float
            Seconds, later than that of the frame before.
        poses, vertices, points, lines, joints, scalars : mapping of str to values, optional
            Of this frame, as one row of what :class:`Recording` takes: (4, 4), (n, 3), (k, 3) or
            (k, 4), list of (k, 3), (d,), float. Only points and lines may differ in number.
        contacts : Contacts, SceneContacts or (m, 7) array_like, optional
            What :func:`impinge.collide` or :meth:`Scene.collide` returned, or rows of point, normal
            and separation. None is no contacts.

        Raises
        ------
        ImpingeError
            If a value is not finite or has another shape, the time is not later, or there are
            other tracks than in the first frame. Nothing is written then.
        FileError
            If the file cannot be written. It ends with the frame before then.
        """
        given = {
            "poses": poses, "vertices": vertices, "points": points, "lines": lines,
            "joints": joints, "scalars": scalars,
        }  # fmt: skip
        with self._lock:
            now = as_scalar(time, "time", least=-np.inf)
            if self._writer.closed:
                raise ImpingeError("append: the recorder is closed")
            if self.time is not None and now <= self.time:
                raise ImpingeError(f"time: {now:g} after {self.time:g}, expected increasing times")
            try:
                frame = self._check.frame("", contacts, **given)
                if not self.frames and not frame:
                    raise ImpingeError(  # noqa: TRY301
                        "append: no track, the first frame has at least one"
                    )
                tracks = None if self.frames else self._check.tracks
                self._times = self.time, now, self.frames
                self._writer.append(frame_head(now, tracks), frame)
            except BaseException:
                # A first frame that was not written fixes nothing.
                if not self.frames:
                    self._check = TrackCheck(self._check.things)
                raise

    def close(self) -> None:
        """Bring all frames to the disk and let others write to the file; may be called again."""
        with self._lock:
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Recorder({str(self._writer.path)!r}, {self.frames} frames)"


def save_frames(recording: Recording, path: Path) -> None:
    """Write a recording to a file, frame by frame: as a whole, or not at all (``FileError``)."""
    header = things_chunk(recording.things)
    with ExitStack() as stack:
        beside = stack.enter_context(replaced(path))
        if path.exists():
            lock_file(stack.enter_context(path.open("r+b")), path)
        writer = stack.enter_context(closing(FrameWriter(beside, resume=False)))
        writer.append(*header)
        for k in range(recording.frames):
            head = frame_head(float(recording.times[k]), None if k else recording.tracks)
            writer.append(head, recording._frame(k))
